"""Choosing a sheet wherever a game begins: which are offered, in which order, which are stored."""

import pytest

from qwixx_pad.layouts import installed_layouts
from qwixx_pad.settings import MAX_RECENT_SHEETS, Settings, SheetNames
from qwixx_pad.ui.rules.kinds import special_rules
from tests.support.own_layouts import MIRROR
from tests.support.ui.pads_with_games import keep
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import CLEO, device, share, two_phones

LONGO = special_rules(installed_layouts()["longo"], WORDS)[0].title
"""A heading of its rules."""


def titles(tab):
    """The names on the cards, top to bottom."""
    nodes = tab.find(lambda c: str(getattr(c, "identifier", None) or "").startswith("sheet-"))
    return [node.identifier.removeprefix("sheet-") for node in nodes]


async def test_every_sheet_is_offered_once_as_one_node(pad):
    async with Client(pad.show_caller, route="/sheets") as tab:
        assert sorted(titles(tab)) == sorted(
            [*installed_layouts(), *installed_layouts().seeded_kinds]
        )
        about = installed_layouts()["mixx_b"].description
        assert tab.name("sheet-mixx_b") == f"{WORDS.layout_title('mixx_b')}. {about}"
        assert tab.one("sheet-classic").checked
        assert not tab.one("sheet-mixx_b").checked


async def test_home_starts_the_last_played_sheet(tab):
    assert tab.name("sheets").startswith(WORDS.layout_title("classic"))
    await tab.taps("sheets sheet-mixx_b")
    assert tab.view.sheets[0].layout.name == "mixx_b"
    await tab.taps("r10 menu home")
    assert tab.name("sheets").startswith(WORDS.layout_title("mixx_b"))
    await tab.tap("new-game")
    assert tab.view.sheets[0].layout.name == "mixx_b"


async def test_recent_and_favorite_sheets_come_first(tab):
    await tab.taps("sheets star-mixx_a star-mixx_b star-mixx_a sheet-on_board menu home sheets")
    assert titles(tab)[:3] == ["on_board", "mixx_b", "classic"]
    assert tab.one("star-mixx_b").toggled
    assert not tab.one("star-mixx_a").toggled


async def test_custom_sheets_come_first_and_unknown_are_hidden(
    tmp_path,
):
    keep(tmp_path, (), recent_sheets="gone classic own:gone-12345678", favourites="gone mixx_b")
    with opened_pad(tmp_path, custom={MIRROR.name: MIRROR}) as pad:
        async with Client(pad.show_caller) as tab:
            assert tab.name("sheets").startswith(WORDS.layout_title("classic"))
            await tab.tap("sheets")
            assert titles(tab)[:3] == [MIRROR.name, "classic", "mixx_b"]


@pytest.mark.parametrize("where", ["/sheets", "/new/sheets", "/paper/sheets", "/rules/sheets"])
async def test_gallery_leads_to_the_rules_and_back(pad, where):
    async with Client(pad.show_caller, route=where) as tab:
        await tab.tap("rules-longo")
        assert LONGO in tab.texts()
        await tab.tap("back")
        assert tab.page.route == where
        assert tab.has("sheet-longo")


async def test_host_chooses_the_sheet_for_everyone(pad):
    async with two_phones(pad, "sheets rules-longo") as (anna, ben):
        assert LONGO in anna.texts()
        assert ben.name("sheet").startswith(WORDS.layout_title("classic"))
        assert not ben.has("sheets")
        for route in (anna.page.route, anna.page.route.rpartition("/")[0]):
            async with device(pad, CLEO, route) as cleo:
                assert cleo.has("sheet"), "its address leads a visitor to the seats"
                assert not titles(cleo)
        await share(anna, "back sheet-mixx_b", ben)
        assert ben.name("sheet").startswith(WORDS.layout_title("mixx_b"))
        await share(anna, "start-game", ben)
        assert ben.view.sheets[0].layout.name == "mixx_b"


def test_recent_sheets_are_remembered_once_latest_first():
    settings = Settings()
    for name in ("classic", "mixx_a", "classic", "longo", "mixx_b"):
        settings = settings.with_recent_sheet(name)
    assert settings.recent_sheets == ("mixx_b", "longo", "classic")
    assert len(settings.recent_sheets) == MAX_RECENT_SHEETS
    assert Settings.from_texts(settings.to_texts()) == settings


def test_invalid_name_is_no_favorite():
    stored = "mixx_a Mixx random_numbers:4821 own:mine-12345678 mixx_a ../x"
    known = SheetNames(("mixx_a", "random_numbers:4821", "own:mine-12345678"))
    assert Settings.from_texts({"favourites": stored}).favourites == known


async def test_visible_sheets_are_sent_before_the_rest(tab):
    sent = len(tab.wire.sent)
    await tab.tap("sheets")
    first, *_, rest_ = sorted(len(packed) for _, packed in tab.wire.sent[sent:])[-2:]
    assert first < 130_000 < rest_
    before = tab.wire.bytes_out
    await tab.tap("star-classic")
    assert tab.wire.bytes_out - before < 2_000

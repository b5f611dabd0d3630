"""What is typed stays, whatever is painted around it; what is seen is what is saved."""

import re
from pathlib import Path

import pytest

import qwixx_pad
from tests.support.ui.every_screen import asks, screen, shelf, shows_letters
from tests.support.ui.table_devices import (
    BEN,
    CLEO,
    HOST,
    device,
    open_table,
    people,
    set_up,
    share,
    step_back,
    touch_veil,
    write,
)

SOURCES = [*Path(qwixx_pad.__file__).parent.rglob("*.py")]
FIELDS = {
    "setup": {"player-name"},
    "copying a paper game": {"player-name"},
    "join": {"code"},
    "games": {"search"},
    "a note and a place": {"place", "note"},
    "data": {"game-line"},
    "settings": {"name", "site"},
    "the own sheets": {"sheet-text"},
    "its lobby": {"player-name"},
    "the sheets": {"seed-random_numbers"},
}
"""Where each field is."""
ELSEWHERE = {"new-name", "relay", "person-name-"}
"""On a card, where tables are online, and where somebody has played."""


async def begin(tab, identifier, text):
    """Put the finger into a field and type, as a device tells it."""
    await tab.session.dispatch_event(tab.field(identifier)._i, "focus", None)
    await write(tab, identifier, text)


def test_every_text_field_is_covered_here():
    texts = [path.read_text("utf-8") for path in SOURCES]
    made = [re.findall(r"ft\.TextField\(|\(ft\.TextField\)", text) for text in texts]
    assert [*filter(None, made)] == [["(ft.TextField)"]]
    named = {name for text in texts for name in re.findall(r'use_field_state\(f?"([\w-]+)', text)}
    tried = {
        re.sub(r"(person-name-|seed-).*", r"\1", name) for name in set().union(*FIELDS.values())
    }
    assert named == tried | ELSEWHERE


@pytest.mark.parametrize("where", FIELDS)
async def test_typed_text_survives_repaints_and_a_lost_link(lasting_pad, where):
    async with screen(lasting_pad, where) as tab:
        for identifier in FIELDS[where]:
            await begin(tab, identifier, "1234")
        before = {name: tab.field(name) for name in FIELDS[where]}

        def stays(*, in_place=True):
            for name, was in before.items():
                assert tab.field(name).value == "1234"
                assert tab.field(name)._i == was._i or not in_place

        await tab.resize(390, 500)  # as a keyboard opens
        stays()
        await asks(tab, high_contrast=True)
        stays()
        in_place = where != "the sheets"  # their cards come to lie two in a row
        await tab.resize(844, 390)
        stays(in_place=in_place)
        await shows_letters(tab, 2)
        stays(in_place=in_place and where != "data")
        if where != "the sheets":  # their cards come little by little
            await (await tab.lose_link()).come_back()
            stays(in_place=False)
            assert tab.field(identifier).autofocus


async def test_unfinished_name_survives_arrivals_of_others(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with (
            device(pad, BEN, f"/join/{code}") as ben,
            device(pad, CLEO, f"/join/{code}") as cleo,
        ):
            await begin(ben, "player-name", "Zo")
            was = ben.field("player-name")
            await write(cleo, "player-name", "Cleo")
            await share(cleo, "sit-down", ben)
            assert (ben.field("player-name").value, ben.field("player-name")._i) == ("Zo", was._i)
            await share(ben, "sit-down", anna)
            assert people(anna) == ["Anna", "Ben", "Cleo", "Zo"]
            assert not ben.field("player-name").value


@pytest.mark.parametrize("way", ["rename", "Escape", "Go Back", "veil"])
async def test_every_way_out_of_its_card_saves_the_name(pad, way):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await share(ben, "sit-2", anna)
            await anna.tap("person-1")
            await begin(anna, "new-name", "Annika")
            await share(ben, "color-2", anna)
            assert anna.field("new-name").value == "Annika"
            await step_back(anna, way)
            await share(ben, "", anna)
            assert people(ben) == ["Annika", "Ben"]
            assert not anna.has("new-name")


async def test_rename_card_begins_in_its_field_and_can_be_cancelled(tab):
    await set_up(tab, "Anna", "Ben")
    await tab.tap("person-2")
    assert tab.wire.focused == tab.field("new-name")._i
    await write(tab, "new-name", "Bernd")
    await tab.tap("keep-name")
    assert people(tab) == ["Anna", "Ben"]
    assert not tab.has("new-name")


async def test_emptied_name_stays_as_it_was(tab):
    await set_up(tab, "Anna", "Ben")
    await tab.tap("person-2")
    await write(tab, "new-name", " ")
    await touch_veil(tab)
    assert people(tab) == ["Anna", "Ben"]


LEFT = {
    "a note and a place": {"place": "Kitchen", "note": "So close"},
    "settings": {"name": "Annika"},
}
"""What is typed into the fields that are saved when they are left."""


@pytest.mark.parametrize(
    ("where", "way"),
    [
        ("a note and a place", "Go Back"),
        ("a note and a place", "address"),
        ("settings", "Escape"),
        ("settings", "back"),
    ],
)
async def test_text_is_saved_however_its_page_is_left(tmp_path, where, way):
    with shelf(tmp_path) as pad:
        await _leave_page(pad, where, way)


async def _leave_page(pad, where, way):
    async with screen(pad, where) as tab:
        route = tab.page.route
        for identifier, text in LEFT[where].items():
            await begin(tab, identifier, text)
        if way == "Escape":  # it is the field's own while in it
            await tab.session.dispatch_event(tab.field(identifier)._i, "blur", None)
        if way == "address":
            tab.page.navigate("/stats")
        elif way == "back":
            await tab.tap(way)
        else:
            await tab.press(way)
        await tab.settle()
        assert tab.page.route != route
        tab.page.navigate(route)
        await tab.settle()
        assert {name: tab.field(name).value for name in LEFT[where]} == LEFT[where]


async def test_player_name_is_saved_by_going_back(tab):
    await set_up(tab, "Anna", "Ben")
    await tab.taps("start-game menu settings players")
    await begin(tab, "person-name-1", "Annika")
    await tab.press("Go Back")
    await tab.tap("players")
    assert tab.field("person-name-1").value == "Annika"


async def test_search_uses_the_visible_text(lasting_pad):
    async with screen(lasting_pad, "games") as tab:
        await begin(tab, "search", "nobody at all")
        assert not tab.has("game-won")
        await (await tab.lose_link()).come_back()
        assert tab.field("search").value == "nobody at all"
        assert not tab.has("game-won")


async def test_blurred_field_shows_the_saved_value(tab):
    await tab.taps("settings")
    await write(tab, "name", "  Anna  ", "blur")
    assert tab.field("name").value == "Anna"
    await tab.taps("back settings")
    assert tab.field("name").value == "Anna"


async def test_unfinished_player_name_survives_a_color_change(tab):
    await set_up(tab, "Anna", "Ben")
    await tab.tap("start-game")
    tab.page.navigate("/settings/players")
    await tab.settle()
    await begin(tab, "person-name-1", "Anni")
    await tab.tap("person-color-1")
    assert tab.field("person-name-1").value == "Anni"
    await write(tab, "person-name-1", "Anni", "blur")
    assert tab.field("person-name-1").value == "Anni"
    await write(tab, "person-name-1", "Annika")
    await tab.tap("forget-1")
    assert tab.field("person-name-1").value == "Ben", "it was another's"


async def test_letter_is_not_lost_while_the_field_is_painted(lasting_pad):
    """The paint of *Zo* reaches the control before the change to *Zoë* is heard."""
    async with device(lasting_pad, HOST, "/names") as tab:
        await tab.tap("name-0")
        tab.session.apply_patch(tab.field("new-name")._i, {"value": "Zo"})
        await tab.session.dispatch_event(tab.field("new-name")._i, "change", "Zoë")
        await tab.settle()
        assert tab.field("new-name").value == "Zoë"


FAMILY = "👨\u200d👩\u200d👧"
"""One grapheme of five characters."""
LIMITS = [
    ("setup", "player-name", 24),
    ("settings", "name", 24),
    ("its lobby", "player-name", 24),
    ("a note and a place", "place", 60),
    ("a note and a place", "note", 400),
]


@pytest.mark.parametrize(("where", "identifier", "most"), LIMITS)
async def test_full_field_says_how_much_fits(lasting_pad, where, identifier, most):
    async with screen(lasting_pad, where) as tab:
        assert tab.field(identifier).max_length == most
        for letters, is_full in ((most - 1, False), (most, True), (most - 1, False)):
            await begin(tab, identifier, "n" * letters)
            assert (str(most) in (tab.field(identifier).helper or "")) is is_full


async def test_emoji_beyond_the_limit_are_not_taken(tab):
    await tab.taps("settings")
    await begin(tab, "name", FAMILY * 5)
    assert tab.field("name").value == FAMILY * 4
    await write(tab, "name", FAMILY * 4, "blur")
    assert tab.field("name").value == FAMILY * 4


async def test_card_of_a_name_has_the_limit_too(pad):
    async with device(pad, HOST) as anna:
        await open_table(anna, "Anna", "Ben")
        await anna.tap("person-1")
        assert anna.field("new-name").max_length == 24

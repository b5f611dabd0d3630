"""Points that stay hidden until the end: crosses and locks are seen, what they add up to is not."""

import re

import flet as ft
import pytest

from qwixx_pad.ui.sheet.look import explain_sum, pair_looks, sheet_look
from tests.support.strategies import played
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import HOST, device, set_up, share, two_phones

HIDE = "settings set-hide-points back"
PADS = [((390, 844), "set-rows"), ((360, 640), "set-columns"), ((640, 340), "set-rows")]


def said(tab):
    """All that is written or said on the screen."""
    labels = [c.label for c in tab.walk() if isinstance(c, ft.Semantics) and c.label]
    return "\n".join([*tab.texts(), *labels])


def gives_points_away(text):
    """Whether a text tells a sum: 34 for all rows, 29 with a misthrow, what a cross would add."""
    rest = re.sub("(minus |−)5 points", "", text)  # what a misthrow costs is printed on the pad
    return re.search(r"\b(34|29)\b|\+\d|\d points?\b", rest)


@pytest.mark.parametrize(("size", "direction"), PADS, ids=["rows", "columns", "low landscape"])
async def test_hidden_points_appear_nowhere_until_the_end(pad, size, direction):
    line = "r2 r3 r4 r5 r6 r12 b12 b11 b10 penalty"
    look = sheet_look(played(f"classic {line}".replace("penalty", "-")), WORDS, hides_points=True)
    async with Client(pad.show_caller, *size) as tab:
        await tab.taps(f"settings {direction} set-hide-points back new-game {line}")
        assert not gives_points_away(said(tab))
        in_the_legend = "7×" in tab.texts()
        assert tab.texts().count("28") == in_the_legend, "what seven crosses are worth is printed"
        assert tab.name("total") == look.spoken_total
        red = look.rows[0]
        assert tab.name("points-r") == red.points_spoken
        assert tab.name("r12") == red.cells[-1].spoken
        assert tab.name("r-lock") == red.lock_spoken, "locks stay visible"
        assert red.spoken in said(tab)


async def test_hidden_points_are_not_announced(tab):
    await tab.taps(f"{HIDE} new-game r2 undo redo penalty")
    assert [re.findall(r"\d+", words) for words in tab.announced()] == [
        ["2"],
        ["2"],
        [],
        ["1", "4"],
    ]


async def test_home_hides_points_and_result_shows_them(tab):
    await tab.taps(f"{HIDE} new-game r2 r3 r4 menu home")
    assert tab.numbers("continue-game") == []
    assert "6" not in [c.value for c in tab.walk() if isinstance(c, ft.Text)]
    await tab.taps("settings set-hide-points back")
    assert tab.numbers("continue-game") == [6]
    await tab.taps("settings set-hide-points back continue-game menu finish")
    assert tab.numbers("total") == [6]


@pytest.mark.parametrize(("taps", "card"), [("r-lock", "cancel"), ("menu correct", "take-out")])
async def test_cards_do_not_reveal_hidden_points(tab, taps, card):
    await tab.taps(f"{HIDE} new-game r2 r3 r4 r5 r6 {taps}")
    assert tab.has(card)
    assert not gives_points_away(said(tab))


@pytest.mark.parametrize("size", [(390, 844), (1180, 820)], ids=["phone", "tablet"])
async def test_tablet_hides_standings(pad, size):
    async with device(pad, HOST, width=size[0], height=size[1]) as tab:
        await tab.taps(HIDE)
        await set_up(tab, "Anna", "Ben")
        await tab.tap("start-game")
        first = "s1-" if tab.has("s1-r2") else ""
        await tab.taps(f"{first}r2 {first}r3")
        assert not gives_points_away(said(tab))
        assert tab.numbers(f"{first}total") == []


async def test_each_device_hides_points_for_itself(pad):
    async with two_phones(pad, "start-game") as (anna, ben):
        await ben.taps(f"menu {HIDE}")
        await share(anna, "r2 r3", ben)
        assert ben.numbers("total") == ben.numbers("seat-1") == []
        assert anna.numbers("total") == anna.numbers("seat-1") == [3]


@pytest.mark.parametrize("hides", ["no", "yes"])
async def test_total_explains_itself_unless_hidden(tmp_path, hides):
    line = "bonus_b r6 b4 y3 g5"
    sheet = played(line).position.sheets[0]
    terms = {term.text for term in explain_sum(sheet, WORDS)}
    with pad_where(tmp_path, line, "", hide_points=hides) as pad:
        async with Client(pad.show_caller, route="/game/saved") as tab:
            assert {pair.text for pair in pair_looks(sheet, WORDS)} <= {*tab.texts()}
            await tab.tap("total")
            assert (terms <= {*tab.texts()}) == (hides == "no")
            await tab.taps("cancel extra")
            assert (terms <= {*tab.texts()}) == (hides == "no")

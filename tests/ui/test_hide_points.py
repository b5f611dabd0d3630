"""Points that stay hidden until the end: crosses and locks are seen, what they add up to is not."""

import re

import flet as ft
import pytest

from tests.support.ui.session_client import Client
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
async def test_no_sum_is_seen_or_said_in_any_direction_until_the_end(pad, size, direction):
    async with Client(pad.show, *size) as tab:
        await tab.taps(f"settings {direction} set-hide-points back new-game")
        await tab.taps("r2 r3 r4 r5 r6 r12 b12 b11 b10 penalty")
        assert not gives_points_away(said(tab))
        in_the_legend = "7×" in tab.texts()
        assert tab.texts().count("28") == in_the_legend, "what seven crosses are worth is printed"
        assert tab.name("total") == "Total, hidden until the end"
        assert tab.name("points-r") == "Red, points hidden"
        assert tab.name("r12") == "Red 12, crossed"
        assert "crossed" in tab.name("r-lock"), "locks stay visible"
        assert "Red. You closed it. 7 crosses." in said(tab)


async def test_what_is_announced_leaves_the_total_out(tab):
    await tab.taps(f"{HIDE} new-game r2 undo redo penalty")
    assert tab.announced() == ["Red 2.", "Undone: red 2.", "Redone.", "Misthrow 1 of 4."]


async def test_the_result_shows_everything(tab):
    await tab.taps(f"{HIDE} new-game r2 r3 menu finish")
    assert tab.name("total") == "Total 3"


async def test_home_shows_the_open_game_without_its_points(tab):
    await tab.taps(f"{HIDE} new-game r2 r3 r4 menu home")
    assert tab.name("continue-game") == "Continue, just now"
    assert "6" not in [c.value for c in tab.walk() if isinstance(c, ft.Text)]
    await tab.taps("settings set-hide-points back")
    assert tab.name("continue-game") == "Continue, 6 points, just now"


async def test_the_question_about_a_lock_does_not_say_what_it_is_worth(tab):
    await tab.taps(f"{HIDE} new-game r2 r3 r4 r5 r6 r-lock")
    assert any("12 and the lock." in text for text in tab.texts())
    assert not gives_points_away(said(tab))


@pytest.mark.parametrize("size", [(390, 844), (1180, 820)], ids=["phone", "tablet"])
async def test_a_table_on_one_device_hides_how_all_stand(pad, size):
    async with device(pad, HOST, width=size[0], height=size[1]) as tab:
        await tab.taps(HIDE)
        await set_up(tab, "Anna", "Ben")
        await tab.tap("start-game")
        first = "s1-" if tab.has("s1-r2") else ""
        await tab.taps(f"{first}r2 {first}r3")
        assert not gives_points_away(said(tab))
        assert "Total 3" not in said(tab)


async def test_at_a_shared_table_each_device_hides_for_itself(pad):
    async with two_phones(pad, "start-game") as (anna, ben):
        await ben.taps(f"menu {HIDE}")
        await share(anna, "r2 r3", ben)
        assert anna.name("total") == "Total 3"
        assert ben.name("total") == "Total, hidden until the end"
        assert ben.name("seat-1") == "Anna, rolling"
        assert anna.name("seat-1") == "You, 3 points, rolling"

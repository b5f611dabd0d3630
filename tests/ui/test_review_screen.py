"""The review of a game in real sessions: stepping, seats, playing, keys, correcting."""

import asyncio

import flet as ft
import pytest

from qwixx_pad.service.session import Failure
from qwixx_pad.service.settings import Settings
from qwixx_pad.ui.design.tokens import DARK, LIGHT
from qwixx_pad.ui.review.chart import line_color
from qwixx_pad.ui.runtime.times import Times
from tests.support.strategies import played, ready_to_lock
from tests.support.ui.pads_with_games import game_of, keep
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.reviews import TWO, Review, step
from tests.support.ui.session_client import Client

SOLO = "classic r2 r3 - y5 b# r6"


@pytest.fixture
def tab():
    return Review(TWO)


def crossed(tab):
    """The cells that are crossed on the sheet in front."""
    cells = tab.find(lambda c: isinstance(c, ft.Semantics) and c.checked and c.identifier)
    return " ".join(c.identifier for c in cells if not c.identifier.startswith(("seat-", "set-")))


async def touch(tab, identifier, x, kind="tap_up"):
    """A finger on something that is drawn, so far from its left edge."""
    node = tab.one(identifier)
    target = next(c for c in tab.walk(node) if isinstance(c, ft.GestureDetector))
    where = {"x": x, "y": 20.0}
    await tab.session.dispatch_event(target._i, kind, {"k": "touch", "l": where, "g": where})
    await tab.settle()


async def test_another_seat_is_seen_at_the_same_moment(tab):
    await tab.taps("first next next")
    assert tab.name("seat-2") == "Ben, 4 points"
    await tab.tap("seat-2")
    assert "Ben • 0" in tab.texts()
    assert crossed(tab) == "r3 y3 y4"
    assert step(tab).startswith("Yellow 4, second cross, Roll 2 of 5, Ben’s own roll")
    await tab.tap("last")
    assert step(tab).startswith("Misthrow 1, Roll 4 of 5, Ben’s own roll, −5")


async def test_playing_goes_step_by_step_to_the_end_and_begins_again_there():
    async with Review(TWO, times=Times(step=0.05)) as tab:
        await (await tab.reckoned()).tap("play-steps")
        assert tab.name("play-steps") == "Pause"
        steps = {step(tab)}
        for _ in range(300):
            await asyncio.sleep(0.002)
            steps.add(step(tab))
            if tab.name("play-steps") == "Play":
                break
        assert len(steps) == 6, "the fresh pad and five steps"
        assert crossed(tab) == "r2 r4 r9 g12 g10"


async def test_playing_rests_by_its_button_while_the_device_is_away_and_after_the_session():

    async def rests():
        before = step(tab)
        await asyncio.sleep(0.03)
        await tab.settle()
        return step(tab) == before

    async with Review(TWO, times=Times(step=0.005)) as tab:
        await tab.taps("first play-steps play-steps")
        assert await rests()
        await tab.taps("first play-steps")
        tab.scope.pause()
        assert await rests()
        tab.scope.resume()
        await asyncio.sleep(0.1)
        await tab.settle()
        assert step(tab).startswith("Red 9")
        await tab.taps("first play-steps")
        tab.scope.end()
        await tab.settle()
        assert await rests()


async def test_keys_step_play_and_change_the_seat(tab):
    await tab.press("Arrow Left", "Arrow Left")
    assert crossed(tab) == "r2 r4 g12"
    await tab.press("Home", "Arrow Right")
    assert crossed(tab) == "r2"
    await tab.press("Arrow Down")
    assert "Ben • 0" in tab.texts()
    await tab.press("Arrow Down", "Arrow Up", "End")
    assert step(tab).startswith("Misthrow 1")
    await tab.press("Space")
    assert tab.name("play-steps") == "Pause"
    await tab.press("Space")
    assert tab.name("play-steps") == "Play"


async def test_keys_that_mean_something_else_are_left_alone(tab):
    before = step(await tab.reckoned())
    await tab.press("Alt+Arrow Left", "Q", "Tab")
    assert step(tab) == before
    await tab.tap("menu")
    await tab.press("Arrow Left")
    assert step(tab) == before


async def test_a_finger_on_the_line_of_steps_chooses_one(tab):
    await touch(tab, "scrubber", 16)
    assert crossed(tab) == ""
    await touch(tab, "scrubber", 100, "horizontal_drag_start")
    assert crossed(tab) == "r2"
    await touch(tab, "scrubber", 400, "horizontal_drag_update")
    assert crossed(tab) == "r2 r4 r9 g12 g10"
    assert tab.one("scrubber").value == "5 of 5, Red 9, third cross"


async def test_a_screen_reader_moves_along_the_line_of_steps(tab):
    node = tab.one("scrubber")
    assert node.decreased_value == "4 of 5, Green 10, second cross"
    await tab.session.dispatch_event(node._i, "decrease", None)
    await tab.settle()
    assert tab.one("scrubber").value == "4 of 5, Green 10, second cross"
    await tab.session.dispatch_event(tab.one("scrubber")._i, "increase", None)
    await tab.settle()
    assert tab.one("scrubber").value.startswith("5 of 5")


async def test_a_finger_in_the_chart_moves_the_moment_and_it_is_one_sentence(tab):
    assert tab.name("chart") == "Score over time. In the end Anna 9 and Ben 0."
    await touch(tab, "chart", 0)
    assert step(tab).startswith("Fresh pads")
    assert tab.one("chart").value == "Anna: 0 now"
    await touch(tab, "chart", 390, "horizontal_drag_update")
    assert tab.one("chart").value == "Anna: 9 now"


async def test_a_turning_point_leads_to_its_moment():
    async with Review(TWO, settings=Settings(chances=False)) as tab:
        assert tab.name("turn-1") == "Anna led from roll 3 on"
        assert tab.name("turn-2") == "Finished by hand in roll 5"
        await tab.taps("seat-2 first turn-1")
        assert "Anna • 9" in tab.texts()
        assert step(tab).startswith("Green 10, second cross")


async def test_what_the_log_teaches_of_the_sheet_in_front_leads_to_its_entry(tab):
    assert "Anna: worth a look" in tab.texts()
    assert tab.name("lesson-1") == "Red: 5 numbers skipped, 4 of them by the 9 in roll 5"
    assert tab.name("lesson-2") == "Of 3 own rolls 1 had one cross"
    await tab.taps("first lesson-2")
    assert step(tab).startswith("Red 2, first cross, Roll 1 of 5")
    await tab.taps("seat-2 lesson-1")
    assert "Ben: worth a look" in tab.texts()
    assert step(tab).startswith("Blue 9, first cross, Roll 3 of 5")


async def test_a_single_sheet_that_teaches_something_needs_no_turning_points():
    async with Review("classic r2 r3 y6") as tab:
        assert tab.name("lesson-1") == "Yellow: 4 numbers skipped, all by the 6 in step 3"
        assert "Worth a look" in tab.texts()
        assert not tab.has("turn-1")
    async with Review("classic r2 r3 y3") as tab:
        assert not tab.has("lesson-1")
        assert tab.has("turn-1")


async def test_rows_are_held_against_what_one_usually_reaches_on_other_such_sheets(tmp_path):
    line = "classic r2 r3 r4 r5 r6 end"
    keep(tmp_path, [game_of("classic y2 end"), *(game_of(line, called=f"{n}") for n in range(10))])
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show, route="/games/kept") as tab:
            assert tab.name("lesson-1") == "Red 0, usually 15 on 10 sheets"
        async with Client(pad.show, route="/games/7") as tab:
            assert tab.name("lesson-1").startswith("Red had its five and no lock")
            assert not tab.has("lesson-2")


async def test_nothing_leads_to_an_entry_where_nobody_knows_the_order():
    async with Review("classic+paper b12 b11 b10 b9 b8 end") as tab:
        assert "Blue had its five and no lock: 2 would have been +13" in tab.texts()
        assert not tab.has("lesson-1")


async def test_the_pad_cannot_be_written_on(tab):
    rows = next(c for c in tab.walk() if getattr(c, "key", None) == "bands")
    assert tab.one("r11") in [*tab.walk(rows)]
    takes = [c for c in tab.walk(rows) if isinstance(c, ft.GestureDetector | ft.CupertinoButton)]
    assert not takes


async def test_the_menu_leads_elsewhere(tab):
    await tab.taps("menu cancel share back menu statistics")
    assert not tab.has("cancel")
    await tab.taps("menu delete")
    assert tab.went == ["share", "back", "statistics", "delete"]


async def test_a_wrong_cross_is_put_right_and_back_again(tab):
    await tab.taps("menu correct")
    assert tab.name("wrong-step").startswith("Red 9, third cross")
    await tab.tap("instead-r8")
    assert crossed(tab) == "r2 r4 r8 g12 g10"
    assert "1:r8 end" in tab.tokens()
    assert "Changed" in tab.texts()
    await tab.tap("undo-message")
    assert tab.tokens() == TWO.partition(" ")[2]
    assert crossed(tab) == "r2 r4 r9 g12 g10"
    assert not tab.has("undo-message")
    assert not tab.has("done-correcting")


async def test_an_entry_is_taken_out_and_the_step_before_it_is_shown(tab):
    await tab.taps("previous menu correct take-out")
    assert "1:g10" not in tab.tokens()
    assert step(tab).startswith("Green 12, first cross")
    await tab.tap("undo-message")
    assert tab.tokens() == TWO.partition(" ")[2]
    assert step(tab).startswith("Green 10, second cross")


async def test_a_forgotten_cross_is_put_into_the_roll_where_it_belongs(tab):
    await tab.taps("first next menu correct forgotten")
    assert tab.name("wrong-step").startswith("A forgotten cross, Roll 1 of 5")
    await tab.tap("instead-b12")
    assert tab.tokens().startswith("1:r2 2:r3 1:b12 / ")
    assert step(tab).startswith("Blue 12")


async def test_the_end_is_taken_back_and_the_game_goes_on():
    async with Review(TWO) as tab:
        await tab.taps("menu reopen")
        assert tab.tokens().endswith("1:r9")
        assert tab.went == ["play"]
    async with Review("classic/2 1:r2") as tab:
        await tab.tap("menu")
        assert not tab.has("reopen")


async def test_that_a_disk_is_full_is_said_for_a_while_and_the_way_back_from_a_correction_stays():
    async with Review(TWO, times=Times(review_message=0.005)) as tab:
        tab.answer = Failure.NOT_SAVED
        await tab.taps("menu correct instead-r8")
        assert "Could not save" in tab.texts()
        assert crossed(tab) == "r2 r4 r9 g12 g10"
        await asyncio.sleep(0.05)
        await tab.settle()
        assert not tab.has("message")
        tab.answer = None
        await tab.taps("menu correct instead-r8")
        await asyncio.sleep(0.05)
        await tab.settle()
        assert tab.has("undo-message")


async def test_a_game_that_has_become_shorter_elsewhere_is_shown_to_its_new_end(tab):
    tab.game = played("classic/2 1:r2 2:r3")
    tab.see(tab.game)
    await tab.settle()
    assert step(tab).startswith("Red 2, first cross, Roll 1 of 1")


async def test_a_single_sheet_has_no_seats_and_tells_what_others_closed():
    async with Review(SOLO) as tab:
        assert "Saturday, one pad" in tab.texts()
        assert not tab.has("seat-1")
        await tab.tap("previous")
        assert step(tab) == "Blue closed by somebody, Step 5 of 6, now −1"
        await tab.taps("menu correct instead-g-lock")
        assert tab.tokens() == "r2 r3 - y5 g# r6"
        await tab.press("Arrow Down")
        assert step(tab).startswith("Green closed")
        await tab.taps("previous menu correct instead-y6")
        assert tab.tokens() == "r2 r3 - y6 g# r6"


async def test_a_lock_of_a_table_is_told_with_its_row():
    line = " ".join(("classic/2", *ready_to_lock("classic/2", "r"), "1:r12"))
    async with Review(line) as tab:
        assert step(tab).startswith("Red locked")
        assert "Closed by Anna" in tab.texts()
        await tab.tap("seat-2")
        assert "Locked by Anna" in tab.texts()


async def test_a_game_without_an_entry_can_be_looked_at():
    async with Review("classic/3") as tab:
        assert step(tab).startswith("Fresh pads")
        await tab.taps("menu correct")
        assert "There is nothing to correct here." in tab.texts()
        assert not tab.has("done-correcting")
        await tab.taps("first previous play-steps next last seat-3")
        await touch(tab, "scrubber", 200)
        await touch(tab, "chart", 200)
        assert tab.name("play-steps") == "Play"
        assert not tab.has("turn-1")


@pytest.mark.parametrize("line", [SOLO, "on_board/2 1:r2 1:@3", "classic/5 1:r2 2:r3"])
async def test_sheets_of_any_number_stand_beside_the_chart_of_a_tablet_in_the_dark_too(line):
    async with Review(line, theme=DARK, width=1180, height=820) as tab:
        await tab.taps("previous play-steps last menu cancel menu correct done-correcting")
        assert tab.has("chart")


def test_lines_are_bright_on_a_dark_surface():
    assert line_color(LIGHT, 0) == LIGHT.player(0)
    assert [line_color(DARK, color) for color in (0, 1, 6)] == [*DARK.lines[:2], DARK.lines[0]]

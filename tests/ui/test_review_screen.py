"""The review of a game in real sessions: stepping, seats, playing, keys, chances, correcting."""

import asyncio
import re
from itertools import cycle
from pathlib import Path

import flet as ft
import pytest

from qwixx_pad.analysis import net
from qwixx_pad.analysis.value import game_chances
from qwixx_pad.core.story import Story
from qwixx_pad.games.session import Failure
from qwixx_pad.settings import Settings
from qwixx_pad.ui import context
from qwixx_pad.ui.correction import StepLook
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.review import review_title
from qwixx_pad.ui.review.chart import CurveLook, line_color
from qwixx_pad.ui.review.moments import lesson_lines
from qwixx_pad.ui.text import LockState
from qwixx_pad.ui.theme.tokens import DARK, LIGHT
from tests.support.strategies import played, ready_to_lock
from tests.support.ui.pads_with_games import game_of, keep
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.reviews import TWO, Review, reviewed, step, tile
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS

SOLO = "classic r2 r3 - y5 b# r6"


@pytest.fixture
def tab():
    return Review(TWO)


def crossed(tab):
    """The cells that are crossed on the sheet in front."""
    cells = tab.find(lambda c: isinstance(c, ft.Semantics) and c.checked and c.identifier)
    return " ".join(c.identifier for c in cells if not c.identifier.startswith(("seat-", "set-")))


def is_of(tab, seat):
    """Whether it is said whose sheet is in front."""
    return review_title(reviewed(TWO), seat, WORDS) in tab.texts()


def plays(tab):
    """Whether the button offers to pause."""
    return bool(tab.find(lambda c: isinstance(c, ft.Icon) and c.icon == ft.Icons.PAUSE_ROUNDED))


async def touch(tab, identifier, x, kind="tap_up"):
    """A finger on something that is drawn, so far from its left edge."""
    node = tab.one(identifier)
    target = next(c for c in tab.walk(node) if isinstance(c, ft.GestureDetector))
    where = {"x": x, "y": 20.0}
    await tab.session.dispatch_event(target._i, kind, {"k": "touch", "l": where, "g": where})
    await tab.settle()


async def test_other_seat_is_shown_at_the_same_moment(tab):
    await tab.taps("first next next")
    assert tab.numbers("seat-2") == [4]
    await tab.tap("seat-2")
    assert is_of(tab, 2)
    assert crossed(tab) == "r3 y3 y4"
    assert tile(tab) == "y4"
    assert step(tab).startswith(tab.given(StepLook)[0].spoken_text)
    await tab.tap("last")
    assert tile(tab) == "−5"


async def test_playback_runs_to_the_end_and_restarts():
    async with Review(TWO, times=Times(step=0.05)) as tab:
        await (await tab.reckoned()).tap("play-steps")
        assert plays(tab)
        steps = {step(tab)}
        for _ in range(300):
            await asyncio.sleep(0.002)
            steps.add(step(tab))
            if not plays(tab):
                break
        assert len(steps) == 6, "the fresh pad and five steps"
        assert crossed(tab) == "r2 r4 r9 g12 g10"


async def test_playback_pauses_while_away_and_ends_with_session():

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
        assert tile(tab) == "r9"
        await tab.taps("first play-steps")
        tab.scope.close()
        await tab.settle()
        assert await rests()


async def test_keys_step_play_and_switch_seats(tab):
    await tab.press("Arrow Left", "Arrow Left", "Alt+Arrow Left", "Q", "Tab")
    assert crossed(tab) == "r2 r4 g12"
    await tab.press("Home", "Arrow Right")
    assert crossed(tab) == "r2"
    await tab.press("Arrow Down")
    assert is_of(tab, 2)
    await tab.press("Arrow Down", "Arrow Up", "End")
    assert tile(tab) == "−5"
    await tab.press("Space")
    assert plays(tab)
    await tab.press("Space")
    assert not plays(tab)
    before = tile(tab)
    await tab.tap("menu")
    await tab.press("Arrow Left")
    assert tile(tab) == before


async def test_scrubber_follows_finger_and_screen_reader(tab):
    await touch(tab, "scrubber", 16)
    assert crossed(tab) == ""
    await touch(tab, "scrubber", 100, "horizontal_drag_start")
    assert crossed(tab) == "r2"
    await touch(tab, "scrubber", 400, "horizontal_drag_update")
    assert crossed(tab) == "r2 r4 r9 g12 g10"
    for event, there in (("decrease", 4), ("increase", 5)):
        value = getattr(tab.one("scrubber"), f"{event}d_value")
        await tab.session.dispatch_event(tab.one("scrubber")._i, event, None)
        await tab.settle()
        assert tab.one("scrubber").value == value
        assert re.findall(r"\d+", value)[:2] == [str(there), "5"]


async def test_chart_follows_the_finger_and_reads_as_one_sentence(tab):
    assert tab.name("chart") == tab.given(CurveLook)[0].chart.spoken
    for x, kind, points in ((0, "tap_up", 0), (390, "horizontal_drag_update", 9)):
        await touch(tab, "chart", x, kind)
        curve = tab.given(CurveLook)[0]
        assert (curve.cursor.value, tile(tab)) == (points, "r9" if points else "")
        assert tab.one("chart").value == curve.now


async def test_turning_point_leads_to_its_moment():
    async with Review(TWO, settings=Settings(chances=False)) as tab:
        assert [tab.has(f"turn-{n}") for n in (1, 2, 3)] == [True, True, False]
        await tab.taps("seat-2 first turn-1")
        assert is_of(tab, 1)
        assert tile(tab) == "g10"


async def test_lesson_leads_to_its_entry(tab):
    assert tab.numbers("lesson-1") == [5, 4, 9, 5]
    await tab.taps("first lesson-2")
    assert tile(tab) == "r2"
    await tab.taps("seat-2 lesson-1")
    assert tile(tab) == "b9"


@pytest.mark.parametrize("teaches", [True, False])
async def test_single_sheet_shows_lessons_or_turning_points(teaches):
    async with Review(f"classic r2 r3 {'y6' if teaches else 'y3'}") as tab:
        assert (tab.has("lesson-1"), tab.has("turn-1")) == (teaches, not teaches)


async def test_rows_are_compared_with_the_usual_totals(tmp_path):
    line = "classic r2 r3 r4 r5 r6 end"
    keep(tmp_path, [game_of("classic y2 end"), *(game_of(line, called=f"{n}") for n in range(10))])
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show_caller, route="/games/saved") as tab:
            assert tab.numbers("lesson-1") == [0, 15, 10]
        async with Client(pad.show_caller, route="/games/7") as tab:
            assert tab.numbers("lesson-1") == [12, 13], "a lock, and nothing unusual"
            assert not tab.has("lesson-2")


async def test_paper_lessons_lead_to_no_entry():
    line = "classic+paper b12 b11 b10 b9 b8 end"
    (lesson,) = lesson_lines(reviewed(line), Story.from_game(played(line)), 1, (), WORDS)
    async with Review(line) as tab:
        assert lesson.text in tab.texts()
        assert not tab.has("lesson-1")


async def test_review_sheet_accepts_no_crosses(tab):
    rows = next(c for c in tab.walk() if getattr(c, "key", None) == "bands")
    assert tab.one("r11") in [*tab.walk(rows)]
    takes = [c for c in tab.walk(rows) if isinstance(c, ft.GestureDetector | ft.CupertinoButton)]
    assert not takes


async def test_menu_leads_to_other_screens(tab):
    await tab.taps("menu cancel share back menu statistics")
    assert not tab.has("cancel")
    await tab.taps("menu delete")
    assert tab.went == ["share", "back", "statistics", "delete"]


# Chances


async def test_review_opens_before_its_chances(tab):
    before = step(tab)
    assert tab.given(StepLook)[0].chance == ""
    await tab.reckoned()
    look = tab.given(StepLook)[0]
    assert step(tab) == look.spoken_text == f"{before}, {look.chance}"
    for chosen, unit in (("set-chances", "%"), ("set-points", "")):
        await tab.tap(chosen)
        curve = tab.given(CurveLook)[0]
        assert curve.chart.unit == unit
        assert (tab.name("chart"), tab.one("chart").value) == (curve.chart.spoken, curve.now)
    await tab.taps("first seat-1 turn-1")
    assert tile(tab), "a roll that turned the game leads to its entry"
    await tab.taps("set-chances last menu correct take-out")
    await tab.reckoned()
    assert tab.given(CurveLook)[0].chart.unit == "%", "a corrected game is reckoned anew"
    assert tile(tab) == "g10"


async def test_chances_setting_off_hides_all_chances():
    async with Review(TWO, settings=Settings(chances=False)) as tab:
        await asyncio.sleep(0.05)
        await tab.settle()
        assert tab.given(StepLook)[0].chance is None
        assert not tab.has("set-chances")
        assert not tab.sees("%")


@pytest.fixture
def weights(monkeypatch):
    """The weights of Classic, which are not on this device."""
    content = net._weights_file("classic").read_bytes()
    monkeypatch.setattr(net, "_weights_file", lambda name: Path("missing", name))
    monkeypatch.setattr(net, "_nets", {})
    return content


async def test_missing_weights_are_fetched_once(weights):
    asked = []

    async def fetch(name):
        asked.append(name)
        return weights

    for _ in range(2):
        async with Review(TWO, load_weights=fetch) as tab:
            await tab.reckoned()
    assert asked == ["classic"]


@pytest.mark.usefixtures("weights")
async def test_review_without_network_says_what_is_missing():
    async def fail(_):
        raise OSError

    async with Review(TWO, load_weights=fail) as tab:
        await tab.settle()
        assert tab.given(StepLook)[0].chance == ""
        assert tab.sees(context.offline_chances_text(tab.context.tr))


@pytest.mark.parametrize(("line", "notes"), [("random_numbers:7/2 1:r2", 1), ("classic r2", 0)])
async def test_unknown_chances_are_stated(line, notes):
    async with Review(line) as tab, Review(line, settings=Settings(chances=False)) as without:
        assert len({*tab.texts()} - {*without.texts()}) == notes


async def test_closed_review_stops_computing(monkeypatch):
    asked = []

    def endless(game):
        for each in cycle(game_chances(game)):
            asked.append(each)
            yield each

    monkeypatch.setattr(context, "game_chances", endless)
    async with Review(TWO) as tab:
        assert asked
        tab.scope.close()
        await asyncio.sleep(0)
        before = len(asked)
        await asyncio.sleep(0.02)
        assert len(asked) == before


# Corrections


async def test_wrong_cross_is_replaced_removed_added_and_undone(tab):
    before = tab.tokens()
    await tab.taps("menu correct instead-r8")
    assert crossed(tab) == "r2 r4 r8 g12 g10"
    assert "1:r8 end" in tab.tokens()
    await tab.tap("undo-message")
    assert tab.tokens() == before
    assert crossed(tab) == "r2 r4 r9 g12 g10"
    assert not tab.has("undo-message")
    assert not tab.has("done-correcting")
    await tab.taps("previous menu correct take-out")
    assert "1:g10" not in tab.tokens()
    assert tile(tab) == "g12", "the step before it"
    await tab.tap("undo-message")
    assert tab.tokens() == before
    assert tile(tab) == "g10"
    await tab.taps("first next menu correct forgotten instead-b12")
    assert tab.tokens().startswith("1:r2 2:r3 1:b12 / "), "in the roll where it belongs"
    assert tile(tab) == "b12"


async def test_ended_game_can_be_reopened():
    async with Review(TWO) as tab:
        await tab.taps("menu reopen")
        assert tab.tokens().endswith("1:r9")
        assert tab.went == ["play"]
    async with Review("classic/2 1:r2") as tab:
        await tab.tap("menu")
        assert not tab.has("reopen")


async def test_full_disk_message_leaves_the_correction_undo():
    async with Review(TWO, times=Times(review_message=0.005)) as tab:
        tab.answer = Failure.NOT_SAVED
        await tab.taps("menu correct instead-r8")
        assert {*WORDS.failure_texts(Failure.NOT_SAVED)} <= {*tab.texts()}
        assert crossed(tab) == "r2 r4 r9 g12 g10"
        await asyncio.sleep(0.05)
        await tab.settle()
        assert not tab.has("message")
        tab.answer = None
        await tab.taps("menu correct instead-r8")
        await asyncio.sleep(0.05)
        await tab.settle()
        assert tab.has("undo-message")


async def test_shortened_game_shows_its_new_end(tab):
    tab.game = played("classic/2 1:r2 2:r3")
    tab.see(tab.game)
    await tab.settle()
    assert tile(tab) == crossed(tab) == "r2"


async def test_single_sheet_review_shows_rows_closed_by_others():
    async with Review(SOLO) as tab:
        assert not tab.has("seat-1")
        await tab.tap("previous")
        assert tile(tab) == "b"
        await tab.taps("menu correct instead-g-lock")
        assert tab.tokens() == "r2 r3 - y5 g# r6"
        await tab.press("Arrow Down")
        assert tile(tab) == "g"
        await tab.taps("previous menu correct instead-y6")
        assert tab.tokens() == "r2 r3 - y6 g# r6"


async def test_lock_of_another_seat_is_shown_in_its_row():
    line = " ".join(("classic/2", *ready_to_lock("classic/2", "r"), "1:r12"))
    async with Review(line) as tab:
        for seat, lock in ((1, LockState.MINE), (2, LockState.CLOSING)):
            await tab.tap(f"seat-{seat}")
            assert WORDS.lock_pill(lock, "Anna") in tab.texts()


async def test_empty_game_can_be_reviewed():
    async with Review("classic/3") as tab:
        await tab.taps("menu correct")
        assert tab.has("message"), "there is nothing to correct"
        assert not tab.has("done-correcting")
        await tab.taps("first previous play-steps next last seat-3")
        await touch(tab, "scrubber", 200)
        await touch(tab, "chart", 200)
        assert not plays(tab)
        assert tile(tab) == ""
        assert not tab.has("turn-1")


@pytest.mark.parametrize("line", [SOLO, "on_board/2 1:r2 1:@3", "classic/5 1:r2 2:r3"])
async def test_tablet_shows_sheets_next_to_the_chart(line):
    async with Review(line, theme=DARK, width=1180, height=820) as tab:
        await tab.taps("previous play-steps last menu cancel menu correct done-correcting")
        assert tab.has("chart")


def test_chart_lines_are_bright_on_dark_surfaces():
    assert line_color(LIGHT, 0) == LIGHT.player_color(0)
    assert [line_color(DARK, color) for color in (0, 1, 6)] == [
        *DARK.line_colors[:2],
        DARK.line_colors[0],
    ]

"""Sheets copied from paper: a tap enters a cross, another tap takes it back."""

import re
from datetime import UTC, datetime

import pytest

from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.ui.play.state import Question, ScreenForm, make_view, undo_kind
from qwixx_pad.ui.sheet.look import sheet_look
from qwixx_pad.ui.text import LockState
from tests.support.ui.unpainted_screen import NAMES, VOICE, Screen

LAST_YEAR = datetime(2025, 12, 24, 20, 0, tzinfo=UTC)
FIVE = "r2 r3 r4 r5 r6"


@pytest.fixture
def paper(room):
    """Fresh sheets to be copied onto, by the name of what is printed, after some taps."""

    def begin(taps="", name="classic", names=("Anna",)):
        return Screen(SeatSession(room.host.service.copy_from_paper(name, names, LAST_YEAR))).taps(
            taps
        )

    return begin


def applied(screen):
    """The entries that apply after all undos."""
    return " ".join(entry.text for entry in screen.controller.state.game.applied)


def numbers(screen):
    """Those in the words above the foot."""
    return re.findall(r"\d+", screen.controller.state.message.title)


def test_tap_on_a_crossed_cell_removes_it(paper):
    assert applied(paper("r2 y3 g12 y3")) == "r2 g12"
    assert applied(paper("r2 y3 y3")) == "r2"
    assert applied(paper("s1-r2 s2-r2 s1-y3 s1-r2", names=NAMES)) == "2:r2 1:y3"


def test_removed_cross_returns_by_one_undo(paper):
    assert applied(paper("r2 y3 g12 y3 undo")) == "r2 y3 g12"
    assert applied(paper("s1-r2 s2-y3 s1-g12 s1-r2 s2-undo", names=NAMES)) == "1:r2 2:y3 1:g12"


def test_cross_needed_by_a_lock_is_not_removed(paper):
    screen = paper(f"{FIVE} r12 r4")
    assert applied(screen) == f"{FIVE} r12"
    assert numbers(screen) == ["12"], "the lock needs it"


def test_forgotten_cross_is_inserted_in_order(paper):
    assert applied(paper("r2 y3 r6 r4")) == "r2 y3 r4 r6"
    assert applied(paper("s2-r6 s1-r7 s2-r4", names=NAMES)) == "2:r4 2:r6 1:r7"
    assert applied(paper("g9 g11", "classic")) == "g11 g9"
    assert applied(paper("x3 x1", "x_change")) == "x1 x3"
    assert applied(paper("r6 r4 undo")) == "r6"
    assert numbers(paper("s1-r6 s1-r4", names=NAMES)) == ["4"], "and no roll"


def test_penalties_are_entered_quickly_and_removed(paper):
    assert applied(paper("penalty penalty penalty")) == "- - -"
    assert applied(paper("penalty penalty r2 penalty-back penalty-back")) == "r2"


def test_lock_tap_crosses_the_last_number(paper):
    assert applied(paper(f"{FIVE} r-lock")) == f"{FIVE} r12"
    assert applied(paper(f"{FIVE} r-lock y2 r-lock")) == f"{FIVE} y2"
    assert numbers(paper("r2 r-lock")) == ["1"], "of five"


def test_longo_lock_asks_for_the_last_number(paper):
    asked = paper(f"{FIVE} r7 r-lock", "longo")
    assert asked.controller.state.prompt.question is Question.LOCK
    assert applied(asked.taps("r15")) == f"{FIVE} r7 r15"


def test_double_crosses_are_removed_and_inserted_singly(paper):
    assert applied(paper("r5 y2 r5 r5", "double_a")) == "r5 y2 r5"
    assert applied(paper("r5 y2 r5 undo", "double_a")) == "y2"
    assert applied(paper("r5 y2 r5 r5 y3 r5", "double_a")) == "r5 y2 y3"
    assert applied(paper("r5 y2 r7 r5 r5", "double_a")) == "r5 y2 r5 r7"
    assert applied(paper("r5 y2 r7 r5 undo", "double_a")) == "y2 r7"
    assert applied(paper("r5 y2 r7 r5 r5 r5", "double_a")) == "r5 y2 r7"


def test_choices_of_play_are_entered_literally(paper):
    assert applied(paper("x3 r5 x3", "x_change")) == "r5"
    assert applied(paper("lucky lucky lucky-0", "lucky_15")) == "lucky"
    assert applied(paper("x3 r5 undo", "x_change")) == "x3"


def test_last_lock_of_another_seat_ends_nothing(paper):
    lock = " ".join(f"s1-{c}{n}" for c in "ry" for n in (2, 3, 4, 5, 6, 12))
    screen = paper(f"{lock} s2-r7 s2-g12", names=NAMES)
    assert applied(screen).endswith("2:r7 2:g12")
    look = sheet_look(screen.controller.state.game, VOICE.tr, 2, NAMES)
    assert {band.lock for band in look.rows} == {LockState.OPEN}


def test_finish_ends_copying_and_undo_reopens_it(paper):
    for screen in (paper("r2 finish"), paper("s1-r2 s2-r3 finish", names=NAMES)):
        state = screen.controller.state
        assert state.game.position.is_settled
        assert undo_kind(state, 1) is not None
        screen.tap("undo")
        assert not screen.controller.state.game.position.is_over
        assert len(applied(screen).split()) == state.game.setup.seats


def test_title_shows_whose_sheet_is_copied(paper):
    view = make_view(paper("seat-2", names=NAMES).controller.state, VOICE, ScreenForm(in_rail=True))
    assert "Ben" in view.title.title
    assert not any(name in view.title.subtitle for name in NAMES)
    assert view.back is None
    assert [(chip.rolls, chip.ready) for chip in view.chips] == [(False, False)] * 2


def test_tablet_title_shows_no_roller(paper):
    state = paper(names=NAMES).controller.state
    assert make_view(state, VOICE, ScreenForm(all_sheets=True)).roller is None


def test_crossed_cell_is_tappable_without_a_ring(paper):
    look = make_view(paper("r5 penalty").controller.state, VOICE).sheets[0]
    crossed = [cell for band in look.rows for cell in band.cells if cell.kind.name == "CROSSED"]
    assert [(cell.token, cell.on_paper, cell.is_dead) for cell in crossed] == [("r5", True, False)]
    assert look.on_paper
    assert not any(band.gain for band in look.rows)


def test_finish_with_blank_sheets_asks_first(paper):
    screen = paper("s1-r2 finish", names=NAMES)
    assert screen.controller.state.prompt.question is Question.FINISH
    assert applied(screen) == "1:r2"
    assert applied(screen.taps("finish-now")) == "1:r2 end"


def test_question_of_the_end_goes_with_the_last_blank_sheet(room):
    service = room.host.service
    game = service.copy_from_paper("classic", NAMES[:2], LAST_YEAR)
    screen, other = (Screen(SeatSession(game)) for _ in range(2))
    screen.taps("s1-r2 finish")
    other.taps("s2-r3")
    screen.rest()
    assert screen.controller.state.prompt is None


def test_blank_sheet_can_be_filled_instead_of_finishing(paper):
    screen = paper("s1-r2 finish next-2", names=NAMES)
    assert (screen.controller.state.seat, screen.controller.state.prompt) == (2, None)
    assert applied(screen.taps("r3 finish")) == "1:r2 2:r3 end"

"""What becomes of a tap: shown once, said once, and the same step for oneself and for others."""

import pytest

from qwixx_pad.core.moves import parse_token
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.ui.play.state import PadState, TableState, Touch, next_state
from tests.support.strategies import played
from tests.support.ui.unpainted_screen import NAMES, VOICE, Screen, phones


@pytest.fixture
def alone(room):
    return Screen(SeatSession(room.host.service.start("classic", ("",))))


@pytest.fixture
def passed(room):
    """One device that goes from hand to hand."""
    return Screen(SeatSession(room.host.service.start("classic", NAMES)))


@pytest.fixture
def both(room):
    """Anna's phone and Ben's."""
    return phones(room)


def test_own_tap_renders_once(alone, passed, both):
    for screen in (alone, passed, both[0]):
        assert screen.tap("r2") == 1
        assert screen.tap("undo") == 1


def test_entry_of_another_renders_once(both):
    anna, ben = both
    ben.tap("b12")
    before = len(anna.shown)
    anna.rest()
    assert len(anna.shown) == before + 1
    assert anna.line == ben.line == "2:b12"


def test_unchanged_state_renders_nothing(both):
    anna, ben = both
    ben.tap("b12")
    anna.rest()
    before = len(anna.shown)
    anna.controller.refresh()
    assert len(anna.shown) == before


def test_undoing_an_earlier_cross_renders_once(passed):
    passed.taps("r5 b9")
    assert passed.tap("r5") == 1
    assert passed.line == "1:r5 1:b9 1:undo 1:undo 1:b9"


def test_double_tap_on_end_turn_adds_no_penalty(passed):
    passed.taps("r2 end-turn")
    passed.time = 0.7
    assert passed.tap("end-turn") == 0
    passed.time = 0.9
    passed.tap("end-turn")
    assert passed.line == "1:r2 / /"


def test_leaving_the_pad_closes_the_open_card(alone):
    alone.taps("menu settings")
    assert alone.controller.state.prompt is None
    assert alone.gone == ["settings"]


def step(before, after, cause=None, mine=(1,)):
    table = TableState(NAMES, (0, 1), mine, present=(True, True), code="K7PQ")
    shown = PadState(played(before), 1, table)
    entry = cause and parse_token(cause)
    return next_state(shown, PadState(played(after), 1, table), entry, VOICE)


def test_own_cross_gives_haptics_and_speech():
    own = step("classic/2", "classic/2 1:r2", "1:r2")
    assert (own.touch, [at_once for _, at_once in own.announcements]) == (Touch.CROSS, [False])
    other = step("classic/2", "classic/2 2:r2")
    assert (other.touch, other.announcements) == (None, ())
    assert own.state.game.text == "classic/2 1:r2"


def test_next_roll_is_announced_alike_for_everyone():
    ended = ("classic/2 1:r2", "classic/2 1:r2 /")
    ((said, at_once),) = step(*ended, "/").announcements
    assert "Ben" in said
    assert not at_once
    assert step(*ended).announcements == ((said, at_once),)
    assert step(*ended, "/", mine=(1, 2)).state.seat == 2
    assert step(*ended, mine=(1, 2)).state.seat == 2


def test_equal_messages_are_distinguishable():
    gone = step("classic/2", "classic/2 2:out")
    again = step("classic/2", "classic/2 2:out").state.with_message(gone.state.message)
    assert gone.state.message.title == again.message.title
    assert gone.state.message != again.message


def test_undone_penalty_can_be_entered_again_at_once(alone):
    assert alone.taps("penalty undo penalty").line == "- undo -"

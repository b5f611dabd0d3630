"""A lock of a coloured die is the roller's alone: the others' last cell is closed, and asks."""

from datetime import UTC, datetime

import pytest
from client import Client
from kept_games import game_of, keep
from strategies import played, ready_to_lock
from table import BEN, CLEO, HOST, device, rest

from qwixx_pad.app import opened_pad
from qwixx_pad.i18n import catalogue
from qwixx_pad.tables.seating import Chair, Seating
from qwixx_pad.ui.pad.announcements import announcements
from qwixx_pad.ui.pad.focus_map import is_dead
from qwixx_pad.ui.pad.state import TableState
from qwixx_pad.ui.pad.view import pad_look
from qwixx_pad.ui.speech.spoken import Kind
from qwixx_pad.ui.speech.words import Words

WORDS = Words(catalogue("en"))
NAMES = ("Anna", "Ben", "Cleo")
READY = " ".join(("classic/3", *ready_to_lock("classic/3", "ry")))
"""Ten rolls: all have five crosses in red and yellow, and seat 2 rolls."""
LOCKED = f"{READY} 2:g12 2:r12"
ASKS = "Red 12, closed by a coloured die. Tap if it was the white dice."


def row(line, seat, unshared="r"):
    look = pad_look(played(line), WORDS, seat, NAMES, unshared=frozenset(unshared))
    return look.bands[0]


# What is painted and said


def test_the_others_see_the_last_cell_closed_and_the_rest_of_the_row_open():
    *_, before, last = row(LOCKED, 1).cells
    assert (last.kind, last.spoken) == (Kind.UNSHARED, ASKS)
    assert before.kind is Kind.OPEN
    assert row(LOCKED, 1, "").cells[-1].kind is Kind.READY


def test_it_answers_a_finger_itself():
    assert not is_dead(row(LOCKED, 1).cells[-1])


def test_with_too_few_crosses_it_is_closed_and_asks_nothing():
    few = (
        "classic/3 1:r2 / 2:r2 / 3:r2 / 1:r3 / 2:r3 / 3:r3 / 1:r4 / 2:r4 / 3:r4 / 1:r5 / 2:r5 / / "
    )
    line = f"{few} 1:r6 / 2:r6 / / 1:g12 1:r12"
    assert row(line, 3).cells[-1].kind is Kind.CLOSED
    assert row(line, 2).cells[-1].kind is Kind.UNSHARED


def test_who_has_crossed_in_this_roll_and_who_has_locked_see_what_they_always_saw():
    assert row(f"{LOCKED} 1:b12", 1).cells[-1].kind is Kind.CLOSED
    assert row(LOCKED, 2).cells[-1].kind is Kind.CROSSED


def test_a_row_whose_last_cell_alone_is_left_promises_nothing_then():
    line = LOCKED.replace("1:r6", "1:r11")
    assert row(line, 1, "").gain == 13
    assert row(line, 1).gain is None


def test_the_others_hear_that_the_row_was_closed_not_that_they_may_cross():
    state = TableState(NAMES, (0, 1, 2), (1,), code="K7PQ", unshared=frozenset("r"))
    before, after = played(f"{READY} 2:g12"), played(LOCKED)
    assert announcements(before, after, state, 1, WORDS).text == "Ben closed red"


# What a tap does


@pytest.fixture
def pad(tmp_path):
    """At its table K7PQ Anna and Ben play from phones; Ben has just locked red."""
    now = datetime.now(UTC).isoformat()
    chairs = (Chair("Anna", 0, "ben"), Chair("Ben", 1, "host"), Chair("Cleo", 2, "cleo"))
    seating = Seating("K7PQ", "host", "classic", chairs, game="kept", opened=now)
    keep(tmp_path, [game_of(LOCKED, *NAMES)], **{"table/K7PQ": seating.text})
    with opened_pad(tmp_path) as opened:
        yield opened


@pytest.fixture
def pad_for_all(tmp_path):
    """The same game on one device."""
    keep(tmp_path, [game_of(LOCKED, *NAMES)])
    with opened_pad(tmp_path) as opened:
        yield opened.show


async def test_a_tap_asks_and_no_leaves_it_closed(pad_for_all):
    async with Client(pad_for_all, route="/game/kept") as tab:
        await tab.taps("seat-1 r12")
        assert "Was it the white dice?" in tab.texts()
        await tab.tap("cancel")
        assert tab.name("r12") == ASKS
        assert tab.name("points-r") == "Red 15 points"
        await tab.tap("r-lock")
        assert tab.has("yes-r"), "the lock beside it asks too"


async def test_a_yes_opens_it_for_this_roll_and_the_cross_is_a_tap_of_its_own(pad_for_all):
    async with Client(pad_for_all, route="/game/kept") as tab:
        await tab.taps("seat-1 r12 yes-r")
        assert tab.name("r12") == "Red 12, ready, also locks the row"
        await tab.tap("r12")
        assert tab.name("points-r") == "Red 28 points"


async def test_a_key_comes_to_it_and_escape_is_no(pad_for_all):
    async with Client(pad_for_all, route="/game/kept") as tab:
        await tab.tap("seat-1")
        assert tab.one("r12").disabled in {None, False}
        await tab.press("Arrow Right", "End", "Arrow Left")
        assert tab.focused == "r12"
        await tab.tap(tab.focused)
        assert tab.has("yes-r")
        await tab.press("Escape")
        assert not tab.has("yes-r")
        assert tab.name("r12") == ASKS


async def test_on_a_tablet_a_yes_of_one_opens_it_for_all(pad_for_all):
    async with Client(pad_for_all, 1180, 820, route="/game/kept") as tab:
        assert (tab.name("s1-r12"), tab.name("s3-r12")) == (ASKS, ASKS)
        await tab.taps("s1-r12 yes-r")
        assert tab.name("s3-r12") == "Red 12, ready, also locks the row"


async def test_phones_ask_the_same_and_then_everybody_is_offered_the_lock(pad):
    async with (
        device(pad, HOST, "/table/K7PQ") as roller,
        device(pad, BEN, "/join/K7PQ") as anna,
        device(pad, CLEO, "/join/K7PQ") as cleo,
    ):
        assert anna.name("r12") == ASKS
        await anna.tap("r12")
        assert "Was it the white dice?" in anna.texts()
        await anna.tap("yes-r")
        await rest(roller, anna, cleo)
        assert anna.has("no-r"), "now it is offered like any lock with the white dice"
        assert cleo.has("no-r")
        assert "Waiting for Anna and Cleo" in roller.texts()


async def test_a_question_that_the_next_roll_has_answered_goes_away(pad):
    async with device(pad, HOST, "/table/K7PQ") as roller, device(pad, BEN, "/join/K7PQ") as anna:
        await anna.tap("r12")
        await roller.tap("end-turn")
        await rest(roller, anna)
        assert not anna.has("yes-r")

"""A lock of a coloured die is the roller's alone: the others' last cell is closed, and asks."""

import pytest

from qwixx_pad.ui.play.state import PadState, TableState, announcement
from qwixx_pad.ui.sheet.look import sheet_look
from qwixx_pad.ui.text import CellKind
from tests.support.strategies import played, ready_to_lock
from tests.support.ui.pads_with_games import game_of, keep
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import phones_where, share

NAMES = ("Anna", "Ben", "Cleo")
READY = " ".join(("classic/3", *ready_to_lock("classic/3", "ry")))
"""Ten rolls: all have five crosses in red and yellow, and seat 2 rolls."""
LOCKED = f"{READY} 2:g12 2:r12"


def row(line, seat, unshared="r"):
    look = sheet_look(played(line), WORDS, seat, NAMES, unshared=frozenset(unshared))
    return look.rows[0]


# What is painted


@pytest.mark.parametrize(
    ("line", "seat", "unshared", "last_two"),
    [
        (LOCKED, 1, "", [CellKind.OPEN, CellKind.READY]),
        (LOCKED, 1, "r", [CellKind.OPEN, CellKind.UNSHARED]),
        (LOCKED.replace("1:r6 ", ""), 1, "r", [CellKind.OPEN, CellKind.CLOSED]),
        (f"{LOCKED} 1:b12", 1, "r", [CellKind.CLOSED, CellKind.CLOSED]),
        (LOCKED, 2, "r", [CellKind.SKIPPED, CellKind.CROSSED]),
    ],
    ids=["white dice", "asks", "too few crosses", "has crossed", "has locked"],
)
def test_last_cell_asks_seats_that_could_have_crossed(line, seat, unshared, last_two):
    assert [cell.kind for cell in row(line, seat, unshared).cells[-2:]] == last_two


def test_row_with_only_last_cell_left_shows_no_gain():
    line = LOCKED.replace("1:r6", "1:r11")
    assert row(line, 1, "").gain == 13
    assert row(line, 1).gain is None


def test_colored_lock_is_announced_as_closed():
    state = TableState(NAMES, (0, 1, 2), (1,), code="K7PQ", unshared_rows=frozenset("r"))
    before, after = (PadState(played(line), 1, state) for line in (f"{READY} 2:g12", LOCKED))
    assert announcement(before, after, WORDS).shown, "what one may cross is asked elsewhere"


# What a tap does


def last_kinds(tab):
    """How the last cell of the red row is on each sheet of a screen."""
    return [sheet.rows[0].cells[-1].kind for sheet in tab.view.sheets]


@pytest.fixture
def pad(tmp_path):
    """One device that shows the game."""
    keep(tmp_path, [game_of(LOCKED, *NAMES)])
    with opened_pad(tmp_path) as opened:
        yield opened


def phones(folder):
    """Two at a table; Anna has just locked red."""
    ready = " ".join(ready_to_lock("classic/2", "ry"))
    return phones_where(folder, f"classic/2 {ready} 1:g12 1:r12")


async def test_declining_the_question_leaves_the_row_closed(pad):
    async with Client(pad.show_caller, route="/game/saved") as tab:
        await tab.taps("seat-1 r12")
        assert tab.has("yes-r")
        await tab.tap("cancel")
        assert last_kinds(tab) == [CellKind.UNSHARED]
        assert tab.number("points-r") == 15
        await tab.tap("r-lock")
        assert tab.has("yes-r"), "the lock next to it asks too"


async def test_confirming_opens_the_row_for_this_roll(pad):
    async with Client(pad.show_caller, route="/game/saved") as tab:
        await tab.taps("seat-1 r12 yes-r")
        assert last_kinds(tab) == [CellKind.READY]
        await tab.tap("r12")
        assert tab.number("points-r") == 28


async def test_phones_ask_and_then_offer_the_lock(tmp_path):
    async with phones(tmp_path) as (anna, ben):
        await ben.tap("r12")
        await share(ben, "yes-r", anna)
        assert anna.view.waiting in anna.texts()
        await share(ben, "no-r", anna)  # now it is offered like any lock with the white dice
        assert anna.view.waiting is None


async def test_colored_die_lock_is_offered_to_nobody(tmp_path):
    ready = " ".join(ready_to_lock("classic/2", "r"))
    async with phones_where(tmp_path, f"classic/2 {ready} 2:b12 /") as (anna, ben):
        await share(anna, "r12 colored-r", ben)
        assert last_kinds(ben) == [CellKind.UNSHARED]
        assert not ben.has("no-r")

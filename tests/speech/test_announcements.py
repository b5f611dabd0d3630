"""What a device is told of what others do at its table."""

import pytest

from qwixx_pad.ui.play.state import PadState, TableState, announced
from qwixx_pad.ui.sheet.look import sheet_look
from tests.support.strategies import played, ready_to_lock
from tests.support.ui.surroundings import WORDS

NAMES = ("Anna", "Ben", "Cleo")
READY = " ".join(("classic/3", *ready_to_lock("classic/3", "ry"), "2:g12"))
"""All have five crosses in red and yellow, and Ben rolls."""
LOCKED = f"{READY} 2:r12"


@pytest.mark.parametrize(
    ("before", "after", "unshared", "said"),
    [
        ("classic/3 1:r2", "classic/3 1:r2 /", "", "Ben’s roll."),
        ("classic/3", "classic/3 2:out", "", "Ben sits out"),
        (READY, LOCKED, "", "Ben is locking red. You may cross 12."),
        (READY, LOCKED, "r", "Ben closed red"),
    ],
)
def test_what_another_has_done_is_one_sentence(before, after, unshared, said):
    table = TableState(NAMES, (0, 1, 2), (1,), code="K7PQ", unshared=frozenset(unshared))
    states = (PadState(played(line), 1, table) for line in (before, after))
    assert announced(*states, WORDS).text == said


def test_the_last_cell_of_a_row_that_a_coloured_die_has_locked_asks_which_dice_it_was():
    look = sheet_look(played(LOCKED), WORDS, 1, NAMES, unshared=frozenset("r"))
    asks = "Red 12, closed by a coloured die. Tap if it was the white dice."
    assert look.rows[0].cells[-1].spoken == asks

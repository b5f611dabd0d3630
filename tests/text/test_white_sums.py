"""What is said of the sum of the white dice: when it is entered, put right, and used badly."""

import pytest

from qwixx_pad.analysis.turning_points import Advice
from qwixx_pad.core.corrections import AppliedCorrection, Change
from qwixx_pad.core.moves import Cross
from qwixx_pad.ui.correction import correction_text
from qwixx_pad.ui.play.state import PadState, TableState, next_state
from qwixx_pad.ui.review.moments import advice_text
from qwixx_pad.ui.text.translator import Voice
from tests.support.strategies import entry, played
from tests.support.ui.surroundings import WORDS

NAMES = ("Anna", "Ben")


@pytest.mark.parametrize(
    ("line", "token", "text"),
    [("1:r5", "w7", "White dice: 7."), ("1:r5 w7", "undo", "Undone: the white 7. Total 1.")],
)
def test_white_sum_and_its_undo_are_announced(line, token, text):
    table = TableState(NAMES, (0, 1), (1, 2))
    states = (PadState(played(f"classic/2 {x}"), 1, table) for x in (line, f"{line} {token}"))
    assert next_state(*states, entry(token), Voice(WORDS)).announcements == ((text, False),)


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (None, "w7", "Anna: the white 7 was added, roll 1"),
        ("w7", "w8", "Anna: the white 7 is now the white 8, roll 1"),
        ("w7", None, "Anna: the white 7 was removed, roll 1"),
    ],
)
def test_correction_text_names_the_new_white_sum(old, new, text):
    change = Change(0, old and entry(old), new and entry(new))
    assert correction_text(AppliedCorrection(0, 1, change, 1, 1, ()), NAMES, WORDS) == text


def test_advice_names_the_better_cross_and_by_how_much():
    nine = Cross("b", 9)
    crossed, left_out = (
        advice_text(Advice(1, 5, 9, made, best, by), WORDS)
        for made, best, by in ((None, nine, 0.04), (nine, None, 0.027))
    )
    assert crossed == "Roll 5: the white 9 in blue would have been 4% better."
    assert left_out == "Roll 5: leaving the white 9 out would have been 3% better."

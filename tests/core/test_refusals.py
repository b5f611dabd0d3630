"""The words of refusal, and which one is given where several hold."""

import pytest

from qwixx_pad.core.moves import Refusal
from tests.support.core.line_questions import TWO_ROWS
from tests.support.core.plain_rules import ORDER
from tests.support.strategies import refusal

ENDED = f"{TWO_ROWS} 1:r12 3:y12"
"""Seats 1 and 3 have ended the game; seat 2 has its cross of the last action."""


def test_refusal_words_are_in_the_order_of_plain_rules():
    words = [word.value for word in Refusal]
    assert sorted(words) == sorted(ORDER)
    assert words[:11] == ORDER[:11]


SEVERAL_HOLD = [
    ("syntax", "no_such_seat", "classic/3 9:r#"),
    ("syntax", "no_such_cell", "classic/3 r13"),
    ("syntax", "over", "classic end r05"),
    ("no_such_seat", "no_such_cell", "classic/3 4:r13"),
    ("no_such_seat", "over", "classic/3 end 4:r5"),
    ("no_such_seat", "nothing_to_undo", "classic/3 4:undo"),
    ("no_such_cell", "not_active", "classic/3 2:@7"),
    ("over", "not_active", f"{ENDED} 1:-"),
    ("over", "roll_used_up", f"{ENDED} 1:g12"),
    ("not_active", "roll_used_up", "classic/3 1:- 2:-"),
    ("roll_used_up", "crossed", "classic/3 2:r5 2:r5"),
    ("crossed", "closed", "classic r5 r# r5"),
    ("closed", "not_fewest", "longo r5 y5 g5 b# lb"),
    ("closed", "passed", "classic r5 r# r4"),
    ("passed", "no_neighbour", "big_points r5 r8 ry8 ry6"),
]


@pytest.mark.parametrize(("first", "second", "line"), SEVERAL_HOLD)
def test_first_of_several_refusals_wins(first, second, line):
    words = [word.value for word in Refusal]
    assert words.index(first) < words.index(second)
    assert refusal(line) == first

"""Each word of refusal, and which one is given where several hold."""

import pytest
from asked import TWO_ROWS
from strategies import refusal

from qwixx_pad.core.refusal import Refusal

ENDED = f"{TWO_ROWS} 1:r12 3:y12"
"""Seats 1 and 3 have ended the game; seat 2 has its cross of the last action."""

ONCE_EACH = {
    "syntax": "classic r05",
    "no_such_seat": "classic/3 4:r5",
    "no_such_cell": "classic r13",
    "over": "classic end r5",
    "not_active": "classic/3 2:-",
    "crossed_this_roll": "classic/3 1:r5 1:-",
    "roll_used_up": "classic/3 2:r5 2:y5",
    "crossed": "classic r5 r5",
    "closed": "classic r# r5",
    "passed": "classic r5 r4",
    "needs_more": "classic r12",
    "nothing_to_undo": "classic undo",
    "nothing_to_redo": "classic redo",
    "no_neighbour": "big_points ry5",
    "used": "x_change x3 x2",
    "not_fewest": "longo r2 lr",
    "backwards": "on_board @7 @6",
    "no_penalty_left": "classic+paper - - - - -",
}


@pytest.mark.parametrize(("word", "line"), ONCE_EACH.items(), ids=list(ONCE_EACH))
def test_each_word_has_its_case(word, line):
    assert refusal(line) == word


def test_the_words_are_those_of_the_contract_in_its_order():
    assert {*ONCE_EACH} == {word.value for word in Refusal}
    assert [word.value for word in Refusal][:11] == list(ONCE_EACH)[:11]


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
    ("crossed", "not_fewest", "bonus_b r2 b12 y11 g9 r2"),
    ("closed", "passed", "classic r5 r# r4"),
    ("passed", "no_neighbour", "big_points r5 r8 ry8 ry6"),
]


@pytest.mark.parametrize(("first", "second", "line"), SEVERAL_HOLD)
def test_where_two_words_hold_the_first_of_the_order_is_given(first, second, line):
    words = [word.value for word in Refusal]
    assert words.index(first) < words.index(second)
    assert refusal(line) == first

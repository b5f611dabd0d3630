"""Each word of refusal, and which one is given where several hold."""

import itertools

import pytest
from strategies import ready_to_lock, refusal

from qwixx_pad.core.refusal import Refusal

RED_AND_YELLOW = " ".join(("classic/3", *ready_to_lock("classic/3", "ry")))
"""Seat 2 is active; all three seats have five crosses in red and yellow."""
ENDED = f"{RED_AND_YELLOW} 1:r12 3:y12"
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


def test_no_word_is_without_a_case():
    assert {*ONCE_EACH} == {word.value for word in Refusal}


def test_the_order_of_the_contract_is_the_order_of_the_words():
    assert [word.value for word in Refusal][:11] == list(ONCE_EACH)[:11]


SEVERAL_HOLD = [
    ("syntax", "no_such_seat", "classic/3 9:R5"),
    ("syntax", "no_such_seat", "classic/3 9:r#"),
    ("syntax", "no_such_cell", "classic/3 r13"),
    ("syntax", "over", "classic end r05"),
    ("no_such_seat", "no_such_cell", "classic/3 4:r13"),
    ("no_such_seat", "over", "classic/3 end 4:r5"),
    ("no_such_seat", "nothing_to_undo", "classic/3 4:undo"),
    ("no_such_seat", "nothing_to_redo", "classic/3 4:redo"),
    ("no_such_cell", "over", "classic end r13"),
    ("no_such_cell", "not_active", "classic/3 2:@7"),
    ("no_such_cell", "roll_used_up", "classic/3 2:r5 2:r13"),
    ("over", "not_active", f"{ENDED} 1:-"),
    ("over", "crossed_this_roll", "classic/3 1:r5 end 1:-"),
    ("over", "roll_used_up", f"{ENDED} 1:g12"),
    ("over", "crossed", "classic r5 end r5"),
    ("over", "closed", "classic r# end r5"),
    ("over", "closed", "classic r# y# end r#"),
    ("over", "passed", "classic r5 end r4"),
    ("over", "needs_more", "classic end r12"),
    ("over", "no_penalty_left", "classic - - - - -"),
    ("over", "backwards", "on_board @7 end @6"),
    ("not_active", "roll_used_up", "classic/3 1:- 2:-"),
    ("not_active", "crossed_this_roll", "classic/3 2:r5 2:-"),
    ("not_active", "backwards", "on_board/2 1:@7 / 1:@6"),
    ("roll_used_up", "crossed", "classic/3 2:r5 2:r5"),
    ("roll_used_up", "closed", f"{RED_AND_YELLOW} 1:r12 3:r8 3:r9"),
    ("roll_used_up", "passed", "classic/3 2:r5 2:r4"),
    ("roll_used_up", "needs_more", "classic/3 2:r5 2:r12"),
    ("crossed", "closed", "classic r5 r# r5"),
    ("crossed", "passed", "classic r5 r7 r5"),
    ("closed", "passed", "classic r5 r# r4"),
    ("over", "used", "x_change x3 end x2"),
    ("over", "not_fewest", "longo r2 end lr"),
    ("not_active", "used", "lucky_15/2 2:lucky"),
    ("roll_used_up", "used", "x_change/2 1:x3 1:x2"),
    ("crossed", "not_fewest", "bonus_b r2 b12 y11 g9 r2"),
    ("closed", "not_fewest", "longo r2 r# lr"),
    ("passed", "no_neighbour", "big_points r5 r8 ry8 ry6"),
    ("closed", "needs_more", "classic r# r12"),
]


@pytest.mark.parametrize(("first", "second", "line"), SEVERAL_HOLD)
def test_where_two_words_hold_the_first_of_the_order_is_given(first, second, line):
    words = [word.value for word in Refusal]
    assert words.index(first) < words.index(second)
    assert refusal(line) == first


def test_a_refused_token_is_refused_again_and_again():
    for line, tries in itertools.product(ONCE_EACH.values(), (1, 2)):
        assert [refusal(line) for _ in range(tries)] == [refusal(line)] * tries

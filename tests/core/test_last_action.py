"""Rules 6 and 10: the last action, as the rule sheets tell it."""

import pytest

from tests.support.core.line_questions import opened, penalties, position, totals
from tests.support.strategies import refusal

THREE_ROWS = opened("classic/3", "ryg")
"""Fifteen rolls are over: seat 1 is active, all have 15 points in red, yellow and green."""
FINISH_TURN = opened("classic/3+finish-turn", "ryg")
RED_GONE = f"{THREE_ROWS} 1:r12 /"
"""Red was closed in the roll before: seat 2 is active."""


def test_the_second_closed_row_ends_the_game_even_if_two_seats_close_one_each():
    assert position(f"{RED_GONE} 3:y12").over
    assert position(f"{THREE_ROWS} 2:r12 3:y12").over


def test_the_second_action_is_not_played_after_the_second_row_closed_in_the_first():
    assert refusal(f"{RED_GONE} 2:y12 2:b12") == "over"
    assert refusal(f"{RED_GONE} 2:b12 3:y12 2:b11") == "over"


def test_no_penalty_is_given_in_the_roll_in_which_the_second_row_closed():
    assert penalties(f"{RED_GONE} 3:y12 /") == [0, 0, 0]
    assert penalties(f"{RED_GONE} 3:y12 end") == [0, 0, 0]
    assert refusal(f"{RED_GONE} 3:y12 2:-") == "over"


def test_a_penalty_taken_before_stays_and_leaves_no_cross_for_the_last_action():
    assert penalties(f"{RED_GONE} 2:- 3:y12 /") == [0, 1, 0]
    assert refusal(f"{RED_GONE} 2:- 3:y12 2:b12") == "over"


def test_in_the_last_action_everybody_may_enter_one_cross_and_nobody_two():
    line = f"{RED_GONE} 3:y12"
    assert refusal(f"{line} 1:b12 2:b12") is None
    assert refusal(f"{line} 1:b12 1:b11") == "over"
    assert refusal(f"{line} 2:b12 2:b11") == "over"
    assert refusal(f"{line} 3:b12") == "over"


def test_three_rows_may_close_in_one_action():
    line = f"{THREE_ROWS} 1:r12 2:y12 3:g2"
    assert position(line).closed == {"r", "y", "g"}
    assert totals(f"{line} /") == [28 + 15 + 15] * 3


@pytest.mark.parametrize("close", ["/", "end"])
def test_the_last_cross_is_entered_before_the_last_action_is_closed_and_not_after(close):
    line = f"{RED_GONE} 3:y12"
    assert refusal(f"{line} 1:g2 {close}") is None
    assert refusal(f"{line} {close} 1:g2") == "over"


# A fourth penalty (rule 6)

MISSED = "1:- / 2:b12 / 3:b12 / 1:- / 2:b11 / 3:b11 / 1:- / 2:b10 / 3:b10 /"
"""Seat 1 has three penalties and is active; the others have crossed in blue."""
FOURTH = f"{THREE_ROWS} {MISSED} 1:-"


def test_after_a_fourth_penalty_others_enter_the_cross_of_the_white_dice_locks_included():
    assert refusal(f"{FOURTH} 2:b9 3:r12") is None
    assert position(f"{FOURTH} 2:r12 3:y12").closed == {"r", "y"}
    assert refusal(f"{THREE_ROWS} {MISSED} 2:b9 1:- 2:b8") == "over"
    assert refusal(f"{FOURTH} 1:b9") == "over"


@pytest.mark.parametrize("close", ["/", "end"])
def test_a_slash_or_end_closes_the_action_of_a_fourth_penalty(close):
    assert refusal(f"{FOURTH} 2:b9 {close}") is None
    assert refusal(f"{FOURTH} {close} 2:b9") == "over"
    assert refusal(f"{FOURTH} {close} {close}") == "over"
    assert penalties(f"{FOURTH} {close}") == [4, 0, 0]


def test_a_slash_that_brings_the_fourth_penalty_leaves_no_last_action():
    line = f"{THREE_ROWS} {MISSED} /"
    assert position(line).settled
    assert refusal(f"{line} 2:b9") == "over"


def test_the_slash_is_known_to_bring_the_fourth_penalty_only_in_an_idle_roll():
    idle = f"{THREE_ROWS} {MISSED}"
    assert position(idle).idle_roll_ends_game
    for entry in ("1:b9", "1:-", "1:out", "/"):
        assert not position(f"{idle} {entry}").idle_roll_ends_game


def test_with_the_penalty_undone_the_others_crosses_stand_and_the_game_goes_on():
    assert not position(f"{FOURTH} 2:r12 1:undo").over
    assert refusal(f"{FOURTH} 2:b9 1:undo 1:b9 1:b8 /") is None
    assert position(f"{FOURTH} 2:r12 3:y12 1:undo").over


def test_who_sits_out_has_no_last_action_and_the_game_is_settled_once_all_have_crossed():
    line = f"{THREE_ROWS} {MISSED} 3:out 1:-"
    assert refusal(f"{line} 3:b9") == "over"
    assert not position(line).settled
    assert position(f"{line} 2:b9").settled


# The option finish-turn


def test_with_finish_turn_the_second_action_is_played_and_the_slash_ends_the_game():
    line = f"{FINISH_TURN} 2:r12 3:y12"
    assert not position(line).over
    assert refusal(f"{line} 1:b12 1:b11") is None
    assert refusal(f"{line} 1:b12 1:b11 1:b10") == "roll_used_up"
    assert position(f"{line} 1:b12 1:b11 /").over
    assert refusal(f"{line} / 1:b12") == "over"


def test_with_finish_turn_a_misthrow_of_the_last_roll_counts():
    assert penalties(f"{FINISH_TURN} 2:r12 3:y12 /") == [1, 0, 0]
    assert penalties(f"{FINISH_TURN} 2:r12 3:y12 1:- /") == [1, 0, 0]
    assert penalties(f"{FINISH_TURN} 1:r12 2:y12 /") == [0, 0, 0]


def test_with_finish_turn_a_fourth_penalty_leaves_the_others_their_cross():
    line = f"{FINISH_TURN} {MISSED} 1:-"
    assert refusal(f"{line} 2:b9 3:r12 2:b8") == "over"
    assert refusal(f"{line} 2:b9 3:r12 /") is None


def test_with_finish_turn_rules_7_and_9_hold_to_the_slash():
    assert refusal(f"{FINISH_TURN} 2:r12 3:y12 3:b12") == "roll_used_up"
    assert refusal(f"{FINISH_TURN} 1:b12 2:r12 3:y12 1:r12") == "closed"
    assert refusal(f"{FINISH_TURN} 1:b12 2:r12 3:y12 1:b11") is None

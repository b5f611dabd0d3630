"""Rules 6 and 10: the last action, as the rule sheets tell it."""

import pytest

from tests.support.core.line_questions import opened, penalties, position, totals
from tests.support.strategies import refusal

THREE_ROWS = opened("classic/3", "ryg")
"""Fifteen rolls are over: seat 1 is active, all have 15 points in red, yellow and green."""
FINISH_TURN = opened("classic/3+finish-turn", "ryg")
RED_GONE = f"{THREE_ROWS} 1:r12 /"
"""Red was closed in the roll before: seat 2 is active."""


def test_second_closed_row_ends_game_across_seats():
    assert position(f"{RED_GONE} 3:y12").is_over
    assert position(f"{THREE_ROWS} 2:r12 3:y12").is_over


def test_second_action_is_refused_after_second_lock():
    assert refusal(f"{RED_GONE} 2:y12 2:b12") == "over"
    assert refusal(f"{RED_GONE} 2:b12 3:y12 2:b11") == "over"


def test_final_roll_gives_no_penalty():
    assert penalties(f"{RED_GONE} 3:y12 /") == [0, 0, 0]
    assert penalties(f"{RED_GONE} 3:y12 end") == [0, 0, 0]
    assert refusal(f"{RED_GONE} 3:y12 2:-") == "over"


def test_earlier_penalty_uses_up_the_last_action():
    assert penalties(f"{RED_GONE} 2:- 3:y12 /") == [0, 1, 0]
    assert refusal(f"{RED_GONE} 2:- 3:y12 2:b12") == "over"


def test_last_action_allows_one_cross_per_seat():
    line = f"{RED_GONE} 3:y12"
    assert refusal(f"{line} 1:b12 2:b12") is None
    assert refusal(f"{line} 1:b12 1:b11") == "over"
    assert refusal(f"{line} 2:b12 2:b11") == "over"
    assert refusal(f"{line} 3:b12") == "over"


def test_three_rows_can_close_in_one_action():
    line = f"{THREE_ROWS} 1:r12 2:y12 3:g2"
    assert position(line).closed_rows == {"r", "y", "g"}
    assert totals(f"{line} /") == [28 + 15 + 15] * 3


@pytest.mark.parametrize("close", ["/", "end"])
def test_last_cross_must_precede_the_closing_entry(close):
    line = f"{RED_GONE} 3:y12"
    assert refusal(f"{line} 1:g2 {close}") is None
    assert refusal(f"{line} {close} 1:g2") == "over"


# A fourth penalty (rule 6)

MISSED = "1:- / 2:b12 / 3:b12 / 1:- / 2:b11 / 3:b11 / 1:- / 2:b10 / 3:b10 /"
"""Seat 1 has three penalties and is active; the others have crossed in blue."""
FOURTH = f"{THREE_ROWS} {MISSED} 1:-"


def test_fourth_penalty_leaves_others_one_cross():
    assert refusal(f"{FOURTH} 2:b9 3:r12") is None
    assert position(f"{FOURTH} 2:r12 3:y12").closed_rows == {"r", "y"}
    assert refusal(f"{THREE_ROWS} {MISSED} 2:b9 1:- 2:b8") == "over"
    assert refusal(f"{FOURTH} 1:b9") == "over"


@pytest.mark.parametrize("close", ["/", "end"])
def test_slash_or_end_closes_fourth_penalty_action(close):
    assert refusal(f"{FOURTH} 2:b9 {close}") is None
    assert refusal(f"{FOURTH} {close} 2:b9") == "over"
    assert refusal(f"{FOURTH} {close} {close}") == "over"
    assert penalties(f"{FOURTH} {close}") == [4, 0, 0]


def test_slash_with_fourth_penalty_leaves_no_last_action():
    line = f"{THREE_ROWS} {MISSED} /"
    assert position(line).is_settled
    assert refusal(f"{line} 2:b9") == "over"


def test_only_an_idle_roll_predicts_the_fourth_penalty():
    idle = f"{THREE_ROWS} {MISSED}"
    assert position(idle).idle_roll_ends_game
    for entry in ("1:b9", "1:-", "1:out", "/"):
        assert not position(f"{idle} {entry}").idle_roll_ends_game


def test_undone_fourth_penalty_resumes_the_game():
    assert not position(f"{FOURTH} 2:r12 1:undo").is_over
    assert refusal(f"{FOURTH} 2:b9 1:undo 1:b9 1:b8 /") is None
    assert position(f"{FOURTH} 2:r12 3:y12 1:undo").is_over


# The option finish-turn


def test_finish_turn_plays_second_action_until_slash():
    line = f"{FINISH_TURN} 2:r12 3:y12"
    assert not position(line).is_over
    assert refusal(f"{line} 1:b12 1:b11") is None
    assert refusal(f"{line} 1:b12 1:b11 1:b10") == "roll_used_up"
    assert position(f"{line} 1:b12 1:b11 /").is_over
    assert refusal(f"{line} / 1:b12") == "over"


def test_finish_turn_counts_penalty_of_last_roll():
    assert penalties(f"{FINISH_TURN} 2:r12 3:y12 /") == [1, 0, 0]
    assert penalties(f"{FINISH_TURN} 2:r12 3:y12 1:- /") == [1, 0, 0]
    assert penalties(f"{FINISH_TURN} 1:r12 2:y12 /") == [0, 0, 0]


def test_finish_turn_fourth_penalty_leaves_others_a_cross():
    line = f"{FINISH_TURN} {MISSED} 1:-"
    assert refusal(f"{line} 2:b9 3:r12 2:b8") == "over"
    assert refusal(f"{line} 2:b9 3:r12 /") is None


def test_finish_turn_keeps_rules_7_and_9():
    assert refusal(f"{FINISH_TURN} 2:r12 3:y12 3:b12") == "roll_used_up"
    assert refusal(f"{FINISH_TURN} 1:b12 2:r12 3:y12 1:r12") == "closed"
    assert refusal(f"{FINISH_TURN} 1:b12 2:r12 3:y12 1:b11") is None

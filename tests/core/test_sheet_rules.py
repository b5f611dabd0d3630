"""Rules 1 to 6: what is legal on one sheet, in the words of the rule sheets."""

from tests.support.core.line_questions import position, sheet
from tests.support.strategies import refusal

FIVE_IN = {"r": "r2 r3 r4 r5 r6", "y": "y2 y3 y4 y5 y6", "g": "g12 g11 g10 g9 g8"}
LOCK_RED, LOCK_YELLOW = f"{FIVE_IN['r']} r12", f"{FIVE_IN['y']} y12"


def test_four_three_eight_and_seven_crosses_with_two_penalties_make_seventy():
    crosses = "r2 r3 r4 r5 y2 y3 y4 g12 g11 g10 g9 g8 g7 g6 g5 b12 b11 b10 b9 b8 b7 b6"
    done = sheet(f"classic {crosses} - -")
    assert [done.crosses(row) for row in range(4)] == [4, 3, 8, 7]
    assert done.sum_line.rows == (10, 6, 36, 28)
    assert done.total == 70


def test_numbers_are_crossed_from_left_to_right_and_may_be_left_out_but_not_caught_up_on():
    assert refusal("classic r2 r9") is None
    assert refusal("classic r2 r9 r3") == "passed"


def test_the_last_number_needs_five_crosses_before_it_in_that_row():
    assert refusal("classic g12 g11 g10 g9 g2") == "needs_more"
    assert refusal(f"classic {FIVE_IN['g']} g2") is None
    assert refusal(f"classic {FIVE_IN['y']} r12") == "needs_more"


def test_the_last_number_brings_the_lock_which_counts_as_one_cross():
    done = sheet(f"classic {LOCK_RED}")
    assert done.locked(0)
    assert done.crosses(0) == 7
    assert done.total == 28


def test_in_a_row_closed_by_another_nothing_more_is_crossed():
    assert refusal("classic r5 r# r7") == "closed"
    assert refusal(f"classic {FIVE_IN['r']} r# r12") == "closed"


def test_a_penalty_costs_five():
    assert [sheet(f"classic{' -' * n}").total for n in range(5)] == [0, -5, -10, -15, -20]


def test_the_fourth_penalty_ends_the_game_at_once():
    assert not position("classic - - -").over
    assert position("classic - - - -").over
    for token in ("r5", "-", "r#"):
        assert refusal(f"classic - - - - {token}") == "over"


def test_the_second_closed_row_ends_the_game_whoever_closed_it():
    for closed in ("r#", LOCK_RED):
        assert not position(f"classic {closed}").over
        assert position(f"classic {closed} y#").over
        assert position(f"classic {closed} {LOCK_YELLOW}").over


def test_when_another_ends_the_game_the_cross_of_the_same_action_may_still_be_entered():
    assert refusal("classic r# y# g12") is None
    assert refusal("classic r# y# g12 g11") == "over"
    assert refusal(f"classic {LOCK_RED} y# g12") is None


def test_the_cross_of_the_same_action_may_be_a_lock_so_a_third_row_can_close():
    line = f"classic {FIVE_IN['g']} r# y# g2"
    assert position(line).closed == {"r", "y", "g"}
    assert sheet(line).total == 28
    assert position(line).over


def test_the_shared_action_is_one_cross_and_nothing_else():
    assert refusal("classic r# y# -") == "over"
    assert refusal("classic r# y# g#") == "over"


def test_end_closes_the_shared_action():
    assert refusal("classic r# y# end g12") == "over"


def test_a_game_can_be_declared_finished_at_any_time():
    assert position("classic end").over
    for token in ("r5", "-", "r#"):
        assert refusal(f"classic r6 end {token}") == "over"

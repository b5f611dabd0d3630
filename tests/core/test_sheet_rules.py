"""Rules 1 to 6: what is legal on one sheet, in the words of the rule sheets."""

from tests.support.core.line_questions import position, sheet
from tests.support.strategies import refusal

FIVE_IN = {"r": "r2 r3 r4 r5 r6", "y": "y2 y3 y4 y5 y6", "g": "g12 g11 g10 g9 g8"}
LOCK_RED = f"{FIVE_IN['r']} r12"
LOCK_YELLOW = f"{FIVE_IN['y']} y12"

# Rule 1


def test_numbers_are_crossed_left_to_right():
    assert refusal("classic r2 r9") is None
    assert refusal("classic r2 r9 r3") == "passed"


# Rule 2


def test_last_number_needs_five_crosses_in_its_row():
    assert refusal("classic g12 g11 g10 g9 g2") == "needs_more"
    assert refusal(f"classic {FIVE_IN['g']} g2") is None
    assert refusal(f"classic {FIVE_IN['y']} r12") == "needs_more"


def test_last_number_crosses_the_lock():
    done = sheet(f"classic {LOCK_RED}")
    assert done.is_locked(0)
    assert done.cross_count(0) == 7
    assert done.total == 28


# Rule 3


def test_closed_row_accepts_no_cross():
    assert refusal("classic r5 r# r7") == "closed"
    assert refusal(f"classic {FIVE_IN['r']} r# r12") == "closed"


# Rule 4


def test_fourth_penalty_ends_the_game():
    assert not position("classic - - -").is_over
    assert position("classic - - - -").is_over
    for token in ("r5", "-", "r#"):
        assert refusal(f"classic - - - - {token}") == "over"


def test_second_closed_row_ends_the_game():
    for closed in ("r#", LOCK_RED):
        assert not position(f"classic {closed}").is_over
        assert position(f"classic {closed} y#").is_over
        assert position(f"classic {closed} {LOCK_YELLOW}").is_over


# Rule 5


def test_rule_sheet_example_scores_seventy():
    crosses = "r2 r3 r4 r5 y2 y3 y4 g12 g11 g10 g9 g8 g7 g6 g5 b12 b11 b10 b9 b8 b7 b6"
    done = sheet(f"classic {crosses} - -")
    assert [done.cross_count(row) for row in range(4)] == [4, 3, 8, 7]
    assert done.points_line.rows == (10, 6, 36, 28)
    assert done.total == 70


def test_penalty_costs_five_points():
    assert [sheet(f"classic{' -' * n}").total for n in range(5)] == [0, -5, -10, -15, -20]


# Rule 6


def test_same_action_allows_one_cross_after_the_end():
    assert refusal("classic r# y# g12") is None
    assert refusal("classic r# y# g12 g11") == "over"
    assert refusal(f"classic {LOCK_RED} y# g12") is None


def test_same_action_can_close_a_third_row():
    line = f"classic {FIVE_IN['g']} r# y# g2"
    assert position(line).closed_rows == {"r", "y", "g"}
    assert sheet(line).total == 28
    assert position(line).is_over


def test_same_action_allows_crosses_only():
    assert refusal("classic r# y# -") == "over"
    assert refusal("classic r# y# g#") == "over"


def test_end_closes_the_same_action():
    assert refusal("classic r# y# end g12") == "over"


def test_end_is_accepted_at_any_time():
    assert position("classic end").is_over
    for token in ("r5", "-", "r#"):
        assert refusal(f"classic r6 end {token}") == "over"

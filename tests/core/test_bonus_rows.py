"""Big Points: bonus rows between the coloured ones."""

from tests.support.core.line_questions import penalties, row
from tests.support.strategies import refusal


def test_bonus_cell_needs_its_number_in_adjacent_row():
    assert refusal("big_points ry5") == "no_neighbour"
    assert refusal("big_points g5 ry5") == "no_neighbour"
    for crosses in ("r5 ry5", "y5 ry5", "g5 gb5", "b5 gb5"):
        assert refusal(f"big_points {crosses}") is None


def test_bonus_row_runs_left_to_right():
    assert refusal("big_points r5 r8 ry8 ry5") == "passed"
    assert refusal("big_points g8 g5 gb8 gb5") is None
    assert refusal("big_points r5 ry5 ry5") == "crossed"


def test_bonus_cross_counts_for_both_adjacent_rows():
    line = "big_points r5 ry5 y6 ry6"
    assert [row(line, letter)["crosses"] for letter in ("r", "y", "g", "ry")] == [3, 3, 0, 2]
    assert [row(line, letter)["points"] for letter in ("r", "y", "g", "ry")] == [6, 6, 0, 0]


def test_bonus_cross_does_not_unlock_the_row():
    assert refusal("big_points r2 r3 r4 r5 ry2 ry3 r12") == "needs_more"


def test_bonus_cross_uses_up_the_roll():
    assert refusal("big_points/2 1:r5 / 1:ry5 1:b12") == "roll_used_up"
    assert refusal("big_points/2 1:r5 / / 1:ry5 1:-") == "crossed_this_roll"
    assert penalties("big_points/2 1:r5 / / 1:ry5 /")[0] == 0


def test_row_points_stop_at_fifteen_crosses():
    numbers = range(2, 13)
    crosses = [f"r{n}" for n in numbers] + [f"ry{n}" for n in numbers]
    lines = [" ".join(("big_points", *crosses[:n])) for n in range(11, 20)]
    worth = [row(line, "r")["points"] for line in lines]
    assert worth == [78, 91, 105, 120, 120, 120, 120, 120, 120]

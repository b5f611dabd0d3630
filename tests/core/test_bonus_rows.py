"""Big Points: bonus rows between the coloured ones."""

import pytest
from strategies import played, refusal

ROWS = "rygb"


def row(line, letter):
    sheet = played(line).position.sheets[0]
    return sheet.sum_line.rows[sheet.layout.row_index(letter)]


def test_a_bonus_cell_needs_its_number_crossed_in_a_row_beside_it():
    assert refusal("big_points ry5") == "no_neighbour"
    assert refusal("big_points g5 ry5") == "no_neighbour"
    for beside in ("r5", "y5"):
        assert refusal(f"big_points {beside} ry5") is None
    for beside in ("g5", "b5"):
        assert refusal(f"big_points {beside} gb5") is None


def test_the_neighbour_may_have_been_crossed_in_the_same_roll():
    assert refusal("big_points/2 1:r5 1:ry5") is None


def test_a_bonus_row_runs_left_to_right():
    assert refusal("big_points r5 r8 ry8 ry5") == "passed"
    assert refusal("big_points g8 g5 gb8 gb5") is None
    assert refusal("big_points r5 ry5 ry5") == "crossed"


def test_a_bonus_cross_counts_for_both_rows_beside_it():
    line = "big_points r5 ry5"
    assert (row(line, "r"), row(line, "y"), row(line, "g"), row(line, "ry")) == (3, 1, 0, 0)


def test_a_bonus_row_has_the_crosses_that_are_in_it():
    sheet = played("big_points r5 ry5 y6 ry6").position.sheets[0]
    assert [sheet.crosses(sheet.layout.row_index(letter)) for letter in ("r", "ry")] == [3, 2]


def test_a_bonus_cross_does_not_count_towards_the_five():
    assert refusal("big_points r2 r3 r4 r5 ry2 ry3 r12") == "needs_more"
    assert refusal("big_points r2 r3 r4 r5 r6 r12") is None


def test_a_bonus_row_stays_open_when_the_rows_beside_it_close():
    assert refusal("big_points r5 r# ry5") is None
    assert refusal("big_points r2 r3 r4 r5 r6 r12 ry5") is None


def test_a_bonus_cross_is_a_cross_of_the_roll():
    assert refusal("big_points/2 1:r5 / 1:ry5 1:b12") == "roll_used_up"
    assert refusal("big_points/2 1:r5 / / 1:ry5 1:-") == "crossed_this_roll"
    assert played("big_points/2 1:r5 / / 1:ry5 /").position.sheets[0].penalties == 0


def test_a_row_counts_fifteen_crosses_at_most():
    numbers = range(2, 13)
    crosses = [f"r{n}" for n in numbers] + [f"ry{n}" for n in numbers]
    points = [row(" ".join(("big_points", *crosses[:n])), "r") for n in range(11, 20)]
    assert points == [78, 91, 105, 120, 120, 120, 120, 120, 120]


@pytest.mark.parametrize("sheet", ["classic", "mixx_a", "double_a", "longo"])
def test_no_other_sheet_has_bonus_cells(sheet):
    assert refusal(f"{sheet} r5 ry5") == "no_such_cell"

"""Connected: chains that cross two cells at once, and steps that count once more."""

from tests.support.core.line_questions import crossed, sheet


def test_linked_cell_crosses_its_other_end_only():
    assert crossed("chain_a r6") == {"r": "6", "y": "6", "g": "", "b": ""}
    assert crossed("chain_a y6")["r"] == "6"
    assert sheet("chain_a r6").points_line.rows == (1, 1, 0, 0)


def test_linked_cell_is_crossed_in_passed_and_closed_rows():
    assert crossed("chain_a y8 r6")["y"] == "6 8"
    assert crossed("chain_a y# r6")["y"] == "6"
    assert crossed("chain_a y2 y3 y4 y5 y7 y12 r6")["y"] == "2 3 4 5 6 7 12"


def test_each_seat_has_its_own_sheet():
    line = "chain_a,chain_c/2 1:r6 2:r6"
    assert crossed(line, 1)["y"] == "6"
    assert crossed(line, 2)["y"] == ""
    assert crossed("chain_a,chain_c/2 2:r3", 2)["y"] == "3"


def test_crossed_steps_add_points_by_the_table():
    assert sheet("steps_a y2 g11 b10").points_line.extra_points == 6
    assert sheet("steps_a y2 g11 b10").total == 3 + 6
    assert sheet("steps_a y3 r2").points_line.extra_points == 0

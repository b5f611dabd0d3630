"""Double: numbers that count twice."""

from tests.support.core.line_questions import row
from tests.support.strategies import refusal


def points(line):
    return row(line, "r")["points"]


def test_last_crossed_number_can_be_crossed_twice():
    assert points("double_a r5 r5") == 3
    assert refusal("double_a r5 r5 r5") == "crossed"
    assert refusal("double_a r5 r6 r5") == "crossed"
    assert refusal("double_a r5 y6 r5") is None


def test_lock_needs_seven_crosses_counting_double_ones():
    assert refusal("double_a r2 r3 r4 r5 r6 r7 r12") == "needs_more"
    assert refusal("double_a r2 r2 r3 r3 r4 r4 r12") == "needs_more"
    assert refusal("double_a r2 r2 r3 r3 r4 r4 r5 r12") is None


def test_row_points_stop_at_sixteen_crosses():
    tokens = " ".join(f"r{n} r{n}" for n in range(2, 10))
    assert points(f"double_a {tokens}") == 136
    assert points(f"double_a {tokens} r10 r10 r12") == 136


# Side B


def test_double_cell_counts_two_crosses():
    assert points("double_b r3") == 3
    assert points("double_b r2") == 1
    assert refusal("double_b r3 r3") == "crossed"


def test_double_cell_counts_twice_towards_the_lock():
    assert refusal("double_b r3 r5 r9 r12") == "needs_more"
    assert refusal("double_b r2 r3 r5 r9 r12") is None
    assert refusal("double_b g10 g8 g6 g3 g2") is None

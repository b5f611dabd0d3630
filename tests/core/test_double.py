"""Double: numbers that count twice."""

from tests.support.core.line_questions import row
from tests.support.strategies import refusal


def points(line):
    return row(line, "r")["points"]


def test_the_last_crossed_number_may_be_crossed_once_more():
    assert points("double_a r5 r5") == 3
    assert refusal("double_a r5 r5 r5") == "crossed"
    assert refusal("double_a r5 r6 r5") == "crossed"
    assert refusal("double_a r5 y6 r5") is None


def test_seven_crosses_are_needed_second_ones_count():
    assert refusal("double_a r2 r3 r4 r5 r6 r7 r12") == "needs_more"
    assert refusal("double_a r2 r2 r3 r3 r4 r4 r12") == "needs_more"
    assert refusal("double_a r2 r2 r3 r3 r4 r4 r5 r12") is None


def test_a_row_counts_sixteen_crosses_at_most():
    tokens = " ".join(f"r{n} r{n}" for n in range(2, 10))
    assert points(f"double_a {tokens}") == 136
    assert points(f"double_a {tokens} r10 r10 r12") == 136


# Side B


def test_a_double_cell_gives_two_crosses_at_once():
    assert points("double_b r3") == 3
    assert points("double_b r2") == 1
    assert refusal("double_b r3 r3") == "crossed"


def test_both_crosses_of_a_double_cell_count_towards_the_seven():
    assert refusal("double_b r3 r5 r9 r12") == "needs_more"
    assert refusal("double_b r2 r3 r5 r9 r12") is None
    assert refusal("double_b g10 g8 g6 g3 g2") is None

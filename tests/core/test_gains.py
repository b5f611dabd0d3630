"""What the next cross adds to the total of a sheet, with all that it forces."""

import pytest

from qwixx_pad.core.effects import forced, gain, next_gains
from tests.support.core.line_questions import sheet
from tests.support.strategies import entry


def next_of(line, letter="r", closed=""):
    page = sheet(line)
    return next_gains(page, closed)[page.layout.index_of(letter)]


def worth(line, token):
    return gain(sheet(line), entry(token).move)


def brought(line, token):
    layout, places = sheet(line).layout, forced(sheet(line), entry(token).move)
    return " ".join(f"{layout.rows[at.row].letter}{layout.cell(at).label}" for at in places)


@pytest.mark.parametrize(
    ("line", "adds"),
    [
        ("classic", 1),
        ("classic r2 r3 r4 r5 r6", 6),
        ("classic r2 r3 r4 r5 r11", 6 + 7),
        ("classic r11", None),
        ("classic r2 r3 r4 r5 r6 r12", None),
        ("classic r#", None),
    ],
)
def test_it_is_the_number_of_the_cross_and_a_lock_counts_with_its_own(line, adds):
    assert next_of(line, closed="r" if "#" in line else "") == adds


def test_it_is_the_least_that_a_cross_adds_wherever_in_the_row_it_is_made():
    assert next_of("double_b") == 1
    assert next_of("double_b r2 r4 r6 r7 r8 r10") == 7 + 8
    assert next_of("bonus_a") == 1
    assert next_of("steps_a r6") == 2


def test_a_second_cross_is_a_next_one_too():
    assert next_of("double_a r11") == 2
    assert next_of("double_a r11 r11") is None


def test_above_the_most_that_count_a_cross_adds_nothing():
    full = "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11"
    bonus = "ry2 ry3 ry4 ry5 ry6"
    assert next_of(f"big_points {full} {bonus}") == 0
    assert next_of(f"longo {full} r12 r13 r14") == 14 + 15


def test_a_bonus_cross_is_worth_what_it_adds_to_both_rows_beside_it():
    assert worth("big_points r5 r6 y5", "ry5") == 3 + 2
    assert next_of("big_points r5 ry5") == 3
    assert next_of("big_points r5", "ry") is None


def test_a_row_that_counts_twice_is_worth_twice():
    assert next_of("bonus_b r8 b10 b9 y2 y4 g12 g11") == 2 * 2
    assert next_of("bonus_b r8 b10 y2 y4 g12 g11") == 2 - 1 + 1
    assert next_of("bonus_b r8 b10 y2 g12", "y") == 2


def test_a_gain_counts_what_the_cross_forces():
    assert worth("chain_a", "r6") == 2
    assert worth("bonus_b r6", "b4") == 1 + 13
    assert worth("bonus_b y3 - -", "g5") == 1 + 10
    assert worth("bonus_b r2 b12 y11 g9", "pr") == 2 + 3
    assert worth("lucky_15 lucky", "lucky") == 6
    assert worth("classic", "-") == -5


def test_what_is_forced_comes_in_its_order():
    assert brought("bonus_a", "r3") == "bar0 r4"
    assert brought("bonus_a r3 y4", "b10") == "bar1 y5 bar2 g12"
    assert brought("chain_a", "r6") == "y6"
    assert brought("bonus_b y7", "b7") == "r2 y8 g12 b6"
    assert brought("bonus_b r2 b12 y11 g9", "pr") == "r3 r4"
    assert not brought("classic", "r3")

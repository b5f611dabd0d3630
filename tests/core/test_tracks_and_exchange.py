"""X-Change's pairs, the lucky track of Lucky 15, the connection fields of Connect 15."""

import pytest

from tests.support.core.line_questions import penalties, row, sheet
from tests.support.strategies import refusal

# X-Change


def test_exchange_pair_skips_those_before_it():
    assert list(row("x_change x3", "x")["cells"].values())[:5] == [
        *("skipped", "skipped", "skipped", "crossed", "open"),
    ]
    for lost in ("x2", "x3"):
        assert refusal(f"x_change x3 {lost}") == "used"
    assert refusal("x_change x3 x4") is None
    assert refusal("x_change x9") == "no_such_cell"


def test_exchange_is_once_per_roll_before_crosses():
    assert refusal("x_change/2 1:x0 1:x1") == "roll_used_up"
    assert refusal("x_change/2 1:r5 1:x0") == "roll_used_up"
    assert refusal("x_change/2 1:x0 2:x0") is None
    assert refusal("x_change/2 1:x0 1:r5 / 1:x1") is None


def test_exchange_is_not_a_cross():
    assert penalties("x_change/2 1:x0 /")[0] == 1
    assert refusal("x_change/2 1:x0 1:-") is None
    assert refusal("x_change/2 1:x0 1:r5 1:r6") is None


# Lucky 15


@pytest.mark.parametrize(("times", "points"), [*enumerate((0, 5, 11, 18, 25))])
def test_lucky_track_adds_its_highest_field(times, points):
    line = " ".join(("lucky_15", *["lucky"] * times))
    assert sheet(line).points_line.extra_points == points
    assert (refusal(f"{line} lucky") == "used") is (times == 4)


def test_lucky_track_is_the_only_entry_of_roll():
    assert refusal("lucky_15/2 2:lucky") == "not_active"
    assert refusal("lucky_15/2 1:r5 1:lucky") == "roll_used_up"
    assert refusal("lucky_15/2 1:lucky 1:r5") == "roll_used_up"
    assert refusal("lucky_15/2 1:- 1:lucky") == "roll_used_up"
    assert refusal("lucky_15/2 1:lucky 1:lucky") == "roll_used_up"


# Connect 15


def test_connection_fields_follow_left_to_right_order():
    assert list(row("connect_15", "r")["cells"])[:6] == ["2", "3", "c0", "4", "5", "6"]
    assert refusal("connect_15 r3 cr0 r4") is None
    assert refusal("connect_15 r4 cr0") == "passed"
    assert refusal("connect_15 cr0 r3") == "passed"
    assert refusal("connect_15 cr0 cr0") == "crossed"
    assert refusal("connect_15 cr3") == "no_such_cell"


def test_connection_field_scores_but_does_not_unlock():
    assert row("connect_15 r2 cr0", "r")["points"] == 3
    assert refusal("connect_15 r2 r3 cr0 r4 r5 r12") == "needs_more"
    assert refusal("connect_15 r2 r3 cr0 r4 r5 r6 r12") is None


def test_connect_row_stops_at_fifteen_crosses():
    cells = list(row("connect_15", "g")["cells"])
    tokens = [f"cg{cell[1:]}" if cell[0] == "c" else f"g{cell}" for cell in cells]
    full = row(" ".join(("connect_15", *tokens)), "g")
    assert (full["crosses"], full["points"]) == (15, 120)

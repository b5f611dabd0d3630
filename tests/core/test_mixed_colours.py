"""Mixx: colours mixed on one side, numbers on the other; the rules are the old ones."""

from qwixx_pad.layouts import installed_layouts
from tests.support.core.line_questions import position, sheet
from tests.support.strategies import refusal


def test_row_letter_is_its_lock_color():
    red, yellow, *_ = installed_layouts()["mixx_a"].rows
    assert "".join(cell.color for cell in red.cells) == "yyybbbgggrr"
    assert yellow.cells[0].color == "r"


def test_rows_close_and_score_regardless_of_color():
    assert refusal("mixx_a r# r2") == "closed"
    assert refusal("mixx_a r# y2") is None
    assert sheet("mixx_a r2 r5 r8").points_line.rows == (6, 0, 0, 0)


def test_left_to_right_follows_position_not_number():
    assert refusal("mixx_b r10 r2 r12") is None
    assert refusal("mixx_b r2 r10") == "passed"


def test_last_printed_number_locks():
    for token in ("r11", "y10", "g3", "b4"):
        assert refusal(f"mixx_b {token}") == "needs_more"
    assert position("mixx_b r10 r6 r2 r8 r3 r11").closed_rows == {"r"}

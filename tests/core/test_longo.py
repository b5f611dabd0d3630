"""Longo: rows of fifteen, two cells that lock, lucky numbers."""

import pytest

from tests.support.core.line_questions import crossed, position, sheet
from tests.support.strategies import refusal

SIX = "r2 r3 r4 r5 r6 r7"


@pytest.mark.parametrize("token", ["r15", "r16"])
def test_either_last_cell_locks_after_six_crosses(token):
    assert refusal(f"longo r2 r3 r4 r5 r6 {token}") == "needs_more"
    assert position(f"longo {SIX} {token}").closed_rows == {"r"}
    assert sheet(f"longo {SIX} {token}").cross_count(0) == 8


def test_full_row_counts_fifteen_crosses():
    line = "longo " + " ".join(f"r{n}" for n in range(2, 16))
    assert sheet(line).points_line.rows[0] == 120


def test_lucky_number_crosses_a_row_with_fewest():
    assert crossed("longo r5 y3 g16 b16 lr")["r"] == "5 6"
    assert refusal("longo r5 lr") == "not_fewest"
    assert refusal("longo r5 ly") is None


def test_undo_of_lock_a_lucky_number_needs_is_refused():
    """With red open again red would have the fewest."""
    start = "longo/2 1:y2 2:r2 / 1:g16 2:r3 / 1:b16 2:r4 / 2:r5 / 1:- 2:r6 / 2:r7 /"
    line = f"{start} 1:g15 2:r16 1:ly"
    assert refusal(f"{line} 2:undo") == "nothing_to_undo"
    assert refusal(f"{line} 1:undo 2:undo") is None


def test_lucky_number_locks_only_after_six_crosses():
    almost = "r2 r3 r4 r5 r14 y2 y3 y4 y5 y6 g16 g15 g14 g13 g12 b16 b15 b14 b13 b12"
    assert refusal(f"longo {almost} lr") == "needs_more"
    ready = "r2 r3 r4 r5 r6 r14 y2 y3 y4 y5 y6 y7 g16 g15 g14 g13 g12 g11 b16 b15 b14 b13 b12 b11"
    assert position(f"longo {ready} lr").closed_rows == {"r"}

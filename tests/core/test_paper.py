"""Sheets copied from paper (rule 13), without turns and without an end."""

import pytest

from tests.support.core.line_questions import applied, row, shown, totals
from tests.support.strategies import refusal


def test_seats_enter_in_any_order_without_limit():
    assert refusal("classic/3+paper 3:r2 1:r5 3:r3 3:r4 1:r6 2:-") is None
    assert refusal("classic+paper r2 r3 r4") is None


def test_rows_keep_order_and_lock_rules():
    assert refusal("classic+paper r5 r4") == "passed"
    assert refusal("classic+paper r5 r5") == "crossed"
    assert refusal("classic+paper r5 r12") == "needs_more"


def test_cell_right_of_own_lock_is_closed():
    locked = "longo+paper r2 r3 r4 r5 r6 r7 r15"
    assert refusal(f"{locked} r16") == "closed"
    assert refusal(f"{locked} r14") == "passed"


def test_lock_of_another_seat_leaves_cells_open():
    line = "classic/2+paper 2:r2 2:r3 2:r4 2:r5 2:r6 2:r12"
    assert refusal(f"{line} 1:r5") is None
    assert shown(line)["closed"] == ["r"]
    assert row(line, "r", seat=1)["cells"]["12"] == "open"
    assert row(line, "r", seat=2)["cells"]["7"] == "skipped"


def test_only_end_ends_the_game():
    line = "classic/2+paper 1:- 1:- 1:- 1:-"
    assert refusal(f"{line} 1:r5") is None
    assert refusal(f"{line} 1:-") == "no_penalty_left"
    assert refusal(f"{line} end 1:r5") == "over"
    assert refusal(f"{line} end end") == "over"
    assert refusal(f"{line} end undo") is None


@pytest.mark.parametrize("token", ["/", "r#", "1:r#", "1:out", "1:in", "1:@!", "r5"])
def test_roll_tokens_are_syntax_errors(token):
    assert refusal(f"on_board/2+paper {token}") == "syntax"


def test_pawn_moves_freely_on_any_seat():
    assert refusal("on_board/2+paper 2:@7 2:@3 1:@20") is None
    assert refusal("on_board/2+paper 2:@21") == "no_such_cell"


def test_seat_undo_removes_its_last_entry():
    assert applied("classic/2+paper 1:r5 2:y5 2:y6 1:undo") == "2:y5 2:y6"
    assert refusal("classic/2+paper 1:r5 2:y5 1:undo 1:undo") == "nothing_to_undo"
    assert totals("classic/2+paper 1:r5 2:y5 1:undo 1:redo") == [1, 1]


def test_effects_are_not_forced():
    assert totals("bonus_a+paper y5") == [1]
    assert totals("chain_a+paper r6") == [1]
    assert refusal("bonus_b+paper r2 b12 y11 g9 r3") is None
    assert refusal("bonus_b+paper r2 b12 y11 g9 pr") == "not_fewest"


def test_no_seat_is_active_and_roll_is_one():
    report = shown("classic/2+paper 1:r5 2:r6")
    assert (report["layout"], report["active"], report["roll"]) == ("classic", None, 1)

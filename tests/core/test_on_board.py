"""Rule 11: On Board, with a pawn, a third cross, extra points and a last round."""

import pytest

from qwixx_pad.core.notation import HeadError
from tests.support.core.line_questions import penalties, position, totals
from tests.support.strategies import refusal


def test_active_seat_crosses_three_passive_seat_one():
    assert refusal("on_board/2 1:r5 1:y5 1:g5") is None
    assert refusal("on_board/2 1:r5 1:y5 1:g5 1:b5") == "roll_used_up"
    assert refusal("on_board/2 2:r5 2:y5") == "roll_used_up"


def test_on_board_allows_four_seats():
    assert len(position("on_board/4").sheets) == 4
    with pytest.raises(HeadError, match="1 to 4 seats"):
        position("on_board/5")


def test_pawn_space_adds_extra_points():
    assert totals("on_board/2 1:r5 1:@7 1:@12") == [13, 0]
    assert totals("on_board @7") == [7]


def test_pawn_never_moves_backwards():
    assert refusal("on_board/2 1:@7 1:@6") == "backwards"
    assert refusal("on_board/2 1:@7 / / 1:@0") == "backwards"
    assert refusal("on_board/2 1:@7 1:@7") is None
    assert refusal("on_board @7 @6") == "backwards"


def test_pawn_spaces_run_from_zero_to_twenty():
    assert refusal("on_board/2 1:@0") is None
    assert refusal("on_board/2 1:@20") is None
    assert refusal("on_board/2 1:@21") == "no_such_cell"


def test_only_active_seat_moves_its_pawn():
    assert refusal("on_board/2 2:@7") == "not_active"
    assert refusal("on_board/2 2:@!") == "not_active"
    assert refusal("on_board/2 / 2:@7") is None


def test_pawn_move_does_not_prevent_a_penalty():
    assert penalties("on_board/2 1:@7 /") == [1, 0]
    assert refusal("on_board/2 1:@7 1:-") is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pawn_arrival_starts_one_last_round(seats):
    line = f"on_board/{seats} 1:r5 / 2:@!"
    rolls = [position(line + " /" * n) for n in range(seats + 1)]
    assert [p.is_over for p in rolls] == [False] * seats + [True]
    assert [p.active for p in rolls[1:seats]] == [(n % seats) + 1 for n in range(2, seats + 1)]

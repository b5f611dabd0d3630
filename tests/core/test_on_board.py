"""Rule 11: On Board, with a pawn, a third cross, extra points and a last round."""

import pytest

from qwixx_pad.core.notation import HeadError
from tests.support.core.line_questions import penalties, position, totals
from tests.support.strategies import refusal


def test_the_active_seat_crosses_at_most_three_numbers_in_a_roll_and_a_passive_one_one():
    assert refusal("on_board/2 1:r5 1:y5 1:g5") is None
    assert refusal("on_board/2 1:r5 1:y5 1:g5 1:b5") == "roll_used_up"
    assert refusal("on_board/2 2:r5 2:y5") == "roll_used_up"


def test_on_board_is_for_at_most_four():
    assert len(position("on_board/4").sheets) == 4
    with pytest.raises(HeadError, match="1 to 4 seats"):
        position("on_board/5")


def test_the_space_of_the_pawn_is_worth_extra_points():
    assert totals("on_board/2 1:r5 1:@7 1:@12") == [13, 0]
    assert totals("on_board @7") == [7]


def test_the_extra_points_never_go_down():
    assert refusal("on_board/2 1:@7 1:@6") == "backwards"
    assert refusal("on_board/2 1:@7 / / 1:@0") == "backwards"
    assert refusal("on_board/2 1:@7 1:@7") is None
    assert refusal("on_board @7 @6") == "backwards"


def test_extra_points_go_from_nothing_to_twenty():
    assert refusal("on_board/2 1:@0") is None
    assert refusal("on_board/2 1:@20") is None
    assert refusal("on_board/2 1:@21") == "no_such_cell"


def test_only_the_active_seat_moves_its_pawn():
    assert refusal("on_board/2 2:@7") == "not_active"
    assert refusal("on_board/2 2:@!") == "not_active"
    assert refusal("on_board/2 / 2:@7") is None


def test_moving_the_pawn_is_no_cross_so_the_slash_still_gives_a_penalty():
    assert penalties("on_board/2 1:@7 /") == [1, 0]
    assert refusal("on_board/2 1:@7 1:-") is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_other_seat_is_active_once_more_and_then_the_game_is_over(seats):
    line = f"on_board/{seats} 1:r5 / 2:@!"
    rolls = [position(line + " /" * n) for n in range(seats + 1)]
    assert [p.over for p in rolls] == [False] * seats + [True]
    assert [p.active for p in rolls[1:seats]] == [(n % seats) + 1 for n in range(2, seats + 1)]

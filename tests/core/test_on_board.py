"""Rule 11: On Board, with a pawn, a third cross, extra points and a last round."""

import pytest
from strategies import played, refusal, start

from qwixx_pad.core.line import HeadError


def position(line):
    return played(line).position


def test_the_active_seat_crosses_at_most_three_numbers_in_a_roll():
    assert refusal("on_board/2 1:r5 1:y5 1:g5") is None
    assert refusal("on_board/2 1:r5 1:y5 1:g5 1:b5") == "roll_used_up"


def test_a_passive_seat_still_crosses_at_most_one():
    assert refusal("on_board/2 2:r5 2:y5") == "roll_used_up"


def test_on_board_is_for_at_most_four():
    assert len(start("on_board/4").position.sheets) == 4
    with pytest.raises(HeadError, match="1 to 4 seats"):
        start("on_board/5")


def test_the_space_of_the_pawn_is_worth_extra_points():
    assert position("on_board/2 1:@7").sheets[0].total == 7
    assert position("on_board/2 1:r5 1:@7 1:@12").sheets[0].total == 13
    assert position("on_board/2 1:@7").sheets[1].total == 0


def test_the_extra_points_never_go_down():
    assert refusal("on_board/2 1:@7 1:@6") == "backwards"
    assert refusal("on_board/2 1:@7 / / 1:@0") == "backwards"
    assert refusal("on_board/2 1:@7 1:@7") is None


def test_extra_points_go_from_nothing_to_twenty():
    assert refusal("on_board/2 1:@0") is None
    assert refusal("on_board/2 1:@20") is None
    assert refusal("on_board/2 1:@21") == "no_such_cell"


def test_only_the_active_seat_moves_its_pawn():
    assert refusal("on_board/2 2:@7") == "not_active"
    assert refusal("on_board/2 2:@!") == "not_active"
    assert refusal("on_board/2 / 2:@7") is None


def test_moving_the_pawn_is_no_cross_so_the_slash_still_gives_a_penalty():
    assert position("on_board/2 1:@7 /").sheets[0].penalties == 1
    assert refusal("on_board/2 1:@7 1:-") is None


def test_a_pawn_at_the_end_does_not_end_the_roll():
    line = "on_board/3 1:@!"
    assert not position(line).over
    assert refusal(f"{line} 1:r5") is None
    assert refusal(f"{line} 1:@9") is None
    assert refusal(f"{line} 2:r5") is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_other_seat_is_active_once_more_and_then_the_game_is_over(seats):
    line = f"on_board/{seats} 1:r5 / 2:@!"
    rolls = [position(line + " /" * n) for n in range(seats + 1)]
    assert [p.over for p in rolls] == [False] * seats + [True]
    assert [p.active for p in rolls[1:seats]] == [(n % seats) + 1 for n in range(2, seats + 1)]


def test_nothing_is_entered_after_the_last_round():
    line = "on_board/2 1:@! 1:r5 / 2:r5 /"
    assert position(line).over
    for token in ("1:r6", "2:r6", "1:@3", "1:-", "/", "end"):
        assert refusal(f"{line} {token}") == "over"


def test_a_second_arrival_is_accepted_and_changes_nothing():
    line = "on_board/3 1:@! 1:r5 / 2:@! 2:r5 / 3:@! 3:r5"
    assert not position(line).over
    assert position(f"{line} /").over
    assert not position("on_board/3 1:@! 1:@! 1:r5 / 2:r5 / 3:r5").over
    assert position("on_board/3 1:@! 1:@! 1:r5 / 2:r5 / 3:r5 /").over


def test_two_closed_rows_end_a_last_round_at_once():
    cells = [*(f"r{n}" for n in range(2, 7)), *(f"y{n}" for n in range(2, 7))]
    opening = " ".join(f"1:{cell} 2:{cell} /" for cell in cells)
    assert position(f"on_board/2 {opening} 1:@! / 2:r12 2:y12").over


def test_the_third_cross_of_the_active_seat_meets_a_row_locked_in_this_roll_closed():
    opening = " ".join(f"1:r{n} 2:r{n} /" for n in (2, 3, 4, 5, 6, 7))
    assert refusal(f"on_board/2 {opening} 1:y5 1:g5 2:r12 1:r8") == "closed"
    assert refusal(f"on_board/2 {opening} 1:y5 1:g5 2:r12 1:b5") is None


def test_a_single_sheet_moves_its_pawn_without_a_table():
    assert position("on_board @7").sheets[0].total == 7
    assert refusal("on_board @7 @6") == "backwards"
    assert not position("on_board @!").over


def test_the_classic_sheet_has_no_pawn():
    for token in ("@7", "@!"):
        assert refusal(f"classic {token}") == "no_such_cell"
        assert refusal(f"classic/2 2:{token}") == "no_such_cell"

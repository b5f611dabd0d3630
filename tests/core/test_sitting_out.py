"""Rule 12: who sits out enters nothing, is waited for by nobody, and keeps the sheet."""

import pytest

from tests.support.core.line_questions import TWO_ROWS, applied, penalties, position
from tests.support.strategies import refusal


@pytest.mark.parametrize("token", ["1:r5", "1:-", "1:redo", "1:@7", "1:@!"])
def test_sitting_out_seat_enters_nothing(token):
    assert refusal(f"on_board/3 1:y5 1:undo 1:out {token}") == "not_active"
    assert refusal(f"on_board/3 1:out {token}") == "not_active"
    assert refusal(f"on_board/3 2:out {token.replace('1:', '2:')}") == "not_active"


def test_sitting_out_seat_can_undo_its_last_cross():
    assert applied("classic/3 2:r5 2:out 2:undo") == "2:out"


def test_roll_skips_sitting_out_seats():
    assert position("classic/3 2:out /").active == 3
    assert position("classic/4 2:out 3:out / /").active == 1
    assert penalties("classic/3 2:out / / / /") == [2, 0, 2]


def test_leaving_active_seat_stays_active_until_slash():
    assert position("classic/3 1:out").active == 1
    assert position("classic/3 1:out /").active == 2
    assert refusal("classic/3 1:out 2:r5") is None


def test_slash_gives_no_penalty_to_sitting_out_seat():
    assert penalties("classic/3 1:out /") == [0, 0, 0]
    assert penalties("classic/3 1:out 1:in /") == [1, 0, 0]
    assert penalties("classic/3 1:- 1:out /") == [1, 0, 0]


def test_sitting_out_seat_has_no_last_action():
    ended = f"{TWO_ROWS} 3:out 2:r12 1:y12"
    assert position(ended).is_settled
    assert refusal(f"{ended} 3:g12") == "over"
    assert not position(f"{TWO_ROWS} 2:r12 1:y12").is_settled


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_out_and_in_are_accepted_until_the_end(seat):
    assert refusal(f"classic/3 1:r5 {seat}:out") is None
    assert refusal(f"classic/3 1:r5 {seat}:in") is None


def test_last_playing_seat_cannot_leave():
    assert refusal("classic/2 1:out 2:out") == "not_active"
    assert refusal("classic/2 1:out 1:out") is None


def test_seat_undo_ignores_out_and_in():
    assert refusal("classic/3 2:out 2:undo") == "nothing_to_undo"
    assert applied("classic/3 2:r5 2:out 2:in 2:undo") == "2:out 2:in"
    assert refusal("classic/3 2:out undo 2:redo") == "nothing_to_redo"


def test_table_undo_reverts_out_and_in():
    assert position("classic/3 2:out undo").sitting_out == set()
    assert position("classic/3 2:out 2:in undo").sitting_out == {2}
    assert position("classic/3 2:out undo redo").sitting_out == {2}


def test_out_and_in_clear_no_redo():
    line = "classic/3 1:r5 2:y5 1:undo 2:undo 3:out 3:in"
    assert applied(f"{line} 1:redo 2:redo") == "3:out 3:in 1:r5 2:y5"
    assert applied(f"{line} redo redo") == "3:out 3:in 2:y5 1:r5"


def test_last_round_skips_sitting_out_seats():
    line = "on_board/4 1:@! 1:r5 3:out"
    assert position(line).rolls_left == 3
    assert position(f"{line} / /").active == 4
    assert position(f"{line} / / /").is_over

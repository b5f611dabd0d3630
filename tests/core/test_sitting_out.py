"""Rule 12: who sits out enters nothing, is waited for by nobody, and keeps the sheet."""

import pytest

from tests.support.core.line_questions import TWO_ROWS, penalties, position, standing
from tests.support.strategies import refusal


@pytest.mark.parametrize("token", ["1:r5", "1:-", "1:redo", "1:@7", "1:@!"])
def test_a_seat_that_is_out_enters_nothing(token):
    assert refusal(f"on_board/3 1:y5 1:undo 1:out {token}") == "not_active"
    assert refusal(f"on_board/3 1:out {token}") == "not_active"
    assert refusal(f"on_board/3 2:out {token.replace('1:', '2:')}") == "not_active"


def test_a_seat_that_is_out_still_takes_its_last_cross_back():
    assert standing("classic/3 2:r5 2:out 2:undo") == "2:out"


def test_the_roll_passes_over_those_who_are_out():
    assert position("classic/3 2:out /").active == 3
    assert position("classic/4 2:out 3:out / /").active == 1
    assert penalties("classic/3 2:out / / / /") == [2, 0, 2]


def test_the_active_seat_that_goes_out_stays_active_until_the_slash():
    assert position("classic/3 1:out").active == 1
    assert position("classic/3 1:out /").active == 2
    assert refusal("classic/3 1:out 2:r5") is None


def test_the_slash_gives_no_penalty_to_an_active_seat_that_is_out():
    assert penalties("classic/3 1:out /") == [0, 0, 0]
    assert penalties("classic/3 1:out 1:in /") == [1, 0, 0]
    assert penalties("classic/3 1:- 1:out /") == [1, 0, 0]


def test_a_seat_that_is_out_has_no_last_chance():
    ended = f"{TWO_ROWS} 3:out 2:r12 1:y12"
    assert position(ended).settled
    assert refusal(f"{ended} 3:g12") == "over"
    assert not position(f"{TWO_ROWS} 2:r12 1:y12").settled


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_out_and_in_are_accepted_from_any_seat_at_any_time_before_the_end(seat):
    assert refusal(f"classic/3 1:r5 {seat}:out") is None
    assert refusal(f"classic/3 1:r5 {seat}:in") is None


def test_the_last_seat_that_plays_cannot_go():
    assert refusal("classic/2 1:out 2:out") == "not_active"
    assert refusal("classic/2 1:out 1:out") is None


def test_a_seats_undo_and_redo_are_not_for_leaving_and_coming_back():
    assert refusal("classic/3 2:out 2:undo") == "nothing_to_undo"
    assert standing("classic/3 2:r5 2:out 2:in 2:undo") == "2:out 2:in"
    assert refusal("classic/3 2:out undo 2:redo") == "nothing_to_redo"


def test_an_undo_without_a_seat_takes_them_back_like_any_last_entry():
    assert position("classic/3 2:out undo").out == set()
    assert position("classic/3 2:out 2:in undo").out == {2}
    assert position("classic/3 2:out undo redo").out == {2}


def test_they_leave_every_redo_alone():
    line = "classic/3 1:r5 2:y5 1:undo 2:undo 3:out 3:in"
    assert standing(f"{line} 1:redo 2:redo") == "3:out 3:in 1:r5 2:y5"
    assert standing(f"{line} redo redo") == "3:out 3:in 2:y5 1:r5"


def test_a_last_round_is_shorter_by_those_who_are_out():
    line = "on_board/4 1:@! 1:r5 3:out"
    assert position(line).rolls_left == 3
    assert position(f"{line} / /").active == 4
    assert position(f"{line} / / /").over

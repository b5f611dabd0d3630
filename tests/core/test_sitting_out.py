"""Rule 12: who sits out enters nothing, is waited for by nobody, and keeps the sheet."""

import pytest
from asked import TWO_ROWS, penalties, position, standing, totals
from strategies import refusal

# Who is out enters nothing


@pytest.mark.parametrize("token", ["1:r5", "1:-", "1:redo", "1:@7", "1:@!"])
def test_a_seat_that_is_out_enters_nothing(token):
    assert refusal(f"on_board/3 1:y5 1:undo 1:out {token}") == "not_active"
    assert refusal(f"on_board/3 1:out {token}") == "not_active"
    assert refusal(f"on_board/3 2:out {token.replace('1:', '2:')}") == "not_active"


def test_a_seat_that_is_out_still_takes_its_last_cross_back():
    assert standing("classic/3 2:r5 2:out 2:undo") == "2:out"


def test_what_it_took_back_comes_back_only_when_it_plays_again():
    line = "classic/3 2:r5 2:out 2:undo"
    assert refusal(f"{line} 2:redo") == "not_active"
    assert refusal(f"{line} redo") == "not_active"
    assert standing(f"{line} 2:in 2:redo") == "2:out 2:in 2:r5"


# Whose roll it is


def test_the_roll_passes_over_those_who_are_out():
    assert position("classic/3 2:out /").active == 3
    assert position("classic/4 2:out 3:out / /").active == 1
    assert penalties("classic/3 2:out / / / /") == [2, 0, 2]


def test_who_is_left_alone_rolls_again_and_again():
    assert position("classic/2 2:out / /").active == 1
    assert position("classic/2 2:out / /").roll == 3


def test_who_plays_again_has_the_next_turn_that_comes_to_the_seat():
    assert position("classic/3 2:out / 2:in").active == 3
    assert position("classic/3 2:out / 2:in / /").active == 2


def test_the_active_seat_that_goes_out_stays_active_until_the_slash():
    assert position("classic/3 1:out").active == 1
    assert position("classic/3 1:out /").active == 2
    assert refusal("classic/3 1:out 2:r5") is None


def test_the_slash_gives_no_penalty_to_an_active_seat_that_is_out():
    assert penalties("classic/3 1:out /") == [0, 0, 0]
    assert penalties("classic/3 1:out 1:in /") == [1, 0, 0]
    assert penalties("classic/3 1:- 1:out /") == [1, 0, 0]


# What is shared, and what stays


def test_a_seat_that_is_out_has_no_last_chance():
    ended = f"{TWO_ROWS} 3:out 2:r12 1:y12"
    assert position(ended).settled
    assert refusal(f"{ended} 3:g12") == "over"
    assert not position(f"{TWO_ROWS} 2:r12 1:y12").settled


def test_a_seat_that_is_out_locks_no_row_too():
    line = f"{TWO_ROWS} 3:out 2:r12"
    assert position(line).still_open_for(3) == frozenset()
    assert refusal(f"{line} 3:r12") == "not_active"


def test_the_sheet_of_a_seat_that_is_out_stays_and_counts():
    for leaving in ("1:out", "2:out 2:in", "3:out 3:out 3:in 3:in"):
        assert totals(f"classic/3 1:r5 2:r6 {leaving}") == [1, 1, 0]


# When it is accepted


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_out_and_in_are_accepted_from_any_seat_at_any_time_before_the_end(seat):
    assert refusal(f"classic/3 1:r5 {seat}:out") is None
    assert refusal(f"classic/3 1:r5 {seat}:in") is None


def test_after_the_end_nobody_goes_and_nobody_comes():
    for ended in ("classic/3 2:out end", f"{TWO_ROWS} 2:r12 1:y12"):
        for token in ("3:out", "2:in"):
            assert refusal(f"{ended} {token}") == "over"


def test_twice_the_same_changes_nothing():
    assert position("classic/3 2:out 2:out").out == {2}
    assert position("classic/3 2:out 2:out 2:in").out == set()
    assert position("classic/3 2:in").out == set()


def test_the_last_seat_that_plays_cannot_go():
    assert refusal("classic/2 1:out 2:out") == "not_active"
    assert refusal("classic/2 1:out 1:out") is None


def test_sitting_out_is_a_word_of_tables_with_a_seat_in_front():
    for token in ("out", "in", "1:out", "2:in"):
        assert refusal(f"classic {token}") == "syntax"
    assert refusal("classic/3 out") == "syntax"
    assert refusal("classic/3 4:out") == "no_such_seat"


# Undo and redo


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


def test_a_cross_does_not_come_back_in_front_of_its_own_seats_leaving():
    line = "classic/3 1:- / / / 1:- / / / 1:- / / / 2:r5 2:undo 2:out 2:in 1:-"
    assert standing(f"{line} 2:redo").endswith("2:out 2:in 2:r5 1:-")


# On Board


def test_a_last_round_is_shorter_by_those_who_are_out():
    line = "on_board/4 1:@! 1:r5 3:out"
    assert position(line).rolls_left == 3
    assert position(f"{line} / /").active == 4
    assert position(f"{line} / / /").over


def test_a_last_round_ends_where_the_turn_passes_over_who_arrived():
    line = "on_board/3 1:@! / 1:out / /"
    assert position(line).over
    assert position(line).active == 3

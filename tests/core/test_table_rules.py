"""Rules 7 to 9: seats, rolls, and what is shared at a table."""

from tests.support.core.line_questions import TWO_ROWS, penalties, position, totals
from tests.support.strategies import refusal

# Rule 7


def test_the_active_seat_crosses_at_most_two_numbers_in_a_roll():
    assert refusal("classic/3 1:r5 1:r6") is None
    assert refusal("classic/3 1:r5 1:y5 1:g5") == "roll_used_up"


def test_a_passive_seat_crosses_at_most_one_number_in_a_roll():
    assert refusal("classic/3 2:r5") is None
    assert refusal("classic/3 2:r5 2:y5") == "roll_used_up"


def test_only_the_active_seat_takes_a_penalty():
    assert refusal("classic/3 1:-") is None
    assert refusal("classic/3 2:-") == "not_active"


def test_a_penalty_is_taken_only_in_a_roll_in_which_nothing_was_crossed():
    assert refusal("classic/3 1:r5 1:-") == "crossed_this_roll"


def test_a_penalty_uses_up_the_roll_of_the_active_seat_alone():
    assert refusal("classic/3 1:- 1:-") == "roll_used_up"
    assert refusal("classic/3 1:- 1:r5") == "roll_used_up"
    assert refusal("classic/3 1:- 1:undo 1:r5") is None
    assert refusal("classic/3 1:- 2:r5") is None


# Rule 8


def test_with_the_slash_the_next_seat_becomes_active_and_after_the_last_the_first():
    active = [position("classic/3" + " /" * rolls).active for rolls in range(5)]
    assert active == [1, 2, 3, 1, 2]
    assert position("classic/3 / / /").roll == 4


def test_the_slash_gives_the_active_seat_a_penalty_if_it_did_nothing():
    assert penalties("classic/3 2:r5 3:r5 / /") == [1, 1, 0]


def test_the_slash_gives_no_penalty_after_a_cross_or_a_penalty():
    assert penalties("classic/3 1:r5 /") == [0, 0, 0]
    assert penalties("classic/3 1:- /") == [1, 0, 0]


def test_the_fourth_penalty_ends_the_game_for_all_but_the_first_action():
    line = "classic/2 1:- / / 1:- / / 1:- / / 1:-"
    assert position(line).over
    for token in ("2:r5 2:r6", "1:r5", "2:-", "1:-", "2:out", "w7"):
        assert refusal(f"{line} {token}") == "over"


# Rule 9


def test_a_row_locked_in_this_roll_is_closed_at_once_for_everybody_to_see():
    assert position(f"{TWO_ROWS} 1:r12").closed == {"r"}


def test_a_row_locked_in_this_roll_stays_open_for_the_other_seats_first_cross():
    assert refusal(f"{TWO_ROWS} 2:r12 3:r8") is None
    assert refusal(f"{TWO_ROWS} 1:r12 2:r8") is None


def test_several_seats_locking_one_row_close_one_row_and_each_gets_its_lock_cross():
    line = f"{TWO_ROWS} 1:r12 2:r12 3:r12"
    assert position(line).closed == {"r"}
    assert not position(line).over
    assert totals(line) == [28 + 15] * 3


def test_for_the_second_cross_of_the_active_seat_the_locked_row_is_closed():
    assert refusal(f"{TWO_ROWS} 2:y8 3:r12 2:r8") == "closed"
    assert refusal(f"{TWO_ROWS} 2:y8 3:r12 2:r12") == "closed"
    assert refusal(f"{TWO_ROWS} 2:y8 3:r12 2:y9") is None


def test_with_the_slash_the_locked_row_is_closed_for_all():
    assert refusal(f"{TWO_ROWS} 2:r12 / 1:r8") == "closed"
    assert refusal(f"{TWO_ROWS} 2:r12 / 1:r12") == "closed"


def test_a_row_locked_by_another_seat_brings_no_lock_cross():
    assert totals(f"{TWO_ROWS} 2:r12 /") == [30, 43, 30]

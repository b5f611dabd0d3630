"""Rules 7 to 10: seats, rolls, the shared action and the end of the game at a table.

Openings bring every seat to five crosses in a row: `r` and `y` are then one number from closed.
"""

import pytest
from strategies import played, ready_to_lock, refusal


def opened(head, rows):
    return " ".join((head, *ready_to_lock(head, rows)))


TWO_ROWS = opened("classic/3", "ry")
"""Ten rolls are over: seat 2 is active, all three seats have five crosses in red and yellow."""
TWO_ROWS_FINISH = opened("classic/3+finish-turn", "ry")
THREE_ROWS = opened("classic/3", "ryg")
"""Fifteen rolls are over: seat 1 is active, all have five crosses in red, yellow and green."""


def position(line):
    return played(line).position


def penalties(line):
    return [sheet.penalties for sheet in position(line).sheets]


def totals(line):
    return [sheet.total for sheet in position(line).sheets]


# Rule 7


def test_player_one_is_active_first():
    assert position("classic/3").active == 1
    assert position("classic/3").roll == 1


def test_the_active_seat_crosses_at_most_two_numbers_in_a_roll():
    assert refusal("classic/3 1:r5 1:y5") is None
    assert refusal("classic/3 1:r5 1:y5 1:g5") == "roll_used_up"


def test_a_passive_seat_crosses_at_most_one_number_in_a_roll():
    assert refusal("classic/3 2:r5") is None
    assert refusal("classic/3 2:r5 2:y5") == "roll_used_up"


def test_the_active_seat_may_make_both_crosses_in_one_row():
    assert refusal("classic/3 1:r5 1:r6") is None
    assert refusal("classic/3 1:r5 1:r4") == "passed"


def test_seats_enter_in_any_order():
    assert totals("classic/3 3:r5 1:r5 2:y5 1:g5") == [2, 1, 1]


def test_only_the_active_seat_takes_a_penalty():
    assert refusal("classic/3 1:-") is None
    assert refusal("classic/3 2:-") == "not_active"


def test_a_penalty_is_taken_only_in_a_roll_in_which_nothing_was_crossed():
    assert refusal("classic/3 1:r5 1:-") == "crossed_this_roll"
    assert refusal("classic/3 1:r5 / 1:-") == "not_active"


def test_a_second_penalty_in_a_roll_is_refused():
    assert refusal("classic/3 1:- 1:-") == "roll_used_up"


def test_after_a_penalty_the_active_seat_crosses_nothing_in_this_roll():
    assert refusal("classic/3 1:- 1:r5") == "roll_used_up"


def test_the_penalty_of_the_active_seat_does_not_stop_the_others():
    assert refusal("classic/3 1:- 2:r5") is None


# Rule 8


def test_with_the_slash_the_next_seat_becomes_active_and_after_the_last_the_first():
    active = [position("classic/3" + " /" * rolls).active for rolls in range(5)]
    assert active == [1, 2, 3, 1, 2]
    assert position("classic/3 / / /").roll == 4


def test_the_slash_gives_the_active_seat_a_penalty_if_it_did_nothing():
    assert penalties("classic/3 /") == [1, 0, 0]
    assert penalties("classic/3 2:r5 3:r5 / /") == [1, 1, 0]


def test_the_slash_gives_no_penalty_after_a_cross_or_a_penalty():
    assert penalties("classic/3 1:r5 /") == [0, 0, 0]
    assert penalties("classic/3 1:- /") == [1, 0, 0]


def test_a_passive_seat_that_crosses_nothing_gets_no_penalty():
    assert penalties("classic/3 1:r5 / 2:r5 / 3:r5 /") == [0, 0, 0]


def test_the_crosses_of_a_new_roll_are_counted_anew():
    assert refusal("classic/3 1:r5 1:y5 2:r5 / 2:g5") is None
    assert refusal("classic/3 1:r5 1:y5 2:r5 / 2:g5 2:b5") is None
    assert refusal("classic/3 1:r5 1:y5 2:r5 / 1:g5 1:b5") == "roll_used_up"


def test_the_slash_can_give_the_fourth_penalty_which_ends_the_game():
    line = "classic/2" + " / 2:- /" * 3
    assert penalties(line) == [3, 3]
    assert position(f"{line} /").over
    assert penalties(f"{line} /") == [4, 3]


def test_the_slash_that_brings_the_fourth_penalty_is_the_last_of_the_game():
    line = "classic/2" + " /" * 6
    assert (position(line).active, position(line).roll) == (1, 7)
    assert (position(f"{line} /").active, position(f"{line} /").roll) == (1, 7)
    for token in ("/", "end", "1:r5", "2:r5"):
        assert refusal(f"{line} / {token}") == "over"


def test_the_fourth_penalty_of_anybody_ends_the_game_for_everybody_at_once():
    line = "classic/2 1:- / / 1:- / / 1:- / / 1:-"
    assert position(line).over
    for token in ("2:r5", "1:r5", "2:-", "1:-"):
        assert refusal(f"{line} {token}") == "over"


def test_the_slash_that_closes_an_ended_roll_gives_no_penalty():
    line = f"{TWO_ROWS} 1:r12 3:y12"
    assert position(line).over
    assert penalties(f"{line} /") == [0, 0, 0]


# Rule 9


def test_a_row_locked_in_this_roll_is_closed_at_once_for_everybody_to_see():
    assert position(f"{TWO_ROWS} 1:r12").closed == {"r"}


def test_a_row_locked_in_this_roll_stays_open_for_the_other_seats_first_cross():
    assert refusal(f"{TWO_ROWS} 2:r12 3:r8") is None
    assert refusal(f"{TWO_ROWS} 1:r12 2:r8") is None


def test_others_with_their_five_may_lock_the_row_themselves_in_the_same_roll():
    assert refusal(f"{TWO_ROWS} 1:r12 2:r12") is None
    assert refusal(f"{TWO_ROWS} 1:r12 3:r12") is None


def test_several_seats_locking_one_row_close_one_row_and_each_gets_its_lock_cross():
    line = f"{TWO_ROWS} 1:r12 2:r12 3:r12"
    assert position(line).closed == {"r"}
    assert not position(line).over
    assert totals(line) == [28 + 15] * 3


def test_a_lock_without_five_crosses_is_refused_in_the_shared_action_too():
    opening = " ".join(f"1:r{number} / 2:y{number} / 3:y{number} /" for number in range(2, 7))
    line = f"classic/3 {opening} 1:r12"
    assert refusal(f"{line} 2:r12") == "needs_more"


def test_for_the_second_cross_of_the_active_seat_the_locked_row_is_closed():
    assert refusal(f"{TWO_ROWS} 2:y8 3:r12 2:r8") == "closed"
    assert refusal(f"{TWO_ROWS} 2:y8 3:r12 2:r12") == "closed"
    assert refusal(f"{TWO_ROWS} 2:y8 3:r12 2:y9") is None


def test_with_the_slash_the_locked_row_is_closed_for_all():
    assert refusal(f"{TWO_ROWS} 2:r12 / 1:r8") == "closed"
    assert refusal(f"{TWO_ROWS} 2:r12 / 1:r12") == "closed"


def test_a_row_closed_by_another_brings_no_lock_cross():
    assert totals(f"{TWO_ROWS} 2:r12 /") == [30, 43, 30]


# Rule 10


def test_the_second_closed_row_ends_the_game_even_if_two_seats_close_one_each():
    assert position(f"{TWO_ROWS} 1:r12 3:y12").over


def test_after_the_second_closing_a_seat_without_a_cross_may_enter_its_one():
    line = f"{TWO_ROWS} 1:r12 3:y12"
    assert refusal(f"{line} 2:g12") is None
    assert refusal(f"{line} 2:r8") is None
    assert refusal(f"{line} 2:g12 2:b12") == "over"


def test_after_the_second_closing_a_seat_with_a_cross_enters_nothing_more():
    assert refusal(f"{TWO_ROWS} 2:g12 1:r12 3:y12 2:b12") == "over"
    assert refusal(f"{TWO_ROWS} 2:r12 2:y12 2:g12") == "over"
    assert refusal(f"{TWO_ROWS} 1:r12 3:y12 1:g12") == "over"


def test_after_the_second_closing_no_penalty_is_taken():
    assert refusal(f"{TWO_ROWS} 1:r12 3:y12 2:-") == "over"
    assert refusal(f"{TWO_ROWS} 1:r12 3:y12 3:-") == "over"


def test_the_last_cross_may_lock_a_third_row():
    line = f"{THREE_ROWS} 1:r12 2:y12 3:g2"
    assert position(line).closed == {"r", "y", "g"}
    assert totals(line) == [58, 58, 58]


def test_the_last_cross_may_lock_a_row_that_was_locked_in_this_roll():
    assert refusal(f"{TWO_ROWS} 1:r12 3:y12 2:y12") is None


def test_a_row_of_an_earlier_roll_stays_closed_in_the_last_action():
    assert refusal(f"{TWO_ROWS} 2:r12 / 1:y12 2:r12") == "crossed"
    assert refusal(f"{TWO_ROWS} 2:r12 / 1:y12 2:r11") == "closed"
    assert refusal(f"{TWO_ROWS} 2:r12 / 1:y12 3:r12") == "closed"


@pytest.mark.parametrize("close", ["/", "end"])
def test_slash_or_end_closes_the_last_action(close):
    line = f"{TWO_ROWS} 1:r12 3:y12 {close}"
    assert refusal(f"{line} 2:g12") == "over"
    assert refusal(f"{line} /") == "over"
    assert refusal(f"{line} end") == "over"
    assert refusal(f"{line} undo") is None


def test_a_seat_that_took_its_penalty_has_no_cross_left_in_the_last_action():
    assert refusal(f"{TWO_ROWS} 2:- 1:r12 3:y12 2:g12") == "over"


def test_end_declares_the_game_finished_without_a_penalty():
    assert position("classic/3 end").over
    assert penalties("classic/3 end") == [0, 0, 0]
    assert refusal("classic/3 end 1:r5") == "over"


# The option finish-turn


def test_with_finish_turn_the_active_seat_plays_its_second_action():
    assert refusal(f"{TWO_ROWS_FINISH} 2:r12 3:y12 2:g12") is None
    assert refusal(f"{TWO_ROWS_FINISH} 2:r12 3:y12 2:g12 2:g11") == "roll_used_up"


def test_with_finish_turn_the_game_is_over_at_the_slash():
    line = f"{TWO_ROWS_FINISH} 2:r12 3:y12"
    assert not position(line).over
    assert position(f"{line} /").over
    assert refusal(f"{line} / 1:g12") == "over"
    assert refusal(f"{line} / /") == "over"


def test_with_finish_turn_the_active_seat_may_take_its_penalty():
    assert refusal(f"{TWO_ROWS_FINISH} 1:r12 3:y12 2:-") is None


def test_with_finish_turn_the_slash_gives_the_penalty_too():
    assert penalties(f"{TWO_ROWS_FINISH} 1:r12 3:y12 /") == [0, 1, 0]
    assert penalties(f"{TWO_ROWS_FINISH} 1:r12 3:y12 2:g12 /") == [0, 0, 0]


def test_with_finish_turn_a_passive_seat_still_has_one_cross():
    assert refusal(f"{TWO_ROWS_FINISH} 2:r12 2:y12 3:r12") is None
    assert refusal(f"{TWO_ROWS_FINISH} 2:r12 2:y12 3:r12 3:g12") == "roll_used_up"


def test_with_finish_turn_a_locked_row_is_closed_for_the_second_cross():
    assert refusal(f"{TWO_ROWS_FINISH} 2:g12 3:r12 1:y12 2:r8") == "closed"
    assert refusal(f"{TWO_ROWS_FINISH} 2:g12 3:r12 1:y12 2:b8") is None


def test_with_finish_turn_the_fourth_penalty_still_ends_the_game_at_once():
    line = "classic/2+finish-turn 1:- / / 1:- / / 1:- / / 1:-"
    assert position(line).over
    assert refusal(f"{line} 2:r5") == "over"

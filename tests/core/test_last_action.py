"""The last action, as the rule sheets tell it: rules 6, 9, 10 and 11, as game lines.

Openings bring every seat to five crosses in a row: each is then one number from locked.
"""

import pytest
from strategies import ready_to_lock, refusal

from qwixx_pad.core.line import read_line
from qwixx_pad.layouts import installed

THREE_ROWS = " ".join(("classic/3", *ready_to_lock("classic/3", "ryg")))
"""Fifteen rolls are over: seat 1 is active, all have 15 points in red, yellow and green."""
FINISH_TURN = THREE_ROWS.replace("classic/3", "classic/3+finish-turn")
RED_GONE = f"{THREE_ROWS} 1:r12 /"
"""Red was closed in the roll before: seat 2 is active."""
ON_BOARD = " ".join(("on_board/3", *ready_to_lock("on_board/3", "ry")))
"""Ten rolls are over: seat 2 is active, all have five crosses in red and yellow."""


def position(line):
    game, refused = read_line(line, installed()).play()
    assert refused is None, refused
    return game.position


def totals(line):
    return [sheet.total for sheet in position(line).sheets]


def penalties(line):
    return [sheet.penalties for sheet in position(line).sheets]


# The second row closes in the first action


def test_the_second_row_closed_in_the_first_action_ends_the_game():
    assert position(f"{RED_GONE} 3:y12").over
    assert position(f"{RED_GONE} 2:y12").over
    assert position(f"{THREE_ROWS} 2:r12 3:y12").over


def test_the_second_action_is_not_played_after_the_second_row_closed_in_the_first():
    assert refusal(f"{RED_GONE} 2:y12 2:b12") == "over"
    assert refusal(f"{RED_GONE} 2:b12 3:y12 2:b11") == "over"


def test_the_roller_still_has_the_first_action_when_somebody_else_closed_the_second_row():
    assert refusal(f"{RED_GONE} 3:y12 2:b12") is None
    assert refusal(f"{RED_GONE} 3:y12 2:b12 2:b11") == "over"


def test_no_penalty_is_given_in_the_roll_in_which_the_second_row_closed():
    assert penalties(f"{RED_GONE} 3:y12 /") == [0, 0, 0]
    assert penalties(f"{RED_GONE} 3:y12 end") == [0, 0, 0]
    assert refusal(f"{RED_GONE} 3:y12 2:-") == "over"


def test_a_penalty_taken_before_the_second_row_closed_stays():
    assert penalties(f"{RED_GONE} 2:- 3:y12 /") == [0, 1, 0]


# What the others have seen with the same white dice


def test_in_the_last_action_everybody_may_enter_one_cross_and_nobody_two():
    line = f"{RED_GONE} 3:y12"
    assert refusal(f"{line} 1:b12 2:b12") is None
    assert refusal(f"{line} 1:b12 1:b11") == "over"
    assert refusal(f"{line} 3:b12") == "over"


def test_in_the_last_action_a_third_row_may_close_too():
    line = f"{RED_GONE} 3:y12 1:g2"
    assert position(line).closed == {"r", "y", "g"}
    assert totals(line) == [28 + 15 + 28, 15 + 15 + 15, 15 + 28 + 15]


def test_three_rows_may_close_in_one_action():
    line = f"{THREE_ROWS} 1:r12 2:y12 3:g2"
    assert position(line).closed == {"r", "y", "g"}
    assert totals(f"{line} /") == [28 + 15 + 15] * 3


def test_several_seats_locking_one_row_close_one_row_and_each_crosses_the_lock():
    line = f"{THREE_ROWS} 1:r12 2:r12 3:r12"
    assert position(line).closed == {"r"}
    assert not position(line).over
    assert totals(line) == [28 + 15 + 15] * 3


def test_several_seats_may_lock_the_second_row_in_the_last_action():
    line = f"{RED_GONE} 3:y12 1:y12 2:y12"
    assert position(line).closed == {"r", "y"}
    assert totals(line) == [28 + 28 + 15, 15 + 28 + 15, 15 + 28 + 15]


def test_the_row_that_closed_in_an_earlier_roll_is_closed_in_the_last_action():
    assert refusal(f"{RED_GONE} 3:y12 2:r12") == "closed"


def test_a_seat_with_fewer_than_five_crosses_locks_nothing_in_the_last_action():
    assert refusal(f"{RED_GONE} 3:y12 1:b2") == "needs_more"


def test_the_second_cross_of_the_roller_finds_a_row_locked_in_this_roll_closed():
    assert refusal(f"{THREE_ROWS} 1:b12 2:r12 1:r12") == "closed"
    assert refusal(f"{THREE_ROWS} 1:b12 2:r12 1:r8") == "closed"
    assert refusal(f"{THREE_ROWS} 1:b12 2:r12 1:y12") is None


def test_the_first_cross_of_the_roller_may_lock_the_row_that_another_has_locked():
    assert refusal(f"{THREE_ROWS} 2:r12 1:r12") is None


def test_the_roller_cannot_share_a_lock_with_the_coloured_die():
    assert refusal(f"{RED_GONE} 2:b12 3:y12 2:y12") == "over"


# Late entries


def test_the_others_enter_late_what_they_crossed_as_long_as_the_roll_is_not_over():
    line = f"{THREE_ROWS} 1:r12 1:b12"
    assert refusal(f"{line} 2:r12 3:r11") is None
    assert refusal(f"{line} 2:r12 / 3:r11") == "closed"


@pytest.mark.parametrize("close", ["/", "end"])
def test_the_last_cross_is_entered_before_the_last_action_is_closed_and_not_after(close):
    line = f"{RED_GONE} 3:y12"
    assert refusal(f"{line} 1:g2 {close}") is None
    assert refusal(f"{line} {close} 1:g2") == "over"


def test_the_last_action_is_closed_once():
    for again in ("/", "end", "1:b12"):
        assert refusal(f"{RED_GONE} 3:y12 / {again}") == "over"


def test_who_takes_back_the_second_lock_opens_the_game_again():
    line = f"{RED_GONE} 3:y12 3:undo"
    assert not position(line).over
    assert refusal(f"{line} 2:b12 2:b11") is None


def test_who_takes_back_a_shared_lock_leaves_the_row_closed_by_the_other():
    assert position(f"{RED_GONE} 3:y12 1:y12 1:undo").closed == {"r", "y"}
    assert refusal(f"{RED_GONE} 3:y12 1:y12 1:undo 1:b12") is None


def test_the_last_cross_may_be_another_one_after_it_was_taken_back():
    assert refusal(f"{RED_GONE} 3:y12 1:b12 1:undo 1:g2") is None


# On one sheet: another player has closed


def test_on_one_sheet_one_cross_may_follow_the_second_closing_by_another():
    assert refusal("classic r5 y# b# g12") is None
    assert refusal("classic r5 y# b# g12 g11") == "over"


def test_on_one_sheet_nothing_follows_the_second_closing_by_the_own_lock():
    reds = "r2 r3 r4 r5 r6"
    assert refusal(f"classic {reds} y# r12 g12") == "over"


def test_on_one_sheet_the_last_cross_may_be_the_own_lock():
    reds = "r2 r3 r4 r5 r6"
    line = f"classic {reds} y# b# r12"
    assert position(line).closed == {"r", "y", "b"}
    assert totals(line) == [28]


# With the turn completed


def test_with_finish_turn_the_second_action_is_played_and_the_slash_ends_the_game():
    line = f"{FINISH_TURN} 2:r12 3:y12"
    assert not position(line).over
    assert refusal(f"{line} 1:b12 1:b11") is None
    assert position(f"{line} 1:b12 1:b11 /").over


def test_with_finish_turn_a_misthrow_of_the_last_roll_counts():
    assert penalties(f"{FINISH_TURN} 2:r12 3:y12 /") == [1, 0, 0]
    assert penalties(f"{FINISH_TURN} 2:r12 3:y12 1:- /") == [1, 0, 0]
    assert penalties(f"{FINISH_TURN} 1:r12 2:y12 /") == [0, 0, 0]


def test_with_finish_turn_a_third_row_may_close_with_the_second_action():
    line = f"{FINISH_TURN} 1:r12 2:y12 1:g2"
    assert position(line).closed == {"r", "y", "g"}
    assert not position(line).over


def test_with_finish_turn_a_passive_seat_has_one_cross_and_no_more():
    assert refusal(f"{FINISH_TURN} 2:r12 3:y12 3:b12") == "roll_used_up"


# The fourth penalty


def test_the_fourth_penalty_ends_the_game_at_once_and_nobody_enters_anything():
    line = "classic/2 1:- / / 1:- / / 1:- / / 1:-"
    assert position(line).over
    for token in ("2:r5", "1:r5", "2:-", "1:-"):
        assert refusal(f"{line} {token}") == "over"


def test_the_fourth_penalty_ends_the_shared_action_too():
    opening = " ".join(f"1:r{n} 2:r{n} / 2:b{14 - n} /" for n in range(2, 7))
    line = f"classic/3 {opening}"
    assert position(line).active == 2
    misthrown = "2:- / 3:b12 / 1:y2 / 2:- / 3:b11 / 1:y3 / 2:- / 3:b10 / 1:y4 /"
    line = f"{line} {misthrown} 1:r12"
    assert refusal(f"{line} 3:y2") is None
    assert position(f"{line} 2:-").over
    assert refusal(f"{line} 2:- 3:y2") == "over"


def test_the_fourth_penalty_of_the_slash_ends_the_game_at_once():
    line = "classic/2" + " /" * 7
    assert position(line).over
    assert refusal(f"{line} 2:r5") == "over"


# On Board


def test_after_a_pawn_has_arrived_every_other_seat_is_active_once_more():
    line = "on_board/3 / 2:@! 2:r5"
    active = [position(line + rolls).active for rolls in (" /", " / 3:r5 /")]
    assert active == [3, 1]
    assert not position(f"{line} / 3:r5 / 1:r5").over
    assert position(f"{line} / 3:r5 / 1:r5 /").over


def test_the_roll_in_which_a_pawn_arrived_is_played_to_its_slash():
    assert refusal("on_board/3 1:r5 1:@! 1:y5 1:g5 2:r5 3:r5 1:@7 /") is None
    assert refusal("on_board/3 1:@! 1:-") is None


def test_in_the_last_roll_of_the_last_round_the_others_still_cross():
    line = "on_board/2 1:@! 1:r5 / 2:r5"
    assert refusal(f"{line} 1:b12") is None
    assert refusal(f"{line} / 1:b12") == "over"


def test_the_last_roll_of_the_last_round_may_bring_a_penalty():
    assert penalties("on_board/2 1:@! 1:r5 / /") == [0, 1]


def test_on_board_ends_with_the_second_closed_row_before_the_last_round_is_over():
    line = f"{ON_BOARD} 2:@! 2:r12 3:y12"
    assert position(line).over
    assert refusal(f"{line} 2:g12") == "over"
    assert refusal(f"{line} 1:g12") is None
    assert refusal(f"{line} / 1:g12") == "over"


def test_on_board_ends_with_two_rows_and_no_pawn_at_the_end():
    assert position(f"{ON_BOARD} 2:r12 2:y12").over


def test_on_board_ends_with_the_fourth_penalty():
    line = "on_board/2 1:- / / 1:- / / 1:- / / 1:-"
    assert position(line).over
    for token in ("1:@7", "1:@!", "2:r5"):
        assert refusal(f"{line} {token}") == "over"

"""Rules 7 to 9: seats, rolls, and what is shared at a table."""

from tests.support.core.line_questions import TWO_ROWS, penalties, position, totals
from tests.support.strategies import refusal

# Rule 7


def test_active_seat_crosses_two_numbers_per_roll():
    assert refusal("classic/3 1:r5 1:r6") is None
    assert refusal("classic/3 1:r5 1:y5 1:g5") == "roll_used_up"


def test_passive_seat_crosses_one_number_per_roll():
    assert refusal("classic/3 2:r5") is None
    assert refusal("classic/3 2:r5 2:y5") == "roll_used_up"


def test_only_active_seat_takes_a_penalty():
    assert refusal("classic/3 1:-") is None
    assert refusal("classic/3 2:-") == "not_active"


def test_penalty_is_refused_after_a_cross():
    assert refusal("classic/3 1:r5 1:-") == "crossed_this_roll"


def test_penalty_uses_up_the_active_seats_roll():
    assert refusal("classic/3 1:- 1:-") == "roll_used_up"
    assert refusal("classic/3 1:- 1:r5") == "roll_used_up"
    assert refusal("classic/3 1:- 1:undo 1:r5") is None
    assert refusal("classic/3 1:- 2:r5") is None


# Rule 8


def test_slash_makes_the_next_seat_active():
    active = [position("classic/3" + " /" * rolls).active for rolls in range(5)]
    assert active == [1, 2, 3, 1, 2]
    assert position("classic/3 / / /").roll == 4


def test_slash_gives_an_idle_active_seat_a_penalty():
    assert penalties("classic/3 2:r5 3:r5 / /") == [1, 1, 0]


def test_slash_gives_no_penalty_after_cross_or_penalty():
    assert penalties("classic/3 1:r5 /") == [0, 0, 0]
    assert penalties("classic/3 1:- /") == [1, 0, 0]


def test_fourth_penalty_leaves_only_the_first_action():
    line = "classic/2 1:- / / 1:- / / 1:- / / 1:-"
    assert position(line).is_over
    for token in ("2:r5 2:r6", "1:r5", "2:-", "1:-", "2:out", "w7"):
        assert refusal(f"{line} {token}") == "over"


# Rule 9


def test_row_locked_this_roll_is_closed_at_once():
    assert position(f"{TWO_ROWS} 1:r12").closed_rows == {"r"}


def test_row_locked_this_roll_allows_other_first_crosses():
    assert refusal(f"{TWO_ROWS} 2:r12 3:r8") is None
    assert refusal(f"{TWO_ROWS} 1:r12 2:r8") is None


def test_several_seats_can_lock_one_row():
    line = f"{TWO_ROWS} 1:r12 2:r12 3:r12"
    assert position(line).closed_rows == {"r"}
    assert not position(line).is_over
    assert totals(line) == [28 + 15] * 3


def test_locked_row_refuses_active_seats_second_cross():
    assert refusal(f"{TWO_ROWS} 2:y8 3:r12 2:r8") == "closed"
    assert refusal(f"{TWO_ROWS} 2:y8 3:r12 2:r12") == "closed"
    assert refusal(f"{TWO_ROWS} 2:y8 3:r12 2:y9") is None


def test_slash_closes_the_locked_row_for_everyone():
    assert refusal(f"{TWO_ROWS} 2:r12 / 1:r8") == "closed"
    assert refusal(f"{TWO_ROWS} 2:r12 / 1:r12") == "closed"


def test_lock_of_another_seat_scores_nothing():
    assert totals(f"{TWO_ROWS} 2:r12 /") == [30, 43, 30]

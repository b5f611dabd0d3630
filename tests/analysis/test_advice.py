"""What the white dice would better have been used for: said where that is known and clear."""

import pytest

from qwixx_pad.analysis.turning_points import VOUCHED, advice
from qwixx_pad.core.moves import Cross
from qwixx_pad.core.notation import rolls
from tests.support.strategies import played, ready_to_lock


def told(line, roll=1):
    game = played(line)
    each = (advice(game, roll, seat) for seat in range(1, game.setup.seats + 1))
    return [said for said in each if said is not None]


def test_a_number_far_off_is_told_with_what_was_near():
    (said,) = told("classic/2 w11 1:g11 2:r11 /")
    assert (said.seat, said.roll, said.white, said.made) == (2, 1, 11, Cross("r", 11))
    assert said.best in {Cross("g", 11), Cross("b", 11)}
    assert said.by >= VOUCHED


def test_a_choice_that_was_as_good_is_passed_over():
    assert told("classic/2 w2 1:r2 2:y2 /") == []


def test_leaving_out_a_number_that_skips_nothing_is_told():
    (said,) = told("classic/2 w2 1:r2 /")
    assert (said.seat, said.made) == (2, None)
    assert said.best in {Cross("r", 2), Cross("y", 2)}


def test_a_misthrow_in_place_of_a_near_number_is_told_to_the_roller():
    (said,) = told("classic/2 w2 2:r2 /")
    assert (said.seat, said.made) == (1, None)


def test_of_a_roller_who_may_have_used_a_coloured_die_nothing_is_said():
    assert told("classic/2 w12 1:r2 2:g12 /") == []


@pytest.mark.parametrize(
    "line",
    [
        "classic/2 1:g11 2:r11 /",
        "classic/2 w7 1:r7 2:r11 /",
        "longo/2 w11 1:r2 2:r11 /",
        "classic/2+paper w11 2:r11",
        "classic/3 w11 1:g11 2:g11 3:out /",
    ],
)
def test_without_white_dice_known_sheets_or_a_seat_that_plays_nothing_is_said(line):
    assert told(line) == []


@pytest.mark.parametrize(
    "line", ["classic/2 w2 1:r2", "classic/2 w2 1:r2 end", f"classic/2 {'1:- / / ' * 3}w2 1:-"]
)
def test_of_who_has_entered_nothing_before_a_roll_was_ended_nothing_is_said(line):
    assert [said for roll in range(1, 8) for said in told(line, roll) if said.seat == 2] == []


def test_where_the_dice_may_end_the_game_nothing_is_said():
    ready = " ".join(["classic/2", *ready_to_lock("classic/2", "ry"), "w12 2:r12 1:g12 /"])
    *_, (roll, _, _) = rolls(played(ready))
    assert told(ready, roll)
    assert told(f"{ready} w12 1:b12 2:y12", roll + 1) == []


def test_the_last_sum_told_of_a_roll_counts():
    assert told("classic/2 w11 w2 1:r2 2:y2 /") == []
    assert told("classic/2 w2 1:r2 2:y2 / w11 2:g11 1:r11 /", 2)

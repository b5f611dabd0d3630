"""What the white dice would better have been used for: said where that is known and clear."""

import pytest

from qwixx_pad.analysis.turning_points import MIN_ADVICE_GAIN, find_advice
from qwixx_pad.core.moves import Cross
from qwixx_pad.core.story import roll_spans
from tests.support.strategies import played, ready_to_lock


def advice_on(line, roll=1):
    game = played(line)
    each = (find_advice(game, roll, seat) for seat in range(1, game.setup.seats + 1))
    return [said for said in each if said is not None]


def test_advice_names_a_distant_cross_and_a_nearer_one():
    (said,) = advice_on("classic/2 w11 1:g11 2:r11 /")
    assert (said.seat, said.roll, said.white, said.actual) == (2, 1, 11, Cross("r", 11))
    assert said.best in {Cross("g", 11), Cross("b", 11)}
    assert said.by >= MIN_ADVICE_GAIN


def test_equally_good_choice_gives_no_advice():
    assert advice_on("classic/2 w2 1:r2 2:y2 /") == []


def test_unused_free_number_gives_advice():
    (said,) = advice_on("classic/2 w2 1:r2 /")
    assert (said.seat, said.actual) == (2, None)
    assert said.best in {Cross("r", 2), Cross("y", 2)}


def test_avoidable_penalty_gives_the_roller_advice():
    (said,) = advice_on("classic/2 w2 2:r2 /")
    assert (said.seat, said.actual) == (1, None)


def test_better_cross_that_was_made_too_gives_no_advice():
    assert advice_on("classic/2 w3 1:g3 2:r3 /")
    assert advice_on("classic/2 w3 1:g3 1:r3 2:r3 /") == []


def test_possible_colored_dice_give_no_advice():
    assert advice_on("classic/2 w12 1:r2 2:g12 /") == []


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
def test_missing_white_dice_or_value_gives_no_advice(line):
    assert advice_on(line) == []


@pytest.mark.parametrize(
    "line", ["classic/2 w2 1:r2", "classic/2 w2 1:r2 end", f"classic/2 {'1:- / / ' * 3}w2 1:-"]
)
def test_seat_without_entries_gets_no_advice(line):
    assert [said for roll in range(1, 8) for said in advice_on(line, roll) if said.seat == 2] == []


def test_dice_that_may_end_the_game_give_no_advice():
    ready = " ".join(["classic/2", *ready_to_lock("classic/2", "ry"), "w12 2:r12 1:g12 /"])
    *_, (roll, _, _) = roll_spans(played(ready))
    assert advice_on(ready, roll)
    assert advice_on(f"{ready} w12 1:b12 2:y12", roll + 1) == []
    assert advice_on(f"{ready} w3 1:b3 2:g3 /", roll + 1)
    assert advice_on(f"{ready} w3 2:y12 1:b3 /", roll + 1) == []


def test_last_white_sum_of_a_roll_counts():
    assert advice_on("classic/2 w11 w2 1:r2 2:y2 /") == []
    assert advice_on("classic/2 w2 1:r2 2:y2 / w11 2:g11 1:r11 /", 2)

"""Bonus, on side A with a bar and boxed numbers, on side B with pairs of symbols."""

from dataclasses import replace

import pytest

from qwixx_pad.core.game import Game, Setup
from qwixx_pad.layouts import installed_layouts
from tests.support.core.line_questions import crossed, opened, position, row, sheet
from tests.support.strategies import entry, refusal


def bar(line, seat=1):
    signs = {"crossed": "X", "open": ".", "void": "v"}
    return "".join(signs[state] for state in row(line, "bar", seat)["cells"].values())


def test_boxed_number_crosses_bar_field_and_cell():
    assert crossed("bonus_a y5") == {"r": "2", "y": "5", "g": "", "b": "", "bar": "0"}
    assert sheet("bonus_a y5").total == 2


def test_forced_cross_on_boxed_number_continues():
    assert crossed("bonus_a r2 r3") == {"r": "2 3 4", "y": "", "g": "", "b": "", "bar": "0"}
    assert crossed("bonus_a r5 y5") == {"r": "5 6", "y": "5 6", "g": "", "b": "", "bar": "0 1"}


def test_bar_skips_fields_of_a_closed_row():
    assert bar("bonus_a r#") == "v....v..v..."
    assert crossed("bonus_a r# y5") == {"r": "", "y": "5 6", "g": "", "b": "", "bar": "1"}


def test_bar_of_newly_locked_row_is_void_after_a_cross():
    locked = "bonus_a/2 2:r2 / 2:r4 / 2:r5 / 2:r7 / 2:r8 / / 2:r12"
    assert bar(locked) == "............"
    assert crossed(f"{locked} 1:y5")["r"] == "2"
    second = f"{locked} 1:b12"
    assert bar(second) == "v....v..v..."
    assert (crossed(f"{second} 1:y5")["r"], crossed(f"{second} 1:y5")["y"]) == ("", "5 6")


def test_slash_after_last_action_voids_bar_fields_for_everyone():
    five = "1:r2 2:y2 / 1:r4 2:y3 / 1:r5 2:y4 / 1:r7 2:y6 / 1:r8 2:y7 /"
    ended = f"bonus_a/2 {five} / 1:r12 2:y12"
    assert bar(ended, seat=2) == ".v.....v.v.."
    assert bar(f"{ended} /") == bar(f"{ended} /", seat=2) == "vv...v.vvv.."


def test_forced_cross_locks_a_row_for_everyone():
    assert bar("bonus_a r2 r4 r5 r7 r11 y5") == "X....v..v..."
    for line in ("bonus_a r2 r4 r5 r7 r11 y5", "bonus_a/2 1:r2 / 1:r4 / 1:r5 / 1:r7 / 1:r11 1:y5"):
        assert position(line).closed_rows == {"r"}


# Side B


READY_FOR_TWO = "bonus_b r2 b12 y11"
"""One more cross, on green 9, completes two in the row with the fewest."""


def owed(line):
    return [each.rows for each in sheet(line).pending_choices]


def test_pair_one_in_each_crosses_every_row():
    assert crossed("bonus_b y7 b7") == {"r": "2", "y": "7 8", "g": "12", "b": "7 6"}


@pytest.mark.parametrize(
    ("line", "yellow"), [("y7 y11 g10 b7", "7 11"), ("y7 y10 g10 b7", "7 10 11")]
)
def test_pair_one_in_each_finishes_before_next_pair(line, yellow):
    assert crossed(f"bonus_b {line}") == {"r": "2 3 4", "y": yellow, "g": "10 9", "b": "7 6"}


def test_pair_two_in_fewest_crosses_two_cells():
    assert crossed("bonus_b r2 g9 y11") == {"r": "2", "y": "11", "g": "9", "b": "12 11"}


def test_pair_tied_rows_ask_the_player():
    line = f"{READY_FOR_TWO} g9"
    assert owed(line) == [("r", "y", "g", "b")]
    for letter in "rgb":
        assert refusal(f"{line} p{letter}") is None
    assert crossed(f"{line} pr")["r"] == "2 3 4"
    assert refusal("bonus_b r2 r3 b12 b11 y11 g9 pr") == "not_fewest"


def test_pair_is_completed_only_once_by_double_crosses():
    bonus_b = installed_layouts()["bonus_b"]
    rows = tuple(replace(printed, last_counts_twice=True) for printed in bonus_b.rows)
    game = Game.start(Setup.for_layout(replace(bonus_b, rows=rows)))
    for token in ("r2", "r3", "y2", "y3", "y4", "b12", "b11", "g9", "y11", "y11"):
        game = game.with_entry(entry(token))
    assert game.position.sheet.pending_choices == ()


def test_choice_refuses_a_row_without_possible_cross():
    assert refusal(f"{READY_FOR_TWO} g9 py") == "needs_more"


def test_choice_is_dropped_without_any_possible_row():
    assert refusal("bonus_b r2 r3 r4 b12 b11 b10 g9 g3 y2 y11 r5") is None


def test_fewest_row_counts_the_completing_cross():
    assert owed("bonus_b r2 r3 b12 b11 y11 g9") == [("y", "g")]
    assert crossed("bonus_b r2 r3 b12 b11 g9 y2 y11")["g"] == "9 8 7"


@pytest.mark.parametrize("token", ["r3", "r2", "y12", "-", "r#", "redo", "pr pr"])
def test_pending_choice_refuses_other_entries_of_the_seat(token):
    assert refusal(f"{READY_FOR_TWO} g9 {token}") == "not_fewest"


AT_A_TABLE = "bonus_b/2 1:r2 1:b12 / 2:y2 1:y11 /"


def test_end_of_roll_forfeits_the_choice():
    assert refusal(f"{AT_A_TABLE} 1:g9 1:b11") == "not_fewest"
    assert refusal(f"{AT_A_TABLE} 1:g9 / 1:b11") is None
    assert refusal(f"{AT_A_TABLE} 1:g9 / 1:pr") == "not_fewest"


@pytest.mark.parametrize(
    ("token", "reason"),
    [
        *[("2:r3", "not_fewest"), ("2:-", "not_active"), ("2:r13", "no_such_cell")],
        *[("2:in", "not_fewest"), ("2:redo", "not_fewest"), ("2:out", None), ("2:undo", None)],
        *[("2:out 2:pr", "not_active"), ("end 2:r3", "over"), ("end 2:pr", "over")],
        *[("2:x", "syntax"), ("1:redo", "nothing_to_redo"), ("redo", "nothing_to_redo")],
    ],
)
def test_pending_choice_ranks_sixth_among_refusals(token, reason):
    assert refusal(f"bonus_b/2 2:r2 / 2:b12 2:y11 / 2:g9 {token}") == reason


FIVE_OF_SEAT_2 = "bonus_b/2 1:b12 2:r2 / 2:r3 / 1:y11 2:r4 / 2:r5 /"


def test_choice_row_locked_meanwhile_is_closed_for_second_cross():
    line = f"{FIVE_OF_SEAT_2} 1:- 2:r7 / / 1:r3 1:g9 2:r12"
    assert refusal(f"{line} 1:pr") == "closed"
    assert refusal(f"{line} 1:pg") is None
    assert refusal(f"{FIVE_OF_SEAT_2} 1:r3 2:r7 / / 1:g9 2:r12 1:pr") is None


def test_choice_disappears_without_a_tied_row():
    line = f"{FIVE_OF_SEAT_2} 1:b11 2:r7 / 1:g12 / 1:r3 1:g9"
    assert refusal(f"{line} 1:-") == "not_fewest"
    assert refusal(f"{line} 2:r12 1:pr") == "not_fewest"
    assert refusal(f"{line} 2:r12 1:-") == "crossed_this_roll"


@pytest.mark.parametrize(
    "line", ["bonus_b r2 b12 y11 r# y# g9", f"{opened('bonus_b/2', 'ry')} 1:y11 1:b12 / 1:g9"]
)
def test_choice_allowed_after_another_seats_final_lock(line):
    seat, lock = ("1:", " 2:r12 2:y12") if "/" in line else ("", "")
    ended = position(f"{line}{lock}")
    assert (ended.is_over, ended.is_settled) == (True, False)
    assert position(f"{line}{lock} {seat}pg").is_settled
    assert refusal(f"{line}{lock} {seat}g2") == "over"
    assert refusal(f"{line}{lock} end {seat}pg") == "over"


def test_choice_allowed_after_another_seats_fourth_penalty():
    three = "1:- 2:r2 / 2:b12 2:y2 / 1:- 2:y11 / 2:- / 1:- / 2:- /"
    line = f"bonus_b/2 {three} 2:g9 1:-"
    assert (position(line).is_over, position(line).is_settled) == (True, False)
    assert position(f"{line} 2:pg").is_settled
    assert refusal(f"{line} 2:g8") == "over"
    assert refusal(f"{line} / 2:pg") == "over"


@pytest.mark.parametrize(
    "line",
    [
        "bonus_b y2 y3 y4 y7 y11 g10 r# b7",
        "bonus_b/2 1:y2 2:r2 / 1:y3 2:r3 / 1:y4 2:r4 / 1:y7 2:r5 / 1:y11 2:r7 / 1:g10 2:r12 / 1:b7",
    ],
)
def test_choice_refused_after_own_final_lock(line):
    assert crossed(line)["y"] == "2 3 4 7 11 12"
    assert position(line).is_settled or "/" in line
    assert refusal(f"{line} {'1:' if '/' in line else ''}pg") == "over"


def test_undo_of_lock_a_choice_needs_is_refused():
    """With red open again red would have the fewest, and nobody could choose green."""
    line = "bonus_b/2 1:b12 2:r2 / 2:r3 / 1:y11 2:r4 / 2:r5 / 1:b11 2:r7 / / 1:b10 2:r12 1:g9"
    assert refusal(f"{line} 2:undo") is None
    assert refusal(f"{line} 1:pg 2:undo") == "nothing_to_undo"
    assert refusal(f"{line} 1:pg 1:undo 2:undo") is None


def test_pair_plus_thirteen_is_an_extra_in_the_sum():
    assert sheet("bonus_b r6 b4").points_line.extra_points == 13
    assert sheet("bonus_b r6").points_line.extra_points == 0


def test_pair_waives_penalties_but_fourth_ends_game():
    assert sheet("bonus_b y3 g5 - -").total == 2
    assert sheet("bonus_b y3 - -").total == 1 - 10
    assert position("bonus_b y3 g5 - - - -").is_over


def test_pair_doubles_the_lowest_row_upper_on_tie():
    assert sheet("bonus_b r8 b10 y2 y4 g12 g11").points_line.rows == (2, 3, 3, 1)
    assert sheet("bonus_b r7 r8 b11 b10 y2 g12 g11").points_line.rows == (3, 2, 3, 3)

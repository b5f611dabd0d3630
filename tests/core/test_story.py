"""The story of a game: what each entry was worth, how everybody stood, where it turned."""

import pytest
from hypothesis import given

from qwixx_pad.core.moves import Close, Cross, MovePawn, PawnArrived, Penalty
from qwixx_pad.core.story import Story
from tests.support.core.line_questions import opened
from tests.support.strategies import examples, games, played


def story(line):
    return Story.from_game(played(line))


def steps(line):
    return story(line).steps


def test_cross_gains_its_count_in_the_row():
    gains = [(step.cross_number, step.gain, step.total) for step in steps("classic r2 r5 y3 r6")]
    assert gains == [(1, 1, 1), (2, 2, 3), (1, 1, 4), (3, 3, 7)]


def test_last_number_gains_its_lock_too():
    last = steps("classic r2 r3 r4 r5 r6 r12")[-1]
    assert (last.locked, last.cross_number, last.gain, last.total) == (("r",), 6, 6 + 7, 28)


def test_step_has_seat_roll_and_entry_count():
    found = [(s.after, s.seat, s.roll, s.roller) for s in steps("classic/2 1:r2 2:y3 / 1:r5 2:b9")]
    assert found == [(1, 1, 1, 1), (2, 2, 1, 1), (4, 1, 2, 2), (5, 2, 2, 2)]


def test_end_of_roll_is_a_step_only_with_penalty():
    own = steps("classic/2 1:- /")
    none = steps("classic/2 1:r2 /")
    assert [(s.after, s.move) for s in own] == [(1, Penalty())]
    assert [s.move for s in none] == [Cross("r", 2)]
    (by_itself,) = steps("classic/2 /")
    assert (by_itself.after, by_itself.seat, by_itself.roll) == (1, 1, 1)
    assert (by_itself.move, by_itself.gain, by_itself.total) == (Penalty(), -5, -5)


def test_undone_entries_are_no_steps():
    assert [s.move.text for s in steps("classic r2 r3 undo y4")] == ["r2", "y4"]


def test_closed_rows_and_pawn_moves_are_steps():
    closing = steps("classic r2 y#")[-1]
    assert (closing.move, closing.gain, closing.cross_number) == (Close("y"), 0, 0)
    pawn = steps("on_board/2 1:@5 1:r2 / 2:@!")
    assert [(s.move, s.gain) for s in pawn] == [
        (MovePawn(5), 5),
        (Cross("r", 2), 1),
        (PawnArrived(), 0),
    ]


def test_curves_have_a_point_per_roll():
    assert story("classic/2 1:r2 1:r3 / 2:y3 / 1:b9").total_curves == ((0, 3, 3, 4), (0, 0, 1, 1))
    assert story("classic/2 1:r2 /").total_curves == ((0, 1), (0, 0))
    assert story("classic/3").total_curves == ((0,), (0,), (0,))


def test_single_sheet_curve_has_a_point_per_step():
    assert story("classic r2 - r3").total_curves == ((0, 1, -4, -2),)


def test_best_step_is_the_first_highest_gain():
    whole = story("classic/2 1:r2 2:y3 / 2:y4 1:r3")
    assert (whole.best_step.seat, whole.best_step.gain, whole.best_step.after) == (2, 2, 4)
    assert story("classic -").best_step is None


def test_last_lock_is_the_one_that_ended_the_game():
    line = f"{opened('classic/3', 'ry')} 2:r12 / 3:y12"
    lock = story(line).last_lock
    assert (lock.seat, lock.move) == (3, Cross("y", 12))
    assert story("classic/3 1:r2 end").last_lock is None


@pytest.mark.parametrize(
    ("line", "lead"),
    [
        ("classic/2 1:r2 / 2:y3 2:y4 / 1:r3 1:r4", (1, 3, 7)),
        ("classic/2 1:r2 / 1:r3", (1, 1, 1)),
        ("classic/2 1:r2 2:r2 / 1:r3", (1, 2, 4)),
        ("classic/2 1:r2 / 2:r2 2:r3 / 2:r4 2:undo 1:r3 1:r4", (1, 3, 7)),
        ("classic/2 1:r2 / 2:r2 2:r3 1:r3 / 1:r4", (1, 3, 7)),
        ("classic/2 1:r2 / 2:r2 1:r3 / 1:r4", (1, 1, 1)),
        ("classic/2 1:r2 2:r2", None),
        ("classic r2", None),
    ],
)
def test_final_lead_begins_after_last_other_leader(line, lead):
    found = story(line).lasting_lead
    assert (found and (found.seat, found.roll, found.after)) == lead


def test_out_and_in_are_steps_without_gain():
    found = [(s.seat, s.move.text, s.gain) for s in steps("classic/2 1:r2 2:out 2:in")]
    assert found == [(1, "r2", 1), (2, "out", 0), (2, "in", 0)]


def test_sitting_out_seat_has_no_penalty_step():
    assert [s.move.text for s in steps("classic/3 1:out / 3:r2")] == ["out", "r2"]


some = examples(40)


@some
@given(games())
def test_step_totals_match_positions_and_gains_add_up(game):
    whole = Story.from_game(game)
    moments = [step.after for step in whole.steps]
    assert moments == sorted(set(moments)), "no moment tells two steps"
    for step in whole.steps:
        assert game.after_entries(step.after).position.sheet_of(step.seat).total == step.total
    for seat, sheet in enumerate(game.position.sheets, 1):
        assert sum(step.gain for step in whole.steps_of_seat(seat)) == sheet.total

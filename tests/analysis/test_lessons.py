"""What the log of a game teaches about a sheet, before it has words."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.analysis.lessons import (
    MAX_LESSONS,
    Average,
    Closing,
    NoLock,
    OneShort,
    OthersRolls,
    OwnRolls,
    Skipped,
    Unusual,
    find_lessons,
)
from qwixx_pad.core.story import Story
from qwixx_pad.layouts import installed_layouts
from tests.support.strategies import FAMILY_HEADS, examples, games, played, ready_to_lock


def taught(line, seat=1, usual=()):
    return find_lessons(Story.from_game(played(line)), seat, usual)


def of_kind(kind, line, seat=1, usual=()):
    return [lesson for lesson in taught(line, seat, usual) if isinstance(lesson, kind)]


# What a cross gave away


def test_skipped_lesson_names_the_largest_jump():
    (red,) = of_kind(Skipped, "classic/2 1:r3 / / 1:r7 / 1:r8")
    assert (red.row, red.numbers, red.most) == ("r", 4, 3)
    assert (red.by, red.roll, red.after) == ((0, 5), 3, 4)


def test_skipped_lesson_covers_first_cross_and_descending_rows():
    (green,) = of_kind(Skipped, "classic g9")
    assert (green.row, green.numbers, green.most, green.roll) == ("g", 3, 3, 1)


def test_single_number_or_lock_gives_no_skipped_lesson():
    assert of_kind(Skipped, "classic r3 r4 r6") == []
    assert of_kind(Skipped, "classic r2 r3 r4 r5 r6 r12") == []


def test_chained_cross_is_not_counted_as_skipped():
    yellow, _red = of_kind(Skipped, "chain_a y9 r6")
    assert (yellow.row, yellow.numbers, yellow.most) == ("y", 6, 6)


def test_skipped_lesson_counts_only_numbers():
    by_field = of_kind(Skipped, "connect_15 cr1")
    assert [lesson.numbers for lesson in by_field] == [
        sum(cell.number is not None for cell in row.cells[: by.position])
        for row, by in ((installed_layouts()["connect_15"].rows[0], by_field[0].by),)
    ]
    assert of_kind(Skipped, "x_change x6") == []


# Where points lay


def test_no_lock_lesson_says_what_the_lock_would_add():
    (blue,) = of_kind(NoLock, "classic b12 b11 b10 b9 b8 r2 end")
    assert blue == NoLock("b", 5, (2,), 6 + 7, None, 5)


def test_no_lock_lesson_needs_a_finished_unlocked_row():
    assert taught("classic b12 b11 b10 b9 b8 r2") == ()
    assert taught("classic b12 b11 b10 b9 b8 b2 end") == ()


def test_row_closed_by_others_was_ready_or_one_short():
    ready, short = taught("classic r2 r3 r4 r5 r6 y2 y3 y4 y5 r# y#")
    assert ready == NoLock("r", 5, (12,), 13, Closing((), 10), 10)
    assert short == OneShort("y", 5, Closing((), 11))
    assert taught("classic y2 y3 y4 y#") == ()


def test_no_lock_lesson_names_who_closed_the_row():
    line = " ".join(("classic/3", *ready_to_lock("classic/3", "r"), "2:r12 3:r12 /"))
    (red,) = of_kind(NoLock, line)
    assert red.closing.seats == (2, 3)
    assert not of_kind(NoLock, line, seat=2)


def test_cross_after_a_lock_in_the_same_roll_counts():
    line = "classic/2 1:r2 2:r2 / 1:r3 2:r3 / 1:r4 2:r4 / 1:r5 2:r5 / 1:r6 / 1:r12"
    assert of_kind(OneShort, f"{line} /", seat=2)
    (red,) = of_kind(NoLock, f"{line} 2:r6 /", seat=2)
    assert red.closing.seats == (1,)


@pytest.mark.parametrize(
    ("line", "needs", "numbers"),
    [
        ("longo r2 r3 r4 r5 r6 r7 end", 6, (15, 16)),
        ("double_a r2 r2 r3 r3 r4 r4 r5 end", 7, (12,)),
    ],
)
def test_lock_lessons_use_the_limits_of_the_sheet(line, needs, numbers):
    (red,) = of_kind(NoLock, line)
    assert (red.needs, red.numbers) == (needs, numbers)


# Rolls


def test_roll_lessons_count_single_and_unused_rolls():
    line = "classic/2 1:r2 1:r3 / 1:y2 / 1:r4 / / / 1:b12 / 1:g12 1:g11"
    own, others = taught(line)
    assert own == OwnRolls(rolls=4, single=1, none=1, cost=5, after=9)
    assert others == OthersRolls(rolls=3, used=2, after=8)


def test_final_roll_counts_only_if_used():
    opening = "classic/2 1:r2 1:r3 / 2:y2 / 1:r4 1:r5 / 2:y3 / 1:r6 1:r7 / 2:y4 / "
    (others,) = of_kind(OthersRolls, f"{opening} 1:r8 end")
    assert (others.rolls, others.used) == (3, 0)
    assert of_kind(OwnRolls, f"{opening} 1:r8 end") == []


def test_sitting_out_seat_has_no_roll_lessons():
    line = "classic/3 / 1:out / / / / / /"
    assert of_kind(OthersRolls, line) == []
    assert of_kind(OwnRolls, line) == []


def test_single_sheet_has_no_roll_lessons():
    assert taught("classic - - -") == ()


# Against one's own average


USUAL = (Average("r", 17.4, 12), Average("y", 12.0, 12), Average("b", 9.0, 12))


def test_unusual_rows_are_sorted_by_distance():
    line = "classic r2 r3 r4 r5 r6 r7 r8 y2 y3 y4 y5 y6 end"
    red, blue = of_kind(Unusual, line, usual=USUAL)
    assert red == Unusual(28, USUAL[0], 7)
    assert blue == Unusual(0, USUAL[2], 13), "without a cross the end is looked at"


def test_unusual_lesson_needs_a_finished_game_and_enough_sheets():
    line = "classic r2 r3 r4 r5 r6 r7 r8"
    assert taught(line, usual=USUAL) == ()
    few = [replace(each, sheets=9) for each in USUAL]
    assert not any(isinstance(each, Unusual) for each in taught(f"{line} end", usual=few))


# Together


def test_paper_sheets_get_only_lessons_without_order():
    no_lock, red = taught("classic/2+paper 1:b12 1:b11 1:b10 1:b9 1:b8 1:r5 2:b12 end")
    assert no_lock == NoLock("b", 5, (2,), 13, None, None)
    assert (red.row, red.numbers, red.roll, red.after) == ("r", 3, None, None)


def test_lessons_start_with_one_of_each_kind():
    line = "classic r6 y5 g8 b6 r7 r8 r9 r10 end"
    kinds = [(type(lesson), getattr(lesson, "row", "")) for lesson in taught(line, usual=USUAL)]
    assert kinds == [(NoLock, "r"), (Skipped, "b"), (Unusual, ""), (Skipped, "r"), (Unusual, "")]


ANY = st.sampled_from(
    (*FAMILY_HEADS, *(f"{name}/2" for name in installed_layouts()), *installed_layouts())
)


@examples(150)
@given(games(ANY), st.data())
def test_lessons_are_few_and_lead_to_applied_entries(game, data):
    seat = data.draw(st.integers(1, game.setup.seats))
    usual = [Average(row.letter, 20.0, 50) for row in game.setup.layout.rows]
    lessons = find_lessons(Story.from_game(game), seat, usual)
    assert len(lessons) <= MAX_LESSONS
    for lesson in lessons:
        if game.setup.paper:
            assert lesson.after is None
        else:
            assert 1 <= lesson.after <= len(game.applied) or isinstance(lesson, Unusual)
        if isinstance(lesson, NoLock):
            assert lesson.points > 0
        if isinstance(lesson, Skipped):
            assert lesson.numbers >= lesson.most

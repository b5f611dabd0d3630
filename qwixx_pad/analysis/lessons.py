"""Lessons from the log of a game about one of its sheets, without valuing positions.

Lessons come from the sheet, the order of its crosses and the rolls: they say what happened, never
what would have been better.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, compress, count, groupby, islice, zip_longest
from typing import TypeAlias

from qwixx_pad.core.effects import move_gain
from qwixx_pad.core.layout import ALIGNED_KINDS, CellRef
from qwixx_pad.core.moves import Cross, Penalty
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.story import Step, Story, roll_spans
from qwixx_pad.core.table import Table

MAX_LESSONS = 5
_MIN_SKIPPED = 2
"""The fewest numbers that a cross must skip for a lesson."""
_MIN_ROLLS = 3
"""The fewest rolls about which there is a lesson."""
_MIN_SHEETS = 10
"""The fewest sheets that an average must come from."""
_MIN_DIFFERENCE = 5
"""The fewest points by which a row must differ from the average."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The closing of a row by others.

    Attributes:
        seats: The seats that locked it; empty for a player off the app.
        after: The number of applied entries at that moment.
    """

    seats: tuple[int, ...]
    after: int


@dataclass(frozen=True, slots=True)
class NoLock:
    """A row that had the crosses for its lock but was not locked.

    Attributes:
        row: The letter of the row.
        needs: How many crosses its lock needs.
        numbers: The numbers that would have locked it, left to right.
        points: What the first of them would have added.
        closing: How others closed the row; None if they did not, or if it is unknown.
        after: The number of applied entries when it was closed, or else when it had its crosses;
            None if it is unknown.
    """

    row: str
    needs: int
    numbers: tuple[int, ...]
    points: int
    closing: Closing | None
    after: int | None


@dataclass(frozen=True, slots=True)
class OneShort:
    """A row that lacked one cross for its lock when others closed it.

    Attributes:
        row: The letter of the row.
        needs: How many crosses its lock needs.
        closing: How it was closed.
    """

    row: str
    needs: int
    closing: Closing

    @property
    def after(self) -> int:
        """The number of applied entries when it was closed."""
        return self.closing.after


@dataclass(frozen=True, slots=True)
class Skipped:
    """The numbers that a cross skipped.

    Attributes:
        row: The letter of the row.
        numbers: How many numbers of the row are skipped in the end.
        most: How many of them this cross skipped: most of all crosses that did not lock the row;
            of equal ones it is the first.
        by: The last cell of the row that it crossed.
        roll: The number of the roll, on a single sheet of the step; None if it is unknown.
        after: The number of applied entries after it; None if it is unknown.
    """

    row: str
    numbers: int
    most: int
    by: CellRef
    roll: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class OwnRolls:
    """The use that a seat made of its own rolls.

    Attributes:
        rolls: How many own rolls it had.
        single: In how many it made one cross.
        none: In how many it made none and took a penalty.
        cost: The points that penalties cost, 0 or more.
        after: The number of applied entries after its first penalty; without one, after the cross
            of its first roll with one cross.
    """

    rolls: int
    single: int
    none: int
    cost: int
    after: int


@dataclass(frozen=True, slots=True)
class OthersRolls:
    """The use of the white dice in the rolls of others.

    Attributes:
        rolls: How many rolls there were.
        used: In how many the seat made a cross.
        after: The number of applied entries at the end of the first roll of the longest unused run.
    """

    rolls: int
    used: int
    after: int


@dataclass(frozen=True, slots=True)
class Average:
    """The average points of a person in a row of one printed sheet.

    Attributes:
        row: The letter of the row.
        points: The mean of all sheets.
        sheets: How many sheets there are.
    """

    row: str
    points: float
    sheets: int


@dataclass(frozen=True, slots=True)
class Unusual:
    """A row whose points are far from the average.

    Attributes:
        points: Its points.
        usual: The average.
        after: The number of applied entries after its last cross, of all entries if it has none;
            None if it is unknown.
    """

    points: int
    usual: Average
    after: int | None


Lesson: TypeAlias = NoLock | OneShort | Skipped | OwnRolls | OthersRolls | Unusual


def find_lessons(story: Story, seat: int, usual: Iterable[Average] = ()) -> tuple[Lesson, ...]:
    """Find the lessons of a seat's sheet, the most telling first, at most `MAX_LESSONS`.

    The kinds are: missed locks, skipped numbers, own rolls, others' rolls, rows unlike the average.
    The largest lesson of each kind comes first, then the second of each, and so on. Lessons about
    rolls exist at tables only. The order of a game from paper is unknown (rule 13), so its lessons
    have no roll and no moment.

    Args:
        story: The story of the game.
        seat: The seat, from 1.
        usual: The averages of its player.
    """
    sheet = _SheetStory(story, seat)
    kinds = (
        _lock_lessons(sheet),
        _skip_lessons(sheet),
        _own_rolls(sheet),
        _others_rolls(sheet),
        _unusual_rows(sheet, usual),
    )
    largest_first = (sorted(kind, key=_lesson_size, reverse=True) for kind in kinds)
    lessons = chain.from_iterable(zip_longest(*largest_first))
    return tuple(islice((lesson for lesson in lessons if lesson is not None), MAX_LESSONS))


def _lesson_size(lesson: Lesson) -> float:
    """The size of a lesson among those of its kind; 0 for kinds without sizes."""
    match lesson:
        case NoLock(points=points):
            return points
        case Skipped(most=most):
            return most
        case Unusual(points, usual):
            return abs(points - usual.points)
    return 0


class _SheetStory:
    """A story, as far as it is about the sheet of one seat.

    Attributes:
        game: The whole game.
        seat: The seat, from 1.
        positions: The positions of the whole game, the start first.
        steps: The steps on the sheet.
        final_sheet: The sheet in the end.
    """

    def __init__(self, story: Story, seat: int) -> None:
        self.game = story.game
        self.seat = seat
        self.positions = story.game.timeline.positions
        self.steps = story.steps_of_seat(seat)
        self.final_sheet = self.sheet_at(-1)

    def sheet_at(self, moment: int) -> Sheet:
        """The sheet after so many applied entries; -1 for the last moment."""
        return self.positions[moment].sheet_of(self.seat)

    def known_moment(self, after: int) -> int | None:
        """`after` itself; None for a game from paper, whose order nobody knows (rule 13)."""
        return None if self.game.setup.paper else after


def _lock_lessons(sheet: _SheetStory) -> Iterator[NoLock | OneShort]:
    """Yield the rows that this sheet could have locked, or nearly."""
    for index, row in enumerate(sheet.final_sheet.layout.rows):
        if not row.lock_mask or sheet.final_sheet.is_locked(index):
            continue
        closing = _find_closing(sheet, row.letter)
        if closing is None and not sheet.positions[-1].is_over:
            continue
        needs = row.crosses_to_lock
        # when it closed for this sheet, which may be later than for the others (rule 9)
        closed = (row.letter in position.closed_for(sheet.seat) for position in sheet.positions)
        until = next(compress(count(), closed), len(sheet.positions) - 1)
        missing = needs - sheet.sheet_at(until).lock_progress(index)
        if missing <= 0:
            after = closing.after if closing else _lock_ready_moment(sheet, index, needs)
            lock = Cross(row.letter, row.lock_numbers[0])
            others = sheet.positions[until].closed_for(sheet.seat) - {row.letter}
            points = move_gain(sheet.sheet_at(until), lock, others)
            yield NoLock(row.letter, needs, row.lock_numbers, points, closing, after)
        elif missing == 1 and closing:
            yield OneShort(row.letter, needs, closing)


def _find_closing(sheet: _SheetStory, letter: str) -> Closing | None:
    """How others closed a row that this sheet has not locked; None if unknown or if none did."""
    after = next((i for i, each in enumerate(sheet.positions) if letter in each.closed_rows), None)
    if after is None or sheet.game.setup.paper:
        return None
    last = sheet.positions[-1]
    return Closing(last.seats_with_lock(letter) if isinstance(last, Table) else (), after)


def _lock_ready_moment(sheet: _SheetStory, row: int, needs: int) -> int | None:
    """The number of applied entries when a row had its crosses; None if it is unknown."""
    moment = 0
    while sheet.sheet_at(moment).lock_progress(row) < needs:
        moment += 1
    return sheet.known_moment(moment)


def _skip_lessons(sheet: _SheetStory) -> Iterator[Skipped]:
    """Yield for each row the cross that skipped most, if it skipped `_MIN_SKIPPED` or more.

    Crosses that locked the row do not count.
    """
    for index, row in enumerate(sheet.final_sheet.layout.rows):
        marks = sheet.final_sheet.crossed[index]
        lost = (_mask_to_last(marks) >> 1) & ~marks & row.number_mask
        made = [step for step in sheet.steps if row.letter not in step.locked]
        counts = [(_passed_mask(sheet, step, index) & lost).bit_count() for step in made]
        most = max(counts, default=0)
        if row.kind in ALIGNED_KINDS and most >= _MIN_SKIPPED:
            step = made[counts.index(most)]
            by = CellRef(index, sheet.sheet_at(step.after).crossed[index].bit_length() - 1)
            roll = sheet.known_moment(step.roll)
            after = sheet.known_moment(step.after)
            yield Skipped(row.letter, lost.bit_count(), most, by, roll, after)


def _passed_mask(sheet: _SheetStory, step: Step, row: int) -> int:
    """The cells of a row (from 0) between its last crosses before and after a step, as bits."""
    before = sheet.sheet_at(step.after - 1).crossed[row]
    after = sheet.sheet_at(step.after).crossed[row]
    return (_mask_to_last(after) >> 1) & ~_mask_to_last(before)


def _mask_to_last(marks: int) -> int:
    """The cells of a row up to the last of these crosses, as bits."""
    return (1 << marks.bit_length()) - 1


@dataclass(frozen=True, slots=True)
class _Roll:
    """A roll of a table, as a seat used it.

    Attributes:
        number: The number of the roll, from 1.
        is_own: Whether the seat was active.
        crosses: How many crosses the seat made, as `crosses_of` counts them.
        penalised: Whether it took a penalty.
        is_complete: Whether another roll followed; False for the last one, even if a `/` ended it.
        end: The number of applied entries at its end.
    """

    number: int
    is_own: bool
    crosses: int
    penalised: bool
    is_complete: bool
    end: int


def _seat_rolls(sheet: _SheetStory) -> Iterator[_Roll]:
    """Yield the rolls that a seat could use; the last one only if it crossed or was penalised."""
    for number, _, end in roll_spans(sheet.game):
        is_complete = sheet.positions[end].roll != number
        last = sheet.positions[end - 1 if is_complete else end]
        if not isinstance(last, Table):
            return
        is_own = last.active == sheet.seat
        crosses = last.crosses_of(sheet.seat)
        unused = is_complete and not crosses and sheet.seat not in last.sitting_out
        penalised = is_own and (last.penalised or unused)
        if crosses or penalised or unused:
            yield _Roll(number, is_own, crosses, penalised, is_complete, end)


def _own_rolls(sheet: _SheetStory) -> Iterator[OwnRolls]:
    """Yield one lesson if an own roll brought one cross only, or a penalty."""
    own = [roll for roll in _seat_rolls(sheet) if roll.is_own]
    none = [roll for roll in own if roll.penalised]
    single = [roll for roll in own if roll.crosses == 1 and roll.is_complete]
    if len(own) >= _MIN_ROLLS and (none or single):
        cost = sheet.final_sheet.points_line.penalty
        after = _entries_after_roll(sheet, (none or single)[0])
        yield OwnRolls(len(own), len(single), len(none), cost, after)


def _entries_after_roll(sheet: _SheetStory, roll: _Roll) -> int:
    """The number of applied entries after the first cross or penalty of a seat in a roll.

    An exchange pair counts as a cross. Without any, it is the number at the end of the roll.
    """
    steps = (step for step in sheet.steps if step.roll == roll.number)
    return next((s.after for s in steps if s.cells or isinstance(s.move, Penalty)), roll.end)


def _others_rolls(sheet: _SheetStory) -> Iterator[OthersRolls]:
    """Yield one lesson if a roll of others was not used."""
    others = [roll for roll in _seat_rolls(sheet) if not roll.is_own]
    runs = groupby(others, key=lambda roll: roll.crosses > 0)
    unused = [[*run] for was_used, run in runs if not was_used]
    if len(others) >= _MIN_ROLLS and unused:
        used = len(others) - sum(map(len, unused))
        yield OthersRolls(len(others), used, max(unused, key=len)[0].end)


def _unusual_rows(sheet: _SheetStory, usual: Iterable[Average]) -> Iterator[Unusual]:
    """Yield the rows of a finished sheet that are far from the average."""
    for average in usual:
        row = sheet.final_sheet.layout.row_index(average.row)
        if row is None or average.sheets < _MIN_SHEETS or not sheet.positions[-1].is_over:
            continue
        points = sheet.final_sheet.points_line.rows[row]
        if abs(points - average.points) >= _MIN_DIFFERENCE:
            after = len(sheet.positions) - 1
            for step in sheet.steps:
                if any(cell.row == row for cell in step.cells):
                    after = step.after
            yield Unusual(points, average, sheet.known_moment(after))

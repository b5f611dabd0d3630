"""Points of rows and of a whole sheet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from qwixx_pad.core.layout import Mark, RowKind

if TYPE_CHECKING:
    from qwixx_pad.core.sheet import Sheet


def row_points(crosses: int) -> int:
    """Score a row by its crosses, the lock included.

    N(n+1)/2, so that 12 crosses are 78 (rule 5).
    """
    return crosses * (crosses + 1) // 2


class Purpose(StrEnum):
    """The reason for points."""

    ROW = "row"
    STEPS = "steps"
    TRACK = "track"
    PAIR = "pair"
    BOARD = "board"
    PENALTIES = "penalties"


EXTRAS = (Purpose.STEPS, Purpose.TRACK, Purpose.PAIR, Purpose.BOARD)
"""The purposes of points besides those of the rows, in the order of the terms."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of the total.

    Attributes:
        purpose: The reason for the points.
        points: How many; below 0 for penalties.
        row: The letter of the row; None for points that belong to no row.
    """

    purpose: Purpose
    points: int
    row: str | None = None


@dataclass(frozen=True, slots=True)
class SumLine:
    """The line at the foot of a sheet.

    Attributes:
        rows: The points of each row, top to bottom; 0 for a row without a lock.
        penalty: The points lost by penalties, 0 or more.
        extras: The points besides those of the rows.
    """

    rows: tuple[int, ...]
    penalty: int
    extras: tuple[Term, ...] = ()

    @property
    def extra_points(self) -> int:
        return sum(term.points for term in self.extras)

    @property
    def total(self) -> int:
        return sum(self.rows) + self.extra_points - self.penalty


def sum_points(sheet: "Sheet") -> SumLine:
    rows = [_points_of_row(sheet, row) for row in range(len(sheet.crossed))]
    times = sheet.pair_amount(Mark.LOWEST)
    if times:
        numbered = (i for i, row in enumerate(sheet.layout.rows) if row.lock_mask)
        rows[min(numbered, key=rows.__getitem__)] *= times
    cost = 0 if sheet.pair_amount(Mark.WAIVE) else sheet.layout.penalty_points
    return SumLine(tuple(rows), sheet.penalties * cost, tuple(_extra_terms(sheet)))


def score_terms(sheet: "Sheet") -> tuple[Term, ...]:
    """List all terms of the total of a sheet."""
    line = sum_points(sheet)
    of_rows = (
        Term(Purpose.ROW, points, row.letter)
        for row, points in zip(sheet.layout.rows, line.rows, strict=True)
        if row.lock_mask
    )
    return (*of_rows, *line.extras, Term(Purpose.PENALTIES, -line.penalty))


def _points_of_row(sheet: "Sheet", row: int) -> int:
    printed = sheet.layout.rows[row]
    if not printed.lock_mask:
        return 0
    crosses = sheet.cross_count(row)
    return row_points(crosses if printed.cap is None else min(crosses, printed.cap))


def _extra_terms(sheet: "Sheet") -> Iterator[Term]:
    layout = sheet.layout
    steps = [sheet.is_crossed(place) for place in layout.cells_with_mark(Mark.STEP)]
    if steps:
        yield Term(Purpose.STEPS, row_points(sum(steps)))
    track = layout.row_of_kind(RowKind.TRACK)
    if track is not None:
        made = sheet.crossed[track].bit_length()
        yield Term(Purpose.TRACK, layout.rows[track].numbers[made - 1] if made else 0)
    if layout.bonus_pair(Mark.PLUS):
        yield Term(Purpose.PAIR, sheet.pair_amount(Mark.PLUS))
    if layout.board is not None:
        yield Term(Purpose.BOARD, sheet.board_points)


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """Rank each total from 1; equal totals share a rank, as the rules have no tie-break."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)

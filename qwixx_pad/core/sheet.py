"""One sheet: its marks, and the rules that hold on the paper alone."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import Arrive, Board, Cross, Penalty, SheetMove
from qwixx_pad.core.refusal import Refusal
from qwixx_pad.core.scoring import SumLine, row_points


class CellState(StrEnum):
    """What a cell looks like to the eye."""

    OPEN = "open"
    CROSSED = "crossed"
    SKIPPED = "skipped"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The marks on one printed sheet.

    Attributes:
        layout: What is printed.
        marks: A number a row; bit i stands for a cross in the cell at position i.
        penalties: Penalties taken.
        extra: Points of the pawn's space.
        arrived: Whether the pawn has reached one of the last five spaces.
    """

    layout: Layout
    marks: tuple[int, ...]
    penalties: int = 0
    extra: int = 0
    arrived: bool = False

    @classmethod
    def blank(cls, layout: Layout) -> "Sheet":
        """A fresh sheet."""
        return cls(layout, (0,) * len(layout.rows))

    def locked(self, row: int) -> bool:
        """Whether this sheet's own lock of a row (from 0) is crossed (rule 2)."""
        return self.marks[row] >> self.layout.rows[row].last > 0

    def crosses(self, row: int) -> int:
        """Crosses in a row (from 0); a crossed lock counts as one."""
        return self.marks[row].bit_count() + self.locked(row)

    @property
    def own_locks(self) -> frozenset[str]:
        """Letters of the rows that this sheet has locked."""
        return frozenset(r.letter for i, r in enumerate(self.layout.rows) if self.locked(i))

    @property
    def sum_line(self) -> SumLine:
        """The points, row by row and together (rule 5)."""
        return SumLine(
            tuple(row_points(self.crosses(i)) for i in range(len(self.marks))),
            self.penalties * self.layout.penalty_points,
            self.extra,
        )

    @property
    def total(self) -> int:
        """What the sheet is worth."""
        return self.sum_line.total

    def states(self, row: int, closed: Container[str] = ()) -> Iterator[CellState]:
        """The state of each cell of a row (from 0), left to right.

        Args:
            row: Which row.
            closed: Letters of the rows that are closed for this sheet by others.
        """
        marks, printed = self.marks[row], self.layout.rows[row]
        left_over = CellState.CLOSED if printed.letter in closed else CellState.OPEN
        if self.locked(row):
            left_over = CellState.SKIPPED
        for i in range(len(printed.numbers)):
            if marks >> i & 1:
                yield CellState.CROSSED
            else:
                yield CellState.SKIPPED if marks >> i else left_over

    def has_place_for(self, move: SheetMove) -> bool:
        """Whether the sheet has a field printed for this move."""
        if isinstance(move, Cross):
            return self.layout.place(move.row, move.number) is not None
        if isinstance(move, Board):
            return self.layout.board is not None and move.points <= self.layout.board
        if isinstance(move, Arrive):
            return self.layout.board is not None
        return isinstance(move, Penalty)

    def why_not(self, move: SheetMove, closed: Container[str] = ()) -> Refusal | None:
        """The rule of the paper (1 to 4, 11) that a move breaks, None if it is legal.

        Args:
            move: What is to be entered.
            closed: Letters of the rows that are closed for this sheet by others.
        """
        if not self.has_place_for(move):
            return Refusal.NO_SUCH_CELL
        if isinstance(move, Cross):
            return self._why_no_cross(move, closed)
        if isinstance(move, Penalty):
            left = self.penalties < self.layout.penalties
            return None if left else Refusal.NO_PENALTY_LEFT
        if isinstance(move, Board) and move.points < self.extra:
            return Refusal.BACKWARDS
        return None

    def _why_no_cross(self, cross: Cross, closed: Container[str]) -> Refusal | None:
        row, position = self.layout.place(cross.row, cross.number) or (0, 0)
        marks, printed = self.marks[row], self.layout.rows[row]
        if marks >> position & 1:
            return Refusal.CROSSED
        if cross.row in closed or marks >> printed.last:
            return Refusal.CLOSED
        if marks >> position:
            return Refusal.PASSED
        if position == printed.last and marks.bit_count() < printed.needs:
            return Refusal.NEEDS_MORE
        return None

    def marked(self, move: SheetMove) -> "Sheet":
        """The sheet after a move; whether it is legal was asked before."""
        match move:
            case Cross(letter, number):
                return self._with_cross(*(self.layout.place(letter, number) or (0, 0)))
            case Penalty():
                return replace(self, penalties=self.penalties + 1)
            case Board(points):
                return replace(self, extra=points)
            case Arrive():
                return replace(self, arrived=True)
        return self

    def _with_cross(self, row: int, position: int) -> "Sheet":
        crossed = self.marks[row] | 1 << position
        marks = (*self.marks[:row], crossed, *self.marks[row + 1 :])
        return Sheet(self.layout, marks, self.penalties, self.extra, self.arrived)


def printed_moves(layout: Layout) -> Iterator[SheetMove]:
    """Every move that a sheet of this layout has a field for, closing by others aside."""
    for row in layout.rows:
        yield from (Cross(row.letter, number) for number in row.numbers)
    yield Penalty()
    if layout.board is not None:
        yield from (Board(points) for points in range(layout.board + 1))
        yield Arrive()

"""One sheet: its marks, and the rules that hold on the paper alone."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from qwixx_pad.core.layout import Layout, Mark, Place, RowKind
from qwixx_pad.core.moves import (
    Advance,
    Arrive,
    Board,
    Choose,
    Cross,
    CrossField,
    CrossNext,
    Exchange,
    Penalty,
    Refusal,
    SheetMove,
)
from qwixx_pad.core.scoring import SumLine, sum_line


class CellState(StrEnum):
    """The visible state of a cell."""

    OPEN = "open"
    CROSSED = "crossed"
    DOUBLED = "doubled"
    SKIPPED = "skipped"
    CLOSED = "closed"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Owed:
    """Crosses that wait for their row to be chosen."""

    rows: tuple[str, ...]
    crosses: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The marks on one printed sheet.

    Attributes:
        layout: What is printed.
        marks: A number a row; bit i stands for a cross in the cell at position i.
        penalties: Penalties taken.
        extra: Points of the pawn's space.
        arrived: Whether the pawn has reached one of the last five spaces.
        seconds: A number a row; bit i stands for a second cross in the cell at position i.
        owed: Crosses to be made before anything else, in a row that is still to be chosen.
    """

    layout: Layout
    marks: tuple[int, ...]
    penalties: int = 0
    extra: int = 0
    arrived: bool = False
    seconds: tuple[int, ...] = ()
    owed: tuple[Owed, ...] = ()

    @classmethod
    def blank(cls, layout: Layout) -> "Sheet":
        """Return a fresh sheet."""
        empty = (0,) * len(layout.rows)
        return cls(layout, empty, seconds=empty)

    def is_crossed(self, place: Place) -> bool:
        """Return whether there is a cross in a cell."""
        return bool(self.marks[place[0]] >> place[1] & 1)

    def locked(self, row: int) -> bool:
        """Return whether this sheet's own lock of a row (from 0) is crossed (rule 2)."""
        return self.marks[row] & self.layout.rows[row].lock_mask != 0

    def crosses(self, row: int) -> int:
        """Count the crosses of a row (from 0), its bonus rows' included; a lock counts as one."""
        marks, printed = self.marks[row], self.layout.rows[row]
        count = marks.bit_count() + (marks & printed.lock_mask != 0)
        count += (marks & printed.heavy).bit_count() + self.seconds[row].bit_count()
        return count + sum(self.marks[i].bit_count() for i in self.layout.bonus_rows[row])

    def towards_lock(self, row: int) -> int:
        """Return crosses in a row (from 0) that count towards what its lock needs (rule 2)."""
        marks, printed = self.marks[row], self.layout.rows[row]
        count = (marks & printed.counting).bit_count() + (marks & printed.heavy).bit_count()
        return count + self.seconds[row].bit_count()

    @property
    def own_locks(self) -> frozenset[str]:
        """Letters of the rows that this sheet has locked."""
        return frozenset(r.letter for i, r in enumerate(self.layout.rows) if self.locked(i))

    def new_locks(self, before: "Sheet") -> frozenset[str]:
        """Return letters of the rows that are locked now and were not before."""
        return frozenset(
            row.letter
            for row, new, old in zip(self.layout.rows, self.marks, before.marks, strict=True)
            if new != old and new & row.lock_mask and not old & row.lock_mask
        )

    def amount(self, mark: Mark) -> int:
        """Return the amount of the cells with a mark; 0 while one of them is not crossed."""
        pair = self.layout.pair(mark)
        whole = pair and all(self.is_crossed(place) for place in self.layout.marked(mark))
        return pair.amount if pair and whole else 0

    @property
    def sum_line(self) -> SumLine:
        """The points, row by row and together (rule 5)."""
        return sum_line(self)

    @property
    def total(self) -> int:
        """The total of the sheet."""
        return sum_line(self).total

    # What it looks like

    def states(self, row: int, closed: Container[str] = ()) -> Iterator[CellState]:
        """Yield the state of each cell of a row (from 0), left to right.

        Args:
            row: Which row.
            closed: Letters of the rows that are closed for this sheet by others.
        """
        printed = self.layout.rows[row]
        marks, twice = self.marks[row], self.seconds[row] | printed.heavy
        left_over = CellState.CLOSED if printed.letter in closed else CellState.OPEN
        if self.locked(row):
            left_over = CellState.SKIPPED
        for i, cell in enumerate(printed.cells):
            if marks >> i & 1:
                yield CellState.DOUBLED if twice >> i & 1 else CellState.CROSSED
            elif printed.kind is RowKind.BAR:
                yield CellState.VOID if self.is_void(cell.color, closed) else CellState.OPEN
            else:
                yield CellState.SKIPPED if marks >> i else left_over

    def is_void(self, color: str, closed: Container[str]) -> bool:
        """Return whether nothing can be crossed any more in the row of a colour (rule 3)."""
        row = self.layout.row_index(color)
        return color in closed or row is None or self.locked(row)

    # What is legal

    def place_of(self, move: SheetMove) -> Place | None:
        """Return the cell that a move crosses; None if it is printed nowhere or crosses none."""
        match move:
            case Cross(letter, number):
                return self.layout.place(letter, number)
            case CrossField(letter, at):
                return self.layout.place(letter, f"c{at}")
            case CrossNext(letter):
                return self.next_free(self.layout.row_index(letter))
            case Exchange(pair):
                row = self.layout.row_of_kind(RowKind.EXCHANGE)
                fits = row is not None and pair <= self.layout.rows[row].last
                return Place(row or 0, pair) if fits else None
            case Advance():
                return self.next_free(self.layout.row_of_kind(RowKind.TRACK))
        return None

    def next_free(self, row: int | None) -> Place | None:
        """Return the cell behind the last cross of a row (from 0); None if no cell is behind it."""
        if row is None or self.marks[row].bit_length() > self.layout.rows[row].last:
            return None
        return Place(row, self.marks[row].bit_length())

    def next_legal(self, letter: str, closed: Container[str] = ()) -> Place | None:
        """Return the next free cell of a row by letter; None if rules 2 and 3 forbid it."""
        place = self.next_free(self.layout.row_index(letter))
        return None if self.why_not_there(place, closed) else place

    def choices(self, closed: Container[str] = ()) -> tuple[str, ...]:
        """Return letters of the rows of which one must be chosen next; empty if nothing is owed."""
        rows = self.owed[0].rows if self.owed else ()
        return tuple(letter for letter in rows if self.next_legal(letter, closed))

    def has_place_for(self, move: SheetMove) -> bool:
        """Return whether the sheet has a field printed for this move."""
        layout = self.layout
        if isinstance(move, Board | Arrive):
            most = layout.board
            return most is not None and (isinstance(move, Arrive) or move.points <= most)
        if isinstance(move, CrossNext | Choose):
            next_one = isinstance(move, CrossNext)
            known = layout.lucky if next_one else layout.pair(Mark.FEWEST) is not None
            return known and layout.row_index(move.row) is not None
        if isinstance(move, Advance):
            return layout.row_of_kind(RowKind.TRACK) is not None
        return isinstance(move, Penalty) or self.place_of(move) is not None

    def why_not(self, move: SheetMove, closed: Container[str] = ()) -> Refusal | None:
        """Return the rule of the paper (1 to 4, 11, and those of single sheets) that a move breaks.

        Args:
            move: What is to be entered.
            closed: Letters of the rows that are closed for this sheet by others.

        Returns:
            None if it is legal.
        """
        if not self.has_place_for(move):
            return Refusal.NO_SUCH_CELL
        return self.broken_rule(move, closed)

    def broken_rule(self, move: SheetMove, closed: Container[str] = ()) -> Refusal | None:
        """Return the same of a move that the sheet is known to have a place for."""
        tied = self.owed[0].rows if self.choices(closed) else ()
        if isinstance(move, Choose):
            place = self.next_free(self.layout.row_index(move.row))
            return self.why_not_there(place, closed) if move.row in tied else Refusal.NOT_FEWEST
        if tied:
            return Refusal.NOT_FEWEST
        if isinstance(move, (Cross, CrossField)):
            return self.why_not_there(self.place_of(move), closed)
        if isinstance(move, CrossNext):
            return self._why_not_next(move, closed)
        return self._why_not_beside(move)

    def _why_not_beside(self, move: SheetMove) -> Refusal | None:
        """Return the refusal of a move that is no cross of the roll, or None."""
        match move:
            case Penalty():
                left = self.penalties < self.layout.penalties
                return None if left else Refusal.NO_PENALTY_LEFT
            case Exchange() | Advance():
                place = self.place_of(move)
                past = place is None or self.marks[place.row] >> place.position
                return Refusal.USED if past else None
            case Board(points):
                return Refusal.BACKWARDS if points < self.extra else None
        return None

    def why_not_there(self, place: Place | None, closed: Container[str] = ()) -> Refusal | None:
        """Return the rule that a cross in a cell breaks (rules 1 to 3), None if it is legal."""
        if place is None:
            return Refusal.CLOSED
        row, position = place
        marks, printed = self.marks[row], self.layout.rows[row]
        if marks >> position & 1 and not self.may_double(place):
            return Refusal.CROSSED
        if printed.lock_mask and (printed.letter in closed or marks & printed.lock_mask):
            return Refusal.CLOSED
        return self.why_not_in_order(place)

    def why_not_in_order(self, place: Place) -> Refusal | None:
        """Return the rule that a cross breaks as far as its own paper goes (rules 1 and 2)."""
        row, position = place
        marks, printed = self.marks[row], self.layout.rows[row]
        if marks >> position > 1:
            return Refusal.PASSED
        if printed.lock_mask >> position & 1 and self.towards_lock(row) < printed.needs:
            return Refusal.NEEDS_MORE
        if printed.kind is RowKind.BONUS and not self._has_neighbour(place):
            return Refusal.NO_NEIGHBOUR
        return None

    def may_double(self, place: Place) -> bool:
        """Double: the last crossed number of a row once more, but not one that locks."""
        row, position = place
        printed = self.layout.rows[row]
        last, single = self.marks[row] >> position == 1, not self.seconds[row] >> position & 1
        return printed.twice and last and single and not printed.lock_mask >> position & 1

    def _has_neighbour(self, place: Place) -> bool:
        """Big Points: whether the same number is crossed in a row beside."""
        number = self.layout.cell(place).number
        beside = (
            self.layout.place(letter, number)
            for letter in self.layout.rows[place.row].between
            if number is not None
        )
        return any(self.is_crossed(there) for there in beside if there is not None)

    def _why_not_next(self, move: CrossNext, closed: Container[str]) -> Refusal | None:
        reason = self.why_not_there(self.place_of(move), closed)
        return reason or (None if move.row in self.fewest(closed) else Refusal.NOT_FEWEST)

    def fewest(self, closed: Container[str] = ()) -> tuple[str, ...]:
        """Return letters of the open rows with the fewest crosses; empty if none is open."""
        counts = {
            row.letter: self.crosses(i)
            for i, row in enumerate(self.layout.rows)
            if row.lock_mask and not self.is_void(row.letter, closed)
        }
        least = min(counts.values(), default=0)
        return tuple(letter for letter, count in counts.items() if count == least)

    # What changes

    def marked(self, move: SheetMove) -> "Sheet":
        """Return the sheet after a legal move alone, without what it forces."""
        match move:
            case Penalty():
                return replace(self, penalties=self.penalties + 1)
            case Board(points):
                return replace(self, extra=points)
            case Arrive():
                return replace(self, arrived=True)
        place = self.place_of(move)
        return self if place is None else self.with_cross(place)

    def with_cross(self, place: Place) -> "Sheet":
        """Return the sheet with one more cross in a cell."""
        row, position = place
        marks, seconds, bit = self.marks, self.seconds, 1 << position
        if marks[row] & bit:
            seconds = (*seconds[:row], seconds[row] | bit, *seconds[row + 1 :])
        else:
            marks = (*marks[:row], marks[row] | bit, *marks[row + 1 :])
        return Sheet(
            self.layout, marks, self.penalties, self.extra, self.arrived, seconds, self.owed
        )

    def without_debt(self) -> "Sheet":
        """Return the sheet when a choice of row that was not made is forfeited."""
        return replace(self, owed=()) if self.owed else self

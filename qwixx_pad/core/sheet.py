"""One sheet: its marks, and the rules that need no table."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from qwixx_pad.core.layout import CellRef, Layout, Mark, RowKind
from qwixx_pad.core.moves import (
    CROSS_MOVES,
    ChooseRow,
    Cross,
    CrossField,
    CrossNext,
    CrossTrackField,
    Exchange,
    MovePawn,
    PawnArrived,
    Penalty,
    Refusal,
    SheetMove,
)
from qwixx_pad.core.scoring import SumLine, sum_points


class CellState(StrEnum):
    """The state of a cell as a player sees it."""

    OPEN = "open"
    CROSSED = "crossed"
    DOUBLED = "doubled"
    SKIPPED = "skipped"
    CLOSED = "closed"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class PendingChoice:
    """Forced crosses whose row the player still has to choose.

    Attributes:
        rows: The letters of the tied rows.
        crosses: How many crosses the chosen row gets.
    """

    rows: tuple[str, ...]
    crosses: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The marks on one printed sheet.

    Attributes:
        layout: What is printed.
        crossed: For each row, its crosses as bits: bit i is the cell at position i.
        penalties: How many penalties were taken.
        board_points: The points of the pawn's space.
        arrived: Whether the pawn has reached one of the last five spaces.
        crossed_twice: For each row, its second crosses as bits.
        pending_choices: Choices of a row that must be made before anything else, in order.
    """

    layout: Layout
    crossed: tuple[int, ...]
    penalties: int = 0
    board_points: int = 0
    arrived: bool = False
    crossed_twice: tuple[int, ...] = ()
    pending_choices: tuple[PendingChoice, ...] = ()

    @classmethod
    def blank(cls, layout: Layout) -> "Sheet":
        empty = (0,) * len(layout.rows)
        return cls(layout, empty, crossed_twice=empty)

    @property
    def is_blank(self) -> bool:
        """True if nothing is written on it: no cross, no penalty, no points of a pawn."""
        return not (any(self.crossed) or self.penalties or self.board_points)

    def is_crossed(self, place: CellRef) -> bool:
        return bool(self.crossed[place[0]] >> place[1] & 1)

    def is_locked(self, row: int) -> bool:
        """True if this sheet has crossed the lock of a row, counted from 0 (rule 2)."""
        return self.crossed[row] & self.layout.rows[row].lock_mask != 0

    def cross_count(self, row: int) -> int:
        """Count the crosses of a row (from 0) and of its bonus rows.

        A crossed lock counts as one (rule 2).
        """
        marks = self.crossed[row]
        printed = self.layout.rows[row]
        count = marks.bit_count() + (marks & printed.double_mask).bit_count()
        count += self.crossed_twice[row].bit_count()
        if marks & printed.lock_mask:
            count += 1
        return count + sum(self.crossed[i].bit_count() for i in self.layout.bonus_rows[row])

    def lock_progress(self, row: int) -> int:
        """Count the crosses of a row, from 0, towards the number that its lock needs (rule 2)."""
        marks = self.crossed[row]
        printed = self.layout.rows[row]
        count = (marks & printed.number_mask).bit_count()
        count += (marks & printed.double_mask).bit_count()
        return count + self.crossed_twice[row].bit_count()

    @property
    def own_locks(self) -> frozenset[str]:
        """The letters of the rows that this sheet has locked."""
        return frozenset(r.letter for i, r in enumerate(self.layout.rows) if self.is_locked(i))

    def new_locks(self, before: "Sheet") -> frozenset[str]:
        """The letters of the rows that are locked on this sheet but not on the earlier one."""
        return frozenset(
            row.letter
            for row, new, old in zip(self.layout.rows, self.crossed, before.crossed, strict=True)
            if new != old and new & row.lock_mask and not old & row.lock_mask
        )

    def pair_amount(self, mark: Mark) -> int:
        """The amount of the pair with this mark; 0 until both cells are crossed."""
        pair = self.layout.bonus_pair(mark)
        if pair and all(self.is_crossed(place) for place in self.layout.cells_with_mark(mark)):
            return pair.amount
        return 0

    @property
    def points_line(self) -> SumLine:
        """The points of each row and of the whole sheet (rule 5)."""
        return sum_points(self)

    @property
    def total(self) -> int:
        return sum_points(self).total

    # How it looks

    def cell_states(self, row: int, closed: Container[str] = ()) -> Iterator[CellState]:
        """Yield the states of the cells of a row, left to right.

        Args:
            row: Its index, from 0.
            closed: The letters of the rows that others have closed for this sheet.
        """
        printed = self.layout.rows[row]
        marks = self.crossed[row]
        twice = self.crossed_twice[row] | printed.double_mask
        left_over = CellState.CLOSED if printed.letter in closed else CellState.OPEN
        if self.is_locked(row):
            left_over = CellState.SKIPPED
        for i, cell in enumerate(printed.cells):
            if marks >> i & 1:
                yield CellState.DOUBLED if twice >> i & 1 else CellState.CROSSED
            elif printed.kind is RowKind.BAR:
                yield CellState.VOID if self.is_void(cell.color, closed) else CellState.OPEN
            else:
                yield CellState.SKIPPED if marks >> i else left_over

    def is_void(self, color: str, closed: Container[str]) -> bool:
        """True if the row of a colour can take no more crosses, or is not printed (rule 3)."""
        row = self.layout.row_index(color)
        return color in closed or row is None or self.is_locked(row)

    # Legal moves

    def target_cell(self, move: SheetMove) -> CellRef | None:
        """The cell that a move crosses; None if it crosses none or the cell is not printed."""
        match move:
            case Cross(letter, number):
                return self.layout.find_cell(letter, number)
            case CrossField(letter, at):
                return self.layout.find_cell(letter, f"c{at}")
            case CrossNext(letter):
                return self.next_free_cell(self.layout.row_index(letter))
            case Exchange(pair):
                row = self.layout.row_of_kind(RowKind.EXCHANGE)
                if row is not None and pair <= self.layout.rows[row].last_position:
                    return CellRef(row, pair)
            case CrossTrackField():
                return self.next_free_cell(self.layout.row_of_kind(RowKind.TRACK))
        return None

    def next_free_cell(self, row: int | None) -> CellRef | None:
        """The cell after the last cross of a row, from 0; None if the last cell is crossed."""
        if row is None or self.crossed[row].bit_length() > self.layout.rows[row].last_position:
            return None
        return CellRef(row, self.crossed[row].bit_length())

    def next_legal_cell(self, letter: str, closed: Container[str] = ()) -> CellRef | None:
        """The next free cell of the row with this letter.

        None if rules 2 and 3 forbid to cross it.
        """
        place = self.next_free_cell(self.layout.row_index(letter))
        return None if self.cross_refusal(place, closed) else place

    def rows_to_choose(self, closed: Container[str] = ()) -> tuple[str, ...]:
        """The letters of the rows to choose from next; empty if no choice is due."""
        rows = self.pending_choices[0].rows if self.pending_choices else ()
        return tuple(letter for letter in rows if self.next_legal_cell(letter, closed))

    def has_cell_for(self, move: SheetMove) -> bool:
        """True if the sheet has a field printed for this move."""
        layout = self.layout
        match move:
            case MovePawn(points):
                return layout.board is not None and points <= layout.board
            case PawnArrived():
                return layout.board is not None
            case CrossNext(letter):
                return layout.has_lucky_numbers and layout.row_index(letter) is not None
            case ChooseRow(letter):
                has_choices = layout.bonus_pair(Mark.FEWEST) is not None
                return has_choices and layout.row_index(letter) is not None
            case CrossTrackField():
                return layout.row_of_kind(RowKind.TRACK) is not None
        return isinstance(move, Penalty) or self.target_cell(move) is not None

    def sheet_refusal(self, move: SheetMove, closed: Container[str] = ()) -> Refusal | None:
        """The first rule of a single sheet that forbids a move; None if it is legal.

        These are rules 1 to 4 and 11, and those of the printed extras.

        Args:
            move: The move to be checked.
            closed: The letters of the rows that others have closed for this sheet.
        """
        if not self.has_cell_for(move):
            return Refusal.NO_SUCH_CELL
        return self.refusal_unchecked(move, closed)

    def refusal_unchecked(self, move: SheetMove, closed: Container[str] = ()) -> Refusal | None:
        """Do as `sheet_refusal`, for a move that `has_cell_for` has accepted."""
        tied = self.pending_choices[0].rows if self.rows_to_choose(closed) else ()
        if isinstance(move, ChooseRow):
            place = self.next_free_cell(self.layout.row_index(move.row))
            return self.cross_refusal(place, closed) if move.row in tied else Refusal.NOT_FEWEST
        if tied:
            return Refusal.NOT_FEWEST
        if isinstance(move, CROSS_MOVES):
            refusal = self.cross_refusal(self.target_cell(move), closed)
            if isinstance(move, CrossNext) and move.row not in self.rows_with_fewest(closed):
                return refusal or Refusal.NOT_FEWEST
            return refusal
        return self._other_refusal(move)

    def _other_refusal(self, move: SheetMove) -> Refusal | None:
        """The rule that forbids a move which is no cross of the roll; None if it is legal."""
        match move:
            case Penalty() if self.penalties >= self.layout.penalties:
                return Refusal.NO_PENALTY_LEFT
            case Exchange() | CrossTrackField():
                place = self.target_cell(move)
                if place is None or self.crossed[place.row] >> place.position:
                    return Refusal.USED
            case MovePawn(points) if points < self.board_points:
                return Refusal.BACKWARDS
        return None

    def cross_refusal(self, place: CellRef | None, closed: Container[str] = ()) -> Refusal | None:
        """The rule that forbids a cross in a cell (rules 1 to 3); None if it is legal."""
        if place is None:
            return Refusal.CLOSED
        row, position = place
        marks = self.crossed[row]
        printed = self.layout.rows[row]
        if marks >> position & 1 and not self.may_double(place):
            return Refusal.CROSSED
        if printed.lock_mask and (printed.letter in closed or marks & printed.lock_mask):
            return Refusal.CLOSED
        return self.order_refusal(place)

    def order_refusal(self, place: CellRef) -> Refusal | None:
        """The rule that forbids a cross when no other sheet is considered (rules 1 and 2)."""
        row, position = place
        marks = self.crossed[row]
        printed = self.layout.rows[row]
        if marks >> position > 1:
            return Refusal.PASSED
        if printed.lock_mask >> position & 1 and self.lock_progress(row) < printed.crosses_to_lock:
            return Refusal.NEEDS_MORE
        if printed.kind is RowKind.BONUS and not self._has_neighbour(place):
            return Refusal.NO_NEIGHBOUR
        return None

    def may_double(self, place: CellRef) -> bool:
        """Double: whether the cell is the last cross of its row, crossed once, and no lock."""
        row, position = place
        printed = self.layout.rows[row]
        is_last = self.crossed[row] >> position == 1
        has_second = self.crossed_twice[row] >> position & 1
        locks = printed.lock_mask >> position & 1
        return printed.last_counts_twice and is_last and not (has_second or locks)

    def _has_neighbour(self, place: CellRef) -> bool:
        """Big Points: whether one of the two rows of a bonus cell has the same number crossed."""
        number = self.layout.cell(place).number
        if number is None:
            return False
        letters = self.layout.rows[place.row].bonus_for
        neighbours = (self.layout.find_cell(letter, number) for letter in letters)
        return any(cell is not None and self.is_crossed(cell) for cell in neighbours)

    def rows_with_fewest(self, closed: Container[str] = ()) -> tuple[str, ...]:
        """The letters of the open rows with the fewest crosses; empty if no row is open."""
        counts = {
            row.letter: self.cross_count(i)
            for i, row in enumerate(self.layout.rows)
            if row.lock_mask and not self.is_void(row.letter, closed)
        }
        least = min(counts.values(), default=0)
        return tuple(letter for letter, count in counts.items() if count == least)

    # Changed sheets

    def with_single_move(self, move: SheetMove) -> "Sheet":
        """Play a legal move alone, without the crosses that it forces."""
        match move:
            case Penalty():
                return replace(self, penalties=self.penalties + 1)
            case MovePawn(points):
                return replace(self, board_points=points)
            case PawnArrived():
                return replace(self, arrived=True)
        place = self.target_cell(move)
        return self if place is None else self.with_cross(place)

    def with_cross(self, place: CellRef) -> "Sheet":
        """Cross a cell; a second cross if it has one."""
        row, position = place
        marks = self.crossed
        seconds = self.crossed_twice
        bit = 1 << position
        if marks[row] & bit:
            seconds = (*seconds[:row], seconds[row] | bit, *seconds[row + 1 :])
        else:
            marks = (*marks[:row], marks[row] | bit, *marks[row + 1 :])
        return Sheet(
            self.layout,
            marks,
            self.penalties,
            self.board_points,
            self.arrived,
            seconds,
            self.pending_choices,
        )

    def without_choice(self) -> "Sheet":
        """Forfeit the choices of a row that were not made."""
        return replace(self, pending_choices=()) if self.pending_choices else self

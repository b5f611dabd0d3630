"""The sheets of a game at one moment, away from a table: one alone, or all as copied from paper."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from qwixx_pad.core.effects import apply_move
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import (
    CROSS_MOVES,
    ChooseRow,
    Close,
    Cross,
    CrossField,
    EndRoll,
    MovePawn,
    PawnArrived,
    Refusal,
    SeatMove,
    SheetMove,
    TableMove,
)
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table


class _WithoutTurns:
    """Members shared by the positions without turns."""

    __slots__ = ()

    active: ClassVar[None] = None
    """Nobody: there are no turns."""
    sitting_out: ClassVar[frozenset[int]] = frozenset()
    """Nobody: sitting out is for tables."""
    roll: ClassVar[int] = 1
    """Always: there are no rolls."""
    finished: bool

    def seat_refusal(self, _seat: int, _move: SeatMove) -> Refusal:
        """Refuse the move: sitting out is a word of tables only."""
        return Refusal.SYNTAX

    def table_refusal(self, move: TableMove) -> Refusal | None:
        """Return the refusal of `end`, and of `/`, which is for tables only."""
        if isinstance(move, EndRoll):
            return Refusal.SYNTAX
        return Refusal.OVER if self.finished else None


@dataclass(frozen=True, slots=True)
class Solo(_WithoutTurns):
    """A position of one sheet.

    Attributes:
        sheet: The marks.
        closed_elsewhere: Letters of the rows that players off the app have closed.
        last_chance: Another player's closing has ended the game and the cross of the same
            action, or the choice of row that it has brought, is still to come (rule 6).
        finished: The last action is closed; nothing is accepted but undo and redo.
    """

    sheet: Sheet
    closed_elsewhere: frozenset[str] = frozenset()
    last_chance: bool = False
    finished: bool = False

    @classmethod
    def start(cls, layout: Layout) -> "Solo":
        """Return a fresh sheet before the first roll."""
        return cls(Sheet.blank(layout))

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The one sheet."""
        return (self.sheet,)

    def sheet_of(self, _seat: int) -> Sheet:
        """Find the one sheet, whichever seat."""
        return self.sheet

    @property
    def closed_rows(self) -> frozenset[str]:
        """Letters of the rows closed for everybody."""
        return self.closed_elsewhere | self.sheet.own_locks

    @property
    def is_over(self) -> bool:
        """True if the game has ended (rule 4)."""
        return (
            self.finished
            or self.sheet.penalties >= self.sheet.layout.penalties
            or len(self.closed_rows) >= self.sheet.layout.rows_to_end
        )

    @property
    def is_settled(self) -> bool:
        """True if the game has ended and nothing can be entered but undo and redo."""
        return self.is_over and not self.last_chance

    @property
    def out_of_play(self) -> frozenset[str]:
        """Letters of the rows in which nobody crosses any more: the closed ones."""
        return self.closed_rows

    def closed_for(self, _seat: int) -> frozenset[str]:
        """Return letters of the rows that others have closed for the one seat."""
        return self.closed_elsewhere

    def must_choose(self, _seat: int) -> bool:
        """Return whether crosses are won and their row is still to be chosen, as at a table."""
        return bool(self.sheet.rows_to_choose(self.closed_elsewhere)) and not self.is_settled

    def move_refusal(self, seat: int, move: SheetMove) -> Refusal | None:
        """Return the first refusal that holds for a move of the seat (always 1), None if legal."""
        if seat != 1:
            return Refusal.NO_SUCH_SEAT
        if isinstance(move, Close):
            return self._close_refusal(move)
        if not self.sheet.has_cell_for(move):
            return Refusal.NO_SUCH_CELL
        last = ChooseRow if self.sheet.pending_choices else CROSS_MOVES
        if self.is_over and not (self.last_chance and isinstance(move, last)):
            return Refusal.OVER
        return self.sheet.refusal_unchecked(move, self.closed_elsewhere)

    def _close_refusal(self, close: Close) -> Refusal | None:
        if self.sheet.layout.row_index(close.row) is None:
            return Refusal.NO_SUCH_CELL
        if self.is_over:
            return Refusal.OVER
        if self.must_choose(1):
            return Refusal.NOT_FEWEST
        return Refusal.CLOSED if close.row in self.closed_rows else None

    def with_move(self, _seat: int, move: SheetMove) -> "Solo":
        """Return the position after a legal move."""
        if not isinstance(move, Close):
            sheet = apply_move(self.sheet, move, self.closed_elsewhere)
            return Solo(
                sheet, self.closed_elsewhere, self.last_chance and bool(sheet.pending_choices)
            )
        closed = Solo(self.sheet, self.closed_elsewhere | {move.row})
        return replace(closed, last_chance=True) if closed.is_over else closed

    def with_table_move(self, _move: TableMove) -> "Solo":
        """Return the position after `end`, which closes the shared action too."""
        return replace(self, finished=True, last_chance=False)


@dataclass(frozen=True, slots=True)
class Paper(_WithoutTurns):
    """A position of one or more sheets as they stand on paper.

    Attributes:
        sheets: One a seat, in seating order.
        finished: Copying is done; nothing is accepted but undo and redo.
    """

    sheets: tuple[Sheet, ...]
    finished: bool = False

    @classmethod
    def start(cls, layouts: Sequence[Layout]) -> "Paper":
        """Return fresh sheets, one of each layout."""
        return cls(tuple(Sheet.blank(layout) for layout in layouts))

    def sheet_of(self, seat: int) -> Sheet:
        """Find the sheet of a seat."""
        return self.sheets[seat - 1]

    @property
    def closed_rows(self) -> frozenset[str]:
        """Letters of the rows that somebody has locked."""
        return frozenset().union(*(sheet.own_locks for sheet in self.sheets))

    @property
    def is_over(self) -> bool:
        """True if copying was declared finished."""
        return self.finished

    @property
    def is_settled(self) -> bool:
        """True if copying was declared finished."""
        return self.finished

    @property
    def out_of_play(self) -> frozenset[str]:
        """Letters of the rows in which nobody crosses any more: none, whoever has locked one."""
        return frozenset()

    def closed_for(self, _seat: int) -> frozenset[str]:
        """Return letters of the rows that others have closed for a seat: none on paper."""
        return frozenset()

    def must_choose(self, _seat: int) -> bool:
        """Return whether a seat still has to choose a row: never, nothing is forced on paper."""
        return False

    def move_refusal(self, seat: int, move: SheetMove) -> Refusal | None:
        """Return the first refusal of a move of a seat, None if it is legal."""
        if isinstance(move, PawnArrived):
            return Refusal.SYNTAX
        if not 1 <= seat <= len(self.sheets):
            return Refusal.NO_SUCH_SEAT
        sheet = self.sheet_of(seat)
        if not sheet.has_cell_for(move):
            return Refusal.NO_SUCH_CELL
        if self.finished:
            return Refusal.OVER
        if isinstance(move, Cross | CrossField):
            return _paper_cross_refusal(sheet, move)
        return None if isinstance(move, MovePawn) else sheet.refusal_unchecked(move)

    def with_move(self, seat: int, move: SheetMove) -> "Paper":
        """Return the position after a legal move of a seat; it forces nothing."""
        sheets = list(self.sheets)
        sheets[seat - 1] = sheets[seat - 1].with_single_move(move)
        return replace(self, sheets=tuple(sheets))

    def with_table_move(self, _move: TableMove) -> "Paper":
        """Return the position after `end`."""
        return replace(self, finished=True)


def _paper_cross_refusal(sheet: Sheet, move: Cross | CrossField) -> Refusal | None:
    """Rules 1 and 2 alone, and nothing stands right of the sheet's own lock.

    A chain may have crossed its other end left of the last cross.
    """
    place = sheet.target_cell(move)
    if place is None:
        return Refusal.NO_SUCH_CELL
    if sheet.is_crossed(place) and not sheet.may_double(place):
        return Refusal.CROSSED
    lock = sheet.crossed[place.row] & sheet.layout.rows[place.row].lock_mask
    if 0 < lock < 1 << place.position:
        return Refusal.CLOSED
    partner = sheet.layout.chain_partner(place)
    if partner is not None and sheet.is_crossed(partner):
        return None
    return sheet.order_refusal(place)


Position: TypeAlias = Solo | Table | Paper
"""One sheet whose table is elsewhere, a table, or sheets copied from paper."""

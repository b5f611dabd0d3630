"""Positions without turns: a single sheet, and sheets that are copied from paper."""

from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from qwixx_pad.core.effects import apply_move
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
    """The common parts of positions without turns."""

    __slots__ = ()

    active: ClassVar[None] = None
    sitting_out: ClassVar[frozenset[int]] = frozenset()
    roll: ClassVar[int] = 1
    finished: bool

    def seat_refusal(self, _seat: int, _move: SeatMove) -> Refusal:
        """Refuse the move: sitting out exists at tables only."""
        return Refusal.SYNTAX

    def table_refusal(self, move: TableMove) -> Refusal | None:
        """Refuse `/`, which exists at tables only, and a second `end`."""
        if isinstance(move, EndRoll):
            return Refusal.SYNTAX
        return Refusal.OVER if self.finished else None


@dataclass(frozen=True, slots=True)
class Solo(_WithoutTurns):
    """One sheet; the other players use paper.

    Attributes:
        sheet: The marks on it.
        closed_elsewhere: The letters of the rows that players on paper have closed.
        last_chance: Whether another player's closing has ended the game and this sheet may still
            enter the cross of that roll, or the choice of row that it brings (rule 6).
        finished: Whether `end` was entered; only undo and redo are accepted then.
    """

    sheet: Sheet
    closed_elsewhere: frozenset[str] = frozenset()
    last_chance: bool = False
    finished: bool = False

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        return (self.sheet,)

    def sheet_of(self, _seat: int) -> Sheet:
        return self.sheet

    @property
    def closed_rows(self) -> frozenset[str]:
        """The letters of the rows closed for everybody."""
        return self.closed_elsewhere | self.sheet.own_locks

    @property
    def is_over(self) -> bool:
        """True if the game has ended, by rule 4 or by `end`."""
        return (
            self.finished
            or self.sheet.penalties >= self.sheet.layout.penalties
            or len(self.closed_rows) >= self.sheet.layout.rows_to_end
        )

    @property
    def is_settled(self) -> bool:
        """True if the game has ended and only undo and redo are accepted."""
        return self.is_over and not self.last_chance

    @property
    def out_of_play(self) -> frozenset[str]:
        """The letters of the rows that nobody may cross any more."""
        return self.closed_rows

    def closed_for(self, _seat: int) -> frozenset[str]:
        """The letters of the rows that others have closed; the seat makes no difference."""
        return self.closed_elsewhere

    def must_choose(self, _seat: int) -> bool:
        """True if a row must be chosen for forced crosses before anything else is entered."""
        return bool(self.sheet.rows_to_choose(self.closed_elsewhere)) and not self.is_settled

    def move_refusal(self, seat: int, move: SheetMove) -> Refusal | None:
        """The first reason that forbids a move; None if it is legal. There is only seat 1."""
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
        """The position after a legal move."""
        if not isinstance(move, Close):
            sheet = apply_move(self.sheet, move, self.closed_elsewhere)
            return Solo(
                sheet, self.closed_elsewhere, self.last_chance and bool(sheet.pending_choices)
            )
        closed = Solo(self.sheet, self.closed_elsewhere | {move.row})
        return replace(closed, last_chance=True) if closed.is_over else closed

    def with_table_move(self, _move: TableMove) -> "Solo":
        """The position after `end`, which also closes the last action (rule 6)."""
        return replace(self, finished=True, last_chance=False)


@dataclass(frozen=True, slots=True)
class Paper(_WithoutTurns):
    """Sheets that are copied from paper (rule 13).

    Attributes:
        sheets: The sheet of each seat, in seating order.
        finished: Whether `end` was entered; only undo and redo are accepted then.
    """

    sheets: tuple[Sheet, ...]
    finished: bool = False

    def sheet_of(self, seat: int) -> Sheet:
        return self.sheets[seat - 1]

    @property
    def closed_rows(self) -> frozenset[str]:
        """The letters of the rows that any sheet has locked."""
        return frozenset().union(*(sheet.own_locks for sheet in self.sheets))

    @property
    def is_over(self) -> bool:
        """True if `end` was entered."""
        return self.finished

    @property
    def is_settled(self) -> bool:
        """True if `end` was entered."""
        return self.finished

    @property
    def out_of_play(self) -> frozenset[str]:
        """Always empty: while copying, another seat's lock closes nothing (rule 13)."""
        return frozenset()

    def closed_for(self, _seat: int) -> frozenset[str]:
        """Always empty: while copying, another seat's lock closes nothing (rule 13)."""
        return frozenset()

    def must_choose(self, _seat: int) -> bool:
        """False: while copying, each cross is entered, and none is forced (rule 13)."""
        return False

    def move_refusal(self, seat: int, move: SheetMove) -> Refusal | None:
        """The first reason that forbids a move of a seat; None if it is legal."""
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
        """The position after a legal move of a seat, without the crosses that it would force."""
        sheets = list(self.sheets)
        sheets[seat - 1] = sheets[seat - 1].with_single_move(move)
        return replace(self, sheets=tuple(sheets))

    def with_table_move(self, _move: TableMove) -> "Paper":
        """The position after `end`."""
        return replace(self, finished=True)


def _paper_cross_refusal(sheet: Sheet, move: Cross | CrossField) -> Refusal | None:
    """Check a cross on a sheet copied from paper (rule 13); None if it is legal.

    Nothing may be crossed to the right of the sheet's own lock. A cell may lie left of the last
    cross if its chain partner is crossed.
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
"""A single sheet, a table, or sheets copied from paper."""

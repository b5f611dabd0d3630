"""Effects of a cross on its own sheet, run to their end.

A forced cross that the rules of rows forbid does not happen. Each one that happens fills a cell
that was empty, so every chain ends.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from qwixx_pad.core.layout import PAIR_MARKS, CellRef, Mark, RowKind
from qwixx_pad.core.moves import ChooseRow, SheetMove
from qwixx_pad.core.sheet import PendingChoice, Sheet


def apply_move(sheet: Sheet, move: SheetMove, closed: Container[str] = ()) -> Sheet:
    """Play a legal move with all that it forces.

    Args:
        sheet: The sheet before it.
        move: A legal move.
        closed: The letters of the rows that others have closed for this sheet.
    """
    place = sheet.target_cell(move)
    if place is not None and not sheet.layout.may_force(place):
        return sheet.with_cross(place)
    return _unfold_move(sheet, move, closed)[-1]


def forced_crosses(
    sheet: Sheet, move: SheetMove, closed: Container[str] = ()
) -> tuple[CellRef, ...]:
    """List the cells that a legal move forces crosses into, in the order in which they are crossed.

    Args:
        sheet: The sheet before it.
        move: A legal move.
        closed: The letters of the rows that others have closed for this sheet.
    """
    _, *done = _unfold_move(sheet, move, closed)
    return tuple(place for old, new in pairwise(done) for place in new_crosses(old, new))


def _unfold_move(sheet: Sheet, move: SheetMove, closed: Container[str]) -> Sequence[Sheet]:
    """List the sheet before a move, after the move alone, and after each cross that it forces."""
    unfolding = _Unfolding(sheet, closed)
    unfolding.enter_move(move)
    return unfolding.sheets


def new_crosses(before: Sheet, after: Sheet) -> Iterator[CellRef]:
    """Yield the cells that have a cross more on one sheet than on another, in printed order."""
    for old, new in ((before.crossed, after.crossed), (before.crossed_twice, after.crossed_twice)):
        for row, (known, now) in enumerate(zip(old, new, strict=True)):
            more = now & ~known
            yield from (CellRef(row, i) for i in range(more.bit_length()) if more >> i & 1)


def move_gain(sheet: Sheet, move: SheetMove, closed: Container[str] = ()) -> int:
    """Count the points that a legal move adds, with all that it forces.

    Args:
        sheet: The sheet before it.
        move: A legal move.
        closed: The letters of the rows that others have closed for this sheet.
    """
    return apply_move(sheet, move, closed).total - sheet.total


def next_gains(sheet: Sheet, closed: Container[str] = ()) -> tuple[int | None, ...]:
    """The points that the next cross of each row would add, at the open cell where they are fewest.

    Args:
        sheet: The sheet as it is.
        closed: The letters of the rows that others have closed for this sheet.

    Returns:
        An element for each row, top to bottom; None for a row without a lock or without an open
        cell.
    """
    now = sheet.total
    rows = enumerate(sheet.layout.rows)
    return tuple(
        _next_gain(sheet, row, closed, now) if printed.lock_mask else None for row, printed in rows
    )


def _next_gain(sheet: Sheet, row: int, closed: Container[str], now: int) -> int | None:
    plain = sheet.layout.rows[row].plain_mask
    totals = []
    last = sheet.crossed[row].bit_length() - 1
    for position in range(max(last, 0), len(sheet.layout.rows[row].cells)):
        place = CellRef(row, position)
        if sheet.cross_refusal(place, closed) is None:
            if plain >> position & 1:  # no cell further right adds less
                return sheet.with_cross(place).total - now
            unfolding = _Unfolding(sheet, closed)
            unfolding.cross_cell(place)
            totals.append(unfolding.sheets[-1].total)
    return min((total - now for total in totals), default=None)


class _Unfolding:
    """A sheet on which a move is entered, and then all that it forces.

    Attributes:
        sheets: The sheet before the move, then after each single cross.
    """

    def __init__(self, sheet: Sheet, closed: Container[str]) -> None:
        self.sheets = [sheet]
        self._closed = closed

    @property
    def _current_sheet(self) -> Sheet:
        return self.sheets[-1]

    def enter_move(self, move: SheetMove) -> None:
        """Play a legal move and all that it forces."""
        now = self._current_sheet
        place = now.target_cell(move)
        if place is not None:
            self.cross_cell(place)
        elif isinstance(move, ChooseRow):
            owed, *later = now.pending_choices
            self.sheets.append(replace(now, pending_choices=tuple(later)))
            self._force_in(move.row, owed.crosses)
        else:
            self.sheets.append(now.with_single_move(move))

    def cross_cell(self, place: CellRef) -> None:
        """Cross a cell, then do what its mark brings about."""
        before = self._current_sheet
        self.sheets.append(before.with_cross(place))
        twice = before.is_crossed(place)
        if not (twice and before.layout.cell(place).mark in PAIR_MARKS):  # a pair is complete once
            self._apply_mark(place)

    def _apply_mark(self, place: CellRef) -> None:
        """Do what the mark of a crossed cell brings about."""
        now = self._current_sheet
        match now.layout.cell(place).mark:
            case Mark.BOX:
                self._cross_along_the_bar()
            case Mark.LINK:  # even in a passed or closed row; the other end forces nothing more
                other = now.layout.chain_partner(place)
                if other is not None and not now.is_crossed(other):
                    self.sheets.append(now.with_cross(other))
            case Mark.FEWEST:
                self._cross_in_the_fewest(now.pair_amount(Mark.FEWEST))
            case Mark.EACH:
                self._cross_in_each(now.pair_amount(Mark.EACH))

    def _cross_along_the_bar(self) -> None:
        """Bonus A: cross the next field whose colour is open, then that row's next free cell."""
        now = self._current_sheet
        bar = now.layout.row_of_kind(RowKind.BAR)
        fields = () if bar is None else now.layout.rows[bar].cells
        for position, field in enumerate(fields):
            place = CellRef(bar or 0, position)
            if not now.is_crossed(place) and not now.is_void(field.color, self._closed):
                self.sheets.append(now.with_cross(place))
                self._force_in(field.color)
                return

    def _cross_in_each(self, crosses: int) -> None:
        """Bonus B: cross the next free cells of every open row, and only then do their effects."""
        layout = self._current_sheet.layout
        made: dict[CellRef | Mark, CellRef] = {}
        for letter in [row.letter for row in layout.rows if row.lock_mask for _ in range(crosses)]:
            place = self._current_sheet.next_legal_cell(letter, self._closed)
            if place is not None:
                self.sheets.append(self._current_sheet.with_cross(place))
                mark = layout.cell(place).mark
                made[mark if mark in PAIR_MARKS else place] = place  # a pair is complete once
        for place in made.values():
            self._apply_mark(place)

    def _cross_in_the_fewest(self, crosses: int) -> None:
        """Bonus B: cross in the open row with the fewest crosses; if rows tie, leave a choice."""
        now = self._current_sheet
        rows = now.rows_with_fewest(self._closed) if crosses else ()
        if len(rows) == 1:
            self._force_in(rows[0], crosses)
        elif any(now.next_legal_cell(letter, self._closed) for letter in rows):
            self.sheets.append(
                replace(now, pending_choices=(*now.pending_choices, PendingChoice(rows, crosses)))
            )

    def _force_in(self, letter: str, crosses: int = 1) -> None:
        """Cross the next free cells of a row, as far as they may be crossed (rules 2 and 3)."""
        for _ in range(crosses):
            place = self._current_sheet.next_legal_cell(letter, self._closed)
            if place is not None:
                self.cross_cell(place)

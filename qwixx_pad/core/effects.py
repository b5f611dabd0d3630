"""What a cross brings about on its own sheet, run to its end.

A forced cross that the rules of rows forbid does not happen. Each one that happens fills a cell
that was empty, so every chain ends.
"""

from collections.abc import Container
from dataclasses import replace

from qwixx_pad.core.layout import Mark, Place, RowKind
from qwixx_pad.core.moves import Choose, SheetMove
from qwixx_pad.core.sheet import Owed, Sheet


def after(sheet: Sheet, move: SheetMove, closed: Container[str] = ()) -> Sheet:
    """The sheet after a legal move and all that it forces.

    Args:
        sheet: As it was.
        move: What is entered.
        closed: Letters of the rows that are closed for this sheet by others.
    """
    if isinstance(move, Choose):
        owed, *later = sheet.owed
        paid = replace(sheet, owed=tuple(later))
        return _forced_in(paid, move.row, closed, owed.crosses)
    place = sheet.place_of(move)
    return sheet.marked(move) if place is None else _crossed(sheet, place, closed)


def _crossed(sheet: Sheet, place: Place, closed: Container[str]) -> Sheet:
    done = sheet.with_cross(place)
    if not sheet.layout.forces(place):
        return done
    match sheet.layout.cell(place).mark:
        case Mark.BOX:
            return _along_the_bar(done, closed)
        case Mark.LINK:
            return _other_end(done, place)
        case Mark.FEWEST:
            return _in_the_fewest(done, closed, done.amount(Mark.FEWEST))
        case Mark.EACH:
            return _in_each(done, closed, done.amount(Mark.EACH))
    return done


def _other_end(sheet: Sheet, place: Place) -> Sheet:
    """Connected: also left of the last cross or in a closed row; it forces nothing more."""
    other = sheet.layout.partner(place)
    return sheet if other is None or sheet.is_crossed(other) else sheet.with_cross(other)


def _along_the_bar(sheet: Sheet, closed: Container[str]) -> Sheet:
    """Bonus A: the next field whose colour is open, then the next free cell of that colour."""
    bar = sheet.layout.row_of_kind(RowKind.BAR)
    if bar is None:
        return sheet
    for position, field in enumerate(sheet.layout.rows[bar].cells):
        place = Place(bar, position)
        if not sheet.is_crossed(place) and not sheet.is_void(field.color, closed):
            return _forced_in(sheet.with_cross(place), field.color, closed)
    return sheet


def _in_each(sheet: Sheet, closed: Container[str], crosses: int) -> Sheet:
    """Bonus B: the next free cell of every open row."""
    for row in sheet.layout.rows:
        if row.lock_mask:
            sheet = _forced_in(sheet, row.letter, closed, crosses)
    return sheet


def _in_the_fewest(sheet: Sheet, closed: Container[str], crosses: int) -> Sheet:
    """Bonus B: crosses in the open row with the fewest; where several have them, it is chosen."""
    rows = sheet.fewest(closed) if crosses else ()
    if len(rows) > 1:
        return replace(sheet, owed=(*sheet.owed, Owed(rows, crosses)))
    return _forced_in(sheet, rows[0], closed, crosses) if rows else sheet


def _forced_in(sheet: Sheet, letter: str, closed: Container[str], crosses: int = 1) -> Sheet:
    """The next free cells of a row, as far as they may be crossed (rules 2 and 3)."""
    row = sheet.layout.row_index(letter)
    for _ in range(crosses):
        place = sheet.next_free(row)
        if place is not None and sheet.why_not_there(place, closed) is None:
            sheet = _crossed(sheet, place, closed)
    return sheet

"""What a cross brings about on its own sheet, run to its end.

A forced cross that the rules of rows forbid does not happen. Each one that happens fills a cell
that was empty, so every chain ends.
"""

from collections.abc import Container, Generator, Iterator
from dataclasses import replace
from typing import TypeAlias

from qwixx_pad.core.layout import PAIRED, Mark, Place, RowKind
from qwixx_pad.core.moves import Choose, SheetMove
from qwixx_pad.core.sheet import Owed, Sheet

Unfolding: TypeAlias = Generator[Sheet, None, Sheet]
"""The sheet after one thing more, again and again; in the end it returns the last of them."""


def after(sheet: Sheet, move: SheetMove, closed: Container[str] = ()) -> Sheet:
    """The sheet after a legal move and all that it forces.

    Args:
        sheet: As it was.
        move: What is entered.
        closed: Letters of the rows that are closed for this sheet by others.
    """
    place = sheet.place_of(move)
    if place is not None and not sheet.layout.forces(place):
        return sheet.with_cross(place)
    return _last(_unfolded(sheet, move, closed))


def forced(sheet: Sheet, move: SheetMove, closed: Container[str] = ()) -> tuple[Place, ...]:
    """The cells that a legal move forces crosses into, in the order in which they are made.

    Args:
        sheet: As it was.
        move: What is entered.
        closed: Letters of the rows that are closed for this sheet by others.
    """
    first, *later = _unfolded(sheet, move, closed)
    found: list[Place] = []
    for now in later:
        found += new_crosses(first, now)
        first = now
    return tuple(found)


def new_crosses(before: Sheet, after: Sheet) -> Iterator[Place]:
    """The cells that have a cross more on one sheet than on another, in printed order."""
    for old, new in ((before.marks, after.marks), (before.seconds, after.seconds)):
        for row, (known, now) in enumerate(zip(old, new, strict=True)):
            more = now & ~known
            yield from (Place(row, i) for i in range(more.bit_length()) if more >> i & 1)


def gain(sheet: Sheet, move: SheetMove, closed: Container[str] = ()) -> int:
    """What a legal move adds to the total of a sheet, with all that it forces.

    Args:
        sheet: As it is.
        move: What could be entered.
        closed: Letters of the rows that are closed for this sheet by others.
    """
    return after(sheet, move, closed).total - sheet.total


def next_gains(sheet: Sheet, closed: Container[str] = ()) -> tuple[int | None, ...]:
    """What the next cross of each row adds to the total of its sheet, wherever in it it is made.

    That is the least of what its open cells add: a lock, a double cell or a mark may add more.

    Args:
        sheet: As it is.
        closed: Letters of the rows that are closed for this sheet by others.

    Returns:
        For each row, top to bottom; None for one without a lock, and where no cell is open.
    """
    now, rows = sheet.total, enumerate(sheet.layout.rows)
    return tuple(
        _next_gain(sheet, row, closed, now) if printed.lock_mask else None for row, printed in rows
    )


def _next_gain(sheet: Sheet, row: int, closed: Container[str], now: int) -> int | None:
    plain, others = sheet.layout.rows[row].plain, []
    last = sheet.marks[row].bit_length() - 1
    for position in range(max(last, 0), len(sheet.layout.rows[row].cells)):
        place = Place(row, position)
        if sheet.why_not_there(place, closed) is None:
            if plain >> position & 1:  # none adds less
                return sheet.with_cross(place).total - now
            others.append(place)
    totals = (_last(_crossed(sheet, place, closed)).total for place in others)
    return min((total - now for total in totals), default=None)


def _last(unfolding: Unfolding) -> Sheet:
    *_, last = unfolding
    return last


def _unfolded(sheet: Sheet, move: SheetMove, closed: Container[str]) -> Unfolding:
    """First the sheet after the move alone."""
    place = sheet.place_of(move)
    if place is not None:
        return (yield from _crossed(sheet, place, closed))
    if not isinstance(move, Choose):
        sheet = sheet.marked(move)
        yield sheet
        return sheet
    owed, *later = sheet.owed
    paid = replace(sheet, owed=tuple(later))
    yield paid
    return (yield from _forced_in(paid, move.row, closed, owed.crosses))


def _crossed(sheet: Sheet, place: Place, closed: Container[str]) -> Unfolding:
    done = sheet.with_cross(place)
    yield done
    if sheet.is_crossed(place) and sheet.layout.cell(place).mark in PAIRED:
        return done  # a second cross completes no pair again
    return (yield from _brought_about(done, place, closed))


def _brought_about(sheet: Sheet, place: Place, closed: Container[str]) -> Unfolding:
    """What a cross that stands already brings with it."""
    match sheet.layout.cell(place).mark:
        case Mark.BOX:
            return (yield from _along_the_bar(sheet, closed))
        case Mark.LINK:
            return (yield from _other_end(sheet, place))
        case Mark.FEWEST:
            return (yield from _in_the_fewest(sheet, closed, sheet.amount(Mark.FEWEST)))
        case Mark.EACH:
            return (yield from _in_each(sheet, closed, sheet.amount(Mark.EACH)))
    return sheet


def _other_end(sheet: Sheet, place: Place) -> Unfolding:
    """Connected: also left of the last cross or in a closed row; it forces nothing more."""
    other = sheet.layout.partner(place)
    if other is not None and not sheet.is_crossed(other):
        sheet = sheet.with_cross(other)
        yield sheet
    return sheet


def _along_the_bar(sheet: Sheet, closed: Container[str]) -> Unfolding:
    """Bonus A: the next field whose colour is open, then the next free cell of that colour."""
    bar = sheet.layout.row_of_kind(RowKind.BAR)
    fields = () if bar is None else sheet.layout.rows[bar].cells
    for position, field in enumerate(fields):
        place = Place(bar or 0, position)
        if not sheet.is_crossed(place) and not sheet.is_void(field.color, closed):
            sheet = sheet.with_cross(place)
            yield sheet
            return (yield from _forced_in(sheet, field.color, closed))
    return sheet


def _in_each(sheet: Sheet, closed: Container[str], crosses: int) -> Unfolding:
    """Bonus B: the next free cell of every open row; only then do these bring more about."""
    made: dict[Place | Mark, Place] = {}
    rows = [row for row in sheet.layout.rows if row.lock_mask for _ in range(crosses)]
    for letter in (row.letter for row in rows):
        place = sheet.next_legal(letter, closed)
        if place is not None:
            sheet = sheet.with_cross(place)
            yield sheet
            mark = sheet.layout.cell(place).mark
            made[mark if mark in PAIRED else place] = place  # a pair is complete once
    for place in made.values():
        sheet = yield from _brought_about(sheet, place, closed)
    return sheet


def _in_the_fewest(sheet: Sheet, closed: Container[str], crosses: int) -> Unfolding:
    """Bonus B: crosses in the open row with the fewest; where several have them, it is chosen."""
    rows = sheet.fewest(closed) if crosses else ()
    if len(rows) == 1:
        return (yield from _forced_in(sheet, rows[0], closed, crosses))
    if any(sheet.next_legal(letter, closed) for letter in rows):
        sheet = replace(sheet, owed=(*sheet.owed, Owed(rows, crosses)))
        yield sheet
    return sheet


def _forced_in(sheet: Sheet, letter: str, closed: Container[str], crosses: int = 1) -> Unfolding:
    """The next free cells of a row, as far as they may be crossed (rules 2 and 3)."""
    for _ in range(crosses):
        place = sheet.next_legal(letter, closed)
        if place is not None:
            sheet = yield from _crossed(sheet, place, closed)
    return sheet

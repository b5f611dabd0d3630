"""What can be wrong with a layout: all of it at once, each with the place where it stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from qwixx_pad.core.layout import (
    BONUS_LETTERS,
    LONE_ROWS,
    PAIRED,
    ROW_LETTERS,
    Layout,
    Mark,
    Row,
    RowKind,
)

_TWO_DIGITS = 99


class Fault(StrEnum):
    """What can be wrong with a layout."""

    NO_ROWS = "no rows"
    UNKNOWN_LETTER = "a row letter that is none of r, y, g, b"
    LETTER_OF_KIND = "a row of this kind is called otherwise: ry or gb, bar, x, lucky"
    LETTER_TWICE = "a row letter used twice"
    TOO_SHORT = "fewer numbers than the lock needs"
    NO_CELLS = "no cells"
    NUMBER_TWICE = "a number printed twice in one row"
    NUMBER_RANGE = "a number outside 0 to 99"
    NEEDS_RANGE = "a lock that needs no cross"
    LOCKS_RANGE = "a row of numbers without a cell that locks"
    CAP_RANGE = "a row in which no cross counts"
    UNKNOWN_COLOR = "a colour that is none of r, y, g, b"
    WEIGHT_RANGE = "a cell that counts neither once nor twice"
    SEATS_RANGE = "seats that do not rise from 1 or more"
    ACTIONS_RANGE = "an active seat without a cross"
    END_RANGE = "an end of the game that cannot come, or comes before the start"
    POINTS_RANGE = "a penalty that brings points"
    BOARD_RANGE = "a board whose spaces are worth less than nothing"
    CHAIN_ENDS = "a chain that does not join two printed numbers of rows with a lock"
    CHAIN_LOCK = "a chain at a cell that locks"
    PAIR_CELLS = "a pair of other than two cells"
    PAIR_AMOUNT = "a pair that brings nothing"
    NO_BAR = "boxed numbers without a bar"
    NO_SUCH_NEIGHBOUR = "a bonus row between rows that are not printed"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault, and where it stands.

    Attributes:
        fault: What is wrong.
        row: The letter of the row it is in; None: the sheet as a whole.
        key: What a layout file calls the part that is wrong.
    """

    fault: Fault
    row: str | None = None
    key: str = "rows"


def problems(layout: Layout) -> tuple[Problem, ...]:
    """All faults of a layout at once; empty for a sheet that can be played on."""
    of_rows = (problem for row in layout.rows for problem in _row_problems(row, layout))
    return (*_sheet_problems(layout), *of_rows, *_linked_problems(layout))


def _sheet_problems(layout: Layout) -> Iterator[Problem]:
    letters = [row.letter for row in layout.rows]
    locks = sum(1 for row in layout.rows if row.kind is RowKind.NUMBERS)
    if not locks:
        yield Problem(Fault.NO_ROWS)
    for letter in sorted({x for x in letters if letters.count(x) > 1}):
        yield Problem(Fault.LETTER_TWICE, letter)
    if not 1 <= layout.least_seats <= layout.most_seats:
        yield Problem(Fault.SEATS_RANGE, key="most_seats")
    if layout.actions < 1:
        yield Problem(Fault.ACTIONS_RANGE, key="actions")
    if layout.penalties < 1 or not 1 <= layout.rows_to_end <= max(locks, 1):
        key = "penalties" if layout.penalties < 1 else "rows_to_end"
        yield Problem(Fault.END_RANGE, key=key)
    if layout.penalty_points < 0:
        yield Problem(Fault.POINTS_RANGE, key="penalty_points")
    if layout.board is not None and layout.board < 0:
        yield Problem(Fault.BOARD_RANGE, key="board")


def _row_problems(row: Row, layout: Layout) -> Iterator[Problem]:
    if row.kind is RowKind.NUMBERS:
        yield from _lock_problems(row)
    else:
        yield from _extra_problems(row, layout)
    if len(set(row.numbers)) < len(row.numbers) and row.kind is not RowKind.EXCHANGE:
        yield Problem(Fault.NUMBER_TWICE, row.letter, "numbers")
    if not all(0 <= number <= _TWO_DIGITS for number in row.numbers):
        yield Problem(Fault.NUMBER_RANGE, row.letter, "numbers")
    colors = {cell.color for cell in row.cells} - {row.letter, *ROW_LETTERS}
    if colors:
        yield Problem(Fault.UNKNOWN_COLOR, row.letter, "colors")
    boxed = any(cell.mark is Mark.BOX for cell in row.cells)
    if boxed and layout.row_of_kind(RowKind.BAR) is None:
        yield Problem(Fault.NO_BAR, row.letter, "boxed")
    if any(cell.weight not in (1, 2) for cell in row.cells):
        yield Problem(Fault.WEIGHT_RANGE, row.letter, "double")


def _lock_problems(row: Row) -> Iterator[Problem]:
    if len(row.letter) != 1 or row.letter not in ROW_LETTERS:
        yield Problem(Fault.UNKNOWN_LETTER, row.letter)
    if row.needs < 1:
        yield Problem(Fault.NEEDS_RANGE, row.letter, "needs")
    if not 1 <= row.locks <= len(row.cells):
        yield Problem(Fault.LOCKS_RANGE, row.letter, "locks")
    elif _most_before_the_lock(row) < row.needs:
        yield Problem(Fault.TOO_SHORT, row.letter, "numbers")
    if row.cap is not None and row.cap < 1:
        yield Problem(Fault.CAP_RANGE, row.letter, "cap")


def _most_before_the_lock(row: Row) -> int:
    before = [cell for cell in row.cells[: -row.locks] if cell.number is not None]
    return sum(max(cell.weight, 1 + row.twice) for cell in before)


def _extra_problems(row: Row, layout: Layout) -> Iterator[Problem]:
    known = BONUS_LETTERS if row.kind is RowKind.BONUS else (LONE_ROWS[row.kind],)
    if row.letter not in known:
        yield Problem(Fault.LETTER_OF_KIND, row.letter)
    if not row.cells:
        yield Problem(Fault.NO_CELLS, row.letter)
    printed = {other.letter for other in layout.rows if other.kind is RowKind.NUMBERS}
    if row.kind is RowKind.BONUS and not set(row.between) <= printed:
        yield Problem(Fault.NO_SUCH_NEIGHBOUR, row.letter, "between")


def _linked_problems(layout: Layout) -> Iterator[Problem]:
    for chain in layout.chains:
        ends = [layout.cell_named(token) for token in chain]
        rows = [layout.rows[end.row] for end in ends if end is not None]
        if len({*ends}) < len(chain) or None in ends or not all(row.lock_mask for row in rows):
            yield Problem(Fault.CHAIN_ENDS, key="chains")
        elif any(layout.rows[e.row].lock_mask >> e.position & 1 for e in ends if e is not None):
            yield Problem(Fault.CHAIN_LOCK, key="chains")
    for mark in PAIRED:
        yield from _pair_problems(layout, mark)


def _pair_problems(layout: Layout, mark: Mark) -> Iterator[Problem]:
    cells, pair = len(layout.marked(mark)), layout.pair(mark)
    if cells != (2 if pair else 0):
        yield Problem(Fault.PAIR_CELLS, key="pairs")
    if pair and pair.amount < 1:
        yield Problem(Fault.PAIR_AMOUNT, key="pairs")

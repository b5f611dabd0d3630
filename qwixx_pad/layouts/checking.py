"""Faults of a layout: all of them at once, each with its line and key."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from qwixx_pad.core.layout import (
    BONUS_LETTERS,
    LONE_ROW_LETTERS,
    PAIR_MARKS,
    ROW_LETTERS,
    Layout,
    Mark,
    Row,
    RowKind,
)

MAX_PRINTED_NUMBER = 99
"""The largest number that is printed, and that most keys may say."""
MAX_SEATS, MAX_ACTIONS, MAX_PENALTIES, MAX_ROW_CELLS = 5, 9, 4, 20
"""What a sheet has at most; cells a row. The screens have room for no more."""
_NEIGHBOURS = 2
"""Rows that a bonus row stands between."""
CELL_KEYS = {RowKind.BAR: "colors", RowKind.EXCHANGE: "pairs"}
"""Which key of a row has its cells; of all other kinds it is `numbers`."""


class Fault(StrEnum):
    """The possible faults of a layout: English sentences with placeholders."""

    NO_ROWS = "There is no row of numbers with a lock."
    UNKNOWN_LETTER = "A row of numbers must be called r, y, g or b."
    LETTER_OF_KIND = "A row of this kind must be called ry or gb, bar, x, or lucky."
    LETTER_TWICE = "Two rows have the same name."
    TOO_SHORT = "There are fewer numbers than the lock needs."
    NO_CELLS = "The row has no cells."
    TOO_LONG_ROW = "A row has at most {most} cells."
    NUMBER_TWICE = "A number is printed twice in one row."
    NUMBER_RANGE = "Printed numbers go from 0 to 99."
    NEEDS_RANGE = "A lock needs at least one cross."
    LOCKS_RANGE = "A row of numbers has at least one cell that locks it."
    CAP_RANGE = "At least one cross must count."
    UNKNOWN_COLOR = "A colour is one of r, y, g and b."
    WEIGHT_RANGE = "A cell counts once or twice."
    SEATS_RANGE = "Player numbers must rise, from 1 to {most} at most."
    ACTIONS_RANGE = "The roller makes 1 to {most} crosses in a roll."
    END_RANGE = "The game must be able to end, and not before it has begun."
    PENALTIES_RANGE = "There must be 1 to {most} boxes for penalties."
    POINTS_RANGE = "A penalty never brings points."
    BOARD_RANGE = "A space of the board is never worth less than nothing."
    CHAIN_ENDS = "A chain joins two printed numbers of rows with a lock."
    CHAIN_LOCK = "A chain never reaches a cell that locks."
    PAIR_CELLS = "A pair has exactly two cells."
    PAIR_AMOUNT = "A pair must bring at least 1."
    PAIR_TWICE = "There is one pair of each mark at most."
    NO_BAR = "Boxed numbers need a bar."
    NO_SUCH_NEIGHBOUR = "A bonus row goes between two printed rows of numbers."

    UNKNOWN_KEY = "There is no such key."
    NOT_TEXT = "This must be text in quotation marks."
    NOT_TRUTH = "This must be true or false."
    NOT_WHOLE = "This must be a whole number from 0 to {most}."
    NOT_LIST = "This must be a list in square brackets."
    NOT_TABLE = "This must be a table of keys."
    NOT_WHOLES = "These must be whole numbers from 0 to {most}."
    MISSING = "The key {key} is missing here."
    NOT_OF_THESE = "This must be one of {known}."
    NOT_PRINTED = "{value} isn’t printed there."
    MARKED_TWICE = "{value} is already marked."
    ORDER = "Each row must be named once."
    COLOR_EACH = "There must be one colour for each number."
    CHAIN_SHAPE = "A chain is two cells, such as {known}."
    PAIR_SHAPE = "A pair has cells, and one of these marks: {known}."
    COUPLE_SHAPE = "A pair is two numbers, such as [2, 12]."
    ONE_LINE = "This must be one line of 1 to {most} characters."
    BAD_NAME = "A name has at most {most} characters: a-z, 0-9 and _."

    NO_LAYOUT = "It contains no sheet that can be read."
    NO_TEXT = "This isn’t UTF-8 text."
    NO_TOML = "Invalid TOML from here on: {detail}."
    TOO_LARGE = "A sheet has at most {most} characters."
    TOO_DEEP = "There are more brackets and dots than any sheet needs."
    NO_SUCH_SHEET = "There is no sheet {value} to start from."
    RING = "These sheets start from each other: {value}."


_MAX_VALUE_CHARS = 24
"""Characters of what a file says that a sentence repeats."""


def is_whole_number(value: object, most: int = MAX_PRINTED_NUMBER) -> bool:
    """Return whether a file says a whole number from 0 on."""
    return type(value) is int and 0 <= value <= most


def shorten_value(value: object, most: int = _MAX_VALUE_CHARS) -> str:
    """Shorten a value of a file for a sentence; an ellipsis for what is no plain value."""
    text = (
        str(value)
        if isinstance(value, str | float) or is_whole_number(value, 10**_MAX_VALUE_CHARS)
        else "…"
    )
    line = "".join(c if c.isprintable() else " " for c in text[: most + 1])
    return line if len(line) <= most else f"{line[:most]}…"


class LayoutFault(NamedTuple):
    """Something wrong with a layout, and where.

    Attributes:
        fault: What is wrong.
        path: The keys that lead to it, from the top of the file; empty for the file as a whole.
        values: What its sentence has places for, by name.
        line: Of the file, from 1.
    """

    fault: Fault
    path: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    line: int = 1

    @classmethod
    def at_keys(cls, fault: Fault, *path: str, **values: object) -> "LayoutFault":
        """Return a fault at these keys, short enough to be shown."""
        told = tuple((name, str(value)) for name, value in values.items())
        return cls(fault, tuple(map(shorten_value, path)), told)

    @property
    def key(self) -> str:
        """The keys that lead to it, joined by dots."""
        return ".".join(self.path)

    @property
    def text(self) -> str:
        """The fault and its keys, in English."""
        sentence = self.fault.value.format(**dict(self.values))
        return f"{self.key}: {sentence}" if self.path else sentence


def find_faults(layout: Layout) -> tuple[LayoutFault, ...]:
    """Return all faults of a layout at once; empty for a sheet that can be played on."""
    of_rows = (fault for row in layout.rows for fault in _row_faults(row, layout))
    return (*_sheet_faults(layout), *of_rows, *_linked_faults(layout))


def _sheet_faults(layout: Layout) -> Iterator[LayoutFault]:
    letters = [row.letter for row in layout.rows]
    locks = sum(1 for row in layout.rows if row.kind is RowKind.NUMBERS)
    if not locks:
        yield LayoutFault.at_keys(Fault.NO_ROWS, "rows")
    for letter in sorted({x for x in letters if letters.count(x) > 1}):
        yield LayoutFault.at_keys(Fault.LETTER_TWICE, "rows", letter)
    if not 1 <= layout.min_seats <= layout.max_seats <= MAX_SEATS:
        yield LayoutFault.at_keys(Fault.SEATS_RANGE, "most_seats", most=MAX_SEATS)
    if not 1 <= layout.actions <= MAX_ACTIONS:
        yield LayoutFault.at_keys(Fault.ACTIONS_RANGE, "actions", most=MAX_ACTIONS)
    if not 1 <= layout.penalties <= MAX_PENALTIES:
        yield LayoutFault.at_keys(Fault.PENALTIES_RANGE, "penalties", most=MAX_PENALTIES)
    if not 1 <= layout.rows_to_end <= max(locks, 1):
        yield LayoutFault.at_keys(Fault.END_RANGE, "rows_to_end")
    if layout.penalty_points < 0:
        yield LayoutFault.at_keys(Fault.POINTS_RANGE, "penalty_points")
    if layout.board is not None and layout.board < 0:
        yield LayoutFault.at_keys(Fault.BOARD_RANGE, "board")


def _row_faults(row: Row, layout: Layout) -> Iterator[LayoutFault]:
    if row.kind is RowKind.NUMBERS:
        yield from _lock_faults(row)
    else:
        yield from _extra_faults(row, layout)
    if len(set(row.numbers)) < len(row.numbers) and row.kind is not RowKind.EXCHANGE:
        yield LayoutFault.at_keys(Fault.NUMBER_TWICE, "rows", row.letter, "numbers")
    if not all(0 <= number <= MAX_PRINTED_NUMBER for number in row.numbers):
        yield LayoutFault.at_keys(Fault.NUMBER_RANGE, "rows", row.letter, "numbers")
    if len(row.cells) > MAX_ROW_CELLS:
        yield LayoutFault.at_keys(
            Fault.TOO_LONG_ROW,
            "rows",
            row.letter,
            CELL_KEYS.get(row.kind, "numbers"),
            most=MAX_ROW_CELLS,
        )
    colors = {cell.color for cell in row.cells} - {row.letter, *ROW_LETTERS}
    if colors:
        yield LayoutFault.at_keys(Fault.UNKNOWN_COLOR, "rows", row.letter, "colors")
    boxed = any(cell.mark is Mark.BOX for cell in row.cells)
    if boxed and layout.row_of_kind(RowKind.BAR) is None:
        yield LayoutFault.at_keys(Fault.NO_BAR, "rows", row.letter, "boxed")
    if any(cell.weight not in (1, 2) for cell in row.cells):
        yield LayoutFault.at_keys(Fault.WEIGHT_RANGE, "rows", row.letter, "double")


def _lock_faults(row: Row) -> Iterator[LayoutFault]:
    if len(row.letter) != 1 or row.letter not in ROW_LETTERS:
        yield LayoutFault.at_keys(Fault.UNKNOWN_LETTER, "rows", row.letter)
    if row.crosses_to_lock < 1:
        yield LayoutFault.at_keys(Fault.NEEDS_RANGE, "rows", row.letter, "needs")
    if not 1 <= row.locks <= len(row.cells):
        yield LayoutFault.at_keys(Fault.LOCKS_RANGE, "rows", row.letter, "locks")
    elif _max_crosses_before_lock(row) < row.crosses_to_lock:
        yield LayoutFault.at_keys(Fault.TOO_SHORT, "rows", row.letter, "numbers")
    if row.cap is not None and row.cap < 1:
        yield LayoutFault.at_keys(Fault.CAP_RANGE, "rows", row.letter, "cap")


def _max_crosses_before_lock(row: Row) -> int:
    before = [cell for cell in row.cells[: -row.locks] if cell.number is not None]
    return sum(max(cell.weight, 1 + row.last_counts_twice) for cell in before)


def _extra_faults(row: Row, layout: Layout) -> Iterator[LayoutFault]:
    known = BONUS_LETTERS if row.kind is RowKind.BONUS else (LONE_ROW_LETTERS[row.kind],)
    if row.letter not in known:
        yield LayoutFault.at_keys(Fault.LETTER_OF_KIND, "rows", row.letter)
    if not row.cells:
        yield LayoutFault.at_keys(Fault.NO_CELLS, "rows", row.letter)
    printed = {other.letter for other in layout.rows if other.kind is RowKind.NUMBERS}
    is_between = len(row.bonus_for) == len({*row.bonus_for} & printed) == _NEIGHBOURS
    if row.kind is RowKind.BONUS and not is_between:
        yield LayoutFault.at_keys(Fault.NO_SUCH_NEIGHBOUR, "rows", row.letter, "between")


def _linked_faults(layout: Layout) -> Iterator[LayoutFault]:
    for chain in layout.chains:
        ends = [layout.cell_of_token(token) for token in chain]
        rows = [layout.rows[end.row] for end in ends if end is not None]
        if len({*ends}) < len(chain) or None in ends or not all(row.lock_mask for row in rows):
            yield LayoutFault.at_keys(Fault.CHAIN_ENDS, "chains")
        elif any(layout.rows[e.row].lock_mask >> e.position & 1 for e in ends if e is not None):
            yield LayoutFault.at_keys(Fault.CHAIN_LOCK, "chains")
    for mark in PAIR_MARKS:
        yield from _pair_faults(layout, mark)


def _pair_faults(layout: Layout, mark: Mark) -> Iterator[LayoutFault]:
    pairs = [pair for pair in layout.pairs if pair.mark is mark]
    if len(layout.cells_with_mark(mark)) != 2 * len(pairs):
        yield LayoutFault.at_keys(Fault.PAIR_CELLS, "pairs")
    if len(pairs) > 1:
        yield LayoutFault.at_keys(Fault.PAIR_TWICE, "pairs")
    if any(pair.amount < 1 for pair in pairs):
        yield LayoutFault.at_keys(Fault.PAIR_AMOUNT, "pairs")

"""The faults of a layout: find all of them at once, each with its keys."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple, TypeAlias

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
"""The largest number that is printed, and that most keys may have."""

# The screens have room for no more than this.
MAX_SEATS = 5
MAX_ACTIONS = 9
MAX_PENALTIES = 4
MAX_ROW_CELLS = 20

_NEIGHBOURS = 2
"""How many rows a bonus row lies between."""
CELL_KEYS = {RowKind.BAR: "colors", RowKind.EXCHANGE: "pairs"}
"""The key with the cells of a row, by its kind; for the other kinds it is `numbers`."""


class Fault(StrEnum):
    """The possible faults of a layout, as English sentences with placeholders."""

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
"""How many characters of a value from a file a sentence repeats."""


def is_whole_number(value: object, most: int = MAX_PRINTED_NUMBER) -> bool:
    """True if a value is an `int`, not a `bool`, from 0 to `most`."""
    return type(value) is int and 0 <= value <= most


def shorten_value(value: object, most: int = _MAX_VALUE_CHARS) -> str:
    """Write a value from a file: at most `most` characters, and an ellipsis if there are more.

    Lists, tables, truth values and huge numbers are an ellipsis alone.
    """
    is_plain = isinstance(value, str | float) or is_whole_number(value, 10**_MAX_VALUE_CHARS)
    text = str(value) if is_plain else "…"
    line = "".join(c if c.isprintable() else " " for c in text[: most + 1])
    return line if len(line) <= most else f"{line[:most]}…"


class LayoutFault(NamedTuple):
    """A fault of a layout, and where it is.

    Attributes:
        fault: The kind of fault.
        path: The keys that lead to it, from the top of the file; empty for the whole file.
        values: The values for the placeholders of its sentence, by name.
        line: The line in the file, from 1; 1 also while it is unknown.
    """

    fault: Fault
    path: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    line: int = 1

    @classmethod
    def at_keys(cls, fault: Fault, *path: str, **values: object) -> "LayoutFault":
        """Make a fault at these keys, which are shortened; the values are not."""
        texts = tuple((name, str(value)) for name, value in values.items())
        return cls(fault, tuple(map(shorten_value, path)), texts)

    @property
    def key(self) -> str:
        """The path as one dotted key."""
        return ".".join(self.path)

    @property
    def text(self) -> str:
        """The sentence in English, after its key."""
        sentence = self.fault.value.format(**dict(self.values))
        return f"{self.key}: {sentence}" if self.path else sentence


_MOST = {
    Fault.SEATS_RANGE: MAX_SEATS,
    Fault.ACTIONS_RANGE: MAX_ACTIONS,
    Fault.PENALTIES_RANGE: MAX_PENALTIES,
    Fault.TOO_LONG_ROW: MAX_ROW_CELLS,
}
"""The limits that the sentences of these faults name."""
_Check: TypeAlias = tuple[bool, Fault, *tuple[str, ...]]
"""Whether a part is sound, its fault if it is not, and the keys that lead to it."""


def find_faults(layout: Layout) -> tuple[LayoutFault, ...]:
    """List all faults of a layout; empty for a sheet that can be played on."""
    faults = [*_failed_checks(_sheet_checks(layout))]
    for row in layout.rows:
        faults += _failed_checks(_row_checks(row, layout), "rows", row.letter)
    return (*faults, *_failed_checks(_link_checks(layout)))


def _failed_checks(checks: Iterable[_Check], *path: str) -> Iterator[LayoutFault]:
    for is_sound, fault, *keys in checks:
        if not is_sound:
            values = {"most": _MOST[fault]} if fault in _MOST else {}
            yield LayoutFault.at_keys(fault, *path, *keys, **values)


def _sheet_checks(layout: Layout) -> Iterable[_Check]:
    letters = [row.letter for row in layout.rows]
    locks = sum(1 for row in layout.rows if row.kind is RowKind.NUMBERS)
    twice = sorted({letter for letter in letters if letters.count(letter) > 1})
    return (
        (locks > 0, Fault.NO_ROWS, "rows"),
        *((False, Fault.LETTER_TWICE, "rows", letter) for letter in twice),
        (1 <= layout.min_seats <= layout.max_seats <= MAX_SEATS, Fault.SEATS_RANGE, "most_seats"),
        (1 <= layout.actions <= MAX_ACTIONS, Fault.ACTIONS_RANGE, "actions"),
        (1 <= layout.penalties <= MAX_PENALTIES, Fault.PENALTIES_RANGE, "penalties"),
        (1 <= layout.rows_to_end <= max(locks, 1), Fault.END_RANGE, "rows_to_end"),
        (layout.penalty_points >= 0, Fault.POINTS_RANGE, "penalty_points"),
        (layout.board is None or layout.board >= 0, Fault.BOARD_RANGE, "board"),
    )


def _row_checks(row: Row, layout: Layout) -> Iterable[_Check]:
    is_numbers = row.kind is RowKind.NUMBERS
    is_exchange = row.kind is RowKind.EXCHANGE
    is_boxed = any(cell.mark is Mark.BOX for cell in row.cells)
    has_bar = layout.row_of_kind(RowKind.BAR) is not None
    known_colors = {row.letter, *ROW_LETTERS}
    return (
        *(_lock_checks(row) if is_numbers else _extra_checks(row, layout)),
        (is_exchange or len({*row.numbers}) == len(row.numbers), Fault.NUMBER_TWICE, "numbers"),
        (all(0 <= n <= MAX_PRINTED_NUMBER for n in row.numbers), Fault.NUMBER_RANGE, "numbers"),
        (len(row.cells) <= MAX_ROW_CELLS, Fault.TOO_LONG_ROW, CELL_KEYS.get(row.kind, "numbers")),
        ({cell.color for cell in row.cells} <= known_colors, Fault.UNKNOWN_COLOR, "colors"),
        (has_bar or not is_boxed, Fault.NO_BAR, "boxed"),
        (all(cell.weight in (1, 2) for cell in row.cells), Fault.WEIGHT_RANGE, "double"),
    )


def _lock_checks(row: Row) -> Iterable[_Check]:
    has_locks = 1 <= row.locks <= len(row.cells)
    fewest = 2 if row.last_counts_twice else 1
    before = [cell for cell in row.cells[: -row.locks] if cell.number is not None]
    can_lock = sum(max(cell.weight, fewest) for cell in before) >= row.crosses_to_lock
    return (
        (row.letter in {*ROW_LETTERS}, Fault.UNKNOWN_LETTER),
        (row.crosses_to_lock >= 1, Fault.NEEDS_RANGE, "needs"),
        (has_locks, Fault.LOCKS_RANGE, "locks"),
        (can_lock or not has_locks, Fault.TOO_SHORT, "numbers"),
        (row.cap is None or row.cap >= 1, Fault.CAP_RANGE, "cap"),
    )


def _extra_checks(row: Row, layout: Layout) -> Iterable[_Check]:
    is_bonus = row.kind is RowKind.BONUS
    known = BONUS_LETTERS if is_bonus else (LONE_ROW_LETTERS[row.kind],)
    printed = {other.letter for other in layout.rows if other.kind is RowKind.NUMBERS}
    is_between = len(row.bonus_for) == len({*row.bonus_for} & printed) == _NEIGHBOURS
    return (
        (row.letter in known, Fault.LETTER_OF_KIND),
        (bool(row.cells), Fault.NO_CELLS),
        (is_between or not is_bonus, Fault.NO_SUCH_NEIGHBOUR, "between"),
    )


def _link_checks(layout: Layout) -> Iterator[_Check]:
    for chain in layout.chains:
        ends = [layout.cell_of_token(token) for token in chain]
        found = [end for end in {*ends} if end is not None]
        masks = [layout.rows[end.row].lock_mask for end in found]
        is_joined = len(found) == len(chain) and all(masks)
        reaches_lock = any(layout.rows[end.row].lock_mask >> end.position & 1 for end in found)
        yield (is_joined, Fault.CHAIN_ENDS, "chains")
        yield (not (is_joined and reaches_lock), Fault.CHAIN_LOCK, "chains")
    for mark in PAIR_MARKS:
        pairs = [pair for pair in layout.pairs if pair.mark is mark]
        has_cells = len(layout.cells_with_mark(mark)) == 2 * len(pairs)
        yield (has_cells, Fault.PAIR_CELLS, "pairs")
        yield (len(pairs) <= 1, Fault.PAIR_TWICE, "pairs")
        yield (all(pair.amount >= 1 for pair in pairs), Fault.PAIR_AMOUNT, "pairs")

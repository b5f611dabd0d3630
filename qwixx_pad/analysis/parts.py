"""The parts of a sheet that its value depends on, each in one of a few states.

A row is its last number and its crosses. What else a printed sheet has is a part of its own: marked
cells, bonus rows, a bar, a track. The net has a vector for each state of a part. Parts that are
alike share theirs, so one net knows all sheets of a box. `.ci/analysis` reads the same parts.
"""

from collections.abc import Container, Hashable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import NamedTuple, TypeAlias

from qwixx_pad.core.layout import PAIR_MARKS, CellRef, Layout, Mark, Row, RowKind
from qwixx_pad.core.sheet import Sheet


class Kind(IntEnum):
    """The kinds of parts."""

    ROW = 0
    """A row with a lock: its last number and its crosses."""
    COUNT = 1
    """The crosses that count for a row, where others count too or they matter once it is closed."""
    READY = 2
    """The crosses that count for the lock of a row, where not all do."""
    BONUS = 3
    """A bonus row."""
    FILLED = 4
    """A row without numbers to roll, which is filled from the left."""
    STEPS = 5
    """How many steps are crossed."""
    CELL = 6
    """A marked cell."""
    LINKED = 7
    """A marked cell that is crossed with another: either is enough."""
    PAIRED = 8
    """A marked cell that takes effect with another: both are needed."""


class Fate(IntEnum):
    """What has become of a cell: it can't be crossed any more, it still can, or it is crossed."""

    LOST = 0
    OPEN = 1
    CROSSED = 2


UPPER, LOWER, BOTH = range(3)
"""The half of the sheet that a part belongs to: the upper two rows with a lock, the lower, or both.
"""
ROWS_PER_HALF = 2
_MOST_WAITING = 4
"""Up to so many bonus cells that may be crossed at once are told apart."""
_FIRST_OPEN = 3
"""The first state of a marked cell that is still open."""

RowKey: TypeAlias = tuple[int, int, int]
"""An open row: how many of its numbers lie up to the last cross, its crosses, and 1 if the last
cross was doubled."""
Halves: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The indices of the vectors of the upper and of the lower half of a sheet."""


class Part(NamedTuple):
    """A part of a sheet, as numbers.

    Attributes:
        kind: Its `Kind`.
        half: `UPPER`, `LOWER` or `BOTH`.
        first: The index of the vector of its first state.
        row: The index of its row, from 0; 0 for the steps.
        size: For a row the state of a closed one, for a count the most crosses, for `READY` the
            crosses that the lock needs, for a cell how many numbers `open_index` gives; else 0.
        table: For a row which of `Parts.row_tables` numbers its states.
        place: The position of its cell, from 0.
        other_row, other_place: The cell that it needs or crosses too; -1 for none.
        shared: For a cell, 1 if cells at other positions have the same vectors.
    """

    kind: int
    half: int
    first: int
    row: int = 0
    size: int = 0
    table: int = 0
    place: int = 0
    other_row: int = -1
    other_place: int = -1
    shared: int = 0


# The numbers of the states; `.ci/analysis` compiles these functions.


def count_state(crosses: int, closed: int, most: int) -> int:
    """Number the crosses that count for a row; `closed` is 1 if it is closed."""
    return min(crosses, most) + closed * (most + 1)


def ready_state(numbers: int, crosses: int, needs: int) -> int:
    """Number an open row by its last number and its crosses that count for the lock."""
    return 1 + numbers * (needs + 1) + min(crosses, needs)


def bonus_state(last: int, waiting: int) -> int:
    """Number a bonus row by its last cross and by the cells that may be crossed at once."""
    return last * (_MOST_WAITING + 1) + min(waiting, _MOST_WAITING)


def cell_state(kind: int, own: int, other: int, opened: int, size: int) -> int:
    """Number the state of a marked cell.

    Args:
        kind: `CELL`, `LINKED` or `PAIRED`.
        own: The `Fate` of the cell.
        other: The `Fate` of the one that it belongs to.
        opened: The number that `open_index` gives it.
        size: How many such numbers there are.

    Returns:
        0 if it can have no effect any more, 1 if it has had it, 2 if that depends on the other cell
        alone; from 3 on for an open cell, from 3 + `size` on if the other one is not open.
    """
    if own == Fate.CROSSED and (kind != Kind.PAIRED or other == Fate.CROSSED):
        return 1
    if kind == Kind.PAIRED and Fate.LOST in (own, other):
        return 0
    if own != Fate.OPEN:
        return 2 if other == Fate.OPEN else 0
    if kind == Kind.CELL or other == Fate.OPEN:
        return _FIRST_OPEN + opened
    return _FIRST_OPEN + size + opened


def open_index(place: int, last: int, shared: int) -> int:
    """Number an open cell by the last cross of its row (from 1; 0 for none), and by its place."""
    return place * (place + 1) // 2 + last if shared else last


def is_in_half(part_half: int, half: int) -> bool:
    """True if a part counts for a half, `UPPER` or `LOWER`."""
    return part_half in (half, BOTH)


# The parts of a layout


def row_keys(row: Row) -> Iterator[RowKey]:
    """Yield the keys that a row can have while it is open; some more than once."""
    start = (0, 0, 0)
    found = {start}
    waiting = [start]
    while waiting:
        last, crosses, doubled = waiting.pop()
        yield numbers_before(row, last), crosses, doubled
        following = {
            (at + 1, crosses + row.cells[at].weight, 0)
            for at in range(last, len(row.cells) - row.locks)
        }
        if row.last_counts_twice and last and not doubled:
            following.add((last, crosses + 1, 1))
        waiting += following - found
        found |= following


def numbers_before(row: Row, last: int) -> int:
    """Count the numbers among the first cells of a row."""
    return (row.number_mask & ((1 << last) - 1)).bit_count()


def _likeness(row: Row) -> Hashable:
    """Rows that have this in common share their vectors: they are alike, or mirror each other."""
    ends = min(row.numbers) + max(row.numbers)
    cells = tuple((abs(2 * c.number - ends), c.weight) for c in row.cells if c.number is not None)
    ink = row.letter if row.cell_colors else ""
    return cells, row.locks, row.crosses_to_lock, row.cap, row.last_counts_twice, ink


@dataclass(frozen=True)
class Parts:
    """The parts of a layout.

    Attributes:
        layout: The layout.
        parts: Its parts, the rows first.
        row_tables: For each kind of rows the keys of an open row, with their states.
        length: How many vectors there are.
    """

    layout: Layout
    parts: tuple[Part, ...]
    row_tables: tuple[dict[RowKey, int], ...]
    length: int

    def halves_of(self, sheet: Sheet, closed: Container[str]) -> Halves:
        """Find the vectors of a sheet.

        Args:
            sheet: A sheet of this layout.
            closed: The letters of the rows that are closed for it; those that it has locked may be
                missing.
        """
        states = [(part.half, part.first + self._state(part, sheet, closed)) for part in self.parts]
        upper = tuple(index for half, index in states if is_in_half(half, UPPER))
        lower = tuple(index for half, index in states if is_in_half(half, LOWER))
        return upper, lower

    def _state(self, part: Part, sheet: Sheet, closed: Container[str]) -> int:
        last = sheet.crossed[part.row].bit_length()
        match part.kind:
            case Kind.ROW | Kind.COUNT | Kind.READY:
                return self._row_state(part, sheet, closed)
            case Kind.BONUS:
                return bonus_state(last, _count_waiting(sheet, part.row))
            case Kind.FILLED:
                return last
            case Kind.STEPS:
                return sum(map(sheet.is_crossed, self.layout.cells_with_mark(Mark.STEP)))
        own = _fate_of(sheet, CellRef(part.row, part.place), closed)
        other = _fate_of(sheet, CellRef(part.other_row, part.other_place), closed)
        return cell_state(
            part.kind, own, other, open_index(part.place, last, part.shared), part.size
        )

    def _row_state(self, part: Part, sheet: Sheet, closed: Container[str]) -> int:
        row = self.layout.rows[part.row]
        is_closed = sheet.is_void(row.letter, closed)
        if part.kind == Kind.COUNT:
            return count_state(sheet.cross_count(part.row), is_closed, part.size)
        if is_closed:
            return part.size if part.kind == Kind.ROW else 0
        marks = sheet.crossed[part.row]
        last = marks.bit_length()
        numbers = numbers_before(row, last)
        if part.kind == Kind.READY:
            return ready_state(numbers, sheet.lock_progress(part.row), part.size)
        seconds = sheet.crossed_twice[part.row]
        crosses = marks.bit_count() + seconds.bit_count() + (marks & row.double_mask).bit_count()
        doubled = seconds >> last - 1 & 1 if last else 0
        return self.row_tables[part.table][numbers, crosses, doubled]


def _fate_of(sheet: Sheet, place: CellRef, closed: Container[str]) -> Fate:
    """What has become of a cell; `LOST` for no cell, whose row is -1."""
    if place.row < 0:
        return Fate.LOST
    if sheet.is_crossed(place):
        return Fate.CROSSED
    passed = sheet.crossed[place.row] >> place.position
    lost = passed or sheet.is_void(sheet.layout.rows[place.row].letter, closed)
    return Fate.LOST if lost else Fate.OPEN


def _count_waiting(sheet: Sheet, row: int) -> int:
    """Count the cells of a bonus row that may be crossed at once."""
    last = sheet.crossed[row].bit_length()
    cells = (CellRef(row, place) for place in range(last, len(sheet.layout.rows[row].cells)))
    return sum(sheet.order_refusal(cell) is None for cell in cells)


class _Builder:
    """Numbers the parts of a layout; those with equal keys have the same vectors."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._firsts: dict[Hashable, int] = {}
        self._row_tables: dict[Hashable, dict[RowKey, int]] = {}
        self._parts: list[Part] = []
        self._length = 0

    def build(self) -> Parts:
        for row, printed in self._locked_rows():
            self._add_row(row, printed)
        for row, printed in self._locked_rows():
            self._add_counts(row, printed)
        for row, printed in enumerate(self._layout.rows):
            if printed.kind is RowKind.BONUS:
                states = bonus_state(len(printed.cells), _MOST_WAITING) + 1
                neighbour = self._layout.row_index_or_raise(printed.bonus_for[0])
                self._add(Kind.BONUS, states, half=self._half(neighbour), row=row)
            elif printed.kind is not RowKind.NUMBERS:
                self._add(Kind.FILLED, len(printed.cells) + 1, printed.kind, half=BOTH, row=row)
        steps = len(self._layout.cells_with_mark(Mark.STEP))
        if steps:
            self._add(Kind.STEPS, steps + 1, half=BOTH)
        for row, printed in self._locked_rows():
            for place in range(len(printed.cells)):
                self._add_cell(CellRef(row, place))
        tables = tuple(self._row_tables.values())
        return Parts(self._layout, tuple(self._parts), tables, self._length)

    def _locked_rows(self) -> list[tuple[int, Row]]:
        return [(i, row) for i, row in enumerate(self._layout.rows) if row.lock_mask]

    def _half(self, row: int) -> int:
        at = [i for i, _ in self._locked_rows()].index(row)
        return UPPER if at < ROWS_PER_HALF else LOWER

    def _add(
        self, kind: Kind, states: int, *key: Hashable, half: int, row: int = 0, **rest: int
    ) -> None:
        first = self._firsts.setdefault((kind, *key), self._length)
        self._length = max(self._length, first + states)
        self._parts.append(Part(kind, half, first, row, **rest))

    def _add_row(self, row: int, printed: Row) -> None:
        likeness = _likeness(printed)
        if likeness not in self._row_tables:
            alike = [other for _, other in self._locked_rows() if _likeness(other) == likeness]
            keys = sorted({key for other in alike for key in row_keys(other)})
            self._row_tables[likeness] = {key: state for state, key in enumerate(keys)}
        closed = len(self._row_tables[likeness])
        table = [*self._row_tables].index(likeness)
        half = self._half(row)
        self._add(Kind.ROW, closed + 1, likeness, half=half, row=row, size=closed, table=table)

    def _add_counts(self, row: int, printed: Row) -> None:
        layout = self._layout
        has_links = any(cell.mark is Mark.LINK for cell in printed.cells)
        if has_links or layout.bonus_rows[row] or layout.bonus_pair(Mark.LOWEST):
            most = printed.max_crosses
            states = 2 * (most + 1)
            self._add(Kind.COUNT, states, most, half=self._half(row), row=row, size=most)
        if any(cell.number is None for cell in printed.cells):
            needs = printed.crosses_to_lock
            states = ready_state(len(printed.numbers), needs, needs) + 1
            self._add(Kind.READY, states, needs, half=self._half(row), row=row, size=needs)

    def _add_cell(self, cell: CellRef) -> None:
        layout = self._layout
        printed = layout.cell(cell)
        if printed.mark is None and printed.number is not None:
            return
        kind = Kind.CELL
        shared = True
        partner = layout.chain_partner(cell)
        if partner is not None:
            kind = Kind.LINKED
        elif printed.mark in PAIR_MARKS:
            kind = Kind.PAIRED
            shared = False
            partner = next(o for o in layout.cells_with_mark(printed.mark) if o != cell)
        last = len(layout.rows[cell.row].cells) - 1 if shared else cell.position
        size = open_index(last, last, shared) + 1
        states = _FIRST_OPEN + size * (1 if kind is Kind.CELL else 2)
        self._add(
            kind,
            states,
            printed.mark,
            None if shared else cell,
            half=self._half(cell.row),
            row=cell.row,
            size=size,
            place=cell.position,
            other_row=-1 if partner is None else partner.row,
            other_place=-1 if partner is None else partner.position,
            shared=int(shared),
        )


@cache
def parts_of(layout: Layout) -> Parts:
    """The parts of a layout."""
    return _Builder(layout).build()

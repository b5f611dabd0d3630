"""A printed sheet as data: its rows of cells, and the numbers of the game that differ."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

ROW_LETTERS = "rygb"
"""The letters of rows with a lock, by its colour: red, yellow, green, blue."""
BONUS_LETTERS = ("ry", "gb")
"""The letters of bonus rows: those of the two rows that they count for."""


class CellRef(NamedTuple):
    """A cell: the index of its row from the top and its position from the left, both from 0."""

    row: int
    position: int


class RowKind(StrEnum):
    """The kinds of rows."""

    NUMBERS = "numbers"
    """Numbers that end in a lock."""
    BONUS = "bonus"
    """Numbers that count for the row above and the row below."""
    BAR = "bar"
    """Coloured fields; each forces a cross in the row of its colour."""
    EXCHANGE = "exchange"
    """Pairs of numbers of which one may be read as the other."""
    TRACK = "track"
    """Fields of which the highest crossed one is worth its number."""


LONE_ROW_LETTERS = {RowKind.BAR: "bar", RowKind.EXCHANGE: "x", RowKind.TRACK: "lucky"}
"""The letters of rows without a colour; a sheet has at most one row of each of these kinds."""
ALIGNED_KINDS = frozenset({RowKind.NUMBERS, RowKind.BONUS})
"""The kinds of rows in which cells at the same position are drawn below each other."""


class Mark(StrEnum):
    """The symbols printed around a number; each is an effect of crossing it."""

    BOX = "box"
    """Crosses the next free field of the bar."""
    LINK = "link"
    """Crosses the other end of its chain."""
    STEP = "step"
    """Is scored once more: all crossed steps together, by the table of the rows."""
    FEWEST = "fewest"
    """A pair: forces crosses in the open row with the fewest crosses."""
    EACH = "each"
    """A pair: forces crosses in each open row."""
    LOWEST = "lowest"
    """A pair: multiplies the points of the row with the fewest points."""
    PLUS = "plus"
    """A pair: brings points besides those of the rows."""
    WAIVE = "waive"
    """A pair: makes penalties cost nothing."""


PAIR_MARKS = (Mark.FEWEST, Mark.EACH, Mark.LOWEST, Mark.PLUS, Mark.WAIVE)
"""Marks that take effect once both cells that have them are crossed."""
_FORCING_MARKS = (Mark.BOX, Mark.LINK, Mark.FEWEST, Mark.EACH)
"""Marks that may force other crosses."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a row.

    Attributes:
        label: Its name within the row: the number, `c0` for a connection field, else the position.
        color: One of `r y g b`; the letter of its row if it has no colour of its own.
        number: The printed number; None for a field without one.
        other: In an exchange pair, the number that `number` may be read as.
        weight: How many crosses a cross on it counts.
        mark: The symbol around it; None for a plain cell.
    """

    label: str
    color: str
    number: int | None = None
    other: int | None = None
    weight: int = 1
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of cells.

    Attributes:
        letter: Its name in game lines: the colour of its lock, one of `r y g b`; without a lock
            `ry`, `gb`, `bar`, `x` or `lucky`.
        cells: Its cells, left to right.
        crosses_to_lock: How many crosses a cell that locks needs before it (rule 2).
        kind: The kind of the row.
        locks: How many of its last cells lock it; 0 for a row without a lock.
        cap: The most crosses that count; None if all cells may.
        last_counts_twice: Whether the last crossed number may be crossed a second time.
        bonus_for: In a bonus row, the letters of the two rows that it counts for.
        numbers: The printed numbers, left to right.
        lock_mask: The cells that lock, as bits: bit i is the cell at position i, here and below.
        number_mask: The cells that count towards `crosses_to_lock`.
        double_mask: The cells whose cross counts twice.
        plain_mask: The cells whose cross counts once and has no other effect.
    """

    letter: str
    cells: tuple[Cell, ...]
    crosses_to_lock: int = 5
    kind: RowKind = RowKind.NUMBERS
    locks: int = 1
    cap: int | None = None
    last_counts_twice: bool = False
    bonus_for: str = ""
    numbers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    lock_mask: int = field(init=False, repr=False, compare=False)
    number_mask: int = field(init=False, repr=False, compare=False)
    double_mask: int = field(init=False, repr=False, compare=False)
    plain_mask: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        bits = tuple(enumerate(self.cells))
        free = max(len(bits) - self.locks, 0)
        locking = ((1 << self.locks) - 1) << free
        derived = {
            "numbers": tuple(c.number for c in self.cells if c.number is not None),
            "lock_mask": locking if self.kind is RowKind.NUMBERS else 0,
            "number_mask": sum(1 << i for i, cell in bits if cell.number is not None),
            "double_mask": sum(1 << i for i, cell in bits if cell.weight > 1),
            "plain_mask": sum(1 << i for i, c in bits[:free] if c.weight == 1 and c.mark is None),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def last_position(self) -> int:
        return len(self.cells) - 1

    @property
    def cell_colors(self) -> tuple[str, ...]:
        """The letters of the colours of its cells, left to right; empty if all have the same."""
        inks = tuple(cell.color for cell in self.cells)
        return inks if len({*inks}) > 1 else ()

    @property
    def lock_number(self) -> int:
        """The last number, whose cross crosses the lock too."""
        return self.numbers[-1]

    @property
    def lock_numbers(self) -> tuple[int, ...]:
        """The numbers that each lock the row, left to right; empty for a row without a lock."""
        locking = self.cells[len(self.cells) - self.locks :] if self.lock_mask else ()
        return tuple(cell.number for cell in locking if cell.number is not None)

    @property
    def max_crosses(self) -> int:
        """The most crosses that count, the lock's included; 0 for a row without a lock."""
        if not self.lock_mask:
            return 0
        twice = self.last_position if self.last_counts_twice else self.double_mask.bit_count()
        return len(self.cells) + 1 + twice if self.cap is None else self.cap


@dataclass(frozen=True, slots=True)
class BonusPair:
    """The effect of having crossed both cells with a mark.

    Attributes:
        mark: One of `PAIR_MARKS`.
        amount: How many crosses, points or times, depending on the mark; unused by `WAIVE`.
    """

    mark: Mark
    amount: int = 1


@dataclass(frozen=True)
class Layout:
    """A printed sheet, with the numbers of the game that differ between sheets.

    Attributes:
        name: Its name in a game line.
        rows: All rows, with and without a lock, top to bottom.
        title: Its name for people, in English; empty for a sheet without one.
        description: How it differs from Classic, in one English sentence; may be empty.
        family: The English name of the set that it is sold in; empty for a sheet sold alone.
        edition: The box that it comes from; sheets with the same one may be mixed at a table.
            Empty for a sheet that cannot be mixed.
        default: Whether this is the sheet of a game for which none was chosen.
        bgg: Its number at BoardGameGeek; None if it has none.
        min_seats: The fewest seats of a game on it.
        max_seats: The most seats of a game on it.
        actions: How many crosses the active seat may make in a roll.
        penalties: How many boxes for penalties there are; the last one ends the game (rule 4).
        penalty_points: How many points a penalty costs.
        rows_to_end: How many closed rows end the game (rule 4).
        board: The most points of a space on the game board; None without a board.
        target: For a track, the sum of three dice that crosses a field; for connection fields, the
            digits that two dice must show. None if the sheet prints neither.
        has_lucky_numbers: Whether a lucky number crosses the next free cell of the row with the
            fewest crosses.
        chains: Pairs of cells, as tokens; a cross on one crosses the other.
        pairs: The effects of cells that have a mark in common.
    """

    name: str
    rows: tuple[Row, ...]
    title: str = ""
    description: str = ""
    family: str = ""
    edition: str = ""
    default: bool = False
    bgg: int | None = None
    min_seats: int = 1
    max_seats: int = 5
    actions: int = 2
    penalties: int = 4
    penalty_points: int = 5
    rows_to_end: int = 2
    board: int | None = None
    target: int | None = None
    has_lucky_numbers: bool = False
    chains: tuple[tuple[str, str], ...] = ()
    pairs: tuple[BonusPair, ...] = ()

    @property
    def box(self) -> str:
        """The edition, or the name of a sheet that is in none."""
        return self.edition or self.name

    @property
    def dice_sides(self) -> int:
        """How many sides each die has: two of them make the highest number."""
        return max(number for row in self.rows if row.lock_mask for number in row.numbers) // 2

    @property
    def chain_ends(self) -> tuple[tuple[CellRef, CellRef], ...]:
        ends = ((self.cell_of_token(one), self.cell_of_token(other)) for one, other in self.chains)
        return tuple((one, other) for one, other in ends if one is not None and other is not None)

    @cached_property
    def _cells_by_label(self) -> dict[tuple[str, int | str], CellRef]:
        return {
            (row.letter, cell.label if cell.number is None else cell.number): CellRef(
                index, position
            )
            for index, row in enumerate(self.rows)
            for position, cell in enumerate(row.cells)
        }

    def find_cell(self, letter: str, label: int | str) -> CellRef | None:
        """Find the cell with a number or a label; None if it is not printed.

        Args:
            letter: The letter of the row.
            label: The number, or the label of a field without one, such as `c0`.
        """
        return self._cells_by_label.get((letter, label))

    def cell_of_token(self, token: str) -> CellRef | None:
        """Find the cell of a token such as `r5`; None if it is not printed."""
        letter = token.rstrip("0123456789")
        number = token[len(letter) :]
        return self.find_cell(letter, int(number)) if number else None

    def cell(self, place: CellRef) -> Cell:
        return self.rows[place[0]].cells[place[1]]

    @cached_property
    def _rows_by_letter(self) -> dict[str, int]:
        return {row.letter: i for i, row in reversed([*enumerate(self.rows)])}

    def row_index(self, letter: str) -> int | None:
        """The index, from 0, of the first row with this letter; None if no row has it."""
        return self._rows_by_letter.get(letter)

    def row_index_or_raise(self, letter: str) -> int:
        """The index, from 0, of the first row with this letter.

        Raises:
            KeyError: No row has it.
        """
        return self._rows_by_letter[letter]

    @cached_property
    def _rows_by_kind(self) -> dict[RowKind, int]:
        return {row.kind: i for i, row in enumerate(self.rows)}

    def row_of_kind(self, kind: RowKind) -> int | None:
        """The index, from 0, of the row of a kind that a sheet has once; None if it has none."""
        return self._rows_by_kind.get(kind)

    @cached_property
    def _chain_partners(self) -> dict[CellRef, CellRef]:
        both = (
            (end, other) for one, two in self.chain_ends for end, other in ((one, two), (two, one))
        )
        return dict(both)

    def chain_partner(self, place: CellRef) -> CellRef | None:
        """The other end of the chain at a cell; None if no chain ends there."""
        return self._chain_partners.get(place)

    @cached_property
    def _pairs_by_mark(self) -> dict[Mark, BonusPair]:
        return {pair.mark: pair for pair in self.pairs}

    def bonus_pair(self, mark: Mark) -> BonusPair | None:
        """The effect of the cells with a mark; None if the sheet has no such pair."""
        return self._pairs_by_mark.get(mark)

    @cached_property
    def _cells_by_mark(self) -> dict[Mark, tuple[CellRef, ...]]:
        cells = [
            (CellRef(index, position), cell.mark)
            for index, row in enumerate(self.rows)
            for position, cell in enumerate(row.cells)
        ]
        return {mark: tuple(place for place, own in cells if own is mark) for mark in Mark}

    def cells_with_mark(self, mark: Mark) -> tuple[CellRef, ...]:
        """The cells with a mark, top to bottom and left to right."""
        return self._cells_by_mark[mark]

    def may_force(self, place: CellRef) -> bool:
        """True if a cross in this cell may force others."""
        return self.cell(place).mark in _FORCING_MARKS

    @property
    def has_effects(self) -> bool:
        """True if a cross anywhere may force others."""
        return any(map(self.cells_with_mark, _FORCING_MARKS))

    @cached_property
    def bonus_rows(self) -> tuple[tuple[int, ...], ...]:
        """For each row, the indexes (from 0) of the bonus rows that count for it."""
        return tuple(
            tuple(i for i, bonus in enumerate(self.rows) if row.letter in bonus.bonus_for)
            if row.lock_mask
            else ()
            for row in self.rows
        )

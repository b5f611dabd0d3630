"""The print of a sheet, as data: rows of cells, and the few rules that differ."""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

ROW_LETTERS = "rygb"
"""Rows are called by the colour of their lock: red, yellow, green, blue."""
BONUS_LETTERS = ("ry", "gb")
"""Bonus rows are called by the two rows that they count for."""


class CellRef(NamedTuple):
    """A cell: its row from the top and its position from the left, both from 0."""

    row: int
    position: int


class RowKind(StrEnum):
    """The kind of a row."""

    NUMBERS = "numbers"
    """Numbers that end in a lock."""
    BONUS = "bonus"
    """Numbers that count for both rows beside them."""
    BAR = "bar"
    """Coloured fields; each forces a cross in the row of its colour."""
    EXCHANGE = "exchange"
    """Pairs of numbers of which one may be read as the other."""
    TRACK = "track"
    """Fields of which the highest crossed one is worth its number."""


LONE_ROW_LETTERS = {RowKind.BAR: "bar", RowKind.EXCHANGE: "x", RowKind.TRACK: "lucky"}
"""What rows are called of which a sheet has one at most, and which have no colour."""
ALIGNED_KINDS = frozenset({RowKind.NUMBERS, RowKind.BONUS})
"""Kinds of rows whose cells stand below each other, those of one number in one line."""


class Mark(StrEnum):
    """A symbol printed around a number, and with it the effect of a cross."""

    BOX = "box"
    """Crosses the next free field of the bar."""
    LINK = "link"
    """Crosses the other end of its chain."""
    STEP = "step"
    """Counts once more, by the table of the rows."""
    FEWEST = "fewest"
    """With its like: crosses in the open row with the fewest crosses."""
    EACH = "each"
    """With its like: crosses in each open row."""
    LOWEST = "lowest"
    """With its like: the row with the fewest points counts several times."""
    PLUS = "plus"
    """With its like: points beside the rows."""
    WAIVE = "waive"
    """With its like: penalties cost nothing."""


PAIR_MARKS = (Mark.FEWEST, Mark.EACH, Mark.LOWEST, Mark.PLUS, Mark.WAIVE)
"""Marks that do something once all cells that bear them are crossed."""
_FORCING_MARKS = (Mark.BOX, Mark.LINK, Mark.FEWEST, Mark.EACH)
"""Marks that may bring other crosses about."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a row.

    Attributes:
        label: What it is called in its row: the number, `c0` for a connection field, or its
            position where neither is printed.
        color: One of `r y g b`; the letter of its row where it has no colour of its own.
        number: The printed number; None for a field without one.
        other: Of an exchange pair, the number that `number` may be read as.
        weight: Crosses that one cross on it counts.
        mark: What is printed around it.
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
        letter: What it is called: the colour of its lock, one of `r y g b`; `ry`, `gb`, `bar`,
            `x` or `lucky` for a row without a lock.
        cells: Left to right.
        crosses_to_lock: Crosses that must stand before a cell that locks may be crossed.
        kind: What it is for.
        locks: How many of its last cells lock it; 0 for a row without a lock.
        cap: Crosses that count at most; None if there is no limit but the cells.
        last_counts_twice: Whether its last crossed number may be crossed a second time.
        bonus_for: Of a bonus row, the letters of the two rows it counts for.
        numbers: The printed numbers, left to right.
        lock_mask: The cells that lock, a bit each.
        number_mask: The cells that count towards `crosses_to_lock`, a bit each.
        double_mask: The cells whose cross counts twice, a bit each.
        plain_mask: The cells whose cross is one cross and nothing more, a bit each.
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
        """The position of the last cell, counted from 0."""
        return len(self.cells) - 1

    @property
    def cell_colors(self) -> tuple[str, ...]:
        """Letters of the colours of its cells, left to right; empty where there is but one."""
        inks = tuple(cell.color for cell in self.cells)
        return inks if len({*inks}) > 1 else ()

    @property
    def lock_number(self) -> int:
        """The last number, whose cross brings the lock."""
        return self.numbers[-1]

    @property
    def lock_numbers(self) -> tuple[int, ...]:
        """The numbers that each bring the lock, left to right; empty for a row without a lock."""
        locking = self.cells[len(self.cells) - self.locks :] if self.lock_mask else ()
        return tuple(cell.number for cell in locking if cell.number is not None)

    @property
    def max_crosses(self) -> int:
        """Crosses that count at most, the lock's included; 0 for a row without a lock."""
        if not self.lock_mask:
            return 0
        twice = self.last_position if self.last_counts_twice else self.double_mask.bit_count()
        return len(self.cells) + 1 + twice if self.cap is None else self.cap


@dataclass(frozen=True, slots=True)
class BonusPair:
    """The effect of having crossed all cells with a mark.

    Attributes:
        mark: One of `PAIR_MARKS`.
        amount: Crosses, points or times, as the mark says; of no meaning for `WAIVE`.
    """

    mark: Mark
    amount: int = 1


@dataclass(frozen=True)
class Layout:
    """A printed sheet, with the few numbers of the game that differ between sheets.

    Attributes:
        name: Its name in a game line.
        rows: Top to bottom, those without a lock among them.
        title: Its name for people, in English; empty for a sheet without one.
        description: What is different on it, one English sentence; empty where nothing is said.
        family: What the sheets that it is sold with are called together, in English; empty for
            one that is sold alone.
        edition: Sheets with the same box may be mixed at a table; empty for none.
        default: Whether it is the sheet that is taken when nothing is said.
        bgg: Its number at BoardGameGeek, if it has one.
        min_seats: Fewest players a sheet of this game can be opened for.
        max_seats: Most players.
        actions: Crosses that the active seat may make in one roll.
        penalties: Boxes for penalties; the last one ends the game.
        penalty_points: What one penalty costs.
        rows_to_end: Closed rows that end the game.
        board: Most points a space of the game board is worth; None without a board.
        target: What three dice make together for a field of the track, or two dice show, digit by
            digit, for a connection field; None if the sheet does not say.
        has_lucky_numbers: Whether a lucky number takes the next free cell of the row with the
            fewest crosses.
        chains: Pairs of cells, named by their tokens; a cross on one crosses the other.
        pairs: What the cells marked alike bring once all of them are crossed.
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
    def chain_ends(self) -> tuple[tuple[CellRef, CellRef], ...]:
        """The two cells of each chain."""
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
        """Find the cell of a number or a connection field; None if it is not printed.

        Args:
            letter: Of the row.
            label: The number, or the label of a field without one, such as `c0`.
        """
        return self._cells_by_label.get((letter, label))

    def cell_of_token(self, token: str) -> CellRef | None:
        """Find the cell of a token such as `r5`; None if it is not printed."""
        letter = token.rstrip("0123456789")
        number = token[len(letter) :]
        return self.find_cell(letter, int(number)) if number else None

    def cell(self, place: CellRef) -> Cell:
        """Return the printed cell at a reference."""
        return self.rows[place[0]].cells[place[1]]

    @cached_property
    def _rows_by_letter(self) -> dict[str, int]:
        return {row.letter: i for i, row in reversed([*enumerate(self.rows)])}

    def row_index(self, letter: str) -> int | None:
        """Return which row, from the top and from 0, carries this letter; None if none does."""
        return self._rows_by_letter.get(letter)

    def row_index_or_raise(self, letter: str) -> int:
        """Return which row, from the top and from 0, carries this letter.

        Raises:
            KeyError: None does.
        """
        return self._rows_by_letter[letter]

    @cached_property
    def _rows_by_kind(self) -> dict[RowKind, int]:
        return {row.kind: i for i, row in enumerate(self.rows)}

    def row_of_kind(self, kind: RowKind) -> int | None:
        """Return which row, from 0, is the one of a kind that a sheet has once; None without it."""
        return self._rows_by_kind.get(kind)

    @cached_property
    def _chain_partners(self) -> dict[CellRef, CellRef]:
        both = (
            (end, other) for one, two in self.chain_ends for end, other in ((one, two), (two, one))
        )
        return dict(both)

    def chain_partner(self, place: CellRef) -> CellRef | None:
        """Return the other end of the chain at a cell; None where no chain is."""
        return self._chain_partners.get(place)

    @cached_property
    def _pairs_by_mark(self) -> dict[Mark, BonusPair]:
        return {pair.mark: pair for pair in self.pairs}

    def bonus_pair(self, mark: Mark) -> BonusPair | None:
        """Return the effect of the cells with a mark, or None."""
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
        """Return the cells that bear a mark, top to bottom and left to right."""
        return self._cells_by_mark[mark]

    def may_force(self, place: CellRef) -> bool:
        """Return whether a cross there may bring others about."""
        return self.cell(place).mark in _FORCING_MARKS

    @property
    def has_effects(self) -> bool:
        """True if a cross anywhere may bring others about."""
        return any(map(self.cells_with_mark, _FORCING_MARKS))

    @cached_property
    def bonus_rows(self) -> tuple[tuple[int, ...], ...]:
        """For each row those (from 0) whose crosses count for it too."""
        return tuple(
            tuple(i for i, bonus in enumerate(self.rows) if row.letter in bonus.bonus_for)
            if row.lock_mask
            else ()
            for row in self.rows
        )

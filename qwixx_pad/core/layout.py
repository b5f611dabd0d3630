"""What is printed on a sheet, as data."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

ROW_LETTERS = "rygb"
"""Rows are called by the colour of their lock: red, yellow, green, blue."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of numbers that ends in a lock.

    Attributes:
        letter: The colour of the lock, one of `r y g b`.
        numbers: The printed numbers, left to right; the last one carries the lock.
        needs: Crosses that must stand before the last number may be crossed.
    """

    letter: str
    numbers: tuple[int, ...]
    needs: int = 5

    @property
    def last(self) -> int:
        """The position of the last cell, counted from 0."""
        return len(self.numbers) - 1


@dataclass(frozen=True, slots=True)
class Layout:
    """A printed sheet, with the few numbers of the game that differ between sheets.

    Attributes:
        name: Its name in a game line.
        rows: Top to bottom.
        least_seats: Fewest players a sheet of this game can be opened for.
        most_seats: Most players.
        actions: Crosses that the active seat may make in one roll.
        penalties: Boxes for penalties; the last one ends the game.
        penalty_points: What one penalty costs.
        rows_to_end: Closed rows that end the game.
        board: Most points a space of the game board is worth; None without a board.
    """

    name: str
    rows: tuple[Row, ...]
    least_seats: int = 1
    most_seats: int = 5
    actions: int = 2
    penalties: int = 4
    penalty_points: int = 5
    rows_to_end: int = 2
    board: int | None = None
    _places: dict[tuple[str, int], tuple[int, int]] = field(
        init=False, repr=False, compare=False, hash=False
    )

    def __post_init__(self) -> None:
        places = {
            (row.letter, number): (index, position)
            for index, row in enumerate(self.rows)
            for position, number in enumerate(row.numbers)
        }
        object.__setattr__(self, "_places", places)

    def place(self, letter: str, number: int) -> tuple[int, int] | None:
        """Where a number is printed: (row, position), both from 0; None if it is not."""
        return self._places.get((letter, number))

    def row_index(self, letter: str) -> int | None:
        """Which row, from the top and from 0, carries this letter; None if none does."""
        return next((i for i, row in enumerate(self.rows) if row.letter == letter), None)


class Fault(StrEnum):
    """What can be wrong with a layout."""

    NO_ROWS = "no rows"
    UNKNOWN_LETTER = "a row letter that is none of r, y, g, b"
    LETTER_TWICE = "a row letter used twice"
    TOO_SHORT = "fewer numbers than the lock needs"
    NUMBER_TWICE = "a number printed twice in one row"
    NUMBER_RANGE = "a number outside 0 to 99"
    NEEDS_RANGE = "a lock that needs no cross"
    SEATS_RANGE = "seats that do not rise from 1 or more"
    ACTIONS_RANGE = "an active seat without a cross"
    END_RANGE = "an end of the game that cannot come, or comes before the start"
    POINTS_RANGE = "a penalty that brings points"
    BOARD_RANGE = "a board whose spaces are worth less than nothing"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault, and the row it is in (None: the sheet as a whole)."""

    fault: Fault
    row: str | None = None


def problems(layout: Layout) -> tuple[Problem, ...]:
    """All faults of a layout at once; empty for a sheet that can be played on."""
    return (*_sheet_problems(layout), *(p for row in layout.rows for p in _row_problems(row)))


def _sheet_problems(layout: Layout) -> Iterator[Problem]:
    letters = [row.letter for row in layout.rows]
    if not letters:
        yield Problem(Fault.NO_ROWS)
    for letter in sorted({x for x in letters if letters.count(x) > 1}):
        yield Problem(Fault.LETTER_TWICE, letter)
    if not 1 <= layout.least_seats <= layout.most_seats:
        yield Problem(Fault.SEATS_RANGE)
    if layout.actions < 1:
        yield Problem(Fault.ACTIONS_RANGE)
    if layout.penalties < 1 or not 1 <= layout.rows_to_end <= max(len(letters), 1):
        yield Problem(Fault.END_RANGE)
    if layout.penalty_points < 0:
        yield Problem(Fault.POINTS_RANGE)
    if layout.board is not None and layout.board < 0:
        yield Problem(Fault.BOARD_RANGE)


def _row_problems(row: Row) -> Iterator[Problem]:
    if row.letter not in ROW_LETTERS or len(row.letter) != 1:
        yield Problem(Fault.UNKNOWN_LETTER, row.letter)
    if row.needs < 1:
        yield Problem(Fault.NEEDS_RANGE, row.letter)
    if len(row.numbers) <= row.needs:
        yield Problem(Fault.TOO_SHORT, row.letter)
    if len(set(row.numbers)) < len(row.numbers):
        yield Problem(Fault.NUMBER_TWICE, row.letter)
    if not all(0 <= number <= 99 for number in row.numbers):  # noqa: PLR2004 - two printed digits
        yield Problem(Fault.NUMBER_RANGE, row.letter)

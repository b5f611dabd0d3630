"""The rules of a table for numba: for sheets of four plain rows, with or without a game board.

A seat and a table are arrays of integers, so that hundreds of games are played in a second. The pad
uses none of this; `tests/analysis/test_fast_rules.py` compares it with the core.
"""

from typing import NamedTuple

import numpy as np
from exact import CLOSED, LAST, NEEDS, PENALTIES, ROWS, TO_END, state_of
from numba import njit

from qwixx_pad.core.layout import Layout, RowKind

MOST_SEATS = 5
SPACES = 40
LAST_SPACES = 5
"""How many spaces at the end of the game board end the game (rule 11)."""
REACH = 5
"""How many free spaces a pawn may move at most."""

# The fields of a seat; those for rows have an element for each.
LASTS = 0
"""The last crossed place of each row, from 1; 0 for none."""
CROSSES = 4
PENALTY = 8
EXTRA = 9
"""The points of the pawn's space."""
ARRIVED = 10
MADE = 11
"""The number of crosses in this roll."""
PAWN = 12
"""The pawn's space, from 1."""
OUT = 13
MARKS = 14
"""The crosses of each row, as bits."""
SEAT = 18
"""The length of a seat."""

# The fields of a table.
BEFORE = 0
"""Which rows were closed before this roll."""
NOW = 4
"""Which rows were locked in this roll."""
ACTIVE = 8
"""The active seat, from 0."""
HOME = 9
"""The seat whose pawn arrived first, from 0; -1 for none."""
PENALISED = 10
"""Whether the active seat has taken its penalty in this roll."""
FINISHES = 11
"""Whether a turn is completed after the second row has closed (rule 10)."""
TABLE = 12
"""The length of a table."""


class Sheet(NamedTuple):
    """The printed sheet as tables, and the game board if there is one.

    Attributes:
        places: By row and number: its place, from 0.
        rows: By colour and number: the row in which it is printed in that colour.
        tables: For each row a number; rows that are alike have the same.
        board: Whether there is a game board.
        space_rows, space_numbers: The row and the number of each space, drawn anew for each game:
            the real board is not published.
    """

    places: np.ndarray
    rows: np.ndarray
    tables: np.ndarray
    board: bool
    space_rows: np.ndarray
    space_numbers: np.ndarray


def sheet_of(layout: Layout) -> Sheet:
    """Make the tables of a printed sheet.

    Raises:
        ValueError: It has anything but four rows of eleven plain numbers.
    """
    plain = [r for r in layout.rows if r.kind is RowKind.NUMBERS and r.crosses_to_lock == NEEDS]
    bare = all(cell.mark is None and cell.weight == 1 for r in plain for cell in r.cells)
    places = np.zeros((ROWS, 13), np.int64)
    rows = np.full((ROWS, 13), -1)
    colors = {row.letter: at for at, row in enumerate(layout.rows)}
    if (
        not len(plain) == len(layout.rows) == ROWS
        or not bare
        or layout.has_lucky_numbers
        or layout.pairs
    ):
        raise ValueError(f"{layout.name} has more than plain rows")
    for at, row in enumerate(layout.rows):
        for position, cell in enumerate(row.cells):
            places[at, cell.number] = position
            rows[colors[cell.color], cell.number] = at
    upright = {row.numbers for row in layout.rows} == {(*range(2, 13),), (*range(12, 1, -1),)}
    alike = upright and not any(row.cell_colors for row in layout.rows)
    tables = np.zeros(ROWS, np.int64) if alike else np.arange(ROWS)
    return Sheet(
        places,
        rows,
        tables,
        board=layout.board is not None,
        space_rows=np.zeros(SPACES, np.int64),
        space_numbers=np.zeros(SPACES, np.int64),
    )


@njit(cache=True)
def new_table(seats, finishes):
    """Blank seats, and a table with seat 0 active."""
    table = np.zeros(TABLE, np.int64)
    table[HOME] = -1
    table[FINISHES] = finishes
    return np.zeros((seats, SEAT), np.int64), table


@njit(cache=True)
def total(seat):
    """The points of a seat (rule 5)."""
    rows = 0
    for row in range(ROWS):
        rows += seat[CROSSES + row] * (seat[CROSSES + row] + 1) // 2
    return rows - 5 * seat[PENALTY] + seat[EXTRA]


@njit(cache=True)
def closed(table):
    """Count the rows that are closed for everybody."""
    count = 0
    for row in range(ROWS):
        count += table[BEFORE + row] or table[NOW + row]
    return count


@njit(cache=True)
def closed_for(seat, table, row):
    """Whether a row is closed for a seat (rules 9 and 12)."""
    used = seat[MADE] > 0 or seat[OUT] == 1
    return table[BEFORE + row] == 1 or (table[NOW + row] == 1 and used)


@njit(cache=True)
def row_state(seat, table, row):
    """The state of a row for a seat, as in `exact`; `CLOSED` if it locked the row itself."""
    last = seat[LASTS + row]
    shut = last > LAST or closed_for(seat, table, row)
    return CLOSED if shut else state_of(last, seat[CROSSES + row])


@njit(cache=True)
def legal(seat, table, row, place):
    """Whether a cross at a place, from 0, is legal (rules 1 to 3)."""
    last = seat[LASTS + row]
    if last > LAST or place < last or closed_for(seat, table, row):
        return False
    return place < LAST or seat[CROSSES + row] >= NEEDS


@njit(cache=True)
def cross(seat, table, row, place):
    """Make a legal cross; at the last place with the lock."""
    seat[CROSSES + row] += 2 if place == LAST else 1
    seat[LASTS + row] = place + 1
    seat[MARKS + row] |= 1 << place
    seat[MADE] += 1
    if place == LAST:
        table[NOW + row] = 1


@njit(cache=True)
def over(seats, table):
    """Whether the game ends within a roll (rules 4 and 10)."""
    for i in range(seats.shape[0]):
        if seats[i, PENALTY] >= PENALTIES:
            return True
    return table[FINISHES] == 0 and closed(table) >= TO_END


@njit(cache=True)
def next_active(seats, table):
    """The seat that is active next; those that sit out are passed over (rule 12)."""
    n = seats.shape[0]
    for step in range(1, n + 1):
        i = (table[ACTIVE] + step) % n
        if seats[i, OUT] == 0:
            return i
    return table[ACTIVE]


@njit(cache=True)
def rolls_left(seats, table):
    """Count the rolls to the end, this one included, once a pawn has arrived (rule 11); else 0."""
    if table[HOME] < 0:
        return 0
    n = seats.shape[0]
    count = 1
    for step in range(1, n + 1):
        i = (table[ACTIVE] + step) % n
        if i == table[HOME]:
            break
        count += seats[i, OUT] == 0
    return count


@njit(cache=True)
def end_roll(seats, table):
    """Play `/` (rule 8); return whether the game has ended."""
    active = seats[table[ACTIVE]]
    idle = active[MADE] == 0 and active[OUT] == 0 and table[PENALISED] == 0
    if idle and not over(seats, table):
        active[PENALTY] += 1
    ended = over(seats, table) or closed(table) >= TO_END or rolls_left(seats, table) == 1
    for row in range(ROWS):
        if table[NOW + row]:
            table[BEFORE + row] = 1
            table[NOW + row] = 0
    table[ACTIVE] = next_active(seats, table)
    table[PENALISED] = 0
    seats[:, MADE] = 0
    return ended


@njit(cache=True)
def take_penalty(i, seats, table):
    seats[i, PENALTY] += 1
    table[PENALISED] = 1


@njit(cache=True)
def draw_board(sheet):
    """Draw the row and the number of each space."""
    for space in range(SPACES):
        sheet.space_rows[space] = np.random.randint(ROWS)
        sheet.space_numbers[space] = np.random.randint(2, 13)


@njit(cache=True)
def move_pawn(i, seats, table, sheet, space):
    """Move a pawn to a space, from 1, and cross its number unless it is crossed.

    Returns:
        Whether it may go there.
    """
    row = sheet.space_rows[space - 1]
    place = sheet.places[row, sheet.space_numbers[space - 1]]
    if not seats[i, MARKS + row] >> place & 1:
        if not legal(seats[i], table, row, place):
            return False
        cross(seats[i], table, row, place)
    seats[i, PAWN] = space
    seats[i, EXTRA] = (space + 1) // 2
    if space > SPACES - LAST_SPACES:
        seats[i, ARRIVED] = 1
        if table[HOME] < 0:
            table[HOME] = i
    return True

"""The rules of a table for numba, for every printed sheet.

A seat and a table are arrays of integers, so that hundreds of games are played in a second. The pad
uses none of this; `tests/analysis/test_fast_rules.py` compares it with the core.
"""

import numpy as np
from jit import jit
from seat import (
    ARRIVED,
    CROSSED,
    EXCHANGED,
    EXTRA,
    MADE,
    OUT,
    OWED,
    PAWN,
    PENALTIES,
    SEAT_LENGTH,
    SHEET,
    TIED,
    count,
    fewest,
    is_crossed,
    locked_rows,
    may_cross,
    next_legal,
    next_place,
    put,
    tied_rows,
    unfold,
)
from sheets import SPACES

MOST_SEATS = 5
LAST_SPACES = 5
"""How many spaces at the end of the game board end the game (rule 11)."""
REACH = 5
"""How many free spaces a pawn may move at most."""

# The fields of a table.
BEFORE = 0
"""The rows that were closed before this roll, as bits."""
NOW = 1
"""The rows that were locked in this roll, as bits."""
ACTIVE = 2
"""The active seat, from 0."""
HOME = 3
"""The seat whose pawn arrived first, from 0; -1 for none."""
PENALISED = 4
"""Whether the active seat has taken its penalty in this roll."""
FINISHES = 5
"""Whether a turn is completed after the second row has closed (rule 10)."""
TABLE_LENGTH = 6
"""The length of a table."""

# The kinds of entries.
NOTHING, CROSS, NEXT, CHOOSE, EXCHANGE, FIELD, PENALISE, MOVE = range(8)
"""No entry; a cell, by row and place; the next cell of a row for a lucky number; a row for forced
crosses; an exchange pair, by its place; the next field of the track; a penalty; the pawn, to a
space."""


@jit
def new_table(seats, finishes):
    """Blank seats, and a table with seat 0 active."""
    table = np.zeros(TABLE_LENGTH, np.int64)
    table[HOME] = -1
    table[FINISHES] = finishes
    return np.zeros((seats, SEAT_LENGTH), np.int64), table


@jit
def closed_rows_for(seats, table, i):
    """The rows that a seat may no longer cross, as bits (rules 3 and 9)."""
    crosses = seats[i, MADE] - (seats[i, TIED] != 0)
    late = i == table[ACTIVE] and crosses > 0
    return table[BEFORE] | table[NOW] if late else table[BEFORE]


@jit
def is_over(seats, table, sheets):
    """True if the game has ended within a roll (rules 4 and 10)."""
    for i in range(seats.shape[0]):
        if seats[i, PENALTIES] >= sheets[0].penalties:
            return True
    return table[FINISHES] == 0 and count(table[BEFORE] | table[NOW]) >= sheets[0].to_end


@jit
def must_choose(i, seats, table, sheets):
    """True if a seat must choose the row of forced crosses before anything else."""
    return tied_rows(seats[i], sheets, closed_rows_for(seats, table, i)) != 0 and not seats[i, OUT]


@jit
def may_enter(i, seats, table, sheets, kind, row, place):
    """True if the rules let a seat make an entry now."""
    seat = seats[i]
    active = i == table[ACTIVE]
    penalised = active and table[PENALISED] == 1
    made = seat[MADE]
    ended = is_over(seats, table, sheets)
    if seat[OUT]:
        return False
    if kind in (CROSS, NEXT):
        allowed = sheets[0].actions if active else 1
        fits = made < allowed and not penalised and (not ended or made == 0)
    elif kind == CHOOSE:
        fits = not ended or must_choose(i, seats, table, sheets)
    elif kind == EXCHANGE:
        fits = not (ended or made or seat[EXCHANGED] or penalised)
    elif kind == MOVE:
        fits = active and not ended
    else:
        fits = active and not (ended or made or penalised)
    return fits and sheet_allows(seat, sheets, closed_rows_for(seats, table, i), kind, row, place)


@jit
def sheet_allows(seat, sheets, closed, kind, row, place):
    """True if the sheet alone lets its seat make an entry now."""
    tied = tied_rows(seat, sheets, closed)
    if kind == CHOOSE:
        chosen = tied != 0 and seat[TIED] >> row & 1 == 1
        allows = chosen and next_legal(seat, sheets, row, closed) >= 0
    elif kind == CROSS:
        allows = may_cross(seat, sheets, row, place, closed)
    elif kind == NEXT:
        free = next_legal(seat, sheets, row, closed) >= 0
        allows = free and fewest(seat, sheets, closed) >> row & 1 == 1
    elif kind == EXCHANGE:
        allows = seat[CROSSED + sheets[0].exchange] >> place == 0
    elif kind == FIELD:
        allows = next_place(seat, sheets, sheets[0].track) >= 0
    else:
        allows = kind != PENALISE or seat[PENALTIES] < sheets[0].penalties
    return allows and (tied == 0 or kind == CHOOSE)


@jit
def enter(i, seats, table, sheets, kind, row, place):
    """Make a legal entry, with all that it forces; a pawn moves by `move_pawn`."""
    seat = seats[i]
    closed = closed_rows_for(seats, table, i)
    ended = is_over(seats, table, sheets)
    before = locked_rows(seat, sheets)
    if kind in (CROSS, NEXT):
        if kind == NEXT:
            place = next_place(seat, sheets, row)
        put(seat, row, place)
        unfold(seat, sheets, closed, row, place, 1)
        seat[MADE] += 1
    elif kind == CHOOSE:
        seat[TIED] = 0
        unfold(seat, sheets, closed, row, -1, seat[OWED])
    elif kind == EXCHANGE:
        put(seat, sheets[0].exchange, place)
        seat[EXCHANGED] = 1
    elif kind == FIELD:
        put(seat, sheets[0].track, next_place(seat, sheets, sheets[0].track))
        seat[MADE] += sheets[0].actions
    elif kind == PENALISE:
        seat[PENALTIES] += 1
        table[PENALISED] = 1
    table[NOW] |= locked_rows(seat, sheets) & ~before
    if kind == CROSS and not ended and is_over(seats, table, sheets):
        seat[TIED] = 0


@jit
def next_active(seats, table):
    """The seat that is active next; those that sit out are passed over (rule 12)."""
    n = seats.shape[0]
    for step in range(1, n + 1):
        i = (table[ACTIVE] + step) % n
        if seats[i, OUT] == 0:
            return i
    return table[ACTIVE]


@jit
def rolls_left(seats, table):
    """Count the rolls to the end, this one included, once a pawn has arrived (rule 11); else 0."""
    if table[HOME] < 0:
        return 0
    n = seats.shape[0]
    rolls = 1
    for step in range(1, n + 1):
        i = (table[ACTIVE] + step) % n
        if i == table[HOME]:
            break
        rolls += seats[i, OUT] == 0
    return rolls


@jit
def end_roll(seats, table, sheets):
    """Play `/` (rule 8); return whether the game has ended."""
    active = seats[table[ACTIVE]]
    idle = active[MADE] == 0 and active[OUT] == 0 and table[PENALISED] == 0
    if idle and not is_over(seats, table, sheets):
        active[PENALTIES] += 1
    table[BEFORE] |= table[NOW]
    table[NOW] = 0
    closed = count(table[BEFORE]) >= sheets[0].to_end
    ended = is_over(seats, table, sheets) or closed or rolls_left(seats, table) == 1
    table[ACTIVE] = next_active(seats, table)
    table[PENALISED] = 0
    seats[:, MADE] = 0
    seats[:, EXCHANGED] = 0
    seats[:, TIED] = 0
    return ended


@jit
def draw_board(sheets):
    """Draw the row and the number of each space."""
    for space in range(SPACES):
        sheets[0].space_rows[space] = np.random.randint(4)
        sheets[0].space_numbers[space] = np.random.randint(2, 2 * sheets[0].sides + 1)


@jit
def space_row(seat, sheets, space):
    """The row in which a pawn that moves to a space crosses its number; -1 if it is crossed."""
    row = sheets[0].space_rows[space - 1]
    number = sheets[0].space_numbers[space - 1]
    crossed = is_crossed(seat, row, sheets[seat[SHEET]].places[row, number])
    return -1 if crossed else row


@jit
def move_pawn(i, seats, table, sheets, space):
    """Move a pawn to a space, from 1, and cross its number unless it is crossed.

    Returns:
        Whether it may go there.
    """
    row = space_row(seats[i], sheets, space)
    if row >= 0:
        place = sheets[seats[i, SHEET]].places[row, sheets[0].space_numbers[space - 1]]
        if not may_enter(i, seats, table, sheets, CROSS, row, place):
            return False
        enter(i, seats, table, sheets, CROSS, row, place)
    seats[i, PAWN] = space
    seats[i, EXTRA] = (space + 1) // 2
    if space > SPACES - LAST_SPACES:
        seats[i, ARRIVED] = 1
        if table[HOME] < 0:
            table[HOME] = i
    return True

"""What the dice of a roll allow, by the printed rules; the pad itself never sees dice.

A use of dice is an array: an entry, the exchange pair that is spent before it, and the row that is
chosen after it.
"""

import numpy as np
from jit import jit
from rules import (
    ACTIVE,
    BEFORE,
    CHOOSE,
    CROSS,
    EXCHANGE,
    FIELD,
    MOST_SEATS,
    NEXT,
    NOTHING,
    NOW,
    enter,
    may_enter,
    must_choose,
)
from seat import CROSSED, SHEET, is_crossed, length, tied_rows
from sheets import BONUS, COLORS, FEWEST, NUMBERS, ROWS

KIND, ROW, PLACE, PAIR, CHOICE = range(5)
"""The kind, row and place of the entry; the place of the pair, and the chosen row; -1 for none."""
USE_LENGTH = 5
MOST_USES = 64
LUCKY = 2 + COLORS
"""Behind the white and the coloured dice: for each seat whether the white sum is lucky for it."""
DICE_LENGTH = LUCKY + MOST_SEATS


@jit
def throw(sheets):
    """Throw the dice of a roll."""
    dice = np.zeros(DICE_LENGTH, np.int64)
    dice[:LUCKY] = np.random.randint(1, sheets[0].sides + 1, LUCKY)
    if sheets[0].lucky > 0:
        for i in range(MOST_SEATS):
            dice[LUCKY + i] = np.random.random() < sheets[0].lucky
    return dice


@jit
def apply_use(i, seats, table, sheets, use):
    """Make the entries of a use of dice."""
    if use[PAIR] >= 0:
        enter(i, seats, table, sheets, EXCHANGE, sheets[0].exchange, use[PAIR])
    if use[KIND] != NOTHING:
        enter(i, seats, table, sheets, use[KIND], use[ROW], use[PLACE])
    if use[CHOICE] >= 0 and must_choose(i, seats, table, sheets):
        enter(i, seats, table, sheets, CHOOSE, use[CHOICE], 0)


@jit
def _add(i, seats, table, sheets, entry, pair, uses, many):
    """Add a use if it is legal, once for each row that may be chosen after it; return how many."""
    kind, row, place = entry
    if not may_enter(i, seats, table, sheets, kind, row, place):
        return many
    uses[many] = kind, row, place, pair, -1
    if sheets[seats[i, SHEET]].amounts[FEWEST] == 0:
        return many + 1
    then = seats.copy()
    at = table.copy()
    apply_use(i, then, at, sheets, uses[many])
    tied = 0
    if must_choose(i, then, at, sheets):
        tied = tied_rows(then[i], sheets, at[BEFORE])
    if tied == 0:
        return many + 1
    for chosen in range(ROWS):
        if tied >> chosen & 1:
            uses[many] = kind, row, place, pair, chosen
            many += 1
    return many


@jit
def _add_number(i, seats, table, sheets, number, pair, uses, many):
    """Add the crosses on a number in any row."""
    sheet = sheets[seats[i, SHEET]]
    for row in range(ROWS):
        place = sheet.places[row, number]
        if place >= 0:
            many = _add(i, seats, table, sheets, (CROSS, row, place), pair, uses, many)
    return many


@jit
def _add_fields(i, seats, table, sheets, row, uses, many):
    """Add the connection fields of a row."""
    sheet = sheets[seats[i, SHEET]]
    for place in range(sheet.cells[row]):
        if sheet.kinds[row] == NUMBERS and sheet.numbers[row, place] == 0:
            many = _add(i, seats, table, sheets, (CROSS, row, place), -1, uses, many)
    return many


@jit
def _is_target(sheets, one, other):
    """True if two dice show the digits that cross a connection field."""
    tens = sheets[0].target // 10
    units = sheets[0].target % 10
    both = (one == tens and other == units) or (one == units and other == tens)
    return sheets[0].track < 0 and sheets[0].target > 0 and both


@jit
def white_uses(i, seats, table, sheets, dice, uses):
    """List the uses of the white dice, nothing first; return how many."""
    white = dice[0] + dice[1]
    uses[0] = NOTHING, -1, -1, -1, -1
    many = _add_number(i, seats, table, sheets, white, -1, uses, 1)
    if sheets[0].exchange >= 0:
        many = _add_exchanges(i, seats, table, sheets, white, uses, many)
    for row in range(ROWS):
        if dice[LUCKY + i] and sheets[0].cells[row]:
            many = _add(i, seats, table, sheets, (NEXT, row, 0), -1, uses, many)
        if _is_target(sheets, dice[0], dice[1]):
            many = _add_fields(i, seats, table, sheets, row, uses, many)
    if sheets[0].track >= 0 and i == table[ACTIVE]:
        for color in range(COLORS):
            if not _is_gone(i, seats, table, sheets, color) and white + dice[2 + color] == (
                sheets[0].target
            ):
                return _add(i, seats, table, sheets, (FIELD, sheets[0].track, 0), -1, uses, many)
    return many


@jit
def _add_exchanges(i, seats, table, sheets, white, uses, many):
    """Add the crosses on the other number of each pair that has the white sum (X-Change)."""
    row = sheets[0].exchange
    sheet = sheets[seats[i, SHEET]]
    for pair in range(length(seats[i, CROSSED + row]), sheet.cells[row]):
        if may_enter(i, seats, table, sheets, EXCHANGE, row, pair):
            one = sheet.numbers[row, pair]
            other = sheet.others[row, pair]
            if white in (one, other):
                number = one + other - white
                many = _add_number(i, seats, table, sheets, number, pair, uses, many)
    return many


@jit
def _is_gone(i, seats, table, sheets, color):
    """True if a coloured die is set aside."""
    row = sheets[seats[i, SHEET]].color_rows[color]
    return (table[BEFORE] | table[NOW]) >> row & 1 == 1


@jit
def colour_uses(i, seats, table, sheets, dice, uses):
    """List the uses of a white and a coloured die, nothing first; return how many.

    A row that somebody has locked in this roll is closed for them.
    """
    sheet = sheets[seats[i, SHEET]]
    uses[0] = NOTHING, -1, -1, -1, -1
    many = 1
    for color in range(COLORS):
        gone = _is_gone(i, seats, table, sheets, color)
        for white in range(0 if gone else 1 + (dice[0] != dice[1])):
            number = dice[white] + dice[2 + color]
            for row in range(ROWS):
                place = sheet.places[row, number]
                closed = table[NOW] >> row & 1
                if place >= 0 and not closed and _fits(seats[i], sheets, row, place, color):
                    many = _add(i, seats, table, sheets, (CROSS, row, place), -1, uses, many)
            if _is_target(sheets, dice[white], dice[2 + color]):
                row = sheet.color_rows[color]
                many = _add_fields(i, seats, table, sheets, row, uses, many)
    return many


@jit
def _fits(seat, sheets, row, place, color):
    """True if a coloured die goes with a cell; in a bonus row with that of a crossed neighbour."""
    sheet = sheets[seat[SHEET]]
    if sheet.kinds[row] != BONUS:
        return sheet.colors[row, place] == color
    other = sheet.color_rows[color]
    beside = sheet.bonus_for[row, 0] == other or sheet.bonus_for[row, 1] == other
    number = sheet.numbers[row, place]
    return beside and is_crossed(seat, other, sheet.places[other, number])

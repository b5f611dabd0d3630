"""The rules of one sheet for numba: what may be crossed, what that forces, and the points."""

import numpy as np
from jit import jit
from sheets import BONUS, BOX, EACH, FEWEST, LINK, LOWEST, PLUS, ROWS, STEP, WAIVE

_MOST_FORCED = 64

# The fields of a seat; those for rows have an element for each.
CROSSED = 0
"""The crosses of each row, as bits."""
SECONDS = ROWS
"""The second crosses of each row, as bits."""
PENALTIES = 2 * ROWS
EXTRA = PENALTIES + 1
"""The points of the pawn's space."""
ARRIVED = PENALTIES + 2
MADE = PENALTIES + 3
"""The number of crosses in this roll."""
PAWN = PENALTIES + 4
"""The pawn's space, from 1."""
OUT = PENALTIES + 5
EXCHANGED = PENALTIES + 6
"""Whether a pair was spent in this roll."""
SHEET = PENALTIES + 7
"""Which sheet of the box it is, from 0."""
TIED = PENALTIES + 8
"""The rows of which one must be chosen for forced crosses, as bits."""
OWED = PENALTIES + 9
"""How many forced crosses the chosen row gets."""
SEAT_LENGTH = PENALTIES + 10
"""The length of a seat."""


@jit
def count(marks):
    """Count bits; there are at most 16."""
    marks = marks - ((marks >> 1) & 0x5555)
    marks = (marks & 0x3333) + ((marks >> 2) & 0x3333)
    marks = (marks + (marks >> 4)) & 0x0F0F
    return (marks + (marks >> 8)) & 0x1F


@jit
def length(marks):
    """The place after the last cross, from 0."""
    marks |= marks >> 1
    marks |= marks >> 2
    marks |= marks >> 4
    marks |= marks >> 8
    return count(marks)


@jit
def is_crossed(seat, row, place):
    return seat[CROSSED + row] >> place & 1 == 1


@jit
def is_locked(seat, sheets, row):
    return seat[CROSSED + row] & sheets[seat[SHEET]].locks[row] != 0


@jit
def locked_rows(seat, sheets):
    """The rows that a seat has locked, as bits."""
    rows = 0
    for row in range(ROWS):
        rows |= is_locked(seat, sheets, row) << row
    return rows


@jit
def own_crosses(seat, sheets, row):
    """Count the crosses in a row, without its lock."""
    marks = seat[CROSSED + row]
    doubled = count(marks & sheets[seat[SHEET]].doubles[row])
    return count(marks) + doubled + count(seat[SECONDS + row])


@jit
def progress(seat, sheets, row):
    """Count the crosses of a row that count for its lock (rule 2)."""
    others = seat[CROSSED + row] & ~sheets[seat[SHEET]].counted[row]
    return own_crosses(seat, sheets, row) - count(others)


@jit
def crosses_of(seat, sheets, row):
    """Count the crosses of a row, its lock and its bonus rows included."""
    sheet = sheets[seat[SHEET]]
    crosses = own_crosses(seat, sheets, row) + is_locked(seat, sheets, row)
    for bonus in range(ROWS):
        if sheet.bonus_for[bonus, 0] == row or sheet.bonus_for[bonus, 1] == row:
            crosses += count(seat[CROSSED + bonus])
    return crosses


@jit
def has_pair(seat, sheets, mark):
    """True if the sheet has a pair with this mark, and both of its cells are crossed."""
    for row in range(ROWS):
        mask = sheets[seat[SHEET]].mark_masks[mark, row]
        if seat[CROSSED + row] & mask != mask:
            return False
    return sheets[seat[SHEET]].amounts[mark] > 0


@jit
def steps_of(seat, sheets):
    """Count the crossed steps."""
    steps = 0
    for row in range(ROWS):
        steps += count(seat[CROSSED + row] & sheets[seat[SHEET]].mark_masks[STEP, row])
    return steps


@jit
def total(seat, sheets):
    """The points of a seat (rule 5)."""
    sheet = sheets[seat[SHEET]]
    points = seat[EXTRA]
    least = 1000
    steps = steps_of(seat, sheets)
    for row in range(ROWS):
        if sheet.locks[row]:
            crosses = min(crosses_of(seat, sheets, row), sheet.most[row])
            least = min(least, crosses * (crosses + 1) // 2)
            points += crosses * (crosses + 1) // 2
    if sheets[0].track >= 0 and seat[CROSSED + sheets[0].track]:
        points += sheet.numbers[sheets[0].track, length(seat[CROSSED + sheets[0].track]) - 1]
    if has_pair(seat, sheets, LOWEST):
        points += (sheet.amounts[LOWEST] - 1) * least
    if has_pair(seat, sheets, PLUS):
        points += sheet.amounts[PLUS]
    if not has_pair(seat, sheets, WAIVE):
        points -= sheets[0].penalty_points * seat[PENALTIES]
    return points + steps * (steps + 1) // 2


@jit
def may_double(seat, sheets, row, place):
    """True if the cell is the last cross of its row, crossed once, and no lock (Double)."""
    sheet = sheets[seat[SHEET]]
    is_last = seat[CROSSED + row] >> place == 1
    free = not (seat[SECONDS + row] | sheet.locks[row]) >> place & 1
    return sheet.twice[row] == 1 and is_last and free


@jit
def may_cross(seat, sheets, row, place, closed):
    """True if rules 1 to 3 allow a cross in a cell; `closed` has the closed rows, as bits."""
    sheet = sheets[seat[SHEET]]
    marks = seat[CROSSED + row]
    if marks >> place & 1 and not may_double(seat, sheets, row, place):
        return False
    locks = sheet.locks[row]
    if locks and (closed >> row & 1 or marks & locks):
        return False
    if marks >> place > 1:
        return False
    if locks >> place & 1 and progress(seat, sheets, row) < sheet.needs[row]:
        return False
    return sheet.kinds[row] != BONUS or has_neighbour(seat, sheets, row, place)


@jit
def has_neighbour(seat, sheets, row, place):
    """True if the number of a bonus cell is crossed in one of its two rows."""
    sheet = sheets[seat[SHEET]]
    number = sheet.numbers[row, place]
    for which in range(2):
        other = sheet.bonus_for[row, which]
        if is_crossed(seat, other, sheet.places[other, number]):
            return True
    return False


@jit
def next_place(seat, sheets, row):
    """The place after the last cross of a row; -1 if its last cell is crossed."""
    last = length(seat[CROSSED + row])
    return last if last < sheets[seat[SHEET]].cells[row] else -1


@jit
def next_legal(seat, sheets, row, closed):
    """The next free cell of a row; -1 if it may not be crossed."""
    place = next_place(seat, sheets, row)
    return place if place >= 0 and may_cross(seat, sheets, row, place, closed) else -1


@jit
def fewest(seat, sheets, closed):
    """The open rows with the fewest crosses, as bits."""
    rows = 0
    least = 1000
    for row in range(ROWS):
        is_open = sheets[seat[SHEET]].locks[row] and not closed >> row & 1
        if is_open and not is_locked(seat, sheets, row):
            crosses = crosses_of(seat, sheets, row)
            if crosses < least:
                least = crosses
                rows = 0
            if crosses == least:
                rows |= 1 << row
    return rows


@jit
def tied_rows(seat, sheets, closed):
    """The rows of which one must be chosen now, as bits; 0 if no choice is due."""
    rows = 0
    for row in range(ROWS):
        if seat[TIED] >> row & 1 and next_legal(seat, sheets, row, closed) >= 0:
            rows |= 1 << row
    return rows


# Crosses and what they force


@jit
def put(seat, row, place):
    """Cross a cell; a second cross if it has one."""
    if is_crossed(seat, row, place):
        seat[SECONDS + row] |= 1 << place
    else:
        seat[CROSSED + row] |= 1 << place


@jit
def unfold(seat, sheets, closed, row, place, crosses):
    """Do what a crossed cell brings about; without a place (-1), force crosses in the row.

    Cells whose marks are still to take effect, and rows in which crosses are still to be forced,
    wait on a stack.
    """
    sheet = sheets[seat[SHEET]]
    waiting = np.empty((_MOST_FORCED, 2), np.int64)
    waiting[:crosses, 0] = row
    waiting[:crosses, 1] = place
    many = crosses
    while many:
        many -= 1
        row, place = waiting[many]
        if place < 0:
            place = next_legal(seat, sheets, row, closed)
            if place < 0:
                continue
            put(seat, row, place)
        mark = sheet.marks[row, place]
        if mark == BOX:
            forced = fill_bar(seat, sheets, closed)
            if forced >= 0:
                waiting[many] = forced, -1
                many += 1
        elif mark == LINK:
            other = sheet.partner_rows[row, place]
            seat[CROSSED + other] |= 1 << sheet.partner_places[row, place]
        elif mark == FEWEST and has_pair(seat, sheets, FEWEST):
            many = force_fewest(seat, sheets, closed, waiting, many)
        elif mark == EACH and has_pair(seat, sheets, EACH):
            many = force_each(seat, sheets, closed, waiting, many)


@jit
def fill_bar(seat, sheets, closed):
    """Cross the next field of the bar whose row is open (Bonus A); return that row, or -1."""
    sheet = sheets[seat[SHEET]]
    for place in range(sheet.cells[sheets[0].bar]):
        row = sheet.color_rows[sheet.colors[sheets[0].bar, place]]
        void = closed >> row & 1 or is_locked(seat, sheets, row)
        if not void and not is_crossed(seat, sheets[0].bar, place):
            put(seat, sheets[0].bar, place)
            return row
    return -1


@jit
def force_fewest(seat, sheets, closed, waiting, many):
    """Force crosses in the row with the fewest, or leave a choice (Bonus B).

    Returns:
        How many wait.
    """
    crosses = sheets[seat[SHEET]].amounts[FEWEST]
    rows = fewest(seat, sheets, closed)
    if count(rows) == 1:
        waiting[many : many + crosses, 0] = length(rows) - 1
        waiting[many : many + crosses, 1] = -1
        return many + crosses
    for row in range(ROWS):
        if rows >> row & 1 and next_legal(seat, sheets, row, closed) >= 0:
            seat[TIED] = rows
            seat[OWED] = crosses
    return many


@jit
def force_each(seat, sheets, closed, waiting, many):
    """Cross in each open row, and let the marks wait, the uppermost last (Bonus B).

    A pair that is completed takes effect once.

    Returns:
        How many wait.
    """
    sheet = sheets[seat[SHEET]]
    seen = 0
    made = np.full((ROWS, 2), -1)
    for row in range(ROWS):
        place = next_legal(seat, sheets, row, closed) if sheet.locks[row] else -1
        if place >= 0:
            put(seat, row, place)
            mark = sheet.marks[row, place]
            if not seen >> mark & 1:
                made[row] = row, place
            seen |= (mark > 0) << mark
    for row in range(ROWS - 1, -1, -1):
        if made[row, 0] >= 0:
            waiting[many] = made[row]
            many += 1
    return many

"""What the net sees of a seat: the parts of all sheets, and the context."""

import numpy as np
from jit import jit
from net import add, context, heads, turn
from rules import ACTIVE, BEFORE, FINISHES, NOW, PENALISED, rolls_left
from seat import (
    ARRIVED,
    CROSSED,
    EXTRA,
    MADE,
    OUT,
    PENALTIES,
    SECONDS,
    SHEET,
    count,
    crosses_of,
    has_neighbour,
    is_crossed,
    is_locked,
    length,
    locked_rows,
    own_crosses,
    progress,
    steps_of,
    total,
)

from qwixx_pad.analysis import parts
from qwixx_pad.analysis.net import SIZE
from qwixx_pad.analysis.parts import Fate, Kind, Part

(
    PART_KIND,
    PART_HALF,
    PART_FIRST,
    PART_ROW,
    PART_SIZE,
    PART_TABLE,
    PART_PLACE,
    PART_OTHER_ROW,
    PART_OTHER_PLACE,
    PART_SHARED,
) = range(len(Part._fields))
NO_PART = -1
"""Instead of a part where a half has fewer than another."""
_LOST, _OPEN, _CROSSED = map(int, Fate)
_count_state = jit(parts.count_state)
_ready_state = jit(parts.ready_state)
_bonus_state = jit(parts.bonus_state)
_cell_state = jit(parts.cell_state)
_open_index = jit(parts.open_index)
_is_in_half = jit(parts.is_in_half)


@jit
def closed_for_net(seat, table):
    """The rows that count as closed for a seat, as bits."""
    used = seat[MADE] > 0 or seat[OUT] == 1
    return table[BEFORE] | table[NOW] if used else table[BEFORE]


@jit
def _fate(seat, sheets, closed, row, place):
    """What has become of a cell."""
    if row < 0:
        return _LOST
    if is_crossed(seat, row, place):
        return _CROSSED
    lost = seat[CROSSED + row] >> place or closed >> row & 1 or is_locked(seat, sheets, row)
    return _LOST if lost else _OPEN


@jit
def _waiting(seat, sheets, row, last):
    """Count the cells of a bonus row that may be crossed at once."""
    cells = 0
    for place in range(last, sheets[seat[SHEET]].cells[row]):
        cells += has_neighbour(seat, sheets, row, place)
    return cells


@jit
def _row_state(part, seat, sheets, closed):
    """The state of a row, of its crosses, or of those that count for its lock."""
    kind = part[PART_KIND]
    row = part[PART_ROW]
    sheet = sheets[seat[SHEET]]
    is_closed = int(closed >> row & 1 == 1 or is_locked(seat, sheets, row))
    if kind == Kind.COUNT:
        return _count_state(crosses_of(seat, sheets, row), is_closed, part[PART_SIZE])
    if is_closed:
        return part[PART_SIZE] if kind == Kind.ROW else 0
    last = length(seat[CROSSED + row])
    numbers = count(sheet.counted[row] & ((1 << last) - 1))
    if kind == Kind.READY:
        return _ready_state(numbers, progress(seat, sheets, row), part[PART_SIZE])
    doubled = seat[SECONDS + row] >> (last - 1) & 1 if last else 0
    return sheet.row_states[part[PART_TABLE], numbers, own_crosses(seat, sheets, row), doubled]


@jit
def part_index(part, seat, sheets, closed):
    """The index of the vector of a part."""
    kind = part[PART_KIND]
    row = part[PART_ROW]
    last = length(seat[CROSSED + row])
    if kind <= Kind.READY:
        state = _row_state(part, seat, sheets, closed)
    elif kind == Kind.FILLED:
        state = last
    elif kind == Kind.BONUS:
        state = _bonus_state(last, _waiting(seat, sheets, row, last))
    elif kind == Kind.STEPS:
        state = steps_of(seat, sheets)
    else:
        own = _fate(seat, sheets, closed, row, part[PART_PLACE])
        other = _fate(seat, sheets, closed, part[PART_OTHER_ROW], part[PART_OTHER_PLACE])
        opened = _open_index(part[PART_PLACE], last, part[PART_SHARED])
        state = _cell_state(kind, own, other, opened, part[PART_SIZE])
    return part[PART_FIRST] + state


@jit
def write_parts(seat, sheets, table, into):
    """Write the indices of the parts of each half; those that are missing are `NO_PART`."""
    closed = closed_for_net(seat, table)
    sheet = sheets[seat[SHEET]]
    into[:] = NO_PART
    ends = np.zeros(2, np.int64)
    for at in range(sheet.part_count):
        part = sheet.parts[at]
        index = part_index(part, seat, sheets, closed)
        for half in range(2):
            if _is_in_half(part[PART_HALF], half):
                into[half, ends[half]] = index
                ends[half] += 1


@jit
def _add_parts(seat, sheets, table, vectors, into):
    """Add the vectors of the parts of each half."""
    closed = closed_for_net(seat, table)
    sheet = sheets[seat[SHEET]]
    for at in range(sheet.part_count):
        part = sheet.parts[at]
        vector = vectors[part_index(part, seat, sheets, closed)]
        for half in range(2):
            if _is_in_half(part[PART_HALF], half):
                add(into[half], 1.0, vector)


@jit
def _distance(i, seats, table):
    """Count the rolls until a seat is active."""
    n = seats.shape[0]
    at = table[ACTIVE]
    rolls = 0
    while at != i and rolls < n:
        at = (at + 1) % n
        rolls += seats[at, OUT] == 0
    return rolls


@jit
def write_context(i, seats, table, sheets, seen):
    """Write the context of a seat."""
    n = seats.shape[0]
    me = seats[i]
    active = table[ACTIVE]
    best = -1000
    mean = 0.0
    theirs = 0
    others_acted = 0.0
    extra = 0
    may_lock = me[MADE] == 0 and me[OUT] == 0
    late = count(table[NOW] & ~locked_rows(me, sheets)) if may_lock else 0
    for j in range(n):
        if j != i:
            points = total(seats[j], sheets)
            best = max(best, points)
            mean = mean + points / (n - 1)
            theirs = max(theirs, seats[j, PENALTIES])
            extra = max(extra, seats[j, EXTRA])
            others_acted += (seats[j, MADE] > 0) / (n - 1)
    mine = i == active
    acted = me[MADE] > 0 or (mine and table[PENALISED] == 1)
    done = mine and (me[MADE] >= sheets[0].actions or table[PENALISED] == 1)
    where = turn(0 if mine else _distance(i, seats, table), acted, done, me[OUT] == 1)
    active_acted = not mine and (seats[active, MADE] > 0 or table[PENALISED] == 1)
    context(
        seen,
        seats=n,
        finish=table[FINISHES],
        turn_of=where,
        penalties=me[PENALTIES],
        closed_count=count(table[BEFORE] | table[NOW]),
        total=total(me, sheets),
        theirs=theirs,
        best=best,
        mean=mean,
        late=late,
        others_acted=others_acted,
        active_acted=active_acted,
        pawn_points=me[EXTRA],
        best_pawn=extra,
        arrived=me[ARRIVED],
        rolls_left=rolls_left(seats, table),
    )


@jit
def outputs_of(i, seats, table, sheets, mind):
    """Compute the outputs of the net for a seat."""
    seen = np.empty(SIZE, np.float32)
    halves = np.zeros((2, mind.own.shape[1]), np.float32)
    write_context(i, seats, table, sheets, seen)
    for j in range(seats.shape[0]):
        _add_parts(seats[j], sheets, table, mind.own if j == i else mind.theirs, halves)
    return heads(halves, seen, mind.first, mind.second, mind.last)

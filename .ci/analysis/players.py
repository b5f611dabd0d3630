"""Players: how much each wants a position, and what it enters with the dice of a roll."""

from typing import NamedTuple

import numpy as np
from exact import CLOSED, LAST, pair
from net import context, heads, turn
from numba import njit
from rules import (
    ACTIVE,
    ARRIVED,
    BEFORE,
    CROSSES,
    EXTRA,
    FINISHES,
    LASTS,
    MADE,
    NOW,
    OUT,
    PAWN,
    PENALISED,
    PENALTY,
    REACH,
    ROWS,
    SPACES,
    closed,
    closed_for,
    cross,
    end_roll,
    legal,
    move_pawn,
    over,
    rolls_left,
    row_state,
    total,
)

from qwixx_pad.analysis.net import MEAN, POINTS, SHARE, SIZE

NET, SOLO, GREEDY, WEAK = range(4)
"""Kinds of players: one follows the net, one plays as if alone, one takes the most points at once,
and a weak one skips few numbers and errs."""
_SKIP = 2.5
"""The points that a skipped number costs in the eyes of a weak player."""
_SLIP = 3.0
"""The standard deviation of a weak player's error, in points."""
_MORE = 2.0
"""The points that others may be expected to enter after the end."""
_UNSURE = 3.0
"""How uncertain these points are."""
_NEVER = -1e9


class Mind(NamedTuple):
    """What players know: the weights of the net for `net.heads`, and the exact values alone."""

    own: np.ndarray
    theirs: np.ndarray
    first: np.ndarray
    second: np.ndarray
    last: np.ndarray
    worth: np.ndarray


@njit(cache=True)
def _distance(i, seats, table):
    """Count the rolls until a seat is active."""
    n = seats.shape[0]
    at = table[ACTIVE]
    rolls = 0
    while at != i and rolls < n:
        at = (at + 1) % n
        rolls += seats[at, OUT] == 0
    return rolls


@njit(cache=True)
def see(i, seats, table, board, rows, seen):
    """Write the states of the rows of a seat, and its context."""
    n = seats.shape[0]
    me = seats[i]
    active = table[ACTIVE]
    late = 0
    best = -1000
    mean = 0.0
    theirs = 0
    others_acted = 0.0
    extra = 0
    for row in range(ROWS):
        rows[row] = row_state(me, table, row)
        late += table[NOW + row] == 1 and not closed_for(me, table, row) and me[LASTS + row] <= LAST
    for j in range(n):
        if j != i:
            points = total(seats[j])
            best = max(best, points)
            mean = mean + points / (n - 1)
            theirs = max(theirs, seats[j, PENALTY])
            extra = max(extra, seats[j, EXTRA])
            others_acted += (seats[j, MADE] > 0) / (n - 1)
    mine = i == active
    acted = me[MADE] > 0 or (mine and table[PENALISED] == 1)
    done = mine and (me[MADE] >= 2 + board or table[PENALISED] == 1)
    where = turn(0 if mine else _distance(i, seats, table), acted, done, me[OUT] == 1)
    active_acted = not mine and (seats[active, MADE] > 0 or table[PENALISED] == 1)
    context(
        seen,
        n,
        table[FINISHES],
        where,
        me[PENALTY],
        theirs,
        closed(table),
        late,
        total(me),
        best,
        mean,
        others_acted,
        active_acted,
        me[EXTRA],
        extra,
        me[ARRIVED],
        rolls_left(seats, table),
    )


@njit(cache=True)
def _others(i, seats, table, tables, theirs):
    """For each row, the sum of the others' vectors."""
    into = np.zeros((ROWS, theirs.shape[2]), np.float32)
    for j in range(seats.shape[0]):
        if j != i:
            for row in range(ROWS):
                numbers = theirs[tables[row], row_state(seats[j], table, row)]
                for h in range(numbers.shape[0]):
                    into[row, h] += numbers[h]
    return into


@njit(cache=True)
def _skipped(seat):
    """Count the cells skipped in rows that are not locked."""
    cells = 0
    for row in range(ROWS):
        if seat[LASTS + row] <= LAST:
            cells += seat[LASTS + row] - seat[CROSSES + row]
    return cells


@njit(cache=True)
def _alone(seat, table, ended, worth):
    """The expected total of a seat that plays on alone as well as possible."""
    if ended:
        return float(total(seat))
    states = np.empty(ROWS, np.int64)
    for row in range(ROWS):
        shut = table[BEFORE + row] == 1 or table[NOW + row] == 1
        states[row] = -1 if shut else row_state(seat, table, row)
    states[states < 0] = CLOSED
    p = pair(states[0], states[1])
    q = pair(states[2], states[3])
    return total(seat) + worth[seat[PENALTY], p, q]


@njit(cache=True)
def _at_the_end(i, seats, sure):
    """A seat's share of the win; an estimate while others may still enter something."""
    n = seats.shape[0]
    mine = total(seats[i])
    best = -1000
    alike = 1
    if n == 1:
        return float(mine)
    for j in range(n):
        if j != i:
            best = max(best, total(seats[j]))
            alike += total(seats[j]) == mine
    if not sure:
        return 1.0 / (1.0 + np.exp((best + _MORE - mine) / _UNSURE))
    return 1.0 if mine > best else (1.0 / alike if mine == best else 0.0)


@njit(cache=True)
def _wanted(i, seats, table, ended, sure, kind, mind, sheet):
    """How much a player wants a position for its seat.

    `ended` says whether the game is over, `sure` whether nobody can still enter something.
    """
    if kind == GREEDY:
        return total(seats[i]) - 0.01 * _skipped(seats[i])
    if kind == WEAK:
        return total(seats[i]) - _SKIP * _skipped(seats[i]) + _SLIP * np.random.normal()
    if kind == SOLO:
        return _alone(seats[i], table, ended, mind.worth)
    if ended:
        return _at_the_end(i, seats, sure)
    outputs = net_outputs(i, seats, table, mind, sheet)
    if seats.shape[0] == 1:
        return total(seats[i]) + POINTS * outputs[MEAN]
    return 1.0 / (1.0 + np.exp(-outputs[SHARE]))


@njit(cache=True)
def net_outputs(i, seats, table, mind, sheet):
    """Compute the outputs of the net for a seat."""
    rows = np.empty(ROWS, np.int64)
    seen = np.empty(SIZE, np.float32)
    see(i, seats, table, sheet.board, rows, seen)
    others = _others(i, seats, table, sheet.tables, mind.theirs)
    return heads(rows, others, sheet.tables, seen, mind.own, mind.first, mind.second, mind.last)


@njit(cache=True)
def _behind(i, seats, table, sure, kind, mind, sheet):
    """How much a player wants a position after which it crosses no coloured die."""
    then = seats.copy()
    at = table.copy()
    ended = over(then, at) if sheet.board else end_roll(then, at)
    return _wanted(i, then, at, ended, sure, kind, mind, sheet)


@njit(cache=True)
def best_colour(i, seats, table, dice, kind, slips, mind, sheet, sure):
    """The best use of a coloured die: its worth, row and place; -1 and -1 for none."""
    blind = np.random.random() < slips
    best = 0.3
    in_row = -1
    at_place = -1
    if not blind:
        best = _behind(i, seats, table, sure, kind, mind, sheet)
    if over(seats, table):
        return best, in_row, at_place
    for color in range(ROWS):
        gone = table[BEFORE + color] or table[NOW + color]
        for white in range(0 if gone else 2):
            number = dice[white] + dice[2 + color]
            row = sheet.rows[color, number]
            place = sheet.places[row, number]
            if not legal(seats[i], table, row, place):
                continue
            then = seats.copy()
            at = table.copy()
            cross(then[i], at, row, place)
            wanted = np.random.random()
            if not blind:
                wanted = _behind(i, then, at, sure, kind, mind, sheet)
            if wanted > best:
                best = wanted
                in_row = row
                at_place = place
    return best, in_row, at_place


@njit(cache=True)
def best_white(i, seats, table, dice, kind, slips, mind, sheet):
    """The row in which a seat crosses the white sum; -1 for none.

    The active seat counts on its best coloured die after that.
    """
    white = dice[0] + dice[1]
    best = _NEVER
    choice = -1
    blind = np.random.random() < slips
    for row in range(-1, ROWS):
        if row >= 0 and not legal(seats[i], table, row, sheet.places[row, white]):
            continue
        then = seats.copy()
        at = table.copy()
        if row >= 0:
            cross(then[i], at, row, sheet.places[row, white])
        wanted = np.random.random()
        if not blind and i == table[ACTIVE]:
            wanted = best_colour(i, then, at, dice, kind, 0.0, mind, sheet, False)[0]
        elif not blind:
            then[i, MADE] = 1
            wanted = _wanted(i, then, at, over(then, at), False, kind, mind, sheet)
        if wanted > best:
            best = wanted
            choice = row
    return choice


@njit(cache=True)
def best_space(i, seats, table, kind, mind, sheet):
    """The space to which the active seat moves its pawn, from 1; 0 for none."""
    then = seats.copy()
    at = table.copy()
    best = _wanted(i, then, at, end_roll(then, at), True, kind, mind, sheet)
    choice = 0
    free = 0
    space = seats[i, PAWN]
    while free < REACH and space < SPACES:
        space += 1
        if (seats[:, PAWN] == space).any():
            continue
        free += 1
        then = seats.copy()
        at = table.copy()
        if move_pawn(i, then, at, sheet, space):
            wanted = _wanted(i, then, at, end_roll(then, at), True, kind, mind, sheet)
            if wanted > best:
                best = wanted
                choice = space
    return choice

"""Players: how much each wants a position, and which of the uses of a roll it takes."""

from typing import NamedTuple

import numpy as np
from exact import PLAIN_ROWS, pair
from jit import jit
from rules import (
    ACTIVE,
    BEFORE,
    CROSS,
    FIELD,
    HOME,
    NOTHING,
    NOW,
    PENALISED,
    REACH,
    end_roll,
    is_over,
    move_pawn,
)
from seat import CROSSED, MADE, PAWN, PENALTIES, SHEET, count, is_locked, length, total
from seen import PART_FIRST, outputs_of, part_index
from sheets import ROWS, SPACES
from uses import KIND, MOST_USES, PAIR, ROW, USE_LENGTH, apply_use, colour_uses, white_uses

from qwixx_pad.analysis.net import MEAN, POINTS, SHARE

NET, SOLO, GREEDY, WEAK = range(4)
"""Kinds of players: one follows the net, one plays as if alone, one takes the most points at once,
and a weak one skips few numbers and errs."""
FREE = -2
"""Instead of the row that a seat must cross with the white dice: it chooses a use."""
_SKIP = 2.5
"""The points that a skipped number costs in the eyes of a weak player."""
_SLIP = 3.0
"""The standard deviation of a weak player's error, in points."""
_MORE = 2.0
"""The points that others may be expected to enter after the end."""
_UNSURE = 3.0
"""How uncertain these points are."""
_NEVER = -1e9
_NO_CROSS = 0.3
"""Below this, a player that chooses by chance crosses no coloured die."""


class Mind(NamedTuple):
    """What players know: the weights of the net for `net.heads`, and the exact values alone."""

    own: np.ndarray
    theirs: np.ndarray
    first: np.ndarray
    second: np.ndarray
    last: np.ndarray
    worth: np.ndarray


@jit
def _skipped(seat, sheets):
    """Count the cells skipped in rows that are not locked."""
    cells = 0
    for row in range(ROWS):
        if sheets[seat[SHEET]].locks[row] and not is_locked(seat, sheets, row):
            marks = seat[CROSSED + row]
            cells += length(marks) - count(marks)
    return cells


@jit
def _alone(i, seats, table, ended, mind, sheets):
    """The expected total of a seat that plays on alone as well as possible."""
    points = total(seats[i], sheets)
    if ended:
        return float(points)
    alone = seats[i : i + 1].copy()
    at = table.copy()
    at[BEFORE] |= at[NOW]
    at[NOW] = 0
    at[ACTIVE] = 0
    at[HOME] = -1
    at[PENALISED] = 0
    alone[0, MADE] = 0
    if mind.worth.size == 0:
        return points + POINTS * outputs_of(0, alone, at, sheets, mind)[MEAN]
    states = np.empty(PLAIN_ROWS, np.int64)
    for row in range(PLAIN_ROWS):
        part = sheets[0].parts[row]
        states[row] = part_index(part, alone[0], sheets, at[BEFORE]) - part[PART_FIRST]
    p = pair(states[0], states[1])
    q = pair(states[2], states[3])
    return points + mind.worth[alone[0, PENALTIES], p, q]


@jit
def _at_the_end(i, seats, sure, sheets):
    """How much a seat wants a position after the end: its share of the win; alone, its points.

    Unless `sure`, others may still enter something, and the share is an estimate.
    """
    n = seats.shape[0]
    mine = total(seats[i], sheets)
    best = -1000
    alike = 1
    if n == 1:
        return float(mine)
    for j in range(n):
        if j != i:
            theirs = total(seats[j], sheets)
            best = max(best, theirs)
            alike += theirs == mine
    if not sure:
        return 1.0 / (1.0 + np.exp((best + _MORE - mine) / _UNSURE))
    return 1.0 if mine > best else (1.0 / alike if mine == best else 0.0)


@jit
def _wanted(i, seats, table, ended, sure, kind, mind, sheets):
    """How much a player wants a position for its seat.

    `ended` says whether the game is over, `sure` whether nobody can still enter something.
    """
    if kind == GREEDY:
        return total(seats[i], sheets) - 0.01 * _skipped(seats[i], sheets)
    if kind == WEAK:
        skipped = _SKIP * _skipped(seats[i], sheets)
        return total(seats[i], sheets) - skipped + _SLIP * np.random.normal()
    if kind == SOLO:
        return _alone(i, seats, table, ended, mind, sheets)
    if ended:
        return _at_the_end(i, seats, sure, sheets)
    outputs = outputs_of(i, seats, table, sheets, mind)
    if seats.shape[0] == 1:
        return total(seats[i], sheets) + POINTS * outputs[MEAN]
    return 1.0 / (1.0 + np.exp(-outputs[SHARE]))


@jit
def _wanted_after_roll(i, seats, table, sure, kind, mind, sheets):
    """How much a player wants a position if it crosses nothing more in this roll.

    With a board its pawn may still move, so the roll is not ended.
    """
    then = seats.copy()
    at = table.copy()
    ended = is_over(then, at, sheets) if sheets[0].board else end_roll(then, at, sheets)
    return _wanted(i, then, at, ended, sure, kind, mind, sheets)


@jit
def best_colour(i, seats, table, dice, kind, slips, mind, sheets, sure):
    """How much a player wants its best use of a coloured die, and that use."""
    blind = np.random.random() < slips
    best = _NO_CROSS
    uses = np.empty((MOST_USES, USE_LENGTH), np.int64)
    many = 1
    if is_over(seats, table, sheets):
        uses[0] = NOTHING, -1, -1, -1, -1
    else:
        many = colour_uses(i, seats, table, sheets, dice, uses)
    if not blind:
        best = _wanted_after_roll(i, seats, table, sure, kind, mind, sheets)
    choice = 0
    for each in range(1, many):
        wanted = np.random.random()
        if not blind:
            then = seats.copy()
            at = table.copy()
            apply_use(i, then, at, sheets, uses[each])
            wanted = _wanted_after_roll(i, then, at, sure, kind, mind, sheets)
        if wanted > best:
            best = wanted
            choice = each
    return best, uses[choice]


@jit
def best_white(i, seats, table, dice, white_row, kind, slips, mind, sheets):
    """The use of the white dice that a player takes.

    The active seat counts on its best coloured die after that. `white_row` is the row that it must
    cross, -1 for none, or `FREE`.
    """
    uses = np.empty((MOST_USES, USE_LENGTH), np.int64)
    many = white_uses(i, seats, table, sheets, dice, uses)
    best = _NEVER
    choice = 0
    blind = np.random.random() < slips
    for each in range(many):
        use = uses[each]
        is_plain = use[KIND] in (NOTHING, CROSS) and use[PAIR] < 0
        if white_row != FREE and not (is_plain and use[ROW] == white_row):
            continue
        wanted = np.random.random()
        if not blind:
            then = seats.copy()
            at = table.copy()
            apply_use(i, then, at, sheets, use)
            if i != table[ACTIVE]:
                then[i, MADE] = 1
                ended = is_over(then, at, sheets)
                wanted = _wanted(i, then, at, ended, False, kind, mind, sheets)
            elif use[KIND] == FIELD:
                wanted = _wanted_after_roll(i, then, at, False, kind, mind, sheets)
            else:
                wanted = best_colour(i, then, at, dice, kind, 0.0, mind, sheets, False)[0]
        if wanted > best:
            best = wanted
            choice = each
    return uses[choice]


@jit
def best_space(i, seats, table, kind, mind, sheets):
    """The space to which the active seat moves its pawn, from 1; 0 for none."""
    then = seats.copy()
    at = table.copy()
    best = _wanted(i, then, at, end_roll(then, at, sheets), True, kind, mind, sheets)
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
        if move_pawn(i, then, at, sheets, space):
            wanted = _wanted(i, then, at, end_roll(then, at, sheets), True, kind, mind, sheets)
            if wanted > best:
                best = wanted
                choice = space
    return choice

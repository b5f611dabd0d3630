"""The exact value of a Classic sheet that is played alone: the total of the best play.

A row is its last crossed place and its crosses: 56 open states, and a closed one. Red and yellow,
green and blue are alike, so a sheet is a pair of pairs. The player rolls all dice in each roll.
"""

import numpy as np
from numba import njit, prange

from qwixx_pad.analysis import net
from qwixx_pad.analysis.net import CLOSED, STATES

ROWS = 4
PENALTIES = 4
PENALTY_POINTS = 5
NEEDS = 5
LAST = 10
TO_END = 2
_PAIRS = STATES * (STATES + 1) // 2
_IMPOSSIBLE = -1e9
state_of = njit(cache=True)(net.encode_row_state)


def _steps() -> tuple[np.ndarray, np.ndarray]:
    """The next state (-1 if illegal) and the points gained, by state and place (from 0)."""
    following = np.full((STATES, LAST + 1), -1, np.int16)
    gains = np.zeros((STATES, LAST + 1), np.int16)
    for last in range(LAST + 1):
        for crosses in range(min(1, last), last + 1):
            state = state_of(last, crosses)
            for place in range(last, LAST + 1):
                if place < LAST:
                    following[state, place] = state_of(place + 1, crosses + 1)
                    gains[state, place] = crosses + 1
                elif crosses >= NEEDS:
                    following[state, place] = CLOSED
                    gains[state, place] = 2 * crosses + 3
    return following, gains


FOLLOWING, GAINS = _steps()


def progress() -> np.ndarray:
    """For each state how far its row has come; no cross leads back."""
    far = np.zeros(STATES, np.int64)
    for last in range(1, LAST + 1):
        for crosses in range(1, last + 1):
            far[state_of(last, crosses)] = last
    far[CLOSED] = LAST + 1
    return far


@njit(cache=True)
def pair(one: int, other: int) -> int:
    """Number two rows that are alike; their order does not matter."""
    if one < other:
        one, other = other, one
    return one * (one + 1) // 2 + other


@njit(cache=True)
def _place(row: int, number: int) -> int:
    """The position of a number, from 0: the first two rows go up, the others down."""
    return number - 2 if row < ROWS // 2 else 12 - number


@njit(cache=True)
def _closed(rows: np.ndarray) -> int:
    return (rows[0] == CLOSED) + (rows[1] == CLOSED) + (rows[2] == CLOSED) + (rows[3] == CLOSED)


@njit(cache=True)
def _second_action(rows, gain, worth, square, best, best_square, following, gains):
    """Raise `best` (by colour and number) to what a coloured die can still add with these rows."""
    before = _closed(rows)
    for row in range(ROWS):
        state = rows[row]
        if state == CLOSED:
            continue
        for number in range(2, 13):
            place = _place(row, number)
            to = following[state, place]
            if to < 0:
                continue
            won = gain + gains[state, place]
            value = float(won)
            second = float(won * won)
            if before + (to == CLOSED) < TO_END:
                rows[row] = to
                p = pair(rows[0], rows[1])
                q = pair(rows[2], rows[3])
                rows[row] = state
                more = worth[p, q]
                value = won + more
                second = won * won + 2 * won * more + square[p, q]
            if value > best[row, number]:
                best[row, number] = value
                best_square[row, number] = second


@njit(cache=True)
def _of_dice(base, base_square, colours, colours_square, low, high):
    """The expected best of two white and four coloured dice, and the expected square of it."""
    values = np.empty(24)
    squares = np.empty(24)
    row_of = np.empty(24, np.int64)
    n = 0
    for row in range(ROWS):
        for eyes in range(1, 7):
            number = low + eyes
            if colours[row, high + eyes] > colours[row, number]:
                number = high + eyes
            value = colours[row, number]
            if value > base:
                at = n
                while at and values[at - 1] < value:
                    values[at] = values[at - 1]
                    squares[at] = squares[at - 1]
                    row_of[at] = row_of[at - 1]
                    at -= 1
                values[at] = value
                squares[at] = colours_square[row, number]
                row_of[at] = row
                n += 1
    left = np.full(4, 6.0)
    below = 1.0
    mean = 0.0
    square = 0.0
    for at in range(n):
        row = row_of[at]
        lower = below * (left[row] - 1) / left[row]
        left[row] -= 1
        mean += values[at] * (below - lower)
        square += squares[at] * (below - lower)
        below = lower
    return mean + base * below, square + base_square * below


@njit(cache=True)
def _worth_of(rows, worth, square, skipped, skipped_square, finish, following, gains):
    """The expected points to come before the dice are rolled, and their expected square."""
    after_skip = np.full((4, 15), _IMPOSSIBLE)
    after_skip_square = np.zeros((4, 15))
    _second_action(rows, 0, worth, square, after_skip, after_skip_square, following, gains)
    mean = 0.0
    second = 0.0
    here = _closed(rows)
    for total in range(2, 13):
        best = after_skip.copy()
        best_square = after_skip_square.copy()
        base = skipped
        base_square = skipped_square
        for row in range(ROWS):
            state = rows[row]
            place = _place(row, total)
            if state == CLOSED or following[state, place] < 0:
                continue
            to = following[state, place]
            won = gains[state, place]
            ends = here + (to == CLOSED) >= TO_END
            rows[row] = to
            value = float(won)
            value_square = float(won * won)
            if not ends:
                p = pair(rows[0], rows[1])
                q = pair(rows[2], rows[3])
                value = won + worth[p, q]
                value_square = won * won + 2 * won * worth[p, q] + square[p, q]
            if value > base:
                base = value
                base_square = value_square
            if finish or not ends:
                _second_action(rows, won, worth, square, best, best_square, following, gains)
            rows[row] = state
        for low in range(max(1, total - 6), total // 2 + 1):
            chance = (1.0 if 2 * low == total else 2.0) / 36
            one, two = _of_dice(base, base_square, best, best_square, low, total - low)
            mean += chance * one
            second += chance * two
    return mean, second


@njit(parallel=True, cache=True)
def _solve(worth, square, penalties, levels, starts, firsts, seconds, finish, following, gains):
    """Fill in the values for one number of penalties, from the most advanced positions down."""
    for level in range(len(starts) - 2, -1, -1):
        for at in prange(starts[level], starts[level + 1]):
            p = levels[at, 0]
            q = levels[at, 1]
            rows = np.array([firsts[p], seconds[p], firsts[q], seconds[q]])
            if _closed(rows) > 1:
                continue
            skipped = -float(PENALTY_POINTS)
            skipped_square = float(PENALTY_POINTS**2)
            if penalties + 1 < PENALTIES:
                more = worth[penalties + 1, p, q]
                skipped = more - PENALTY_POINTS
                skipped_square = (
                    PENALTY_POINTS**2 - 2 * PENALTY_POINTS * more + square[penalties + 1, p, q]
                )
            mean, second = _worth_of(
                rows,
                worth[penalties],
                square[penalties],
                skipped,
                skipped_square,
                finish,
                following,
                gains,
            )
            worth[penalties, p, q] = worth[penalties, q, p] = mean
            square[penalties, p, q] = square[penalties, q, p] = second


def solve(*, finish: bool) -> tuple[np.ndarray, np.ndarray]:
    """Compute the expected points to come under the best play, and their expected squares.

    Args:
        finish: Whether a turn is completed after the second row has closed (rule 10).

    Returns:
        Two arrays by penalties taken (0 to 3), pair of red and yellow, pair of green and blue.
    """
    far = progress()
    firsts = np.array([a for a in range(STATES) for b in range(a + 1)])
    seconds = np.array([b for a in range(STATES) for b in range(a + 1)])
    of_pair = far[firsts] + far[seconds]
    p, q = np.tril_indices(_PAIRS)
    depth = of_pair[p] + of_pair[q]
    order = np.argsort(depth, kind="stable")
    levels = np.stack([p[order], q[order]], axis=1)
    starts = np.searchsorted(depth[order], np.arange(depth.max() + 2))
    worth = np.zeros((PENALTIES, _PAIRS, _PAIRS))
    square = np.zeros((PENALTIES, _PAIRS, _PAIRS), np.float32)
    for penalties in range(PENALTIES - 1, -1, -1):
        _solve(worth, square, penalties, levels, starts, firsts, seconds, finish, FOLLOWING, GAINS)
    return worth, square

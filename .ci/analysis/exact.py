"""The exact value of a sheet of plain rows that is played alone: the points of the best play.

A row is its last number and its crosses (`parts.py`); the upper two are alike, and so are the lower
two, so a sheet is a pair of pairs. The player rolls all dice in each roll.
"""

from typing import NamedTuple

import numpy as np
from jit import jit
from numba import prange
from sheets import sheets_of

from qwixx_pad.analysis.parts import Kind, parts_of
from qwixx_pad.core.layout import Layout, Row
from qwixx_pad.core.scoring import row_points

PLAIN_ROWS = 4
_IMPOSSIBLE = -1e9
_ILLEGAL = -1
_MOST_PAIRS = 5000
"""From so many pairs on, the means are floats of four bytes; the squares always are."""


class Rows(NamedTuple):
    """The rows of a sheet as tables.

    Attributes:
        tables: For each row, which table it has.
        following: By table, state and place: the next state; -1 if the cross is illegal.
        gains: By table, state and place: the points gained.
        crosses: By table and state: the crosses; 0 for a closed row.
        lasts: By table and state: the last number.
        far: By table and state: how far the row has come; no cross leads back.
        closed: By table: the state of a closed row.
        places: By row and number: its place; -1 for none.
        sides: How many sides the dice have.
        lucky: How likely the white sum is a lucky number; 0 without.
        penalties, penalty_points, to_end: As in `Sheets`.
    """

    tables: np.ndarray
    following: np.ndarray
    gains: np.ndarray
    crosses: np.ndarray
    lasts: np.ndarray
    far: np.ndarray
    closed: np.ndarray
    places: np.ndarray
    sides: int
    lucky: float
    penalties: int
    penalty_points: int
    to_end: int


class Worth(NamedTuple):
    """The expected points to come under the best play, and their expected squares.

    Both by penalties taken and by the pairs of the upper and of the lower rows.
    """

    mean: np.ndarray
    square: np.ndarray


def rows_of(layout: Layout) -> Rows:
    """Make the tables of a sheet.

    Raises:
        ValueError: It has other parts than rows, or rows that are not alike in pairs.
    """
    parts = parts_of(layout)
    tables = [part.table for part in parts.parts]
    plain = all(part.kind == Kind.ROW for part in parts.parts)
    if not plain or tables[0] != tables[1] or tables[2] != tables[3]:
        raise ValueError(f"{layout.name} has more than plain rows")
    sheets = sheets_of([layout])
    printed = [layout.rows[tables.index(table)] for table in range(len(parts.row_tables))]
    states = max(len(table) for table in parts.row_tables) + 1
    shape = (len(printed), states, len(printed[0].cells))
    rows = Rows(
        tables=np.array(tables),
        following=np.full(shape, _ILLEGAL, np.int32),
        gains=np.zeros(shape, np.int32),
        crosses=np.zeros(shape[:2], np.int64),
        lasts=np.zeros(shape[:2], np.int64),
        far=np.zeros(shape[:2], np.int64),
        closed=np.array([len(table) for table in parts.row_tables]),
        places=sheets[0].places[:PLAIN_ROWS],
        sides=sheets[0].sides,
        lucky=sheets[0].lucky,
        penalties=layout.penalties,
        penalty_points=layout.penalty_points,
        to_end=layout.rows_to_end,
    )
    for at, row in enumerate(printed):
        keys = parts.row_tables[at]
        rows.far[at, len(keys)] = 2 * len(row.cells)
        for (last, crosses, doubled), state in keys.items():
            rows.crosses[at, state] = crosses
            rows.lasts[at, state] = last
            rows.far[at, state] = 2 * last + doubled
            for place, (key, more) in _crosses(row, last, crosses, doubled).items():
                rows.following[at, state, place] = keys[key] if key else len(keys)
                won = row_points(min(crosses + more, row.max_crosses))
                rows.gains[at, state, place] = won - row_points(min(crosses, row.max_crosses))
    return rows


def _crosses(
    row: Row, last: int, crosses: int, doubled: int
) -> dict[int, tuple[tuple[int, int, int] | None, int]]:
    """By each legal place the key of the row after it, None if closed, and its crosses."""
    legal: dict[int, tuple[tuple[int, int, int] | None, int]] = {}
    if row.last_counts_twice and last and not doubled:
        legal[last - 1] = (last, crosses + 1, 1), 1
    for place in range(last, len(row.cells)):
        weight = row.cells[place].weight
        if not row.lock_mask >> place & 1:
            legal[place] = (place + 1, crosses + weight, 0), weight
        elif crosses >= row.crosses_to_lock:
            legal[place] = None, weight + 1
    return legal


@jit
def pair(one, other):
    """Number two rows that are alike, or two columns of them; their order does not matter."""
    more = np.maximum(one, other)
    return more * (more + 1) // 2 + np.minimum(one, other)


@jit
def _closed(states, rows):
    count = 0
    for row in range(PLAIN_ROWS):
        count += states[row] == rows.closed[rows.tables[row]]
    return count


@jit
def _after(states, row, place, worth, square, rows):
    """The next state of a row, and the points of a cross with those to come, and their square."""
    table = rows.tables[row]
    state = states[row]
    to = rows.following[table, state, place]
    won = float(rows.gains[table, state, place])
    states[row] = to
    ends = _closed(states, rows) >= rows.to_end
    p = pair(states[0], states[1])
    q = pair(states[2], states[3])
    states[row] = state
    if ends:
        return to, won, won * won
    more = worth[p, q]
    return to, won + more, won * won + 2 * won * more + square[p, q]


@jit
def _second_action(states, gain, worth, square, best, best_square, rows):
    """Raise `best` (by colour and number) to what a coloured die can still add with these rows."""
    for row in range(PLAIN_ROWS):
        table = rows.tables[row]
        state = states[row]
        if state == rows.closed[table]:
            continue
        for number in range(2, 2 * rows.sides + 1):
            place = rows.places[row, number]
            if rows.following[table, state, place] < 0:
                continue
            _, more, second = _after(states, row, place, worth, square, rows)
            value = gain + more
            if value > best[row, number]:
                best[row, number] = value
                best_square[row, number] = gain * gain + 2 * gain * more + second


@jit
def _of_dice(base, base_square, colours, colours_square, low, high, sides):
    """The expected best of two white and four coloured dice, and the expected square of it."""
    values = np.empty(PLAIN_ROWS * sides)
    squares = np.empty(PLAIN_ROWS * sides)
    row_of = np.empty(PLAIN_ROWS * sides, np.int64)
    n = 0
    for row in range(PLAIN_ROWS):
        for eyes in range(1, sides + 1):
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
    left = np.full(PLAIN_ROWS, float(sides))
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


@jit
def _use(states, row, place, worth, square, base, best, best_square, finish, rows):
    """Raise `base` to what a white cross is worth alone, and `best` to it with a coloured die."""
    table = rows.tables[row]
    state = states[row]
    to, value, second = _after(states, row, place, worth, square, rows)
    if value > base[0]:
        base[0] = value
        base[1] = second
    gain = float(rows.gains[table, state, place])
    states[row] = to
    if finish or _closed(states, rows) < rows.to_end:
        _second_action(states, gain, worth, square, best, best_square, rows)
    states[row] = state


@jit
def _use_luck(states, worth, square, base, best, best_square, finish, rows):
    """Do as `_use` for a lucky number: the next cell of a row with the fewest crosses."""
    fewest = 1000
    for row in range(PLAIN_ROWS):
        table = rows.tables[row]
        if states[row] != rows.closed[table]:
            fewest = min(fewest, rows.crosses[table, states[row]])
    for row in range(PLAIN_ROWS):
        table = rows.tables[row]
        state = states[row]
        if state != rows.closed[table] and rows.crosses[table, state] == fewest:
            place = rows.lasts[table, state]
            if rows.following[table, state, place] >= 0:
                _use(states, row, place, worth, square, base, best, best_square, finish, rows)


@jit
def _raise(base, best, best_square, other_base, other, other_square):
    """Raise `base` and `best` to what another use of the white dice is worth."""
    if other_base[0] > base[0]:
        base[:] = other_base
    for row in range(PLAIN_ROWS):
        for number in range(best.shape[1]):
            if other[row, number] > best[row, number]:
                best[row, number] = other[row, number]
                best_square[row, number] = other_square[row, number]


@jit
def _worth_of(states, worth, square, skipped, skipped_square, finish, rows):
    """The expected points to come before the dice are rolled, and their expected square."""
    sides = rows.sides
    after_skip = np.full((PLAIN_ROWS, 2 * sides + 1), _IMPOSSIBLE)
    after_skip_square = np.zeros((PLAIN_ROWS, 2 * sides + 1))
    _second_action(states, 0.0, worth, square, after_skip, after_skip_square, rows)
    mean = 0.0
    second = 0.0
    skip = np.array([skipped, skipped_square])
    lucky_base = skip.copy()
    lucky = after_skip.copy()
    lucky_square = after_skip_square.copy()
    if rows.lucky > 0:
        _use_luck(states, worth, square, lucky_base, lucky, lucky_square, finish, rows)
    for total in range(2, 2 * sides + 1):
        best = after_skip.copy()
        best_square = after_skip_square.copy()
        base = skip.copy()
        for row in range(PLAIN_ROWS):
            place = rows.places[row, total]
            if rows.following[rows.tables[row], states[row], place] >= 0:
                _use(states, row, place, worth, square, base, best, best_square, finish, rows)
        for luck in range(1 + (rows.lucky > 0)):
            share = 1 - rows.lucky
            if luck:
                share = rows.lucky
                _raise(base, best, best_square, lucky_base, lucky, lucky_square)
            for low in range(max(1, total - sides), total // 2 + 1):
                chance = share * (1.0 if 2 * low == total else 2.0) / sides**2
                one, two = _of_dice(base[0], base[1], best, best_square, low, total - low, sides)
                mean += chance * one
                second += chance * two
    return mean, second


@jit(parallel=True)
def _solve(worth, square, taken, halves, starts, firsts, seconds, alike, finish, rows):
    """Fill in the values for one number of penalties, from the most advanced positions down.

    For the upper and the lower half, `halves` has the pairs with their depths, by depth, and
    `starts` the first of each depth.
    """
    upper, lower = halves
    deepest = len(starts[0]) - 2
    for depth in range(2 * deepest, -1, -1):
        for at in prange(starts[0][max(depth - deepest, 0)], starts[0][min(depth, deepest) + 1]):
            p = upper[at, 0]
            rest = depth - upper[at, 1]
            for other in range(starts[1][rest], starts[1][rest + 1]):
                q = lower[other, 0]
                states = np.array([firsts[p], seconds[p], firsts[q], seconds[q]])
                if (alike and q > p) or _closed(states, rows) >= rows.to_end:
                    continue
                points = float(rows.penalty_points)
                skipped = -points
                skipped_square = points**2
                if taken + 1 < rows.penalties:
                    more = worth[taken + 1, p, q]
                    skipped = more - points
                    skipped_square = points**2 - 2 * points * more + square[taken + 1, p, q]
                mean, second = _worth_of(
                    states, worth[taken], square[taken], skipped, skipped_square, finish, rows
                )
                worth[taken, p, q] = mean
                square[taken, p, q] = second
                if alike:
                    worth[taken, q, p] = mean
                    square[taken, q, p] = second


def solve(layout: Layout, *, finish: bool) -> Worth:
    """Compute the expected points to come under the best play, and their expected squares.

    Args:
        layout: A sheet of plain rows.
        finish: Whether a turn is completed after the second row has closed (rule 10).
    """
    rows = rows_of(layout)
    states = rows.far.shape[1]
    firsts = np.array([a for a in range(states) for b in range(a + 1)])
    seconds = np.array([b for a in range(states) for b in range(a + 1)])
    pairs = len(firsts)
    deepest = 2 * rows.far.max()
    halves = []
    starts = []
    for table in rows.tables[[0, 2]]:
        depths = rows.far[table][firsts] + rows.far[table][seconds]
        order = np.argsort(depths, kind="stable")
        halves.append(np.stack([order, depths[order]], axis=1))
        starts.append(np.searchsorted(depths[order], np.arange(deepest + 2)))
    size = np.float64 if pairs < _MOST_PAIRS else np.float32
    shape = (rows.penalties, pairs, pairs)
    worth = Worth(np.zeros(shape, size), np.zeros(shape, np.float32))
    alike = bool(rows.tables[0] == rows.tables[2])
    for taken in range(rows.penalties - 1, -1, -1):
        _solve(*worth, taken, tuple(halves), tuple(starts), firsts, seconds, alike, finish, rows)
    return worth

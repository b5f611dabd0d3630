"""Measure whether advice on the white dice is right: play both choices out many times."""

from collections.abc import Iterator

import numpy as np
from numba import njit
from play import FREE, MOST_ENTRIES, MOST_ROLLS, enter, rolled
from players import NET, WEAK, Mind
from rules import ACTIVE, SEAT, TABLE, Sheet, end_roll, new_table, total

from qwixx_pad.analysis.turning_points import Advice, find_advice
from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import Cross, EndRoll, Entry, Penalty, WhiteDiceSum

Positions = tuple[np.ndarray, np.ndarray]


@njit(cache=True)
def _game(seed, finishes, kinds, mind, sheet, positions, tables, dice, log):
    """Play a game; write for each roll the position before it, its dice and its entries."""
    np.random.seed(seed)
    seats, table = new_table(len(kinds), finishes)
    given = np.full(len(kinds), FREE)
    roll = 0
    ended = False
    log[:] = -1
    while not ended:
        positions[roll] = seats
        tables[roll] = table
        dice[roll] = np.random.randint(1, 7, 6)
        count = rolled(seats, table, dice[roll], given, kinds, 0.0, mind, sheet, log[roll])
        for entry in range(count):
            enter(log[roll, entry], seats, table, sheet)
        log[roll, count:] = -1
        ended = end_roll(seats, table)
        roll += 1
    return roll


@njit(cache=True)
def _won(seats, table, i, dice, row, kinds, mind, sheet):
    """Play on after a first white cross in `row` (-1 for none); return whether seat `i` wins."""
    entries = np.zeros((MOST_ENTRIES, 3), np.int64)
    given = np.full(len(kinds), FREE)
    given[i] = row
    roll = 0
    ended = False
    while not ended:
        count = rolled(seats, table, dice[roll], given, kinds, 0.0, mind, sheet, entries)
        for entry in range(count):
            enter(entries[entry], seats, table, sheet)
        ended = end_roll(seats, table)
        given[i] = FREE
        roll += 1
    best = -1000
    for j in range(len(kinds)):
        if j != i:
            best = max(best, total(seats[j]))
    return total(seats[i]) > best


@njit(cache=True)
def _played_out(seed, seats, table, i, white, rows, kinds, mind, sheet, won):
    """Play a position out once for each line of `won`, with the same dice for both rows."""
    np.random.seed(seed)
    for at in range(len(won)):
        dice = np.random.randint(1, 7, (MOST_ROLLS, 6))
        dice[0, 0] = np.random.randint(max(1, white - 6), min(6, white - 1) + 1)
        dice[0, 1] = white - dice[0, 0]
        for which in range(2):
            then = seats.copy()
            table_then = table.copy()
            won[at, which] = _won(then, table_then, i, dice, rows[which], kinds, mind, sheet)


def _entries(layout: Layout, setup: Setup, log: np.ndarray, dice: np.ndarray) -> Iterator[Entry]:
    """Yield the entries of a game as a pad would log them, with all sums of the white dice."""
    for entered, sums in zip(log, dice[:, :2].sum(1), strict=True):
        yield Entry(WhiteDiceSum(int(sums)))
        for seat, row, place in entered[entered[:, 0] >= 0]:
            printed = layout.rows[row]
            number = printed.cells[place].number
            move = Penalty() if row < 0 else Cross(printed.letter, number)
            yield setup.seat_entry(move, int(seat) + 1)
        yield Entry(EndRoll())


def _decisions(
    layout: Layout, sheet: Sheet, mind: Mind, seats: int, seed: int, least: float
) -> Iterator[tuple[Positions, Advice]]:
    """Play a game of weak players and yield the advice on it, with the position before the roll.

    Penalties are left out: the other dice of the roll led to them.
    """
    positions = np.zeros((MOST_ROLLS, seats, SEAT), np.int64)
    tables = np.zeros((MOST_ROLLS, TABLE), np.int64)
    dice = np.zeros((MOST_ROLLS, 6), np.int64)
    log = np.zeros((MOST_ROLLS, MOST_ENTRIES, 3), np.int64)
    kinds = np.full(seats, WEAK)
    finish = seed % 2
    rolls = _game(seed, finish, kinds, mind, sheet, positions, tables, dice, log)
    setup = Setup.for_layout(layout, seats, finish_turn=bool(finish))
    game = Game.start(setup)
    for entry in _entries(layout, setup, log[:rolls], dice[:rolls]):
        game = game.with_entry(entry)
    for roll in range(rolls):
        for seat in range(1, seats + 1):
            advice = find_advice(game, roll + 1, seat, least)
            if advice and (advice.actual is not None or seat != tables[roll, ACTIVE] + 1):
                yield (positions[roll], tables[roll]), advice


def measured(
    layout: Layout, sheet: Sheet, mind: Mind, seed: int, wanted: int, often: int, least: float
) -> np.ndarray:
    """Measure the advice on `wanted` decisions of weak players, in games of two and of three seats.

    Returns:
        A line for each decision, all as chances to win: by how much the advice raises it, by how
        much it did when players that follow the net played both choices out `often` times, and the
        error of that.
    """
    letters = [row.letter for row in layout.rows]
    lines = list[tuple[float, float, float]]()
    while len(lines) < wanted:
        seed += 1
        kinds = np.full(2 + seed // 2 % 2, NET)
        for (seats, table), advice in _decisions(layout, sheet, mind, len(kinds), seed, least):
            choices = advice.best, advice.actual
            rows = np.array([letters.index(cross.row) if cross else -1 for cross in choices])
            won = np.zeros((often, 2))
            me = advice.seat - 1
            _played_out(seed, seats, table, me, advice.white, rows, kinds, mind, sheet, won)
            gain = won[:, 0] - won[:, 1]
            lines.append((advice.by, gain.mean(), gain.std() / often**0.5))
    return np.array(lines)

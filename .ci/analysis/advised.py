"""Measure whether advice on the white dice is right: play both choices out many times."""

from collections.abc import Iterator, Sequence

import numpy as np
import rules
from jit import jit
from play import ENTRY_LENGTH, ENTRY_SEAT, MOST_ENTRIES, MOST_ROLLS, enter_use, play_roll
from players import FREE, NET, WEAK, Mind
from rules import ACTIVE, NOTHING, TABLE_LENGTH, draw_board, end_roll, new_table
from seat import SEAT_LENGTH, SHEET, total
from sheets import SPACES, Sheets, sheets_of
from uses import CHOICE, DICE_LENGTH, KIND, PAIR, PLACE, ROW, throw

from qwixx_pad.analysis.turning_points import Advice, find_advice
from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import (
    ChooseRow,
    Cross,
    CrossField,
    CrossNext,
    CrossTrackField,
    EndRoll,
    Entry,
    Exchange,
    MovePawn,
    PawnArrived,
    Penalty,
    SheetMove,
    WhiteDiceSum,
)

Positions = tuple[np.ndarray, np.ndarray]


@jit
def _game(seed, finishes, kinds, which, mind, sheets, positions, tables, dice, log):
    """Play a game; write for each roll the position before it, its dice and its entries."""
    np.random.seed(seed)
    draw_board(sheets)
    seats, table = new_table(len(kinds), finishes)
    seats[:, SHEET] = which
    white_rows = np.full(len(kinds), FREE)
    roll = 0
    ended = False
    log[:] = NOTHING
    while not ended:
        positions[roll] = seats
        tables[roll] = table
        dice[roll] = throw(sheets)
        count = play_roll(seats, table, dice[roll], white_rows, kinds, 0.0, mind, sheets, log[roll])
        for entry in range(count):
            enter_use(log[roll, entry], seats, table, sheets)
        log[roll, count:] = NOTHING
        ended = end_roll(seats, table, sheets)
        roll += 1
    return roll


@jit
def _wins(seats, table, i, dice, row, kinds, mind, sheets):
    """Play on after a first white cross in `row` (-1 for none); return whether seat `i` wins."""
    entries = np.zeros((MOST_ENTRIES, ENTRY_LENGTH), np.int64)
    white_rows = np.full(len(kinds), FREE)
    white_rows[i] = row
    roll = 0
    ended = False
    while not ended:
        count = play_roll(seats, table, dice[roll], white_rows, kinds, 0.0, mind, sheets, entries)
        for entry in range(count):
            enter_use(entries[entry], seats, table, sheets)
        ended = end_roll(seats, table, sheets)
        white_rows[i] = FREE
        roll += 1
    best = -1000
    for j in range(len(kinds)):
        if j != i:
            best = max(best, total(seats[j], sheets))
    return total(seats[i], sheets) > best


@jit
def _played_out(seed, seats, table, i, white, rows, kinds, mind, sheets, won):
    """Play a position out once for each line of `won`, with the same dice for both rows."""
    np.random.seed(seed)
    sides = sheets[0].sides
    dice = np.empty((MOST_ROLLS, DICE_LENGTH), np.int64)
    for at in range(len(won)):
        for roll in range(MOST_ROLLS):
            dice[roll] = throw(sheets)
        dice[0, 0] = np.random.randint(max(1, white - sides), min(sides, white - 1) + 1)
        dice[0, 1] = white - dice[0, 0]
        for which in range(2):
            then = seats.copy()
            table_then = table.copy()
            won[at, which] = _wins(then, table_then, i, dice, rows[which], kinds, mind, sheets)


def _moves(layout: Layout, sheets: Sheets, entry: np.ndarray) -> Iterator[SheetMove]:
    """Yield the moves of an entry of a roll."""
    row = layout.rows[entry[ROW]]
    if entry[PAIR] >= 0:
        yield Exchange(int(entry[PAIR]))
    match entry[KIND]:
        case rules.CROSS:
            cell = row.cells[entry[PLACE]]
            is_field = cell.number is None
            field = CrossField(row.letter, int(cell.label[1:])) if is_field else None
            yield field or Cross(row.letter, cell.number)
        case rules.NEXT:
            yield CrossNext(row.letter)
        case rules.FIELD:
            yield CrossTrackField()
        case rules.PENALISE:
            yield Penalty()
        case rules.MOVE:
            space = int(entry[PLACE])
            yield MovePawn((space + 1) // 2)
            if space > SPACES - rules.LAST_SPACES:
                yield PawnArrived()
            if entry[ROW] >= 0:
                yield Cross(row.letter, int(sheets[0].space_numbers[space - 1]))
    if entry[CHOICE] >= 0:
        yield ChooseRow(layout.rows[entry[CHOICE]].letter)


def _entries(setup: Setup, sheets: Sheets, log: np.ndarray, dice: np.ndarray) -> Iterator[Entry]:
    """Yield the entries of a game as a pad would log them, with all sums of the white dice.

    Pairs and fields of the track come first: after the end of the game they could not be entered.
    """
    for entered, sums in zip(log, dice[:, :2].sum(1), strict=True):
        yield Entry(WhiteDiceSum(int(sums)))
        entries = [
            setup.seat_entry(move, int(entry[ENTRY_SEAT]) + 1)
            for entry in entered[entered[:, KIND] != rules.NOTHING]
            for move in _moves(setup.layout_of(int(entry[ENTRY_SEAT]) + 1), sheets, entry)
        ]
        yield from sorted(entries, key=lambda e: not isinstance(e.move, Exchange | CrossTrackField))
        yield Entry(EndRoll())


def _decisions(
    setup: Setup, which: np.ndarray, sheets: Sheets, mind: Mind, seed: int, least: float
) -> Iterator[tuple[Positions, Advice]]:
    """Play a game of weak players and yield the advice on it, with the position before the roll.

    Penalties are left out: the other dice of the roll led to them.
    """
    seats = setup.seats
    positions = np.zeros((MOST_ROLLS, seats, SEAT_LENGTH), np.int64)
    tables = np.zeros((MOST_ROLLS, TABLE_LENGTH), np.int64)
    dice = np.zeros((MOST_ROLLS, DICE_LENGTH), np.int64)
    log = np.zeros((MOST_ROLLS, MOST_ENTRIES, ENTRY_LENGTH), np.int64)
    kinds = np.full(seats, WEAK)
    finish = int(setup.finish_turn)
    rolls = _game(seed, finish, kinds, which, mind, sheets, positions, tables, dice, log)
    game = Game.start(setup)
    for entry in _entries(setup, sheets, log[:rolls], dice[:rolls]):
        game = game.with_entry(entry)
    for roll in range(rolls):
        for seat in range(1, seats + 1):
            advice = find_advice(game, roll + 1, seat, least)
            if advice and (advice.actual is not None or seat != tables[roll, ACTIVE] + 1):
                yield (positions[roll], tables[roll]), advice


def measure_advice(
    layouts: Sequence[Layout], mind: Mind, seed: int, wanted: int, often: int, least: float
) -> np.ndarray:
    """Measure the advice on `wanted` decisions of weak players, in games of two and of three seats.

    Args:
        layouts: The sheets of a box; each seat has one of them.
        mind: What the players know.
        seed: The seed of the first game.
        wanted: How many decisions.
        often: How often both choices are played out.
        least: The least chance to win that an advice must promise.

    Returns:
        A line for each decision, all as chances to win: by how much the advice raises it, by how
        much it did when players that follow the net played both choices out, and the error of that.
    """
    sheets = sheets_of(layouts)
    lines = list[tuple[float, float, float]]()
    while len(lines) < wanted:
        seed += 1
        which = np.random.default_rng(seed).integers(0, len(layouts), 2 + seed // 2 % 2)
        setup = Setup(tuple(layouts[at] for at in which), finish_turn=bool(seed % 2))
        kinds = np.full(setup.seats, NET)
        for (seats, table), advice in _decisions(setup, which, sheets, mind, seed, least):
            letters = [row.letter for row in setup.layout_of(advice.seat).rows]
            choices = advice.best, advice.actual
            rows = np.array([letters.index(cross.row) if cross else -1 for cross in choices])
            won = np.zeros((often, 2))
            me = advice.seat - 1
            _played_out(seed, seats, table, me, advice.white, rows, kinds, mind, sheets, won)
            gain = won[:, 0] - won[:, 1]
            lines.append((advice.by, gain.mean(), gain.std() / often**0.5))
    return np.array(lines)

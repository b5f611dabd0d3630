"""Play games with players who see all dice of their roll, for training and measuring."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numba import njit
from players import Mind, best_colour, best_space, best_white, see
from rules import (
    ACTIVE,
    MADE,
    MOST_SEATS,
    OUT,
    ROWS,
    Sheet,
    cross,
    draw_board,
    end_roll,
    move_pawn,
    new_table,
    next_active,
    over,
    take_penalty,
    total,
)

from qwixx_pad.analysis.net import SIZE

_PENALTY = -1
"""Instead of the row of an entry: it is a penalty."""
_SPACE = -2
"""Instead of the row of an entry: it moves the pawn, and its place is the space, from 1."""
FREE = -2
"""Instead of the row that a seat must cross with the white dice: it chooses one."""
MOST_ENTRIES = MOST_SEATS + 3
_FIRST_TO_LEAVE = 2
_LAST_TO_LEAVE = 22
_CHUNK = 500
MOST_ROLLS = 90


class Moments(NamedTuple):
    """Moments of games, a line each; seats that do not exist are zeros.

    Attributes:
        rows: The states of rows, by seat and row.
        seen: The contexts, by seat.
        totals: The points at that moment, by seat.
        finals: The points at the end, by seat.
        games: The index of the game, from 0.
        rolls: The number of the roll, from 1.
        sizes: The number of seats.
    """

    rows: np.ndarray
    seen: np.ndarray
    totals: np.ndarray
    finals: np.ndarray
    games: np.ndarray
    rolls: np.ndarray
    sizes: np.ndarray

    @property
    def seated(self) -> np.ndarray:
        """Which seats exist, by moment and seat."""
        return np.arange(MOST_SEATS) < self.sizes[:, None]


class Party(NamedTuple):
    """The players of games, a line each.

    Attributes:
        kinds: The kind of the player of each seat; -1 for no seat.
        slips: The probability that a choice is random.
        finishes: Whether turns are completed after the second row has closed (rule 10).
        out: The share of games in which somebody leaves.
    """

    kinds: np.ndarray
    slips: np.ndarray
    finishes: np.ndarray
    out: float

    def part(self, which: slice) -> "Party":
        return Party(self.kinds[which], self.slips[which], self.finishes[which], self.out)


def party(
    kinds: np.ndarray,
    finishes: int | np.ndarray = 0,
    slips: float | np.ndarray = 0.0,
    out: float = 0.0,
) -> Party:
    """Make the players of games; a single number holds for all games."""
    games = len(kinds)
    return Party(
        kinds,
        np.broadcast_to(np.asarray(slips, float), games).copy(),
        np.broadcast_to(np.asarray(finishes, np.int64), games).copy(),
        out,
    )


def alike(kind: int, sizes: np.ndarray) -> np.ndarray:
    """Fill the seats of games of these sizes with one kind of players."""
    return np.where(np.arange(MOST_SEATS) < sizes[:, None], kind, -1)


@njit(cache=True)
def enter(entry, seats, table, sheet):
    """Play an entry: a seat, a row and a place."""
    i, row, place = entry
    if row == _PENALTY:
        take_penalty(i, seats, table)
    elif row == _SPACE:
        move_pawn(i, seats, table, sheet, place)
    else:
        cross(seats[i], table, row, place)


@njit(cache=True)
def _note(entries, count, i, row, place, seats, table, sheet):
    """Append an entry and play it; return the number of entries."""
    entries[count] = i, row, place
    enter(entries[count], seats, table, sheet)
    return count + 1


@njit(cache=True)
def _white(seats, table, dice, given, kinds, slips, mind, sheet, entries):
    """Write what all seats cross with the white dice, without knowledge of each other's choices."""
    count = 0
    white = dice[0] + dice[1]
    for i in range(seats.shape[0]):
        row = -1
        if given[i] != FREE:
            row = given[i]
        elif i == table[ACTIVE] or not seats[i, OUT]:
            row = best_white(i, seats, table, dice, kinds[i], slips, mind, sheet)
        if row >= 0:
            entries[count] = i, row, sheet.places[row, white]
            count += 1
    return count


@njit(cache=True)
def rolled(seats, table, dice, given, kinds, slips, mind, sheet, entries):
    """Write what all seats enter with these dice, as seat, row and place.

    Return the number of entries. `given` has the row that each seat must cross with the white dice:
    -1 for none, or `FREE`.
    """
    active = table[ACTIVE]
    kind = kinds[active]
    count = _white(seats, table, dice, given, kinds, slips, mind, sheet, entries)
    then = seats.copy()
    at = table.copy()
    for entry in range(count):
        enter(entries[entry], then, at, sheet)
    if not over(then, at):
        _, row, place = best_colour(active, then, at, dice, kind, slips, mind, sheet, True)
        if row >= 0:
            count = _note(entries, count, active, row, place, then, at, sheet)
    if sheet.board and not over(then, at):
        space = best_space(active, then, at, kind, mind, sheet)
        if space:
            count = _note(entries, count, active, _SPACE, space, then, at, sheet)
    if then[active, MADE] == 0 and not over(then, at):
        count = _note(entries, count, active, _PENALTY, 0, then, at, sheet)
    return count


@njit(cache=True)
def _within(seats, table, entries, count, sheet):
    """Play some entries of a roll: those of one seat in order, those of others in any order."""
    entered = np.zeros(count, np.int64)
    for _ in range(np.random.randint(1, count + 1)):
        chosen = np.random.randint(count)
        while entered[chosen]:
            chosen = np.random.randint(count)
        for earlier in range(chosen):
            if entries[earlier, 0] == entries[chosen, 0] and not entered[earlier]:
                chosen = earlier
                break
        entered[chosen] = 1
        enter(entries[chosen], seats, table, sheet)


@njit(cache=True)
def _write(at, game, roll, seats, table, sheet, moments):
    """Write a moment if there is room; return where the next one goes."""
    if at >= moments.rows.shape[0]:
        return at
    for i in range(seats.shape[0]):
        see(i, seats, table, sheet.board, moments.rows[at, i], moments.seen[at, i])
        moments.totals[at, i] = total(seats[i])
    moments.games[at] = game
    moments.rolls[at] = roll
    moments.sizes[at] = seats.shape[0]
    return at + 1


@njit(cache=True)
def _game(game, kinds, slips, finishes, leaves, often, mind, sheet, at, moments):
    """Play a game; return where the next moment goes, the number of rolls, and the seats."""
    n = 0
    while n < MOST_SEATS and kinds[n] >= 0:
        n += 1
    seats, table = new_table(n, finishes)
    entries = np.zeros((MOST_ENTRIES, 3), np.int64)
    given = np.full(n, FREE)
    leaver = np.random.randint(n)
    roll = 0
    ended = False
    while not ended:
        roll += 1
        if roll == leaves and n > 1:
            seats[leaver, OUT] = 1
            if table[ACTIVE] == leaver:
                table[ACTIVE] = next_active(seats, table)
        if np.random.random() < often[0]:
            at = _write(at, game, roll, seats, table, sheet, moments)
        dice = np.random.randint(1, 7, 6)
        count = rolled(seats, table, dice, given, kinds, slips, mind, sheet, entries)
        if count and np.random.random() < often[1]:
            then = seats.copy()
            table_then = table.copy()
            _within(then, table_then, entries, count, sheet)
            if not over(then, table_then):
                at = _write(at, game, roll, then, table_then, sheet, moments)
        for entry in range(count):
            enter(entries[entry], seats, table, sheet)
        ended = end_roll(seats, table)
    return at, roll, seats


@njit(cache=True, nogil=True)
def _games(seed, party, often, mind, sheet, moments, results):
    """Play games; return the number of moments written, and of rolls."""
    np.random.seed(seed)
    at = 0
    rolls = 0
    for game in range(len(party.kinds)):
        draw_board(sheet)
        leaves = 0
        if np.random.random() < party.out:
            leaves = np.random.randint(_FIRST_TO_LEAVE, _LAST_TO_LEAVE)
        first = at
        at, more, seats = _game(
            game,
            party.kinds[game],
            party.slips[game],
            party.finishes[game],
            leaves,
            often,
            mind,
            sheet,
            at,
            moments,
        )
        rolls += more
        for i in range(seats.shape[0]):
            results[game, i] = total(seats[i])
            moments.finals[first:at, i] = results[game, i]
    return at, rolls


def _room(moments: int) -> Moments:
    return Moments(
        np.zeros((moments, MOST_SEATS, ROWS), np.int8),
        np.zeros((moments, MOST_SEATS, SIZE), np.float32),
        np.zeros((moments, MOST_SEATS), np.int16),
        np.zeros((moments, MOST_SEATS), np.int16),
        np.zeros(moments, np.int32),
        np.zeros(moments, np.int16),
        np.zeros(moments, np.int8),
    )


def played(
    sheet: Sheet,
    who: Party,
    mind: Mind,
    seed: int,
    *,
    often: tuple[float, float] = (0.2, 0.2),
    threads: int = 1,
) -> tuple[Moments, np.ndarray, float]:
    """Play games; the number of threads makes no difference to them.

    Args:
        sheet: The printed sheet.
        who: The players.
        mind: What the players know.
        seed: The seed of all random numbers.
        often: The probability that the beginning of a roll, and a moment within it, is recorded.
        threads: The number of threads.

    Returns:
        The recorded moments, the totals of each game, and the mean number of rolls.
    """

    def chunk(start: int) -> tuple[Moments, np.ndarray, int]:
        games = who.part(slice(start, start + _CHUNK))
        room = _room(64 + int(len(games.kinds) * MOST_ROLLS * sum(often)))
        results = np.zeros((len(games.kinds), MOST_SEATS), np.int64)
        own_board = sheet._replace(
            space_rows=sheet.space_rows.copy(), space_numbers=sheet.space_numbers.copy()
        )
        count, rolls = _games(seed + start, games, np.array(often), mind, own_board, room, results)
        filled = Moments(*(each[:count] for each in room))
        moments = filled._replace(seen=filled.seen.astype(np.float16), games=filled.games + start)
        return moments, results, rolls

    with ThreadPoolExecutor(threads) as pool:
        chunks = pool.map(chunk, range(0, len(who.kinds), _CHUNK))
        moments, results, rolls = zip(*chunks, strict=True)
    joined = Moments(*map(np.concatenate, zip(*moments, strict=True)))
    return joined, np.concatenate(results), sum(rolls) / len(who.kinds)

"""Play games with players who see all dice of their roll, for training and measuring."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from jit import jit
from players import FREE, Mind, best_colour, best_space, best_white
from rules import (
    ACTIVE,
    MOST_SEATS,
    MOVE,
    NOTHING,
    PENALISE,
    draw_board,
    end_roll,
    is_over,
    move_pawn,
    new_table,
    next_active,
    space_row,
)
from seat import MADE, OUT, SHEET, total
from seen import write_context, write_parts
from sheets import Sheets
from uses import KIND, PLACE, USE_LENGTH, apply_use, throw

from qwixx_pad.analysis.net import SIZE

ENTRY_SEAT = USE_LENGTH
"""Behind a use in an entry: its seat, from 0."""
ENTRY_LENGTH = USE_LENGTH + 1
MOST_ENTRIES = MOST_SEATS + 3
MOST_ROLLS = 120
_FIRST_TO_LEAVE = 2
_LAST_TO_LEAVE = 22
_CHUNK = 500


class Moments(NamedTuple):
    """Moments of games, a line each; seats that do not exist are zeros.

    Attributes:
        parts: The indices of parts, by seat and half.
        seen: The contexts, by seat.
        totals: The points at that moment, by seat.
        finals: The points at the end, by seat.
        games: The index of the game, from 0.
        rolls: The number of the roll, from 1.
        sizes: The number of seats.
    """

    parts: np.ndarray
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
        early: The kinds of the rolls before `changes`.
        changes: The roll, from 1, from which moments are recorded.
        sheets: Which sheet of the box each seat has, from 0.
        finishes: Whether turns are completed after the second row has closed (rule 10).
        slips: The probability that a choice of an early roll is random.
        out: The share of games in which somebody leaves.
    """

    kinds: np.ndarray
    early: np.ndarray
    changes: np.ndarray
    sheets: np.ndarray
    finishes: np.ndarray
    slips: np.ndarray
    out: float

    def some(self, games: slice) -> "Party":
        return Party._make([*(each[games] for each in self[:-1]), self.out])


def make_party(
    kinds: np.ndarray,
    *,
    early: np.ndarray | None = None,
    changes: int | np.ndarray = 1,
    sheets: int | np.ndarray = 0,
    finishes: int | np.ndarray = 0,
    slips: float | np.ndarray = 0.0,
    out: float = 0.0,
) -> Party:
    """Make the players of games; a single number holds for all games."""
    games = len(kinds)
    return Party(
        kinds,
        kinds if early is None else early,
        np.broadcast_to(np.asarray(changes, np.int64), games).copy(),
        np.broadcast_to(np.asarray(sheets, np.int64), kinds.shape).copy(),
        np.broadcast_to(np.asarray(finishes, np.int64), games).copy(),
        np.broadcast_to(np.asarray(slips, float), games).copy(),
        out,
    )


def fill_seats(kind: int, sizes: np.ndarray) -> np.ndarray:
    """Fill the seats of games of these sizes with one kind of players."""
    return np.where(np.arange(MOST_SEATS) < sizes[:, None], kind, -1)


@jit
def enter_use(entry, seats, table, sheets):
    """Make an entry of a roll."""
    if entry[KIND] == MOVE:
        move_pawn(entry[ENTRY_SEAT], seats, table, sheets, entry[PLACE])
    else:
        apply_use(entry[ENTRY_SEAT], seats, table, sheets, entry)


@jit
def _enter_and_log(entries, count, i, use, seats, table, sheets):
    """Append the use of a seat and play it; return the number of entries."""
    if use[KIND] == NOTHING:
        return count
    entries[count, :USE_LENGTH] = use
    entries[count, ENTRY_SEAT] = i
    enter_use(entries[count], seats, table, sheets)
    return count + 1


@jit
def play_roll(seats, table, dice, white_rows, kinds, slips, mind, sheets, entries):
    """Write what all seats enter with these dice; return the number of entries.

    Nobody knows what the others cross with the white dice. `white_rows` has the row of each seat's
    white cross: -1 for no cross, `FREE` if it chooses.
    """
    active = table[ACTIVE]
    kind = kinds[active]
    count = 0
    then = seats.copy()
    at = table.copy()
    for i in range(seats.shape[0]):
        if i == active or not seats[i, OUT]:
            use = best_white(i, seats, table, dice, white_rows[i], kinds[i], slips, mind, sheets)
            count = _enter_and_log(entries, count, i, use, then, at, sheets)
    if then[active, MADE] < sheets[0].actions and not is_over(then, at, sheets):
        _, use = best_colour(active, then, at, dice, kind, slips, mind, sheets, True)
        count = _enter_and_log(entries, count, active, use, then, at, sheets)
    if sheets[0].board and not is_over(then, at, sheets):
        space = best_space(active, then, at, kind, mind, sheets)
        if space:
            use = np.array([MOVE, space_row(then[active], sheets, space), space, -1, -1])
            count = _enter_and_log(entries, count, active, use, then, at, sheets)
    if then[active, MADE] == 0 and not is_over(then, at, sheets):
        use = np.array([PENALISE, 0, 0, -1, -1])
        count = _enter_and_log(entries, count, active, use, then, at, sheets)
    return count


@jit
def _play_some(seats, table, entries, count, sheets):
    """Play some entries of a roll: those of one seat in order, those of others in any order."""
    entered = np.zeros(count, np.int64)
    for _ in range(np.random.randint(1, count + 1)):
        chosen = np.random.randint(count)
        while entered[chosen]:
            chosen = np.random.randint(count)
        for earlier in range(chosen):
            if entries[earlier, ENTRY_SEAT] == entries[chosen, ENTRY_SEAT] and not entered[earlier]:
                chosen = earlier
                break
        entered[chosen] = 1
        enter_use(entries[chosen], seats, table, sheets)


@jit
def _write_moment(at, game, roll, seats, table, sheets, moments):
    """Write a moment if there is room; return where the next one goes."""
    if at >= moments.parts.shape[0]:
        return at
    for i in range(seats.shape[0]):
        write_context(i, seats, table, sheets, moments.seen[at, i])
        write_parts(seats[i], sheets, table, moments.parts[at, i])
        moments.totals[at, i] = total(seats[i], sheets)
    moments.games[at] = game
    moments.rolls[at] = roll
    moments.sizes[at] = seats.shape[0]
    return at + 1


@jit
def _game(game, party, leaves, often, mind, sheets, at, moments):
    """Play a game; return where the next moment goes, the number of rolls, and the seats."""
    n = 0
    while n < MOST_SEATS and party.kinds[game, n] >= 0:
        n += 1
    seats, table = new_table(n, party.finishes[game])
    seats[:, SHEET] = party.sheets[game, :n]
    entries = np.zeros((MOST_ENTRIES, ENTRY_LENGTH), np.int64)
    white_rows = np.full(n, FREE)
    leaver = np.random.randint(n)
    roll = 0
    ended = False
    while not ended:
        roll += 1
        if roll == leaves and n > 1:
            seats[leaver, OUT] = 1
            if table[ACTIVE] == leaver:
                table[ACTIVE] = next_active(seats, table)
        early = roll < party.changes[game]
        kinds = party.early[game] if early else party.kinds[game]
        slips = party.slips[game] if early else 0.0
        if not early and np.random.random() < often[0]:
            at = _write_moment(at, game, roll, seats, table, sheets, moments)
        dice = throw(sheets)
        count = play_roll(seats, table, dice, white_rows, kinds, slips, mind, sheets, entries)
        if count and not early and np.random.random() < often[1]:
            then = seats.copy()
            table_then = table.copy()
            _play_some(then, table_then, entries, count, sheets)
            if not is_over(then, table_then, sheets):
                at = _write_moment(at, game, roll, then, table_then, sheets, moments)
        for entry in range(count):
            enter_use(entries[entry], seats, table, sheets)
        ended = end_roll(seats, table, sheets)
    return at, roll, seats


@jit(nogil=True)
def _games(seed, party, often, mind, sheets, moments, results):
    """Play games; return the number of moments written, and of rolls."""
    np.random.seed(seed)
    at = 0
    rolls = 0
    for game in range(len(party.kinds)):
        draw_board(sheets)
        leaves = 0
        if np.random.random() < party.out:
            leaves = np.random.randint(_FIRST_TO_LEAVE, _LAST_TO_LEAVE)
        first = at
        at, more, seats = _game(game, party, leaves, often, mind, sheets, at, moments)
        rolls += more
        for i in range(seats.shape[0]):
            results[game, i] = total(seats[i], sheets)
            moments.finals[first:at, i] = results[game, i]
    return at, rolls


def _blank_moments(moments: int, sheets: Sheets) -> Moments:
    return Moments(
        np.zeros((moments, MOST_SEATS, 2, sheets[0].most_parts), np.int16),
        np.zeros((moments, MOST_SEATS, SIZE), np.float32),
        np.zeros((moments, MOST_SEATS), np.int16),
        np.zeros((moments, MOST_SEATS), np.int16),
        np.zeros(moments, np.int32),
        np.zeros(moments, np.int16),
        np.zeros(moments, np.int8),
    )


def play_games(
    sheets: Sheets,
    who: Party,
    mind: Mind,
    seed: int,
    *,
    often: tuple[float, float] = (0.2, 0.2),
    threads: int = 1,
) -> tuple[Moments, np.ndarray, float]:
    """Play games; the number of threads makes no difference to them.

    Args:
        sheets: The printed sheets of a box.
        who: The players.
        mind: What the players know.
        seed: The seed of all random numbers.
        often: The probability that the beginning of a roll, and a moment within it, is recorded.
        threads: The number of threads.

    Returns:
        The recorded moments, the totals of each game, and the mean number of rolls.
    """

    def chunk(start: int) -> tuple[Moments, np.ndarray, int]:
        games = who.some(slice(start, start + _CHUNK))
        room = _blank_moments(64 + int(len(games.kinds) * MOST_ROLLS * sum(often)), sheets)
        results = np.zeros((len(games.kinds), MOST_SEATS), np.int64)
        own_board = sheets.copy()
        count, rolls = _games(seed + start, games, np.array(often), mind, own_board, room, results)
        filled = Moments(*(each[:count] for each in room))
        moments = filled._replace(seen=filled.seen.astype(np.float16), games=filled.games + start)
        return moments, results, rolls

    with ThreadPoolExecutor(threads) as pool:
        chunks = pool.map(chunk, range(0, len(who.kinds), _CHUNK))
        moments, results, rolls = zip(*chunks, strict=True)
    joined = Moments(*map(np.concatenate, zip(*moments, strict=True)))
    return joined, np.concatenate(results), sum(rolls) / len(who.kinds)

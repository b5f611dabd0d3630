"""Positions of a sheet of plain rows that is played alone, and their exact values."""

from typing import NamedTuple

import numpy as np
from exact import PLAIN_ROWS, Rows, Worth, pair, rows_of
from jit import jit
from net import blank, context
from play import fill_seats, make_party, play_games
from players import GREEDY, SOLO, WEAK, Mind
from sheets import sheets_of

from qwixx_pad.analysis.net import ACTIVE_SLOT, PENALTIES, SIZE
from qwixx_pad.analysis.parts import parts_of
from qwixx_pad.core.layout import Layout


class Positions(NamedTuple):
    """Positions, a line each.

    Attributes:
        states: The states of the four rows.
        penalties: The penalties taken.
    """

    states: np.ndarray
    penalties: np.ndarray

    def some(self, which: np.ndarray) -> "Positions":
        return Positions(self.states[which], self.penalties[which])


def join_positions(*positions: Positions) -> Positions:
    """Put positions below each other."""
    return Positions(*map(np.concatenate, zip(*positions, strict=True)))


def _firsts(layout: Layout) -> np.ndarray:
    """The indices of the vectors of the first state of each row."""
    return np.array([part.first for part in parts_of(layout).parts])


def parts_in(layout: Layout, positions: Positions) -> np.ndarray:
    """The indices of the parts of positions, by half, as the net takes them."""
    return (positions.states + _firsts(layout)).reshape(-1, 2, PLAIN_ROWS // 2)


@jit
def _write_contexts(states, penalties, finishes, closed, seen):
    """Write the contexts of positions; `closed` has the state of each row that is closed."""
    for at in range(len(states)):
        closed_count = 0
        for row in range(PLAIN_ROWS):
            closed_count += states[at, row] == closed[row]
        context(
            seen[at],
            seats=1,
            finish=finishes[at],
            turn_of=ACTIVE_SLOT,
            penalties=penalties[at],
            closed_count=closed_count,
        )


def exact_targets(
    layout: Layout, positions: Positions, finishes: np.ndarray, worth: tuple[Worth, Worth]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The contexts of positions, the exact points to come and their standard deviations.

    Args:
        layout: The sheet.
        positions: The positions.
        finishes: For each whether a turn is completed after the second row has closed (rule 10).
        worth: What `solve` returns without and with that rule.
    """
    states, penalties = positions
    rows = rows_of(layout)
    seen = np.zeros((len(states), SIZE), np.float32)
    _write_contexts(states, penalties, finishes, rows.closed[rows.tables], seen)
    p = pair(states[:, 0], states[:, 1])
    q = pair(states[:, 2], states[:, 3])
    at = penalties, p, q
    mean = np.where(finishes, worth[1].mean[at], worth[0].mean[at])
    square = np.where(finishes, worth[1].square[at], worth[0].square[at])
    return seen, mean, np.sqrt(np.maximum(square - mean**2, 0.0))


def draw_uniform(rows: Rows, count: int, chance: np.random.Generator) -> Positions:
    """Draw positions, all possible ones with the same probability."""
    closed = rows.closed[rows.tables]
    states = chance.integers(0, closed + 1, (2 * count + 1000, PLAIN_ROWS))
    states = states[(states == closed).sum(1) < rows.to_end][:count]
    return Positions(states, chance.integers(0, rows.penalties, len(states)))


def sample_play(layout: Layout, worth: np.ndarray, games: int, seed: int) -> Positions:
    """Play games alone with good and bad players and take positions from them."""
    sheets = sheets_of([layout])
    found = []
    for kind in (SOLO, WEAK, GREEDY):
        mind = Mind(*blank(1, 8, 8), worth)
        who = make_party(fill_seats(kind, np.ones(games // 3, int)))
        moments, _, _ = play_games(sheets, who, mind, seed, often=(0.3, 0.0))
        taken = moments.seen[:, 0, PENALTIES : PENALTIES + sheets[0].penalties].argmax(1)
        states = moments.parts[:, 0].reshape(-1, PLAIN_ROWS) - _firsts(layout)
        found.append(Positions(states, taken))
    return join_positions(*found)

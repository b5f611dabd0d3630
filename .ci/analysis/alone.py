"""Positions of a Classic sheet that is played alone, and their exact values."""

import numpy as np
from exact import CLOSED, PENALTIES, ROWS, STATES, TO_END, pair
from net import blank, context, turn
from numba import njit
from play import alike, party, played
from players import GREEDY, SOLO, WEAK, Mind
from rules import Sheet

from qwixx_pad.analysis.net import PENALTIES as TAKEN
from qwixx_pad.analysis.net import SIZE


@njit(cache=True)
def exactly(rows, penalties, finishes, worth, square):
    """The contexts of positions, the exact points to come and their standard deviation."""
    seen = np.zeros((len(rows), SIZE), np.float32)
    mean = np.zeros(len(rows))
    spread = np.zeros(len(rows))
    for at in range(len(rows)):
        shut = 0
        for row in range(ROWS):
            shut += rows[at, row] == CLOSED
        context(
            seen[at],
            1,
            finishes[at],
            turn(0, False, False, False),
            penalties[at],
            0,
            shut,
            0,
            0,
            0,
            0.0,
            0.0,
            False,
            0,
            0,
            False,
            0,
        )
        p = pair(rows[at, 0], rows[at, 1])
        q = pair(rows[at, 2], rows[at, 3])
        finish = finishes[at]
        mean[at] = worth[finish, penalties[at], p, q]
        spread[at] = np.sqrt(max(square[finish, penalties[at], p, q] - mean[at] ** 2, 0.0))
    return seen, mean, spread


def uniform(count: int, chance: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw the rows and penalties of positions, all possible ones with the same probability."""
    rows = chance.integers(0, STATES, (2 * count + 1000, ROWS))
    rows = rows[(rows == CLOSED).sum(1) < TO_END][:count]
    return rows, chance.integers(0, PENALTIES, len(rows))


def from_play(sheet: Sheet, worth: np.ndarray, games: int, seed: int) -> tuple[np.ndarray, ...]:
    """Play games alone with good and bad players; return the rows and penalties of positions."""
    parts = []
    for kind in (SOLO, WEAK, GREEDY):
        mind = Mind(*blank(1, 8, 8), worth)
        who = party(alike(kind, np.ones(games // 3, int)))
        moments, _, _ = played(sheet, who, mind, seed, often=(0.3, 0.0))
        taken = moments.seen[:, 0, TAKEN : TAKEN + PENALTIES].argmax(1)
        parts.append((moments.rows[:, 0].astype(np.int64), taken))
    return tuple(np.concatenate(each) for each in zip(*parts, strict=True))

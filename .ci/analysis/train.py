"""Train all weights in `qwixx_pad/analysis`, in about half an hour.

    python .ci/analysis/train.py [SHEET …]

It needs the extra "training" of pyproject.toml. Each sheet has its own process with a single
thread, so that the same seed makes the same files on one machine.
"""

import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from alone import exactly, from_play, uniform
from exact import solve
from files import write
from learn import Net, fit, fit_exactly
from play import alike, party, played
from players import NET, SOLO, WEAK, Mind
from rules import sheet_of

from qwixx_pad.layouts import installed_layouts

SEED = 20261125
ALONE = "classic_alone"


class NetPlan(NamedTuple):
    """What is trained for a sheet.

    Attributes:
        wide: The size of the net's first layer.
        narrow: The size of its second layer.
        seats: Numbers of seats; each game draws one of them, so that repeated ones are likelier.
    """

    wide: int
    narrow: int
    seats: tuple[int, ...]


LEARNT = {
    "classic": NetPlan(64, 32, (2, 2, 2, 3, 3, 4, 5)),
    "on_board": NetPlan(64, 32, (1, 2, 2, 3, 3, 4)),
    "mixx_a": NetPlan(40, 24, (1, 2, 2, 3, 3, 4, 5)),
    "mixx_b": NetPlan(40, 24, (1, 2, 2, 3, 3, 4, 5)),
}
_FIRST_GAMES = 16_000
_GAMES = 10_000
_LAST_GAMES = 100_000
_GENERATIONS = 4
_LEAVERS = 0.04
"""The share of games in which somebody leaves."""
_STEPS = 5000
_SHOWN = 300
EXACT = Path("tests/analysis/exact.json")
"""The exact values of some positions, for the tests."""


def train(name: str, worth: np.ndarray) -> None:
    """Train a sheet in generations: each plays with the weights of the one before."""
    torch.set_num_threads(1)
    plan = LEARNT[name]
    sheet = sheet_of(installed_layouts()[name])
    chance = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    net = Net(sheet.tables, plan.wide, plan.narrow)

    def generation(number: int, games: int, slips: list[float], epochs: int) -> None:
        began = time.time()
        kinds = alike(NET, chance.choice(plan.seats, games))
        if not number:
            kinds = np.where(kinds < 0, -1, chance.choice([SOLO, SOLO, WEAK], kinds.shape))
        who = party(kinds, chance.integers(0, 2, games), chance.choice(slips, games), _LEAVERS)
        moments, totals, rolls = played(
            sheet, who, Mind(*net.arrays(), worth), SEED + number * 10**6
        )
        points = totals[kinds >= 0].mean()
        seconds = time.time() - began
        tell(f"{name} {number}: {rolls:.1f} rolls, {points:.1f} points, {seconds:.0f} s")
        fit(net, moments, epochs, SEED + number, tell)
        tell(f"{name} {number}: {time.time() - began:.0f} s in all")

    generation(0, _FIRST_GAMES, [0.0, 0.03, 0.1, 0.3], 3)
    for number in range(1, _GENERATIONS + 1):
        slips = [0.0, 0.03, 0.1, 0.3] if number < _GENERATIONS - 1 else [0.0, 0.0, 0.03, 0.1]
        generation(number, _GAMES, slips, 3)
    generation(_GENERATIONS + 1, _LAST_GAMES, [0.0], 4)
    write(name, net.arrays())


def train_alone(worth: np.ndarray, square: np.ndarray) -> None:
    """Train a Classic sheet that is played alone, with exact values."""
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    sheet = sheet_of(installed_layouts()["classic"])
    chance = np.random.default_rng(SEED)
    net = Net(sheet.tables, LEARNT["classic"].wide, LEARNT["classic"].narrow)
    rows, penalties = from_play(sheet, worth[0], 60_000, SEED)

    def batch(size: int) -> tuple[np.ndarray, ...]:
        some, more = uniform(size // 2, chance)
        part = chance.integers(0, len(rows), size - len(some))
        both = np.concatenate([some, rows[part]])
        finishes = chance.integers(0, 2, size)
        return both, *exactly(
            both, np.concatenate([more, penalties[part]]), finishes, worth, square
        )

    fit_exactly(net, batch, _STEPS, tell)
    own, theirs, first, second, last = net.arrays()
    write(ALONE, (own, np.zeros_like(theirs), first, second, last))


def write_exact(worth: np.ndarray, square: np.ndarray) -> None:
    """Write exact values of some positions: rows, penalties, rule 10, mean, standard deviation."""
    sheet = sheet_of(installed_layouts()["classic"])
    chance = np.random.default_rng(SEED)
    rows, penalties = uniform(_SHOWN // 2, chance)
    more, theirs = from_play(sheet, worth[0], 2000, SEED + 1)
    part = chance.choice(len(more), _SHOWN // 2, replace=False)
    rows = np.concatenate([np.zeros((2, 4), int), rows, more[part]])
    penalties = np.concatenate([np.zeros(2, int), penalties, theirs[part]])
    finishes = np.arange(len(rows)) % 2
    _, mean, spread = exactly(rows, penalties, finishes, worth, square)
    columns = zip(rows.tolist(), penalties.tolist(), finishes.tolist(), mean, spread, strict=True)
    lines = (json.dumps([*three, round(m, 4), round(s, 4)]) for *three, m, s in columns)
    EXACT.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def tell(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def main() -> None:
    began = time.time()
    solved = [solve(finish=finish) for finish in (False, True)]
    worth, square = (np.stack([each[part] for each in solved]) for part in (0, 1))
    tell(f"alone {worth[0, 0, 0, 0]:.4f}, {worth[1, 0, 0, 0]:.4f}: {time.time() - began:.0f} s")
    write_exact(worth, square)
    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        tasks = []
        for name in sys.argv[1:] or [*LEARNT, ALONE]:
            if name == ALONE:
                tasks.append(pool.submit(train_alone, worth, square))
            else:
                tasks.append(pool.submit(train, name, worth[0]))
        for task in tasks:
            task.result()
    tell(f"{time.time() - began:.0f} s")


if __name__ == "__main__":
    main()

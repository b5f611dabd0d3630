"""Train the weights in `qwixx_pad/analysis`, of all boxes or of those named.

    python .ci/analysis/train.py [NAME …]

It needs the extra "training" of pyproject.toml. Two boxes are trained at a time, each in a single
thread, and each seeds its random numbers, so that the same seed makes the same files on one
machine. What is finished is stored in `build/analysis`, where a run that was ended goes on.
"""

import json
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from alone import Positions, draw_uniform, exact_targets, join_positions, parts_in, sample_play
from exact import Worth, rows_of, solve
from files import list_sheets, write
from jit import RESULTS
from learn import Net, fit, fit_exactly
from net import Weights
from play import Party, fill_seats, make_party, play_games
from players import GREEDY, NET, SOLO, WEAK, Mind
from sheets import box_of, sheets_of

from qwixx_pad.analysis.parts import parts_of
from qwixx_pad.core.layout import Layout
from qwixx_pad.layouts import installed_layouts

SEED = 20261128
ALONE = "_alone"
"""The end of the name of weights for a sheet that is played alone."""


class NetPlan(NamedTuple):
    """What is trained for a box.

    Attributes:
        wide: The size of the net's first layer.
        narrow: The size of its second layer.
        seats: Numbers of seats; each game draws one of them, so that repeated ones are likelier.
        last_games: The games of the last generations.
    """

    wide: int = 64
    narrow: int = 32
    seats: tuple[int, ...] = (1, 2, 2, 3, 3, 4, 5)
    last_games: tuple[int, ...] = (70_000,)


_PLAIN_ROWS = NetPlan(seats=(2, 2, 2, 3, 3, 4, 5), last_games=(150_000,))
"""Games of such sheets are short and quickly played. No single seat: a solved sheet has weights of
its own for playing alone."""
LEARNT = {
    "classic": _PLAIN_ROWS,
    "on_board": NetPlan(seats=(1, 2, 2, 3, 3, 4)),
    "mixx_a": NetPlan(40, 24),
    "mixx_b": NetPlan(40, 24),
    "big_points": NetPlan(),
    "double_a": NetPlan(),
    "double_b": _PLAIN_ROWS,
    "longo": _PLAIN_ROWS._replace(last_games=(150_000, 70_000)),
    "bonus_a": NetPlan(),
    "bonus_b": NetPlan(),
    "chain": NetPlan(),
    "steps": NetPlan(),
    "x_change": NetPlan(),
    "lucky_15": NetPlan(),
    "connect_15": NetPlan(48, 32),
}
"""By box, in the order of the tables in `docs/analysis.md`."""
SOLVED = ("classic", "double_b", "longo")
"""The sheets whose exact values alone are computed."""
_GAMES = (16_000, 10_000, 10_000, 10_000, 20_000)
"""By generation, without the last ones."""
_EPOCHS = 3
_OFTEN = (0.25, 0.25)
_EXPLORED = 0.6
"""The share of games whose first rolls are played by simple players, or with random choices."""
_LATEST_CHANGE = 25
_SLIPS = (0.0, 0.0, 0.1, 0.3)
_LEAVERS = 0.04
"""The share of games in which somebody leaves."""
_MIXED = 0.5
"""The share of games on different sheets of a box."""
_STEPS = 10_000
_SHOWN = 300
EXACT = Path("tests/analysis/exact.json")
"""The exact values of some positions, for the tests."""


def train(name: str) -> None:
    """Train a box in generations: each plays with the weights of the one before."""
    torch.set_num_threads(1)
    plan = LEARNT[name]
    games = (*_GAMES, *plan.last_games)
    layouts = box_of(name)
    sheets = sheets_of(layouts)
    worth = known_worth(layouts[0])
    torch.manual_seed(SEED)
    net = Net(parts_of(layouts[0]).length, int(sheets[0].most_parts), plan.wide, plan.narrow)

    def generation(number: int) -> Weights:
        began = time.time()
        chance = np.random.default_rng([SEED, number])
        best = [NET] if number else [SOLO, SOLO, WEAK] if worth.size else [WEAK]
        who = _draw_party(games[number], plan.seats, best, len(layouts), chance)
        mind = Mind(*net.arrays(), worth)
        seed = SEED + number * 10**6
        moments, totals, rolls = play_games(sheets, who, mind, seed, often=_OFTEN)
        points = totals[who.kinds >= 0].mean()
        seconds = time.time() - began
        tell(f"{name} {number}: {rolls:.1f} rolls, {points:.1f} points, {seconds:.0f} s")
        fit(net, moments, _EPOCHS, SEED + number, tell)
        tell(f"{name} {number}: {time.time() - began:.0f} s in all")
        return net.arrays()

    for number in range(len(games)):
        own, theirs, first, second, last = stored(f"{name}_{number}", partial(generation, number))
        net = Net.of((own, theirs, first, second, last))
    write(name, net.arrays())


def _draw_party(
    games: int, seats: tuple[int, ...], best: list[int], sheets: int, chance: np.random.Generator
) -> Party:
    """Draw the players of a generation: the kinds of `best` after the early rolls.

    Games that only good players play have few of the positions that people come to.
    """
    there = fill_seats(NET, chance.choice(seats, games)) == NET
    kinds = np.where(there, chance.choice(best, there.shape), -1)
    early = np.where(there, chance.choice([WEAK, GREEDY, best[0]], there.shape), -1)
    explored = chance.random(games) < _EXPLORED
    which = chance.integers(0, sheets, there.shape)
    one = chance.random((games, 1)) > _MIXED
    return make_party(
        kinds,
        early=early,
        changes=np.where(explored, chance.integers(2, _LATEST_CHANGE + 1, games), 1),
        sheets=np.where(one, which[:, :1], which),
        finishes=chance.integers(0, 2, games),
        slips=chance.choice(_SLIPS, games),
        out=_LEAVERS,
    )


def known_worth(layout: Layout) -> np.ndarray:
    """The exact values alone that the first players follow: the sheet's, or nearly.

    Those of Classic if its rows have the same states; empty if nothing is known.
    """
    if layout.name in SOLVED:
        return solved(layout.name)[0].mean
    classic = installed_layouts()["classic"]
    if parts_of(layout).row_tables == parts_of(classic).row_tables:
        return solved("classic")[0].mean
    return np.zeros((0, 0, 0))


def solved(name: str) -> tuple[Worth, Worth]:
    """The exact values of a sheet alone, without and with rule 10's option."""
    layout = installed_layouts()[name]
    one = stored(f"{name}{ALONE}_0", partial(solve, layout, finish=False))
    other = stored(f"{name}{ALONE}_1", partial(solve, layout, finish=True))
    return Worth(*one), Worth(*other)


def stored(name: str, make: Callable[[], tuple[np.ndarray, ...]]) -> tuple[np.ndarray, ...]:
    """Read arrays from `RESULTS`; make and write them if they are not there."""
    path = RESULTS / f"{name}.npz"
    if not path.exists():
        RESULTS.mkdir(parents=True, exist_ok=True)
        arrays = make()
        torn = path.with_suffix(".part.npz")
        np.savez(torn, *arrays)
        torn.rename(path)
    with np.load(path) as file:
        return tuple(file[each] for each in file.files)


def train_alone(name: str) -> None:
    """Train a sheet that is played alone, with exact values."""
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    layout = installed_layouts()[name]
    worth = solved(name)
    chance = np.random.default_rng(SEED)
    plan = LEARNT[name]
    net = Net(parts_of(layout).length, 2, plan.wide, plan.narrow)
    rows = rows_of(layout)
    known = sample_play(layout, worth[0].mean, 60_000, SEED)

    def batch(size: int) -> tuple[np.ndarray, ...]:
        some = draw_uniform(rows, size // 2, chance)
        part = chance.integers(0, len(known.states), size - len(some.states))
        both = join_positions(some, known.some(part))
        finishes = chance.integers(0, 2, size)
        return parts_in(layout, both), *exact_targets(layout, both, finishes, worth)

    fit_exactly(net, batch, _STEPS, tell)
    own, theirs, first, second, last = net.arrays()
    write(f"{name}{ALONE}", (own, np.zeros_like(theirs), first, second, last))


def write_exact() -> None:
    """Write exact values of some positions: rows, penalties, rule 10, mean, standard deviation."""
    lines = []
    for name in SOLVED:
        layout = installed_layouts()[name]
        worth = solved(name)
        chance = np.random.default_rng(SEED)
        start = Positions(np.zeros((2, 4), int), np.zeros(2, int))
        some = draw_uniform(rows_of(layout), _SHOWN // 2, chance)
        known = sample_play(layout, worth[0].mean, 2000, SEED + 1)
        part = chance.choice(len(known.states), _SHOWN // 2, replace=False)
        shown = join_positions(start, some, known.some(part))
        finishes = np.arange(len(shown.states)) % 2
        _, mean, spread = exact_targets(layout, shown, finishes, worth)
        columns = (shown.states.tolist(), shown.penalties.tolist(), finishes.tolist())
        for states, taken, finish, m, s in zip(*columns, mean, spread, strict=True):
            lines.append(json.dumps([name, states, taken, finish, round(m, 4), round(s, 4)]))
    EXACT.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def tell(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def main() -> None:
    began = time.time()
    names = sys.argv[1:] or [*LEARNT]
    for name in SOLVED:
        if name in names or name == "classic":  # whose values other boxes read, in two processes
            tell(f"{name} alone: {', '.join(str(w.mean[0, 0, 0]) for w in solved(name))}")
    if not sys.argv[1:]:
        write_exact()
    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        tasks = {name: pool.submit(train, name) for name in names}
        alone = [name for name in names if name in SOLVED]
        tasks |= {f"{name}{ALONE}": pool.submit(train_alone, name) for name in alone}
        for name, task in tasks.items():
            task.result()
            list_sheets(name, [layout.name for layout in box_of(name.removesuffix(ALONE))])
    tell(f"{time.time() - began:.0f} s")


if __name__ == "__main__":
    main()

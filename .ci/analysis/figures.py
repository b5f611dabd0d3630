"""Measure the weights that ship and write the figures of `docs/analysis.md`.

python .ci/analysis/figures.py [NAME …]

What is measured of a box is stored in `build/analysis`, for as long as its weights stay the same.
"""

import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

import numpy as np
import torch
from advised import measure_advice
from alone import draw_uniform, exact_targets, join_positions, parts_in, sample_play
from exact import rows_of
from files import FOLDER, read, replace_file
from jit import MEASURING_FILES, RESULTS, digest_code
from learn import Net, outcomes, run_net
from play import Moments, fill_seats, make_party, play_games
from players import GREEDY, NET, SOLO, WEAK, Mind
from rules import MOST_SEATS
from scipy.optimize import minimize
from sheets import Sheets, box_of, sheets_of
from train import ALONE, LEARNT, SOLVED, solved

from qwixx_pad.analysis.net import MEAN, POINTS
from qwixx_pad.analysis.turning_points import MIN_ADVICE_GAIN, may_advise
from qwixx_pad.analysis.value import value_of
from qwixx_pad.core.game import Setup
from qwixx_pad.layouts import installed_layouts

TEXT = Path("docs/analysis.md")
MARK = "<!-- figures, by .ci/analysis/figures.py -->\n"
SEED = 7_000_000
"""Far from the seeds that the training plays by."""
_POSITIONS = 10_000
_MATCHES = 2000
_GAMES = 20_000
_OTHERS = 5000
_FITTED = 5000
_DECISIONS = 200
_PLAYED_OUT = 200
_MIN_GAIN = 0.01
_SURE = 1.96
"""Half the width of a 95 % interval, in standard errors."""
_BINS = 10
_BATCH = 8192
MIXED = "mixed"
"""The end of a line's name: each seat has any sheet of the box."""
Line: TypeAlias = tuple[str, ...]
Tables: TypeAlias = dict[str, list[Line]]
"""By the head of a table its lines."""
_HEADS = {
    "alone": "alone, if | exact at the start | off in the mean | off at the 99th percentile "
    "| mean, uniform | mean, from play",
    "starts": "at the start | seats | points | to win | a tie",
    "matches": "two seats | against | won | at least | points | theirs | rolls",
    "advice": "advice on | from a gain of | decisions | was better | gain promised "
    "| gain played out",
    "errors": "chances of | players | games | off in the mean | off in the worst tenth",
    "scores": "Brier scores | the value | 1/n, worse by | the leader wins, worse by "
    "| lead and rolls, worse by",
}


def alone(name: str) -> Iterator[Line]:
    """Yield how close the value of a sheet alone is to the exact one."""
    layout = installed_layouts()[name]
    worth = solved(name)
    net = Net.of(read(f"{name}{ALONE}"))
    chance = np.random.default_rng(SEED)
    half = _POSITIONS // 2
    known = sample_play(layout, worth[0].mean, 9000, SEED)
    some = known.some(chance.choice(len(known.states), half, replace=False))
    positions = join_positions(draw_uniform(rows_of(layout), half, chance), some)
    for finish, rule in enumerate(("the second lock ends the game", "turns are finished")):
        finishes = np.full(len(positions.states), finish)
        seen, mean, _ = exact_targets(layout, positions, finishes, worth)
        with torch.no_grad():
            outputs = net(
                torch.from_numpy(parts_in(layout, positions))[:, None],
                torch.from_numpy(seen)[:, None],
                torch.ones(len(seen), 1),
            )
        off = np.abs(POINTS * outputs[:, 0, MEAN].numpy() - mean)
        yield (
            f"{name}, {rule}",
            f"{worth[finish].mean[0, 0, 0]:.4f}",
            f"{off.mean():.2f}",
            f"{np.quantile(off, 0.99):.2f}",
            f"{off[:half].mean():.2f}",
            f"{off[half:].mean():.2f}",
        )


def starts(name: str) -> Iterator[Line]:
    """Yield the expected totals and chances at the start of games."""
    layout = installed_layouts()[name]
    for seats in range(2, layout.max_seats + 1):
        setup = Setup.for_layout(layout, seats)
        value = value_of(setup)
        if value:
            chances = value.chances_at(setup.start_position())
            yield (
                name,
                str(seats),
                ", ".join(f"{p:.1f}" for p in chances.points),
                ", ".join(f"{100 * w:.1f} %" for w in chances.win),
                f"{100 * chances.draw:.1f} %",
            )


def matches(name: str, sheets: Sheets, which: int, mind: Mind) -> Iterator[Line]:
    """Yield how often a player that follows the net wins at two seats."""
    for rival, other in (("greedy", GREEDY), ("best alone", SOLO)):
        kinds = np.full((_MATCHES, MOST_SEATS), -1)
        kinds[0::2, :2] = (NET, other)
        kinds[1::2, :2] = (other, NET)
        _, totals, rolls = play_games(
            sheets, make_party(kinds, sheets=which), mind, SEED, often=(0.0, 0.0)
        )
        mine = np.where(kinds[:, 0] == NET, totals[:, 0], totals[:, 1])
        theirs = np.where(kinds[:, 0] == NET, totals[:, 1], totals[:, 0])
        won = (mine > theirs) + (mine == theirs) / 2
        least = won.mean() - _SURE * won.std() / _MATCHES**0.5
        yield (
            name,
            rival,
            f"{100 * won.mean():.1f} %",
            f"{100 * least:.1f} %",
            f"{mine.mean():.1f}",
            f"{theirs.mean():.1f}",
            f"{rolls:.1f}",
        )


def games(
    sheets: Sheets, which: int | None, mind: Mind, kind: int, count: int, box: str, seed: int
) -> Moments:
    """Play games that the training has not seen; half of them complete turns (rule 10).

    `which` is the sheet of all seats; None for any sheet of the box for each.
    """
    chance = np.random.default_rng(seed)
    sizes = [size for size in LEARNT[box].seats if size > 1]
    kinds = fill_seats(kind, chance.choice(sizes, count))
    finishes = chance.integers(0, 2, count)
    each = chance.integers(0, len(sheets), kinds.shape) if which is None else which
    who = make_party(kinds, sheets=each, finishes=finishes)
    return play_games(sheets, who, mind, seed, often=(0.1, 0.1))[0]


def chances_of(net: Net, moments: Moments) -> np.ndarray:
    """The chances of each seat at each moment; the last column is that of a tie."""
    found = np.zeros((len(moments.sizes), MOST_SEATS + 1))
    with torch.no_grad():
        for size in np.unique(moments.sizes):
            where = np.flatnonzero(moments.sizes == size)
            for at in range(0, len(where), _BATCH):
                lines = where[at : at + _BATCH]
                heads, totals, _, there = run_net(net, moments, lines)
                chances = torch.exp(outcomes(heads, totals, there)).numpy()
                found[lines, :size] = chances[:, :size]
                found[lines, -1] = chances[:, -1]
    return found


def happened(moments: Moments) -> np.ndarray:
    """For each moment who won alone in the end; the last column is 1 for a tie."""
    ends = np.where(moments.seated, moments.finals, -1000)
    best = ends == ends.max(1, keepdims=True)
    alone_best = best.sum(1, keepdims=True) == 1
    return np.concatenate([best & alone_best, ~alone_best], 1).astype(float)


def calibration(chances: np.ndarray, truth: np.ndarray, moments: Moments) -> tuple[float, float]:
    """The difference of chances and wins by tenths of the chance: its mean and its maximum."""
    own = chances[:, :-1][moments.seated]
    won = truth[:, :-1][moments.seated]
    tenth = np.minimum((own * _BINS).astype(int), _BINS - 1)
    count = np.bincount(tenth, minlength=_BINS)
    apart = np.abs(np.bincount(tenth, own - won, _BINS)) / np.maximum(count, 1)
    return float((apart * count).sum() / count.sum()), float(apart.max())


def _leads(moments: Moments) -> np.ndarray:
    """The points that each seat leads by; below 0 for a seat behind the leader."""
    totals = np.where(moments.seated, moments.totals, -1000)
    top = np.sort(totals, 1)[:, ::-1]
    ahead_of = np.where(totals == top[:, :1], top[:, 1:2], top[:, :1])
    return np.where(moments.seated, totals - ahead_of, 0)


def logistic(fitted: Moments, moments: Moments) -> np.ndarray:
    """Chances from a logistic curve of leads and rolls, which is fitted to other games."""

    def columns(some: Moments) -> np.ndarray:
        lead = _leads(some) / 20.0
        rolls = np.broadcast_to(some.rolls[:, None] / 20.0, lead.shape)
        sizes = np.broadcast_to(1.0 / some.sizes[:, None], lead.shape)
        ones = np.ones_like(lead)
        return np.stack([ones, sizes, rolls, lead, lead * rolls, lead * rolls**2], -1)

    x = columns(fitted)[fitted.seated]
    won = happened(fitted)[:, :-1][fitted.seated]

    def wrong(weights: np.ndarray) -> tuple[float, np.ndarray]:
        chance = 1 / (1 + np.exp(-(x @ weights)))
        log = np.log(np.clip(np.where(won > 0, chance, 1 - chance), 1e-12, 1))
        return -log.mean(), ((chance - won) @ x) / len(won)

    weights = minimize(wrong, np.zeros(x.shape[-1]), jac=True).x
    return np.where(moments.seated, 1 / (1 + np.exp(-(columns(moments) @ weights))), 0.0)


def brier(chances: np.ndarray, truth: np.ndarray, moments: Moments) -> np.ndarray:
    """For each moment the mean squared error of the chances of all seats."""
    return (((chances - truth[:, :-1]) ** 2) * moments.seated).sum(1) / moments.sizes


def clustered(values: np.ndarray, of_game: np.ndarray) -> tuple[float, float]:
    """The mean over moments and half of its 95 % interval, clustered by game."""
    mean = values.mean()
    sums = np.bincount(of_game, values - mean)
    return float(mean), float(_SURE * np.sqrt((sums**2).sum()) / len(values))


def scores(name: str, chances: np.ndarray, moments: Moments, fitted: Moments) -> Line:
    """The Brier score of the chances, and by how much three simple guesses are worse."""
    truth = happened(moments)
    ours = brier(chances[:, :-1], truth, moments)
    even = np.where(moments.seated, 1.0 / moments.sizes[:, None], 0.0)
    leader = np.where(moments.seated & (_leads(moments) >= 0), 1.0, 0.0)
    leader /= leader.sum(1, keepdims=True)
    guesses = (even, leader, logistic(fitted, moments))
    worse = (brier(guess, truth, moments) - ours for guess in guesses)
    figures = [clustered(each, moments.games) for each in (ours, *worse)]
    return name, *(f"{mean:.4f} ± {half:.4f}" for mean, half in figures)


def advised(box: str, mind: Mind) -> Iterator[Line]:
    """Yield how often the advice on white dice was right, by how much it promised."""
    lines = measure_advice(box_of(box), mind, SEED, _DECISIONS, _PLAYED_OUT, _MIN_GAIN)
    for least in (_MIN_GAIN, 0.02, MIN_ADVICE_GAIN, 0.05):
        promised, better, _ = lines[lines[:, 0] >= least].T
        yield (
            box,
            f"{100 * least:.0f} %",
            str(len(promised)),
            f"{100 * (better > 0).mean():.0f} %",
            f"{100 * promised.mean():.1f} %",
            f"{100 * better.mean():.1f} %",
        )


def measure_sheet(box: str, name: str, sheets: Sheets, which: int | None, mind: Mind) -> Tables:
    """Measure the errors of a sheet's chances with three kinds of players, and its Brier scores."""
    net = Net.of(mind[:5])
    found: Tables = {"errors": []}
    for kind, title, count in (
        (NET, "of its kind", _GAMES),
        (WEAK, "weaker", _OTHERS),
        (GREEDY, "greedy", _OTHERS),
    ):
        moments = games(sheets, which, mind, kind, count, box, SEED + kind)
        chances = chances_of(net, moments)
        mean, most = calibration(chances, happened(moments), moments)
        found["errors"].append((name, title, str(count), f"{mean:.4f}", f"{most:.4f}"))
        if kind == NET:
            fitted = games(sheets, which, mind, kind, _FITTED, box, SEED + 10**6)
            found["scores"] = [scores(name, chances, moments, fitted)]
    return found


def measure_box(box: str) -> Tables:
    """Measure all sheets of a box, or read what was measured of these weights."""
    torch.set_num_threads(1)
    weights = [FOLDER / f"{each}.weights" for each in (box, f"{box}{ALONE}")]
    content = b"".join(path.read_bytes() for path in weights if path.exists())
    path = RESULTS / f"{box}_{digest_code(MEASURING_FILES, content)}.json"
    if path.exists():
        return {head: [*map(tuple, lines)] for head, lines in json.loads(path.read_text()).items()}
    layouts = box_of(box)
    sheets = sheets_of(layouts)
    known = solved(box)[0].mean if box in SOLVED else np.zeros((0, 0, 0))
    mind = Mind(*read(box), known)
    tables: Tables = {head: [] for head in _HEADS}
    tables["alone"] += alone(box) if box in SOLVED else ()
    for which, layout in enumerate(layouts):
        tables["starts"] += starts(layout.name)
        tables["matches"] += matches(layout.name, sheets, which, mind)
        for head, lines in measure_sheet(box, layout.name, sheets, which, mind).items():
            tables[head] += lines
    if len(layouts) > 1:
        for head, lines in measure_sheet(box, f"{box}, {MIXED}", sheets, None, mind).items():
            tables[head] += lines
    if may_advise(Setup.for_layout(layouts[0], seats=2)):
        tables["advice"] += advised(box, mind)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, json.dumps(tables).encode())
    return tables


def as_markdown(head: str, lines: list[Line]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"| {head} |"
    yield "|" + " --- |" * (head.count("|") + 1)
    yield from (f"| {' | '.join(line)} |" for line in lines)
    yield ""


def main() -> None:
    """Measure, print the figures and write them into the page."""
    boxes = sys.argv[1:] or [box for box in LEARNT if (FOLDER / f"{box}.weights").exists()]
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork")) as pool:
        measured_boxes = [*pool.map(measure_box, boxes)]
    lines = [
        line
        for name, head in _HEADS.items()
        for line in as_markdown(head, [row for tables in measured_boxes for row in tables[name]])
    ]
    text = "\n".join(lines)
    sys.stdout.write(text)
    if not sys.argv[1:]:
        before = TEXT.read_text(encoding="utf-8").split(MARK)[0]
        TEXT.write_text(f"{before}{MARK}\n{text}", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Measure the weights that ship and write the figures of `docs/analysis.md`.

python .ci/analysis/figures.py
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from advised import measured
from alone import exactly, from_play, uniform
from exact import solve
from files import read
from learn import Net, ahead, outcomes
from play import Moments, alike, party, played
from players import GREEDY, NET, SOLO, WEAK, Mind
from rules import MOST_SEATS, Sheet, sheet_of
from scipy.optimize import minimize
from train import ALONE, LEARNT

from qwixx_pad.analysis.net import MEAN, POINTS
from qwixx_pad.analysis.turning_points import MIN_ADVICE_GAIN
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
_DECISIONS = 300
_PLAYED_OUT = 300
_MIN_GAIN = 0.01
_SURE = 1.96
"""Half the width of a 95 % interval, in standard errors."""
_BINS = 10
_BATCH = 8192
Rows = Iterator[tuple[str, ...]]


def alone(sheet: Sheet, worth: np.ndarray, square: np.ndarray) -> Rows:
    """Yield how close the value of a sheet alone is to the exact one."""
    net = Net.of(sheet.tables, read(ALONE))
    chance = np.random.default_rng(SEED)
    half = _POSITIONS // 2
    some, penalties = uniform(half, chance)
    more, theirs = from_play(sheet, worth[0], 9000, SEED)
    part = chance.choice(len(more), half, replace=False)
    rows = np.concatenate([some, more[part]])
    taken = np.concatenate([penalties, theirs[part]])
    for finish in (0, 1):
        seen, mean, _ = exactly(rows, taken, np.full(len(rows), finish), worth, square)
        with torch.no_grad():
            outputs = net(
                torch.from_numpy(rows)[:, None],
                torch.from_numpy(seen)[:, None],
                torch.ones(len(rows), 1),
            )
        off = np.abs(POINTS * outputs[:, 0, MEAN].numpy() - mean)
        rule = "turns are finished" if finish else "the second lock ends the game"
        start = float(worth[finish, 0, 0, 0])
        yield (
            rule,
            f"{start:.4f}",
            f"{off.mean():.2f}",
            f"{np.quantile(off, 0.99):.2f}",
            f"{off[:half].mean():.2f}",
            f"{off[half:].mean():.2f}",
        )


def starts() -> Rows:
    """Yield the expected totals and chances at the start of games."""
    for name in LEARNT:
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


def matches(sheet: Sheet, mind: Mind) -> Rows:
    """Yield how often a player that follows the net wins at two seats."""
    for name, other in (("greedy", GREEDY), ("best alone", SOLO)):
        kinds = np.full((_MATCHES, MOST_SEATS), -1)
        kinds[0::2, :2] = (NET, other)
        kinds[1::2, :2] = (other, NET)
        _, totals, rolls = played(sheet, party(kinds), mind, SEED, often=(0.0, 0.0), threads=2)
        mine = np.where(kinds[:, 0] == NET, totals[:, 0], totals[:, 1])
        theirs = np.where(kinds[:, 0] == NET, totals[:, 1], totals[:, 0])
        won = (mine > theirs) + (mine == theirs) / 2
        least = won.mean() - _SURE * won.std() / _MATCHES**0.5
        yield (
            name,
            f"{100 * won.mean():.1f} %",
            f"{100 * least:.1f} %",
            f"{mine.mean():.1f}",
            f"{theirs.mean():.1f}",
            f"{rolls:.1f}",
        )


def games(
    sheet: Sheet, mind: Mind, kind: int, count: int, sizes: tuple[int, ...], seed: int
) -> Moments:
    """Play games that the training has not seen; half of them complete turns (rule 10)."""
    chance = np.random.default_rng(seed)
    who = party(alike(kind, chance.choice(sizes, count)), chance.integers(0, 2, count))
    return played(sheet, who, mind, seed, often=(0.1, 0.1), threads=2)[0]


def chances_of(net: Net, moments: Moments) -> np.ndarray:
    """The chances of each seat at each moment; the last column is that of a tie."""
    found = np.zeros((len(moments.sizes), MOST_SEATS + 1))
    with torch.no_grad():
        for size in np.unique(moments.sizes):
            where = np.flatnonzero(moments.sizes == size)
            for at in range(0, len(where), _BATCH):
                part = where[at : at + _BATCH]
                heads, totals, _, there = ahead(net, moments, part)
                chances = torch.exp(outcomes(heads, totals, there)).numpy()
                found[part, :size] = chances[:, :size]
                found[part, -1] = chances[:, -1]
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


def scores(chances: np.ndarray, moments: Moments, fitted: Moments) -> Rows:
    """Yield the Brier scores of the chances and of three simple guesses."""
    truth = happened(moments)
    ours = brier(chances[:, :-1], truth, moments)
    even = np.where(moments.seated, 1.0 / moments.sizes[:, None], 0.0)
    leader = np.where(moments.seated & (_leads(moments) >= 0), 1.0, 0.0)
    leader /= leader.sum(1, keepdims=True)
    mean, half = clustered(ours, moments.games)
    yield "the value", f"{mean:.4f}", f"± {half:.4f}", ""
    for name, guess in (
        ("1/n", even),
        ("the leader wins", leader),
        ("lead and rolls, logistic", logistic(fitted, moments)),
    ):
        theirs = brier(guess, truth, moments)
        mean, half = clustered(theirs, moments.games)
        better, about = clustered(theirs - ours, moments.games)
        yield name, f"{mean:.4f}", f"± {half:.4f}", f"{better:.4f} ± {about:.4f}"


def advised(sheet: Sheet, mind: Mind) -> Rows:
    """Yield how often the advice on white dice was right, by how much it promised."""
    lines = measured(
        installed_layouts()["classic"], sheet, mind, SEED, _DECISIONS, _PLAYED_OUT, _MIN_GAIN
    )
    for least in (_MIN_GAIN, 0.02, MIN_ADVICE_GAIN, 0.05):
        promised, better, _ = lines[lines[:, 0] >= least].T
        yield (
            f"{100 * least:.0f} %",
            str(len(promised)),
            f"{100 * (better > 0).mean():.0f} %",
            f"{100 * promised.mean():.1f} %",
            f"{100 * better.mean():.1f} %",
        )


def table(head: str, rows: Rows) -> Iterator[str]:
    """Yield the lines of a table in Markdown."""
    columns = head.count("|") + 1
    yield f"| {head} |"
    yield "|" + " --- |" * columns
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def calibrated(
    name: str, sizes: tuple[int, ...], worth: np.ndarray
) -> tuple[list[tuple[str, ...]], list[str]]:
    """Measure the errors of a sheet's chances with three kinds of players, and its Brier scores."""
    sheet = sheet_of(installed_layouts()[name])
    mind = Mind(*read(name), worth)
    net = Net.of(sheet.tables, read(name))
    together = tuple(size for size in sizes if size > 1)
    rows = list[tuple[str, ...]]()
    lines = list[str]()
    for kind, title, count in (
        (NET, "of its kind", _GAMES),
        (WEAK, "weaker", _OTHERS),
        (GREEDY, "greedy", _OTHERS),
    ):
        moments = games(sheet, mind, kind, count, together, SEED + kind)
        chances = chances_of(net, moments)
        mean, most = calibration(chances, happened(moments), moments)
        rows.append((name, title, str(count), f"{mean:.4f}", f"{most:.4f}"))
        if kind == NET:
            fitted = games(sheet, mind, kind, _FITTED, together, SEED + 10**6)
            head = f"{name} | Brier score | 95 % | worse by"
            lines += table(head, scores(chances, moments, fitted))
    return rows, lines


def figures() -> Iterator[str]:
    """Yield all tables as Markdown."""
    solved = [solve(finish=finish) for finish in (False, True)]
    worth, square = (np.stack([each[part] for each in solved]) for part in (0, 1))
    classic = sheet_of(installed_layouts()["classic"])
    yield from table(
        "alone, if | exact at the start | off in the mean | off at the 99th percentile "
        "| mean, uniform | mean, from play",
        alone(classic, worth, square),
    )
    yield from table(
        "two seats, against | won | at least | points | theirs | rolls",
        matches(classic, Mind(*read("classic"), worth[0])),
    )
    yield from table("at the start | seats | points | to win | a tie", starts())
    yield from table(
        "advice, told from | decisions | was better | by, as told | by, played out",
        advised(classic, Mind(*read("classic"), worth[0])),
    )
    calibrations = [calibrated(name, plan.seats, worth[0]) for name, plan in LEARNT.items()]
    rows = (row for rows, _ in calibrations for row in rows)
    yield from table(
        "chances of | players | games | off in the mean | off in the worst tenth", rows
    )
    for _, lines in calibrations:
        yield from lines


def main() -> None:
    """Measure, print the figures and write them into the page."""
    torch.set_num_threads(os.cpu_count() or 1)
    lines = "\n".join(figures())
    before = TEXT.read_text(encoding="utf-8").split(MARK)[0] if TEXT.exists() else ""
    TEXT.write_text(before + MARK + "\n" + lines, encoding="utf-8")
    sys.stdout.write(lines)


if __name__ == "__main__":
    main()

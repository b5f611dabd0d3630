"""Links from strangers, in large numbers, and how long links of games are.

`run.py links` says how many were refused and what the slowest and largest cost; it ends with an
error if one raises.
"""

import collections
import functools
import random
import statistics
import time
import tracemalloc
from contextlib import suppress

from measuring import say

from qwixx_pad.core.notation import HeadError
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library.library import opened_library
from qwixx_pad.library.links import LinkContent, pack_games
from tests.support.library.many_links import DamagedLinks, open_link, played, sheet_settings

LINKS = 100_000
GAMES = 200
FIVE_SEATS = 100
WORTH_REPEATING_MS = 20


def bench_links(folder, links=LINKS):
    with opened_library(folder) as (service, library, _):
        damaged = DamagedLinks(60)
        for saved in damaged.games[::2]:
            library._storage.add_game(saved.head)
            library._storage.append(saved.head.id, 0, *saved.entries)
        costs = collections.defaultdict(list)
        opened = 0
        for _ in range(links):
            item, kind = damaged.make()
            opening = functools.partial(open_link, item, library, service.sheets)
            opened += opening() is not None
            costs[kind].append(_milliseconds(opening))
        say(f"links, {links:,} damaged", f"{links - opened:,} refused, {opened:,} opened")
        for kind, took in sorted(costs.items()):
            middle = statistics.median(took)
            say(f"links, {kind}", f"{len(took):,}: median {middle:.2f} ms, most {max(took):.1f} ms")
        watched = links // 10  # watching the memory takes ten times as long
        largest = _largest(DamagedLinks(61), library, service.sheets, watched)
        say(f"links, memory of {watched:,} others", f"most {largest:,} kB")
    bench_lengths()


def _milliseconds(opening):
    """The processor time of opening a link; the best of three where it is long."""
    took = []
    for _ in range(3):
        started = time.process_time()
        opening()
        took.append(1000 * (time.process_time() - started))
        if took[-1] < WORTH_REPEATING_MS:
            break
    return min(took)


def _largest(damaged, library, sheets, links):
    """The most memory that a link takes while it is opened, in kB."""
    largest = 0
    tracemalloc.start()
    for _ in range(links):
        item, _ = damaged.make()
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        open_link(item, library, sheets)
        largest = max(largest, tracemalloc.get_traced_memory()[1] - before)
    tracemalloc.stop()
    return largest // 1000


def bench_lengths():
    rng = random.Random(60)
    heads = [f"{layout}/{seats}" for layout in installed_layouts() for seats in range(2, 6)]
    heads += installed_layouts()
    games = []
    while len(games) < GAMES:
        head = rng.choice(heads)
        with suppress(HeadError):
            games.append(played(head, rng))
    _say_lengths(f"{GAMES} games on all sheets", games)
    _say_lengths(
        f"{FIVE_SEATS} of five seats", [played("classic/5", rng) for _ in range(FIVE_SEATS)]
    )


def _say_lengths(what, games):
    entries = [len(saved.entries) for saved in games]
    say(f"links, {what}: entries", f"median {statistics.median(entries)}, most {max(entries)}")
    for names in (True, False):
        content = LinkContent(names=names)
        chars = [len(pack_games([saved], sheet_settings(), content)) for saved in games]
        kind = "with names" if names else "without names"
        figures = f"median {statistics.median(chars):.0f} characters, most {max(chars):,}"
        say(f"links, {what}, {kind}", figures)

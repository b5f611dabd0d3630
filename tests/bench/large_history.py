"""What many stored games cost: opening, an entry, list, statistics, export, import, and screens."""

import time
from datetime import UTC, datetime, timedelta
from itertools import cycle

from qwixx_pad.core.moves import parse_token
from qwixx_pad.library.library import opened_library
from qwixx_pad.storage import open_storage
from qwixx_pad.storage.saved import ImportBatch
from qwixx_pad.storage.summary import GameQuery
from tests.support.random_evenings import evenings
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client

ANNA = GameQuery(players=("Anna",))
PAGE = 10
REPEATS = 5


def seconds(does):
    started = time.perf_counter()
    does()
    return time.perf_counter() - started


def best_of(does):
    """The shortest of some runs, in milliseconds: what the work itself costs."""
    return 1000 * min(seconds(does) for _ in range(REPEATS))


def bench_history(folder, numbers, say):
    """Each number of games in a folder of its own."""
    for number in numbers:
        _bench(folder / str(number), number, say)


def _bench(folder, number, say):
    what = f"{number:,} games"
    storage, _ = open_storage(folder, now=datetime.now(UTC))
    games = tuple((game, None) for game in evenings(number))
    say(
        f"{what}, take in",
        f"{seconds(lambda: storage.import_games(ImportBatch(new_games=games))):.1f} s",
    )
    storage.close()
    first = seconds(lambda: _opened(folder))
    say(f"{what}, opening with summaries from the logs", f"{first:.1f} s")
    say(f"{what}, opening", f"{best_of(lambda: _opened(folder)):.0f} ms")
    with opened_library(folder) as (service, library, _):
        entered = map(
            service.start("classic", ("Anna",)).enter, cycle(map(parse_token, ("r2", "undo")))
        )
        say(f"{what}, an entry", f"{best_of(lambda: next(entered)):.1f} ms")
        for name, ask in _asked(library, number).items():
            say(f"{what}, {name}", f"{best_of(ask):.1f} ms")
        for name, pieces in (
            ("history as a file", library.history_file),
            ("sheets as CSV", lambda: library.games_table(GameQuery())),
        ):
            started = time.perf_counter()
            size = sum(len(piece) for piece in pieces())
            took = time.perf_counter() - started
            say(f"{what}, {name}", f"{took:.1f} s, {size / 1e6:.1f} MB")
    size = sum(file.stat().st_size for file in folder.iterdir())
    say(f"{what}, data folder", f"{size / 1e6:.0f} MB")


def _opened(folder):
    """As an app is opened: up to the list of games."""
    with opened_library(folder) as (_, library, _):
        library.page(GameQuery(), 0, PAGE)


def _asked(library, number):
    last_year = evenings_end(number) - timedelta(days=365)
    return {
        "first page": lambda: library.page(GameQuery(), 0, PAGE),
        "last page": lambda: library.page(GameQuery(), number - PAGE, PAGE),
        "search two letters": lambda: library.page(GameQuery(search="zo"), 0, PAGE),
        "statistics of one player": lambda: library.statistics_of(ANNA),
        "the same, one year": lambda: library.statistics_of(
            GameQuery(players=("Anna",), since=last_year)
        ),
        "statistics of everyone": lambda: library.statistics_of(GameQuery()),
    }


def evenings_end(number):
    """When the last of so many evenings was, about."""
    return next(iter(evenings(1))).head.started + timedelta(minutes=210 * number)


async def bench_screens(folder, number, say):
    """The screens on a folder that `bench_history` has filled, in a session without a browser."""
    what = f"{number:,} games"
    with opened_pad(folder / str(number)) as pad:
        async with Client(pad.show_caller) as tab:
            for place in ("history", "statistics", "play"):
                before = tab.wire.bytes_out
                started = time.perf_counter()
                await tab.tap(place)
                took = 1000 * (time.perf_counter() - started)
                size = (tab.wire.bytes_out - before) / 1000
                say(f"{what}, open {place}", f"{took:.0f} ms, {size:.0f} kB")

"""What a tap costs beneath the screen: controls, Python and bytes, for the tapper and the others.

Real sessions of Flet over a wire of our own; all phones of a table are in this process. Times
are those of the processor, so that other work on the computer and its disk are left out.
"""

import statistics
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import islice

import flet as ft
from measuring import loop, say, spread
from table_load import NAMES, Script

from qwixx_pad.identity.devices import DeviceIdentity
from tests.support.ui.session_client import CALM, CLOCK, Client
from tests.support.ui.table_devices import HOST, device, open_table, pad_of_one_who_knows, set_up
from tests.support.ui.tap_cost import counted

WHITE = [f"{row}{n}" for n in range(2, 12) for row in "ry"]
GREEN = [f"{row}{n}" for n in range(12, 2, -1) for row in "gb"]
TAPS = [tap for pair in zip(WHITE, GREEN, strict=True) for tap in pair]
"""Forty crosses that are all legal and lock nothing."""
AT_A_TABLE = 35
"""Taps of five rolls."""


@dataclass(frozen=True, slots=True)
class Tap:
    """What one tap cost.

    Attributes:
        took: Milliseconds of Python from the event to the first patch of who tapped.
        all: … to the last patch of the last phone.
        built: Controls that were made for who tapped.
        compared: Controls that were compared with what was there before.
        size: Bytes that were sent to who tapped.
        others: The same three for each other phone.
    """

    took: float
    all: float
    built: int
    compared: int
    size: int
    others: list[tuple[int, int, int]]


async def measured(counts, tabs, tapper, identifier):
    """Tap, and wait until nothing is sent any more."""
    before = [counts.of(tab) for tab in tabs]
    first = tabs[tapper]
    last = [tab.patches() for tab in tabs]
    key = first.key(identifier)
    CLOCK.wait(CALM)
    started = time.process_time()
    event = "tap_up" if isinstance(key, ft.GestureDetector) else "click"
    await first.session.dispatch_event(key._i, event, None)
    await first.session.after_event(first.page)
    while first.patches() == last[tapper]:
        await first.settle(1)
    took = time.process_time() - started
    quiet = 0
    ended = took
    while quiet < 8:
        await first.settle(1)
        now = [tab.patches() for tab in tabs]
        quiet, last, ended = (
            (quiet + 1, last, ended) if now == last else (0, now, time.process_time() - started)
        )
    costs = [
        tuple(b - a for a, b in zip(was, counts.of(tab), strict=True))
        for was, tab in zip(before, tabs, strict=True)
    ]
    own = costs.pop(tapper)
    return Tap(1000 * took, 1000 * ended, *own, costs)


async def bench_taps(folder):
    """Each kind of table in turn."""
    with counted() as counts:
        for name, space in {"one sheet": (390, 844), "one sheet, landscape": (844, 390)}.items():
            with pad_of_one_who_knows(folder / name) as pad:
                await _alone(counts, pad, name, space)
        with pad_of_one_who_knows(folder / "tablet") as pad:
            await _tablet(counts, pad)
        with pad_of_one_who_knows(folder / "phones") as pad:
            await _phones(counts, pad)


async def _alone(counts, pad, name, space):
    async with Client(pad.show_owner, *space) as tab:
        await tab.tap("new-game")
        screen = len([*tab.walk()])
        fixed = loop()
        say(f"{name}, controls on the screen", screen)
        _tell(name, [await measured(counts, [tab], 0, tap) for tap in TAPS], fixed)
    async with Client(pad.show_owner, *space, route="/settings") as tab:
        await tab.tap("back")
        await tab.tap("new-game")
        _tell(f"{name}, a skip of five", [await measured(counts, [tab], 0, "r7")], fixed)


async def _tablet(counts, pad):
    async with device(pad, HOST, width=1180, height=820) as tab:
        await set_up(tab, *NAMES)
        await tab.tap("start-game")
        fixed = loop()
        name = "five sheets on a tablet"
        say(f"{name}, controls on the screen", len([*tab.walk()]))
        steps = [
            (identifier, await measured(counts, [tab], 0, identifier))
            for seat, token, *_ in islice(Script().without_locks(), AT_A_TABLE)
            for identifier in [token if token == "end-turn" else f"s{seat}-{token}"]
        ]
        _tell_rolls(name, steps, fixed)


async def _phones(counts, pad):
    async with AsyncExitStack() as stack:
        opener = await stack.enter_async_context(device(pad, HOST))
        code = await open_table(opener, *NAMES)
        tabs = [opener]
        for seat in range(2, len(NAMES) + 1):
            identity = DeviceIdentity(f"phone {seat}", f"192.0.2.{seat}", is_this_computer=False)
            tab = await stack.enter_async_context(device(pad, identity, f"/join/{code}"))
            tabs.append(await tab.tap(f"sit-{seat}"))
        await opener.tap("start-game")
        for tab in tabs:
            await tab.settle()
        fixed = loop()
        steps = [
            (token, await measured(counts, tabs, seat - 1, token))
            for seat, token, *_ in islice(Script().without_locks(), AT_A_TABLE)
        ]
        _tell_rolls("five phones", steps, fixed)


def _tell_rolls(name, steps, fixed):
    _tell(name, [tap for token, tap in steps if token != "end-turn"], fixed)
    _tell(f"{name}, end of roll", [tap for token, tap in steps if token == "end-turn"], fixed)


def _tell(name, taps, fixed):
    """The middle of many taps, or the only one."""
    took = [tap.took for tap in taps]
    built, compared, size = (
        statistics.median(getattr(tap, what) for tap in taps)
        for what in ("built", "compared", "size")
    )
    say(f"{name}, built / compared", f"{built:.0f} / {compared:.0f} controls, {size:.0f} bytes")
    others = [cost for tap in taps for cost in tap.others]
    if others:
        middle = [statistics.median(costs) for costs in zip(*others, strict=True)]
        patches = "{:.0f} / {:.0f} controls, {:.0f} bytes".format(*middle)
        say(f"{name}, each other phone, built / compared", patches)
        say(f"{name}, tap to all phones", spread([tap.all for tap in taps]))
    if len(taps) > 1:
        loops = f"{statistics.median(took) / fixed:.2f} loops of {fixed:.1f} ms"
        say(f"{name}, tap to patch", f"{spread(took)}, {loops}")

"""What tables cost a server: phones over real WebSockets, on this computer alone.

The simulated phones have a process of their own, but not a computer: they take their share of it.
"""

import asyncio
from contextlib import AsyncExitStack, contextmanager

from measuring import loop, spread
from table_load import NAMES, Cost, FiveAtATable

from qwixx_pad.identity.network import host_names
from tests.support.browser.chromium_pad import Server
from tests.support.websocket_phone import Phone

ROUND = 35
"""Taps of one measurement; where there are more tables, one each."""
LONGEST = 900
"""Seconds after which a measurement is given up."""
HEAD = (
    "| phones | one table taps | all tables tap in turn | CPU a tap | memory a phone |\n"
    "| ---: | ---: | ---: | ---: | ---: |"
)


def bench_load(folder, root, sizes, say):
    """Each number of phones on a server of its own; returns lines of a table for the docs."""
    lines = [HEAD]
    for phones in sizes:
        with _served(folder / str(phones), root) as (server, cost):
            measured = _taps(server, cost, phones, say)
            lines.append(asyncio.run(asyncio.wait_for(measured, LONGEST)))
    return lines


@contextmanager
def _served(folder, root):
    server = Server(folder, lan=True, PYTHONPATH=str(root))
    try:
        asyncio.run(_first_visit(server.port))
        yield server, Cost(server._process.pid)
    finally:
        server.stop()


async def _first_visit(port):
    """What is loaded once is not what a phone costs."""
    async with Phone(port) as phone:
        await phone.sees("settings")


async def _tables(server, count, stack):
    guests = next(iter(reversed(host_names())), "127.0.0.1")
    return [await FiveAtATable().open(server.port, guests, stack) for _ in range(count)]


async def _taps(server, cost, phones, say):
    async with AsyncExitStack() as stack:
        tables = await _tables(server, phones // len(NAMES), stack)
        memory = cost.memory / phones
        connected = [milliseconds for table in tables for milliseconds in table.connected]
        scripts = [table.script.without_locks() for table in tables]
        before = cost.cpu
        one = [await tables[0].step(next(scripts[0])) for _ in range(ROUND)]
        each = [
            await tables[number % len(tables)].step(next(scripts[number % len(tables)]))
            for number in range(max(ROUND, len(tables)))
        ]
        cpu = (cost.cpu - before) / (len(one) + len(each))
    say(f"{phones} phones, connect to the seats", spread(connected, 0))
    say(f"{phones} phones, one table, tap to all others", spread(one, 0))
    say(f"{phones} phones, all tables in turn, the same", spread(each, 0))
    fixed = loop()
    cpu_text = f"{cpu:.0f} ms CPU a tap ({cpu / fixed:.1f} loops of {fixed:.1f} ms)"
    say(f"{phones} phones, server", f"{cpu_text}, {memory:.2f} MB a phone")
    return f"| {phones} | {_cell(one)} | {_cell(each)} | {cpu:.0f} ms | {memory:.2f} MB |"


def _cell(milliseconds):
    return spread(milliseconds, 0).replace("median ", "").replace(", p95", " /")

"""Apps at real relays: at one, and at two on one PostgreSQL, of which either may be killed."""

import asyncio
from collections import Counter
from contextlib import closing

import pytest

from qwixx_pad.multiplayer.online.link import LinkError
from qwixx_pad.multiplayer.requests import Enter
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.multiplayer.wire import THIS_DEVICE
from qwixx_pad.relay.store import open_store
from qwixx_pad.server.relay_link import dial_relay
from tests.support.haproxy import haproxy
from tests.support.multiplayer.online_apps import app, join, playing
from tests.support.multiplayer.remote_room import until
from tests.support.relay.running_relay import Relay
from tests.support.relay_processes import free_ports, relays
from tests.support.strategies import entry

NAMES = ("Anna", "Ben", "Cleo", "Dan")
SEATS = range(1, len(NAMES) + 1)
ROLLS = range(2, 10)
KILLED = 4
BACK = 6
RESTARTED = 8
"""In which roll a relay is killed, comes back, and the database starts again."""


@pytest.fixture
def relay(tmp_path):
    running = Relay(tmp_path / "relay")
    yield running
    running.close()


async def test_apps_share_entries_and_detect_relay_shutdown(relay, tmp_path, last):
    apps = [app(tmp_path / name, last, dial_relay, relay.url) for name in ("anna", "ben")]
    async with playing(*apps) as (anna, ben):
        assert anna.submit_request(THIS_DEVICE, Enter(entry("1:r5"), 0)) is None
        await until(lambda: [each.text for each in ben.opened.game.log] == ["1:r5"])
        relay.server.should_exit = True
        await until(lambda: anna.link is ben.link is Link.DOWN)


@pytest.mark.parametrize("url", ["wss://127.0.0.1:1/relay", "nonsense"])
async def test_dial_fails_where_no_relay_answers(url):
    with pytest.raises(LinkError):
        await dial_relay(url)


async def test_dial_fails_on_a_path_without_relay(relay):
    with pytest.raises(LinkError):
        await dial_relay(relay.url.replace("/relay", "/elsewhere"))


# Two relays behind one address


def tokens(table):
    """What a phone has on its disk; it gives up a table whose log has changed but at its end."""
    return [each.text for each in table.opened.confirmed.game.log]


def enters(table, token):
    return (
        table.submit_request(THIS_DEVICE, Enter(entry(token), len(table.opened.game.log))) is None
    )


async def roll(tables, number, happens):
    """Everybody crosses the same number; who rolls crosses another one too, and ends the roll."""
    turn = ROLLS.index(number)
    crosses = {f"{seat}:r{number}" for seat in SEATS}
    for seat, table in zip(SEATS, tables, strict=True):
        assert enters(table, f"{seat}:r{number}")
    await until(lambda: crosses & {*tokens(tables[0])})
    if happens:
        await happens()
    roller = turn % len(NAMES)
    assert enters(tables[roller], f"{roller + 1}:b{14 - number}")
    await until(lambda: crosses <= {*tokens(tables[roller])})
    await until(lambda: enters(tables[roller], "/"))
    await until(lambda: all(tokens(table).count("/") == turn + 1 for table in tables))


@pytest.mark.processes
async def test_killed_relay_and_restarted_database_lose_no_saved_data(tmp_path, last, postgres):
    own, *ports = free_ports(3)
    dialled = []
    killed = []

    async def counted(url):
        dialled.append(url)
        return await dial_relay(url)

    async def kill():
        links = balancer.links()
        assert sorted(links.values()) == [0, len(NAMES)]  # all phones of a table are at one relay
        keeps = max(links, key=links.get)
        killed.append(next(each for each in running if each.port == keeps))
        killed[0].kill()

    async def come_back():
        killed[0].start()

    async def restart():
        await asyncio.to_thread(postgres.stop, "immediate")
        await asyncio.to_thread(postgres.start)

    happenings = {KILLED: kill, BACK: come_back, RESTARTED: restart}
    url = f"ws://127.0.0.1:{own}/relay"
    names = (*NAMES, "Late")
    apps = [app(tmp_path / name, last, counted, url, min_backoff_s=0.01) for name in names]
    options = ("--data", tmp_path, "--database", postgres.address)
    with relays(ports, *options) as running, haproxy(tmp_path, own, ports) as balancer:
        async with playing(*apps[:-1]) as tables:
            for number in ROLLS:
                await roll(tables, number, happenings.get(number))
            await until(lambda: all(table.is_present(seat) for table in tables for seat in SEATS))
            late = await join(apps[-1], tables[0].seating.code)
            await until(lambda: late.opened)
    with closing(open_store(tmp_path, postgres.address)) as store:
        seating = tables[0].seating
        stored = [each.token for each in store.load(seating.game, seating.code).saved.entries]
    crossed = [f"{seat}:r{number}" for number in ROLLS for seat in SEATS]
    blue = [f"{turn % 4 + 1}:b{14 - number}" for turn, number in enumerate(ROLLS)]
    assert Counter(stored) == Counter([*crossed, *blue, *"/" * len(ROLLS)])
    for table in (*tables, late):
        assert (tokens(table), table.unsent, table.lost) == (stored, (), ())
    assert len(dialled) > len(apps), "nobody has lost a link"

"""A link on which nobody speaks any more: found out soon, and made again at once."""

import asyncio

import pytest

from qwixx_pad.multiplayer.online.link import LinkTimes, TableLink
from qwixx_pad.multiplayer.state import Link
from tests.support.multiplayer.remote_room import World, until
from tests.support.multiplayer.scripted_relay import ScriptedRelay

SOON = 0.02
NEVER = 3600.0


@pytest.fixture
def world(tmp_path, last):
    world = World(tmp_path, last, "anna", "ben").start()
    world.phones[1].cut()
    return world


async def linked(world, ignores=(), **times):
    """Ben's link, once it is up, with waits that never end but these."""
    network = ScriptedRelay(world.welcome)
    network.ignores = set(ignores)
    never = dict.fromkeys(("min_backoff_s", "max_backoff_s", "ping_after_s", "answer_s"), NEVER)
    link = TableLink(world.phones[1].table, network.dial, "secret", LinkTimes(**never | times))
    link.ensure_running()
    await until(lambda: world.phones[1].table.link is Link.UP)
    return network, link


@pytest.mark.parametrize("way", [TableLink.check, TableLink.try_now])
async def test_lost_link_is_tried_at_once_when_asked(world, way):
    network, link = await linked(world)
    network.sockets[0].answers.put_nowait(None)
    await until(lambda: world.phones[1].table.link is Link.DOWN)
    assert network.dialled == 1
    way(link)
    await until(lambda: world.phones[1].table.link is Link.UP)
    assert network.dialled == 2
    link.stop()


async def test_hanging_try_gives_way_to_the_next(world):
    network, link = await linked(world, dial_s=SOON, min_backoff_s=0, max_backoff_s=0)
    network.hangs = True
    network.sockets[0].answers.put_nowait(None)
    await until(lambda: network.dialled > 3)
    network.hangs = False
    await until(lambda: world.phones[1].table.link is Link.UP)
    link.stop()


async def test_relay_that_answers_no_ping_is_left(world):
    network, link = await linked(
        world, ping_after_s=SOON, answer_s=SOON, min_backoff_s=0, max_backoff_s=0, ignores={"ping"}
    )
    await until(lambda: len(network.sockets) > 1)
    link.stop()


async def test_relay_that_answers_no_entry_is_left(world):
    assert world.phones[1].tap("2:b5") is None
    network, link = await linked(
        world, answer_s=SOON, min_backoff_s=0, max_backoff_s=0, ignores={"enter"}
    )
    await until(lambda: len(network.sockets) > 1)
    assert network.sockets[0].heard == ["join", "enter"]
    link.stop()


async def test_checked_relay_that_answers_keeps_its_link(world):
    network, link = await linked(world, check_s=5)
    link.check()
    await until(lambda: network.sockets[0].heard.count("ping") == 1)
    link.try_now()
    await asyncio.sleep(SOON)
    assert (network.dialled, world.phones[1].table.link) == (1, Link.UP)
    link.stop()


async def test_checked_relay_that_is_silent_loses_its_link(world):
    network, link = await linked(world, check_s=SOON)
    network.ignores = {"ping"}
    link.check()
    await until(lambda: world.phones[1].table.link is Link.DOWN)
    link.stop()


async def test_relay_that_sends_nonsense_is_tried_less_and_less(world):
    network, link = await linked(world, min_backoff_s=0.01, max_backoff_s=0.01)
    network.answers = {"join": {}}
    network.sockets[0].answers.put_nowait(None)
    began = asyncio.get_running_loop().time()
    await until(lambda: network.dialled == 7)
    assert asyncio.get_running_loop().time() - began > 0.01 * (1 + 1 + 2 + 4 + 8 + 16)
    link.stop()

"""A relay that says anything: a phone tries its link again, and its games are as they were."""

import asyncio
import json
from collections import deque
from contextlib import ExitStack
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.multiplayer.online.link import LinkTimes, TableLink
from qwixx_pad.multiplayer.online.online_tables import OnlineTables
from qwixx_pad.multiplayer.online.remote_table import RemoteTable
from qwixx_pad.multiplayer.online.replica import TABLE_NOTE, UNSENT_NOTE, OnlineTableRecord
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.settings import clean_name
from tests.support.multiplayer.remote_room import CODE, URL, World, through_json
from tests.support.strategies import setup_of

NAN = float("nan")
ENDLESS = float("inf")
WRONG = (
    *(None, True, -1, 0, 7, 1.5, NAN, ENDLESS, 10**30, "", "x", "\ud800", "x" * 20_000),
    *([], [[]], [None], {}, {"id": 1}, [["1:r5", 1]], ["x"] * 30, "\u202enn\ta", "own:x"),
)
ANYTHING = st.recursive(
    st.sampled_from(WRONG),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


SAID = st.lists(
    st.integers(0, 9999) | ANYTHING.map(json.dumps) | st.text(), min_size=1, max_size=12
)
"""Frames; a number is one of the lies."""


AT_ONCE = LinkTimes(min_backoff_s=0, max_backoff_s=0, max_retry_after_s=0)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A game of Anna and Ben; Ben has no link, and something that is not sent."""
    with ExitStack() as last:
        world = World(tmp_path_factory.mktemp("world"), last, "anna", "ben").start()
        anna, ben = world.phones
        anna.tap("1:r5")
        world.bring()
        ben.cut()
        assert ben.tap("2:b5") is None
        yield world


def places(value, path=()):
    """Where in a message something could be another thing."""
    yield path
    keys = {dict: list, list: lambda items: range(len(items))}.get(type(value), lambda _: ())
    for key in keys(value):
        yield from places(value[key], (*path, key))


def put(value, path, other):
    """The message with another thing in a place."""
    if not path:
        return other
    value[path[0]] = put(value[path[0]], path[1:], other)
    return value


@pytest.fixture(scope="module")
def lies(world):
    """What a relay says, with something wrong in one place."""
    first = world.welcome
    time = first["log"][0][1]
    honest = (
        *({**first, "rest": first["log"]}, {"from": 1, "log": [["1:r4", time]]}),
        *({"re": 1}, {"re": 2, "refused": "seat_taken"}, {"re": 1, "refused": "stale"}),
        *({"error": "wait", "seconds": 3}, {"error": "closed"}, {"error": "no-table"}),
    )
    wrong = [(m, path, other) for m in honest for path in places(m) for other in WRONG]
    return [json.dumps(put(through_json(m), path, other)) for m, path, other in wrong]


def frames(said, lies):
    return [lies[each % len(lies)] if isinstance(each, int) else each for each in said]


class HostileRelay:
    """A relay that sends these frames, then nothing; on the next link it goes on."""

    def __init__(self, *frames):
        self.frames, self.ended = deque(frames), asyncio.Event()

    async def dial(self, _):
        return self

    async def send(self, text):
        pass

    async def close(self):
        pass

    async def receive(self):
        if not self.frames:
            self.ended.set()
            await asyncio.Event().wait()
        return self.frames.popleft()


def saved_games(phone):
    """All games of a phone, by their identifiers."""
    return {game: phone.disk.load(game) for game in phone.disk.game_ids()}


def is_clean(head):
    """Whether that could be the head of a game of this phone's own."""
    setup = setup_of(head.setup)
    named = len(head.names) == setup.seats and head.names == tuple(map(clean_name, head.names))
    return named and head.id.isascii() and len(head.id) <= 64


@pytest.fixture(scope="module")
def notes(world):
    """The notes that Ben's phone has of the table."""
    notes = world.phones[1].service.read_notes
    return {key: text for kind in (TABLE_NOTE, UNSENT_NOTE) for key, text in notes(kind).items()}


async def hears(table, relay):
    """A table hears all that a relay says, unless it takes itself for gone before that."""
    connection = TableLink(table, relay.dial, "secret", AT_ONCE)
    connection.ensure_running()
    ended = asyncio.ensure_future(relay.ended.wait())
    await asyncio.wait([ended, connection._task], timeout=30, return_when="FIRST_COMPLETED")
    if not relay.ended.is_set():
        ended.cancel()
        await connection._task  # raises what nobody has caught
        assert table.link is Link.GONE
    connection.stop()


@given(said=SAID)
def test_hostile_relay_leaves_saved_games_intact_and_link_retries(world, notes, lies, said):
    relay = HostileRelay(json.dumps(world.welcome), *frames(said, lies))
    ben = world.phones[1]
    for key, text in notes.items():
        ben.service.save_note(key, text)
    before = saved_games(ben)
    seating = OnlineTableRecord.read(notes[TABLE_NOTE + CODE]).seating
    asyncio.run(hears(RemoteTable(ben.service, URL, seating), relay))
    after = saved_games(ben)
    assert {**after, **before} == after
    assert all(is_clean(saved.head) for saved in after.values())
    left = ben.service.read_notes(TABLE_NOTE)
    assert {*left} == {TABLE_NOTE + CODE}
    assert RemoteTable(ben.service, URL, OnlineTableRecord.read(left[TABLE_NOTE + CODE]).seating)


async def ends(service, relay, try_it=lambda online: online.join(CODE)):
    """How an attempt to open or join a table ends."""
    online = OnlineTables(service, relay.dial, URL)
    online.times = AT_ONCE
    attempt = try_it(online)
    async with asyncio.timeout(30):
        await attempt.task
    for connection in online._links.values():
        connection.stop()
    return attempt


def test_attempt_ends_for_any_relay_answer(world, lies):
    anna = world.phones[0]
    before = saved_games(anna)
    for lie in ["", "[", *lies]:
        attempt = asyncio.run(ends(anna.service, HostileRelay(lie)))
        assert attempt.failed or attempt.table, lie
    for code in (*WRONG, CODE):
        relay = HostileRelay(json.dumps({"wire": 3, "code": code}), json.dumps(world.welcome))
        opens = partial(OnlineTables.open, layout="classic", chairs=(), finish_turn=False)
        assert asyncio.run(ends(anna.service, relay, opens)).failed, code
    assert {**saved_games(anna), **before} == saved_games(anna)
    assert {*anna.service.read_notes(TABLE_NOTE)} == {TABLE_NOTE + CODE}

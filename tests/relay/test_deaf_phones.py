"""Phones that leave unread what a relay sends: it queues little for them."""

import json
import socket
import sys
import time
from datetime import UTC, datetime

import pytest

from qwixx_pad.multiplayer.requests import Start
from qwixx_pad.relay.store import open_store
from qwixx_pad.storage import SavedEntry
from tests.support.deaf_caller import PING, TEXT, WHOLE, Deaf, frame, sends_at_once, waiting
from tests.support.relay.relay_phones import Relay as Tables
from tests.support.relay.relay_phones import chair
from tests.support.relay.running_relay import LEVEL, Relay, ask

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs small buffers of sockets")

ENTRIES = 2000
LOG = ENTRIES * 40
"""Bytes, and more than wait before writing rests."""
READ_AT_ONCE = 1 << 18
SECRET = "a" * 43
PINGS = frame(PING | WHOLE, b"x" * 125) * 64


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """A relay, and the code of its table with a long log."""
    folder = tmp_path_factory.mktemp("relay")
    store = open_store(folder)
    tables = Tables(store)
    tables.clock.time = datetime.now(UTC)
    ann = tables.open(chair("Ann", mine=True), chair("Bob", mine=True), secret=SECRET)
    ann.ask(Start())
    tokens = ("1:r2", "1:undo") * (ENTRIES // 2)
    store.append(ann.game, 0, *(SavedEntry(token, tables.clock.time) for token in tokens))
    store.close()
    relay = Relay(folder)
    [listener] = relay.server.servers[0].sockets
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # each connection inherits it
    yield relay, ann.room.code
    relay.close()


@pytest.fixture
def deaf(game):
    """A phone at that table which does not read the log."""
    relay, code = game
    with Deaf(relay.port).dial(f"/relay/{code}") as deaf:
        deaf.say(TEXT, json.dumps(LEVEL | {"secret": "d" * 43, "join": code}).encode())
        assert any(waiting(relay.server) > LOG / 2 or time.sleep(0.01) for _ in range(1000))
        yield deaf


def test_phone_not_reading_its_log_is_not_read_from(game, deaf):
    deaf.insist(PINGS, 1 << 24)
    assert waiting(game[0].server) < LOG * 2 + READ_AT_ONCE


def test_phone_not_reading_entries_is_cut_off(game, deaf):
    relay, code = game
    ann, first = relay.hello({"join": code, "secret": SECRET})
    game = first["game"]["id"]
    for length in range(ENTRIES, ENTRIES + 140):
        entry = "1:undo" if length % 2 else "1:r2"
        which = {"game": game, "number": length + 1}
        assert ask(ann, "enter", **which, entry=entry, base_length=length)["log"]
    cut_off = b'{"error": "slow"}\x88\x02' + (4408).to_bytes(2, "big")
    heard = deaf.hear(cut_off)
    assert heard.endswith(cut_off)
    assert heard.count(b"1:r2") < ENTRIES / 2 + 64


@pytest.mark.usefixtures("deaf")
def test_small_answers_are_sent_without_delay(game):
    assert all(map(sends_at_once, game[0].server.server_state.connections))

"""Callers who leave answers unread: the server queues little of them, and not for long."""

import sys

import msgpack
import pytest

from qwixx_pad.server.limits import Limits
from tests.support.deaf_caller import BINARY, CONT, PING, TEXT, WHOLE, Deaf, frame, waiting
from tests.support.server.counting_pad import HELLO, PATIENT, REGISTER, Pad, still_counts, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs small buffers of sockets")

QUEUED_BYTES = 1 << 20
"""Bytes; far more than what may wait, and what is read at once."""
PINGS = frame(PING | WHOLE, b"x" * 125) * 64
PONG = 2 + 125


@pytest.fixture(scope="module")
def pad():
    with Pad(limits=PATIENT) as running:
        yield running


def test_unread_pongs_stop_further_reading(pad):
    with pad.tab() as tab, Deaf(pad.port) as deaf:
        sent = deaf.dial("/ws").insist(PINGS, 1 << 24)
        assert waiting(pad.server) < QUEUED_BYTES
        assert still_counts(tab)
        left = sent * 64 // len(PINGS) * PONG
        while left > 0:
            left -= len(deaf.line.recv(left))
        deaf.line.sendall(PINGS[sent % len(PINGS) :])
        assert deaf.line.recv(2) == b"\x8a\x7d", "who reads again is answered again"


def test_unfetched_file_buffers_little(pad):
    with pad.tab() as tab, Deaf(pad.port) as deaf:
        deaf.line.sendall(b"GET /main.dart.wasm HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        until(lambda: waiting(pad.server))
        assert still_counts(tab)
        assert waiting(pad.server) < QUEUED_BYTES


def test_message_of_endless_fragments_ends_its_connection(pad):
    with Deaf(pad.port).dial("/ws") as deaf:
        deaf.line.sendall(frame(TEXT))
        deaf.insist(frame(CONT) * 1000, 1 << 20)
        deaf.hear()


def test_unhandled_messages_are_buffered_sparingly(pad):
    with Deaf(pad.port).dial("/ws") as deaf:
        until(lambda: len(pad.server.server_state.connections) == 1)
        [line] = pad.server.server_state.connections
        at_once = frame(TEXT | WHOLE) * 10_000
        line.loop.call_soon_threadsafe(line.data_received, at_once)
        deaf.hear()


def test_tab_with_unread_megabytes_is_ended():
    with Pad(limits=Limits(stuck_s=0.5)) as pad, Deaf(pad.port).dial("/ws") as deaf:
        deaf.say(BINARY, b"\0" + msgpack.packb([REGISTER, HELLO]))
        until(lambda: pad.buttons)
        [line], [button] = pad.server.server_state.connections, pad.buttons
        button.content = "x" * (1 << 24)
        line.loop.call_soon_threadsafe(button.page.update)
        until(lambda: waiting(pad.server) > QUEUED_BYTES)
        until(lambda: not pad.server.server_state.connections)

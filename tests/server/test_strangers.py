"""A real server, real WebSockets, and devices that send what no browser would."""

import contextlib
import os
import random
import socket

import msgpack
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.support.server.counting_pad import (
    EVENT,
    HELLO,
    LAN,
    PROPS,
    REGISTER,
    RESULT,
    click,
    is_hung_up,
    say,
    still_counts,
    until,
)


@pytest.fixture(autouse=True)
def quiet(caplog, capfd):
    """Nothing of what strangers send may end in a traceback."""
    yield
    records = [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}]
    assert not records
    assert "Traceback" not in capfd.readouterr().err


def test_forwarded_for_header_is_ignored(pad):
    assert pad.page(**{"X-Forwarded-For": LAN}).status == 200
    with connect(
        f"ws://127.0.0.1:{pad.port}/ws",
        additional_headers={"X-Forwarded-For": LAN},
        compression=None,
    ) as wire:
        shown = len(pad.buttons)
        say(wire, REGISTER, HELLO)
        until(lambda: len(pad.buttons) > shown)
    assert pad.visitors[-1].address == "127.0.0.1"


def test_oversized_message_ends_only_its_connection(pad):
    with pad.tab() as good, pad.tab() as (wire, _):
        with contextlib.suppress(ConnectionClosed):
            wire.send(bytes(2 << 20))
        assert is_hung_up(wire)
        assert still_counts(good)
    with pad.tab() as newcomer:
        assert still_counts(newcomer)


def nonsense():
    chance = random.Random(1)
    packed = [b"", b"\x00", b"\x01", b"\x01abc", b"\x01\x07\x00\x00\x00data", b"\xff" * 9]
    packed += [b"\x00" + chance.randbytes(chance.randrange(1, 200)) for _ in range(40)]
    packed += [
        b"\x00" + b"\x91" * 5000,
        b"\x00\xc7\xff\x01" + bytes(255),
        b"\x00\xdf\xff\xff\xff\xff",
    ]
    messages = [
        *([action, {}] for action in (-1, 0, 1, 2, 3, 4, 5, 6, 99, 1 << 40, None, "1", 1.5)),
        [],
        {},
        None,
        7,
        [REGISTER],
        [REGISTER, None],
        [REGISTER, {**HELLO, "session_id": {}}],
        [REGISTER, {**HELLO, "page": 7}],
        [EVENT, {"target": 1, "name": "click", "data": None}],
        [PROPS, {"id": 1, "props": {"route": "/"}}],
        [RESULT, {"control_id": 1, "call_id": "x", "result": 1, "error": None}],
    ]
    return [*packed, *(b"\x00" + msgpack.packb(message) for message in messages), "text"]


def test_nonsense_before_registration_leaves_nothing(pad):
    with pad.tab() as good:
        before = pad.tasks()
        for frame in nonsense():
            with pad.dial() as wire:
                wire.send(frame)
        until(lambda: pad.tasks() <= before)
        assert still_counts(good)


def test_silent_websocket_leaves_nothing(pad):
    before = pad.tasks()
    for _ in range(5):
        with pad.dial():
            pass
        with pad.dial() as wire:
            wire.socket.shutdown(socket.SHUT_RDWR)
    until(lambda: pad.tasks() <= before)


def test_nonsense_after_registration_harms_nobody_else(pad):
    with pad.tab() as good:
        for frame in nonsense()[::3]:
            with pad.tab() as (wire, _), contextlib.suppress(ConnectionClosed):
                wire.send(frame)
                wire.send(frame)
        assert still_counts(good)


def test_event_for_another_session_is_not_delivered(pad):
    with pad.tab() as good, pad.tab() as odd:
        before = good[1].content
        click(odd[0], good[1])
        say(odd[0], PROPS, {"id": good[1]._i, "props": {"content": "999"}})
        assert still_counts(odd)
        assert good[1].content == before


def test_phone_can_return_after_a_broken_send(pad):
    with pad.tab() as (wire, button):
        session = button.page.session
        for _ in range(20):
            click(wire, button)
        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        os.close(wire.socket.detach())
    until(lambda: session.connection is None)

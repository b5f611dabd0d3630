"""Requests to become a WebSocket of which none comes: each is answered, holds nothing, is no news.

On Linux all of 127.0.0.0/8 is this computer: a stranger calls from 127.0.0.2, the owner does not.
"""

import contextlib
import sys
import time

import pytest
from websockets.exceptions import ConnectionClosed

from qwixx_pad.server import connections
from qwixx_pad.server.limits import Limits
from tests.support.deaf_caller import GREETING, TEXT, WHOLE, frame
from tests.support.server.counting_pad import LAN, Pad, still_counts, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")

STRANGER = "127.0.0.2"
SHORT = Limits(head_s=0.5, request_s=30, register_s=0.5, connections=12, stuck_s=0.5)
SOON = 4
"""Seconds in which short deadlines have passed, on a busy machine too."""
LET_IN_S = 2
NO_TEXT = frame(TEXT | WHOLE, b"\xff\xfe")


@pytest.fixture(autouse=True)
def quiet(capfd, caplog):
    """Nothing that a stranger sends is news for the person at the terminal."""
    yield
    assert capfd.readouterr().err == ""
    logged = [each.getMessage() for each in caplog.get_records("call")]
    assert [each for each in logged if not each.startswith("qwixx-pad: ")] == []


def upgrade(*headers, path="/ws"):
    return (
        GREETING.format(path)[:-2] + "".join(f"{each}\r\n" for each in headers) + "\r\n"
    ).encode("latin-1")


MANY_HEADERS = upgrade(*["X: 1"] * 130)
UNUSABLE = {
    "many headers": MANY_HEADERS,
    "long line": upgrade(f"X: {'x' * 9000}"),
    "long path": upgrade(path=f"/ws?{'x' * 9000}"),
    "length": upgrade("Content-Length: 5"),
    "body": upgrade("Content-Length: 5") + b"hello",
    "coding": upgrade("Transfer-Encoding: chunked"),
    "control character": upgrade("X: a\x01b"),
    "deletion": upgrade("X: a\x7fb"),
    "two keys": upgrade("Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=="),
    "no key": upgrade().replace(b"-Key:", b"-Kay:"),
    "another version": upgrade().replace(b"13", b"8"),
    "two protocols": upgrade("Upgrade: websocket"),
    "extension": upgrade("Sec-WebSocket-Protocol: ;"),
    "method": upgrade().replace(b"GET", b"POST"),
    "after another": upgrade().partition(b"Connection")[0] + b"\r\n" + MANY_HEADERS,
}


def answers(line):
    """The first lines of all answers up to the end of a connection."""
    line.settimeout(SOON)
    heard = b""
    while more := line.recv(1 << 16):
        heard += more
    return [each for each in heard.splitlines() if each.startswith(b"HTTP/")]


@pytest.mark.parametrize("head", UNUSABLE.values(), ids=UNUSABLE)
def test_upgrade_with_unusable_head_is_answered_and_closed(pad, head):
    with pad.call(STRANGER) as line:
        line.sendall(head)
        assert answers(line)[-1].startswith(b"HTTP/1.1 4")
    until(lambda: not pad.server.server_state.connections)


def test_unusable_heads_block_nobody_at_that_address(pad):
    with contextlib.ExitStack() as held:
        for _ in range(300):
            held.enter_context(pad.call(STRANGER)).sendall(MANY_HEADERS)
        until(lambda: all(map(is_web_socket, pad.server.server_state.connections)))
        began = time.monotonic()
        with pad.tab(host=LAN, source=STRANGER) as tab:
            assert time.monotonic() - began < LET_IN_S
            assert still_counts(tab)


def test_burst_of_callers_is_heard_before_any_gives_way(pad):
    """They have called while the server was busy, and have said all that they want."""
    pad._loop.call_soon_threadsafe(time.sleep, 0.5)
    with contextlib.ExitStack() as held:
        lines = [held.enter_context(pad.call(STRANGER)) for _ in range(200)]
        for line in lines:
            line.sendall(MANY_HEADERS)
        assert {answers(line)[0][:12] for line in lines} == {b"HTTP/1.1 431"}


async def never_answers(scope, receive, _send):
    """An app to which a WebSocket is nothing to be answered."""
    assert scope["type"] == "websocket", "uvicorn takes that for an app without a lifespan"
    while (await receive())["type"] != "websocket.disconnect":
        pass


@pytest.fixture
def mute():
    """A server whose app answers no WebSocket."""
    mute = Pad(limits=SHORT)
    mute.server.config.app = never_answers
    with mute:
        yield mute


def is_closed(line):
    line.settimeout(SOON)
    with contextlib.suppress(ConnectionResetError):
        return line.recv(1) == b""
    return True


def test_websocket_without_an_answer_times_out(mute):
    with mute.call(STRANGER) as line:
        line.sendall(upgrade())
        assert is_closed(line)


def test_websockets_without_an_answer_give_way(mute):
    with contextlib.ExitStack() as held:
        lines = [held.enter_context(mute.call(STRANGER)) for _ in range(SHORT.connections)]
        for line in lines:
            line.sendall(upgrade())
        until(lambda: len(mute.server.server_state.connections) == SHORT.connections)
        newcomer = held.enter_context(mute.call("127.0.0.3"))
        newcomer.settimeout(0.1)
        with pytest.raises(TimeoutError):
            newcomer.recv(1)


@pytest.mark.parametrize("said", [NO_TEXT, frame(TEXT | WHOLE, b"x"), b"\x88\x80\0\0\0\0"])
def test_frame_before_the_answer_ends_its_connection(mute, said):
    with mute.call(STRANGER) as line:
        line.sendall(upgrade())
        until(lambda: any(map(is_web_socket, mute.server.server_state.connections)))
        line.sendall(said)
        assert is_closed(line)


def is_web_socket(connection):
    return isinstance(connection, connections.WebSocket)


@pytest.mark.parametrize("frames", [NO_TEXT, NO_TEXT * 3, frame(TEXT, b"\xff") + frame(WHOLE)])
def test_text_that_is_no_utf8_closes_its_websocket(pad, frames):
    with pad.dial(LAN, source=STRANGER) as wire:
        wire.socket.sendall(frames)
        with pytest.raises(ConnectionClosed, match="1007"):
            wire.recv(SOON)


@pytest.mark.parametrize("pause", [0, 0.2])
def test_malformed_body_ends_its_connection(pad, pause):
    with pad.call(STRANGER) as line:
        line.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        time.sleep(pause)
        with contextlib.suppress(ConnectionResetError):
            line.sendall(b"ZZZ\r\n")
            answers(line)
    until(lambda: not pad.server.server_state.connections)

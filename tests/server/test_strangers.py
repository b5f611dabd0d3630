"""A real server, real WebSockets, and devices that send what no browser would."""

import asyncio
import contextlib
import http.client
import os
import random
import socket
import threading
import time

import flet as ft
import msgpack
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from qwixx_pad.server.listening import listeners
from qwixx_pad.server.security import LOOPBACK_NAMES
from qwixx_pad.server.serve import Serving, configured
from qwixx_pad.service import devices

REGISTER, EVENT, PROPS, RESULT = 1, 3, 4, 5
HELLO = {"session_id": "", "page_name": "", "page": {"route": "/"}}
LAN = "192.168.0.7"
PATIENCE = 10


class Pad:
    """The pad's own web server around a page with one button that counts."""

    def __init__(self, **serving):
        self.visitors = []
        self.buttons = []
        serving = Serving(0, names=(*LOOPBACK_NAMES, LAN), **serving)
        self.server = uvicorn.Server(configured(self._main, serving))
        self._listeners = listeners(serving.hosts, serving.port, serving.notices)
        self.port = self._listeners[0].getsockname()[1]
        self._thread = threading.Thread(target=self._run)

    def _main(self, page):
        def count(_):
            button.content = str(int(button.content) + 1)
            page.update()

        self.visitors.append(devices.current.get())
        button = ft.TextButton("0", on_click=count)
        page.add(button)
        self.buttons.append(button)

    def _run(self):
        asyncio.run(self._serve())

    async def _serve(self):
        self._loop = asyncio.get_running_loop()
        await self.server.serve(self._listeners)

    def __enter__(self):
        self._thread.start()
        until(lambda: self.server.started)
        return self

    def __exit__(self, *_):
        self.server.should_exit = True
        self._thread.join()

    def tasks(self):
        """How many tasks are open in the server."""

        async def count():
            return len(asyncio.all_tasks())

        return asyncio.run_coroutine_threadsafe(count(), self._loop).result(PATIENCE)

    def page(self, source="127.0.0.1", **headers):
        line = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, (source, 0))
        with contextlib.closing(line):
            line.request("GET", "/", headers=headers)
            answer = line.getresponse()
            answer.read()
        return answer

    def call(self, source="127.0.0.1"):
        """A connection on which nothing was said yet."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))

    def dial(self, host="127.0.0.1", secret=None, *, origin=True, source="127.0.0.1"):
        """A WebSocket of a page that was opened under this name."""
        name = f"{host}:{self.port}"
        cookie = {"Cookie": f"qwixx-pad-{self.port}={secret}"} if secret else None
        return connect(
            f"ws://{name}/ws",
            sock=self.call(source),
            origin=f"http://{name}" if origin else None,
            additional_headers=cookie,
            compression=None,
            max_size=None,
        )

    @contextlib.contextmanager
    def tab(self, **how):
        """A registered tab, once its page is shown, and the button on it."""
        shown = len(self.buttons)
        with self.dial(**how) as wire:
            say(wire, REGISTER, HELLO)
            until(lambda: len(self.buttons) > shown)
            yield wire, self.buttons[-1]


def until(true):
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)


def say(wire, action, body):
    wire.send(b"\x00" + msgpack.packb([action, body]))


def is_hung_up(wire):
    """Whether the pad ends this connection; how far the last message came is up to chance."""
    try:
        while True:
            wire.recv(PATIENCE)
    except ConnectionClosed:
        return True


def click(wire, button):
    say(wire, EVENT, {"target": button._i, "name": "click", "data": None})


def still_counts(tab):
    """Whether the pad goes on for this tab."""
    wire, button = tab
    before = int(button.content)
    click(wire, button)
    until(lambda: int(button.content) == before + 1)
    return True


@pytest.fixture(scope="module")
def pad():
    with Pad() as running:
        yield running


@pytest.fixture(autouse=True)
def quiet(caplog, capfd):
    """Nothing of what strangers send may end in a traceback."""
    yield
    told = [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}]
    assert not told
    assert "Traceback" not in capfd.readouterr().err


def test_no_proxy_is_believed_about_who_calls(pad):
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


def test_a_message_beyond_all_measure_ends_only_its_own_connection(pad):
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


def test_nonsense_before_it_registers_harms_nobody_and_leaves_nothing_behind(pad):
    with pad.tab() as good:
        before = pad.tasks()
        for frame in nonsense():
            with pad.dial() as wire:
                wire.send(frame)
        until(lambda: pad.tasks() <= before)
        assert still_counts(good)


def test_who_calls_and_says_nothing_leaves_nothing_behind(pad):
    before = pad.tasks()
    for _ in range(5):
        with pad.dial():
            pass
        pad.dial().socket.close()
    until(lambda: pad.tasks() <= before)


def test_nonsense_after_it_has_registered_harms_nobody_else(pad):
    with pad.tab() as good:
        for frame in nonsense()[::3]:
            with pad.tab() as (wire, _), contextlib.suppress(ConnectionClosed):
                wire.send(frame)
                wire.send(frame)
        assert still_counts(good)


def test_an_event_for_the_button_of_another_session_does_not_reach_it(pad):
    with pad.tab() as good, pad.tab() as odd:
        before = good[1].content
        click(odd[0], good[1])
        say(odd[0], PROPS, {"id": good[1]._i, "props": {"content": "999"}})
        assert still_counts(odd)
        assert good[1].content == before


def test_a_phone_that_is_gone_while_it_is_told_something_can_come_back(pad):
    with pad.tab() as (wire, button):
        session = button.page.session
        for _ in range(20):
            click(wire, button)
        wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        os.close(wire.socket.detach())
    until(lambda: session.connection is None)

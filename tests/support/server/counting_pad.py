"""The pad's own server around a page with one button that counts, and tabs at it."""

import asyncio
import contextlib
import http.client
import socket
import threading
import time

import flet as ft
import msgpack
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from qwixx_pad.identity import devices
from qwixx_pad.server.limits import Limits
from qwixx_pad.server.listening import open_listeners
from qwixx_pad.server.security import LOOPBACK_NAMES
from qwixx_pad.server.serve import Serving, server_config

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
        self.server = uvicorn.Server(server_config(self._main, serving))
        self._listeners = open_listeners(serving.hosts, serving.port, serving.notices)
        self.port = self._listeners[0].getsockname()[1]
        self._thread = threading.Thread(target=self._run)

    def _main(self, page):
        def count(_):
            button.content = str(int(button.content) + 1)
            page.update()

        self.visitors.append(devices.current_device.get())
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


PATIENT = Limits(connections=200, connections_of_address=40)

"""The pad's own server around a page with one button that counts, and tabs at it."""

import asyncio
import contextlib
import http.client
import socket
import sys
import threading
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import flet as ft
import msgpack
from flet.messaging.protocol import MessageAction
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from qwixx_pad.identity import devices
from qwixx_pad.library.library import opened_library
from qwixx_pad.multiplayer.network_access import NetworkAccess
from qwixx_pad.server.limits import Limits
from qwixx_pad.server.listening import open_listeners
from qwixx_pad.server.serve import PadServer, Serving

REGISTER = MessageAction.REGISTER_CLIENT.value
EVENT = MessageAction.CONTROL_EVENT.value
PROPS = MessageAction.UPDATE_CONTROL_PROPS.value
RESULT = MessageAction.INVOKE_METHOD.value
HELLO = {"session_id": "", "page_name": "", "page": {"route": "/"}}
LAN = "192.168.0.7"
NETWORK = "127.0.0.9" if sys.platform == "linux" else "127.0.0.1"
"""The address of this computer in its network, which it calls by the name before."""
OWNER = devices.DeviceIdentity("", "127.0.0.1", is_this_computer=True)
PATIENCE = 10


class Pad:
    """The pad's own web server around a page with one button that counts.

    Phones come in by its command (`lan`), or because its owner lets them (`switch`).
    """

    def __init__(self, opened="lan", **changes):
        self.visitors = []
        self.buttons = []
        self.reached = []
        self._ends = ExitStack()
        folder = self._ends.enter_context(TemporaryDirectory())
        service, _, _ = self._ends.enter_context(opened_library(Path(folder)))
        self.network = NetworkAccess(service)
        self._opened = opened
        begun = Serving.open_to_network(0) if opened == "lan" else Serving(0, network=self.network)
        named = {"network_names": (LAN,), "find_addresses": lambda: (NETWORK,)}
        serving = replace(begun, **named | changes)
        self._listeners = open_listeners(serving.hosts, serving.port, serving.notices)
        self.port = self._listeners[0].getsockname()[1]
        self.server = PadServer(self._main, serving, self.port, self.reached.append)
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
        until(lambda: self.reached)
        if self._opened == "switch":
            self.let_phones_in()
        return self

    def __exit__(self, *_):
        self.server.should_exit = True
        self._thread.join()
        self._ends.close()

    def let_phones_in(self):
        assert self.do(lambda: self.network.let_phones_in(OWNER))
        until(lambda: self.reached[-1].elsewhere)

    def close_to_phones(self):
        assert self.do(lambda: self.network.close(OWNER))
        until(lambda: not self.reached[-1].is_open)

    def do(self, deed):
        """What comes of something that is done where the pad runs."""

        async def done():
            return deed()

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(PATIENCE)

    def tasks(self):
        """How many tasks are open in the server."""
        return self.do(lambda: len(asyncio.all_tasks()))

    def page(self, source="127.0.0.1", **headers):
        to = "127.0.0.1" if source == "127.0.0.1" else NETWORK
        line = http.client.HTTPConnection(to, self.port, PATIENCE, (source, 0))
        with contextlib.closing(line):
            line.request("GET", "/", headers=headers)
            answer = line.getresponse()
            answer.read()
        return answer

    def call(self, source="127.0.0.1", *, by_network=False):
        """A connection on which nothing was said yet; strangers come by the network."""
        to = NETWORK if by_network or source != "127.0.0.1" else "127.0.0.1"
        return socket.create_connection((to, self.port), PATIENCE, (source, 0))

    def dial(self, host="127.0.0.1", secret=None, *, origin=True, source="127.0.0.1"):
        """A WebSocket of a page that was opened under this name."""
        name = f"{host}:{self.port}"
        cookie = {"Cookie": f"qwixx-pad-{self.port}={secret}"} if secret else None
        return connect(
            f"ws://{name}/ws",
            sock=self.call(source, by_network=host == LAN),
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

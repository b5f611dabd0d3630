"""A relay of this process that is reached over real sockets."""

import asyncio
import contextlib
import json
import secrets
import threading

from websockets.sync.client import connect

from qwixx_pad.cli import _parser
from qwixx_pad.relay.command import configured
from qwixx_pad.relay.store import open_store
from qwixx_pad.server.limits import Notices
from qwixx_pad.server.listening import Server, listeners

LEVEL = {"wire": 1}


class Relay:
    """A relay in a thread, and phones that call it."""

    def __init__(self, folder, *arguments):
        given = _parser().parse_args(["relay", "--data", str(folder), *arguments])
        self._store = open_store(folder)
        [door] = listeners(("127.0.0.1",), 0, Notices())
        self.port = door.getsockname()[1]
        self.url = f"ws://127.0.0.1:{self.port}/relay"
        started = threading.Event()
        self.server = Server(configured(given, self._store, Notices(), None), started.set)
        self._calls = contextlib.ExitStack()
        self._thread = threading.Thread(target=asyncio.run, args=[self.server.serve([door])])
        self._thread.start()
        assert started.wait(20)

    def close(self):
        self._calls.close()
        self.server.should_exit = True
        self._thread.join()
        self._store.close()

    def call(self, **more):
        return self._calls.enter_context(connect(self.url, compression=None, **more))

    def hello(self, message, **more):
        """A connection and the first thing that it is told."""
        socket = self.call(**more)
        socket.send(json.dumps(LEVEL | {"secret": secrets.token_urlsafe(32)} | message))
        return socket, json.loads(socket.recv(10))

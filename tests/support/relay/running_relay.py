"""A relay of this process that is reached over real sockets."""

import asyncio
import contextlib
import json
import secrets
import threading

from websockets.sync.client import connect

from qwixx_pad.cli import _build_parser
from qwixx_pad.relay.service import RELAY_TIMES, relay_config
from qwixx_pad.relay.store import open_store
from qwixx_pad.server.limits import ThrottledLog
from qwixx_pad.server.listening import Server, open_listeners

LEVEL = {"wire": 3}


class Relay:
    """A relay in a thread, and phones that call it."""

    def __init__(self, folder, *arguments, times=RELAY_TIMES):
        given = _build_parser().parse_args(["relay", "--data", str(folder), *arguments])
        self._store = open_store(folder)
        [listener] = open_listeners(("127.0.0.1",), 0, ThrottledLog())
        self.port = listener.getsockname()[1]
        self.url = f"ws://127.0.0.1:{self.port}/relay"
        started = threading.Event()
        self.server = Server(
            relay_config(given, self._store, ThrottledLog(), None, times), started.set
        )
        self._calls = contextlib.ExitStack()
        self._thread = threading.Thread(target=asyncio.run, args=[self.server.serve([listener])])
        self._thread.start()
        assert started.wait(20)

    def close(self):
        self._calls.close()
        self.server.should_exit = True
        self._thread.join()
        self._store.close()

    def call(self, code="", **more):
        address = f"{self.url}/{code}" if code else self.url
        return self._calls.enter_context(connect(address, compression=None, **more))

    def hello(self, message, **more):
        """A connection and its first message; who opens a table joins it too."""
        message = LEVEL | {"secret": secrets.token_urlsafe(32)} | message
        socket = self.call(str(message.get("join", "")), **more)
        socket.send(json.dumps(message))
        said = json.loads(socket.recv(10))
        if "code" in said:
            return self.hello({"secret": message["secret"], "join": said["code"]}, **more)
        return socket, said


def ask(socket, do, **more):
    socket.send(json.dumps({"n": 1, "do": do, **more}))
    while "re" not in (answer := json.loads(socket.recv(10))):
        pass
    return answer

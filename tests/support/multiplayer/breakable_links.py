"""What lies between phones and their relay: sockets of this process, cut and mended at will."""

import asyncio
import json

import pytest

from qwixx_pad.multiplayer.online.link import LinkError
from tests.support.multiplayer.remote_room import CODE, Ends, Relay
from tests.support.multiplayer.table_room import Clock

__all__ = ["CODE", "Air"]


class Air:
    """A relay with one table, and the sockets of those who call it.

    Attributes:
        broken: Names of the phones that are out of reach.
        answer: The answer to whatever anybody sends; None to let the relay answer.
    """

    def __init__(self, folder, last):
        self.relay = Relay(folder / "relay", Clock(), last)
        self.broken = set()
        self.sockets = []
        self.answer = None

    def cut(self, name):
        self.broken.add(name)
        for socket in self.sockets:
            socket.check()

    def mend(self, name):
        self.broken.discard(name)

    def dial(self, name):
        """By what a phone calls the relay."""

        async def call(_):
            if name in self.broken:
                raise LinkError
            return Socket(self, name)

        return call


class Socket:
    """One connection."""

    def __init__(self, air, name):
        self.air, self.name, self.ends = air, name, Ends()
        self.heard = asyncio.Event()
        self.closed = False
        air.sockets.append(self)

    def check(self):
        if self.name in self.air.broken:
            self.air.relay.gone(self.ends)
        for socket in self.air.sockets:
            if socket.ends.down or socket.name in self.air.broken:
                socket.heard.set()

    async def send(self, text):
        if self.name in self.air.broken:
            raise LinkError
        message = json.loads(text)
        relay = self.air.relay
        if self.air.answer is not None:
            self.ends.down.append(self.air.answer)
        elif "open" in message:
            wanted = message["open"]
            own = wanted.get("own_sheet")
            relay.open(message["secret"], wanted["layout"], *wanted["chairs"], own_sheet=own)
            self.ends.down.append({"wire": 3, "code": CODE})
        else:
            relay.hear(self.ends, message)
        self.check()

    async def receive(self):
        while True:
            if self.name in self.air.broken:
                raise LinkError
            if self.ends.down:
                return json.dumps(self.ends.down.popleft())
            self.heard.clear()
            await self.heard.wait()

    async def close(self):
        self.closed = True
        self.air.relay.gone(self.ends)
        self.check()


@pytest.fixture
def air(tmp_path, last):
    """What lies between phones and the relay of their table."""
    return Air(tmp_path, last)

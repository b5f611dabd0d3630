"""Phones at an online table: each a real session on a pad of its own; their relay lies beside."""

import asyncio
import json
import sys
from contextlib import asynccontextmanager
from pathlib import Path

from client import Client
from kept_games import keep

from qwixx_pad.app import opened_pad
from qwixx_pad.service.device_identity import fingerprint
from qwixx_pad.tables.remote.link import LinkError
from qwixx_pad.tables.remote.online import Online
from qwixx_pad.tables.seating import Chair

sys.path.append(str(Path(__file__).parents[1] / "tables"))

from remote_room import URL, Ends, Relay
from room import Clock

SITE = "https://pad.test/#"
CODE = "ABCDEF"


class Air:
    """What lies between the phones and their relay; `broken` for those who are out of reach."""

    def __init__(self, folder, last):
        self.relay = Relay(folder / "relay", Clock(), last)
        self.broken, self.sockets = set(), []

    def cut(self, name):
        self.broken.add(name)
        for socket in self.sockets:
            socket.check()

    def mend(self, name):
        self.broken.discard(name)


class Socket:
    """One connection, in the same process."""

    def __init__(self, air, name):
        self.air, self.name, self.ends = air, name, Ends()
        self.heard = asyncio.Event()
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
        message, relay = json.loads(text), self.air.relay
        if "open" in message:
            _open(relay, message.pop("open"), message["secret"])
            message |= {"join": CODE, "game": None, "seen": 0}
        if relay.table is None or message.get("join", CODE) != CODE:
            self.ends.down.append({"error": "no-table"})
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
        self.air.relay.gone(self.ends)
        self.check()


def _open(relay, wanted, secret):
    key = fingerprint(f"{CODE}/{secret}")
    chairs = [(c["name"], c["color"], key if c["mine"] else None) for c in wanted["chairs"]]
    relay.table = relay.host.open(key, wanted["layout"], tuple(Chair(*c) for c in chairs))


@asynccontextmanager
async def phone(air, folder, name, route="/", built_for=URL, **page):
    """A phone with a pad of its own that knows the relay."""
    data = folder / name
    keep(data, (), hints="cross lock misthrow", name=name)

    async def dial(_):
        if name in air.broken:
            raise LinkError
        return Socket(air, name)

    def online(service):
        return Online(service, dial, built_for, SITE)

    with opened_pad(data, browsers=False, online=online) as pad:
        async with Client(pad.show_owner, route=route, **page) as tab:
            yield tab

"""A real server with a table of two, and a guest at it who says of itself what it likes."""

import asyncio
import json
import socket
from contextlib import asynccontextmanager
from dataclasses import replace

from qwixx_pad.server.serve import PadServer, Serving
from tests.support.server.counting_pad import LAN, NETWORK
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import CALM, CLOCK
from tests.support.websocket_phone import EVENT, INVOKE, SET, Phone, table_code, walk


class FakeDevice(Phone):
    """A device that registers and answers as it likes.

    Args:
        port: Of the server.
        route: Where it begins.
        page: What it says of itself besides the size of a phone.
        answers: What it gives back for each method that is invoked; None for all others.
        name: The host name that it asks for.
        way: The address that it comes to, and headers besides those of a browser.

    Attributes:
        asked: The methods that were invoked, oldest first, each with its arguments.
        calls: The number of the control behind each method.
    """

    def __init__(self, port, route="/", page=None, answers=None, name=LAN, **way) -> None:
        super().__init__(port, name, route, **way)
        self._page |= page or {}
        self.answers = answers or {}
        self.asked = []
        self.calls = {}

    async def _answer(self, asked) -> None:
        name = asked["name"]
        self.asked.append((name, asked.get("args") or {}))
        self.calls[name] = asked["control_id"]
        if name not in self.answers:
            await super()._answer(asked)
            return
        which = {key: asked[key] for key in ("control_id", "call_id")}
        await self._send(INVOKE, **which, result=self.answers[name], error=None)

    async def look(self) -> None:
        """Look by the clock of the pad, for which nobody waits."""
        CLOCK.wait(CALM)

    async def go(self, route):
        """What a browser does when its person opens another address."""
        page = self.screen.page["_i"]
        await self._send(SET, id=page, props={"route": route})
        await self._send(EVENT, target=page, name="route_change", data={"route": route})

    async def says(self, target, name, data) -> None:
        """Let a control say that something happened to it."""
        await self._send(EVENT, target=target, name=name, data=data)

    async def utters(self, action, body) -> None:
        """Say anything at all."""
        await self._send(action, **body)

    async def reads(self, text) -> None:
        """Wait until these words stand on the screen."""

        def written(screen):
            texts = (c.get("value") for c in walk(screen.page["views"]))
            return any(isinstance(said, str) and text in said for said in texts) or None

        await self._when(text, written)

    async def was_asked(self, name, times=1):
        """Wait until a method was invoked so often; returns its last arguments."""

        def calls(_):
            given = [given for called, given in self.asked if called == name]
            return given[-1] if len(given) >= times else None

        return await self._when(name, calls)


class Evening:
    """A served pad, its owner's tab, and the code of the table that is open there.

    Attributes:
        port: Of the server.
        at: The address that guests come to.
        uploads: Where it puts what browsers send.
        owner: The tab of who opened the table, at seat 1.
        code: Of the table.
    """

    def __init__(self, port, at, uploads) -> None:
        self.port = port
        self.at = at
        self.uploads = uploads

    async def open(self, owner) -> None:
        self.owner = owner
        self.code = await table_code(owner, ("Anna", "Ben"))

    @asynccontextmanager
    async def guest(self, **lies):
        """A visitor who sits at seat 2."""
        async with FakeDevice(self.port, f"/join/{self.code}", **{"at": self.at} | lies) as guest:
            await guest.tap("sit-2")
            await self.owner.sees("person-2", "Ready")
            yield guest

    async def play(self, guest) -> None:
        """A short game, to its end."""
        await self.owner.tap("start-game")
        await guest.sees("seat-1", "rolling")
        await self.owner.tap("r2")
        await guest.sees("seat-1", "1 point")
        await self.owner.tap("menu")
        await self.owner.tap("finish")
        await self.owner.tap("finish-now")
        await guest.sees("place-1")


@asynccontextmanager
async def evening(folder, *, switch=False, addresses=(NETWORK,), **lies):
    """Serve a pad in this very loop, and open a table there; the owner's tab may lie too.

    Phones come in as with `--lan`, or by the `switch`, at these addresses of its networks.
    """
    with opened_pad(folder / "data") as pad:
        listener = socket.create_server(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        serving = Serving(port, network=pad.network) if switch else Serving.open_to_network(port)
        named = {"network_names": (LAN,), "find_addresses": lambda: addresses}
        serving = replace(serving, uploads=pad.uploads, expects=pad.expects, **named)
        server = PadServer(
            pad.show_caller, serving, port, lambda address: pad.set_addresses(address.elsewhere)
        )
        running = asyncio.create_task(server.serve([listener]))
        here = Evening(port, NETWORK if switch else "127.0.0.1", pad.uploads)
        here.network = pad.network
        try:
            async with FakeDevice(here.port, name="127.0.0.1", **lies) as owner:
                await here.open(owner)
                yield here
        finally:
            server.should_exit = True
            await running


def line_of(saved):
    """The game line in a file that was handed out."""
    return json.loads(saved["src_bytes"])["games"][0]["line"]

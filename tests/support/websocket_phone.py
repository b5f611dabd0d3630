"""A phone without a screen: Flet's protocol over a real WebSocket, and what it would show."""

import asyncio
import secrets
import time
from contextlib import suppress

import msgpack
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.support.looking import LOOK, looks_first

REGISTER = 1
PATCH = 2
EVENT = 3
SET = 4
INVOKE = 5
CRASHED = 6
REPLACE, ADD, REMOVE, MOVE = range(4)
PATIENCE = 60
"""Seconds before something that does not appear is a failure."""
BUTTON = "on_click"
SPOT = "on_tap_up"
FIELD = "TextField"
BY_A_READER = {"k": "unknown", "l": {"x": 0, "y": 0}, "g": {"x": 0, "y": 0}}
"""A tap without a finger: it means the thing itself."""


class Screen:
    """The tree of controls as the browser's client keeps it: plain dicts and lists."""

    def __init__(self, page) -> None:
        self.page = page
        self._index = {}
        self._learn(page)

    def _learn(self, value) -> None:
        for control in walk(value):
            self._index[control["_i"]] = control

    def patch(self, control, patch) -> None:
        """Do what the server says, one operation after the other."""
        paths = {}
        _spell(patch[0], (), paths)

        def at(number):
            place = self._index[control]
            for step in paths[number]:
                place = place[step]
            return place

        for kind, number, key, *more in patch[1:]:
            if kind == REMOVE:
                at(number).pop(key)
            elif kind == MOVE:
                moved = at(number).pop(key)
                _put(at(more[0]), more[1], moved, insert=True)
            else:
                _put(at(number), key, more[0], insert=kind == ADD)
                self._learn(more[0])

    @property
    def _front(self):
        shown = self.page["views"]
        return shown if isinstance(shown, dict) else shown[-1]

    def laid_out(self):
        """The number of what tells the size of the screen in front; None if nothing does."""
        tells = (c["_i"] for c in walk(self._front) if c["_c"] == "SafeArea")
        return next(tells, None)

    def last(self, identifier):
        """The control of a name that is in front of the others; None if there is none."""
        named = [c for c in walk(self._front) if c.get("identifier") == identifier]
        return named[-1] if named else None

    def says(self, identifier):
        """What a screen reader would say of it; None if it is not there."""
        found = self.last(identifier)
        return None if found is None else found.get("label", "")

    def inside(self, identifier, what):
        """The identifier of what can be clicked there, around the node or in it, or is a field."""
        found = self.last(identifier)
        around = [c for c in walk(self._front) if found and c.get("content") is found]
        return next(
            (c["_i"] for c in (*around, *walk(found)) if c.get(what) or c["_c"] == what), None
        )


def _spell(node, path, paths) -> None:
    paths[node[0]] = path
    for step, below in (node[1] if len(node) > 1 else {}).items():
        _spell(below, (*path, step), paths)


def _put(place, key, value, *, insert) -> None:
    if insert and isinstance(place, list):
        place.insert(key, value)
    else:
        place[key] = value


def walk(value):
    """Every control in a piece of a tree, as it is painted: what comes later is in front."""
    left = [value]
    while left:
        item = left.pop()
        if isinstance(item, dict):
            if "_c" in item:
                yield item
            left += [v for v in reversed(item.values()) if isinstance(v, (dict, list))]
        elif isinstance(item, list):
            left += reversed(item)


class Phone:
    """One device at a server of this computer, which it may reach by another host name."""

    def __init__(
        self, port, name="127.0.0.1", route="/", at="127.0.0.1", secret=None, headers=None
    ) -> None:
        self._page = {"route": route, "width": 390, "height": 844, "platform": "android"}
        address = f"{name}:{port}"
        cookie = f"qwixx-pad-{port}={secret or secrets.token_urlsafe(32)}"
        self._connecting = connect(
            f"ws://{address}/ws",
            host=at,
            port=port,
            origin=f"http://{address}",
            additional_headers={"Cookie": cookie} | (headers or {}),
            proxy=None,
            ping_interval=None,
            max_size=None,
        )
        self.screen = None
        self.heard = 0.0
        self._laid_out = set()
        self._tapped = ""
        self._news = asyncio.Event()
        self._failure = None

    async def __aenter__(self):
        self._socket = await self._connecting
        await self._send(REGISTER, session_id="", page_name="", page=self._page)
        self._hearing = asyncio.create_task(self._hear())
        return self

    async def __aexit__(self, *failure) -> None:
        await self._socket.close()
        await asyncio.wait({self._hearing}, timeout=PATIENCE)

    async def has_ended(self) -> None:
        """Wait until the server has ended the connection."""
        await self._hearing

    @property
    def route(self):
        return self._page["route"]

    async def _send(self, action, **body) -> None:
        await self._socket.send(b"\0" + msgpack.packb([action, body]))

    async def _hear(self) -> None:
        try:
            with suppress(ConnectionClosed):
                async for message in self._socket:
                    self.heard = time.perf_counter()
                    await self._take(*msgpack.unpackb(message[1:], strict_map_key=False))
                    self._news.set()
        except Exception as failure:  # noqa: BLE001 - who waits for this phone raises it
            self._failure = failure
            self._news.set()

    async def _take(self, action, body) -> None:
        if action == REGISTER:
            self.screen = Screen(body["page_patch"])
        elif action == PATCH:
            self.screen.patch(body["id"], body["patch"])
            await self.lay_out()
        elif action == INVOKE:
            await self._answer(body)
        elif action == CRASHED:
            raise RuntimeError(body["message"])

    async def lay_out(self) -> None:
        """Tell how large a new screen is."""
        laid_out = self.screen.laid_out()
        if laid_out is not None and laid_out not in self._laid_out:
            self._laid_out.add(laid_out)
            await self._send(EVENT, target=laid_out, name="size_change", data={"w": 390, "h": 844})

    async def _answer(self, asked) -> None:
        if asked["name"] == "push_route":
            self._page["route"] = route = asked["args"]["route"]
            page = self.screen.page["_i"]
            await self._send(SET, id=page, props={"route": route})
            await self._send(EVENT, target=page, name="route_change", data={"route": route})
        which = {key: asked[key] for key in ("control_id", "call_id")}
        await self._send(INVOKE, **which, result=None, error=None)

    async def _when(self, what, found):
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._found(found)
        except (TimeoutError, RuntimeError) as failure:
            raise RuntimeError(f"waited in vain for {what}") from failure

    async def _found(self, found):
        while self.screen is None or (answer := found(self.screen)) is None:
            if self._failure is not None:
                raise RuntimeError("this phone has crashed") from self._failure
            self._news.clear()
            await self._news.wait()
        return answer

    async def sees(self, identifier, part=""):
        """Wait until something is said to be so; returns when the phone has heard it."""

        def said(screen):
            words = screen.says(identifier)
            return None if words is None or part not in words else words

        await self._when(f"{identifier}: {part}", said)
        return self.heard

    async def tap(self, identifier):
        """Tap as soon as it can be tapped and was looked at; returns when that was."""
        taps = (BUTTON, "click", None), (SPOT, "tap_up", BY_A_READER)

        def found(screen):
            there = ((screen.inside(identifier, what), *how) for what, *how in taps)
            return next((each for each in there if each[0] is not None), None)

        await self._when(identifier, found)
        if looks_first(self._tapped, identifier):
            await self.look()
        self._tapped = identifier
        target, name, data = await self._when(identifier, found)
        tapped = time.perf_counter()
        await self._send(EVENT, target=target, name=name, data=data)
        return tapped

    async def look(self) -> None:
        """Look at what a tap has brought, before the next."""
        await asyncio.sleep(LOOK)

    async def write(self, identifier, text) -> None:
        field = await self._when(identifier, lambda screen: screen.inside(identifier, FIELD))
        await self._send(SET, id=field, props={"value": text})
        await self._send(EVENT, target=field, name="change", data=text)


async def table_code(opener, names):
    """Put a table of phones together for these people, on the first seat oneself; its code."""
    await opener.tap("one-device")
    await opener.sees("start-game")  # where all five sit already, there is no field for a name
    for seat, name in enumerate(names, 1):
        if not opener.screen.last(f"person-{seat}"):
            await opener.write("player-name", name)
            await opener.tap("add-player")
            await opener.sees(f"person-{seat}", name)
    await opener.tap("own-phones")
    await opener.tap("sit-1")
    await opener.sees("table-code")
    await opener.sees("person-1", "You")
    return opener.screen.says("table-code").removeprefix("Code ").replace(" ", "")

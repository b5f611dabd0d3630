"""The relay as an ASGI app: WebSockets in and out; all that is judged lies in `rooms`."""

import asyncio
import json
import logging
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.layouts import installed
from qwixx_pad.relay.doors import UNNAMED_PROXY, Crowd, Doors
from qwixx_pad.relay.phone import Pace, Phone
from qwixx_pad.relay.room import Room
from qwixx_pad.relay.rooms import Joining, Rooms, ShutError
from qwixx_pad.relay.store import News, Store
from qwixx_pad.server import Receive, Scope, Send
from qwixx_pad.server.limits import Notices
from qwixx_pad.storage import StorageError
from qwixx_pad.tables.open_tables import ALPHABET, ONLINE_CODE_LENGTH
from qwixx_pad.tables.requests import Play
from qwixx_pad.tables.wire import VERSION, read_id, read_request

_PATH = re.compile(r".*/relay(?:/(?P<code>.*))?")
_CODE = re.compile(rf"[{ALPHABET}]{{{ONLINE_CODE_LENGTH}}}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_OK, _ELSEWHERE, _MISSING = 200, 307, 404
_REST = 5.0
"""Seconds that somebody is sent away while the store does not answer."""
_HOUR = 3600.0
_LOOK = 5.0
"""Seconds between two looks for devices that are away."""


@dataclass(frozen=True, slots=True)
class RelayLimits:
    """How much is taken.

    Attributes:
        first: Seconds until a connection has said what it wants.
        connections: Of all callers.
        of_address: Connections of one address: a pub behind one router.
        threads: How many tables ask the store at once.
    """

    first: float = 10.0
    connections: int = 4000
    of_address: int = 256
    threads: int = 32


def _now() -> datetime:
    return datetime.now(UTC)


class Relay:
    """The ASGI app of a relay.

    Args:
        store: Where tables are kept.
        doors: From where calls are taken.
        limits: How much is taken.
        notices: Tells the terminal what goes wrong.
    """

    def __init__(
        self,
        store: Store,
        doors: Doors,
        limits: RelayLimits,
        notices: Notices,
    ) -> None:
        self._store, self._doors = store, doors
        self._limits, self._notices = limits, notices
        self._threads = ThreadPoolExecutor(limits.threads, "table")
        self.rooms = Rooms(store, installed(), _now, self._run)
        self._crowd = Crowd(limits.connections, limits.of_address)
        self._tasks: set[asyncio.Future[None]] = set()

    async def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:  # noqa: ANN401 - any
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or one WebSocket."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            await self._web_socket(scope, receive, send)
        else:
            await _answer(*_asked_for(scope["path"]), scope, send)

    # from the start to the end

    async def _live(self, receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()

        def tell(news: News) -> None:
            with suppress(RuntimeError):  # the loop is closed already
                loop.call_soon_threadsafe(self._heard, news)

        self._store.listen(tell)
        watch = [asyncio.ensure_future(turn) for turn in (self._forget(), self._look())]
        try:
            for word in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{word}.complete"})
        finally:
            for each in watch:
                each.cancel()
            self._threads.shutdown(wait=True)

    def _heard(self, news: News) -> None:
        task = asyncio.ensure_future(self.rooms.heard(news))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _forget(self) -> None:
        while True:
            with suppress(StorageError):
                await self.rooms.forget()
            await asyncio.sleep(_HOUR)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            await self.rooms.look()

    # one connection

    async def _web_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if not self._doors.admits(scope):
            self._notices.say(
                "a page of another origin was turned away; --origin names those of your own sites, "
                "--behind-proxy the proxy that ends TLS."
            )
            await send({"type": "websocket.close"})  # of no use before it was accepted: 403
            return
        code, status = _asked_for(scope["path"])
        if status != _OK:
            await _answer(code, status, scope, send, "websocket.http")
            raise ClientDisconnected  # else uvicorn logs each such call as an error of ours
        if self._doors.misses(scope):
            self._notices.say(UNNAMED_PROXY)
        address = self._doors.address(scope)
        await send({"type": "websocket.accept"})
        phone = Phone()
        writing = asyncio.ensure_future(phone.write(send))
        try:
            with self._crowd.held_by(address) as held:
                if held:
                    await self._attend(phone, address, code, receive)
                else:
                    phone.end("full")
            await _until_gone(receive)
        finally:
            writing.cancel()

    async def _attend(self, phone: Phone, address: str, code: str, receive: Receive) -> None:
        """From the first message to the last."""
        try:
            async with asyncio.timeout(self._limits.first):
                first = await _said(receive)
        except TimeoutError:
            phone.end("slow")
            return
        if first is None:
            return
        try:
            room = await self._met(phone, first, address, code)
        except ShutError as error:
            _shut(phone, error)
            return
        except StorageError as error:
            logging.getLogger("qwixx_pad").warning("a table was not read or kept: %s", error)
            phone.end("wait", seconds=_REST)
            return
        if room is None:
            return
        try:
            await self._serve(phone, room, receive)
        except ShutError as error:
            _shut(phone, error)
        finally:
            await self.rooms.leave(room, phone)

    async def _met(
        self, phone: Phone, first: dict[str, Any], address: str, code: str
    ) -> Room | None:
        """The table that somebody wants to see; None for who has opened one, and was told where."""
        if first.get("wire") != VERSION:
            raise ShutError("version" if isinstance(first.get("wire"), int) else "bad")
        joining = _joining(first)
        if joining is None or joining.code != code:
            raise ShutError("bad")
        if code:
            return await self.rooms.join(phone, joining, address)
        opened = await self.rooms.open(joining.secret, first["open"], address)
        phone.done(wire=VERSION, code=opened)
        return None

    async def _serve(self, phone: Phone, room: Room, receive: Receive) -> None:
        pace = Pace(asyncio.get_running_loop().time)
        while not phone.over:
            message = await _said(receive)
            if message is None:
                return
            wait = pace.wait()
            if wait > 0:
                await asyncio.sleep(wait)
            await self._heed(phone, room, message)

    async def _heed(self, phone: Phone, room: Room, message: dict[str, Any]) -> None:
        number = message.get("n")
        if not isinstance(number, int):
            phone.end("bad")
            return
        if message.get("do") == "ping":
            phone.send(json.dumps({"re": number}))
            return
        try:
            request = read_request(message)
            which = read_id(message) if isinstance(request, Play) else None
        except ValueError:
            phone.end("bad")
            return
        await self.rooms.ask(room, phone, number, request, which)


def _shut(phone: Phone, error: ShutError) -> None:
    more = {"wire": [VERSION]} if error.error == "version" else {}
    seconds = {"seconds": round(error.seconds, 1)} if error.seconds else {}
    phone.end(error.error, **more, **seconds)


def _joining(first: dict[str, Any]) -> Joining | None:
    """What somebody wants to see, or by which secret to open a table; None if that is not said."""
    secret, seen = first.get("secret"), first.get("seen", 0)
    if not isinstance(secret, str) or not _SECRET.fullmatch(secret) or not isinstance(seen, int):
        return None
    match first:
        case {"open": dict()}:
            return Joining(secret, "")
        case {"join": str(code)} if code:
            game = first.get("game")
            return Joining(secret, code, game if isinstance(game, str) else None, seen)
    return None


async def _said(receive: Receive) -> dict[str, Any] | None:
    """What somebody says next; None when they are gone. What is no object is an empty one."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        return None
    try:
        plain = read_json(message.get("text") or "")
    except (ValueError, RecursionError):
        return {}
    return plain if isinstance(plain, dict) else {}


def _asked_for(path: str) -> tuple[str, int]:
    """The code in a path, in capitals, empty without one; and how a request for it is answered."""
    found = _PATH.fullmatch(path)
    said = (found and found["code"]) or ""
    code = said.upper()
    if found is None or (found["code"] is not None and not _CODE.fullmatch(code)):
        return "", _MISSING
    return code, _OK if said == code else _ELSEWHERE


async def _answer(code: str, status: int, scope: Scope, send: Send, kind: str = "http") -> None:
    """Answer who asks by plain HTTP, such as a proxy, or for what no WebSocket leads to."""
    body = f"A relay of Qwixx Pad, wire {VERSION}.\n".encode() if status == _OK else b""
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    if status == _ELSEWHERE:
        headers.append((b"location", code.encode()))
    await send({"type": f"{kind}.response.start", "status": status, "headers": headers})
    shown = b"" if scope.get("method") == "HEAD" else body
    await send({"type": f"{kind}.response.body", "body": shown})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "websocket.disconnect":
        pass

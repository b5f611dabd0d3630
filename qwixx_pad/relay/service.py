"""The relay as an ASGI app, a built site next to it, how both are served, and who may connect.

All decisions about tables are made in `rooms`.
"""

import argparse
import asyncio
import ipaddress
import json
import logging
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import uvicorn
from uvicorn.protocols.utils import ClientDisconnected

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.identity.devices import household
from qwixx_pad.identity.limiters import KeyedCounter, TokenBucket
from qwixx_pad.layouts import installed
from qwixx_pad.multiplayer.open_tables import ALPHABET, ONLINE_CODE_LENGTH
from qwixx_pad.multiplayer.requests import Play
from qwixx_pad.multiplayer.wire import VERSION, read_id, read_request
from qwixx_pad.relay.room import Phone, Room
from qwixx_pad.relay.rooms import Joining, Rooms, ShutError
from qwixx_pad.relay.store import News, Store, open_store
from qwixx_pad.server import App, Receive, Scope, Send, address_of, headers_named
from qwixx_pad.server.client import Bundle, File
from qwixx_pad.server.connections import Doorkeeper
from qwixx_pad.server.limits import OWN_ADDRESSES, Limits, Notices, open_files
from qwixx_pad.server.listening import Server, listeners
from qwixx_pad.server.static_cache import Compression, Page, StaticCache, cache_folder
from qwixx_pad.storage import StorageError, data_folder

_PATH = re.compile(r".*/relay(?:/(?P<code>.*))?")
_CODE = re.compile(rf"[{ALPHABET}]{{{ONLINE_CODE_LENGTH}}}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_OK, _ELSEWHERE, _MISSING = 200, 307, 404
_REST = 5.0
"""Seconds that a caller has to wait while the store does not answer."""
_HOUR = 3600.0
_LARGEST_MESSAGE = 1 << 14
"""Bytes of one message from a phone."""
_REQUEST = 60.0
"""Seconds for one request of the site, or for a connection to close."""
_FIRST = 10.0
"""Seconds for the first message of a connection."""
_CONNECTIONS = 4000
_OF_ADDRESS = 256
"""Connections of one address: a pub behind one router."""
_BURST, _RATE = 120.0, 12.0
"""Requests of a connection that may come at once, and a second in the long run."""
_THREADS = 32
"""How many tables use the store at once."""
_PAGE = "index.html"
_MARK = "qwixx-pad-site.json"
"""The file that is in every built site, see `pwa/build.py`."""
_POLICIES = {
    "content-security-policy": "frame-ancestors 'none'",  # the page itself has the rest
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


_Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
UNNAMED_PROXY = (
    "calls come by a proxy on this computer and count as those of one address; --behind-proxy with "
    "the proxy's address, 127.0.0.1 or ::1, tells them apart."
)
_OF_PROXIES = frozenset({b"x-forwarded-for", b"forwarded", b"via"})


@dataclass(frozen=True, slots=True)
class Doors:
    """The origins and proxies from which connections are accepted.

    uvicorn's own middleware is not enough: it reads no `X-Forwarded-Host`, forgets which proxy has
    forwarded a call, and trusts any caller from the address of a proxy.

    Attributes:
        origins: Of sites elsewhere, such as `https://pad.example`.
        proxies: Networks whose forwarded headers are trusted.
    """

    origins: frozenset[str] = frozenset()
    proxies: tuple[_Network, ...] = ()

    def address(self, scope: Scope) -> str:
        """Return the address of a caller, of a home network as one; empty: this very computer.

        Behind a proxy nobody has that one, even where the proxy was not named.
        """
        peer = address_of(scope)
        if not self._trusts(peer):
            own = peer in OWN_ADDRESSES and not self.misses(scope)
            return "" if own else household(peer)
        named = ",".join(headers_named(scope, b"x-forwarded-for")).split(",")
        passed = (each.strip() for each in reversed(named))
        strangers = (each for each in passed if each and not self._trusts(each))
        return household(next(strangers, peer))

    def misses(self, scope: Scope) -> bool:
        """Return whether a call comes by a proxy on this computer that was not named."""
        peer = address_of(scope)
        passed_on = any(key in _OF_PROXIES for key, _ in scope["headers"])
        return passed_on and peer in OWN_ADDRESSES and not self._trusts(peer)

    def admits(self, scope: Scope) -> bool:
        """Return whether the caller is no page, or one of ours; browsers always send an origin."""
        origin = _last(scope, b"origin").lower()
        return origin in {"", self._own(scope)} | self.origins

    def _own(self, scope: Scope) -> str:
        host, scheme = _last(scope, b"host"), "https" if scope["scheme"] == "wss" else "http"
        if self._trusts(address_of(scope)):
            host = _last(scope, b"x-forwarded-host") or host
            scheme = _last(scope, b"x-forwarded-proto") or scheme
        return f"{scheme}://{host}".lower()

    def _trusts(self, address: str) -> bool:
        try:
            known = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self.proxies)


def _last(scope: Scope, name: bytes) -> str:
    """Return a header; the last one of several, which the proxy nearest to us has added."""
    return next(reversed(headers_named(scope, name)), "")


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class RelayTimes:
    """The clock of a relay, and the seconds between two checks for devices that are away."""

    now: Callable[[], datetime] = _now
    look: float = 5.0


RELAY_TIMES = RelayTimes()


class Relay:
    """The ASGI app of a relay; `notices` report on the terminal what goes wrong."""

    def __init__(self, store: Store, doors: Doors, notices: Notices, times: RelayTimes) -> None:
        self._store, self._doors, self._notices, self._times = store, doors, notices, times
        self._threads = ThreadPoolExecutor(_THREADS, "table")
        self.rooms = Rooms(store, installed(), times.now, self._run)
        self._open: KeyedCounter[Phone] = KeyedCounter()
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
            await asyncio.sleep(self._times.look)
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
            if not self._has_room(address):
                phone.end("full")
                await _until_gone(receive)
                return
            with self._open.counting(address, phone):
                await self._attend(phone, address, code, receive)
                await _until_gone(receive)
        finally:
            writing.cancel()

    def _has_room(self, address: str) -> bool:
        """Return whether an address may connect once more; this very computer always may."""
        of_address = len(self._open.of(address)) if address else 0
        return of_address < _OF_ADDRESS and self._open.total < _CONNECTIONS

    async def _attend(self, phone: Phone, address: str, code: str, receive: Receive) -> None:
        """Serve a phone from the first message to the last."""
        try:
            async with asyncio.timeout(_FIRST):
                first = await _said(receive)
        except TimeoutError:
            phone.end("slow")
            return
        if first is None:
            return
        try:
            room = await self._met(phone, first, address, code)
            if room is not None:
                await self._serve(phone, room, receive)
        except ShutError as error:
            more: dict[str, Any] = {"wire": [VERSION]} if error.error == "version" else {}
            if error.seconds:
                more["seconds"] = round(error.seconds, 1)
            phone.end(error.error, more)
        except StorageError as error:
            logging.getLogger("qwixx_pad").warning("a table was not read or kept: %s", error)
            phone.end("wait", {"seconds": _REST})

    async def _met(
        self, phone: Phone, first: dict[str, Any], address: str, code: str
    ) -> Room | None:
        """Join the requested table, or open a new one: then send its code, and return None."""
        if first.get("wire") != VERSION:
            raise ShutError("version" if isinstance(first.get("wire"), int) else "bad")
        joining = _joining(first)
        if joining.code != code:
            raise ShutError("bad")
        if code:
            return await self.rooms.join(phone, joining, address)
        opened = await self.rooms.open(joining.secret, first["open"], address)
        phone.done({"wire": VERSION, "code": opened})
        return None

    async def _serve(self, phone: Phone, room: Room, receive: Receive) -> None:
        clock = asyncio.get_running_loop().time
        requests = TokenBucket(_BURST, _RATE, clock())
        try:
            while not phone.over and (message := await _said(receive)) is not None:
                await asyncio.sleep(requests.take(clock()))
                await self._heed(phone, room, message)
        finally:
            await self.rooms.leave(room, phone)

    async def _heed(self, phone: Phone, room: Room, message: dict[str, Any]) -> None:
        number = message.get("n")
        if not isinstance(number, int):
            raise ShutError("bad")
        if message.get("do") == "ping":
            phone.send(json.dumps({"re": number}))
            return
        try:
            request = read_request(message)
            which = read_id(message) if isinstance(request, Play) else None
        except ValueError as error:
            raise ShutError("bad") from error
        await self.rooms.ask(room, phone, number, request, which)


def _joining(first: dict[str, Any]) -> Joining:
    """Read which table a phone joins, or by which secret it opens one.

    Raises:
        AdmissionError: The message does not say it.
    """
    secret, game, seen = first.get("secret"), first.get("game"), first.get("base_length", 0)
    if isinstance(secret, str) and _SECRET.fullmatch(secret) and isinstance(seen, int):
        match first:
            case {"open": dict()}:
                return Joining(secret, "")
            case {"join": str(code)} if code:
                return Joining(secret, code, game if isinstance(game, str) else None, seen)
    raise ShutError("bad")


async def _said(receive: Receive) -> dict[str, Any] | None:
    """Return the next message; None when the caller is gone. What is no object is an empty one."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        return None
    try:
        plain = read_json(message.get("text") or "")
    except (ValueError, RecursionError):
        return {}
    return plain if isinstance(plain, dict) else {}


def _asked_for(path: str) -> tuple[str, int]:
    """Return the code in a path, in capitals, empty without one; and the HTTP status for it."""
    found = _PATH.fullmatch(path)
    said = (found and found["code"]) or ""
    code = said.upper()
    if found is None or (found["code"] is not None and not _CODE.fullmatch(code)):
        return "", _MISSING
    return code, _OK if said == code else _ELSEWHERE


async def _answer(code: str, status: int, scope: Scope, send: Send, kind: str = "http") -> None:
    """Answer a plain HTTP request, such as a proxy's, or one for an unknown path."""
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


def serve(given: argparse.Namespace) -> None:
    """Serve until Ctrl-C or a termination signal, as the arguments of the command say.

    Raises:
        StorageError: The tables cannot be stored.
        CannotServeError: There is no site to serve.
        CannotListenError: The port is not free.
    """
    with closing(open_store(given.data or data_folder(), given.database)) as store:
        notices = Notices()
        config = configured(given, store, notices, open_files())
        doors = listeners(tuple(given.host or ["127.0.0.1"]), given.port, notices, tries=1)
        host, port = doors[0].getsockname()[:2]

        def started() -> None:
            sys.stdout.write(f"Qwixx Pad keeps tables on {host}:{port}. Ctrl-C ends it.\n")
            sys.stdout.flush()

        asyncio.run(Server(config, started).serve(doors))


def configured(
    given: argparse.Namespace,
    store: Store,
    notices: Notices,
    files: int | None,
    times: RelayTimes = RELAY_TIMES,
) -> uvicorn.Config:
    """Configure the web server of the relay for so many open files; None: any number."""
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # strangers send anything
    near = _CONNECTIONS if given.behind_proxy else _OF_ADDRESS
    limits = Limits(request=_REQUEST, connections=_CONNECTIONS, connections_of_address=near)
    doorkeeper = Doorkeeper(limits.within(files), notices)
    doors = Doors(frozenset(given.origin), tuple(given.behind_proxy))
    relay = Relay(store, doors, notices, times)
    app = with_site(relay, given.site) if given.site else relay
    # Messages are small, and packing them would want a buffer each.
    return doorkeeper.config(app, doorkeeper.sweep, _LARGEST_MESSAGE, compressed=False)


class CannotServeError(Exception):
    """Raised when there is no site to serve; the text says why."""


def with_site(app: App, folder: Path) -> App:
    """Let an app serve a site too, made by `build-site`; the app answers all else.

    Only files that are there now are served.

    Raises:
        CannotServeError: The folder holds no site.
    """
    try:
        version = _version(folder)
        found = [path for path in folder.rglob("*") if path.is_file() and path.name[0] != "."]
        names = {path.relative_to(folder).as_posix(): path for path in found}
        files = {name.removeprefix(f"{version}/"): File.of(name, names[name]) for name in names}
        files[""] = files[_PAGE]
    except (OSError, LookupError, ValueError) as error:
        said = f"{folder} holds no site; `qwixx-pad build-site {folder}` makes one"
        raise CannotServeError(said) from error
    bundle, packed = Bundle(files, f"/{version}/"), Compression(cache_folder())
    content = files[""].read()
    page = Page(_POLICIES, lambda _: content)  # it has all languages itself
    return StaticCache(app, bundle, page, packed, ahead="br")


def _version(folder: Path) -> str:
    """Return the folder of a site that browsers cache for ever; all else is revalidated."""
    return str(json.loads((folder / _MARK).read_text(encoding="utf-8"))["version"])

"""The relay as an ASGI app: who may connect, and the site that it may serve too.

All decisions about tables are made in `rooms`.
"""

import argparse
import asyncio
import ipaddress
import json
import logging
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import uvicorn
from uvicorn.protocols.utils import ClientDisconnected

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.identity.devices import client_network
from qwixx_pad.identity.limiters import KeyedCounter, TokenBucket
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.multiplayer.open_tables import CODE_ALPHABET, ONLINE_CODE_LENGTH
from qwixx_pad.multiplayer.requests import JoinRequest, LogRequest
from qwixx_pad.multiplayer.wire import (
    REQUEST_CODEC,
    WIRE_VERSION,
    read_number,
    read_request,
    read_request_id,
)
from qwixx_pad.relay.room import Phone, Room
from qwixx_pad.relay.rooms import AdmissionError, Rooms
from qwixx_pad.relay.store import PeerNews, Store, open_store
from qwixx_pad.server import (
    AsgiApp,
    AsgiReceive,
    AsgiScope,
    AsgiSend,
    client_address,
    headers_named,
    is_forwarded,
)
from qwixx_pad.server.client import Bundle, File
from qwixx_pad.server.connections import ConnectionLimiter
from qwixx_pad.server.limits import OWN_ADDRESSES, Limits, ThrottledLog, raise_file_limit
from qwixx_pad.server.listening import Server, open_listeners
from qwixx_pad.server.static_cache import Page, StaticCache
from qwixx_pad.storage import StorageError, data_folder

_PATH = re.compile(r".*/relay(?:/(?P<code>.*))?")
_CODE = re.compile(rf"[{CODE_ALPHABET}]{{{ONLINE_CODE_LENGTH}}}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_OK = 200
_REDIRECT = 307
_MISSING = 404
_RETRY_AFTER_S = 5.0
"""Seconds for which a caller has to wait while the store does not answer."""
_CLEANUP_INTERVAL_S = 3600.0
_MAX_MESSAGE_BYTES = 1 << 14
"""Bytes of a message from a phone, at most."""
_REQUEST_TIMEOUT_S = 60.0
"""Seconds for a request to the site, or for closing a connection."""
_FIRST_MESSAGE_TIMEOUT_S = 10.0
"""Seconds for the first message of a connection."""
_MAX_CONNECTIONS = 4000
_MAX_PER_ADDRESS = 256
"""Connections of an address: a pub behind one router."""
_REQUEST_BURST = 120.0
"""Requests of a connection that may come at once."""
_REQUESTS_PER_S = 12.0
"""Requests of a connection in the long run."""
_STORE_THREADS = 32
"""The number of tables that may use the store at once."""
_PAGE_FILE = "index.html"
_SITE_MARKER = "qwixx-pad-site.json"
"""A file in every built site, see `pwa/build.py`."""
_PAGE_HEADERS = {
    "content-security-policy": "frame-ancestors 'none'",  # the page itself has the rest
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


_Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
UNNAMED_PROXY_TEXT = (
    "calls come by a proxy on this computer and count as those of one address; --behind-proxy with "
    "the proxy's address, 127.0.0.1 or ::1, tells them apart."
)


@dataclass(frozen=True, slots=True)
class OriginPolicy:
    """Which origins may connect, and which proxies are trusted.

    uvicorn's own middleware is not enough: it reads no `X-Forwarded-Host`, does not report which
    proxy has forwarded a call, and trusts every caller from the address of a proxy.

    Attributes:
        origins: Of sites elsewhere, such as `https://pad.example`.
        proxies: Networks whose forwarded headers are trusted.
    """

    origins: frozenset[str] = frozenset()
    proxies: tuple[_Network, ...] = ()

    def client_address(self, scope: AsgiScope) -> str:
        """The address of a caller, or its home network; empty for this computer itself.

        It is never empty behind a proxy, even one that was not named.
        """
        peer = client_address(scope)
        if not self._is_proxy(peer):
            is_this_computer = peer in OWN_ADDRESSES and not self.has_unnamed_proxy(scope)
            return "" if is_this_computer else client_network(peer)
        forwarded = ",".join(headers_named(scope, b"x-forwarded-for")).split(",")
        nearest_first = (address.strip() for address in reversed(forwarded))
        callers = (each for each in nearest_first if each and not self._is_proxy(each))
        return client_network(next(callers, peer))

    def has_unnamed_proxy(self, scope: AsgiScope) -> bool:
        """True if a call comes from a proxy on this computer that was not named."""
        peer = client_address(scope)
        return is_forwarded(scope) and peer in OWN_ADDRESSES and not self._is_proxy(peer)

    def admits_origin(self, scope: AsgiScope) -> bool:
        """True if the caller is a page of a known origin, or no page: browsers send an origin."""
        origin = _last_header(scope, b"origin").lower()
        return origin in {"", self._own_origin(scope)} | self.origins

    def _own_origin(self, scope: AsgiScope) -> str:
        host = _last_header(scope, b"host")
        scheme = "https" if scope["scheme"] == "wss" else "http"
        if self._is_proxy(client_address(scope)):
            host = _last_header(scope, b"x-forwarded-host") or host
            scheme = _last_header(scope, b"x-forwarded-proto") or scheme
        return f"{scheme}://{host}".lower()

    def _is_proxy(self, address: str) -> bool:
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in self.proxies)


def _last_header(scope: AsgiScope, name: bytes) -> str:
    """The value of a header; if there are several, the last, which the nearest proxy has added."""
    return next(reversed(headers_named(scope, name)), "")


@dataclass(frozen=True, slots=True)
class RelayTimes:
    """The clock of a relay, and the seconds between two checks for devices that are away."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    absence_check_s: float = 5.0


RELAY_TIMES = RelayTimes()


class Relay:
    """The ASGI app of a relay.

    Args:
        store: Stores the tables.
        origin_policy: Which origins may connect.
        notices: Reports problems on the terminal.
        times: The clock and the interval of checks.
    """

    def __init__(
        self, store: Store, origin_policy: OriginPolicy, notices: ThrottledLog, times: RelayTimes
    ) -> None:
        self._store = store
        self._origin_policy = origin_policy
        self._notices = notices
        self._times = times
        self._threads = ThreadPoolExecutor(_STORE_THREADS, "table")
        self.rooms = Rooms(store, installed_layouts(), times.now, self._run_in_thread)
        self._connections: KeyedCounter[Phone] = KeyedCounter()
        self._tasks: set[asyncio.Future[None]] = set()

    async def _run_in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:  # noqa: ANN401 - any
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    async def __call__(self, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
        """Answer a request or a WebSocket."""
        if scope["type"] == "lifespan":
            await self._run_lifespan(receive, send)
        elif scope["type"] == "websocket":
            await self._web_socket(scope, receive, send)
        else:
            await _answer_http(*_code_and_status(scope["path"]), scope, send)

    # from the start to the end

    async def _run_lifespan(self, receive: AsgiReceive, send: AsgiSend) -> None:
        loop = asyncio.get_running_loop()

        def on_news(news: PeerNews) -> None:
            with suppress(RuntimeError):  # the loop is closed already
                loop.call_soon_threadsafe(self._handle_news, news)

        self._store.follow_peers(on_news)
        cleanup = asyncio.ensure_future(self._clean_up_hourly())
        absences = asyncio.ensure_future(self._watch_absences())
        try:
            for phase in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{phase}.complete"})
        finally:
            cleanup.cancel()
            absences.cancel()
            self._threads.shutdown(wait=True)

    def _handle_news(self, news: PeerNews) -> None:
        task = asyncio.ensure_future(self.rooms.on_peer_news(news))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _clean_up_hourly(self) -> None:
        while True:
            with suppress(StorageError):
                await self.rooms.drop_expired()
            await asyncio.sleep(_CLEANUP_INTERVAL_S)

    async def _watch_absences(self) -> None:
        while True:
            await asyncio.sleep(self._times.absence_check_s)
            await self.rooms.announce_absences()

    # one connection

    async def _web_socket(self, scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
        await receive()
        if not self._origin_policy.admits_origin(scope):
            self._notices.warn(
                "a page of another origin was turned away; --origin names those of your own sites, "
                "--behind-proxy the proxy that ends TLS."
            )
            await send({"type": "websocket.close"})  # of no use before it was accepted: 403
            return
        code, status = _code_and_status(scope["path"])
        if status != _OK:
            await _answer_http(code, status, scope, send, "websocket.http")
            raise ClientDisconnected  # else uvicorn logs each such call as an error of ours
        if self._origin_policy.has_unnamed_proxy(scope):
            self._notices.warn(UNNAMED_PROXY_TEXT)
        address = self._origin_policy.client_address(scope)
        await send({"type": "websocket.accept"})
        phone = Phone()
        writing = asyncio.ensure_future(phone.send_queued(send))
        try:
            if not self._may_connect(address):
                phone.end_with_error("full")
                await _wait_for_disconnect(receive)
                return
            with self._connections.counting(address, phone):
                await self._serve_phone(phone, address, code, receive)
                await _wait_for_disconnect(receive)
        finally:
            writing.cancel()

    def _may_connect(self, address: str) -> bool:
        """True if an address may connect once more; an empty address has no limit of its own."""
        of_address = len(self._connections.values_of(address)) if address else 0
        return of_address < _MAX_PER_ADDRESS and self._connections.total < _MAX_CONNECTIONS

    async def _serve_phone(
        self, phone: Phone, address: str, code: str, receive: AsgiReceive
    ) -> None:
        """Serve a phone from its first message to its last."""
        try:
            async with asyncio.timeout(_FIRST_MESSAGE_TIMEOUT_S):
                first = await _receive_json(receive)
            if first is None:
                return
            room = await self._join_or_open(phone, first, address, code)
            if room is not None:
                await self._serve_requests(phone, room, receive)
        except TimeoutError:
            phone.end_with_error("slow")
        except AdmissionError as error:
            more: dict[str, Any] = {"wire": [WIRE_VERSION]} if error.error == "version" else {}
            if error.seconds:
                more["seconds"] = round(error.seconds, 1)
            phone.end_with_error(error.error, more)
        except StorageError as error:
            self._notices.warn(f"a table was not read or kept: {error}")
            phone.end_with_error("wait", {"seconds": _RETRY_AFTER_S})

    async def _join_or_open(
        self, phone: Phone, first: dict[str, Any], address: str, code: str
    ) -> Room | None:
        """Join the requested table; or open a new one, send its code, and return None."""
        version = first.get("wire")
        if type(version) is not int:
            raise AdmissionError("bad")
        if version != WIRE_VERSION:
            raise AdmissionError("version")
        joining = _read_join(first)
        if joining.code != code:
            raise AdmissionError("bad")
        if code:
            return await self.rooms.join(phone, joining, address)
        opened = await self.rooms.open(joining.secret, first["open"], address)
        phone.end_with("done", {"wire": WIRE_VERSION, "code": opened})
        return None

    async def _serve_requests(self, phone: Phone, room: Room, receive: AsgiReceive) -> None:
        clock = asyncio.get_running_loop().time
        requests = TokenBucket(_REQUEST_BURST, _REQUESTS_PER_S, clock())
        try:
            while not phone.end_reason and (message := await _receive_json(receive)) is not None:
                await asyncio.sleep(requests.take_token(clock()))
                await self._handle_message(phone, room, message)
        finally:
            await self.rooms.leave(room, phone)

    async def _handle_message(self, phone: Phone, room: Room, message: dict[str, Any]) -> None:
        try:
            number = read_number(message.get("n"))
            if message.get("do") == "ping":
                phone.queue_text(json.dumps({"re": number}))
                return
            request = read_request(message)
            request_id = read_request_id(message) if isinstance(request, LogRequest) else None
        except ValueError as error:
            raise AdmissionError("bad") from error
        await self.rooms.answer_request(room, phone, number, request, request_id)


def _read_join(first: dict[str, Any]) -> JoinRequest:
    """Read from a first message which table a phone joins, or with which secret it opens one.

    Raises:
        AdmissionError: The message is invalid.
    """
    is_opening = isinstance(first.get("open"), dict)
    message = {"base_length": 0} | first
    if is_opening:
        message["join"] = ""
    try:
        joining = REQUEST_CODEC.read(JoinRequest, message)
    except ValueError as error:
        raise AdmissionError("bad") from error
    if not _SECRET.fullmatch(joining.secret) or not (is_opening or joining.code):
        raise AdmissionError("bad")
    return joining


async def _receive_json(receive: AsgiReceive) -> dict[str, Any] | None:
    """Receive the next message; None if the caller has gone, empty if it is no JSON object."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        return None
    try:
        plain = read_json(message.get("text") or "")
    except (ValueError, RecursionError):
        return {}
    return plain if isinstance(plain, dict) else {}


def _code_and_status(path: str) -> tuple[str, int]:
    """The code in a path, in capitals, or an empty text; and the HTTP status of the path."""
    match = _PATH.fullmatch(path)
    if match is None:
        return "", _MISSING
    if match["code"] is None:
        return "", _OK
    code = match["code"].upper()
    if not _CODE.fullmatch(code):
        return "", _MISSING
    return code, _OK if code == match["code"] else _REDIRECT


async def _answer_http(
    code: str, status: int, scope: AsgiScope, send: AsgiSend, kind: str = "http"
) -> None:
    """Answer a plain HTTP request, as of a proxy, or one for an unknown path."""
    body = f"A relay of Qwixx Pad, wire {WIRE_VERSION}.\n".encode() if status == _OK else b""
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    if status == _REDIRECT:
        headers.append((b"location", code.encode()))
    await send({"type": f"{kind}.response.start", "status": status, "headers": headers})
    await send(
        {"type": f"{kind}.response.body", "body": b"" if scope.get("method") == "HEAD" else body}
    )


async def _wait_for_disconnect(receive: AsgiReceive) -> None:
    while (await receive())["type"] != "websocket.disconnect":
        pass


def serve_relay(given: argparse.Namespace, report: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or a termination signal, with these arguments of the command line.

    Once the relay accepts connections, `report` gets a sentence with its address.

    Raises:
        StorageError: The tables cannot be stored.
        CannotServeError: There is no site to serve.
        CannotListenError: The port is not free.
    """
    with closing(open_store(given.data or data_folder(), given.database)) as store:
        notices = ThrottledLog()
        config = relay_config(given, store, notices, raise_file_limit())
        listeners = open_listeners(tuple(given.host or ["127.0.0.1"]), given.port, notices, tries=1)
        host, port = listeners[0].getsockname()[:2]
        text = f"Qwixx Pad hosts tables on {host}:{port} (press Ctrl-C to stop)"
        asyncio.run(Server(config, partial(report, text)).serve(listeners))


def relay_config(
    given: argparse.Namespace,
    store: Store,
    notices: ThrottledLog,
    files: int | None,
    times: RelayTimes = RELAY_TIMES,
) -> uvicorn.Config:
    """Configure the web server of the relay.

    Args:
        given: The arguments of the command line.
        store: Stores the tables.
        notices: Reports problems on the terminal.
        files: How many files may be open; None for any number.
        times: The clock and the interval of checks.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # strangers send anything
    limits = Limits(
        request_s=_REQUEST_TIMEOUT_S,
        connections=_MAX_CONNECTIONS,
        connections_of_address=_MAX_CONNECTIONS if given.behind_proxy else _MAX_PER_ADDRESS,
    )
    limiter = ConnectionLimiter(limits.within_files(files), notices)
    origin_policy = OriginPolicy(frozenset(given.origin), tuple(given.behind_proxy))
    relay = Relay(store, origin_policy, notices, times)
    app = with_site(relay, given.site) if given.site else relay
    # messages are small, and to compress them would take a buffer for each connection
    return limiter.uvicorn_config(app, limiter.sweep, _MAX_MESSAGE_BYTES, compressed=False)


class CannotServeError(Exception):
    """Raised when there is no site to serve; the text says why."""


def with_site(app: AsgiApp, folder: Path) -> AsgiApp:
    """Serve a site, built by `build-site`, in front of an app.

    The app gets WebSockets, and requests by other methods than GET and HEAD. Files that are added
    later are not served.

    Raises:
        CannotServeError: The folder has no site.
    """
    try:
        version = _site_version(folder)
        files = {}
        for path in folder.rglob("*"):
            if path.is_file() and not path.name.startswith("."):
                name = path.relative_to(folder).as_posix()
                files[name.removeprefix(f"{version}/")] = File.from_source(name, path)
        files[""] = files[_PAGE_FILE]
    except (OSError, LookupError, ValueError) as error:
        raise CannotServeError(
            f"{folder} holds no site; `qwixx-pad build-site {folder}` makes one"
        ) from error
    bundle = Bundle(files, f"/{version}/")
    content = files[""].read()
    page = Page(_PAGE_HEADERS, lambda _: content)  # it has all languages itself
    return StaticCache(app, bundle, page)


def _site_version(folder: Path) -> str:
    """The folder of a site whose files browsers cache for ever; all others are revalidated."""
    marker = folder / _SITE_MARKER
    if not marker.is_file():  # a pipe would be waited for
        raise FileNotFoundError(marker)
    return str(json.loads(marker.read_text(encoding="utf-8"))["version"])

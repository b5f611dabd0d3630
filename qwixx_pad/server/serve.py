"""The pad as a web page from this computer: for its own browsers, or for its network as well."""

import asyncio
import logging
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import flet as ft
import flet_web.fastapi as flet_fastapi
from flet.messaging import protocol
from flet.messaging.session import Session
from flet_web.fastapi.flet_app import FletApp
from flet_web.fastapi.flet_app_manager import app_manager

from qwixx_pad.identity.devices import client_network, current_device
from qwixx_pad.identity.network import host_names, lan_addresses, url_host
from qwixx_pad.multiplayer.network_access import NetworkAccess
from qwixx_pad.server import AsgiApp
from qwixx_pad.server.connections import ConnectionLimiter
from qwixx_pad.server.limits import Limits, SocketQuota, ThrottledLog, raise_file_limit
from qwixx_pad.server.listening import Server, open_listeners
from qwixx_pad.server.messages import END_CONNECTION
from qwixx_pad.server.network_listeners import NetworkListeners
from qwixx_pad.server.security import LOOPBACK_NAMES, Security
from qwixx_pad.server.static_cache import StaticCache, pads_bundle, start_page

_HERE = ("127.0.0.1",)
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only when the pad is opened to the network
_MAX_MESSAGE_BYTES = 1 << 20
"""Largest message from a browser; that of a tap is far below one kilobyte."""
_MAX_UPLOAD_BYTES = 1 << 26
"""Largest file that a browser may send; none larger is ever read."""
_SESSION_TIMEOUT_S = 600
"""Seconds for which a session waits for its device. After that the device gets a new one, and loses
nothing: everything is in the storage."""
_END_GRACE_S = 0.2
"""Seconds in which Flet can release the session of a connection that has ended."""


@dataclass(frozen=True, slots=True)
class Address:
    """The addresses of the pad.

    Attributes:
        here: The address for this computer.
        elsewhere: Those for other devices in its networks, the likeliest first; empty if these may
            not or cannot reach it.
        is_open: Whether other devices may reach it.
    """

    here: str
    elsewhere: tuple[str, ...] = ()
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Serving:
    """The settings of a server.

    Attributes:
        port: The first port to try.
        hosts: The addresses to listen on from the start.
        network: The switch that lets phones in later; None if there is none.
        network_names: Host names that other devices may use, besides the address that they connect
            to.
        find_addresses: Returns the addresses of this computer in its networks.
        uploads: Folder for files that browsers send; None if none may.
        expects: Returns whether the device with an id has opened a table or has a seat at one; then
            limits for strangers do not apply to it.
        limits: What strangers may take at once.
        notices: The log for the terminal when they try to take more.
        clock: Returns the time in seconds; used to notice that no phone connects.
    """

    port: int
    hosts: tuple[str, ...] = _HERE
    network: NetworkAccess | None = None
    network_names: tuple[str, ...] = field(default_factory=host_names)
    find_addresses: Callable[[], tuple[str, ...]] = lan_addresses
    uploads: Path | None = None
    expects: Callable[[str], bool] = lambda _device: False
    limits: Limits = field(default_factory=Limits)
    notices: ThrottledLog = field(default_factory=ThrottledLog)
    clock: Callable[[], float] = time.monotonic

    @classmethod
    def open_to_network(cls, port: int) -> Self:
        """Settings of a server that every device in this computer's networks may reach."""
        return cls(port, _EVERYWHERE)

    @property
    def is_open(self) -> bool:
        """True if other devices may reach it now."""
        return self.hosts == _EVERYWHERE or (self.network is not None and self.network.is_open)

    def names(self) -> tuple[str, ...]:
        """The host names that a browser may use for it now."""
        return (*LOOPBACK_NAMES, *self.network_names) if self.is_open else LOOPBACK_NAMES

    def address_on(self, port: int, hosts: Iterable[str] | None = None) -> Address:
        """The present addresses with this port.

        `hosts` are those for other devices; None for all of this computer's networks.
        """
        if hosts is None:
            hosts = self.find_addresses() if self.is_open else ()
        elsewhere = tuple(f"http://{url_host(host)}:{port}" for host in hosts)
        return Address(f"http://{LOOPBACK_NAMES[0]}:{port}", elsewhere, self.is_open)


def serve_pad(
    main: Callable[[ft.Page], None], serving: Serving, reached_at: Callable[[Address], None]
) -> None:
    """Serve the pad until Ctrl-C or a termination signal.

    Args:
        main: Called by Flet for each session.
        serving: The settings.
        reached_at: Called with the address when the server listens, and after each change of it.

    Raises:
        CannotListenError: No port is free.
    """
    files = raise_file_limit()
    serving = replace(serving, limits=serving.limits.within_files(files))
    listeners = open_listeners(serving.hosts, serving.port, serving.notices)
    server = PadServer(main, serving, listeners[0].getsockname()[1], reached_at)
    asyncio.run(server.serve(listeners))


class PadServer(Server):
    """The web server of the pad; the arguments are those of `serve_pad`, and the port."""

    def __init__(
        self,
        main: Callable[[ft.Page], None],
        serving: Serving,
        port: int,
        reached_at: Callable[[Address], None] = lambda _: None,
    ) -> None:
        # What strangers send may be invalid; the person at the terminal need not know.
        for name in (flet_fastapi.__name__, "uvicorn.error"):
            logging.getLogger(name).setLevel(logging.ERROR)
        self._serving = serving
        self._port = port
        self._reached_at = reached_at
        self._address = Address("")
        self._connections = ConnectionLimiter(serving.limits, serving.notices)
        self._following: asyncio.Task[None] | None = None
        config = self._connections.uvicorn_config(
            web_app(main, serving), self._sweep, _MAX_MESSAGE_BYTES, compressed=True
        )
        super().__init__(config, lambda: None)
        network = serving.network
        self._listeners = network and NetworkListeners(
            self,
            self._connections,
            network,
            port,
            find_addresses=serving.find_addresses,
            notices=serving.notices,
            clock=serving.clock,
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Override uvicorn: offer the switch, and report the addresses."""
        await super().startup(sockets)
        network = self._serving.network
        if network is not None:
            network.offer(self._port)
            network.watch(self._follow_soon)
        await self._follow_networks()

    def _follow_soon(self) -> None:
        """Follow the switch in a task of its own: the tap on it is answered first."""
        if self._following is None or self._following.done():
            self._following = asyncio.get_running_loop().create_task(self._try_networks())

    async def _try_networks(self) -> None:
        try:
            await self._follow_networks()
        except Exception:  # the games go on, also when a terminal can no longer be written to
            logging.getLogger("qwixx_pad").exception("the networks were not looked at")

    async def _follow_networks(self) -> None:
        """Listen on the present networks, and report the address if it has changed."""
        if self._listeners:
            await self._listeners.follow()
        hosts = self._listeners.addresses if self._listeners else None
        address = self._serving.address_on(self._port, hosts)
        if address != self._address:
            self._address = address
            self._reached_at(address)

    async def _sweep(self) -> None:
        await self._try_networks()
        await self._connections.sweep()
        await _end_surplus_sessions(self._serving.limits)


def web_app(main: Callable[[ft.Page], None], serving: Serving) -> AsgiApp:
    """The ASGI app: security in front of the files for browsers, and these in front of Flet."""
    # Flet makes a text of each message, with every control in it, before it checks whether anybody
    # logs: forty times the work of sending it, for a tablet with four sheets
    protocol.Message.__repr__ = _message_summary  # type: ignore[assignment]  # it is patched
    _let_sessions_move()
    pad = flet_fastapi.app(
        main,
        session_timeout_seconds=_SESSION_TIMEOUT_S,
        upload_dir=None if serving.uploads is None else str(serving.uploads),
        max_upload_size=_MAX_UPLOAD_BYTES,
        secret_key=secrets.token_hex(),  # addresses for uploads are valid in this process only
    )
    outer = flet_fastapi.FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    outer.mount("/", pad)
    bundle = pads_bundle()
    files = StaticCache(outer, bundle, start_page(bundle))
    sockets = SocketQuota(serving.limits, serving.expects, serving.notices)
    return Security(files, serving.names, sockets, serving.limits.register_s)


_SESSIONS: Mapping[str, Session] = vars(app_manager)["_FletAppManager__sessions"]
"""Flet's sessions by their names; it has no public list of them."""
_NEVER = datetime.max.replace(tzinfo=UTC)


def _message_summary(message: protocol.Message) -> str:
    return f"{type(message).__name__}({message.action.name})"


def _let_sessions_move() -> None:
    """Let a device resume its session over any connection, from any address.

    Flet names a session by the address too, and begins a second one while a connection of the first
    is open. A connection that was cut counts as open until it times out; what was typed would be
    lost.
    """
    method_name = "_FletApp__get_unique_session_id"
    setattr(FletApp, method_name, _session_name)
    app_manager.get_session = _get_free_session


def _session_name(connection: FletApp, session_id: str) -> str:
    device_id = vars(connection)["_FletApp__client_user_agent"]  # `Security` has put it there
    return f"{session_id}_{device_id}_{current_device.get().is_this_computer}"


async def _get_free_session(name: str) -> Session | None:
    """End the old connection of a session, and find that session; None if it has expired."""
    session = _SESSIONS.get(name)
    if session is not None and _is_connected(session):
        socket = vars(session.connection)["_FletApp__websocket"]
        if socket is not None:
            await socket.scope[END_CONNECTION]()
        else:  # it is about to end by itself
            await asyncio.sleep(_END_GRACE_S)
    return session


async def _end_surplus_sessions(limits: Limits) -> None:
    """End sessions that wait for their devices, if more wait than the limit.

    The first to end are those of the network with most of them, the one that waits for longest
    first. Who opens and leaves the pad a thousand times ends only sessions of their own.
    """
    waiting = {name: each for name, each in _SESSIONS.items() if not _is_connected(each)}
    if len(waiting) <= limits.waiting_sessions:
        return
    ordered = sorted(waiting, key=lambda name: waiting[name].expires_at or _NEVER)
    networks = {name: client_network(waiting[name].page.client_ip or "") for name in ordered}
    counts = Counter(networks.values())
    for _ in range(len(waiting) - limits.waiting_sessions):
        [(busiest, _)] = counts.most_common(1)
        name = next(name for name in ordered if networks[name] == busiest)
        ordered.remove(name)
        counts[busiest] -= 1
        await app_manager.delete_session(name)


def _is_connected(session: Session) -> bool:
    """True if its device is connected; Flet's annotation of `connection` lacks None."""
    return getattr(session, "connection", None) is not None

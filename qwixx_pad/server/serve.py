"""The pad as a web page from this computer: for this computer, or for its network if asked."""

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
"""Bytes of one message from a browser; a tap is far below one kilobyte."""
_MAX_UPLOAD_BYTES = 1 << 26
"""Bytes of a file that a browser sends; none larger is ever read."""
_SESSION_TIMEOUT_S = 600
"""Seconds that a session waits for its device. Later it begins a new one: all is in the storage."""
_END_GRACE_S = 0.2
"""Seconds for a connection that has ended to let go of its session."""


@dataclass(frozen=True, slots=True)
class Address:
    """The addresses of the pad.

    Attributes:
        here: On this computer.
        elsewhere: On other devices in its networks, the likeliest first; none if they may not or
            cannot reach it.
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
        network: The switch that lets phones in later; None where there is none.
        network_names: Host names that other devices may use for it, beside the address that they
            have come to.
        find_addresses: Returns the addresses of this computer in its networks.
        uploads: Where files go that a browser was asked to send; None takes none.
        expects: Whether the device of an id sits at a table here, or opened one: no limit for
            strangers keeps it out.
        limits: What strangers may ask for at once.
        notices: Tells the terminal when they ask for more.
        clock: Seconds since some moment, by which it is a while that no phone has come.
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
        """Serve every device in the networks that this computer is in."""
        return cls(port, _EVERYWHERE)

    @property
    def is_open(self) -> bool:
        """True if other devices may reach it now; on all hosts they may from start to end."""
        return self.hosts == _EVERYWHERE or (self.network is not None and self.network.is_open)

    def names(self) -> tuple[str, ...]:
        """Return the host names that a browser may use for it now."""
        return (*LOOPBACK_NAMES, *self.network_names) if self.is_open else LOOPBACK_NAMES

    def address_on(self, port: int, others: Iterable[str] | None = None) -> Address:
        """Return the current addresses for this port; None for `others`: all in networks."""
        if others is None:
            others = self.find_addresses() if self.is_open else ()
        there = tuple(f"http://{url_host(other)}:{port}" for other in others)
        return Address(f"http://{LOOPBACK_NAMES[0]}:{port}", there, self.is_open)


def serve_pad(
    main: Callable[[ft.Page], None], serving: Serving, reached_at: Callable[[Address], None]
) -> None:
    """Serve the pad until Ctrl-C or a termination signal.

    Flet calls `main` for each session; `reached_at` is told the address once it can be opened,
    and again whenever the networks have changed.

    Raises:
        CannotListenError: No port is free.
    """
    files = raise_file_limit()
    serving = replace(serving, limits=serving.limits.within_files(files))
    listeners = open_listeners(serving.hosts, serving.port, serving.notices)
    server = PadServer(main, serving, listeners[0].getsockname()[1], reached_at)
    asyncio.run(server.serve(listeners))


class PadServer(Server):
    """The web server of the pad, on a port.

    Flet calls `main` for each session; `reached_at` is as for `serve_pad`.
    """

    def __init__(
        self,
        main: Callable[[ft.Page], None],
        serving: Serving,
        port: int,
        reached_at: Callable[[Address], None] = lambda _: None,
    ) -> None:
        # Nonsense that a stranger sends is no news for the person at the terminal.
        for name in (flet_fastapi.__name__, "uvicorn.error"):
            logging.getLogger(name).setLevel(logging.ERROR)
        self._serving = serving
        self._port = port
        self._reached_at = reached_at
        self._known = Address("")
        self._connections = ConnectionLimiter(serving.limits, serving.notices)
        self._following: asyncio.Task[None] | None = None
        app = web_app(main, serving)
        config = self._connections.uvicorn_config(
            app, self._sweep, _MAX_MESSAGE_BYTES, compressed=True
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
        """Follow the switch as soon as whoever has tapped it was answered."""
        if self._following is None or self._following.done():
            self._following = asyncio.get_running_loop().create_task(self._look_at_networks())

    async def _look_at_networks(self) -> None:
        try:
            await self._follow_networks()
        except Exception:  # a terminal that is gone must end no game
            logging.getLogger("qwixx_pad").exception("the networks were not looked at")

    async def _follow_networks(self) -> None:
        """Listen on the networks that there are, and report addresses that have changed."""
        listeners = self._listeners
        if listeners:
            await listeners.follow()
        others = listeners.addresses if listeners else None
        address = self._serving.address_on(self._port, others)
        if address != self._known:
            self._known = address
            self._reached_at(address)

    async def _sweep(self) -> None:
        await self._look_at_networks()
        await self._connections.sweep()
        await _end_surplus_sessions(self._serving.limits)


def web_app(main: Callable[[ft.Page], None], serving: Serving) -> AsgiApp:
    """Return the ASGI app: what browsers load, and Flet's WebSocket, behind its security."""
    _shorten_flet_log()
    _let_sessions_move()
    pad = flet_fastapi.app(
        main,
        session_timeout_seconds=_SESSION_TIMEOUT_S,
        upload_dir=None if serving.uploads is None else str(serving.uploads),
        max_upload_size=_MAX_UPLOAD_BYTES,
        secret_key=secrets.token_hex(),  # an address to send a file to is good for this process
    )
    outer = flet_fastapi.FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    outer.mount("/", pad)
    bundle = pads_bundle()
    loaded = StaticCache(outer, bundle, start_page(bundle))
    sockets = SocketQuota(serving.limits, serving.expects, serving.notices)
    return Security(loaded, serving.names, sockets, serving.limits.register_s)


_SESSIONS: Mapping[str, Session] = vars(app_manager)["_FletAppManager__sessions"]
"""Flet keeps each by a name of its own making, and has no list of them."""
_NEVER = datetime.max.replace(tzinfo=UTC)


def _shorten_flet_log() -> None:
    """Let a message to a device stand in Flet's log by its kind alone.

    Flet makes a text of each, with every control in it, before it asks whether anybody logs:
    forty times the work of sending it, for a tablet with four sheets.
    """
    protocol.Message.__repr__ = _message_summary  # type: ignore[assignment]  # the guard itself


def _message_summary(message: protocol.Message) -> str:
    return f"{type(message).__name__}({message.action.name})"


def _let_sessions_move() -> None:
    """Let a device go on with its session over any connection, from any address.

    Flet names a session by the address too, and begins a second one while a connection of the first
    is open: on a line that was cut it is, until nobody has answered for a while. What was typed
    would be lost.
    """
    by_device = "_FletApp__get_unique_session_id"
    setattr(FletApp, by_device, _session_name)
    app_manager.get_session = _get_free_session


def _session_name(connection: FletApp, session_id: str) -> str:
    device_id = vars(connection)["_FletApp__client_user_agent"]  # as `security` has put it there
    return f"{session_id}_{device_id}_{current_device.get().is_this_computer}"


async def _get_free_session(name: str) -> Session | None:
    """Return a session that a device wants to go on with, once its old connection has ended."""
    session = _SESSIONS.get(name)
    if session is not None and _is_connected(session):
        socket = vars(session.connection)["_FletApp__websocket"]
        if socket is not None:
            await socket.scope[END_CONNECTION]()
        else:  # it is about to end by itself
            await asyncio.sleep(_END_GRACE_S)
    return session


async def _end_surplus_sessions(limits: Limits) -> None:
    """End sessions that wait for a device that has left, where more wait than shall.

    Those of the household that has the most go first, and of them the one that waits for the
    longest: who opens and leaves the pad a thousand times ends no session but his own.
    """
    waiting = {name: each for name, each in _SESSIONS.items() if not _is_connected(each)}
    if len(waiting) <= limits.waiting_sessions:
        return
    ordered = sorted(waiting, key=lambda name: waiting[name].expires_at or _NEVER)
    homes = {name: client_network(waiting[name].page.client_ip or "") for name in ordered}
    of_home = Counter(homes.values())
    for _ in range(len(waiting) - limits.waiting_sessions):
        [(most, _)] = of_home.most_common(1)
        name = next(name for name in ordered if homes[name] == most)
        ordered.remove(name)
        of_home[most] -= 1
        await app_manager.delete_session(name)


def _is_connected(session: Session) -> bool:
    """Return whether its device is connected; Flet leaves the type of nothing out."""
    return getattr(session, "connection", None) is not None

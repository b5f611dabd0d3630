"""Connections by HTTP and WebSocket: limits on their number, their idle time and their buffers."""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Collection
from enum import Enum, auto
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple, TypeAlias

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from qwixx_pad.identity.devices import client_network
from qwixx_pad.identity.limiters import KeyedCounter
from qwixx_pad.server import AsgiApp
from qwixx_pad.server.limits import OWN_ADDRESSES, Limits, ThrottledLog
from qwixx_pad.server.listening import ACCEPTED_AT_ONCE

_MAX_HEAD_BYTES = 1 << 14
"""Size of the largest head of a request; h11 limits only heads that are not complete yet."""
_MAX_UNREAD_FRAMES = 4096
"""Most messages, and fragments of one, that have come over a WebSocket and are not handled yet."""


class Phase(Enum):
    """Phase of a connection; of too many, those in `HEAD` or `ENDING` are ended first."""

    HEAD = auto()
    """The head of a request is awaited, or the handshake of a WebSocket is not complete."""
    REQUEST = auto()
    """A request is read or answered."""
    OPEN = auto()
    """A WebSocket is open."""
    UNREAD = auto()
    """A WebSocket is open, and its client leaves too much unread."""
    ENDING = auto()
    """A WebSocket is closed; its connection is not yet."""


class ConnectionState(NamedTuple):
    """State of a connection: its phase, and in HTTP the request of that phase, or the last one."""

    phase: Phase
    request: object = None


class TrackedConnection(asyncio.Protocol):
    """Reports its beginning and its end to a limiter; the base of both protocols.

    Attributes:
        client: Address and port of the client, as uvicorn sets them.
        network_prefix: The part of that address that a household has in common.
        last_state: The state at the last check; None before the first.
        since: When that state was first seen, in seconds of the monotonic clock.
    """

    client: tuple[str, int] | None

    def __init__(self, limiter: "ConnectionLimiter", **options: Any) -> None:  # noqa: ANN401 - as in uvicorn
        super().__init__(**options)
        self._limiter = limiter
        self.last_state: ConnectionState | None = None
        self.since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Override uvicorn."""
        super().connection_made(transport)
        self.network_prefix = client_network(self.client[0] if self.client else "")
        self._limiter.track_connection(self)  # type: ignore[arg-type]  # it is one of the two

    def connection_lost(self, exc: Exception | None) -> None:
        """Override uvicorn."""
        self._limiter.forget_connection(self)  # type: ignore[arg-type]  # as above
        super().connection_lost(exc)


class HttpConnection(TrackedConnection, H11Protocol):
    """One connection, until it becomes a WebSocket or ends."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Override uvicorn."""
        super().connection_made(transport)
        self._limiter.admit(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Override uvicorn."""
        self._limiter.forget_connection(self)
        super().handle_websocket_upgrade(event)

    def handle_events(self) -> None:
        """Override uvicorn: refuse a head that is too large."""
        if self.conn.their_state is h11.IDLE:
            received, _ = self.conn.trailing_data
            head, _, _ = received.partition(b"\r\n\r\n")
            if len(head) > _MAX_HEAD_BYTES:
                self.send_400_response("The head is too large.")
                return
        super().handle_events()

    def send_400_response(self, msg: str) -> None:
        """Override uvicorn, which raises if an answer has begun: end the connection instead."""
        if self.conn.our_state is h11.IDLE:
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def state(self, _: Limits) -> ConnectionState:
        """The phase, with the last request."""
        is_asked = bool(self.cycle) and not self.cycle.response_complete  # None at first
        is_busy = is_asked or self.transport.get_write_buffer_size() > 0
        return ConnectionState(Phase.REQUEST if is_busy else Phase.HEAD, self.cycle)


class WebSocket(TrackedConnection, WebSocketsSansIOProtocol):
    """One WebSocket. While its client reads nothing, nothing more is read from it.

    uvicorn alone answers pings without end, whether or not the client reads the answers.
    """

    def shutdown(self) -> None:
        """Override uvicorn, which raises if the connection is being closed already."""
        if not self.transport.is_closing():
            super().shutdown()

    def pause_writing(self) -> None:
        """Override uvicorn: pause reading too."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Override uvicorn: resume reading unless the app has messages left to receive."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:  # noqa: ANN401 - as in uvicorn
        """Override uvicorn: don't resume reading while writing is paused."""
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    def data_received(self, data: bytes) -> None:
        """Override uvicorn: refuse a head that h11 accepts and websockets does not.

        Abort if data come before the handshake is answered, which no client sends, or if too many
        frames are not handled yet.
        """
        if self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()
            return
        super().data_received(data)  # the first data are the whole head
        if not self.handshake_initiated:
            self._refuse_head()
        elif len(self.frames) + self.queue.qsize() > _MAX_UNREAD_FRAMES:
            self.transport.abort()

    def _refuse_head(self) -> None:
        """Send the refusal that websockets has made, or one of our own, and end."""
        refusal = b"".join(self.conn.data_to_send())
        bad = self.conn.reject(HTTPStatus.BAD_REQUEST, "The head can't become a WebSocket.")
        self.transport.write(refusal or bad.serialize())
        self.close_sent = True
        self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Override uvicorn, which prints a traceback for a text that is not UTF-8: just end."""
        try:
            if self.curr_msg_data_type == "text" and not self.close_sent:
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def state(self, limits: Limits) -> ConnectionState:
        """The phase; there are no requests."""
        if self.close_sent or self.transport.is_closing():
            return ConnectionState(Phase.ENDING)
        if not self.handshake_complete:
            return ConnectionState(Phase.HEAD)
        is_unread = self.transport.get_write_buffer_size() > limits.unread_bytes
        return ConnectionState(Phase.UNREAD if is_unread else Phase.OPEN)


ServerConnection: TypeAlias = HttpConnection | WebSocket
_PING_S = 20.0
"""Seconds between two pings, and until one has to be answered."""
_SHUTDOWN_GRACE_S = 2
"""Seconds in which open tabs can receive that the server stops."""
_TOO_MANY_CONNECTIONS = (
    "more connections are asked for than the pad keeps open; idle ones give way, "
    "and the game goes on."
)


class ConnectionLimiter:
    """Limits the connections of a server, and the time for which one may be idle.

    If there are too many, it ends the one that has been idle for longest, among those of the
    network with most connections. If none of them is idle, it ends a request of
    another network, or else the newcomer. So a stranger can hold all of them only until somebody
    else connects. It never ends an open WebSocket for that.

    Attributes:
        other_devices: Number of connections so far whose two ends have different addresses.
    """

    def __init__(self, limits: Limits, notices: ThrottledLog) -> None:
        self._limits = limits
        self._deadlines_s = {
            Phase.HEAD: limits.head_s,
            Phase.REQUEST: limits.request_s,
            Phase.OPEN: math.inf,
            Phase.UNREAD: limits.stuck_s,
            Phase.ENDING: limits.stuck_s,
        }
        self._notices = notices
        self._open: KeyedCounter[ServerConnection] = KeyedCounter()
        self.other_devices = 0

    def uvicorn_config(
        self,
        app: AsgiApp,
        sweep: Callable[[], Awaitable[None]],
        largest_message: int,
        *,
        compressed: bool,
    ) -> uvicorn.Config:
        """The configuration of a web server with these limits.

        Args:
            app: The app to serve.
            sweep: Awaited about once a second: this limiter's `sweep`, or one that awaits it.
            largest_message: Most bytes of a message over a WebSocket.
            compressed: Whether these messages may be compressed.
        """
        return uvicorn.Config(
            app,
            log_level="error",
            http=partial(HttpConnection, self),  # type: ignore[arg-type]  # uvicorn only calls it
            callback_notify=sweep,
            timeout_notify=0,  # at each tick of uvicorn, once a second
            ws=partial(WebSocket, self),  # type: ignore[arg-type]  # as above
            ws_max_size=largest_message,
            ws_per_message_deflate=compressed,
            ws_ping_interval=_PING_S,
            ws_ping_timeout=_PING_S,
            timeout_graceful_shutdown=_SHUTDOWN_GRACE_S,
            backlog=ACCEPTED_AT_ONCE,
            server_header=False,
            proxy_headers=False,  # each app decides itself which proxies it trusts
        )

    def admit(self, newcomer: HttpConnection) -> None:
        """End a connection if there are too many now; if no other may be ended, the newcomer."""
        if newcomer.client and newcomer.server and newcomer.client[0] != newcomer.server[0]:
            self.other_devices += 1
        neighbours = self._open.values_of(newcomer.network_prefix)
        is_own = newcomer.network_prefix in OWN_ADDRESSES
        if not is_own and len(neighbours) > self._limits.connections_of_address:
            self._end_one(newcomer, neighbours)
        elif self._open.total > self._limits.connections:
            self._end_one(newcomer, self._open.busiest_values)

    def track_connection(self, connection: ServerConnection) -> None:
        """Count a connection from now on, and begin to measure its time."""
        self._note_state(connection)
        self._open.add(connection.network_prefix, connection)

    def forget_connection(self, connection: ServerConnection) -> None:
        """Count a connection no longer, if it was counted."""
        self._open.remove(connection.network_prefix, connection)

    async def sweep(self) -> None:
        """Abort the connections that have been in one state for too long."""
        for connection in self._open:
            state = self._note_state(connection)
            if time.monotonic() - connection.since > self._deadlines_s[state.phase]:
                connection.transport.abort()

    def end_all_except(self, addresses: Collection[str]) -> None:
        """End all connections but those to these addresses of this computer.

        A WebSocket is closed once everything is sent; if its client does not read, `sweep` aborts
        it.
        """
        for connection in tuple(self._open):
            if connection.server and connection.server[0] in addresses:
                continue
            if isinstance(connection, WebSocket):
                connection.shutdown()
            else:
                connection.transport.abort()

    def _note_state(self, connection: ServerConnection) -> ConnectionState:
        state = connection.state(self._limits)
        if state != connection.last_state:
            connection.last_state = state
            connection.since = time.monotonic()
        return state

    def _end_one(self, newcomer: HttpConnection, crowd: Collection[ServerConnection]) -> None:
        self._notices.warn(_TOO_MANY_CONNECTIONS)
        phases = {each: each.state(self._limits).phase for each in crowd if each is not newcomer}
        idle = [each for each in phases if phases[each] in {Phase.HEAD, Phase.ENDING}]
        foreign_requests = [
            each
            for each in phases
            if phases[each] is Phase.REQUEST and each.network_prefix != newcomer.network_prefix
        ]
        ended = min(idle or foreign_requests or [newcomer], key=lambda each: each.since)
        self.forget_connection(ended)
        ended.transport.abort()

"""Connections by HTTP and WebSocket, and the limits within which they may stay.

No protocol keeps more than its caller fetches.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Collection
from enum import Enum, auto
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias

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
"""Bytes; h11 itself looks at heads that are not whole yet alone."""
_MAX_UNREAD_FRAMES = 4096
"""Messages, and pieces of one, that a WebSocket has sent and nobody has heard yet."""


class Phase(Enum):
    """What a connection is doing. One in `HEAD` or `ENDING` gives way where there are too many."""

    HEAD = auto()
    """It has not said what it wants; or it wants a WebSocket, and has not got it."""
    REQUEST = auto()
    OPEN = auto()
    """It is a WebSocket, as the next is."""
    UNREAD = auto()
    """Its caller leaves too much unread."""
    ENDING = auto()
    """It was a WebSocket: that was closed, the connection is not yet."""


class TrackedConnection(asyncio.Protocol):
    """What both protocols share: a doorkeeper knows of them from their beginning to their end.

    Attributes:
        client: Address and port of the caller, as uvicorn sets them.
        network_prefix: From where it comes, a household as one.
        since: When it came to be as it is, in seconds.
    """

    client: tuple[str, int] | None

    def __init__(self, doorkeeper: "ConnectionLimiter", **of_uvicorn: Any) -> None:  # noqa: ANN401 - as in uvicorn
        super().__init__(**of_uvicorn)
        self._doorkeeper = doorkeeper
        self._last_state: object = None
        self.since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Override uvicorn."""
        super().connection_made(transport)
        self.network_prefix = client_network(self.client[0] if self.client else "")
        self._doorkeeper.track_connection(self)  # type: ignore[arg-type]  # it is one of the two

    def connection_lost(self, exc: Exception | None) -> None:
        """Override uvicorn."""
        self._doorkeeper.forget_connection(self)  # type: ignore[arg-type]  # as above
        super().connection_lost(exc)

    def note_state(self, state: object, now: float) -> None:
        """Record its present state; `since` is when that state was first recorded."""
        if state != self._last_state:
            self._last_state = state
            self.since = now


class HttpConnection(TrackedConnection, H11Protocol):
    """One connection, until it becomes a WebSocket or ends."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Override uvicorn."""
        super().connection_made(transport)
        self._doorkeeper.admit(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Override uvicorn."""
        self._doorkeeper.forget_connection(self)
        super().handle_websocket_upgrade(event)

    def handle_events(self) -> None:
        """Override uvicorn: refuse a head that is too large."""
        if self.conn.their_state is h11.IDLE and self._head_bytes() > _MAX_HEAD_BYTES:
            self.send_400_response("The head is too large.")
        else:
            super().handle_events()

    def _head_bytes(self) -> int:
        """Return bytes of the head that has come, as far as it has."""
        come, _ = self.conn.trailing_data
        end = come.find(b"\r\n\r\n")
        return len(come) if end < 0 else end

    def send_400_response(self, msg: str) -> None:
        """Override uvicorn, which fails where a request is being answered: that ends then."""
        if self.conn.our_state is h11.IDLE:
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def state(self, _: Limits) -> tuple[Phase, object]:
        """Return its phase, and the request in it, or before it."""
        asked = bool(self.cycle) and not self.cycle.response_complete  # None at first
        waits = asked or self.transport.get_write_buffer_size() > 0
        return Phase.REQUEST if waits else Phase.HEAD, self.cycle


class WebSocket(TrackedConnection, WebSocketsSansIOProtocol):
    """One WebSocket. While its caller fetches nothing, nothing more is read of it.

    uvicorn answers pings without end, whether or not the answers are fetched.
    """

    def shutdown(self) -> None:
        """Override uvicorn, which fails where a close was sent, or has come, and is not read."""
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
        """Override uvicorn: refuse a head that h11 took and websockets does not.

        Abort where more is said before the answer, as no client does, or too much is unread.
        """
        if self.handshake_initiated and not self.handshake_complete:
            self.transport.abort()
            return
        super().data_received(data)  # first of all the whole head
        if not self.handshake_initiated:
            self._refuse_head()
        elif len(self.frames) + self.queue.qsize() > _MAX_UNREAD_FRAMES:
            self.transport.abort()

    def _refuse_head(self) -> None:
        """Send the refusal that websockets has made, if any, and end."""
        refusal = b"".join(self.conn.data_to_send())
        bad = self.conn.reject(HTTPStatus.BAD_REQUEST, "The head can't become a WebSocket.")
        self.transport.write(refusal or bad.serialize())
        self.close_sent = True
        self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Override uvicorn, which prints a traceback for a text that is not UTF-8: just end."""
        is_text = self.curr_msg_data_type == "text"
        if is_text and not self.close_sent and not _is_utf8(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(CloseCode.INVALID_DATA)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def state(self, limits: Limits) -> tuple[Phase, object]:
        """Return its phase; there are no requests."""
        if self.close_sent or self.transport.is_closing():
            return Phase.ENDING, None
        if not self.handshake_complete:
            return Phase.HEAD, None
        unread = self.transport.get_write_buffer_size() > limits.unread_bytes
        return Phase.UNREAD if unread else Phase.OPEN, None


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


ServerConnection: TypeAlias = HttpConnection | WebSocket
_PING_S = 20.0
"""Seconds between two, and until an answer."""
_SHUTDOWN_GRACE_S = 2
"""Seconds that open tabs get to hear that the server has stopped."""
_TOO_MANY_CONNECTIONS = (
    "more connections are asked for than the pad keeps open; idle ones give way, "
    "and the game goes on."
)


class ConnectionLimiter:
    """Keeps the connections of a server few, and none of them idle for long.

    Where there are too many, one that asks for nothing gives way, the one that does so for the
    longest; so a stranger who holds all of them holds them only until somebody else comes. Of
    all addresses the one that holds the most gives way first. An open WebSocket never does.

    Attributes:
        other_devices: Connections so far that came from another address than the one they came to.
    """

    def __init__(self, limits: Limits, notices: ThrottledLog) -> None:
        self._limits = limits
        self._longest_s = {  # seconds after which a connection that is still in a phase is ended
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
        """Return how the web server serves an app to whom this doorkeeper lets in.

        `sweep` is awaited about once a second: this doorkeeper's own, or what awaits that. Of the
        messages over a WebSocket each has so many bytes at most, and may be compressed.
        """
        return uvicorn.Config(
            app,
            log_level="error",
            http=partial(HttpConnection, self),  # type: ignore[arg-type]  # uvicorn only calls it
            callback_notify=sweep,
            timeout_notify=0,  # at each of uvicorn's ticks, once a second
            ws=partial(WebSocket, self),  # type: ignore[arg-type]  # as above
            ws_max_size=largest_message,
            ws_per_message_deflate=compressed,
            ws_ping_interval=_PING_S,
            ws_ping_timeout=_PING_S,
            timeout_graceful_shutdown=_SHUTDOWN_GRACE_S,
            backlog=ACCEPTED_AT_ONCE,
            server_header=False,
            proxy_headers=False,  # each app knows whom to believe about where he calls from
        )

    def admit(self, newcomer: HttpConnection) -> None:
        """Let in somebody who is tracked, at the cost of who gives way; maybe the newcomer."""
        if newcomer.client and newcomer.server and newcomer.client[0] != newcomer.server[0]:
            self.other_devices += 1
        near = self._open.values_of(newcomer.network_prefix)
        of_address = 0 if newcomer.network_prefix in OWN_ADDRESSES else len(near)
        if of_address > self._limits.connections_of_address:
            self._make_room(newcomer, near)
        elif self._open.total > self._limits.connections:
            self._make_room(newcomer, self._open.busiest_values)

    def track_connection(self, connection: ServerConnection) -> None:
        """Know of a connection from now on."""
        connection.note_state(connection.state(self._limits), time.monotonic())
        self._open.add(connection.network_prefix, connection)

    def forget_connection(self, connection: ServerConnection) -> None:
        """Know of it no more, if it was known."""
        self._open.remove(connection.network_prefix, connection)

    async def sweep(self) -> None:
        """End what has lasted too long; called about once a second."""
        now = time.monotonic()
        for each in self._open:
            state = each.state(self._limits)
            each.note_state(state, now)
            if now - each.since > self._longest_s[state[0]]:
                each.transport.abort()

    def end_all_except(self, addresses: Collection[str]) -> None:
        """End all connections but those that came to these addresses of this computer.

        A WebSocket is closed after what was sent; whoever does not read it is overdue soon.
        """
        for each in tuple(self._open):
            if each.server and each.server[0] in addresses:
                continue
            if isinstance(each, WebSocket):
                each.shutdown()
            else:
                each.transport.abort()

    def _make_room(self, newcomer: HttpConnection, crowd: Collection[ServerConnection]) -> None:
        self._notices.warn(_TOO_MANY_CONNECTIONS)
        phases = {each: each.state(self._limits)[0] for each in crowd if each is not newcomer}
        waiting = [each for each in phases if phases[each] in {Phase.HEAD, Phase.ENDING}]
        asking = [each for each in phases if phases[each] is Phase.REQUEST]
        stranger = [each for each in asking if each.network_prefix != newcomer.network_prefix]
        gives_way = min(waiting or stranger or [newcomer], key=lambda each: each.since)
        self.forget_connection(gives_way)
        gives_way.transport.abort()

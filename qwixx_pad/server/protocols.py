"""What speaks HTTP and WebSocket with one caller; neither keeps more than a caller fetches."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from qwixx_pad.server.limits import Limits
from qwixx_pad.service.devices import household

_LARGEST_HEAD = 1 << 14
"""Bytes; h11 itself looks at heads that are not whole yet alone."""
_MOST_UNHEARD = 4096
"""Messages, and pieces of one, that a WebSocket has sent and nobody has heard yet."""


class Stay:
    """How long something is as it is.

    Attributes:
        since: When it came to be so, in seconds.
    """

    def __init__(self) -> None:
        self._state: object = None
        self.since = 0.0

    def lasts(self, state: object, now: float) -> float:
        """Seconds that it has been in this state, as far as was asked."""
        if state != self._state:
            self._state, self.since = state, now
        return now - self.since


class Call(H11Protocol):
    """One connection, until it becomes a WebSocket or ends.

    Attributes:
        home: From where it comes, a household as one.
        stay: How long it is as it is.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """As in uvicorn."""
        super().connection_made(transport)
        self.home = _home(self)
        self.stay = Stay()

    def handle_events(self) -> None:
        """As in uvicorn, but no head is larger than it may be."""
        if self.conn.their_state is h11.IDLE and self._head() > _LARGEST_HEAD:
            self.send_400_response("The head is too large.")
        else:
            super().handle_events()

    def _head(self) -> int:
        """Bytes of the head that has come, as far as it has."""
        come, _ = self.conn.trailing_data
        end = come.find(b"\r\n\r\n")
        return len(come) if end < 0 else end

    def is_waiting(self) -> bool:
        """Whether it is the caller's turn: nothing is asked, and what was answered is sent."""
        asked = bool(self.cycle) and not self.cycle.response_complete  # None at first
        return not asked and self.transport.get_write_buffer_size() == 0

    def is_overdue(self, now: float, limits: Limits) -> bool:
        """Whether it has been as it is for too long."""
        waiting = self.is_waiting()
        longest = limits.head if waiting else limits.request
        return self.stay.lasts((self.cycle, waiting), now) > longest


class WebSocket(WebSocketsSansIOProtocol):
    """One WebSocket. While its caller fetches nothing, nothing more is read of it.

    uvicorn answers pings without end, whether or not the answers are fetched.

    Attributes:
        home: From where it comes, a household as one.
        stay: How long it is as it is.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """As in uvicorn."""
        super().connection_made(transport)
        self.home = _home(self)
        self.stay = Stay()

    def pause_writing(self) -> None:
        """As in uvicorn, and reading rests too."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """As in uvicorn, and reading goes on unless the app has something to hear yet."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:  # noqa: ANN401 - as in uvicorn
        """As in uvicorn, which reads on then."""
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    def data_received(self, data: bytes) -> None:
        """As in uvicorn, up to an end of what is kept."""
        super().data_received(data)
        if len(self.frames) + self.queue.qsize() > _MOST_UNHEARD:
            self.transport.abort()

    def is_overdue(self, now: float, limits: Limits) -> bool:
        """Whether it does not end, or leaves too much unread, for too long."""
        waiting = self.transport.get_write_buffer_size()
        stuck = self.transport.is_closing() or waiting > limits.unread
        return self.stay.lasts(stuck, now) > limits.stuck and stuck


def _home(connection: Call | WebSocket) -> str:
    return household(connection.client[0] if connection.client else "")

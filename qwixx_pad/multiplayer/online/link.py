"""The link of an online table: connecting, staying connected, and reconnecting."""

import asyncio
import json
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Protocol
from urllib.parse import urlsplit

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.online.remote_table import RelayMessage, RemoteTable
from qwixx_pad.multiplayer.online.replica import CannotSaveError, GoneError
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.multiplayer.wire import ERRORS, WIRE_VERSION, retry_after_s

CONNECT_TIMEOUT_S = 20.0
"""Seconds for connecting and for a first answer, while a person waits to open or join a table."""
_ERROR_PAUSE_S = 15.0
"""Seconds until the next attempt after an error of the relay that names no time."""
_PING = {"n": 0, "do": "ping"}
_DEFAULT_PORTS = {"wss": 443, "ws": 80}
"""The default port of each scheme."""


@dataclass(frozen=True, slots=True)
class LinkTimes:
    """The waiting times of a link, in seconds.

    Attributes:
        min_backoff_s: Until the first attempt to reconnect. Each further one waits twice as long.
            Every wait is extended by a random share of up to its own length.
        max_backoff_s: The longest of these waits, without that share. They grow longer while the
            disk cannot save, or a message cannot be read.
        dial_s: For reconnecting; an attempt that takes longer is given up.
        ping_after_s: Of silence until the relay is pinged.
        answer_s: For the answer to a ping or to a request.
        check_s: For the answer to a ping when the network may have changed.
        max_retry_after_s: The longest pause that a relay may ask for.
        linger_s: Until the link is closed after the last screen of the table was left.
    """

    min_backoff_s: float = 0.5
    max_backoff_s: float = 1.0
    dial_s: float = 5.0
    ping_after_s: float = 5.0
    answer_s: float = 4.0
    check_s: float = 1.5
    max_retry_after_s: float = 3600.0
    linger_s: float = 30.0


class LinkError(Exception):
    """Raised when a link is lost, or cannot be made."""


class Socket(Protocol):
    """A connection to a relay."""

    async def send(self, text: str) -> None:
        """Send a frame.

        Raises:
            LinkError: The connection is lost.
        """

    async def receive(self) -> str:
        """Receive the next frame.

        Raises:
            LinkError: The connection is lost.
        """

    async def close(self) -> None:
        """Close the connection."""


Dial = Callable[[str], Awaitable[Socket]]
"""Connects to the address of a relay; raises LinkError."""


async def receive_message(socket: Socket) -> RelayMessage:
    """Receive the next message of the relay.

    Raises:
        LinkError: The connection is lost, or the message cannot be read.
    """
    try:
        message = read_json(await socket.receive())
    except ValueError as error:
        raise LinkError from error
    if not isinstance(message, dict):
        raise LinkError
    return message


def hello_message(secret: str, relay: str, first: RelayMessage) -> str:
    """Encode the first message of a link; `first` names the table to join, or has one to open."""
    return json.dumps({"wire": WIRE_VERSION, "secret": relay_secret(relay, secret), **first})


def relay_secret(relay: str, secret: str) -> str:
    """Hash the secret of a phone for one relay, so that no other relay can use it.

    The address of the relay is one such as `wss://pad.example/relay`.
    """
    parts = urlsplit(relay)
    host = (parts.hostname or "").encode("idna").decode()
    host = f"[{host}]" if ":" in host else host
    port = "" if parts.port in {None, _DEFAULT_PORTS[parts.scheme]} else f":{parts.port}"
    hashed = sha256(f"{parts.scheme}://{host}{port}/{secret}".encode()).digest()
    return urlsafe_b64encode(hashed).decode().rstrip("=")


class TableLink:
    """The link of a table, which a screen opens.

    `LinkTimes.linger_s` after the last screen was left it closes, unless an entry is unsent.
    """

    def __init__(
        self, table: RemoteTable, dial: Dial, secret: str, times: LinkTimes = LinkTimes()
    ) -> None:
        self._table = table
        self._dial = dial
        self._secret = secret
        self._times = times
        self._screen_count = 0
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._out: asyncio.Queue[str] = asyncio.Queue()
        self._answer_due_s: float | None = None  # None while no answer is due

    def keep_open(self) -> Callable[[], None]:
        """Open the link for a screen, until the returned function is called."""
        self._screen_count += 1
        self.ensure_running()

        def release() -> None:
            self._screen_count -= 1
            asyncio.get_running_loop().call_later(self._times.linger_s, self._stop_if_idle)

        return release

    def ensure_running(
        self, socket: Socket | None = None, answer: RelayMessage | None = None
    ) -> None:
        """Open the link if it is not open yet.

        Args:
            socket: A connection that exists already, or None.
            answer: The first message that has arrived there, or None.
        """
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._keep_linked(socket, answer))

    def try_now(self) -> None:
        """If the link is lost, try to reconnect at once."""
        if self._table.link is not Link.UP:
            self._woken.set()

    def check(self) -> None:
        """Reconnect at once, or ping the relay: the network may have changed."""
        self._send_by(_PING, self._times.check_s)
        self._woken.set()

    def stop(self) -> None:
        """Close the link; `ensure_running` can open it again."""
        if self._task is not None:
            self._task.cancel()

    def _stop_if_idle(self) -> None:
        if self._screen_count:
            return
        if self._table.unsent and self._table.link is not Link.GONE:
            asyncio.get_running_loop().call_later(self._times.linger_s, self._stop_if_idle)
        else:
            self.stop()

    async def _keep_linked(self, socket: Socket | None, answer: RelayMessage | None) -> None:
        pause = self._times.min_backoff_s
        try:
            while True:
                wait = 0.0
                began = time.monotonic()
                longest_pause = self._times.max_backoff_s
                try:
                    with suppress(LinkError, TimeoutError):
                        wait = await self._run_connection(socket, answer)
                except (CannotSaveError, ValueError):  # a disk or a relay that needs time
                    longest_pause = _ERROR_PAUSE_S
                if time.monotonic() - began > self._times.max_backoff_s:
                    pause = self._times.min_backoff_s
                self._table.on_disconnected()
                socket = answer = None
                await asyncio.sleep(wait)
                jittered = pause * (1 + secrets.randbelow(100) / 100)
                await self._wait_unless_woken(jittered - wait)
                pause = min(2 * pause, longest_pause)
        except GoneError as error:
            self._table.mark_gone(error.gone)
        finally:
            self._table.on_disconnected()

    async def _wait_unless_woken(self, seconds: float) -> None:
        self._woken.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()

    async def _run_connection(self, socket: Socket | None, answer: RelayMessage | None) -> float:
        """Use a connection until an error of the relay; return the seconds until the next attempt.

        Raises:
            LinkError: The connection is lost, or cannot be made.
            TimeoutError: It was not made in time.
            GoneError: The table can never be reached again.
            CannotSaveError: The disk refuses the news.
            ValueError: A message is malformed.
        """
        if socket is None:
            async with asyncio.timeout(self._times.dial_s):
                socket = await self._dial(f"{self._table.relay}/{self._table.seating.code}")
        self._out = asyncio.Queue()
        self._answer_due_s = None
        writing = asyncio.ensure_future(_send_queued(socket, self._out))
        self._table.on_connected(self._send)
        if answer is None:
            hello = hello_message(self._secret, self._table.relay, self._table.join_message)
            self._out.put_nowait(hello)
        try:
            message = answer or await self._receive_or_ping(socket)
            while "error" not in message:
                self._table.receive(message)
                message = await self._receive_or_ping(socket)
            return self._handle_error(message)
        finally:
            writing.cancel()
            with suppress(LinkError):
                await socket.close()

    def _send(self, message: RelayMessage) -> None:
        self._send_by(message, self._times.answer_s)

    def _send_by(self, message: RelayMessage, answer_due_s: float) -> None:
        self._out.put_nowait(json.dumps(message))
        if self._answer_due_s is None or answer_due_s < self._answer_due_s:
            self._answer_due_s = answer_due_s
            self._woken.set()

    async def _receive_or_ping(self, socket: Socket) -> RelayMessage:
        """Receive the next message; ping the relay after a long silence.

        Raises:
            LinkError: The relay does not answer in time.
        """
        listening = asyncio.ensure_future(receive_message(socket))
        try:
            while not await self._has_arrived(
                listening, self._answer_due_s or self._times.ping_after_s
            ):
                if not self._woken.is_set():
                    if self._answer_due_s is not None:
                        raise LinkError
                    self._send(_PING)
                self._woken.clear()
            self._answer_due_s = None
            return listening.result()
        finally:
            listening.cancel()

    async def _has_arrived(self, listening: "asyncio.Future[RelayMessage]", seconds: float) -> bool:
        """Wait for a message; return early if the link is woken, as when a request is sent."""
        woken = asyncio.ensure_future(self._woken.wait())
        try:
            either: tuple[asyncio.Future[Any], ...] = (listening, woken)
            await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            woken.cancel()
        return listening.done()

    def _handle_error(self, message: dict[str, Any]) -> float:
        """Apply an error of the relay to the table; return the seconds until the next attempt.

        Raises:
            GoneError: The table can never be reached again.
        """
        failure = ERRORS.get(str(message["error"]), Failure.REFUSED)
        if failure in {Failure.NO_TABLE, Failure.VERSION}:
            raise GoneError(failure)
        if failure is Failure.TABLE_CLOSED:
            self._table.mark_closed()
        if message["error"] == "bad":
            self._table.drop_unreadable()
        longest = self._times.max_retry_after_s
        return retry_after_s(message, min(_ERROR_PAUSE_S, longest), longest)


async def _send_queued(socket: Socket, out: "asyncio.Queue[str]") -> None:
    with suppress(LinkError):  # whoever reads notices it too
        while True:
            await socket.send(await out.get())

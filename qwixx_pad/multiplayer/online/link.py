"""The link of one table: made, kept alive, and made again when it breaks."""

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
from qwixx_pad.multiplayer.online.remote_table import Message, RemoteTable
from qwixx_pad.multiplayer.online.replica import CannotKeepError, GoneError
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.multiplayer.wire import ERRORS, VERSION, seconds_alone

PATIENCE = 20.0
"""Seconds for a link to be made, and for a first answer."""
_SILENCE = 15.0
"""Seconds of silence after which the relay is pinged."""
_LAST_WORD = 5.0
"""Seconds that it has for the answer then."""
_PING = {"n": 0, "do": "ping"}
_PORTS = {"wss": 443, "ws": 80}
"""The ports of the schemes."""


@dataclass(frozen=True, slots=True)
class LinkTimes:
    """The waits of a link, in seconds.

    Attributes:
        min_backoff_s: Until a lost link is tried again; each time twice as long,
        max_backoff_s: but no longer than this.
        max_retry_after_s: The longest pause that a relay may ask for.
        linger_s: How long a link stays open when no screen shows its table any more.
    """

    shortest: float = 0.5
    longest: float = 15.0
    alone: float = 3600.0
    linger: float = 30.0


class LinkError(Exception):
    """Raised when a link is lost, or was not made."""


class Socket(Protocol):
    """One connection to a relay."""

    async def send(self, text: str) -> None:
        """Send a frame; raises LinkError if the connection is lost."""

    async def receive(self) -> str:
        """Return the next frame; raises LinkError if the connection is lost."""

    async def close(self) -> None:
        """Close it."""


Dial = Callable[[str], Awaitable[Socket]]
"""Connects to a relay's address; raises LinkError."""


async def said(socket: Socket) -> Message:
    """Return the next message of the relay.

    Raises:
        LinkError: There is none, or it cannot be read.
    """
    try:
        message = read_json(await socket.receive())
    except ValueError as error:
        raise LinkError from error
    if not isinstance(message, dict):
        raise LinkError
    return message


def hello(secret: str, relay: str, first: Message) -> str:
    """Make the first message of a link; `first` says which table to open or to join."""
    return json.dumps({"wire": VERSION, "secret": secret_at(relay, secret), **first})


def secret_at(relay: str, secret: str) -> str:
    """Hash the secret of a phone for one relay, so that it is of no use at any other.

    The relay is an address such as `wss://pad.example/relay`.
    """
    parts = urlsplit(relay)
    host = (parts.hostname or "").encode("idna").decode()
    host = f"[{host}]" if ":" in host else host
    port = "" if parts.port in {None, _PORTS[parts.scheme]} else f":{parts.port}"
    hashed = sha256(f"{parts.scheme}://{host}{port}/{secret}".encode()).digest()
    return urlsafe_b64encode(hashed).decode().rstrip("=")


class TableLink:
    """Keeps the link of one table as long as a screen shows it, or something is unsent."""

    def __init__(
        self, table: RemoteTable, dial: Dial, secret: str, times: LinkTimes = LinkTimes()
    ) -> None:
        self._table, self._dial, self._secret, self._times = table, dial, secret, times
        self._shown = 0
        self._task: asyncio.Task[None] | None = None

    def stay(self) -> Callable[[], None]:
        """Keep the link for a screen, until the returned function is called."""
        self._shown += 1
        self.begin()

        def left() -> None:
            self._shown -= 1
            asyncio.get_running_loop().call_later(self._times.linger, self._rest)

        return left

    def begin(self, socket: Socket | None = None, answer: Message | None = None) -> None:
        """Make the link if there is none yet.

        Args:
            socket: Of a connection that was made already.
            answer: The first message there.
        """
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run(socket, answer))

    def end(self) -> None:
        """Close the link for good."""
        if self._task is not None:
            self._task.cancel()

    def _rest(self) -> None:
        if self._shown:
            return
        if self._table.unsent and self._table.link is not Link.GONE:
            asyncio.get_running_loop().call_later(self._times.linger, self._rest)
        else:
            self.end()

    async def _run(self, socket: Socket | None, answer: Message | None) -> None:
        pause = self._times.shortest
        try:
            while True:
                wait, began = 0.0, time.monotonic()
                with suppress(LinkError, TimeoutError, CannotKeepError, ValueError):
                    wait = await self._linked(socket, answer)
                if time.monotonic() - began > self._times.longest:
                    pause = self._times.shortest
                self._table.cut()
                socket = answer = None
                await asyncio.sleep(max(wait, pause * (1 + secrets.randbelow(100) / 100)))
                pause = min(2 * pause, self._times.longest)
        except GoneError as error:
            self._table.leave(error.gone)
        finally:
            self._table.cut()

    async def _linked(self, socket: Socket | None, answer: Message | None) -> float:
        """Run one connection until the relay ends it; return the seconds until the next try."""
        made = socket
        if made is None:
            async with asyncio.timeout(PATIENCE):
                made = await self._dial(f"{self._table.relay}/{self._table.seating.code}")
        out: asyncio.Queue[str] = asyncio.Queue()
        writing = asyncio.ensure_future(_write(made, out))
        self._table.connected(lambda message: out.put_nowait(json.dumps(message)))
        if answer is None:
            out.put_nowait(hello(self._secret, self._table.relay, self._table.first))
        try:
            message = answer or await _heard(made, out)
            while "error" not in message:
                self._table.hear(message)
                message = await _heard(made, out)
            return self._shut_out(message)
        finally:
            writing.cancel()
            with suppress(LinkError):
                await made.close()

    def _shut_out(self, message: dict[str, Any]) -> float:
        """Apply an error of the relay to the table; return the seconds until the next try."""
        failure = ERRORS.get(str(message["error"]), Failure.REFUSED)
        if failure in {Failure.NO_TABLE, Failure.VERSION}:
            raise GoneError(failure)
        if failure is Failure.CLOSED:
            self._table.was_closed()
        if message["error"] == "bad":
            self._table.was_bad()
        return seconds_alone(message, self._times.longest, self._times.alone)


async def _write(socket: Socket, out: "asyncio.Queue[str]") -> None:
    with suppress(LinkError):  # whoever reads notices it too
        while True:
            await socket.send(await out.get())


async def _heard(socket: Socket, out: "asyncio.Queue[str]") -> Message:
    """Return the next message; ping the relay after a long silence."""
    listening = asyncio.ensure_future(said(socket))
    try:
        done, _ = await asyncio.wait([listening], timeout=_SILENCE)
        if not done:
            out.put_nowait(json.dumps(_PING))
            done, _ = await asyncio.wait([listening], timeout=_LAST_WORD)
        if not done:
            raise LinkError
        return listening.result()
    finally:
        listening.cancel()

"""How much callers may ask of the pad at once, and who may stay connected."""

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Self, TypeAlias, cast
from weakref import WeakKeyDictionary

from flet.messaging.protocol import Message
from flet.messaging.session import Session
from flet_web.fastapi.flet_app_manager import app_manager
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from qwixx_pad.service.device_identity import DeviceIdentity, household

OWN_ADDRESSES = frozenset({"127.0.0.1", "::1"})
"""From where the owner of this computer calls; no limit for one address holds for them."""
_WANTED_FILES = 4096
_RESERVED_FILES = 64
"""Open files for all that is no connection: the games, what browsers load, the server itself."""
_FEWEST = 16
_QUIET = 600.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Deadlines in seconds, and counts.

    Attributes:
        head: Until a connection has said what it wants, the first time and after each answer.
        request: For one request from head to end, its answer taken included.
        register: Until a WebSocket has introduced the device behind it.
        connections: Connections of all callers.
        connections_of_address: Those of one address. A browser loads over six at a time.
        sockets: Open WebSockets of all callers, one a tab.
        sockets_of_address: Those of one address: a family behind one router.
        sockets_of_device: Those of one device.
        left: Sessions that wait for a device that has left.
    """

    head: float = 10
    request: float = 300
    register: float = 10
    connections: int = 1000
    connections_of_address: int = 128
    sockets: int = 256
    sockets_of_address: int = 64
    sockets_of_device: int = 16
    left: int = 64

    def within(self, files: int | None) -> Self:
        """These limits for a process that may have so many files open; None: any number."""
        room = self.connections if files is None else max(_FEWEST, files - _RESERVED_FILES)
        return replace(self, connections=min(self.connections, room))


def open_files() -> int | None:
    """Let this process open more files, as far as the system allows without asking.

    Returns:
        How many it may open; None where the system has no such limit.
    """
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 - only POSIX has it

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED_FILES if hard == resource.RLIM_INFINITY else min(_WANTED_FILES, hard)
    if soft == resource.RLIM_INFINITY:
        return None
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class Notices:
    """Tells the terminal what strangers do, but not each time that they do it.

    Args:
        clock: Gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said: dict[str, float] = {}

    def say(self, sentence: str) -> None:
        """Log a sentence, unless it was logged in the last ten minutes."""
        now = self._clock()
        if now - self._said.get(sentence, -_QUIET) >= _QUIET:
            self._said[sentence] = now
            logging.getLogger("qwixx_pad").warning("qwixx-pad: %s", sentence)


_FULL = (
    "more tabs of strangers are open than the pad serves at once; further ones are turned away, "
    "and the game goes on."
)


class Sockets:
    """Counts the open WebSockets. The owner always gets one, and who sits at a table does too.

    Args:
        limits: How many are too many.
        expects: Whether the device of a key opened a table or sits at one.
        notices: Told when there are too many.
    """

    def __init__(self, limits: Limits, expects: Callable[[str], bool], notices: Notices) -> None:
        self._limits = limits
        self._expects = expects
        self._notices = notices
        self._devices: Counter[str] = Counter()
        self._households: Counter[str] = Counter()

    @contextmanager
    def held_by(self, caller: DeviceIdentity) -> Iterator[bool]:
        """While a caller has a WebSocket.

        Args:
            caller: Who asks for it.

        Yields:
            Whether the caller may have it.
        """
        if caller.here:
            yield True
            return
        if not self._has_room(caller):
            self._notices.say(_FULL)
            yield False
            return
        counted = ((self._devices, caller.key), (self._households, household(caller.address)))
        for counter, key in counted:
            counter[key] += 1
        try:
            yield True
        finally:
            for counter, key in counted:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    def _has_room(self, caller: DeviceIdentity) -> bool:
        if self._devices[caller.key] >= self._limits.sockets_of_device:
            return False
        if self._expects(caller.key):
            return True
        near = self._households[household(caller.address)]
        own = caller.address in OWN_ADDRESSES
        too_near = near >= self._limits.sockets_of_address and not own
        return not too_near and self._households.total() < self._limits.sockets


Connection: TypeAlias = H11Protocol | WebSocketsSansIOProtocol
_State: TypeAlias = tuple[object, bool]
_FULL_ANSWER = (
    "more connections are asked for than the pad keeps open; idle ones give way, "
    "and the game goes on."
)


class Doorkeeper:
    """Keeps the connections of a server few, and none of them idle for long.

    Where there are too many, one that asks for nothing gives way, the one that does so for the
    longest; so a stranger who holds all of them holds them only until somebody else comes. Of
    all addresses the one that holds the most gives way first. An open WebSocket never does.

    Args:
        limits: What is too many, and too long.
        notices: Told when there are too many.
        clock: Gives seconds.
    """

    def __init__(
        self, limits: Limits, notices: Notices, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limits = limits
        self._notices = notices
        self._clock = clock
        self._since: WeakKeyDictionary[Connection, tuple[_State, float]] = WeakKeyDictionary()
        self._connections: set[Connection] = set()

    def protocol(self) -> type[asyncio.Protocol]:
        """What speaks HTTP with a caller whom this doorkeeper has let in."""
        doorkeeper = self

        class Call(H11Protocol):
            """One connection, until it becomes a WebSocket or ends."""

            def connection_made(  # type: ignore[override]  # as in uvicorn
                self, transport: asyncio.Transport
            ) -> None:
                super().connection_made(transport)
                doorkeeper.admit(self)

        return Call

    def admit(self, newcomer: H11Protocol) -> None:
        """Let somebody in, at the cost of who gives way; that may be the newcomer."""
        self._connections = cast("set[Connection]", newcomer.connections)  # we chose both kinds
        self._since[newcomer] = (_state(newcomer), self._clock())
        of_address = [each for each in self._there() if _of(each) == _of(newcomer)]
        own = _address(newcomer) in OWN_ADDRESSES
        if len(of_address) > self._limits.connections_of_address and not own:
            self._make_room(newcomer, of_address)
        elif len(self._there()) > self._limits.connections:
            self._make_room(newcomer, self._crowd())

    async def sweep(self) -> None:
        """End what has lasted too long; called about once a second."""
        now = self._clock()
        for each in self._there(closing=True):
            state, since = self._since.get(each, (None, now))
            if state is None or state[0] is not _state(each)[0] or state[1] != _state(each)[1]:
                self._since[each] = (_state(each), now)
            elif now - since > self._longest(each):
                each.transport.abort()

    def _longest(self, connection: Connection) -> float:
        """Seconds that a connection may stay as it is."""
        if isinstance(connection, WebSocketsSansIOProtocol):
            closing = connection.transport.is_closing()
            return self._limits.request if closing else float("inf")
        return self._limits.head if _is_waiting(connection) else self._limits.request

    def _there(self, *, closing: bool = False) -> list[Connection]:
        return [c for c in self._connections if closing or not c.transport.is_closing()]

    def _crowd(self) -> list[Connection]:
        """The connections of the address that has the most."""
        there = self._there()
        [(most, _)] = Counter(map(_of, there)).most_common(1)
        return [each for each in there if _of(each) == most]

    def _make_room(self, newcomer: H11Protocol, crowd: Iterable[Connection]) -> None:
        self._notices.say(_FULL_ANSWER)
        asking = [c for c in crowd if isinstance(c, H11Protocol) and c is not newcomer]
        waiting = [each for each in asking if _is_waiting(each)]
        stranger = [each for each in asking if _of(each) != _of(newcomer)]
        self._longest_of(waiting or stranger or [newcomer]).transport.abort()

    def _longest_of(self, connections: list[H11Protocol]) -> H11Protocol:
        return min(connections, key=lambda each: self._since[each][1])


def _is_waiting(connection: Connection) -> bool:
    """Whether it is the caller's turn: nothing is asked, and all that was answered is sent."""
    if not isinstance(connection, H11Protocol):
        return False
    asked = bool(connection.cycle) and not connection.cycle.response_complete  # None at first
    return not asked and connection.transport.get_write_buffer_size() == 0


def _state(connection: Connection) -> _State:
    """What changes whenever a connection gets on."""
    if isinstance(connection, H11Protocol):
        return connection.cycle, _is_waiting(connection)
    return None, connection.transport.is_closing()


def _address(connection: Connection) -> str:
    return connection.client[0] if connection.client else ""


def _of(connection: Connection) -> str:
    return household(_address(connection))


_SESSIONS: Mapping[str, Session] = vars(app_manager)["_FletAppManager__sessions"]
"""Flet keeps each by a name of its own making, and has no list of them."""
_NEVER = datetime.max.replace(tzinfo=UTC)


def write_nothing_out() -> None:
    """Let a message to a device stand in Flet's log by its kind alone.

    Flet makes a text of each, with every control in it, before it asks whether anybody logs:
    forty times the work of sending it, for a tablet with four sheets.
    """
    Message.__repr__ = _kind  # type: ignore[assignment]  # the guard itself


def _kind(message: Message) -> str:
    return f"{type(message).__name__}({message.action.name})"


async def end_surplus(limits: Limits) -> None:
    """End sessions that wait for a device that has left, where more wait than shall.

    Those of the household that has the most go first, and of them the one that waits for the
    longest: who opens and leaves the pad a thousand times ends no session but his own.

    Args:
        limits: How many may wait.
    """
    waiting = {name: each for name, each in _SESSIONS.items() if not _is_there(each)}
    if len(waiting) <= limits.left:
        return
    ordered = sorted(waiting, key=lambda name: waiting[name].expires_at or _NEVER)
    homes = {name: household(waiting[name].page.client_ip or "") for name in ordered}
    of_home = Counter(homes.values())
    for _ in range(len(waiting) - limits.left):
        [(most, _)] = of_home.most_common(1)
        name = next(name for name in ordered if homes[name] == most)
        ordered.remove(name)
        of_home[most] -= 1
        await app_manager.delete_session(name)


def _is_there(session: Session) -> bool:
    """Whether its device is connected; Flet leaves the type of nothing out."""
    return getattr(session, "connection", None) is not None

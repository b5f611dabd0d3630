"""Who may stay connected."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias, cast
from weakref import WeakKeyDictionary

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from qwixx_pad.server.limits import OWN_ADDRESSES, Limits, Notices
from qwixx_pad.service.device_identity import household

Connection: TypeAlias = H11Protocol | WebSocketsSansIOProtocol
_State: TypeAlias = tuple[object, bool]
_FULL = (
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
        there, home = self._there(), _of(newcomer)
        own = _address(newcomer) in OWN_ADDRESSES
        of_address = [] if own else [each for each in there if _of(each) == home]
        if len(of_address) > self._limits.connections_of_address:
            self._make_room(newcomer, of_address)
        elif len(there) > self._limits.connections:
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
        self._notices.say(_FULL)
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

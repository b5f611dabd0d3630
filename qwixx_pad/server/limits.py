"""How much one caller, a household, and all of them together may ask of the pad at once."""

import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Self

from qwixx_pad.identity.devices import DeviceIdentity, client_network
from qwixx_pad.identity.limiters import KeyedCounter

OWN_ADDRESSES = frozenset({"127.0.0.1", "::1"})
"""From where the owner of this computer calls; no limit for one address holds for them."""
_WANTED_FILES = 4096
_RESERVED_FILES = 64
"""Open files for all that is no connection: the games, what browsers load, the server itself."""
_MIN_CONNECTIONS = 16
_QUIET_S = 600.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Deadlines in seconds, and counts.

    Attributes:
        head_s: Until a connection has said what it wants, the first time and after each answer.
        request_s: For one request from head to end, its answer taken included.
        register_s: Until a WebSocket has introduced the device behind it.
        unread_bytes: Bytes that may wait for the reader of a WebSocket for longer than `stuck_s`.
        stuck_s: Until fewer wait, and until a WebSocket that was closed has ended.
        connections: Connections of all callers.
        connections_of_address: Those of one address. A browser loads over six at a time.
        sockets: Open WebSockets of all callers, one a tab.
        sockets_of_address: Those of one address: a family behind one router.
        sockets_of_device: Those of one device.
        waiting_sessions: Sessions that wait for a device that has left.
    """

    head_s: float = 10
    request_s: float = 300
    register_s: float = 10
    unread_bytes: int = 1 << 20
    stuck_s: float = 10
    connections: int = 1000
    connections_of_address: int = 128
    sockets: int = 256
    sockets_of_address: int = 64
    sockets_of_device: int = 16
    waiting_sessions: int = 64

    def within_files(self, files: int | None) -> Self:
        """Return these limits for a process that may have so many files open; None: any number."""
        room = self.connections if files is None else max(_MIN_CONNECTIONS, files - _RESERVED_FILES)
        return replace(self, connections=min(self.connections, room))


def raise_file_limit() -> int | None:
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


class ThrottledLog:
    """Tells the terminal what happens again and again, but not each time."""

    def __init__(self) -> None:
        self._said: dict[str, float] = {}

    def warn(self, text: str) -> None:
        """Log the first line of a text, unless it was logged in the last ten minutes."""
        now = time.monotonic()
        sentence = text.partition("\n")[0]
        if now - self._said.get(sentence, -_QUIET_S) >= _QUIET_S:
            self._said[sentence] = now
            logging.getLogger("qwixx_pad").warning("qwixx-pad: %s", sentence)


_TOO_MANY_TABS = (
    "more tabs of strangers are open than the pad serves at once; further ones are turned away, "
    "and the game goes on."
)


class SocketQuota:
    """Counts the open WebSockets. The owner always gets one, and so does an expected device.

    A device is expected, by its id, that opened a table or sits at one.
    """

    def __init__(
        self, limits: Limits, expects: Callable[[str], bool], notices: ThrottledLog
    ) -> None:
        self._limits = limits
        self._expects = expects
        self._notices = notices
        self._of_devices: KeyedCounter[object] = KeyedCounter()
        self._of_households: KeyedCounter[object] = KeyedCounter()

    @contextmanager
    def held_by(self, caller: DeviceIdentity) -> Iterator[bool]:
        """While a caller has a WebSocket; yields whether it may have one."""
        if caller.is_this_computer:
            yield True
            return
        if not self._has_capacity(caller):
            self._notices.warn(_TOO_MANY_TABS)
            yield False
            return
        socket = object()
        home = client_network(caller.address)
        with (
            self._of_devices.counting(caller.id, socket),
            self._of_households.counting(home, socket),
        ):
            yield True

    def _has_capacity(self, caller: DeviceIdentity) -> bool:
        if len(self._of_devices.values_of(caller.id)) >= self._limits.sockets_of_device:
            return False
        if self._expects(caller.id):
            return True
        near = len(self._of_households.values_of(client_network(caller.address)))
        own = caller.address in OWN_ADDRESSES
        too_near = near >= self._limits.sockets_of_address and not own
        return not too_near and self._of_households.total < self._limits.sockets

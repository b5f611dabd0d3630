"""Limits: what one client, a household, and all together may take of the pad at once."""

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
"""The addresses of this computer's own browsers; limits for one address do not apply to them."""
_WANTED_FILES = 4096
_RESERVED_FILES = 64
"""Open files that are no connections: the games, files for browsers, those of the server itself."""
_MIN_CONNECTIONS = 16
_QUIET_S = 600.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Deadlines in seconds, and counts.

    Attributes:
        head_s: Until the head of a request has come, from the start and after each answer.
        request_s: From the head of a request until its answer is read.
        register_s: Until the device behind a WebSocket has introduced itself.
        unread_bytes: Bytes that a WebSocket's client may leave unread for longer than `stuck_s`.
        stuck_s: Until fewer are unread, and until a closed WebSocket's connection has ended.
        connections: Connections of all clients.
        connections_of_address: Connections of one address; a browser loads over six.
        sockets: Open WebSockets of all clients, one a tab.
        sockets_of_address: Open WebSockets of one address: a family behind one router.
        sockets_of_device: Open WebSockets of one device.
        waiting_sessions: Sessions that wait for a device to come back.
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
        """These limits for a process that may have so many files open; None: any number."""
        if files is None:
            return self
        free_files = max(_MIN_CONNECTIONS, files - _RESERVED_FILES)
        return replace(self, connections=min(self.connections, free_files))


def raise_file_limit() -> int | None:
    """Let this process open more files, as far as the system permits.

    Returns:
        The number of files that it may open; None where the system has no such limit.
    """
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 - only POSIX has it

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    wanted = _WANTED_FILES if hard == resource.RLIM_INFINITY else min(_WANTED_FILES, hard)
    if soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class ThrottledLog:
    """Warnings for the terminal: each at most once in ten minutes."""

    def __init__(self) -> None:
        self._logged_at: dict[str, float] = {}

    def warn(self, text: str) -> None:
        """Log the first line of a text, unless it was logged in the last ten minutes."""
        now = time.monotonic()
        line = text.partition("\n")[0]
        if now - self._logged_at.get(line, -_QUIET_S) >= _QUIET_S:
            self._logged_at[line] = now
            logging.getLogger("qwixx_pad").warning("qwixx-pad: %s", line)


_TOO_MANY_TABS = (
    "more tabs of strangers are open than the pad serves at once; further ones are turned away, "
    "and the game goes on."
)


class SocketQuota:
    """Limits the open WebSockets. This computer always gets one.

    Of an expected device, which has opened a table or has a seat at one, only its own number is
    limited.
    """

    def __init__(
        self, limits: Limits, expects: Callable[[str], bool], notices: ThrottledLog
    ) -> None:
        self._limits = limits
        self._expects = expects
        self._notices = notices
        self._by_device: KeyedCounter[object] = KeyedCounter()
        self._by_network: KeyedCounter[object] = KeyedCounter()

    @contextmanager
    def held_by(self, device: DeviceIdentity) -> Iterator[bool]:
        """Count a WebSocket of a device while it is open; yield whether it may be open."""
        if device.is_this_computer:
            yield True
            return
        network = client_network(device.address)
        if not self._has_capacity(device, network):
            self._notices.warn(_TOO_MANY_TABS)
            yield False
            return
        socket = object()
        with (
            self._by_device.counting(device.id, socket),
            self._by_network.counting(network, socket),
        ):
            yield True

    def _has_capacity(self, device: DeviceIdentity, network: str) -> bool:
        if len(self._by_device.values_of(device.id)) >= self._limits.sockets_of_device:
            return False
        if self._expects(device.id):
            return True
        if (
            device.address not in OWN_ADDRESSES
            and len(self._by_network.values_of(network)) >= self._limits.sockets_of_address
        ):
            return False
        return self._by_network.total < self._limits.sockets

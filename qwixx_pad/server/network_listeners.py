"""Listeners on the networks of this computer, opened and closed while the pad serves."""

import asyncio
import errno
from collections.abc import Callable

from qwixx_pad.multiplayer.network_access import NetworkAccess, NetworkProblem
from qwixx_pad.server.connections import ConnectionLimiter
from qwixx_pad.server.limits import ThrottledLog
from qwixx_pad.server.listening import Server

_NO_PHONE_S = 60.0
"""Seconds without a connection from a phone after which that is reported as a problem."""
_FAREWELL_S = 0.5
"""Seconds in which phones can show that the pad is closed, before their connections end."""


class NetworkListeners:
    """Listens at each address in a network while the owner lets phones in.

    The listeners that the server has from the start stay as they are.

    Attributes:
        addresses: Where it listens, the likeliest first.
    """

    def __init__(  # noqa: PLR0913 - the server, its networks, and the time
        self,
        server: Server,
        connections: ConnectionLimiter,
        network: NetworkAccess,
        port: int,
        *,
        find_addresses: Callable[[], tuple[str, ...]],
        notices: ThrottledLog,
        clock: Callable[[], float],
    ) -> None:
        self.addresses: tuple[str, ...] = ()
        self._server = server
        self._connections = connections
        self._network = network
        self._port = port
        self._find_addresses = find_addresses
        self._notices = notices
        self._clock = clock
        self._servers: dict[str, asyncio.Server] = {}
        self._since = 0.0
        self._devices_before = 0
        self._lock = asyncio.Lock()

    async def follow(self) -> None:
        """Listen at the present addresses, or nowhere; called on a change, and once a second."""
        async with self._lock:
            was_open = bool(self._servers)
            wanted = self._find_addresses() if self._network.is_open else ()
            for address in self._servers.keys() - set(wanted):
                self._server.stop_listening(self._servers.pop(address))
            errors = {await self._listen_at(address) for address in wanted}
            self.addresses = tuple(address for address in wanted if address in self._servers)
            if self.addresses and not was_open:
                self._since = self._clock()
                self._devices_before = self._connections.other_devices
            if self._network.is_open:
                self._network.report(self._problem(wanted, errors))
                return
            await asyncio.sleep(_FAREWELL_S if was_open else 0)
            if not self._network.is_open:
                self._connections.end_all_except(self._server.first_addresses)

    async def _listen_at(self, address: str) -> int | None:
        """Listen at an address where it does not yet; return the number of the error, if any."""
        if address in self._servers:
            return None
        try:
            self._servers[address] = await self._server.listen_also(
                address, self._port, self._notices
            )
        except OSError as error:
            return error.errno
        return None

    def _problem(self, wanted: tuple[str, ...], errors: set[int | None]) -> NetworkProblem | None:
        """The reason why no phone connects; None if one has, or may still do so."""
        if not wanted:
            return NetworkProblem.NO_NETWORK
        if not self.addresses:
            is_taken = errno.EADDRINUSE in errors
            return NetworkProblem.PORT_TAKEN if is_taken else NetworkProblem.NOT_PERMITTED
        has_come = self._connections.other_devices > self._devices_before
        is_late = self._clock() - self._since >= _NO_PHONE_S
        return NetworkProblem.NO_PHONE if is_late and not has_come else None

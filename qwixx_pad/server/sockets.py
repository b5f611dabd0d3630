"""How many WebSockets a device, a household and all strangers together may hold."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from qwixx_pad.server.limits import OWN_ADDRESSES, Limits, Notices
from qwixx_pad.service.device_identity import Visitor, household

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
    def held_by(self, caller: Visitor) -> Iterator[bool]:
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

    def _has_room(self, caller: Visitor) -> bool:
        if self._devices[caller.key] >= self._limits.sockets_of_device:
            return False
        if self._expects(caller.key):
            return True
        near = self._households[household(caller.address)]
        own = caller.address in OWN_ADDRESSES
        too_near = near >= self._limits.sockets_of_address and not own
        return not too_near and self._households.total() < self._limits.sockets

"""Who looks at a table, and who has not for a minute, by the clock of who keeps the table."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeAlias

from qwixx_pad.tables.seating import Seating

AWAY_AFTER = timedelta(minutes=1)
"""How long a device looks at no table before others may act in its stead."""
LOOK_AGAIN = AWAY_AFTER.total_seconds() + 1
"""Seconds after which who has left is away by any clock."""
Later: TypeAlias = Callable[[float, Callable[[], None]], object]
"""Calls a function after so many seconds."""


class Attendance:
    """When the devices of one table were here last.

    Of a device that was never here nothing is known: its minute begins with this, as after a
    restart.

    Args:
        now: Gives the time.

    Attributes:
        here: Keys of the devices that look at the table now.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now, self._began = now, now()
        self._left: dict[str, datetime] = {}
        self.here: frozenset[str] = frozenset()

    def are_here(self, keys: frozenset[str]) -> None:
        """These devices look at the table now, and no others."""
        now = self._now()
        left = self._left | dict.fromkeys(self.here - keys, now)
        self._left = {key: at for key, at in left.items() if now - at < AWAY_AFTER}
        self.here = keys

    def away(self, seating: Seating) -> frozenset[str]:
        """Keys of the table's devices that have not been here for a minute."""
        now = self._now()
        return frozenset(
            x for x in seating.devices - self.here if now - self._seen(x) >= AWAY_AFTER
        )

    def _seen(self, key: str) -> datetime:
        """When a device that is not here was here last, if that is less than a minute ago."""
        return self._left.get(key, self._began)

"""Which devices of a table are present, and which have been away for a while.

The owner of the table passes its clock.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from qwixx_pad.multiplayer.seating import Seating

CallLater: TypeAlias = Callable[[float, Callable[[], None]], object]
"""Calls a function after so many seconds."""


@dataclass(frozen=True, slots=True)
class Absence:
    """The time after which a device counts as away, and the timer that notices it, if any."""

    timeout: timedelta = timedelta(minutes=1)
    call_later: CallLater | None = None

    def schedule_notice(self, callback: Callable[[], None]) -> None:
        """Call back when a device that leaves now counts as away, by any clock."""
        if self.call_later is not None:
            self.call_later(1.02 * self.timeout.total_seconds(), callback)


DEFAULT_ABSENCE = Absence()


class Presence:
    """When the devices of one table were present last.

    The minute of a device that was never present begins with this object, as after a restart.

    Args:
        now: Gives the time.
        absence: How long a device shows no table before others may act in its stead.

    Attributes:
        present: Ids of the devices that show the table now.
    """

    def __init__(self, now: Callable[[], datetime], absence: Absence = DEFAULT_ABSENCE) -> None:
        self._now = now
        self._started = now()
        self._away_after = absence.timeout
        self._left: dict[str, datetime] = {}
        self.present: frozenset[str] = frozenset()

    def set_present(self, devices: frozenset[str]) -> None:
        """Set the devices that show the table now."""
        now = self._now()
        left = self._left | dict.fromkeys(self.present - devices, now)
        self._left = {device: at for device, at in left.items() if now - at < self._away_after}
        self.present = devices

    def absent_devices(self, seating: Seating) -> frozenset[str]:
        """Return the ids of the table's devices that have been away for a minute."""
        now = self._now()
        known = seating.devices | {chair.asker for chair in seating.chairs if chair.asker}
        last = {device: self._left.get(device, self._started) for device in known - self.present}
        return frozenset(device for device, at in last.items() if now - at >= self._away_after)

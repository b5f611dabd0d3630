"""The devices of a table that show it now, and those that have been away for a while."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from qwixx_pad.multiplayer.seating import Seating

CallLater: TypeAlias = Callable[[float, Callable[[], None]], object]
"""Calls a function after a number of seconds."""


@dataclass(frozen=True, slots=True)
class Absence:
    """When a device counts as away, and how that is noticed.

    Attributes:
        timeout: Time without the table on its screen.
        call_later: The timer; None where no timer notices that devices are away.
    """

    timeout: timedelta = timedelta(minutes=1)
    call_later: CallLater | None = None

    def schedule_notice(self, callback: Callable[[], None]) -> None:
        """Call back a little after the timeout: the timer and the table have different clocks."""
        if self.call_later is not None:
            self.call_later(1.02 * self.timeout.total_seconds(), callback)


DEFAULT_ABSENCE = Absence()


class Presence:
    """When each device of a table showed it last.

    A device that has not shown it since this object was made, as after a restart, counts from then.

    Args:
        now: Returns the present time.
        absence: When a device counts as away.

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
        now = self._now()
        left = self._left | dict.fromkeys(self.present - devices, now)
        self._left = {device: at for device, at in left.items() if now - at < self._away_after}
        self.present = devices

    def absent_devices(self, seating: Seating) -> frozenset[str]:
        """The ids of devices that have been away for `Absence.timeout`.

        They are devices of the seating, and devices that ask for a seat.
        """
        now = self._now()
        known = seating.devices | {chair.asker for chair in seating.chairs if chair.asker}
        last = {device: self._left.get(device, self._started) for device in known - self.present}
        return frozenset(device for device, at in last.items() if now - at >= self._away_after)

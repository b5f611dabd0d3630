"""How much of the disk one address may fill in a day."""

from collections import OrderedDict
from datetime import datetime, timedelta

_DAY = timedelta(days=1)
_REMEMBERED = 1000
_LONGEST = 3600.0
"""Seconds that somebody is sent away at most: a phone may be in another network by then."""


class Allowance:
    """Counts what each address has written since its day began: with its first entry.

    Args:
        most: Entries of an address and day; the empty address has no bound.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._days: OrderedDict[str, tuple[datetime, int]] = OrderedDict()

    def wait(self, address: str, now: datetime) -> float:
        """Seconds until an address should ask again; 0 if it may write."""
        began, written = self._days.get(address, (now, 0))
        left = (began + _DAY - now).total_seconds()
        return max(0.0, min(left, _LONGEST)) if address and written >= self._most else 0.0

    def wrote(self, address: str, entries: int, now: datetime) -> None:
        """Remember what was written; of too many addresses the one that rested longest goes."""
        if entries <= 0:
            return
        began, written = self._days.pop(address, (now, 0))
        if now - began >= _DAY:
            began, written = now, 0
        self._days[address] = (began, written + entries)
        while len(self._days) > _REMEMBERED:
            self._days.popitem(last=False)

"""Slowing down whoever guesses table codes."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters of a table code: none that is taken for another (0 O, 1 I L)."""
CODE_LENGTH = 4
_FREE = 3
"""Wrong codes of a device that cost nothing: people mistype."""
_FREE_OF_ADDRESS = 30
"""Those of an address: a family behind one router mistypes together."""
_LONGEST = 60.0
"""Seconds between two tries at most."""
_FORGIVEN = timedelta(minutes=10)
_REMEMBERED = 1000


def clean_code(text: str) -> str:
    """What was typed, as a code: upper case, letters of the alphabet only."""
    return "".join(letter for letter in text.upper() if letter in ALPHABET)[:CODE_LENGTH]


@dataclass(frozen=True, slots=True)
class _Tries:
    wrong: int
    last: datetime

    def forgiven(self, now: datetime) -> bool:
        """Whether they are too long ago to count, or the clock was put back behind them."""
        return not timedelta() <= now - self.last <= _FORGIVEN


class Guesses:
    """Wrong codes by the device and the address they came from; each further one doubles the wait.

    A guest's own mistakes slow that guest. Who throws away what a device is known by at each try
    is slowed by the address: with 31 to the power of 4 codes and a minute between tries, guessing
    takes years.
    """

    def __init__(self) -> None:
        self._devices = _Throttle(_FREE)
        self._addresses = _Throttle(_FREE_OF_ADDRESS)

    def wait(self, device: str, address: str, now: datetime) -> float:
        """Seconds until this device may try again; 0 if it may now.

        Args:
            device: What the device is known by.
            address: From where it calls.
            now: The time.
        """
        return max(self._devices.wait(device, now), self._addresses.wait(address, now))

    def wrong(self, device: str, address: str, now: datetime) -> None:
        """A code from this device at this address was wrong."""
        self._devices.wrong(device, now)
        self._addresses.wrong(address, now)


class _Throttle:
    """Slows down what is wrong too often.

    Args:
        free: How often costs nothing.
    """

    def __init__(self, free: int) -> None:
        self._free = free
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def wait(self, who: str, now: datetime) -> float:
        """Seconds until who was wrong may try again."""
        tries = self._tries.get(who)
        if tries is None or tries.forgiven(now) or tries.wrong < self._free:
            return 0.0
        waits = min(2.0 ** (tries.wrong - self._free), _LONGEST)
        return max(0.0, waits - (now - tries.last).total_seconds())

    def wrong(self, who: str, now: datetime) -> None:
        """Remember it; of too many the oldest is forgotten."""
        before = self._tries.pop(who, None)
        old = 0 if before is None or before.forgiven(now) else before.wrong
        self._tries[who] = _Tries(min(old + 1, _REMEMBERED), now)
        while len(self._tries) > _REMEMBERED:
            self._tries.popitem(last=False)

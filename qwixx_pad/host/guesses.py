"""Slowing down whoever guesses table codes."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters of a table code: none that is taken for another (0 O, 1 I L)."""
CODE_LENGTH = 4
_FREE = 3
"""Wrong codes that cost nothing: people mistype."""
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
    """Wrong codes by the address they came from; each further one doubles the wait.

    With 31 to the power of 4 codes and a minute between tries, guessing takes years.
    """

    def __init__(self) -> None:
        self._tries: OrderedDict[str, _Tries] = OrderedDict()

    def wait(self, address: str, now: datetime) -> float:
        """Seconds until this address may try again; 0 if it may now."""
        tries = self._tries.get(address)
        if tries is None or tries.forgiven(now):
            return 0.0
        waits = min(2.0 ** (tries.wrong - _FREE), _LONGEST) if tries.wrong >= _FREE else 0.0
        return max(0.0, waits - (now - tries.last).total_seconds())

    def wrong(self, address: str, now: datetime) -> None:
        """A code from this address was wrong."""
        before = self._tries.pop(address, None)
        old = 0 if before is None or before.forgiven(now) else before.wrong
        self._tries[address] = _Tries(min(old + 1, _REMEMBERED), now)
        while len(self._tries) > _REMEMBERED:
            self._tries.popitem(last=False)

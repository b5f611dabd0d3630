"""How much somebody may have at once, in a second, in a day, and how often they may be wrong.

All are told the time by who asks them, and somebody is a key: an address, a device, a table.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from qwixx_pad.identity.devices import WIDE_PREFIX_BITS, client_network

_Value = TypeVar("_Value")
_MAX_KEYS = 1000
"""Keys that are remembered."""


class TokenBucket:
    """So many may come at once (`size`), and so many a second in the long run (`rate`)."""

    def __init__(self, size: float, rate: float, now: float) -> None:
        self._size, self._rate = size, rate
        self._tokens, self._since = size, now

    def take_token(self, now: float) -> float:
        """Take a token; returns the seconds until it is there."""
        refilled = min(self._size, self._tokens + (now - self._since) * self._rate)
        self._tokens, self._since = refilled - 1, now
        return max(0.0, -self._tokens / self._rate)


class KeyedCounter(Generic[_Value]):
    """Counts what is open now, and knows what that is, by the key of who has opened it.

    Attributes:
        total: Of all keys.
    """

    def __init__(self) -> None:
        self._values: dict[str, set[_Value]] = {}
        self.total = 0

    def __iter__(self) -> Iterator[_Value]:
        """Give all that is open."""
        return (each for of_key in self._values.values() for each in of_key)

    def values_of(self, key: str) -> Collection[_Value]:
        """What is open under a key."""
        return self._values.get(key, ())

    @property
    def busiest_values(self) -> Collection[_Value]:
        """What is open under the key that has most."""
        return max(self._values.values(), key=len, default=())

    def add(self, key: str, opened: _Value) -> None:
        """Count something from now on."""
        self._values.setdefault(key, set()).add(opened)
        self.total += 1

    def remove(self, key: str, closed: _Value) -> None:
        """Count it no more, if it was counted."""
        of_key = self._values.get(key, set())
        if closed in of_key:
            of_key.remove(closed)
            self.total -= 1
        if not of_key:
            self._values.pop(key, None)

    @contextmanager
    def counting(self, key: str, opened: _Value) -> Iterator[None]:
        """Count something meanwhile."""
        self.add(key, opened)
        try:
            yield
        finally:
            self.remove(key, opened)


_DAY = timedelta(days=1)
_MAX_REST_S = 3600.0
"""Seconds that somebody is sent away at most: a phone may be in another network by then."""


class DailyQuota:
    """So many may each key spend in a day (`most`), which begins with the first one it spends.

    The empty key has no bound. Of too many keys the one that rested longest is forgotten.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._spending: OrderedDict[str, tuple[datetime, int]] = OrderedDict()

    def wait_s(self, key: str, now: datetime) -> float:
        """Seconds until a key should ask again; 0 if it may spend."""
        began, spent = self._spending.get(key, (now, 0))
        rest_s = (began + _DAY - now).total_seconds()
        return max(0.0, min(rest_s, _MAX_REST_S)) if key and spent >= self._limit else 0.0

    def spend(self, key: str, count: int, now: datetime) -> None:
        """Remember what was spent."""
        began, spent = self._spending.get(key, (now, 0))
        if now - began >= _DAY:
            began, spent = now, 0
        if count > 0:
            _store_newest(self._spending, key, (began, spent + count))


_MAX_WAIT_S = 60.0
"""Seconds between two tries at most."""
_MAX_DOUBLINGS = 6
"""After so many it is the longest."""
_FORGIVEN_AFTER = timedelta(minutes=10)
_MIN_CLOCK_JUMP = timedelta(minutes=-1)
"""By how much a clock is put back at least; tries that come together may be out of order."""


class Backoff:
    """Slows down who fails too often: `free` times cost nothing, each further one doubles the wait.

    Ten minutes after the last one all are forgiven. Of too many keys the one that rested longest
    is forgotten.
    """

    def __init__(self, free: int) -> None:
        self._free = free
        self._failures: OrderedDict[str, tuple[datetime, ...]] = OrderedDict()

    def wait_s(self, key: str, now: datetime) -> float:
        """Seconds until a key may try again; 0 if it may now."""
        failures = self._counted_failures(key, now)
        if len(failures) < self._free:
            return 0.0
        wait = min(2.0 ** (len(failures) - self._free), _MAX_WAIT_S)
        return max(0.0, wait - (now - failures[-1]).total_seconds())

    def record_failure(self, key: str, now: datetime) -> None:
        """Remember a failure."""
        failures = (*self._counted_failures(key, now), now)
        _store_newest(self._failures, key, failures[-self._free - _MAX_DOUBLINGS - 1 :])

    def forgive_last(self, key: str) -> None:
        """Forget the last failure: it was none."""
        if earlier := self._failures.pop(key, ())[:-1]:
            self._failures[key] = earlier

    def _counted_failures(self, key: str, now: datetime) -> tuple[datetime, ...]:
        """The failures that count; none do where the clock was put back behind them."""
        failures = self._failures.get(key, ())
        return (
            failures
            if failures and _MIN_CLOCK_JUMP <= now - failures[-1] <= _FORGIVEN_AFTER
            else ()
        )


_FREE_PER_DEVICE = 3
"""Wrong codes of a device that cost nothing: people mistype."""
_FREE_PER_ADDRESS = 30
"""Those of an address: a family behind one router mistypes together."""
_FREE_PER_NETWORK = 10 * _FREE_PER_ADDRESS
"""Those of all addresses that begin alike: they may be one host's, or a town's."""


class CodeGuessLimiter:
    """Slows down who types wrong codes: the device, its address, and all that begin alike.

    A guest's own mistakes slow that guest. Who throws away what a device is known by at each try
    is slowed by the address: with 31 to the power of 4 codes and a minute between tries, guessing
    takes years.

    A try counts as wrong before it is judged, and until it was `right`: of those that come
    together none is judged for nothing.
    """

    def __init__(self) -> None:
        self._backoffs = tuple(
            map(Backoff, (_FREE_PER_DEVICE, _FREE_PER_ADDRESS, _FREE_PER_NETWORK))
        )

    def wait_s(self, device: str, address: str, now: datetime) -> float:
        """Seconds until this device, from this address, may try again; 0 if it may now."""
        return max(
            backoff.wait_s(key, now) for backoff, key in self._keyed_backoffs(device, address)
        )

    def count_attempt(self, device: str, address: str, now: datetime) -> None:
        """A code from this device at this address is going to be judged."""
        for backoff, key in self._keyed_backoffs(device, address):
            backoff.record_failure(key, now)

    def forgive_attempt(self, device: str, address: str) -> None:
        """The code that was tried was right, or not judged after all."""
        for backoff, key in self._keyed_backoffs(device, address):
            backoff.forgive_last(key)

    def _keyed_backoffs(self, device: str, address: str) -> Iterator[tuple[Backoff, str]]:
        return zip(
            self._backoffs,
            (device, address, client_network(address, WIDE_PREFIX_BITS)),
            strict=True,
        )


def _store_newest(values: OrderedDict[str, _Value], key: str, value: _Value) -> None:
    """Keep the value of a key, which is the newest now; the oldest of too many is let go."""
    values[key] = value
    values.move_to_end(key)
    while len(values) > _MAX_KEYS:
        values.popitem(last=False)

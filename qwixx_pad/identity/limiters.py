"""Limits on what is open at once, on requests a second and a day, and on wrong guesses.

Most of them count by key: an address, a device or a table. Callers pass the present time.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from qwixx_pad.identity.devices import WIDE_PREFIX_BITS, client_network

_Value = TypeVar("_Value")
_MAX_KEYS = 1000
"""The number of keys that a limiter tracks."""


class TokenBucket:
    """A limit on bursts and on the long-term rate.

    Args:
        size: Tokens of a burst.
        rate: Tokens a second.
        now: The present time, in seconds.
    """

    def __init__(self, size: float, rate: float, now: float) -> None:
        self._size = size
        self._rate = rate
        self._tokens = size
        self._since = now

    def take_token(self, now: float) -> float:
        """Take a token; return the seconds until it is available."""
        refilled = min(self._size, self._tokens + (now - self._since) * self._rate)
        self._tokens = refilled - 1
        self._since = now
        return max(0.0, -self._tokens / self._rate)


class KeyedCounter(Generic[_Value]):
    """The values that are open now, by the key of their opener.

    Attributes:
        total: The number of all values, of all keys.
    """

    def __init__(self) -> None:
        self._values: dict[str, set[_Value]] = {}
        self.total = 0

    def __iter__(self) -> Iterator[_Value]:
        return (value for values in self._values.values() for value in values)

    def values_of(self, key: str) -> Collection[_Value]:
        return self._values.get(key, ())

    @property
    def busiest_values(self) -> Collection[_Value]:
        """The values of the key that has most of them."""
        return max(self._values.values(), key=len, default=())

    def add(self, key: str, opened: _Value) -> None:
        self._values.setdefault(key, set()).add(opened)
        self.total += 1

    def remove(self, key: str, closed: _Value) -> None:
        """Remove a value, if it is there."""
        values = self._values.get(key, set())
        if closed in values:
            values.remove(closed)
            self.total -= 1
        if not values:
            self._values.pop(key, None)

    @contextmanager
    def counting(self, key: str, opened: _Value) -> Iterator[None]:
        """Count a value while the context is open."""
        self.add(key, opened)
        try:
            yield
        finally:
            self.remove(key, opened)


_DAY = timedelta(days=1)
_MAX_REST_S = 3600.0
"""The longest wait, since the phone may be in another network by then."""


class DailyQuota:
    """An allowance for each key and day; the day of a key begins when it first spends.

    The empty key is unlimited. If there are too many keys, the least recently used is dropped.

    Args:
        limit: The allowance.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._spending: OrderedDict[str, tuple[datetime, int]] = OrderedDict()

    def wait_s(self, key: str, now: datetime) -> float:
        """The seconds until a key should try again; 0 if it may spend now."""
        began, spent = self._spending.get(key, (now, 0))
        if not key or spent < self._limit:
            return 0.0
        return max(0.0, min((began + _DAY - now).total_seconds(), _MAX_REST_S))

    def spend(self, key: str, count: int, now: datetime) -> None:
        began, spent = self._spending.get(key, (now, 0))
        if now - began >= _DAY:
            began = now
            spent = 0
        if count > 0:
            _store_newest(self._spending, key, (began, spent + count))


_MAX_WAIT_S = 60.0
"""The longest wait between two tries."""
_MAX_DOUBLINGS = 6
"""Doublings after which a wait is the longest."""
_FORGIVEN_AFTER = timedelta(minutes=10)
_MIN_CLOCK_JUMP = timedelta(minutes=-1)
"""The smallest step back of the clock; concurrent tries may differ by less."""


class Backoff:
    """Exponential backoff by key: some failures are free, and each further one doubles the wait.

    Ten minutes after the last failure all of them are forgiven. If there are too many keys, the
    least recently used is dropped.

    Args:
        free: The number of free failures.
    """

    def __init__(self, free: int) -> None:
        self._free = free
        self._failures: OrderedDict[str, tuple[datetime, ...]] = OrderedDict()

    def wait_s(self, key: str, now: datetime) -> float:
        """The seconds until a key may try again; 0 if it may now."""
        failures = self._counted_failures(key, now)
        if len(failures) < self._free:
            return 0.0
        wait = min(2.0 ** (len(failures) - self._free), _MAX_WAIT_S)
        return max(0.0, wait - (now - failures[-1]).total_seconds())

    def record_failure(self, key: str, now: datetime) -> None:
        failures = (*self._counted_failures(key, now), now)
        _store_newest(self._failures, key, failures[-self._free - _MAX_DOUBLINGS - 1 :])

    def forgive_last(self, key: str) -> None:
        """Remove the last failure, which was not one after all."""
        if earlier := self._failures.pop(key, ())[:-1]:
            self._failures[key] = earlier

    def _counted_failures(self, key: str, now: datetime) -> tuple[datetime, ...]:
        """The failures that still count; none if the clock was set back to before them."""
        failures = self._failures.get(key, ())
        if failures and _MIN_CLOCK_JUMP <= now - failures[-1] <= _FORGIVEN_AFTER:
            return failures
        return ()


_FREE_PER_DEVICE = 3
"""Free wrong codes of a device: people mistype."""
_FREE_PER_ADDRESS = 30
"""Free wrong codes of an address: a family behind a router mistypes together."""
_FREE_PER_NETWORK = 10 * _FREE_PER_ADDRESS
"""Free wrong codes of a wide prefix: its addresses may be those of one host, or of a town."""


class CodeGuessLimiter:
    """A backoff for wrong table codes: by device, by address, and by wide network prefix.

    Mistakes of a guest make only that guest wait. A device that takes a new id for each try has to
    wait because of its address. A pad has 31 to the power of 4 codes, so that
    trying them all takes over a year with a minute between tries.

    A try counts as wrong before its code is checked, until `forgive_attempt`. So concurrent tries
    are all counted.
    """

    def __init__(self) -> None:
        self._backoffs = (
            Backoff(_FREE_PER_DEVICE),
            Backoff(_FREE_PER_ADDRESS),
            Backoff(_FREE_PER_NETWORK),
        )

    def wait_s(self, device: str, address: str, now: datetime) -> float:
        """The seconds until a device at an address may try again; 0 if it may now."""
        return max(
            backoff.wait_s(key, now) for backoff, key in self._keyed_backoffs(device, address)
        )

    def count_attempt(self, device: str, address: str, now: datetime) -> None:
        """Count a try as wrong, before its code is checked."""
        for backoff, key in self._keyed_backoffs(device, address):
            backoff.record_failure(key, now)

    def forgive_attempt(self, device: str, address: str) -> None:
        """Remove a try whose code was right, or was not checked after all."""
        for backoff, key in self._keyed_backoffs(device, address):
            backoff.forgive_last(key)

    def _keyed_backoffs(self, device: str, address: str) -> Iterator[tuple[Backoff, str]]:
        keys = (device, address, client_network(address, WIDE_PREFIX_BITS))
        return zip(self._backoffs, keys, strict=True)


def _store_newest(values: OrderedDict[str, _Value], key: str, value: _Value) -> None:
    """Store a value as the newest; drop the oldest if there are too many."""
    values[key] = value
    values.move_to_end(key)
    while len(values) > _MAX_KEYS:
        values.popitem(last=False)

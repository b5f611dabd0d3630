"""Limits by key on what is open at once, on requests a second and a day, and on wrong guesses.

Callers pass the time. A key is an address, a device or a table.
"""

from collections import OrderedDict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from qwixx_pad.identity.devices import WIDE_PREFIX_BITS, client_network

_Value = TypeVar("_Value")
_MAX_KEYS = 1000
"""Keys that each limiter tracks."""


class TokenBucket:
    """A limit on bursts (`size`) and on the long-term rate a second (`rate`)."""

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
    """A registry of what is open now, by the key of its opener.

    Attributes:
        total: Of all keys.
    """

    def __init__(self) -> None:
        self._values: dict[str, set[_Value]] = {}
        self.total = 0

    def __iter__(self) -> Iterator[_Value]:
        """Iterate over all that is open."""
        return (value for values in self._values.values() for value in values)

    def values_of(self, key: str) -> Collection[_Value]:
        """Return what is open under a key."""
        return self._values.get(key, ())

    @property
    def busiest_values(self) -> Collection[_Value]:
        """All that is open under the key that has most."""
        return max(self._values.values(), key=len, default=())

    def add(self, key: str, opened: _Value) -> None:
        """Start counting something."""
        self._values.setdefault(key, set()).add(opened)
        self.total += 1

    def remove(self, key: str, closed: _Value) -> None:
        """Stop counting it, if it was counted."""
        values = self._values.get(key, set())
        if closed in values:
            values.remove(closed)
            self.total -= 1
        if not values:
            self._values.pop(key, None)

    @contextmanager
    def counting(self, key: str, opened: _Value) -> Iterator[None]:
        """Count something while the context is open."""
        self.add(key, opened)
        try:
            yield
        finally:
            self.remove(key, opened)


_DAY = timedelta(days=1)
_MAX_REST_S = 3600.0
"""Upper bound of a wait: by then a phone may be in another network."""


class DailyQuota:
    """A daily allowance (`limit`) for each key; its day begins when it first spends.

    The empty key is unlimited. Of too many keys the least recently used is dropped.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._spending: OrderedDict[str, tuple[datetime, int]] = OrderedDict()

    def wait_s(self, key: str, now: datetime) -> float:
        """Return the seconds until a key should retry; 0 if it may spend."""
        began, spent = self._spending.get(key, (now, 0))
        if not key or spent < self._limit:
            return 0.0
        return max(0.0, min((began + _DAY - now).total_seconds(), _MAX_REST_S))

    def spend(self, key: str, count: int, now: datetime) -> None:
        """Record what was spent."""
        began, spent = self._spending.get(key, (now, 0))
        if now - began >= _DAY:
            began = now
            spent = 0
        if count > 0:
            _store_newest(self._spending, key, (began, spent + count))


_MAX_WAIT_S = 60.0
"""Between two tries."""
_MAX_DOUBLINGS = 6
"""Doublings after which the wait is the longest."""
_FORGIVEN_AFTER = timedelta(minutes=10)
_MIN_CLOCK_JUMP = timedelta(minutes=-1)
"""Smallest step that counts as a clock put back; concurrent tries may be out of order."""


class Backoff:
    """Exponential backoff by key: `free` failures cost nothing, each further one doubles the wait.

    Ten minutes after the last failure all are forgiven. Of too many keys the least recently used
    is dropped.
    """

    def __init__(self, free: int) -> None:
        self._free = free
        self._failures: OrderedDict[str, tuple[datetime, ...]] = OrderedDict()

    def wait_s(self, key: str, now: datetime) -> float:
        """Return the seconds until a key may try again; 0 if it may now."""
        failures = self._counted_failures(key, now)
        if len(failures) < self._free:
            return 0.0
        wait = min(2.0 ** (len(failures) - self._free), _MAX_WAIT_S)
        return max(0.0, wait - (now - failures[-1]).total_seconds())

    def record_failure(self, key: str, now: datetime) -> None:
        """Record a failure."""
        failures = (*self._counted_failures(key, now), now)
        _store_newest(self._failures, key, failures[-self._free - _MAX_DOUBLINGS - 1 :])

    def forgive_last(self, key: str) -> None:
        """Remove the last failure, which was none after all."""
        if earlier := self._failures.pop(key, ())[:-1]:
            self._failures[key] = earlier

    def _counted_failures(self, key: str, now: datetime) -> tuple[datetime, ...]:
        """Return the failures that still count; none if the clock was put back before them."""
        failures = self._failures.get(key, ())
        if failures and _MIN_CLOCK_JUMP <= now - failures[-1] <= _FORGIVEN_AFTER:
            return failures
        return ()


_FREE_PER_DEVICE = 3
"""Wrong codes of a device without a penalty: people mistype."""
_FREE_PER_ADDRESS = 30
"""Free wrong codes of an address: a family behind one router mistypes together."""
_FREE_PER_NETWORK = 10 * _FREE_PER_ADDRESS
"""Free wrong codes of a wide prefix: its addresses may be one host's, or a town's."""


class CodeGuessLimiter:
    """A backoff for wrong table codes: by device, by address, and by wide network prefix.

    A guest's own mistakes slow that guest. A device that takes a new key for each try is slowed
    by its address: with 31 to the power of 4 codes and a minute between tries, guessing takes
    years.

    A try counts as wrong before it is checked, until `forgive_attempt`: so concurrent tries
    cannot pass unpunished.
    """

    def __init__(self) -> None:
        self._backoffs = (
            Backoff(_FREE_PER_DEVICE),
            Backoff(_FREE_PER_ADDRESS),
            Backoff(_FREE_PER_NETWORK),
        )

    def wait_s(self, device: str, address: str, now: datetime) -> float:
        """Return the seconds until a device at an address may try again; 0 if it may now."""
        return max(
            backoff.wait_s(key, now) for backoff, key in self._keyed_backoffs(device, address)
        )

    def count_attempt(self, device: str, address: str, now: datetime) -> None:
        """Count a try as wrong, before its code is checked."""
        for backoff, key in self._keyed_backoffs(device, address):
            backoff.record_failure(key, now)

    def forgive_attempt(self, device: str, address: str) -> None:
        """Uncount a try whose code was right, or was not checked after all."""
        for backoff, key in self._keyed_backoffs(device, address):
            backoff.forgive_last(key)

    def _keyed_backoffs(self, device: str, address: str) -> Iterator[tuple[Backoff, str]]:
        keys = (device, address, client_network(address, WIDE_PREFIX_BITS))
        return zip(self._backoffs, keys, strict=True)


def _store_newest(values: OrderedDict[str, _Value], key: str, value: _Value) -> None:
    """Store the value of a key as the newest; drop the oldest of too many."""
    values[key] = value
    values.move_to_end(key)
    while len(values) > _MAX_KEYS:
        values.popitem(last=False)

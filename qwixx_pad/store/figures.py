"""What is made of totals once they are counted, however that is done."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from qwixx_pad.store.statistics import BIN, RowNumbers

RECENT = 50
"""How many of the last games are told one by one."""
Totals = Sequence[tuple[int, int]]
"""Each total that occurs, the lowest first, and how often."""


def mean_and_spread(totals: Totals, count: int) -> tuple[float, float]:
    """Mean and standard deviation of so many totals."""
    if not count:
        return 0.0, 0.0
    mean = sum(total * n for total, n in totals) / count
    return mean, math.sqrt(sum(n * (total - mean) ** 2 for total, n in totals) / count)


def quartiles(totals: Totals, count: int) -> tuple[float, float, float]:
    """The totals a quarter, a half and three quarters of the way up."""
    if not count:
        return (0.0, 0.0, 0.0)
    upto = list(accumulate(n for _, n in totals))

    def at(index: int) -> int:
        return next(t for (t, _), last in zip(totals, upto, strict=True) if index < last)

    def share(of: float) -> float:
        place = of * (count - 1)
        low, high = at(math.floor(place)), at(math.ceil(place))
        return low + (high - low) * (place - math.floor(place))

    return (share(0.25), share(0.5), share(0.75))


def bins(totals: Totals) -> Iterator[tuple[int, int]]:
    """The bars of the histogram: where each begins, and its count."""
    if not totals:
        return
    first, last = totals[0][0] // BIN, totals[-1][0] // BIN
    for number in range(first, last + 1):
        yield number * BIN, sum(n for total, n in totals if total // BIN == number)


def in_kinds(rows: Iterable[RowNumbers]) -> tuple[RowNumbers, ...]:
    """Rows in order, those of a kind together; the kind that most sheets have comes first."""
    told = tuple(rows)
    sheets = Counter[tuple[int, int]]()
    for row in told:
        sheets[row.kind] += row.sheets
    return tuple(sorted(told, key=lambda row: (-sheets[row.kind], row.kind)))

"""Measures of numbers: mean, spread, quartiles, bars. Pure."""

import math
from collections import Counter
from collections.abc import Sequence

BIN_POINTS = 10
"""Width of a bar of the histogram, in points."""


def mean_and_spread(totals: Sequence[int]) -> tuple[float, float]:
    """The mean and the standard deviation of some totals; 0 and 0 if there are none."""
    if not totals:
        return 0.0, 0.0
    mean = sum(totals) / len(totals)
    squares = (n * (total - mean) ** 2 for total, n in sorted(Counter(totals).items()))
    return mean, math.sqrt(sum(squares) / len(totals))


def quartiles(totals: Sequence[int]) -> tuple[float, float, float]:
    """The values a quarter, half and three quarters of the way up; 0 without totals.

    Totals must be sorted.
    """

    def quantile(fraction: float) -> float:
        position = fraction * (len(totals) - 1)
        low = totals[math.floor(position)]
        high = totals[math.ceil(position)]
        return low + (high - low) * (position - math.floor(position))

    return (quantile(0.25), quantile(0.5), quantile(0.75)) if totals else (0.0, 0.0, 0.0)


def histogram_bins(totals: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The start and the count of each bar, from the lowest to the highest without a gap."""
    bars = Counter(total // BIN_POINTS for total in totals)
    numbers = range(min(bars), max(bars) + 1) if bars else ()
    return tuple((number * BIN_POINTS, bars[number]) for number in numbers)

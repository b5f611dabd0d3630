"""The numbers of one player, or of everybody, over some games. Plain values."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

BIN = 10
"""Width of a bar of the histogram, in points."""


@dataclass(frozen=True, slots=True)
class RowNumbers:
    """One row over all sheets on which it is of the same kind.

    Attributes:
        letter: Of the row.
        needs: Crosses that must stand before its lock.
        most: Crosses that count at most.
        sheets: How many sheets have it.
        points, crosses: Means of a sheet.
        locked: Sheets that have locked it.
        closed: Sheets on which others have closed it.
    """

    letter: str
    needs: int
    most: int
    sheets: int
    points: float
    crosses: float
    locked: int
    closed: int

    @property
    def kind(self) -> tuple[int, int]:
        """What rows have in common that can be compared: `needs` and `most`."""
        return (self.needs, self.most)


@dataclass(frozen=True, slots=True)
class SheetNumbers:
    """One printed sheet; those made from a seed are one together.

    Attributes:
        sheet: Its name, or what is before the seed.
        sheets: How many were finished.
        average, best: Of their totals.
    """

    sheet: str
    sheets: int
    average: float
    best: int


@dataclass(frozen=True, slots=True)
class BesideNumbers:
    """What comes beside the rows, over all sheets that have it.

    Attributes:
        purpose: What the points are for, in a word.
        sheets: How many sheets have it.
        points: Mean of a sheet.
    """

    purpose: str
    sheets: int
    points: float


@dataclass(frozen=True, slots=True)
class Rival:
    """Two players in the games that they played together.

    Attributes:
        name: Of the other one.
        games: Together.
        ahead, behind: Games in which our total was the higher or the lower one; the rest are ties.
        difference: Mean of our total minus theirs.
    """

    name: str
    games: int
    ahead: int
    behind: int
    difference: float


@dataclass(frozen=True, slots=True)
class Standing:
    """One player of a group.

    Attributes:
        name: Who.
        games: Finished ones.
        wins: Games of several that this player has won, alone or shared.
        average: Of the totals; None where there is none that can be compared.
        best: Highest total; None likewise.
    """

    name: str
    games: int
    wins: int
    average: float | None
    best: int | None


@dataclass(frozen=True, slots=True)
class Numbers:
    """Everything that is counted over some finished sheets.

    Totals are compared on one printed sheet alone: where there are several, all that is said of
    totals is said of the one that was finished most often.

    Attributes:
        sheets: How many there are; all other numbers mean nothing at 0.
        contests: Those from games of several, in which one can win.
        wins: Won, alone or shared.
        best, best_at: The highest total, and when it was reached.
        average, spread: Mean and standard deviation of the totals (of all sheets: population).
        quartiles: Total below which a quarter, half and three quarters lie.
        bins: Start of each bar and its count, from the lowest to the highest without a gap.
        latest: Total of the last game.
        penalties: Mean of a sheet.
        penalty_counts: Sheets with 0, 1, 2, … penalties.
        rows: Those of a kind together, the kind of most sheets first; in printed order.
        rivals: Whom one plays most with first; empty for everybody together.
        recent: Time and total of the last games, oldest first, at most 50.
        by_sheet: Each printed sheet, the one finished most often first.
        beside: What comes beside the rows, in the order in which it was met.
    """

    sheets: int
    contests: int
    wins: int
    best: int
    best_at: datetime | None
    average: float
    spread: float
    quartiles: tuple[float, float, float]
    bins: tuple[tuple[int, int], ...]
    latest: int | None
    penalties: float
    penalty_counts: tuple[int, ...]
    rows: tuple[RowNumbers, ...]
    rivals: tuple[Rival, ...]
    recent: tuple[tuple[datetime, int], ...]
    by_sheet: tuple[SheetNumbers, ...] = ()
    beside: tuple[BesideNumbers, ...] = ()

    @property
    def totals_of(self) -> str:
        """The printed sheet whose totals these are, where there are several; else empty."""
        return self.by_sheet[0].sheet if len(self.by_sheet) > 1 else ""

    @property
    def compared(self) -> int:
        """How many sheets the totals are of."""
        return self.by_sheet[0].sheets if self.totals_of else self.sheets

    @property
    def most_rows(self) -> tuple[RowNumbers, ...]:
        """The rows of the kind that most sheets have; they can be compared with each other."""
        return tuple(row for row in self.rows if row.kind == self.rows[0].kind)


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

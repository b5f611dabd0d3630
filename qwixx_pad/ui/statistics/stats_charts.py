"""The charts of the statistics: bars, rows and the trend, in words and measures. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean

from qwixx_pad.history.statistics import BIN, Numbers, RowNumbers
from qwixx_pad.ui.text import whole
from qwixx_pad.ui.text.translator import Words

MOST_BARS = 12
"""More than these cannot be told apart on a phone; the far ends become open bars."""
_FEWEST_BARS = 7
"""Fewer look like posts; empty ones are put beside them."""
_BOXES = 5
"""Bars of the penalties: none, and one for each box of a sheet."""
TREND_FROM = 10
"""Fewer games have no trend."""
LAST = 5
"""How many of the latest games the trend compares with those before."""


@dataclass(frozen=True, slots=True)
class BarLook:
    """One bar.

    Attributes:
        label: Below it: where it starts, or `120+` and `<0` for an open end.
        spoken: The label for the ear: from where to where it goes.
        count: How many fall into it.
        share: Its height, as a share of the highest bar.
        modal: Whether most fall into it; of several such the highest one.
        latest: Whether the latest one falls into it.
    """

    label: str
    spoken: str
    count: int
    share: float
    modal: bool = False
    latest: bool = False


@dataclass(frozen=True, slots=True)
class BarsLook:
    """Bars and the texts around them.

    Attributes:
        aside: Beside the title.
        bars: From left to right.
        legend: What the marked bar holds; empty where none is marked.
        notes: Sentences below.
        spoken: All of it for the ear.
    """

    aside: str
    bars: tuple[BarLook, ...]
    legend: str
    notes: tuple[str, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class RowBarLook:
    """One row: its means, and on how many sheets it was locked or closed.

    Attributes:
        letter: Of the row.
        points, crosses, closed: In words.
        share: Length of its bar, as a share of the longest.
        locked: How often.
        spoken: For the ear.
    """

    letter: str
    points: str
    crosses: str
    closed: str
    share: float
    locked: int
    spoken: str


@dataclass(frozen=True, slots=True)
class TrendLook:
    """The latest totals.

    Attributes:
        points: Heights from 0 to 1, oldest first; the last ones are those that are compared.
        before: Height of the mean of those before.
        low, high: The totals at heights 0 and 1.
        sentence: The comparison.
    """

    points: tuple[float, ...]
    before: float
    low: str
    high: str
    sentence: str


@dataclass(frozen=True, slots=True)
class _Bin:
    """The totals from `low` to below `high`; an open one reaches to infinity."""

    low: float
    high: float
    count: int


def totals_chart(numbers: Numbers, words: Words, *, several: bool) -> BarsLook:
    """Describe the totals of at least one sheet, of one player or several."""
    modal = most_often(numbers.bins)
    bars = bars_of_totals(numbers.bins, numbers.latest, words)
    often = words.text("most often {range}", range=words.between(modal, modal + BIN - 1))
    legend = ""
    if numbers.latest is not None:
        legend = words.text("last game {n}", n=whole(numbers.latest))
    middle = _middle_half(numbers, words, several=several)
    notes = (middle, _spread(numbers, words), *_of_one_sheet(numbers, words))
    said = words.text("Totals, {often}.", often=often)
    return BarsLook(often, bars, legend, notes, _spoken_chart(said, bars, legend, notes, words))


def _of_one_sheet(numbers: Numbers, words: Words) -> Iterator[str]:
    """Note that totals of other sheets are left out, if there are any."""
    if numbers.totals_of:
        yield words.text("On {sheet} alone.", sheet=words.layout(numbers.totals_of))


def misthrows_chart(numbers: Numbers, words: Words) -> BarsLook:
    """Describe how many sheets have no penalty, one, two and so on."""
    counts = (*numbers.penalty_counts, *((0,) * (_BOXES - len(numbers.penalty_counts))))
    bars = bars_of_counts(counts)
    aside = words.text("none in {part}", part=words.part_of(counts[0], numbers.sheets))
    said = words.text("Misthrows per sheet, {aside}.", aside=aside)
    return BarsLook(aside, bars, "", (), _spoken_chart(said, bars, "", (), words))


def _middle_half(numbers: Numbers, words: Words, *, several: bool) -> str:
    low, high = whole(numbers.quartiles[0]), whole(numbers.quartiles[2])
    if several:
        return words.text("Half of all sheets lie between {low} and {high}.", low=low, high=high)
    return words.text("Half of your sheets lie between {low} and {high}.", low=low, high=high)


def _spread(numbers: Numbers, words: Words) -> str:
    points = int(numbers.spread + 0.5)
    return words.count("Usual spread: {n} point.", "Usual spread: {n} points.", points)


def _spoken_chart(
    said: str, bars: Sequence[BarLook], legend: str, notes: Sequence[str], words: Words
) -> str:
    """Join title, bars, legend and notes."""
    each = "; ".join(
        words.text("{range}: {n}", range=bar.spoken, n=bar.count) for bar in bars if bar.count
    )
    marked = [f"{legend[0].upper()}{legend[1:]}."] if legend else []
    return " ".join([said, f"{each}.", *marked, *notes])


def most_often(bins: Sequence[tuple[int, int]]) -> int:
    """Return the start of the fullest bin; of several the highest one."""
    return max(bins, key=lambda each: (each[1], each[0]))[0]


def bars_of_totals(
    bins: Sequence[tuple[int, int]], latest: int | None, words: Words
) -> tuple[BarLook, ...]:
    """Make the bars of a histogram, as many as can be told apart.

    Bins are start and count of each bar, from the lowest to the highest without a gap; `latest` is
    the total of the last game.
    """
    modal = most_often(bins)
    shown = _padded(_folded(bins, modal))
    highest = max(each.count for each in shown)
    return tuple(
        BarLook(
            *_from_to(each, words),
            each.count,
            each.count / highest,
            modal=each.low == modal,
            latest=latest is not None and each.low <= latest < each.high,
        )
        for each in shown
    )


def bars_of_counts(counts: Sequence[int]) -> tuple[BarLook, ...]:
    """Make a bar for each of 0, 1, 2, …; of several that are highest the lowest one is modal."""
    highest = max(counts)
    return tuple(
        BarLook(str(i), str(i), count, count / highest, modal=i == counts.index(highest))
        for i, count in enumerate(counts)
    )


def _folded(bins: Sequence[tuple[int, int]], modal: int) -> list[_Bin]:
    """Return all bars where they fit; else the fullest run that does, between open ends."""
    if len(bins) <= MOST_BARS:
        return [_Bin(start, start + BIN, count) for start, count in bins]
    first, last = _fullest_run(bins, modal)
    low, run, high = bins[:first], bins[first:last], bins[last:]
    folded = [_Bin(start, start + BIN, count) for start, count in run]
    if low:
        folded.insert(0, _Bin(-inf, run[0][0], _sum(low)))
    if high:
        folded.append(_Bin(high[0][0], inf, _sum(high)))
    return folded


def _fullest_run(bins: Sequence[tuple[int, int]], modal: int) -> tuple[int, int]:
    """Find the run that fits, holds the modal bar and folds the fewest totals away."""
    most = len(bins)
    one_end, both_ends = MOST_BARS - 1, MOST_BARS - 2
    runs = [
        (0, one_end),
        (most - one_end, most),
        *((first, first + both_ends) for first in range(1, most - both_ends)),
    ]
    at = next(i for i, (start, _) in enumerate(bins) if start == modal)
    return max(
        ((first, last) for first, last in runs if first <= at < last),
        key=lambda run: _sum(bins[run[0] : run[1]]),
    )


def _sum(bins: Sequence[tuple[int, int]]) -> int:
    return sum(count for _, count in bins)


def _padded(bins: list[_Bin]) -> list[_Bin]:
    """Add empty bars beside a few: above, and below as far as zero."""
    while len(bins) < _FEWEST_BARS:
        first, last = bins[0], bins[-1]
        bins = [*bins, _Bin(last.high, last.high + BIN, 0)]
        if first.low > 0:
            bins = [_Bin(first.low - BIN, first.low, 0), *bins]
    return bins


def _from_to(each: _Bin, words: Words) -> tuple[str, str]:
    """Return the label of a bar, and its range for the ear."""
    if each.low == -inf:
        n = whole(each.high)
        return words.text("<{n}", n=n), words.text("below {n}", n=n)
    n = whole(each.low)
    if each.high == inf:
        return words.text("{n}+", n=n), words.text("{n} or more", n=n)
    return n, words.text("{low} to {high}", low=n, high=whole(each.high - 1))


def row_looks(rows: Sequence[RowNumbers], words: Words) -> tuple[RowBarLook, ...]:
    """Describe the rows, each measured against the best one."""
    longest = max((row.points for row in rows), default=0)
    return tuple(_row(row, longest, words) for row in rows)


def _row(row: RowNumbers, longest: float, words: Words) -> RowBarLook:
    points, crosses = words.tenths(row.points), words.tenths(row.crosses)
    closed = ""
    if row.sheets:
        closed = words.text(
            "closed by others in {part}", part=words.part_of(row.closed, row.sheets)
        )
    said = words.of_row(
        "{row}: {points} points and {crosses} crosses",
        row.letter,
        points=points,
        crosses=crosses,
    )
    return RowBarLook(
        letter=row.letter,
        points=points,
        crosses=words.text("{n} crosses", n=crosses),
        closed=closed,
        share=row.points / longest if longest > 0 else 0.0,
        locked=row.locked,
        spoken=f"{said}, {closed}" if closed else said,
    )


def trend_look(numbers: Numbers, words: Words) -> TrendLook | None:
    """Compare the latest games with those before them; None where there are too few."""
    totals = [total for _, total in numbers.recent]
    if len(totals) < TREND_FROM:
        return None
    before, last = totals[:-LAST], totals[-LAST:]
    low, high = min(totals), max(totals)
    reach = (high - low) or 1
    return TrendLook(
        points=tuple((total - low) / reach for total in totals),
        before=(fmean(before) - low) / reach,
        low=whole(low),
        high=whole(high),
        sentence=" ".join(
            (
                _comparison(fmean(before), fmean(last), numbers.spread, len(before), words),
                *_of_one_sheet(numbers, words),
            )
        ),
    )


def _comparison(before: float, last: float, spread: float, games: int, words: Words) -> str:
    """Describe both means; say if they differ no more than five games do by chance.

    A mean of five lies within twice its own spread of the true one 19 times in 20.
    """
    said = words.text(
        "Average of the last {few}: {last}. Of the {games} before: {before}.",
        few=LAST,
        last=whole(last),
        games=games,
        before=whole(before),
    )
    if abs(last - before) <= 2 * spread * sqrt(1 / LAST + 1 / games):
        usual = words.text("That is the usual up and down.")
        return f"{said} {usual}"
    return said

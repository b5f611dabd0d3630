"""The charts of the statistics: bars, rows and the trend, in words and measures. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean

from qwixx_pad.history.measures import BIN_POINTS
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.statistics import Statistics
from qwixx_pad.ui.text import rounded_text
from qwixx_pad.ui.text.translator import Translator

MAX_BARS = 12
"""More than these cannot be told apart on a phone; the far ends become open bars."""
_MIN_BARS = 7
"""Fewer look like posts; empty ones are put beside them."""
_PENALTY_BARS = 5
"""Bars of the penalties: none, and one for each box of a sheet."""
MIN_TREND_GAMES = 10
"""Fewer games have no trend."""
LATEST_GAMES = 5
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


def totals_chart(numbers: Statistics, tr: Translator, *, several: bool) -> BarsLook:
    """Describe the totals of at least one sheet, of one player or several."""
    modal = modal_bin(numbers.bins)
    bars = totals_bars(numbers.bins, numbers.latest, tr)
    often = tr.gettext("most often {range}", range=tr.range_text(modal, modal + BIN_POINTS - 1))
    legend = ""
    if numbers.latest is not None:
        legend = tr.gettext("last game {n}", n=rounded_text(numbers.latest))
    middle = _middle_half_text(numbers, tr, several=several)
    left_out = (*_sheet_note(numbers, tr), *_seats_note(numbers, tr))
    notes = (middle, _spread_text(numbers, tr), *left_out)
    said = tr.gettext("Totals, {often}.", often=often)
    return BarsLook(often, bars, legend, notes, _spoken_chart(said, bars, legend, notes, tr))


def _sheet_note(numbers: Statistics, tr: Translator) -> Iterator[str]:
    """Note that totals of other sheets are left out, if there are any."""
    if numbers.compared_sheet:
        yield tr.gettext("On {sheet} alone.", sheet=tr.layout_title(numbers.compared_sheet))


def _seats_note(numbers: Statistics, tr: Translator) -> Iterator[str]:
    """Note how many players all totals are of, where the tile of the average names a sheet."""
    if numbers.compared_sheet and len(numbers.seats) == 1:
        n = numbers.seats[0]
        yield tr.ngettext("Only games with {n} player.", "Only games with {n} players.", n)


def penalties_chart(numbers: Statistics, tr: Translator) -> BarsLook:
    """Describe how many sheets have no penalty, one, two and so on."""
    counts = (*numbers.penalty_counts, *((0,) * (_PENALTY_BARS - len(numbers.penalty_counts))))
    bars = count_bars(counts)
    aside = tr.gettext("none in {part}", part=tr.part_of(counts[0], numbers.sheets))
    said = tr.gettext("Penalties per sheet, {aside}.", aside=aside)
    return BarsLook(aside, bars, "", (), _spoken_chart(said, bars, "", (), tr))


def _middle_half_text(numbers: Statistics, tr: Translator, *, several: bool) -> str:
    low = rounded_text(numbers.quartiles[0])
    high = rounded_text(numbers.quartiles[2])
    if several:
        return tr.gettext("Half of all sheets score between {low} and {high}.", low=low, high=high)
    return tr.gettext("Half of your sheets score between {low} and {high}.", low=low, high=high)


def _spread_text(numbers: Statistics, tr: Translator) -> str:
    points = int(numbers.spread + 0.5)
    return tr.ngettext("Usual spread: {n} point.", "Usual spread: {n} points.", points)


def _spoken_chart(
    said: str, bars: Sequence[BarLook], legend: str, notes: Sequence[str], tr: Translator
) -> str:
    """Join title, bars, legend and notes."""
    each = "; ".join(
        tr.gettext("{range}: {n}", range=bar.spoken, n=bar.count) for bar in bars if bar.count
    )
    marked = [f"{legend[0].upper()}{legend[1:]}."] if legend else []
    return " ".join([said, f"{each}.", *marked, *notes])


def modal_bin(bins: Sequence[tuple[int, int]]) -> int:
    """Return the start of the fullest bin; of several the highest one."""
    return max(bins, key=lambda each: (each[1], each[0]))[0]


def totals_bars(
    bins: Sequence[tuple[int, int]], latest: int | None, tr: Translator
) -> tuple[BarLook, ...]:
    """Make the bars of a histogram, as many as can be told apart.

    Bins are start and count of each bar, from the lowest to the highest without a gap; `latest` is
    the total of the last game.
    """
    modal = modal_bin(bins)
    shown = _pad_bins(_fold_ends(bins, modal))
    highest = max(each.count for each in shown)
    return tuple(
        BarLook(
            *_range_texts(each, tr),
            each.count,
            each.count / highest,
            modal=each.low == modal,
            latest=latest is not None and each.low <= latest < each.high,
        )
        for each in shown
    )


def count_bars(counts: Sequence[int]) -> tuple[BarLook, ...]:
    """Make a bar for each of 0, 1, 2, …; of several that are highest the lowest one is modal."""
    highest = max(counts)
    return tuple(
        BarLook(str(i), str(i), count, count / highest, modal=i == counts.index(highest))
        for i, count in enumerate(counts)
    )


def _fold_ends(bins: Sequence[tuple[int, int]], modal: int) -> list[_Bin]:
    """Return all bars where they fit; else the fullest run that does, between open ends."""
    if len(bins) <= MAX_BARS:
        return [_Bin(start, start + BIN_POINTS, count) for start, count in bins]
    first, last = _fullest_run(bins, modal)
    low = bins[:first]
    run = bins[first:last]
    high = bins[last:]
    folded = [_Bin(start, start + BIN_POINTS, count) for start, count in run]
    if low:
        folded.insert(0, _Bin(-inf, run[0][0], _bin_total(low)))
    if high:
        folded.append(_Bin(high[0][0], inf, _bin_total(high)))
    return folded


def _fullest_run(bins: Sequence[tuple[int, int]], modal: int) -> tuple[int, int]:
    """Find the run that fits, holds the modal bar and folds the fewest totals away."""
    most = len(bins)
    one_end = MAX_BARS - 1
    both_ends = MAX_BARS - 2
    runs = [
        (0, one_end),
        (most - one_end, most),
        *((first, first + both_ends) for first in range(1, most - both_ends)),
    ]
    at = next(i for i, (start, _) in enumerate(bins) if start == modal)
    return max(
        ((first, last) for first, last in runs if first <= at < last),
        key=lambda run: _bin_total(bins[run[0] : run[1]]),
    )


def _bin_total(bins: Sequence[tuple[int, int]]) -> int:
    return sum(count for _, count in bins)


def _pad_bins(bins: list[_Bin]) -> list[_Bin]:
    """Add empty bars beside a few: above, and below as far as zero."""
    while len(bins) < _MIN_BARS:
        first = bins[0]
        last = bins[-1]
        bins = [*bins, _Bin(last.high, last.high + BIN_POINTS, 0)]
        if first.low > 0:
            bins = [_Bin(first.low - BIN_POINTS, first.low, 0), *bins]
    return bins


def _range_texts(each: _Bin, tr: Translator) -> tuple[str, str]:
    """Return the label of a bar, and its range for the ear."""
    if each.low == -inf:
        n = rounded_text(each.high)
        return tr.gettext("<{n}", n=n), tr.gettext("below {n}", n=n)
    n = rounded_text(each.low)
    if each.high == inf:
        return tr.gettext("{n}+", n=n), tr.gettext("{n} or more", n=n)
    return n, tr.gettext("{low} to {high}", low=n, high=rounded_text(each.high - 1))


def row_looks(rows: Sequence[RowStats], tr: Translator) -> tuple[RowBarLook, ...]:
    """Describe the rows, each measured against the best one."""
    longest = max((row.points for row in rows), default=0)
    return tuple(_row_look(row, longest, tr) for row in rows)


def _row_look(row: RowStats, longest: float, tr: Translator) -> RowBarLook:
    points = tr.one_decimal(row.points)
    crosses = tr.one_decimal(row.crosses)
    closed = ""
    if row.sheets:
        closed = tr.gettext("closed by others in {part}", part=tr.part_of(row.closed, row.sheets))
    said = tr.row_text(
        "{row}: {points} points and {crosses} crosses",
        row.letter,
        points=points,
        crosses=crosses,
    )
    return RowBarLook(
        letter=row.letter,
        points=points,
        crosses=tr.gettext("{n} crosses", n=crosses),
        closed=closed,
        share=row.points / longest if longest > 0 else 0.0,
        locked=row.locked,
        spoken=f"{said}, {closed}" if closed else said,
    )


def trend_look(numbers: Statistics, tr: Translator) -> TrendLook | None:
    """Compare the latest games with those before them; None where there are too few."""
    totals = [total for _, total in numbers.recent]
    if len(totals) < MIN_TREND_GAMES:
        return None
    before = totals[:-LATEST_GAMES]
    last = totals[-LATEST_GAMES:]
    low = min(totals)
    high = max(totals)
    reach = (high - low) or 1
    return TrendLook(
        points=tuple((total - low) / reach for total in totals),
        before=(fmean(before) - low) / reach,
        low=rounded_text(low),
        high=rounded_text(high),
        sentence=" ".join(
            (
                _comparison_text(fmean(before), fmean(last), numbers.spread, len(before), tr),
                *_sheet_note(numbers, tr),
            )
        ),
    )


def _comparison_text(before: float, last: float, spread: float, games: int, tr: Translator) -> str:
    """Describe both means; say if they differ no more than five games do by chance.

    A mean of five lies within twice its own spread of the true one 19 times in 20.
    """
    said = tr.gettext(
        "Average of the last {few}: {last}. Of the {games} before: {before}.",
        few=LATEST_GAMES,
        last=rounded_text(last),
        games=games,
        before=rounded_text(before),
    )
    if abs(last - before) <= 2 * spread * sqrt(1 / LATEST_GAMES + 1 / games):
        usual = tr.gettext("That’s the usual up and down.")
        return f"{said} {usual}"
    return said

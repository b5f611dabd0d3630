"""The charts of the statistics as plain values: bars, rows and the trend."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import fmean

from qwixx_pad.history.measures import BIN_POINTS
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.statistics import Statistics
from qwixx_pad.i18n import capitalized
from qwixx_pad.ui.text import rounded_text
from qwixx_pad.ui.text.translator import Translator

MAX_BARS = 12
"""Most bars of a histogram on a phone; the ends are then joined into open bars."""
_MIN_BARS = 7
"""Fewest bars of a histogram; empty bars are added, because wide bars are hard to read."""
_PENALTY_BARS = 5
"""Bars of the penalties: none, and one for each box of a sheet."""
MIN_TREND_GAMES = 10
"""Fewer games have no trend."""
LATEST_GAMES = 5
"""Number of the latest games that the trend compares with those before."""


@dataclass(frozen=True, slots=True)
class BarLook:
    """One bar of a histogram.

    Attributes:
        label: The lowest value, or "120+" and "<0" for an open end.
        spoken: The range, for a screen reader.
        count: Number of values in the range.
        share: Height, as a share of the highest bar.
        modal: Whether it is the fullest one; of several, one is chosen.
        latest: Whether it has the latest value.
    """

    label: str
    spoken: str
    count: int
    share: float
    modal: bool = False
    latest: bool = False


@dataclass(frozen=True, slots=True)
class BarsLook:
    """A histogram and its texts.

    Attributes:
        aside: To the right of the title.
        bars: From left to right.
        legend: Explains the bar with the latest value; empty if there is none.
        notes: Sentences below.
        spoken: All of it, for a screen reader.
    """

    aside: str
    bars: tuple[BarLook, ...]
    legend: str
    notes: tuple[str, ...]
    spoken: str


@dataclass(frozen=True, slots=True)
class RowBarLook:
    """The averages of one row.

    Attributes:
        letter: Letter of the row.
        points, crosses: Averages, formatted.
        closed: Share of the sheets on which others closed it, as a text; empty if unknown.
        share: Length of its bar, as a share of the longest.
        locked: Number of sheets on which it was locked.
        spoken: For a screen reader.
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
        points: Heights from 0 to 1, the oldest first; the last `LATEST_GAMES` are compared.
        before: Height of the average of those before.
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
    """The number of totals from `low` to below `high`, which may be infinite."""

    low: float
    high: float
    count: int


def totals_chart(numbers: Statistics, tr: Translator, *, several: bool) -> BarsLook:
    """Describe the totals of at least one sheet, of one player or of several."""
    modal = modal_bin(numbers.bins)
    bars = totals_bars(numbers.bins, numbers.latest, tr)
    often = tr.gettext("most often {range}", range=tr.range_text(modal, modal + BIN_POINTS - 1))
    legend = ""
    if numbers.latest is not None:
        legend = tr.gettext("last game {n}", n=rounded_text(numbers.latest))
    notes = tuple(_totals_notes(numbers, tr, several=several))
    title = tr.gettext("Totals, {often}.", often=often)
    return BarsLook(often, bars, legend, notes, _spoken_chart(title, bars, legend, notes, tr))


def _totals_notes(numbers: Statistics, tr: Translator, *, several: bool) -> Iterator[str]:
    low = rounded_text(numbers.quartiles[0])
    high = rounded_text(numbers.quartiles[2])
    if several:
        yield tr.gettext("Half of all sheets score between {low} and {high}.", low=low, high=high)
    else:
        yield tr.gettext("Half of your sheets score between {low} and {high}.", low=low, high=high)
    spread = int(numbers.spread + 0.5)
    yield tr.ngettext("Usual spread: {n} point.", "Usual spread: {n} points.", spread)
    yield from _sheet_note(numbers, tr)
    if numbers.compared_sheet and len(numbers.seats) == 1:
        seats = numbers.seats[0]
        yield tr.ngettext("Only games with {n} player.", "Only games with {n} players.", seats)


def _sheet_note(numbers: Statistics, tr: Translator) -> Iterator[str]:
    """Name the printed sheet of the totals, if there are others."""
    if numbers.compared_sheet:
        yield tr.gettext("On {sheet} alone.", sheet=tr.layout_title(numbers.compared_sheet))


def penalties_chart(numbers: Statistics, tr: Translator) -> BarsLook:
    """Count the sheets with no penalty, one, two and so on; the lowest of the fullest is modal."""
    counts = [*numbers.penalty_counts]
    counts += [0] * (_PENALTY_BARS - len(counts))
    highest = max(counts)
    bars = tuple(
        BarLook(str(i), str(i), count, count / highest, modal=i == counts.index(highest))
        for i, count in enumerate(counts)
    )
    aside = tr.gettext("none in {part}", part=tr.part_of(counts[0], numbers.sheets))
    title = tr.gettext("Penalties per sheet, {aside}.", aside=aside)
    return BarsLook(aside, bars, "", (), _spoken_chart(title, bars, "", (), tr))


def _spoken_chart(
    title: str, bars: Sequence[BarLook], legend: str, notes: Sequence[str], tr: Translator
) -> str:
    counts = "; ".join(
        tr.gettext("{range}: {n}", range=bar.spoken, n=bar.count) for bar in bars if bar.count
    )
    latest = [f"{capitalized(legend)}."] if legend else []
    return " ".join([title, f"{counts}.", *latest, *notes])


def modal_bin(bins: Sequence[tuple[int, int]]) -> int:
    """The start of the fullest bin; of several, the highest one."""
    return max(bins, key=lambda each: (each[1], each[0]))[0]


def totals_bars(
    bins: Sequence[tuple[int, int]], latest: int | None, tr: Translator
) -> tuple[BarLook, ...]:
    """Make the bars of a histogram, at least seven and at most `MAX_BARS`.

    `bins` have a start and a count, from the lowest to the highest without a gap; `latest` is the
    total of the last game.
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


def _fold_ends(bins: Sequence[tuple[int, int]], modal: int) -> list[_Bin]:
    """Join the bins that do not fit into open ones at the ends."""
    all_bins = [_Bin(start, start + BIN_POINTS, count) for start, count in bins]
    if len(bins) <= MAX_BARS:
        return all_bins
    first, end = _fullest_run(bins, modal)
    folded = all_bins[first:end]
    if first > 0:
        folded.insert(0, _Bin(-inf, bins[first][0], _bin_total(bins[:first])))
    if end < len(bins):
        folded.append(_Bin(bins[end][0], inf, _bin_total(bins[end:])))
    return folded


def _fullest_run(bins: Sequence[tuple[int, int]], modal: int) -> tuple[int, int]:
    """Find the run, first and end, that fits, has the modal bin and the most totals."""
    one_open = MAX_BARS - 1
    two_open = MAX_BARS - 2
    runs = [
        (0, one_open),
        (len(bins) - one_open, len(bins)),
        *((first, first + two_open) for first in range(1, len(bins) - two_open)),
    ]
    at = next(i for i, (start, _) in enumerate(bins) if start == modal)
    return max(
        ((first, end) for first, end in runs if first <= at < end),
        key=lambda run: _bin_total(bins[run[0] : run[1]]),
    )


def _bin_total(bins: Sequence[tuple[int, int]]) -> int:
    return sum(count for _, count in bins)


def _pad_bins(bins: list[_Bin]) -> list[_Bin]:
    """Add empty bins to a few: above them, and below them down to zero."""
    while len(bins) < _MIN_BARS:
        low = bins[0].low
        high = bins[-1].high
        bins = [*bins, _Bin(high, high + BIN_POINTS, 0)]
        if low > 0:
            bins = [_Bin(low - BIN_POINTS, low, 0), *bins]
    return bins


def _range_texts(each: _Bin, tr: Translator) -> tuple[str, str]:
    """The label of a bar, and its range for a screen reader."""
    if each.low == -inf:
        n = rounded_text(each.high)
        return tr.gettext("<{n}", n=n), tr.gettext("below {n}", n=n)
    n = rounded_text(each.low)
    if each.high == inf:
        return tr.gettext("{n}+", n=n), tr.gettext("{n} or more", n=n)
    return n, tr.gettext("{low} to {high}", low=n, high=rounded_text(each.high - 1))


def row_looks(rows: Sequence[RowStats], tr: Translator) -> tuple[RowBarLook, ...]:
    """Describe the rows; the length of a bar is relative to the row with most points."""
    most_points = max((row.points for row in rows), default=0)
    return tuple(_row_look(row, most_points, tr) for row in rows)


def _row_look(row: RowStats, most_points: float, tr: Translator) -> RowBarLook:
    points = tr.one_decimal(row.points)
    crosses = tr.one_decimal(row.crosses)
    closed = ""
    if row.sheets:
        closed = tr.gettext("closed by others in {part}", part=tr.part_of(row.closed, row.sheets))
    spoken = tr.row_text(
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
        share=row.points / most_points if most_points > 0 else 0.0,
        locked=row.locked,
        spoken=f"{spoken}, {closed}" if closed else spoken,
    )


def trend_look(numbers: Statistics, tr: Translator) -> TrendLook | None:
    """Compare the latest games with those before them; None for too few games."""
    totals = [total for _, total in numbers.recent]
    if len(totals) < MIN_TREND_GAMES:
        return None
    low = min(totals)
    high = max(totals)
    reach = (high - low) or 1
    sentences = [*_comparison_texts(totals, numbers.spread, tr), *_sheet_note(numbers, tr)]
    return TrendLook(
        points=tuple((total - low) / reach for total in totals),
        before=(fmean(totals[:-LATEST_GAMES]) - low) / reach,
        low=rounded_text(low),
        high=rounded_text(high),
        sentence=" ".join(sentences),
    )


def _comparison_texts(totals: Sequence[int], spread: float, tr: Translator) -> Iterator[str]:
    """Compare the averages, and note if the difference may be chance.

    The difference of two averages is within twice its standard deviation 19 times in 20.
    """
    last = fmean(totals[-LATEST_GAMES:])
    before = fmean(totals[:-LATEST_GAMES])
    games = len(totals) - LATEST_GAMES
    yield tr.gettext(
        "Average of the last {few}: {last}. Of the {games} before: {before}.",
        few=LATEST_GAMES,
        last=rounded_text(last),
        games=games,
        before=rounded_text(before),
    )
    if abs(last - before) <= 2 * spread * sqrt(1 / LATEST_GAMES + 1 / games):
        yield tr.gettext("That’s the usual up and down.")

"""The statistics over summaries. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from qwixx_pad.history.comebacks import NO_COMEBACKS, ComebackStats, comeback_stats
from qwixx_pad.history.lengths import NO_LENGTHS, LengthStats, length_stats
from qwixx_pad.history.measures import histogram_bins, mean_and_spread, quartiles
from qwixx_pad.history.players import Rival, rival_stats
from qwixx_pad.history.rows import RowStats, row_stats
from qwixx_pad.history.sheets import ScoredSheet, finished_sheets, group_by_print
from qwixx_pad.storage.summary import GameQuery


@dataclass(frozen=True, slots=True)
class SheetStats:
    """One printed sheet; those made from a seed are one together.

    Attributes:
        sheet: Its name, or what is before the seed.
        sheets: Number of finished ones.
        average, best: Of their totals.
    """

    sheet: str
    sheets: int
    average: float
    best: int


@dataclass(frozen=True, slots=True)
class ExtraStats:
    """Points beside the rows of one source, over all sheets that have it."""

    purpose: str
    sheets: int
    points: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """All figures over some finished sheets.

    Totals are compared on one printed sheet alone: with several, all figures of totals are those of
    the one that was finished most often.

    Attributes:
        sheets: Their number; at 0 all other figures are meaningless.
        multiplayer_sheets: Those from multiplayer games, in which one can win.
        wins: Won, alone or shared.
        best, best_at: The highest total, and when it was reached.
        average, spread: Mean and standard deviation of the totals (of all sheets: population).
        quartiles: Total below which a quarter, half and three quarters lie.
        bins: Start of each bar and its count, from the lowest to the highest without a gap.
        latest: Total of the last game.
        penalties: Mean of a sheet.
        penalty_counts: Sheets with 0, 1, 2, … penalties.
        rows: Those of a kind together, the kind of most sheets first; in printed order.
        rivals: The most frequent first; empty for everybody together.
        recent: Time and total of the last games, oldest first, at most 50.
        by_sheet: Each printed sheet, the one finished most often first.
        extras: Points beside the rows, in order of appearance.
        comeback_stats: Comebacks and early leads.
        length_stats: How long the games took.
        seats: Numbers of players in the games that the totals are of, in order.
    """

    sheets: int
    multiplayer_sheets: int
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
    rows: tuple[RowStats, ...]
    rivals: tuple[Rival, ...]
    recent: tuple[tuple[datetime, int], ...]
    by_sheet: tuple[SheetStats, ...] = ()
    extras: tuple[ExtraStats, ...] = ()
    comeback_stats: ComebackStats = NO_COMEBACKS
    length_stats: LengthStats = NO_LENGTHS
    seats: tuple[int, ...] = ()

    @property
    def compared_sheet(self) -> str:
        """The printed sheet of these totals, where there are several; else empty."""
        return self.by_sheet[0].sheet if len(self.by_sheet) > 1 else ""

    @property
    def compared_count(self) -> int:
        """Number of sheets that the totals are of."""
        return self.by_sheet[0].sheets if self.compared_sheet else self.sheets

    @property
    def most_common_rows(self) -> tuple[RowStats, ...]:
        """The rows of the kind that most sheets have; they can be compared with each other."""
        return tuple(row for row in self.rows if row.row_kind == self.rows[0].row_kind)


MAX_RECENT_GAMES = 50
"""Number of last games listed one by one."""


def compute_statistics(scored: Iterable[ScoredSheet], query: GameQuery, owner: str) -> Statistics:
    """Return all figures of the matching sheets.

    Args:
        scored: Those of all matching games, the earliest first.
        query: The filter.
        owner: Name of the pad's owner.
    """
    sheets = finished_sheets(scored, query, owner)
    by_print = group_by_print(sheets)
    compared = by_print[0][1] if by_print else ()
    totals = sorted(sheet.score.total for sheet in compared)
    count, best = len(sheets), totals[-1] if totals else 0
    multiplayer_ranks = [sheet.score.rank for sheet in sheets if len(sheet.game.scores) > 1]
    penalties = Counter(sheet.score.penalties for sheet in sheets)
    average, spread = mean_and_spread(totals)
    recent = tuple(
        (sheet.game.touched, sheet.score.total) for sheet in compared[-MAX_RECENT_GAMES:]
    )
    return Statistics(
        sheets=count,
        multiplayer_sheets=len(multiplayer_ranks),
        wins=multiplayer_ranks.count(1),
        best=best,
        best_at=next((s.game.touched for s in compared if s.score.total == best), None),
        average=average,
        spread=spread,
        quartiles=quartiles(totals),
        bins=histogram_bins(totals),
        latest=recent[-1][1] if recent else None,
        penalties=sum(n * times for n, times in penalties.items()) / max(count, 1),
        penalty_counts=tuple(penalties[n] for n in range(max(penalties, default=-1) + 1)),
        rows=row_stats(sheets),
        rivals=tuple(rival_stats(sheets, query)),
        recent=recent,
        by_sheet=tuple(_sheet_stats(name, alike) for name, alike in by_print),
        extras=_extra_stats(sheets),
        comeback_stats=comeback_stats(sheets),
        length_stats=length_stats({sheet.game.game: sheet.game for sheet in sheets}.values()),
        seats=tuple(sorted({len(sheet.game.scores) for sheet in compared})),
    )


def _sheet_stats(name: str, sheets: Sequence[ScoredSheet]) -> SheetStats:
    totals = [sheet.score.total for sheet in sheets]
    return SheetStats(name, len(totals), sum(totals) / len(totals), max(totals))


def _extra_stats(sheets: Iterable[ScoredSheet]) -> tuple[ExtraStats, ...]:
    points: defaultdict[str, list[int]] = defaultdict(list)
    for sheet in sheets:
        for purpose, brought in sheet.score.extras:
            points[purpose].append(brought)
    each = points.items()
    return tuple(ExtraStats(what, len(all_), sum(all_) / len(all_)) for what, all_ in each)

"""The statistics over summaries. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter, itemgetter
from sys import intern
from typing import NamedTuple

from qwixx_pad.history.lengths import NO_LENGTHS, LengthStats, length_stats
from qwixx_pad.history.measures import histogram_bins, mean_and_spread, quartiles
from qwixx_pad.storage.summary import (
    GameQuery,
    GameState,
    RowScore,
    Score,
    Summary,
    group_needle,
    name_key,
    replace_surrogates,
    sheet_group,
)

COMEBACK_POINTS = 10
"""Deficit, in points, from which a win counts as a comeback."""


@dataclass(frozen=True, slots=True)
class RowStats:
    """One row over all sheets on which it is of the same kind.

    Attributes:
        letter: Of the row.
        crosses_to_lock: Crosses needed before its lock.
        max_crosses: Crosses that count at most.
        sheets: Number of sheets with it.
        points, crosses: Means of a sheet.
        locked: Sheets that have locked it.
        closed: Sheets on which others have closed it.
    """

    letter: str
    crosses_to_lock: int
    max_crosses: int
    sheets: int
    points: float
    crosses: float
    locked: int
    closed: int

    @property
    def row_kind(self) -> tuple[int, int]:
        """Key of comparable rows: `crosses_to_lock` and `max_crosses`."""
        return (self.crosses_to_lock, self.max_crosses)


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
class Rival:
    """Two players in the games that they played together.

    Attributes:
        name: Of the other player.
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
class PlayerStats:
    """One player of a group.

    Attributes:
        name: Of the player.
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
class ComebackStats:
    """Comebacks and early leads in multiplayer games, by the points at the ends of their rolls.

    Single sheets and those copied from paper do not count. To win is to have most points alone.

    Attributes:
        wins: Games that the player has won; of several players those with one winner.
        comebacks: Those in which the winner was `COMEBACK_POINTS` points or more behind the best
            other sheet at the end of some roll.
        largest_comeback: The largest such deficit of a winner; 0 if all always led.
        largest_comeback_at: When that was, the first time if several; None where that is 0.
        early_leads: Games that went on after the player alone had most points after ten rolls;
            of several players those in which anybody had.
        early_leads_won: Those that this leader has won.
    """

    wins: int = 0
    comebacks: int = 0
    largest_comeback: int = 0
    largest_comeback_at: datetime | None = None
    early_leads: int = 0
    early_leads_won: int = 0


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
    comeback_stats: ComebackStats = ComebackStats()
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


_row_kind_key = attrgetter("crosses_to_lock", "max_crosses", "letter")
_figure_getters = tuple(map(attrgetter, ("points", "crosses", "locked", "closed")))


@dataclass(frozen=True, slots=True)
class GameWithSheets:
    """A game with its sheets, in the order of the seats."""

    summary: Summary
    sheets: tuple["ScoredSheet", ...]

    @classmethod
    def from_summary(cls, summary: Summary) -> "GameWithSheets":
        """Return a game with its sheets from its summary."""
        keyed = ((score, player_key(summary, score)) for score in summary.scores)
        return cls(summary, tuple(ScoredSheet(summary, score, name) for score, name in keyed))


def player_key(summary: Summary, score: Score) -> str | None:
    """Return the key of a sheet's player: empty for a nameless one alone, None for a guest."""
    return intern(name_key(score.name)) if score.name or len(summary.scores) == 1 else None


def player_keys(name: str, owner: str) -> frozenset[str]:
    """Return the keys of a player's sheets.

    Args:
        name: Of the player.
        owner: Name of the pad's owner, whose single sheets may be nameless.
    """
    nameless = {""} if name_key(name) == name_key(owner) else frozenset[str]()
    return frozenset({name_key(replace_surrogates(name)), *nameless})


class ScoredSheet(NamedTuple):
    """A sheet, and the game that it belongs to."""

    game: Summary
    score: Score
    player_key: str | None

    @property
    def has_won(self) -> bool:
        """True if it has won, alone or with others."""
        return self.score.rank == 1 and len(self.game.scores) > 1

    @property
    def has_won_alone(self) -> bool:
        """True if it alone has won."""
        return self.has_won and sum(score.rank == 1 for score in self.game.scores) == 1


def sheets_by_player(
    sheets: Iterable[ScoredSheet], owner: str
) -> list[tuple[str, str, list[ScoredSheet]]]:
    """Return the key, name and sheets of everybody with a name, the most frequent first.

    The owner's nameless sheets are among the owner's; while the owner has no name, they are
    nobody's.
    """
    owner_name = replace_surrogates(owner)
    known: defaultdict[str, list[ScoredSheet]] = defaultdict(list)
    for sheet in sheets:
        if key := name_key(owner_name) if sheet.player_key == "" else sheet.player_key:
            known[key].append(sheet)
    return [
        (key, known[key][-1].score.name or owner_name, known[key]) for key in _keys_by_count(known)
    ]


def _keys_by_count(lists: Mapping[str, Sequence[object]]) -> list[str]:
    return sorted(lists, key=lambda key: (-len(lists[key]), key))


def _finished_sheets(
    sheets: Iterable[ScoredSheet], query: GameQuery, owner: str
) -> Sequence[ScoredSheet]:
    """Return the finished ones among some sheets; of one player, if the query has one."""
    sheets = [sheet for sheet in sheets if sheet.game.state is GameState.OVER]
    if query.layout:
        needle = group_needle(query.layout)
        sheets = [sheet for sheet in sheets if f",{sheet.score.sheet},".startswith(needle)]
    if len(query.players) != 1:
        return sheets
    keys = player_keys(query.players[0], owner)
    return [sheet for sheet in sheets if sheet.player_key in keys]


def compute_statistics(scored: Iterable[ScoredSheet], query: GameQuery, owner: str) -> Statistics:
    """Return all figures of the matching sheets.

    Args:
        scored: Those of all matching games, the earliest first.
        query: The filter.
        owner: Name of the pad's owner.
    """
    sheets = _finished_sheets(scored, query, owner)
    by_print = _group_by_print(sheets)
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
        rivals=tuple(_rival_stats(sheets, query)),
        recent=recent,
        by_sheet=tuple(_sheet_stats(name, alike) for name, alike in by_print),
        extras=_extra_stats(sheets),
        comeback_stats=_comeback_stats(sheets),
        length_stats=length_stats({sheet.game.game: sheet.game for sheet in sheets}.values()),
        seats=tuple(sorted({len(sheet.game.scores) for sheet in compared})),
    )


def _group_by_print(sheets: Iterable[ScoredSheet]) -> list[tuple[str, Sequence[ScoredSheet]]]:
    """Group sheets by their print, the largest group first."""
    alike: defaultdict[str, list[ScoredSheet]] = defaultdict(list)
    for sheet in sheets:
        alike[sheet_group(sheet.score.sheet)].append(sheet)
    return [(group, alike[group]) for group in _keys_by_count(alike)]


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


def _comeback_stats(sheets: Iterable[ScoredSheet]) -> ComebackStats:
    leaders, winners = [], []
    for sheet in sheets:
        if sheet.score.led_early:
            leaders.append(sheet)
        if sheet.score.largest_deficit is not None and sheet.has_won_alone:
            winners.append((sheet.score.largest_deficit, sheet.game.touched))
    largest, at = max(winners, key=itemgetter(0), default=(0, None))
    return ComebackStats(
        wins=len(winners),
        comebacks=sum(behind >= COMEBACK_POINTS for behind, _ in winners),
        largest_comeback=largest,
        largest_comeback_at=at if largest else None,
        early_leads=len(leaders),
        early_leads_won=sum(leader.has_won_alone for leader in leaders),
    )


_RowKind = tuple[int, int, str]
"""Crosses needed before the lock of a row, crosses that count, and its letter."""


def row_stats(sheets: Iterable[ScoredSheet]) -> tuple[RowStats, ...]:
    """Return one entry a row of a kind, in printed order; the kind of most sheets first."""
    positions: dict[_RowKind, int] = {}
    rows: defaultdict[_RowKind, list[RowScore]] = defaultdict(list)
    for position, kind, column in _row_columns(sheets):
        if kind[1]:
            positions[kind] = min(position, positions.get(kind, position))
            rows[kind] += column
    printed = sorted(rows, key=lambda kind: (positions[kind], kind[-1]))
    stats = [_stats_of_rows(kind, rows[kind]) for kind in printed]
    sheets_of = Counter[tuple[int, int]]()
    for row in stats:
        sheets_of[row.row_kind] += row.sheets
    return tuple(sorted(stats, key=lambda row: (-sheets_of[row.row_kind], row.row_kind)))


def _row_columns(
    sheets: Iterable[ScoredSheet],
) -> Iterator[tuple[int, _RowKind, Sequence[RowScore]]]:
    """Yield position, kind and rows of each kind at each position of each printed sheet."""
    printed: defaultdict[tuple[str, int], list[tuple[RowScore, ...]]] = defaultdict(list)
    for sheet in sheets:
        printed[sheet.score.sheet, len(sheet.score.rows)].append(sheet.score.rows)
    for group in printed.values():
        for position, column in enumerate(zip(*group, strict=True)):
            kinds = set(map(_row_kind_key, column))
            for kind in kinds:
                is_mixed = len(kinds) > 1
                alike = [r for r in column if _row_kind_key(r) == kind] if is_mixed else column
                yield position, kind, alike


def _stats_of_rows(kind: _RowKind, rows: Sequence[RowScore]) -> RowStats:
    needs, most, letter = kind
    points, crosses, locked, closed = (sum(map(figure, rows)) for figure in _figure_getters)
    count = len(rows)
    return RowStats(
        letter=letter,
        crosses_to_lock=needs,
        max_crosses=most,
        sheets=count,
        points=points / count,
        crosses=crosses / count,
        locked=locked,
        closed=closed,
    )


def _rival_stats(sheets: Iterable[ScoredSheet], query: GameQuery) -> Iterator[Rival]:
    """Yield the others at one player's tables, the most frequent first."""
    if len(query.players) != 1:
        return
    own_key = name_key(replace_surrogates(query.players[0]))
    gaps: defaultdict[str, list[int]] = defaultdict(list)
    names: dict[str, str] = {}
    for sheet in sheets:
        for other in sheet.game.scores:
            key = player_key(sheet.game, other)
            if other.seat != sheet.score.seat and key is not None and key != own_key:
                gaps[key].append(sheet.score.total - other.total)
                names[key] = other.name
    for key in _keys_by_count(gaps):
        yield _rival_from_gaps(names[key], gaps[key])


def _rival_from_gaps(name: str, gaps: Sequence[int]) -> Rival:
    ahead, behind = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    return Rival(name, len(gaps), ahead, behind, sum(gaps) / len(gaps))


def compare_players(
    scored: Iterable[ScoredSheet], query: GameQuery, owner: str
) -> tuple[PlayerStats, ...]:
    """Return one entry a player, the most frequent first; of a group only its members."""
    members = {name_key(replace_surrogates(name)) for name in query.players}
    sheets = _finished_sheets(scored, query, owner)
    printed = next((name for name, _ in _group_by_print(sheets)), "")
    known = sheets_by_player(sheets, owner)
    each = ((name, own) for key, name, own in known if not members or key in members)
    return tuple(_stats_of_player(name, own, printed) for name, own in each)


def _stats_of_player(name: str, sheets: Sequence[ScoredSheet], printed: str) -> PlayerStats:
    """Return the figures of one player; the totals are those on one printed sheet."""
    own = (sheet for sheet in sheets if sheet_group(sheet.score.sheet) == printed)
    totals = [sheet.score.total for sheet in own]
    won = sum(sheet.has_won for sheet in sheets)
    average = sum(totals) / len(totals) if totals else None
    return PlayerStats(name, len(sheets), won, average, max(totals, default=None))

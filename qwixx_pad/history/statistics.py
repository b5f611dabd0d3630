"""The statistics, counted over summaries. Pure."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter, itemgetter
from sys import intern
from typing import NamedTuple

from qwixx_pad.storage.summary import (
    GameQuery,
    RowScore,
    Score,
    State,
    Summary,
    among_sheets,
    sheet_group,
    who,
    whole,
)

BIN = 10
"""Width of a bar of the histogram, in points."""
FAR_BEHIND = 10
"""Who was so many points behind and won has won from behind."""


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
    """What comes beside the rows, over all sheets that have it."""

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
class CourseNumbers:
    """How games of several went, by the points at the ends of their rolls.

    Single sheets and those copied from paper do not count. To win is to have most points alone.

    Attributes:
        wins: Games that the player has won; of several players those with one winner.
        from_behind: Those in which the winner was `FAR_BEHIND` points or more behind the best
            other sheet at the end of some roll.
        largest: The most points that a winner was behind so; 0 if all always led or shared it.
        largest_at: When that was, of several times the first; None where `largest` is 0.
        leads: Games in which the player alone had most points after ten rolls, and that went on;
            of several players those in which anybody had.
        leads_won: Those that this leader has won.
    """

    wins: int = 0
    from_behind: int = 0
    largest: int = 0
    largest_at: datetime | None = None
    leads: int = 0
    leads_won: int = 0


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
        course: How games of several went.
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
    course: CourseNumbers = CourseNumbers()

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


def mean_and_spread(totals: Sequence[int]) -> tuple[float, float]:
    """Mean and standard deviation of some totals."""
    if not totals:
        return 0.0, 0.0
    mean = sum(totals) / len(totals)
    squares = (n * (total - mean) ** 2 for total, n in sorted(Counter(totals).items()))
    return mean, math.sqrt(sum(squares) / len(totals))


def quartiles(totals: Sequence[int]) -> tuple[float, float, float]:
    """What is reached a quarter, a half and three quarters of the way up the sorted totals."""

    def share(of: float) -> float:
        place = of * (len(totals) - 1)
        low, high = totals[math.floor(place)], totals[math.ceil(place)]
        return low + (high - low) * (place - math.floor(place))

    return (share(0.25), share(0.5), share(0.75)) if totals else (0.0, 0.0, 0.0)


def bins(totals: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The bars of the histogram: where each begins, and its count."""
    bars = Counter(total // BIN for total in totals)
    numbers = range(min(bars), max(bars) + 1) if bars else ()
    return tuple((number * BIN, bars[number]) for number in numbers)


_kind_of = attrgetter("needs", "most", "letter")
_figures = tuple(map(attrgetter, ("points", "crosses", "locked", "closed")))


@dataclass(frozen=True, slots=True)
class Known:
    """A game with its sheets, in the order of the seats."""

    summary: Summary
    sheets: tuple["ScoredSheet", ...]

    @classmethod
    def of(cls, summary: Summary) -> "Known":
        """A game as its summary says it."""
        whose = ((score, person(summary, score)) for score in summary.scores)
        return cls(summary, tuple(ScoredSheet(summary, score, name) for score, name in whose))


def person(summary: Summary, score: Score) -> str | None:
    """Whom a sheet counts for: empty for a nameless one alone, None for a nameless guest."""
    return intern(who(score.name)) if score.name or len(summary.scores) == 1 else None


def keys_of(name: str, mine: str) -> frozenset[str]:
    """What the sheets of a player are recognised by.

    Args:
        name: Of the player.
        mine: Name of the pad's owner, whose single sheets may be nameless.
    """
    own = {""} if who(name) == who(mine) else frozenset[str]()
    return frozenset({who(whole(name)), *own})


class ScoredSheet(NamedTuple):
    """A sheet, and the game that it belongs to."""

    game: Summary
    score: Score
    who: str | None

    @property
    def won(self) -> bool:
        """Whether it has won, alone or with others."""
        return self.score.place == 1 and len(self.game.scores) > 1

    @property
    def won_alone(self) -> bool:
        """Whether it alone has won."""
        return self.won and sum(score.place == 1 for score in self.game.scores) == 1


def people(sheets: Iterable[ScoredSheet], mine: str) -> list[tuple[str, str, list[ScoredSheet]]]:
    """Everybody with a name: as what and under which name one is known, and one's sheets.

    Who has played most comes first. The owner's nameless sheets are among the owner's; while the
    owner has no name, they are nobody's.
    """
    own = whole(mine)
    known: defaultdict[str, list[ScoredSheet]] = defaultdict(list)
    for sheet in sheets:
        if key := who(own) if sheet.who == "" else sheet.who:
            known[key].append(sheet)
    return [(key, known[key][-1].score.name or own, known[key]) for key in _most_first(known)]


def _most_first(lists: Mapping[str, Sequence[object]]) -> list[str]:
    return sorted(lists, key=lambda key: (-len(lists[key]), key))


def _finished(sheets: Iterable[ScoredSheet], wanted: GameQuery, mine: str) -> Sequence[ScoredSheet]:
    """The finished ones among some sheets; one player's, if one is asked for."""
    sheets = [sheet for sheet in sheets if sheet.game.state is State.OVER]
    if wanted.layout:
        needle = among_sheets(wanted.layout)
        sheets = [sheet for sheet in sheets if f",{sheet.score.sheet},".startswith(needle)]
    if len(wanted.players) != 1:
        return sheets
    keys = keys_of(wanted.players[0], mine)
    return [sheet for sheet in sheets if sheet.who in keys]


def numbers(told: Iterable[ScoredSheet], wanted: GameQuery, mine: str) -> Numbers:
    """All figures of the sheets that are asked for.

    Args:
        told: Those of all games that are asked for, the earliest first.
        wanted: What is asked for.
        mine: Name of the pad's owner.
    """
    sheets = _finished(told, wanted, mine)
    printed = _by_sheet(sheets)
    compared = printed[0][1] if printed else ()
    totals = sorted(sheet.score.total for sheet in compared)
    count, best = len(sheets), totals[-1] if totals else 0
    contests = [sheet.score.place for sheet in sheets if len(sheet.game.scores) > 1]
    penalties = Counter(sheet.score.penalties for sheet in sheets)
    average, spread = mean_and_spread(totals)
    recent = tuple((sheet.game.touched, sheet.score.total) for sheet in compared[-RECENT:])
    return Numbers(
        sheets=count,
        contests=len(contests),
        wins=contests.count(1),
        best=best,
        best_at=next((s.game.touched for s in compared if s.score.total == best), None),
        average=average,
        spread=spread,
        quartiles=quartiles(totals),
        bins=bins(totals),
        latest=recent[-1][1] if recent else None,
        penalties=sum(n * times for n, times in penalties.items()) / max(count, 1),
        penalty_counts=tuple(penalties[n] for n in range(max(penalties, default=-1) + 1)),
        rows=row_numbers(sheets),
        rivals=tuple(_rivals(sheets, wanted)),
        recent=recent,
        by_sheet=tuple(_sheet_numbers(name, alike) for name, alike in printed),
        beside=_beside_numbers(sheets),
        course=_course_numbers(sheets),
    )


def _by_sheet(sheets: Iterable[ScoredSheet]) -> list[tuple[str, Sequence[ScoredSheet]]]:
    """Sheets by what is printed on them, the one that there is most of first."""
    alike: defaultdict[str, list[ScoredSheet]] = defaultdict(list)
    for sheet in sheets:
        alike[sheet_group(sheet.score.sheet)].append(sheet)
    return [(group, alike[group]) for group in _most_first(alike)]


def _sheet_numbers(name: str, sheets: Sequence[ScoredSheet]) -> SheetNumbers:
    totals = [sheet.score.total for sheet in sheets]
    return SheetNumbers(name, len(totals), sum(totals) / len(totals), max(totals))


def _beside_numbers(sheets: Iterable[ScoredSheet]) -> tuple[BesideNumbers, ...]:
    points: defaultdict[str, list[int]] = defaultdict(list)
    for sheet in sheets:
        for purpose, brought in sheet.score.beside:
            points[purpose].append(brought)
    each = points.items()
    return tuple(BesideNumbers(what, len(all_), sum(all_) / len(all_)) for what, all_ in each)


def _course_numbers(sheets: Iterable[ScoredSheet]) -> CourseNumbers:
    leaders, winners = [], []
    for sheet in sheets:
        if sheet.score.led:
            leaders.append(sheet)
        if sheet.score.behind is not None and sheet.won_alone:
            winners.append((sheet.score.behind, sheet.game.touched))
    largest, at = max(winners, key=itemgetter(0), default=(0, None))
    return CourseNumbers(
        wins=len(winners),
        from_behind=sum(behind >= FAR_BEHIND for behind, _ in winners),
        largest=largest,
        largest_at=at if largest else None,
        leads=len(leaders),
        leads_won=sum(leader.won_alone for leader in leaders),
    )


_Kind = tuple[int, int, str]
"""What must stand before the lock of a row, what it can count, and its letter."""


def row_numbers(sheets: Iterable[ScoredSheet]) -> tuple[RowNumbers, ...]:
    """One line a row of a kind, in printed order; the kind of most sheets first."""
    places: dict[_Kind, int] = {}
    rows: defaultdict[_Kind, list[RowScore]] = defaultdict(list)
    for place, kind, column in _columns(sheets):
        if kind[1]:
            places[kind] = min(place, places.get(kind, place))
            rows[kind] += column
    printed = sorted(rows, key=lambda kind: (places[kind], kind[-1]))
    told = [_row(kind, rows[kind]) for kind in printed]
    sheets_of = Counter[tuple[int, int]]()
    for row in told:
        sheets_of[row.kind] += row.sheets
    return tuple(sorted(told, key=lambda row: (-sheets_of[row.kind], row.kind)))


def _columns(sheets: Iterable[ScoredSheet]) -> Iterator[tuple[int, _Kind, Sequence[RowScore]]]:
    """The rows of a kind that stand at one place of one printed sheet, with both."""
    printed: defaultdict[tuple[str, int], list[tuple[RowScore, ...]]] = defaultdict(list)
    for sheet in sheets:
        printed[sheet.score.sheet, len(sheet.score.rows)].append(sheet.score.rows)
    for same in printed.values():
        for place, column in enumerate(zip(*same, strict=True)):
            kinds = set(map(_kind_of, column))
            for kind in kinds:
                alike = (
                    [row for row in column if _kind_of(row) == kind] if len(kinds) > 1 else column
                )
                yield place, kind, alike


def _row(kind: _Kind, rows: Sequence[RowScore]) -> RowNumbers:
    needs, most, letter = kind
    points, crosses, locked, closed = (sum(map(figure, rows)) for figure in _figures)
    count = len(rows)
    return RowNumbers(
        letter=letter,
        needs=needs,
        most=most,
        sheets=count,
        points=points / count,
        crosses=crosses / count,
        locked=locked,
        closed=closed,
    )


def _rivals(sheets: Iterable[ScoredSheet], wanted: GameQuery) -> Iterator[Rival]:
    """The others at one player's tables; whom one plays most with comes first."""
    if len(wanted.players) != 1:
        return
    own = who(whole(wanted.players[0]))
    gaps: defaultdict[str, list[int]] = defaultdict(list)
    names: dict[str, str] = {}
    for sheet in sheets:
        for other in sheet.game.scores:
            key = person(sheet.game, other)
            if other.seat != sheet.score.seat and key is not None and key != own:
                gaps[key].append(sheet.score.total - other.total)
                names[key] = other.name
    for key in _most_first(gaps):
        yield _rival(names[key], gaps[key])


def _rival(name: str, gaps: Sequence[int]) -> Rival:
    ahead, behind = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    return Rival(name, len(gaps), ahead, behind, sum(gaps) / len(gaps))


def standings(told: Iterable[ScoredSheet], wanted: GameQuery, mine: str) -> tuple[Standing, ...]:
    """One line a player, the most frequent first; of a group only its members."""
    asked = {who(whole(name)) for name in wanted.players}
    sheets = _finished(told, wanted, mine)
    printed = next((name for name, _ in _by_sheet(sheets)), "")
    known = people(sheets, mine)
    each = ((name, own) for key, name, own in known if not asked or key in asked)
    return tuple(_standing(name, own, printed) for name, own in each)


def _standing(name: str, sheets: Sequence[ScoredSheet], printed: str) -> Standing:
    """One player; the totals are those on one printed sheet."""
    own = (sheet for sheet in sheets if sheet_group(sheet.score.sheet) == printed)
    totals = [sheet.score.total for sheet in own]
    won = sum(sheet.won for sheet in sheets)
    average = sum(totals) / len(totals) if totals else None
    return Standing(name, len(sheets), won, average, max(totals, default=None))

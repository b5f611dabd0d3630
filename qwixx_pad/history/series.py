"""A series: what the same people have played on one day, one game after the other. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple, TypeAlias

from qwixx_pad.history.statistics import ScoredSheet
from qwixx_pad.storage.summary import RowScore, State, Summary, sheet_group, who

_NIGHT = timedelta(hours=5)
"""So long after midnight it is still the evening before."""
MAY_DECIDE = (0, 3, 5)
"""So many games decide a series; 0: it goes on as long as they like."""
_Evening = tuple[frozenset[str], date]
"""Who has played, and on which day."""


class Result(NamedTuple):
    """The name of one player of a finished game, and the points."""

    name: str
    points: int


Results: TypeAlias = tuple[Result, ...]
"""Of one game, in the order of its seats."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One player of a series: the name as in its latest game, games won, points of all games."""

    name: str
    wins: int
    points: int


@dataclass(frozen=True, slots=True)
class Series:
    """Some finished games of the same people.

    Attributes:
        games: The earliest first; at least one.
        best_of: How many decide it, an odd number; 0 where it goes on as long as they like.
        before: The games of the same day that belong to earlier series.
    """

    games: tuple[Results, ...]
    best_of: int = 0
    before: tuple[Results, ...] = ()

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Everybody, in the order of the seats of the latest game."""
        return _tallies(self.games)

    @property
    def day(self) -> tuple[Tally, ...]:
        """The same of all games of the day: it stands however many games decide a series."""
        return _tallies((*self.before, *self.games))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won most games, of equals who has more points; nobody while it goes on."""
        tallies = self.tallies
        most = max(tally.wins for tally in tallies)
        if not self.best_of or (2 * most < self.best_of and len(self.games) < self.best_of):
            return ()
        best = max((tally.wins, tally.points) for tally in tallies)
        return tuple(each.name for each in tallies if (each.wins, each.points) == best)


def _tallies(games: Sequence[Results]) -> tuple[Tally, ...]:
    return tuple(_tally(name, games) for name, _ in games[-1])


def _tally(name: str, games: Sequence[Results]) -> Tally:
    own = [(each.points, game) for game in games for each in game if who(each.name) == who(name)]
    wins = sum(points == max(each.points for each in game) for points, game in own)
    return Tally(name, wins, sum(points for points, _ in own))


def can_be_told_apart(names: Sequence[str]) -> bool:
    """Whether these are several people, each with a name of its own."""
    return len({who(name) for name in names if name}) == len(names) > 1


def evenings(games: Iterable[Summary]) -> Mapping[str, Sequence[Summary]]:
    """To each finished game of several who can be told apart those of the same day and people.

    Returns:
        By the identifier of the game; the earliest first.
    """
    together: defaultdict[_Evening, list[Summary]] = defaultdict(list)
    for game in sorted(games, key=lambda game: (game.started, game.game)):
        evening = _evening(game)
        if evening is not None:
            together[evening].append(game)
    return {game.game: same for same in together.values() for game in same}


def _evening(game: Summary) -> _Evening | None:
    if game.state is not State.OVER or not can_be_told_apart(game.names):
        return None
    return frozenset(map(who, game.names)), (game.started.astimezone() - _NIGHT).date()


def series_until(game: str, evening: Sequence[Summary], best_of: int = 0) -> Series | None:
    """The series that a game belongs to, as it stood at its end; None if it belongs to none.

    Args:
        game: Identifier of the game.
        evening: The games of the day, the earliest first.
        best_of: How many games decide a series; the one after that begins another.
    """
    places = (place for place, each in enumerate(evening, 1) if each.game == game)
    upto = next(places, 0)
    results = [_results(each) for each in evening[:upto]]
    return series_after(results, best_of) if results else None


def _results(game: Summary) -> Results:
    return tuple(Result(score.name, score.total) for score in game.scores)


def series_after(games: Sequence[Results], best_of: int = 0) -> Series:
    """The series that the last of some games belongs to, as it stood at its end.

    Args:
        games: Of one day, the earliest first; at least one.
        best_of: As for `series_until`.
    """
    first = 0
    for end in range(1, len(games)):
        if Series(tuple(games[first:end]), best_of).winners:
            first = end
    return Series(tuple(games[first:]), best_of, tuple(games[:first]))


FEW = 5
"""So many sheets come before one that can be the best: at first each would be."""


@dataclass(frozen=True, slots=True)
class Records:
    """What was the best so far at the end of a game.

    Attributes:
        total: Points of the sheet, if they are more than ever; None if they are not.
        rows: Letters of the rows that brought more than ever, top to bottom, each with its points.
    """

    total: int | None = None
    rows: tuple[tuple[str, int], ...] = ()


def records_of(sheet: ScoredSheet, others: Iterable[ScoredSheet]) -> Records:
    """What is better on a sheet than on all finished ones of the same player before it."""
    group = sheet_group(sheet.score.sheet)
    began = (sheet.game.started, sheet.game.game)
    alike = (other for other in others if sheet_group(other.score.sheet) == group)
    before = [o.score for o in alike if (o.game.started, o.game.game) < began]
    if len(before) < FEW:
        return Records()
    best = max(score.total for score in before)
    rows = _best_rows(row for score in before for row in score.rows)
    better = (r for r in sheet.score.rows if r.most and r.points > rows.get(r.letter, r.points))
    return Records(
        sheet.score.total if sheet.score.total > best else None,
        tuple((row.letter, row.points) for row in better),
    )


def _best_rows(rows: Iterable[RowScore]) -> Mapping[str, int]:
    """The most points of each row, by its letter."""
    best: dict[str, int] = {}
    for row in rows:
        best[row.letter] = max(row.points, best.get(row.letter, row.points))
    return best

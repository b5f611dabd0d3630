"""A series: the games of the same people on one day, one after the other. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple, TypeAlias

from qwixx_pad.history.lengths import evening_of
from qwixx_pad.history.sheets import ScoredSheet
from qwixx_pad.storage.summary import GameState, RowScore, Summary, name_key, sheet_group

SERIES_LENGTHS = (0, 3, 5)
"""Numbers of games that decide a series; 0: unlimited."""
_Evening = tuple[frozenset[str], date]
"""The players and the day."""


class PlayerResult(NamedTuple):
    """The name of one player of a finished game, and the points."""

    name: str
    points: int


GameResults: TypeAlias = tuple[PlayerResult, ...]
"""Results of one game, in the order of its seats."""


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
        best_of: Number of games that decide it, odd; 0 if unlimited.
        earlier_games: The games of the same day that belong to earlier series.
    """

    games: tuple[GameResults, ...]
    best_of: int = 0
    earlier_games: tuple[GameResults, ...] = ()

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Everybody, in the order of the seats of the latest game."""
        return _tally_players(self.games)

    @property
    def day_tallies(self) -> tuple[Tally, ...]:
        """Everybody over all games of the day, whatever the length of a series."""
        return _tally_players((*self.earlier_games, *self.games))

    @property
    def series_winners(self) -> tuple[str, ...]:
        """The players with most wins, among equals with most points; empty while it goes on."""
        if not self.best_of:
            return ()
        tallies = self.tallies
        most = max(tally.wins for tally in tallies)
        if 2 * most < self.best_of and len(self.games) < self.best_of:
            return ()
        best = max((tally.wins, tally.points) for tally in tallies)
        return tuple(each.name for each in tallies if (each.wins, each.points) == best)


def _tally_players(games: Sequence[GameResults]) -> tuple[Tally, ...]:
    return tuple(_tally_player(name, games) for name, _ in games[-1])


def _tally_player(name: str, games: Sequence[GameResults]) -> Tally:
    results = [
        (each.points, game)
        for game in games
        for each in game
        if name_key(each.name) == name_key(name)
    ]
    wins = sum(points == max(each.points for each in game) for points, game in results)
    return Tally(name, wins, sum(points for points, _ in results))


def has_distinct_names(names: Sequence[str]) -> bool:
    """Return whether these are several people, each with a distinct name."""
    return len({name_key(name) for name in names if name}) == len(names) > 1


def group_by_evening(games: Iterable[Summary]) -> Mapping[str, Sequence[Summary]]:
    """Map each finished multiplayer game to all games the same people played that day.

    Returns:
        By the identifier of the game; the earliest first.
    """
    together: defaultdict[_Evening, list[Summary]] = defaultdict(list)
    for game in sorted(games, key=lambda game: (game.started, game.game)):
        if game.state is GameState.OVER and has_distinct_names(game.names):
            players = frozenset(map(name_key, game.names))
            together[players, evening_of(game.started)].append(game)
    return {game.game: group for group in together.values() for game in group}


def series_until(game: str, evening: Sequence[Summary], best_of: int = 0) -> Series | None:
    """Return the series of a game, as it was at its end; None if it belongs to none.

    Args:
        game: Identifier of the game.
        evening: The games of the day, the earliest first.
        best_of: Number of games that decide a series; the next one begins another.
    """
    count = next((place for place, each in enumerate(evening, 1) if each.game == game), 0)
    results = [
        tuple(PlayerResult(score.name, score.total) for score in each.scores)
        for each in evening[:count]
    ]
    return series_from_results(results, best_of) if results else None


@dataclass(frozen=True, slots=True)
class Evening:
    """Games that follow each other in a list, the latest first, of one evening and one series.

    Attributes:
        first: Place of the latest in the list, from 0.
        games: How many there are.
        day: When the evening began.
        series: As it was at the end of the latest; None for a game alone and those of no series.
    """

    first: int
    games: int
    day: date
    series: Series | None = None


def split_by_evening(
    games: Iterable[Summary], together: Mapping[str, Sequence[Summary]], best_of: int = 0
) -> Iterator[Evening]:
    """Yield the evenings of a list of games.

    Args:
        games: The latest first.
        together: As `group_by_evening` returns it.
        best_of: As for `series_until`.
    """

    def section_of(game: Summary) -> tuple[object, ...]:
        day = evening_of(game.touched)
        evening = together.get(game.game, ())
        if len(evening) <= 1:
            return (day,)
        series = series_until(game.game, evening, best_of) if best_of else None
        return day, evening[0].game, 0 if series is None else len(series.earlier_games)

    first = 0
    for _, section in groupby(games, section_of):
        latest, *earlier = section
        series = series_until(latest.game, together.get(latest.game, ()), best_of)
        several = series if series is not None and len(series.games) > 1 else None
        yield Evening(first, 1 + len(earlier), evening_of(latest.touched), several)
        first += 1 + len(earlier)


def series_from_results(games: Sequence[GameResults], best_of: int = 0) -> Series:
    """Return the series of the last of some games, as it was at its end.

    Args:
        games: Of one day, the earliest first; at least one.
        best_of: As for `series_until`.
    """
    first = 0
    for end in range(1, len(games)):
        if Series(tuple(games[first:end]), best_of).series_winners:
            first = end
    return Series(tuple(games[first:]), best_of, tuple(games[:first]))


MIN_SHEETS_BEFORE_RECORD = 5
"""Number of sheets before one can be a record: at first each would be."""


@dataclass(frozen=True, slots=True)
class PersonalRecords:
    """Records that a game set.

    Attributes:
        total: Points of the sheet, if they are a record; else None.
        rows: Letters of the rows with record points, top to bottom, each with its points.
    """

    total: int | None = None
    rows: tuple[tuple[str, int], ...] = ()


def find_records(sheet: ScoredSheet, others: Iterable[ScoredSheet]) -> PersonalRecords:
    """Return what is better on a sheet than on all earlier finished ones of the same player."""
    group = sheet_group(sheet.score.sheet)
    began = (sheet.game.started, sheet.game.game)
    before = [
        other.score
        for other in others
        if sheet_group(other.score.sheet) == group and (other.game.started, other.game.game) < began
    ]
    if len(before) < MIN_SHEETS_BEFORE_RECORD:
        return PersonalRecords()
    best = max(score.total for score in before)
    rows = _best_row_points(row for score in before for row in score.rows)
    better = (
        r for r in sheet.score.rows if r.max_crosses and r.points > rows.get(r.letter, r.points)
    )
    return PersonalRecords(
        sheet.score.total if sheet.score.total > best else None,
        tuple((row.letter, row.points) for row in better),
    )


def _best_row_points(rows: Iterable[RowScore]) -> Mapping[str, int]:
    """Return the most points of each row, by its letter."""
    best: dict[str, int] = {}
    for row in rows:
        best[row.letter] = max(row.points, best.get(row.letter, row.points))
    return best

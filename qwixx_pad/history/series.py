"""A series: the games of the same people on one day, one after the other. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import NamedTuple, TypeAlias

from qwixx_pad.history.lengths import evening_of
from qwixx_pad.history.sheets import ScoredSheet
from qwixx_pad.storage.summary import GameState, Summary, name_key, sheet_group

SERIES_LENGTHS = (0, 3, 5)
"""Numbers of games that decide a series; 0: unlimited."""


class PlayerResult(NamedTuple):
    """A player of a finished game, and the total."""

    name: str
    points: int


GameResults: TypeAlias = tuple[PlayerResult, ...]
"""Results of one game, in the order of its seats."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A player of a series: the name as in its latest game, games won, sum of the totals."""

    name: str
    wins: int
    points: int


@dataclass(frozen=True, slots=True)
class Series:
    """Some finished games of the same people.

    Attributes:
        games: The earliest first; at least one.
        best_of: Most games until it is decided, an odd number; 0 if unlimited.
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
        """The players with most wins, of these with most points; empty if it is not decided."""
        if not self.best_of:
            return ()
        tallies = self.tallies
        most = max(tally.wins for tally in tallies)
        if 2 * most < self.best_of and len(self.games) < self.best_of:
            return ()
        best = max((tally.wins, tally.points) for tally in tallies)
        return tuple(each.name for each in tallies if (each.wins, each.points) == best)


def _tally_players(games: Sequence[GameResults]) -> tuple[Tally, ...]:
    wins: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for game in games:
        most = max((result.points for result in game), default=0)
        for result in game:
            points[name_key(result.name)] += result.points
            if result.points == most:
                wins[name_key(result.name)] += 1
    return tuple(Tally(name, wins[name_key(name)], points[name_key(name)]) for name, _ in games[-1])


def has_distinct_names(names: Sequence[str]) -> bool:
    """True for several people, each with a name of their own."""
    return len({name_key(name) for name in names if name}) == len(names) > 1


def group_by_evening(games: Iterable[Summary]) -> Mapping[str, Sequence[Summary]]:
    """Map the identifier of each finished multiplayer game to the games of its evening.

    These are the games of the same people, the earliest first. Games in which a name is missing or
    occurs twice are left out.
    """
    together: defaultdict[tuple[frozenset[str], date], list[Summary]] = defaultdict(list)
    for game in sorted(games, key=lambda game: (game.started, game.game)):
        if game.state is GameState.OVER and has_distinct_names(game.names):
            players = frozenset(map(name_key, game.names))
            together[players, evening_of(game.started)].append(game)
    return {game.game: group for group in together.values() for game in group}


def series_until(game: str, evening: Sequence[Summary], best_of: int = 0) -> Series | None:
    """The series of a game as it was at its end; None if the game is not among the evening's.

    Args:
        game: Identifier of the game.
        evening: The games of the same people on that day, the earliest first.
        best_of: Most games until a series is decided; the next game begins another. 0: unlimited.
    """
    games = [each.game for each in evening]
    if game not in games:
        return None
    results = [
        tuple(PlayerResult(score.name, score.total) for score in each.scores)
        for each in evening[: games.index(game) + 1]
    ]
    return series_from_results(results, best_of)


@dataclass(frozen=True, slots=True)
class Evening:
    """Neighbours in a list of games, the latest first: those of one evening and one series.

    Attributes:
        first: Position of the latest in the list, from 0.
        games: Number of games.
        day: The day on which the evening began.
        series: As it was at the end of the latest; None if that is no series or has one game.
    """

    first: int
    games: int
    day: date
    series: Series | None = None


def split_by_evening(
    games: Iterable[Summary], together: Mapping[str, Sequence[Summary]], best_of: int = 0
) -> Iterator[Evening]:
    """Split a list of games into evenings, the latest first.

    Args:
        games: The latest first.
        together: The result of `group_by_evening`.
        best_of: Most games until a series is decided; 0: unlimited.
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
        count = 1 + len(earlier)
        series = series_until(latest.game, together.get(latest.game, ()), best_of)
        if series is not None and len(series.games) == 1:
            series = None
        yield Evening(first, count, evening_of(latest.touched), series)
        first += count


def series_from_results(games: Sequence[GameResults], best_of: int = 0) -> Series:
    """The series of the last of some games, as it was at the end of that game.

    Args:
        games: Results of one day, the earliest first; at least one.
        best_of: Most games until a series is decided; 0: unlimited.
    """
    first = 0
    for end in range(1, len(games)):
        if Series(tuple(games[first:end]), best_of).series_winners:
            first = end
    return Series(tuple(games[first:]), best_of, tuple(games[:first]))


MIN_SHEETS_BEFORE_RECORD = 5
"""Number of sheets that a player finishes before one can be a record: at first each would be."""


@dataclass(frozen=True, slots=True)
class PersonalRecords:
    """Records that a player set in a game.

    Attributes:
        total: The total of the sheet; None if it is no record.
        rows: Letter and points of each row with a record, top to bottom.
    """

    total: int | None = None
    rows: tuple[tuple[str, int], ...] = ()


def find_records(sheet: ScoredSheet, others: Iterable[ScoredSheet]) -> PersonalRecords:
    """Find what is better on a sheet than on all that its player finished before on the same print.

    Args:
        sheet: A finished one.
        others: Finished sheets of the same player.
    """
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
    best_rows: dict[str, int] = {}
    for score in before:
        for row in score.rows:
            best_rows[row.letter] = max(row.points, best_rows.get(row.letter, row.points))
    return PersonalRecords(
        sheet.score.total if sheet.score.total > best else None,
        tuple(
            (row.letter, row.points)
            for row in sheet.score.rows
            if row.max_crosses and row.points > best_rows.get(row.letter, row.points)
        ),
    )

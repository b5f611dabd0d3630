"""A series: what the same people have played on one day, one game after the other. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from qwixx_pad.storage.summary import Score, State, Summary, who

_NIGHT = timedelta(hours=5)
"""So long after midnight it is still the evening before."""
_Evening = tuple[frozenset[str], date]
"""Who has played, and on which day."""


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
    """

    games: tuple[Summary, ...]
    best_of: int = 0

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Everybody, in the order of the seats of the latest game."""
        return tuple(self._tally(score) for score in self.games[-1].scores)

    def _tally(self, score: Score) -> Tally:
        own = [s for game in self.games for s in game.scores if who(s.name) == who(score.name)]
        wins = sum(each.place == 1 for each in own)
        return Tally(score.name, wins, sum(each.total for each in own))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won most games, of equals who has more points; nobody while it goes on."""
        tallies = self.tallies
        most = max(tally.wins for tally in tallies)
        if not self.best_of or (2 * most < self.best_of and len(self.games) < self.best_of):
            return ()
        best = max((tally.wins, tally.points) for tally in tallies)
        return tuple(each.name for each in tallies if (each.wins, each.points) == best)


def evenings(games: Iterable[Summary]) -> Mapping[str, Sequence[Summary]]:
    """To each finished game of several who can be told apart those of the same day and people.

    Args:
        games: Any.

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
    group = frozenset(who(name) for name in game.names if name)
    several = len(group) == len(game.scores) > 1
    if game.state is not State.OVER or not several:
        return None
    return group, (game.started.astimezone() - _NIGHT).date()


def series_until(game: str, evening: Sequence[Summary], best_of: int = 0) -> Series | None:
    """The series that a game belongs to, as it stood at its end; None if it belongs to none.

    Args:
        game: Identifier of the game.
        evening: The games of the day, the earliest first.
        best_of: How many games decide a series; the one after that begins another.
    """
    return next((s for s in _played(evening, best_of) if s.games[-1].game == game), None)


def _played(evening: Sequence[Summary], best_of: int) -> Iterator[Series]:
    """The series after each game of a day."""
    now: tuple[Summary, ...] = ()
    for game in evening:
        now = (*now, game)
        series = Series(now, best_of)
        yield series
        if series.winners:
            now = ()

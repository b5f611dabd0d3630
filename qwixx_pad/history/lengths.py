"""How long games take. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import median

from qwixx_pad.storage.summary import Summary

_NIGHT_LENGTH = timedelta(hours=5)
"""Length of the time after midnight that belongs to the evening before."""


def evening_of(at: datetime) -> date:
    """Return the day on which the evening of a moment began, by the time zone of this device."""
    return (at.astimezone() - _NIGHT_LENGTH).date()


@dataclass(frozen=True, slots=True)
class SeatsLength:
    """How long the games of so many players usually took, in seconds: half took longer."""

    seats: int
    games: int
    usual: int


@dataclass(frozen=True, slots=True)
class LengthStats:
    """How long some games took.

    Attributes:
        games: Number of games whose length is known; at 0 nothing else is.
        usual: Their length in seconds: half took longer.
        by_seats: The same for each number of players, in order.
        longest_evening: Seconds of all games of the evening that was played longest.
        longest_evening_on: When that was, the first one if several; None without games.
    """

    games: int = 0
    usual: int = 0
    by_seats: tuple[SeatsLength, ...] = ()
    longest_evening: int = 0
    longest_evening_on: date | None = None


NO_LENGTHS = LengthStats()
"""Those of no game."""


def length_stats(games: Iterable[Summary]) -> LengthStats:
    """Return how long games took; those whose length is not known are left out."""
    known = [(game, game.seconds) for game in games if game.seconds is not None]
    if not known:
        return NO_LENGTHS
    by_seats: defaultdict[int, list[int]] = defaultdict(list)
    evenings: Counter[date] = Counter()
    for game, seconds in known:
        by_seats[len(game.scores)].append(seconds)
        evenings[evening_of(game.started)] += seconds
    longest = max(evenings.values())
    return LengthStats(
        games=len(known),
        usual=round(median(seconds for _, seconds in known)),
        by_seats=tuple(
            SeatsLength(seats, len(each), round(median(each)))
            for seats, each in sorted(by_seats.items())
        ),
        longest_evening=longest,
        longest_evening_on=min(day for day, seconds in evenings.items() if seconds == longest),
    )

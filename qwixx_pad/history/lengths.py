"""Lengths of games. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from statistics import median

from qwixx_pad.history.figures import Fact, Figure, Language, short_fact
from qwixx_pad.storage.summary import Summary

_NIGHT_LENGTH = timedelta(hours=5)
"""Time after midnight that belongs to the evening before."""


def evening_of(at: datetime) -> date:
    """The day on which the evening of a moment began, by the time zone of this device."""
    return (at.astimezone() - _NIGHT_LENGTH).date()


@dataclass(frozen=True, slots=True)
class SeatsLength:
    """Usual length of the games with so many players, in seconds: half of them took longer."""

    seats: int = field(metadata=Figure(key="seats"))
    games: int = field(metadata=Figure(key="games"))
    usual: int = field(metadata=Figure(key="usual_seconds"))


@dataclass(frozen=True, slots=True)
class LengthStats:
    """Lengths of some games.

    Attributes:
        games: Number of games whose length is known; if it is 0, the rest means nothing.
        usual: Median of their lengths, in seconds.
        by_seats: Games and median for each number of players, in order.
        longest_evening: Seconds of all games of the evening that was played longest.
        longest_evening_on: Day of that evening, the first if there are several; None without games.
    """

    games: int = field(default=0, metadata=Figure(key="games"))
    usual: int = field(default=0, metadata=Figure(key="usual_seconds"))
    by_seats: tuple[SeatsLength, ...] = field(default=(), metadata=Figure(key="by_seats"))
    longest_evening: int = field(default=0, metadata=Figure(key="longest_evening_seconds"))
    longest_evening_on: date | None = field(default=None, metadata=Figure(key="longest_evening_on"))


def length_stats(games: Iterable[Summary]) -> LengthStats:
    """Lengths of the games; those whose length is not known are left out."""
    known = [(game, game.seconds) for game in games if game.seconds is not None]
    if not known:
        return LengthStats()
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


def game_minutes(seconds: int | None) -> int | None:
    """The length of a game in minutes, at least one; None if it is not known."""
    return None if seconds is None else max(1, round(seconds / 60))


def length_facts(lengths: LengthStats, tr: Language, _: date) -> Iterator[Fact]:
    """The usual length, that for each number of players if several, and the longest evening."""
    if lengths.longest_evening_on is None:
        return
    games = tr.ngettext("{n} game", "{n} games", lengths.games)
    yield short_fact(tr.gettext("Usual length"), tr.length_text(lengths.usual), games, tr)
    for each in lengths.by_seats if len(lengths.by_seats) > 1 else ():
        games = tr.ngettext("{n} game", "{n} games", each.games)
        yield short_fact(seats_text(each.seats, tr), tr.length_text(each.usual), games, tr)
    longest = tr.length_text(lengths.longest_evening)
    day = tr.full_date(lengths.longest_evening_on)
    yield short_fact(tr.gettext("Longest evening"), longest, day, tr)


def seats_text(seats: int, tr: Language) -> str:
    """Name a number of players; 0: any."""
    if seats == 1:
        return tr.gettext("Alone")
    if not seats:
        return tr.gettext("Any number")
    return tr.ngettext("{n} player", "{n} players", seats)

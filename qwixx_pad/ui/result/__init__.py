"""What to paint at the end of a table: who wins, by how much, and everybody's line. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.core.scoring import Term, ranks, terms
from qwixx_pad.i18n import phrase
from qwixx_pad.storage.records import Records
from qwixx_pad.storage.series import Series
from qwixx_pad.ui.speech.words import Words


@dataclass(frozen=True, slots=True)
class PlaceLook:
    """One line of the final standings.

    Attributes:
        seat: From 1.
        place: From 1; equal totals share one.
        name: The person's.
        color: Among the players' colours.
        terms: What adds up to the total: the rows from top to bottom, what comes beside them, and
            what penalties cost.
        total: The sum.
        spoken: For a screen reader.
    """

    seat: int
    place: int
    name: str
    color: int
    terms: tuple[Term, ...]
    total: int
    spoken: str


@dataclass(frozen=True, slots=True)
class EndLook:
    """The end of a game: who wins, by how much, and everybody's line, best first."""

    headline: str
    margin: str
    places: tuple[PlaceLook, ...]

    @property
    def winners(self) -> tuple[PlaceLook, ...]:
        """Who has the first place; several may share it."""
        return tuple(place for place in self.places if place.place == 1)


_CLOSE = 5
"""Up to this many points apart, an end is a close one."""


def end_look(game: Game, names: Sequence[str], colors: Sequence[int], words: Words) -> EndLook:
    """The final standings of a table."""
    sheets = game.position.sheets
    by_seat = zip(range(1, len(sheets) + 1), ranks([sheet.total for sheet in sheets]), strict=True)
    places = tuple(
        _place(game, seat, place, names[seat - 1], colors[seat - 1], words)
        for seat, place in sorted(by_seat, key=lambda pair: (pair[1], pair[0]))
    )
    winners = [place.name for place in places if place.place == 1]
    headline = words.count("{names} wins!", "{names} win!", len(winners), names=words.both(winners))
    return EndLook(headline, _margin(places, words), places)


def _margin(places: Sequence[PlaceLook], words: Words) -> str:
    rest = [place for place in places if place.place > 1]
    if not rest:
        return words.text("All equal.")
    by = places[0].total - rest[0].total
    said = words.count("By {n} point.", "By {n} points.", by)
    return said if by > _CLOSE else words.text("{by} So close, {name}.", by=said, name=rest[0].name)


def _place(  # noqa: PLR0913, PLR0917 - a seat, its place and its person
    game: Game, seat: int, place: int, name: str, color: int, words: Words
) -> PlaceLook:
    sheet = game.position.sheets[seat - 1]
    adds_up = words.sum_line(terms(sheet))
    return PlaceLook(
        seat=seat,
        place=place,
        name=name,
        color=color,
        terms=terms(sheet),
        total=sheet.total,
        spoken=words.text("{place}. {name}: {sum}", place=place, name=name, sum=adds_up),
    )


@dataclass(frozen=True, slots=True)
class SeriesLook:
    """What the same people have played on one day so far.

    Attributes:
        title: Which game of the series it was, or who has won the series.
        lines: Everybody's name, games won and points, the best first.
        decides: How many games decide it, in words.
    """

    title: str
    lines: tuple[tuple[str, str, str], ...]
    decides: str


def series_look(series: Series, words: Words) -> SeriesLook:
    """A series as it stood at the end of its latest game."""
    count, winners = len(series.games), series.winners
    title = words.text("Series, game {n}", n=count)
    if winners:
        title = words.count(
            "{names} wins the series!",
            "{names} win the series!",
            len(winners),
            names=words.both(winners),
        )
    best = sorted(series.tallies, key=lambda tally: (-tally.wins, -tally.points))
    lines = tuple(
        (
            tally.name,
            words.count("{n} win", "{n} wins", tally.wins),
            words.count("{n} point", "{n} points", tally.points),
        )
        for tally in best
    )
    return SeriesLook(title, lines, words.text(BEST_OF.get(series.best_of, BEST_OF[0])))


BEST_OF = {
    0: phrase("As many games as you like"),
    3: phrase("Best of three"),
    5: phrase("Best of five"),
}
"""How many games decide a series."""


def next_best_of(now: int) -> int:
    """What a tap on the number of games changes it to."""
    numbers = [*BEST_OF]
    return numbers[(numbers.index(now) + 1) % len(numbers)] if now in BEST_OF else 0


def said_of_records(records: Records, words: Words) -> str:
    """What somebody has reached for the first time, in a sentence; empty for nothing."""
    total = [] if records.total is None else [words.text("total {n}", n=records.total)]
    rows = [f"{words.row_inside(letter)} {points}" for letter, points in records.rows]
    if not total and not rows:
        return ""
    return words.text("Your best so far: {what}.", what=", ".join([*total, *rows]))

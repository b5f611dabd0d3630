"""Looks and texts of the end of a game: winners, margin, ranking, series. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.turning_points import turns
from qwixx_pad.core.game import Game
from qwixx_pad.core.notation import Lead, Step, Story
from qwixx_pad.core.scoring import Term, ranks, terms
from qwixx_pad.history.series import Records, Series, Tally
from qwixx_pad.i18n import isolated, listed, phrase
from qwixx_pad.ui.review import entry_inside
from qwixx_pad.ui.text.translator import Words


@dataclass(frozen=True, slots=True)
class PlaceLook:
    """One line of the final standings.

    Attributes:
        seat: From 1.
        place: From 1; equal totals share one.
        name: The person's.
        color: Among the players' colours.
        terms: The parts of the total: the rows from top to bottom, extras, and penalties.
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
        """The lines of rank 1; several may share it."""
        return tuple(place for place in self.places if place.place == 1)


_CLOSE = 5
"""Up to this many points apart, an end is a close one."""


def end_look(game: Game, names: Sequence[str], colors: Sequence[int], words: Words) -> EndLook:
    """Return the final standings of a table."""
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


def has_turned(game: Game) -> bool:
    """Return True if one player won a game that was entered roll by roll."""
    return not game.setup.paper and Story(game, ()).lead is not None


def turning(game: Game, names: Sequence[str], curve: Sequence[Chances], words: Words) -> str:
    """Describe in a sentence who led from which roll on, and which entry turned the game.

    Args:
        game: A finished one that `has_turning_point`.
        names: In seating order.
        curve: Its chances, one a moment; if empty, the entry that took the lead for good
            counts as the turning point.
        words: The language.
    """
    story = Story.of(game)
    lead = story.lead
    if lead is None:
        return ""
    name, step = names[lead.seat - 1], _turned(story, lead, curve)
    said = {"name": name, "n": lead.roll, "what": entry_inside(game, step, words)}
    if step.seat == lead.seat:
        # Translators: {what} is an entry such as "blue 12 with the lock" or "penalty".
        return words.text("{name} led from roll {n} on; {what} turned it.", **said)
    # Translators: {what} is an entry of another player, such as "penalty".
    by_another = phrase("{name} led from roll {n} on; {what} by {other} turned it.")
    return words.text(by_another, other=names[step.seat - 1], **said)


def _turned(story: Story, lead: Lead, curve: Sequence[Chances]) -> Step:
    """Find the step that raised the winner's chance most, in the roll that raised it most.

    Without chances, or where none moved far, it is the step that took the lead.
    """
    moved = turns(story, curve, most=len(curve)) if curve else ()
    own = (turn for turn in moved if turn.seat == lead.seat)
    best = max(own, key=lambda turn: turn.now - turn.before, default=None)
    entry = lead.after if best is None else best.entry
    return next(step for step in story.steps if step.after >= entry)


@dataclass(frozen=True, slots=True)
class SeriesLook:
    """A series: the games of the same players on one day so far.

    Attributes:
        title: The number of the game in its series, or the winners of the series.
        lines: Everybody's name, games won and points, the best first.
        day: The wins of each player in all games of the day, where there were earlier series;
            else empty.
        decides: The length of the series, in words.
    """

    title: str
    lines: tuple[tuple[str, str, str], ...]
    day: str
    decides: str


def series_look(series: Series, words: Words) -> SeriesLook:
    """Return the look of a series at the end of its latest game."""
    title = series_won(series, words) or words.text("Series, game {n}", n=len(series.games))
    best = _best_first(series.tallies)
    lines = tuple(
        (
            tally.name,
            words.count("{n} win", "{n} wins", tally.wins),
            words.count("{n} point", "{n} points", tally.points),
        )
        for tally in best
    )
    return SeriesLook(title, lines, _day(series, words), said_of_best_of(series.best_of, words))


def series_won(series: Series, words: Words) -> str:
    """Name the winners of a series; empty while it goes on."""
    names, count = words.both(series.winners), len(series.winners)
    said = words.count("{names} wins the series!", "{names} win the series!", count, names=names)
    return said if count else ""


def _best_first(tallies: Sequence[Tally]) -> list[Tally]:
    return sorted(tallies, key=lambda tally: (-tally.wins, -tally.points))


def _day(series: Series, words: Words) -> str:
    if not series.before:
        return ""
    wins = listed(f"{isolated(tally.name)} {tally.wins}" for tally in _best_first(series.day))
    # Translators: after it come names, each with games won, such as "Anna 3, Ben 1".
    return words.text("All games of the day: {wins}", wins=wins)


_BEST_OF = {
    0: phrase("As many games as you like"),
    3: phrase("Best of three"),
    5: phrase("Best of five"),
}


def said_of_best_of(games: int, words: Words) -> str:
    """Return the length of a series in words."""
    return words.text(_BEST_OF.get(games, _BEST_OF[0]))


def said_of_records(records: Records, words: Words) -> str:
    """Describe new personal records in a sentence; empty for none."""
    total = [] if records.total is None else [words.text("total {n}", n=records.total)]
    rows = [f"{words.row_inside(letter)} {points}" for letter, points in records.rows]
    if not total and not rows:
        return ""
    return words.text("Your best so far: {what}.", what=", ".join([*total, *rows]))

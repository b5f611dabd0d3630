"""Looks and texts of the end of a game: winners, margin, ranking, series. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.turning_points import find_turning_rolls
from qwixx_pad.core.game import Game
from qwixx_pad.core.scoring import Term, ranks, score_terms
from qwixx_pad.core.story import LastingLead, Step, Story
from qwixx_pad.history.series import PersonalRecords, Series, Tally
from qwixx_pad.i18n import N_, isolate_text, join_isolated
from qwixx_pad.ui.correction import step_entry_text
from qwixx_pad.ui.text.translator import Translator


@dataclass(frozen=True, slots=True)
class RankLook:
    """One line of the final standings.

    Attributes:
        seat: From 1.
        rank: From 1; equal totals share one.
        name: The person's.
        color: Among the players' colours.
        terms: The parts of the total: the rows from top to bottom, extras, and penalties.
        total: The sum.
        spoken_text: For a screen reader.
    """

    seat: int
    rank: int
    name: str
    color: int
    terms: tuple[Term, ...]
    total: int
    spoken_text: str


@dataclass(frozen=True, slots=True)
class EndLook:
    """The end of a game: who wins, by how much, and everybody's line, best first.

    Of a blank game nobody wins, and there are no lines.
    """

    headline: str
    margin: str
    ranking: tuple[RankLook, ...]

    @property
    def winner_looks(self) -> tuple[RankLook, ...]:
        """The lines of rank 1; several may share it."""
        return tuple(place for place in self.ranking if place.rank == 1)


_CLOSE_MARGIN = 5
"""Up to this many points apart, an end is a close one."""


def end_look(game: Game, names: Sequence[str], colors: Sequence[int], tr: Translator) -> EndLook:
    """Return the final standings of a table."""
    if game.is_blank:
        nothing = tr.gettext("Nothing was entered.")
        return EndLook(nothing, tr.gettext("This game doesn’t count."), ())
    sheets = game.position.sheets
    by_seat = zip(range(1, len(sheets) + 1), ranks([sheet.total for sheet in sheets]), strict=True)
    places = tuple(
        _rank_look(game, seat, place, names[seat - 1], colors[seat - 1], tr)
        for seat, place in sorted(by_seat, key=lambda pair: (pair[1], pair[0]))
    )
    winners = [place.name for place in places if place.rank == 1]
    headline = tr.ngettext(
        "{names} wins!", "{names} win!", len(winners), names=tr.join_and(winners)
    )
    return EndLook(headline, _margin_text(places, tr), places)


def _margin_text(places: Sequence[RankLook], tr: Translator) -> str:
    rest = [place for place in places if place.rank > 1]
    if not rest:
        return tr.gettext("It’s a tie.")
    by = places[0].total - rest[0].total
    said = tr.ngettext("By {n} point.", "By {n} points.", by)
    return (
        said
        if by > _CLOSE_MARGIN
        else tr.gettext("{by} So close, {name}.", by=said, name=rest[0].name)
    )


def _rank_look(  # noqa: PLR0913, PLR0917 - a seat, its place and its person
    game: Game, seat: int, rank: int, name: str, color: int, tr: Translator
) -> RankLook:
    sheet = game.position.sheet_of(seat)
    adds_up = tr.sum_text(score_terms(sheet))
    return RankLook(
        seat=seat,
        rank=rank,
        name=name,
        color=color,
        terms=score_terms(sheet),
        total=sheet.total,
        spoken_text=tr.gettext("{place}. {name}: {sum}", place=rank, name=name, sum=adds_up),
    )


def has_turning_point(game: Game) -> bool:
    """Return True if one player won a game that was entered roll by roll."""
    return not game.setup.paper and Story(game, ()).lasting_lead is not None


def turning_text(game: Game, names: Sequence[str], curve: Sequence[Chances], tr: Translator) -> str:
    """Describe in a sentence who led from which roll on, and which entry turned the game.

    Args:
        game: A finished one that `has_turning_point`.
        names: In seating order.
        curve: Its chances, one a moment; if empty, the entry that took the lead for good
            counts as the turning point.
        tr: The language.
    """
    story = Story.from_game(game)
    lead = story.lasting_lead
    if lead is None:
        return ""
    name = names[lead.seat - 1]
    step = _turning_step(story, lead, curve)
    said = {"name": name, "n": lead.roll, "what": step_entry_text(game, step, tr)}
    if step.seat == lead.seat:
        # Translators: {what} is an entry such as "blue 12 with the lock" or "penalty".
        return tr.gettext("{name} led from roll {n} on; {what} turned the game.", **said)
    # Translators: {what} is an entry of another player, such as "penalty".
    by_another = N_("{name} led from roll {n} on; {what} by {other} turned the game.")
    return tr.gettext(by_another, other=names[step.seat - 1], **said)


def _turning_step(story: Story, lead: LastingLead, curve: Sequence[Chances]) -> Step:
    """Find the step that raised the winner's chance most, in the roll that raised it most.

    Without chances, or where none moved far, it is the step that took the lead.
    """
    moved = find_turning_rolls(story, curve, most=len(curve)) if curve else ()
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
        day_text: The wins of each player in all games of the day, where there were earlier series;
            else empty.
        length_text: The length of the series, in words.
    """

    title: str
    lines: tuple[tuple[str, str, str], ...]
    day_text: str
    length_text: str


def series_look(series: Series, tr: Translator) -> SeriesLook:
    """Return the look of a series at the end of its latest game."""
    title = series_won_text(series, tr) or tr.gettext("Series, game {n}", n=len(series.games))
    best = sort_tallies(series.tallies)
    lines = tuple(
        (
            tally.name,
            tr.ngettext("{n} win", "{n} wins", tally.wins),
            tr.ngettext("{n} point", "{n} points", tally.points),
        )
        for tally in best
    )
    return SeriesLook(title, lines, _day_wins_text(series, tr), best_of_text(series.best_of, tr))


def series_won_text(series: Series, tr: Translator) -> str:
    """Name the winners of a series; empty while it goes on."""
    names = tr.join_and(series.series_winners)
    count = len(series.series_winners)
    said = tr.ngettext("{names} wins the series!", "{names} win the series!", count, names=names)
    return said if count else ""


def sort_tallies(tallies: Sequence[Tally]) -> list[Tally]:
    """Return the players of a series, the best first."""
    return sorted(tallies, key=lambda tally: (-tally.wins, -tally.points))


def _day_wins_text(series: Series, tr: Translator) -> str:
    if not series.earlier_games:
        return ""
    wins = join_isolated(
        f"{isolate_text(tally.name)} {tally.wins}" for tally in sort_tallies(series.day_tallies)
    )
    # Translators: after it come names, each with games won, such as "Anna 3, Ben 1".
    return tr.gettext("All games that day: {wins}", wins=wins)


_BEST_OF = {
    0: N_("As many games as you like"),
    3: N_("Best of three"),
    5: N_("Best of five"),
}


def best_of_text(games: int, tr: Translator) -> str:
    """Return the length of a series in words."""
    return tr.gettext(_BEST_OF.get(games, _BEST_OF[0]))


def records_text(records: PersonalRecords, tr: Translator) -> str:
    """Describe new personal records in a sentence; empty for none."""
    total = [] if records.total is None else [tr.gettext("total {n}", n=records.total)]
    rows = [f"{tr.row_name_inside(letter)} {points}" for letter, points in records.rows]
    if not total and not rows:
        return ""
    return tr.gettext("Your best so far: {what}.", what=", ".join([*total, *rows]))

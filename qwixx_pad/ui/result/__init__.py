"""The end of a game as plain values: winners, margin, ranking, series, records."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

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
        rank: From 1; equal totals share a rank.
        name: The player's name.
        color: Index of the player's colour.
        terms: The parts of the total: the rows from top to bottom, extras, and penalties.
        total: Points.
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
    """The final standings.

    Attributes:
        headline: Who has won, or that nothing was entered.
        margin: By how many points, that it is a tie, or that the game does not count.
        ranking: All players, the best first; empty for a blank game, which nobody wins.
    """

    headline: str
    margin: str
    ranking: tuple[RankLook, ...]

    @property
    def winner_looks(self) -> tuple[RankLook, ...]:
        """The lines of rank 1, which several players may share."""
        return tuple(place for place in self.ranking if place.rank == 1)


_CLOSE_MARGIN = 5
"""Largest margin of a close game, in points."""


def end_look(game: Game, names: Sequence[str], colors: Sequence[int], tr: Translator) -> EndLook:
    if game.is_blank:
        nothing = tr.gettext("Nothing was entered.")
        return EndLook(nothing, tr.gettext("This game doesn’t count."), ())
    ranking = list[RankLook]()
    sheets = game.position.sheets
    for seat, rank in enumerate(ranks([sheet.total for sheet in sheets]), 1):
        sheet = sheets[seat - 1]
        name = names[seat - 1]
        terms = score_terms(sheet)
        spoken = tr.gettext("{place}. {name}: {sum}", place=rank, name=name, sum=tr.sum_text(terms))
        look = RankLook(
            seat=seat,
            rank=rank,
            name=name,
            color=colors[seat - 1],
            terms=terms,
            total=sheet.total,
            spoken_text=spoken,
        )
        ranking.append(look)
    ranking.sort(key=lambda look: look.rank)
    winners = [look.name for look in ranking if look.rank == 1]
    headline = tr.ngettext(
        "{names} wins!", "{names} win!", len(winners), names=tr.join_and(winners)
    )
    return EndLook(headline, _margin_text(ranking, tr), tuple(ranking))


def _margin_text(places: Sequence[RankLook], tr: Translator) -> str:
    second = next((place for place in places if place.rank > 1), None)
    if second is None:
        return tr.gettext("It’s a tie.")
    margin = places[0].total - second.total
    text = tr.ngettext("By {n} point.", "By {n} points.", margin)
    if margin > _CLOSE_MARGIN:
        return text
    return tr.gettext("{by} So close, {name}.", by=text, name=second.name)


def has_turning_point(game: Game) -> bool:
    """True if a game of several players was entered roll by roll and has one winner."""
    return not game.setup.paper and Story(game, ()).lasting_lead is not None


def turning_text(game: Game, names: Sequence[str], curve: Sequence[Chances], tr: Translator) -> str:
    """Describe in a sentence from which roll on the winner led, and which entry turned the game.

    Args:
        game: A finished game; without a turning point (`has_turning_point`), the text is empty.
        names: The players' names, in seating order.
        curve: The chances after each entry of the game; if empty, the turning point is the entry
            that took the lead for good.
        tr: The translator.
    """
    story = Story.from_game(game)
    lead = story.lasting_lead
    if lead is None:
        return ""
    step = _turning_step(story, lead, curve)
    values = {
        "name": names[lead.seat - 1],
        "n": lead.roll,
        "what": step_entry_text(game, step, tr),
    }
    if step.seat == lead.seat:
        # Translators: {what} is an entry such as "blue 12 with the lock" or "penalty".
        return tr.gettext("{name} led from roll {n} on; {what} turned the game.", **values)
    # Translators: {what} is an entry of another player, such as "penalty".
    by_another = N_("{name} led from roll {n} on; {what} by {other} turned the game.")
    return tr.gettext(by_another, other=names[step.seat - 1], **values)


def _turning_step(story: Story, lead: LastingLead, curve: Sequence[Chances]) -> Step:
    """Find the step that raised the winner's chance most, in the roll that raised it most.

    Without chances, or if no roll changed them much, it is the step that took the lead.
    """
    rolls = find_turning_rolls(story, curve, most=len(curve)) if curve else ()
    own = (turn for turn in rolls if turn.seat == lead.seat)
    best = max(own, key=lambda turn: turn.now - turn.before, default=None)
    entry = lead.after if best is None else best.entry
    return next(step for step in story.steps if step.after >= entry)


class SeriesLine(NamedTuple):
    """A player of a series; wins and points are texts such as "2 wins"."""

    name: str
    wins: str
    points: str


@dataclass(frozen=True, slots=True)
class SeriesLook:
    """A series: the games of the same players on one day so far.

    Attributes:
        title: The number of the game in its series, or the winners of the series.
        lines: All players, the best first.
        day_text: The wins of each player in all games of the day; empty if this is the first
            series of the day.
        length_text: The length of the series, in words.
    """

    title: str
    lines: tuple[SeriesLine, ...]
    day_text: str
    length_text: str


def series_look(series: Series, tr: Translator) -> SeriesLook:
    """Describe a series at the end of its latest game."""
    title = series_won_text(series, tr) or tr.gettext("Series, game {n}", n=len(series.games))
    lines = tuple(
        SeriesLine(
            tally.name,
            tr.ngettext("{n} win", "{n} wins", tally.wins),
            tr.ngettext("{n} point", "{n} points", tally.points),
        )
        for tally in sort_tallies(series.tallies)
    )
    return SeriesLook(title, lines, _day_wins_text(series, tr), best_of_text(series.best_of, tr))


def series_won_text(series: Series, tr: Translator) -> str:
    """Name the winners of a series; empty while nobody has won it."""
    winners = series.series_winners
    if not winners:
        return ""
    return tr.ngettext(
        "{names} wins the series!",
        "{names} win the series!",
        len(winners),
        names=tr.join_and(winners),
    )


def sort_tallies(tallies: Sequence[Tally]) -> list[Tally]:
    """Sort the players of a series, the best first."""
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
    """The length of a series in words."""
    return tr.gettext(_BEST_OF.get(games, _BEST_OF[0]))


def records_text(records: PersonalRecords, tr: Translator) -> str:
    """Describe new personal records in a sentence; empty for none."""
    parts = [] if records.total is None else [tr.gettext("total {n}", n=records.total)]
    parts += [f"{tr.row_name_inside(letter)} {points}" for letter, points in records.rows]
    return tr.gettext("Your best so far: {what}.", what=", ".join(parts)) if parts else ""

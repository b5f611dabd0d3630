"""The statistics as plain values, in words and measures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum

from qwixx_pad.history.figures import Fact, FactCard, figures_of
from qwixx_pad.history.lengths import seats_text
from qwixx_pad.history.players import PlayerStats
from qwixx_pad.history.statistics import SheetStats, Statistics
from qwixx_pad.i18n import N_
from qwixx_pad.ui.statistics.stats_charts import (
    BarsLook,
    RowBarLook,
    TrendLook,
    penalties_chart,
    row_looks,
    totals_chart,
    trend_look,
)
from qwixx_pad.ui.text import MIN_PERCENT_SAMPLE, rounded_text
from qwixx_pad.ui.text.translator import Translator

MIN_SHAPE_GAMES = 5
"""With fewer games or sheets, no chart is drawn."""
MIN_STEADY_GAMES = 20
"""With fewer sheets, a caption warns that the numbers still change a lot."""
_NO_NUMBER = "–"  # noqa: RUF001 - the dash of an empty field


class Span(StrEnum):
    """The time range of the statistics."""

    ALL = "all"
    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"

    def start_time(self, now: datetime) -> datetime | None:
        """The start of the range; None if it has none."""
        days = {Span.YEAR: 365, Span.QUARTER: 90, Span.MONTH: 30}.get(self)
        return None if days is None else now - timedelta(days=days)

    def text(self, tr: Translator) -> str:
        return tr.gettext(_SPAN_NAMES[self])


_SPAN_NAMES = {
    Span.ALL: N_("All time"),
    Span.YEAR: N_("Last 12 months"),
    Span.QUARTER: N_("Last 90 days"),
    Span.MONTH: N_("Last 30 days"),
}


def sheet_filter_text(layout: str, tr: Translator) -> str:
    """The title of a layout in a filter; an empty `layout` means all."""
    return tr.layout_title(layout) if layout else tr.gettext("All sheets")


@dataclass(frozen=True, slots=True)
class StatsFilter:
    """The players and games whose numbers are shown.

    Attributes:
        players: One player, or several for the games in which all of them took part; empty for
            everybody.
        layout: Name of a printed sheet; empty for all.
        span: The time in which the games were played.
        seats: Number of players in a game; 0 for any.
    """

    players: tuple[str, ...] = ()
    layout: str = ""
    span: Span = Span.ALL
    seats: int = 0


@dataclass(frozen=True, slots=True)
class FilterChoices:
    """The values that a `StatsFilter` may have: players, layouts, numbers of players."""

    players: tuple[str, ...]
    layouts: tuple[str, ...]
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NumbersLook:
    """One line in the table of the players or of the printed sheets, formatted.

    Attributes:
        name: Name of the player or title of the printed sheet.
        games: Number of a player's games, or of sheets with this print.
        average: Average total.
        best: Highest total.
        spoken: For a screen reader.
        wins: Number of games won; empty for a printed sheet.
    """

    name: str
    games: str
    average: str
    best: str
    spoken: str
    wins: str = ""


@dataclass(frozen=True, slots=True)
class StatsLook:
    """The content of the screen.

    Attributes:
        notice: Replaces charts of too few games; else empty.
        caption: A warning below the tiles; may be empty.
        tiles: Best, average, wins or number of games, penalties, by identifier; empty without a
            game.
        totals, penalties: Charts; None for too few sheets.
        rows: In printed order; empty for too few sheets. If sheets have different rows, those that
            most sheets have.
        rows_notes: Which rows these are if there are others, and facts about them.
        sheets: The printed sheets, if there are several.
        locked: How often each row was locked, for a screen reader.
        trend: None for too few games.
        facts: The lines of each card; those of the rows are also in `rows_notes`.
    """

    notice: str
    caption: str = ""
    tiles: Mapping[str, Fact] = field(default_factory=dict)
    totals: BarsLook | None = None
    penalties: BarsLook | None = None
    rows: tuple[RowBarLook, ...] = ()
    rows_notes: tuple[str, ...] = ()
    sheets: tuple[NumbersLook, ...] = ()
    locked: str = ""
    trend: TrendLook | None = None
    facts: Mapping[FactCard, Sequence[Fact]] = field(default_factory=dict)


def stats_look(
    numbers: Statistics,
    tr: Translator,
    today: date,
    *,
    several: bool = False,
    games: int | None = None,
) -> StatsLook:
    """Describe the numbers.

    Args:
        numbers: The numbers of any number of sheets.
        tr: The translator.
        today: Dates of this year have no year.
        several: Whether a game may have sheets of several of these players.
        games: Number of games that the sheets are from; None for as many as sheets.
    """
    if not numbers.sheets:
        return StatsLook(tr.gettext("Play your first game and your numbers appear here."))
    games = numbers.sheets if games is None else games
    tiles = _tile_looks(numbers, tr, today, games if several else None)
    sheets = _sheet_lines(numbers, tr)
    if games < MIN_SHAPE_GAMES:
        notice = tr.gettext("Play five games to see the shape of your scores.")
        return StatsLook(notice, tiles=tiles, sheets=sheets)
    rows = numbers.most_common_rows
    locked = [tr.row_text("{row} {n}", row.letter, n=row.locked) for row in rows]
    facts = {
        card: [
            fact
            for name, figure in figures_of(numbers)
            if figure.get("card") is card
            for fact in figure["facts"](getattr(numbers, name), tr, today)
        ]
        for card in FactCard
    }
    rows_notes = [fact.spoken for fact in facts[FactCard.ROWS]]
    if len(rows) != len(numbers.rows):
        rows_notes.insert(0, tr.gettext("rows that count up to {n} crosses", n=rows[0].max_crosses))
    has_totals = numbers.compared_count >= MIN_SHAPE_GAMES
    return StatsLook(
        notice="",
        caption=_caution_text(numbers.compared_count, tr, several=several),
        tiles=tiles,
        totals=totals_chart(numbers, tr, several=several) if has_totals else None,
        penalties=penalties_chart(numbers, tr),
        rows=row_looks(rows, tr),
        rows_notes=tuple(rows_notes),
        sheets=sheets,
        locked=tr.gettext("Rows locked: {rows}.", rows=", ".join(locked)),
        trend=trend_look(numbers, tr),
        facts=facts,
    )


def group_look(group: Sequence[PlayerStats], tr: Translator) -> tuple[NumbersLook, ...]:
    return tuple(_player_line(standing, tr) for standing in group)


def _player_line(standing: PlayerStats, tr: Translator) -> NumbersLook:
    average = _NO_NUMBER if standing.average is None else rounded_text(standing.average)
    best = _NO_NUMBER if standing.best is None else rounded_text(standing.best)
    spoken = tr.gettext(
        "{name}: {games}, {wins}, average {average}, best {best}",
        name=standing.name,
        games=tr.ngettext("{n} game", "{n} games", standing.games),
        wins=tr.ngettext("{n} win", "{n} wins", standing.wins),
        average=average,
        best=best,
    )
    return NumbersLook(
        name=standing.name,
        games=str(standing.games),
        average=average,
        best=best,
        spoken=spoken,
        wins=str(standing.wins),
    )


def _games_text(count: int, tr: Translator, *, several: bool) -> str:
    if several:
        return tr.ngettext("{n} sheet", "{n} sheets", count)
    return tr.ngettext("{n} game", "{n} games", count)


def _caution_text(sheets: int, tr: Translator, *, several: bool) -> str:
    if sheets >= MIN_STEADY_GAMES:
        return ""
    games = _games_text(sheets, tr, several=several)
    # Translators: {games} is "7 games" or "7 sheets".
    return tr.gettext("Only {games} so far: these numbers will still change a lot.", games=games)


def _sheet_lines(numbers: Statistics, tr: Translator) -> tuple[NumbersLook, ...]:
    """Describe the printed sheets, if there are several."""
    if not numbers.compared_sheet:
        return ()
    return tuple(_sheet_line(each, tr) for each in numbers.by_sheet)


def _sheet_line(each: SheetStats, tr: Translator) -> NumbersLook:
    name = tr.layout_title(each.sheet)
    average = rounded_text(each.average)
    best = rounded_text(each.best)
    spoken = tr.gettext(
        "{name}: {games}, average {average}, best {best}",
        name=name,
        games=tr.ngettext("{n} sheet", "{n} sheets", each.sheets),
        average=average,
        best=best,
    )
    return NumbersLook(name=name, games=str(each.sheets), average=average, best=best, spoken=spoken)


def _tile_looks(
    numbers: Statistics, tr: Translator, today: date, together: int | None
) -> Mapping[str, Fact]:
    """Describe four numbers; `together` counts the games of several players, None for one."""
    several = together is not None
    sheets = _games_text(numbers.sheets, tr, several=several)
    best_below = tr.short_date(numbers.best_at, today) if numbers.best_at else ""
    average_below = sheets
    if numbers.compared_sheet:
        best_below = tr.layout_title(numbers.compared_sheet)
        average_below = best_below
    elif len(numbers.seats) == 1:
        average_below = seats_text(numbers.seats[0], tr)
    tiles = {
        "stats-best": _tile(rounded_text(numbers.best), tr.gettext("best"), best_below, tr),
        "stats-average": _tile(
            rounded_text(numbers.average), tr.gettext("average"), average_below, tr
        ),
    }
    if together is None:
        value, below = _wins_texts(numbers, tr)
        name = tr.ngettext("win", "wins", numbers.wins)
        tiles["stats-wins"] = _tile(value, name, below, tr)
    else:  # somebody wins every game, so their wins would say no more than their games
        name = tr.ngettext("game", "games", together)
        tiles["stats-games"] = _tile(str(together), name, sheets, tr)
    tiles["stats-misthrows"] = _tile(
        tr.one_decimal(numbers.penalties),
        tr.gettext("penalties"),
        tr.gettext("per sheet") if several else tr.gettext("per game"),
        tr,
    )
    return tiles


def _tile(value: str, name: str, below: str, tr: Translator) -> Fact:
    # Translators: a number and what it is, such as "87 best".
    spoken = tr.gettext("{n} {name}", n=value, name=name)
    return Fact(name, value, below, f"{spoken}, {below}" if below else spoken)


def _wins_texts(numbers: Statistics, tr: Translator) -> tuple[str, str]:
    """The number of wins, and below it of how many games, or the share; a dash for solo games."""
    wins = numbers.wins
    contests = numbers.multiplayer_sheets
    if not contests:
        return _NO_NUMBER, tr.gettext("played alone")
    if contests < MIN_PERCENT_SAMPLE:
        return str(wins), tr.gettext("of {n}", n=contests)
    return str(wins), tr.percent(wins, contests)

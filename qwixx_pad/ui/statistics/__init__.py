"""The statistics as words and measures, made from numbers. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum

from qwixx_pad.history.figures import Fact, FactCard, figures_of
from qwixx_pad.history.lengths import seats_text
from qwixx_pad.history.players import PlayerStats
from qwixx_pad.history.rows import RowStats
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
"""Fewer sheets have no shape worth drawing."""
MIN_STEADY_GAMES = 20
"""With fewer sheets a caption warns that the numbers still move a lot."""


_NO_NUMBER = "–"  # noqa: RUF001 - the dash of an empty field


class Span(StrEnum):
    """The time range of the statistics."""

    ALL = "all"
    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"

    def start_time(self, now: datetime) -> datetime | None:
        """Return the start of the range; None: the first game."""
        days = {Span.YEAR: 365, Span.QUARTER: 90, Span.MONTH: 30}.get(self)
        return None if days is None else now - timedelta(days=days)

    def text(self, tr: Translator) -> str:
        """Return the name of the range."""
        return tr.gettext(_SPAN_NAMES[self])


_SPAN_NAMES = {
    Span.ALL: N_("All time"),
    Span.YEAR: N_("Last 12 months"),
    Span.QUARTER: N_("Last 90 days"),
    Span.MONTH: N_("Last 30 days"),
}


def sheet_filter_text(layout: str, tr: Translator) -> str:
    """Name the printed sheet that lists and numbers are narrowed to; empty: all sheets."""
    return tr.layout_title(layout) if layout else tr.gettext("All sheets")


@dataclass(frozen=True, slots=True)
class StatsFilter:
    """The players and games whose numbers are shown.

    Attributes:
        players: None: everybody; one: that player; several: the games in which all took part.
        layout: Name of a printed sheet; empty: any.
        span: How far back.
        seats: Number of players; 0: any.
    """

    players: tuple[str, ...] = ()
    layout: str = ""
    span: Span = Span.ALL
    seats: int = 0


@dataclass(frozen=True, slots=True)
class FilterChoices:
    """The choices of a filter: names of players and of printed sheets, numbers of players."""

    players: tuple[str, ...]
    layouts: tuple[str, ...]
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class NumbersLook:
    """One line of the players or of the printed sheets, all as it is printed.

    Of a printed sheet there are no `wins`.
    """

    name: str
    games: str
    average: str
    best: str
    spoken: str
    wins: str = ""


@dataclass(frozen=True, slots=True)
class StatsLook:
    """Everything that the numbers say.

    Attributes:
        notice: Shown in place of charts that would show nothing; else empty.
        caption: A word of caution below the tiles; may be empty.
        tiles: Best, average, wins or number of games, penalties, by their identifiers; none
            without a game.
        totals, penalties: Charts; None where there are too few sheets.
        rows: In printed order; empty where there are too few sheets. Where sheets differ too much
            to be compared, those of the kind that most of them have.
        rows_notes: Which rows these are, where there are others, and what comes beside them.
        sheets: Printed sheets, where there are several: totals of one are not those of another.
        locked: For the ear: how often each row was locked.
        trend: None where there are too few games.
        facts: Lines of cards; those of the rows are among their notes.
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
    """Describe some numbers, over no sheet or more.

    Of `several` players a game has several sheets; `games` are how many these are from (None: as
    many). `today` decides how much of a date is shown.
    """
    if not numbers.sheets:
        return StatsLook(tr.gettext("Play your first game and your numbers appear here."))
    games = numbers.sheets if games is None else games
    tiles = _tile_looks(numbers, tr, today, games if several else None)
    rows = numbers.most_common_rows
    if games < MIN_SHAPE_GAMES:
        few = tr.gettext("Play five games to see the shape of your scores.")
        return StatsLook(few, tiles=tiles, sheets=_sheet_lines(numbers, tr))
    facts = {
        card: [
            fact
            for name, figure in figures_of(numbers)
            if figure.get("card") is card
            for fact in figure["facts"](getattr(numbers, name), tr, today)
        ]
        for card in FactCard
    }
    enough = numbers.compared_count >= MIN_SHAPE_GAMES
    return StatsLook(
        notice="",
        caption=_caution_text(numbers.compared_count, tr, several=several),
        tiles=tiles,
        totals=totals_chart(numbers, tr, several=several) if enough else None,
        penalties=penalties_chart(numbers, tr),
        rows=row_looks(rows, tr),
        rows_notes=(*_rows_note(numbers, tr), *(fact.spoken for fact in facts[FactCard.ROWS])),
        sheets=_sheet_lines(numbers, tr),
        locked=_locked_text(rows, tr),
        trend=trend_look(numbers, tr),
        facts=facts,
    )


def group_look(group: Sequence[PlayerStats], tr: Translator) -> tuple[NumbersLook, ...]:
    """Describe the players of a group, a line each."""
    return tuple(_player_line(standing, tr) for standing in group)


def _player_line(standing: PlayerStats, tr: Translator) -> NumbersLook:
    games = str(standing.games)
    wins = str(standing.wins)
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
    return NumbersLook(standing.name, games, average, best, spoken, wins)


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


def _rows_note(numbers: Statistics, tr: Translator) -> Iterator[str]:
    shown = numbers.most_common_rows
    if len(shown) != len(numbers.rows):
        yield tr.gettext("rows that count up to {n} crosses", n=shown[0].max_crosses)


def _sheet_lines(numbers: Statistics, tr: Translator) -> tuple[NumbersLook, ...]:
    """Describe the printed sheets; none where there is but one."""
    return (
        tuple(_sheet_line(each, tr) for each in numbers.by_sheet) if numbers.compared_sheet else ()
    )


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
    return NumbersLook(name, str(each.sheets), average, best, spoken)


def _locked_text(rows: Sequence[RowStats], tr: Translator) -> str:
    each = [tr.row_text("{row} {n}", row.letter, n=row.locked) for row in rows]
    return tr.gettext("Rows locked: {rows}.", rows=", ".join(each))


def _tile_looks(
    numbers: Statistics, tr: Translator, today: date, together: int | None
) -> Mapping[str, Fact]:
    """Describe four numbers; `together` counts the games of several players, None for one."""
    several = together is not None
    each = tr.gettext("per sheet") if several else tr.gettext("per game")
    games = sheets = _games_text(numbers.sheets, tr, several=several)
    best = tr.short_date(numbers.best_at, today) if numbers.best_at else ""
    if numbers.compared_sheet:
        best = games = tr.layout_title(numbers.compared_sheet)
    elif len(numbers.seats) == 1:
        games = seats_text(numbers.seats[0], tr)
    value, below = _wins_texts(numbers, tr)
    third = {"stats-wins": _tile(value, tr.ngettext("win", "wins", numbers.wins), below, tr)}
    if together is not None:  # somebody wins every game: wins would only say how many played
        name = tr.ngettext("game", "games", together)
        third = {"stats-games": _tile(str(together), name, sheets, tr)}
    penalties = tr.one_decimal(numbers.penalties)
    return {
        "stats-best": _tile(rounded_text(numbers.best), tr.gettext("best"), best, tr),
        "stats-average": _tile(rounded_text(numbers.average), tr.gettext("average"), games, tr),
        **third,
        "stats-misthrows": _tile(penalties, tr.gettext("penalties"), each, tr),
    }


def _tile(value: str, name: str, below: str, tr: Translator) -> Fact:
    # Translators: a number and what it is, such as "87 best".
    said = tr.gettext("{n} {name}", n=value, name=name)
    return Fact(name, value, below, f"{said}, {below}" if below else said)


def _wins_texts(numbers: Statistics, tr: Translator) -> tuple[str, str]:
    """Return the wins, and out of how many; alone nothing can be won."""
    wins = numbers.wins
    contests = numbers.multiplayer_sheets
    if not contests:
        return _NO_NUMBER, tr.gettext("played alone")
    if contests < MIN_PERCENT_SAMPLE:
        return str(wins), tr.gettext("of {n}", n=contests)
    return str(wins), tr.percent(wins, contests)

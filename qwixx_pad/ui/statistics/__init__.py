"""The statistics as words and measures, made from numbers. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from qwixx_pad import i18n
from qwixx_pad.core.scoring import Purpose
from qwixx_pad.history.comebacks import COMEBACK_POINTS, ComebackStats
from qwixx_pad.history.lengths import LengthStats
from qwixx_pad.history.players import PlayerStats, Rival
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.statistics import SheetStats, Statistics
from qwixx_pad.i18n import N_
from qwixx_pad.storage.summary import local_day
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


_EXTRA_NAMES = {
    Purpose.STEPS: N_("The steps"),
    Purpose.TRACK: N_("The track"),
    # Translators: two numbers that bear the same symbol and bring points together.
    Purpose.PAIR: N_("The pair"),
    Purpose.BOARD: N_("The board"),
}
"""Names of the points that are no row's."""
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


def seats_text(seats: int, tr: Translator) -> str:
    """Name a number of players; 0: any."""
    if seats == 1:
        return tr.gettext("Alone")
    if not seats:
        return tr.gettext("Any number")
    return tr.ngettext("{n} player", "{n} players", seats)


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
class TileLook:
    """A number in a tile: its identifier, the number, what it is, and a line below."""

    identifier: str
    value: str
    name: str
    below: str
    spoken: str


@dataclass(frozen=True, slots=True)
class FactLook:
    """One line on a card, all as it is printed.

    Attributes:
        name: What or whom it is about.
        value: How much.
        below: Of what.
        spoken: All of it for the ear.
        games: In how many, beside the name; empty where that is below.
        gain: Whether the value is a plus.
    """

    name: str
    value: str
    below: str
    spoken: str
    games: str = ""
    gain: bool = False


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
        tiles: Best, average, wins or number of games, penalties; none without a game.
        totals, penalties: Charts; None where there are too few sheets.
        rows: In printed order; empty where there are too few sheets. Where sheets differ too much
            to be compared, those of the kind that most of them have.
        rows_notes: Which rows these are, where there are others, and what comes beside them.
        sheets: Printed sheets, where there are several: totals of one are not those of another.
        locked: For the ear: how often each row was locked.
        rivals: The most frequent first.
        trend: None where there are too few games.
        course: Deficits and leads at the ends of rolls; none where no game has them.
        lengths: How long games take; none where that is not known.
    """

    notice: str
    caption: str = ""
    tiles: tuple[TileLook, ...] = ()
    totals: BarsLook | None = None
    penalties: BarsLook | None = None
    rows: tuple[RowBarLook, ...] = ()
    rows_notes: tuple[str, ...] = ()
    sheets: tuple[NumbersLook, ...] = ()
    locked: str = ""
    rivals: tuple[FactLook, ...] = ()
    trend: TrendLook | None = None
    course: tuple[FactLook, ...] = ()
    lengths: tuple[FactLook, ...] = ()


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
    enough = numbers.compared_count >= MIN_SHAPE_GAMES
    return StatsLook(
        notice="",
        caption=_caution_text(numbers.compared_count, tr, several=several),
        tiles=tiles,
        totals=totals_chart(numbers, tr, several=several) if enough else None,
        penalties=penalties_chart(numbers, tr),
        rows=row_looks(rows, tr),
        rows_notes=(*_rows_note(numbers, tr), *_extras_notes(numbers, tr)),
        sheets=_sheet_lines(numbers, tr),
        locked=_locked_text(rows, tr),
        rivals=tuple(_rival_fact(rival, tr) for rival in numbers.rivals),
        trend=trend_look(numbers, tr),
        course=tuple(_course_facts(numbers.comeback_stats, tr, today)),
        lengths=tuple(_length_facts(numbers.length_stats, tr)),
    )


def group_look(group: Sequence[PlayerStats], tr: Translator) -> tuple[NumbersLook, ...]:
    """Describe the players of a group, a line each."""
    return tuple(_player_line(standing, tr) for standing in group)


def _rival_fact(rival: Rival, tr: Translator) -> FactLook:
    tied = rival.games - rival.ahead - rival.behind
    games = tr.ngettext("{n} game", "{n} games", rival.games)
    record = tr.gettext("{ahead} ahead, {behind} behind", ahead=rival.ahead, behind=rival.behind)
    if tied:
        record = tr.gettext("{record}, {n} tied", record=record, n=tied)
    difference = tr.with_sign(rival.difference)
    return FactLook(
        name=rival.name,
        value=difference,
        below=record,
        games=games,
        gain=difference.startswith("+"),
        spoken=tr.gettext(
            "{name}, {games}: {record}; {difference} points on average",
            name=rival.name,
            games=games,
            record=record,
            difference=difference,
        ),
    )


def _course_facts(course: ComebackStats, tr: Translator, today: date) -> Iterator[FactLook]:
    if course.wins:
        # Translators: it follows a part such as "3 of 12".
        of = tr.gettext("wins after trailing by {n} points or more", n=COMEBACK_POINTS)
        part = course.comebacks, course.wins
        yield _part_fact(tr.gettext("Won from behind"), part, of, tr)
    if course.largest_comeback:
        yield _comeback_fact(course, tr, today)
    if course.early_leads:
        # Translators: it follows a part such as "7 of 9": the leader has won 7 of these 9 games.
        of = tr.gettext("games won by the sole leader")
        yield _part_fact(
            tr.gettext("Lead after ten rolls"), (course.early_leads_won, course.early_leads), of, tr
        )


def _length_facts(lengths: LengthStats, tr: Translator) -> Iterator[FactLook]:
    """Yield the usual length, that of each number of players if several, the longest evening."""
    if lengths.longest_evening_on is None:
        return
    games = tr.ngettext("{n} game", "{n} games", lengths.games)
    yield _length_fact(tr.gettext("Usual length"), lengths.usual, games, tr)
    for each in lengths.by_seats if len(lengths.by_seats) > 1 else ():
        games = tr.ngettext("{n} game", "{n} games", each.games)
        yield _length_fact(seats_text(each.seats, tr), each.usual, games, tr)
    day = tr.full_date(lengths.longest_evening_on)
    yield _length_fact(tr.gettext("Longest evening"), lengths.longest_evening, day, tr)


def _length_fact(name: str, seconds: int, below: str, tr: Translator) -> FactLook:
    value = tr.length_text(seconds)
    spoken = tr.gettext("{name}: {points}, {most}", name=name, points=value, most=below)
    return FactLook(name, value, below, spoken)


def _part_fact(name: str, part: tuple[int, int], of: str, tr: Translator) -> FactLook:
    value = tr.gettext("{n} of {all}", n=part[0], all=part[1])
    spoken = tr.gettext("{name}: {part} {of}", name=name, part=value, of=of)
    return FactLook(name, value, of, spoken)


def _comeback_fact(course: ComebackStats, tr: Translator, today: date) -> FactLook:
    name = tr.gettext("Largest comeback")
    points = tr.ngettext("{n} point", "{n} points", course.largest_comeback)
    # Translators: so far behind was a winner, in one of so many games; {day} is that of this game.
    most = tr.ngettext(
        "the most in {n} win, {day}",
        "the most in {n} wins, {day}",
        course.wins,
        day=_day_text(course.largest_comeback_at, today, tr),
    )
    spoken = tr.gettext("{name}: {points}, {most}", name=name, points=points, most=most)
    return FactLook(name, points, most, spoken)


def _player_line(standing: PlayerStats, tr: Translator) -> NumbersLook:
    games, wins = str(standing.games), str(standing.wins)
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


def _extras_notes(numbers: Statistics, tr: Translator) -> Iterator[str]:
    for each in numbers.extras:
        if not round(each.points, 1):
            continue  # nobody has had any
        yield tr.ngettext(
            "{what}: {points} points on average, on {n} sheet",
            "{what}: {points} points on average, on {n} sheets",
            each.sheets,
            what=tr.gettext(_EXTRA_NAMES[Purpose(each.purpose)]),
            points=tr.one_decimal(each.points),
        )


def _sheet_lines(numbers: Statistics, tr: Translator) -> tuple[NumbersLook, ...]:
    """Describe the printed sheets; none where there is but one."""
    return (
        tuple(_sheet_line(each, tr) for each in numbers.by_sheet) if numbers.compared_sheet else ()
    )


def _sheet_line(each: SheetStats, tr: Translator) -> NumbersLook:
    name, average, best = (
        tr.layout_title(each.sheet),
        rounded_text(each.average),
        rounded_text(each.best),
    )
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
) -> tuple[TileLook, ...]:
    """Describe four numbers; `together` counts the games of several players, None for one."""
    several = together is not None
    each = tr.gettext("per sheet") if several else tr.gettext("per game")
    games = sheets = _games_text(numbers.sheets, tr, several=several)
    best = _day_text(numbers.best_at, today, tr)
    if numbers.compared_sheet:
        best = games = tr.layout_title(numbers.compared_sheet)
    elif len(numbers.seats) == 1:
        games = seats_text(numbers.seats[0], tr)
    value, below = _wins_texts(numbers, tr)
    third = _tile_look("wins", value, tr.ngettext("win", "wins", numbers.wins), below, tr)
    if together is not None:  # somebody wins every game: wins would only say how many played
        third = _tile_look(
            "games", str(together), tr.ngettext("game", "games", together), sheets, tr
        )
    return (
        _tile_look("best", rounded_text(numbers.best), tr.gettext("best"), best, tr),
        _tile_look("average", rounded_text(numbers.average), tr.gettext("average"), games, tr),
        third,
        _tile_look(
            "misthrows", tr.one_decimal(numbers.penalties), tr.gettext("penalties"), each, tr
        ),
    )


def _tile_look(which: str, value: str, name: str, below: str, tr: Translator) -> TileLook:
    # Translators: a number and what it is, such as "87 best".
    said = tr.gettext("{n} {name}", n=value, name=name)
    return TileLook(f"stats-{which}", value, name, below, f"{said}, {below}" if below else said)


def _wins_texts(numbers: Statistics, tr: Translator) -> tuple[str, str]:
    """Return the wins, and out of how many; alone nothing can be won."""
    wins, contests = numbers.wins, numbers.multiplayer_sheets
    if not contests:
        return _NO_NUMBER, tr.gettext("played alone")
    if contests < MIN_PERCENT_SAMPLE:
        return str(wins), tr.gettext("of {n}", n=contests)
    return str(wins), tr.percent(wins, contests)


def _day_text(then: datetime | None, today: date, tr: Translator) -> str:
    """Return a day, short enough for a tile; of another year the month."""
    if then is None:
        return ""
    there = local_day(then)
    same_year = there.year == today.year
    written = i18n.format_day_month if same_year else i18n.format_month_year
    return written(there, tr.locale.code)

"""The statistics as words and measures, made from numbers. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from qwixx_pad import i18n
from qwixx_pad.core.scoring import Purpose
from qwixx_pad.history.statistics import (
    FAR_BEHIND,
    CourseNumbers,
    Numbers,
    Rival,
    RowNumbers,
    SheetNumbers,
    Standing,
)
from qwixx_pad.i18n import phrase
from qwixx_pad.storage.summary import day_here
from qwixx_pad.ui.statistics.stats_charts import (
    BarsLook,
    RowBarLook,
    TrendLook,
    misthrows_chart,
    row_looks,
    totals_chart,
    trend_look,
)
from qwixx_pad.ui.text import PERCENT_FROM, whole
from qwixx_pad.ui.text.translator import Words

SHAPE_FROM = 5
"""Fewer sheets have no shape worth drawing."""
STEADY_FROM = 20
"""With fewer sheets a caption warns that the numbers still move a lot."""


_BESIDE = {
    Purpose.STEPS: phrase("The steps"),
    Purpose.TRACK: phrase("The track"),
    # Translators: two numbers that bear the same sign and bring points together.
    Purpose.PAIR: phrase("The pair"),
    Purpose.BOARD: phrase("The board"),
}
"""Names of the points that are no row's."""
_EMPTY = "–"  # noqa: RUF001 - the dash of an empty field


class Span(StrEnum):
    """The time range of the statistics."""

    ALL = "all"
    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"

    def since(self, now: datetime) -> datetime | None:
        """Return the start of the range; None: the first game."""
        days = {Span.YEAR: 365, Span.QUARTER: 90, Span.MONTH: 30}.get(self)
        return None if days is None else now - timedelta(days=days)

    def text(self, words: Words) -> str:
        """Return the name of the range."""
        return words.text(_SPANS[self])


_SPANS = {
    Span.ALL: phrase("All time"),
    Span.YEAR: phrase("Last 12 months"),
    Span.QUARTER: phrase("Last 90 days"),
    Span.MONTH: phrase("Last 30 days"),
}


def sheet_asked_for(layout: str, words: Words) -> str:
    """Name the printed sheet that lists and numbers are narrowed to; empty: all sheets."""
    return words.layout(layout) if layout else words.text("All sheets")


@dataclass(frozen=True, slots=True)
class StatsFilter:
    """The players and games whose numbers are shown.

    Attributes:
        players: None: everybody; one: that player; several: the games in which all took part.
        layout: Name of a printed sheet; empty: any.
        span: How far back.
    """

    players: tuple[str, ...] = ()
    layout: str = ""
    span: Span = Span.ALL


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a filter: names of players and of printed sheets."""

    players: tuple[str, ...]
    layouts: tuple[str, ...]


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
    """

    notice: str
    caption: str = ""
    tiles: tuple[TileLook, ...] = ()
    totals: BarsLook | None = None
    misthrows: BarsLook | None = None
    rows: tuple[RowBarLook, ...] = ()
    rows_notes: tuple[str, ...] = ()
    sheets: tuple[NumbersLook, ...] = ()
    locked: str = ""
    rivals: tuple[FactLook, ...] = ()
    trend: TrendLook | None = None
    course: tuple[FactLook, ...] = ()


def stats_look(
    numbers: Numbers,
    words: Words,
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
        return StatsLook(words.text("Play your first game and your numbers appear here."))
    games = numbers.sheets if games is None else games
    tiles = _tiles(numbers, words, today, games if several else None)
    rows = numbers.most_rows
    if games < SHAPE_FROM:
        few = words.text("Play five games to see the shape of your scores.")
        return StatsLook(few, tiles=tiles, sheets=_printed(numbers, words))
    enough = numbers.compared >= SHAPE_FROM
    return StatsLook(
        notice="",
        caption=_caution(numbers.compared, words, several=several),
        tiles=tiles,
        totals=totals_chart(numbers, words, several=several) if enough else None,
        misthrows=misthrows_chart(numbers, words),
        rows=row_looks(rows, words),
        rows_notes=(*_rows_note(numbers, words), *_beside(numbers, words)),
        sheets=_printed(numbers, words),
        locked=_locked(rows, words),
        rivals=tuple(_rival(rival, words) for rival in numbers.rivals),
        trend=trend_look(numbers, words),
        course=tuple(_course(numbers.course, words, today)),
    )


def group_look(group: Sequence[Standing], words: Words) -> tuple[NumbersLook, ...]:
    """Describe the players of a group, a line each."""
    return tuple(_standing(standing, words) for standing in group)


def _rival(rival: Rival, words: Words) -> FactLook:
    tied = rival.games - rival.ahead - rival.behind
    games = words.count("{n} game", "{n} games", rival.games)
    record = words.text("{ahead} ahead, {behind} behind", ahead=rival.ahead, behind=rival.behind)
    if tied:
        record = words.text("{record}, {n} tied", record=record, n=tied)
    difference = words.with_sign(rival.difference)
    return FactLook(
        name=rival.name,
        value=difference,
        below=record,
        games=games,
        gain=difference.startswith("+"),
        spoken=words.text(
            "{name}, {games}: {record}; {difference} points on average",
            name=rival.name,
            games=games,
            record=record,
            difference=difference,
        ),
    )


def _course(course: CourseNumbers, words: Words, today: date) -> Iterator[FactLook]:
    if course.wins:
        # Translators: it follows a part such as "3 of 12".
        of = words.text("wins after {n} points or more behind", n=FAR_BEHIND)
        part = course.from_behind, course.wins
        yield _part(words.text("Won from behind"), part, of, words)
    if course.largest:
        yield _largest(course, words, today)
    if course.leads:
        # Translators: it follows a part such as "7 of 9": the leader has won 7 of these 9 games.
        of = words.text("games won by who led alone")
        yield _part(words.text("Lead after ten rolls"), (course.leads_won, course.leads), of, words)


def _part(name: str, part: tuple[int, int], of: str, words: Words) -> FactLook:
    value = words.text("{n} of {all}", n=part[0], all=part[1])
    spoken = words.text("{name}: {part} {of}", name=name, part=value, of=of)
    return FactLook(name, value, of, spoken)


def _largest(course: CourseNumbers, words: Words, today: date) -> FactLook:
    name = words.text("Largest comeback")
    points = words.count("{n} point", "{n} points", course.largest)
    # Translators: so far behind was a winner, in one of so many games; {day} is that of this game.
    most = words.count(
        "the most in {n} win, {day}",
        "the most in {n} wins, {day}",
        course.wins,
        day=_day(course.largest_at, today, words),
    )
    spoken = words.text("{name}: {points}, {most}", name=name, points=points, most=most)
    return FactLook(name, points, most, spoken)


def _standing(standing: Standing, words: Words) -> NumbersLook:
    games, wins = str(standing.games), str(standing.wins)
    average = _EMPTY if standing.average is None else whole(standing.average)
    best = _EMPTY if standing.best is None else whole(standing.best)
    spoken = words.text(
        "{name}: {games}, {wins}, average {average}, best {best}",
        name=standing.name,
        games=words.count("{n} game", "{n} games", standing.games),
        wins=words.count("{n} win", "{n} wins", standing.wins),
        average=average,
        best=best,
    )
    return NumbersLook(standing.name, games, average, best, spoken, wins)


def _games(count: int, words: Words, *, several: bool) -> str:
    if several:
        return words.count("{n} sheet", "{n} sheets", count)
    return words.count("{n} game", "{n} games", count)


def _caution(sheets: int, words: Words, *, several: bool) -> str:
    if sheets >= STEADY_FROM:
        return ""
    games = _games(sheets, words, several=several)
    # Translators: {games} is "7 games" or "7 sheets".
    return words.text("{games} are few; these numbers still move a lot.", games=games)


def _rows_note(numbers: Numbers, words: Words) -> Iterator[str]:
    shown = numbers.most_rows
    if len(shown) != len(numbers.rows):
        yield words.text("rows that count up to {n} crosses", n=shown[0].most)


def _beside(numbers: Numbers, words: Words) -> Iterator[str]:
    for each in numbers.beside:
        yield words.count(
            "{what}: {points} points on average, on {n} sheet",
            "{what}: {points} points on average, on {n} sheets",
            each.sheets,
            what=words.text(_BESIDE[Purpose(each.purpose)]),
            points=words.tenths(each.points),
        )


def _printed(numbers: Numbers, words: Words) -> tuple[NumbersLook, ...]:
    """Describe the printed sheets; none where there is but one."""
    return tuple(_line(each, words) for each in numbers.by_sheet) if numbers.totals_of else ()


def _line(each: SheetNumbers, words: Words) -> NumbersLook:
    name, average, best = words.layout(each.sheet), whole(each.average), whole(each.best)
    spoken = words.text(
        "{name}: {games}, average {average}, best {best}",
        name=name,
        games=words.count("{n} sheet", "{n} sheets", each.sheets),
        average=average,
        best=best,
    )
    return NumbersLook(name, str(each.sheets), average, best, spoken)


def _locked(rows: Sequence[RowNumbers], words: Words) -> str:
    each = [words.of_row("{row} {n}", row.letter, n=row.locked) for row in rows]
    return words.text("Rows locked: {rows}.", rows=", ".join(each))


def _tiles(
    numbers: Numbers, words: Words, today: date, together: int | None
) -> tuple[TileLook, ...]:
    """Describe four numbers; `together` counts the games of several players, None for one."""
    several = together is not None
    each = words.text("per sheet") if several else words.text("per game")
    games = sheets = _games(numbers.sheets, words, several=several)
    best = _day(numbers.best_at, today, words)
    if numbers.totals_of:
        best = games = words.layout(numbers.totals_of)
    value, below = _wins(numbers, words)
    third = _tile("wins", value, words.count("win", "wins", numbers.wins), below, words)
    if together is not None:  # somebody wins every game: wins would only say how many played
        third = _tile("games", str(together), words.count("game", "games", together), sheets, words)
    return (
        _tile("best", whole(numbers.best), words.text("best"), best, words),
        _tile("average", whole(numbers.average), words.text("average"), games, words),
        third,
        _tile("misthrows", words.tenths(numbers.penalties), words.text("misthrows"), each, words),
    )


def _tile(which: str, value: str, name: str, below: str, words: Words) -> TileLook:
    # Translators: a number and what it is, such as "87 best".
    said = words.text("{n} {name}", n=value, name=name)
    return TileLook(f"stats-{which}", value, name, below, f"{said}, {below}" if below else said)


def _wins(numbers: Numbers, words: Words) -> tuple[str, str]:
    """Return the wins, and out of how many; alone nothing can be won."""
    wins, contests = numbers.wins, numbers.contests
    if not contests:
        return _EMPTY, words.text("played alone")
    if contests < PERCENT_FROM:
        return str(wins), words.text("of {n}", n=contests)
    return str(wins), words.percent(wins, contests)


def _day(then: datetime | None, today: date, words: Words) -> str:
    """Return a day, short enough for a tile; of another year the month."""
    if then is None:
        return ""
    there = day_here(then)
    same_year = there.year == today.year
    written = i18n.day_and_month if same_year else i18n.month_and_year
    return written(there, words.tongue.locale)

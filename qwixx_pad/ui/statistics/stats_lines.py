"""The lines of the statistics: rows, rivals, players, and how it went lately. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from qwixx_pad.storage.statistics_math import Numbers, Rival, RowNumbers, Standing
from qwixx_pad.ui.speech.words import Words, part_of, tenths, whole, with_sign

TREND_FROM = 10
"""Fewer games have no trend."""
LAST = 5
"""How many of the latest games the trend compares with those before."""


@dataclass(frozen=True, slots=True)
class RowLook:
    """One row: its means, and on how many sheets it was locked or closed.

    Attributes:
        letter: Of the row.
        points, crosses, closed: In words.
        share: Length of its bar, as a share of the longest.
        locked: How often.
        spoken: For the ear.
    """

    letter: str
    points: str
    crosses: str
    closed: str
    share: float
    locked: int
    spoken: str


@dataclass(frozen=True, slots=True)
class RivalLook:
    """One line of the head to head.

    Attributes:
        name: Of the other one.
        games, record: How many together, and how they ended.
        difference: Mean of our total minus theirs, with its sign.
        ahead: Whether that is a plus.
        spoken: For the ear.
    """

    name: str
    games: str
    record: str
    difference: str
    ahead: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class TrendLook:
    """The latest totals.

    Attributes:
        points: Heights from 0 to 1, oldest first; the last ones are those that are compared.
        before: Height of the mean of those before.
        low, high: The totals at heights 0 and 1.
        sentence: The comparison.
    """

    points: tuple[float, ...]
    before: float
    low: str
    high: str
    sentence: str


@dataclass(frozen=True, slots=True)
class StandingLook:
    """One line of the players: all as it is printed."""

    name: str
    games: str
    wins: str
    average: str
    best: str
    spoken: str


def row_looks(rows: Sequence[RowNumbers], words: Words) -> tuple[RowLook, ...]:
    """The rows, each measured against the best one."""
    longest = max((row.points for row in rows), default=0)
    return tuple(_row(row, longest, words) for row in rows)


def _row(row: RowNumbers, longest: float, words: Words) -> RowLook:
    points, crosses = tenths(row.points, words), tenths(row.crosses, words)
    closed = ""
    if row.sheets:
        closed = words.text(
            "closed by others in {part}", part=part_of(row.closed, row.sheets, words)
        )
    said = words.of_row(
        "{row}: {points} points and {crosses} crosses",
        row.letter,
        points=points,
        crosses=crosses,
    )
    return RowLook(
        letter=row.letter,
        points=points,
        crosses=words.text("{n} crosses", n=crosses),
        closed=closed,
        share=row.points / longest if longest > 0 else 0.0,
        locked=row.locked,
        spoken=f"{said}, {closed}" if closed else said,
    )


def rival_look(rival: Rival, words: Words) -> RivalLook:
    """One line of the head to head."""
    tied = rival.games - rival.ahead - rival.behind
    games = words.count("{n} game", "{n} games", rival.games)
    record = words.text("{ahead} ahead, {behind} behind", ahead=rival.ahead, behind=rival.behind)
    if tied:
        record = words.text("{record}, {n} tied", record=record, n=tied)
    difference = with_sign(rival.difference, words)
    return RivalLook(
        name=rival.name,
        games=games,
        record=record,
        difference=difference,
        ahead=difference.startswith("+"),
        spoken=words.text(
            "{name}, {games}: {record}; {difference} points on average",
            name=rival.name,
            games=games,
            record=record,
            difference=difference,
        ),
    )


def standing_look(standing: Standing, words: Words) -> StandingLook:
    """One line of the players."""
    games, wins = str(standing.games), str(standing.wins)
    average, best = whole(standing.average), whole(standing.best)
    spoken = words.text(
        "{name}: {games}, {wins}, average {average}, best {best}",
        name=standing.name,
        games=words.count("{n} game", "{n} games", standing.games),
        wins=words.count("{n} win", "{n} wins", standing.wins),
        average=average,
        best=best,
    )
    return StandingLook(standing.name, games, wins, average, best, spoken)


def trend_look(numbers: Numbers, words: Words) -> TrendLook | None:
    """The last games beside those before them; None where there are too few."""
    totals = [total for _, total in numbers.recent]
    if len(totals) < TREND_FROM:
        return None
    before, last = totals[:-LAST], totals[-LAST:]
    low, high = min(totals), max(totals)
    reach = (high - low) or 1
    return TrendLook(
        points=tuple((total - low) / reach for total in totals),
        before=(fmean(before) - low) / reach,
        low=whole(low),
        high=whole(high),
        sentence=_comparison(fmean(before), fmean(last), numbers.spread, len(before), words),
    )


def _comparison(before: float, last: float, spread: float, games: int, words: Words) -> str:
    """Both means; and whether they differ by more than five games do by chance.

    A mean of five lies within twice its own spread of the true one 19 times in 20.
    """
    said = words.text(
        "Average of the last {few}: {last}. Of the {games} before: {before}.",
        few=LAST,
        last=whole(last),
        games=games,
        before=whole(before),
    )
    if abs(last - before) <= 2 * spread * sqrt(1 / LAST + 1 / games):
        usual = words.text("That is the usual up and down.")
        return f"{said} {usual}"
    return said

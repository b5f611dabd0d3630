"""The statistics, counted by SQL over summaries."""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from qwixx_pad.store.figures import RECENT, bins, in_kinds, mean_and_spread, quartiles
from qwixx_pad.store.sql.selecting import PERSON, conditions, of_player, of_sheet
from qwixx_pad.store.statistics import Numbers, Rival, RowNumbers, Standing
from qwixx_pad.store.summary import State, Wanted
from qwixx_pad.store.texts import LONG_AGO, among_sheets, time_of, who, whole

_WON = "place = 1 AND seats > 1"


class Sheets:
    """The finished sheets that fulfil a wish, as a source of SQL queries.

    Args:
        connection: Of the store.
        wanted: Which games; of them one player's sheets, or everybody's, and
            only those on the printed sheet that is asked for.
        mine: Name of the pad's owner, whose single sheets may be nameless.
    """

    def __init__(self, connection: sqlite3.Connection, wanted: Wanted, mine: str) -> None:
        self._connection = connection
        condition, values = conditions(wanted, mine)
        self._where = f"state = '{State.OVER.value}' AND {condition}"
        self._values = values
        if len(wanted.players) == 1:
            term, names = of_player(wanted.players[0], mine)
            self._where = f"{self._where} AND {term}"
            self._values = [*self._values, *names]
        if wanted.layout:
            self._where = f"{self._where} AND {of_sheet('score.sheet')} = 1"
            self._values = [*self._values, among_sheets(wanted.layout)]

    def rows(
        self, select: str, behind: str = "", join: str = "", given: Sequence[str] = ()
    ) -> list[tuple[Any, ...]]:
        """The rows of a query over the sheets.

        Args:
            select: What of each.
            behind: Further conditions, grouping and order.
            join: Another table, joined to `score`.
            given: Values for the question marks in `select`.
        """
        query = (
            f"SELECT {select} FROM score JOIN summary ON summary.number = score.summary {join} "
            f"WHERE {self._where} {behind}"
        )
        return self._connection.execute(query, (*given, *self._values)).fetchall()


def numbers(connection: sqlite3.Connection, wanted: Wanted, mine: str) -> Numbers:
    """All figures of the sheets that are asked for."""
    sheets = Sheets(connection, wanted, mine)
    totals = sheets.rows("total, count(*)", "GROUP BY total ORDER BY total")
    count = sum(n for _, n in totals)
    contests, wins = sheets.rows(f"coalesce(sum(seats > 1), 0), coalesce(sum({_WON}), 0)")[0]
    last = "ORDER BY touched DESC, game DESC, seat DESC"
    recent = sheets.rows("touched, total", f"{last} LIMIT {RECENT}")
    best_at = sheets.rows("touched", "ORDER BY total DESC, touched LIMIT 1")
    penalties = dict(sheets.rows("penalties, count(*)", "GROUP BY penalties"))
    average, spread = mean_and_spread(totals, count)
    return Numbers(
        sheets=count,
        contests=contests,
        wins=wins,
        best=totals[-1][0] if totals else 0,
        best_at=time_of(best_at[0][0], LONG_AGO) if best_at else None,
        average=average,
        spread=spread,
        quartiles=quartiles(totals, count),
        bins=tuple(bins(totals)),
        latest=recent[0][1] if recent else None,
        penalties=sum(n * sheets for n, sheets in penalties.items()) / max(count, 1),
        penalty_counts=tuple(penalties.get(n, 0) for n in range(max(penalties, default=-1) + 1)),
        rows=_row_numbers(sheets),
        rivals=tuple(_rivals(sheets, wanted)),
        recent=tuple((time_of(at, LONG_AGO), total) for at, total in reversed(recent)),
    )


def _row_numbers(sheets: Sheets) -> tuple[RowNumbers, ...]:
    figures = (
        "letter, needs, most, count(*), avg(row_score.points), avg(row_score.crosses),"
        " sum(row_score.locked), sum(row_score.closed)"
    )
    join = "JOIN row_score ON row_score.summary = score.summary AND row_score.seat = score.seat"
    behind = "AND most > 0 GROUP BY needs, most, letter ORDER BY min(position), letter"
    return in_kinds(RowNumbers(*row) for row in sheets.rows(figures, behind, join))


def _rivals(sheets: Sheets, wanted: Wanted) -> Iterator[Rival]:
    """The others at one player's tables; whom one plays most with comes first."""
    if len(wanted.players) != 1:
        return iter(())
    figures = (
        "other.name, count(*), sum(score.total > other.total), sum(score.total < other.total),"
        " avg(score.total - other.total), max(touched)"
    )
    join = "JOIN score AS other ON other.summary = score.summary AND other.seat <> score.seat"
    behind = "AND other.who IS NOT NULL GROUP BY other.who ORDER BY count(*) DESC, other.who"
    own = who(whole(wanted.players[0]))
    rows = sheets.rows(figures, behind, join)
    return (Rival(*row[:5]) for row in rows if who(row[0]) != own)


def standings(connection: sqlite3.Connection, wanted: Wanted, mine: str) -> tuple[Standing, ...]:
    """One line a player, the most frequent first; of a group only its members.

    The owner's nameless sheets are in the owner's line; while the owner has no name, in none.
    """
    sheets = Sheets(connection, wanted, mine)
    own = whole(mine)
    given, named = (who(own), own), "AND person <> '' GROUP BY person"
    latest = sheets.rows(f"{PERSON}, max(touched)", named, given=given)
    names = {person: name for person, name, _ in latest}
    figures = f"{PERSON}, count(*), sum({_WON}), avg(total), max(total)"
    rows = sheets.rows(figures, f"{named} ORDER BY count(*) DESC, person", given=given)
    asked = {who(whole(name)) for name in wanted.players}
    lines = ((person, Standing(names[person], *counted)) for person, _, *counted in rows)
    return tuple(line for person, line in lines if not asked or person in asked)

"""Which summaries are asked for, in the words of SQL, and how they are read."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from qwixx_pad.foreign_json import read_json
from qwixx_pad.store.summary import RowScore, Score, State, Summary, Wanted
from qwixx_pad.store.texts import LONG_AGO, among_sheets, stamp, time_of, who, whole

MOST = 2**31
"""More games than this are never asked for at once."""
_SUMMARY = "number, game, setup, layout, state, roll, started, touched, entries, corrected, digest"
_LATEST_FIRST = "ORDER BY touched DESC, state DESC, layout DESC, game DESC"
"""The way an index lies, so that a page far down the list costs no table."""
PERSON = "CASE who WHEN '' THEN ? ELSE who END AS person, CASE who WHEN '' THEN ? ELSE name END"
"""Whom a sheet counts for, and under which name; to be given the owner's."""
DELETED = "EXISTS (SELECT 1 FROM deleted WHERE deleted.game = summary.game)"
"""Whether the game of a summary is deleted."""
_A_SHEET = "EXISTS (SELECT 1 FROM score WHERE score.summary = summary.number AND"
_SCORE = "seat, name, place, total, penalties, minus, beside, sheet"
_ROW = "seat, letter, marks, crosses, points, locked, closed, seconds, needs, most"


def conditions(wanted: Wanted, mine: str = "") -> tuple[str, list[Any]]:
    """A condition on the table `summary`, and the values in it.

    Args:
        wanted: What is asked for.
        mine: Name of the pad's owner, whose single sheets may be nameless.
    """
    terms = [DELETED if wanted.deleted else f"NOT {DELETED}"]
    values: list[Any] = []
    for term, value in _terms(wanted):
        terms.append(term)
        values.append(value)
    for name in wanted.players:
        term, names = of_player(name, mine)
        terms.append(f"{_A_SHEET} {term})")
        values += names
    return " AND ".join(terms), values


def _terms(wanted: Wanted) -> Iterator[tuple[str, Any]]:
    if wanted.state is None:
        yield "state <> ?", State.UNTOUCHED.value
    else:
        yield "state = ?", wanted.state.value
    if wanted.layout:
        yield f"{of_sheet('layout')} > 0", among_sheets(wanted.layout)
    if wanted.since is not None:
        yield "touched >= ?", stamp(wanted.since)
    if wanted.search:
        yield f"{_A_SHEET} instr(who, ?) > 0)", who(whole(wanted.search))


def of_sheet(column: str) -> str:
    """Where (from 1) what `among_sheets` gives stands among the sheets in a column; 0: nowhere."""
    return f"instr(',' || {column} || ',', ?)"


def of_player(name: str, mine: str) -> tuple[str, list[str]]:
    """A condition on the table `score`: that it is this player's sheet.

    Args:
        name: Of the player.
        mine: Name of the pad's owner, whose single sheets may be nameless.
    """
    own = who(name) == who(mine)
    key = who(whole(name))
    return "score.who IN (?, ?)", [key, "" if own else key]


def summaries(
    connection: sqlite3.Connection,
    condition: str,
    values: Sequence[Any],
    *,
    limit: int,
    offset: int,
) -> Iterator[Summary]:
    """Summaries that fulfil a condition, the latest first.

    Args:
        connection: Of the store.
        condition: In SQL, on the table `summary`.
        values: For its question marks.
        limit: At most so many.
        offset: Leave out so many.
    """
    chosen = f"SELECT number FROM summary WHERE {condition} {_LATEST_FIRST} LIMIT ? OFFSET ?"
    query = f"SELECT {_SUMMARY} FROM summary WHERE number IN ({chosen}) {_LATEST_FIRST}"
    rows = connection.execute(
        query, (*values, max(0, min(limit, MOST)), max(0, min(offset, MOST)))
    ).fetchall()
    return (_summary(connection, row) for row in rows)


def _summary(connection: sqlite3.Connection, row: tuple[Any, ...]) -> Summary:
    number, game, setup, layout, state, roll, started, touched, entries, corrected, digest = row
    return Summary(
        game=game,
        setup=setup,
        layout=layout,
        state=State(state),
        roll=roll,
        started=time_of(started, LONG_AGO),
        touched=time_of(touched, LONG_AGO),
        entries=entries,
        corrected=bool(corrected),
        digest=digest,
        scores=tuple(_scores(connection, number)),
    )


def _scores(connection: sqlite3.Connection, number: int) -> Iterator[Score]:
    query = f"SELECT {_ROW} FROM row_score WHERE summary = ? ORDER BY seat, position"
    by_seat = groupby(connection.execute(query, (number,)).fetchall(), key=lambda row: row[0])
    rows = {seat: tuple(_row(row) for row in group) for seat, group in by_seat}
    query = f"SELECT {_SCORE} FROM score WHERE summary = ? ORDER BY seat"
    for line in connection.execute(query, (number,)).fetchall():
        seat, name, place, total, penalties, minus, beside, sheet = line
        terms = tuple((purpose, points) for purpose, points in read_json(beside))
        own = rows.get(seat, ())
        yield Score(seat, name, place, total, penalties, minus, terms, own, sheet)


def _row(row: tuple[Any, ...]) -> RowScore:
    _, letter, marks, crosses, points, locked, closed, *kind = row
    return RowScore(letter, marks, crosses, points, bool(locked), bool(closed), *kind)


def write(connection: sqlite3.Connection, summary: Summary) -> None:
    """Put a summary in the place of the one that there was of its game."""
    forget(connection, summary.game)
    columns = f"{_SUMMARY.removeprefix('number, ')}, seats"
    row = (
        summary.game,
        whole(summary.setup),
        whole(summary.layout),
        summary.state.value,
        summary.roll,
        stamp(summary.started),
        stamp(summary.touched),
        summary.entries,
        int(summary.corrected),
        summary.digest,
        len(summary.scores),
    )
    made = connection.execute(
        f"INSERT INTO summary ({columns}) VALUES ({_places(columns)})",
        row,
    )
    number = made.lastrowid or 0
    alone = len(summary.scores) == 1
    connection.executemany(
        f"INSERT INTO score (summary, who, {_SCORE}) VALUES ({_places('summary, who', _SCORE)})",
        [(number, *_score_row(score, alone=alone)) for score in summary.scores],
    )
    into = f"row_score (summary, position, {_ROW})"
    connection.executemany(
        f"INSERT INTO {into} VALUES ({_places('summary, position', _ROW)})",
        [
            (number, position, score.seat, *_row_row(row))
            for score in summary.scores
            for position, row in enumerate(score.rows)
        ],
    )


def _places(*columns: str) -> str:
    """A question mark for each column."""
    return ", ".join("?" for _ in ", ".join(columns).split(", "))


def _score_row(score: Score, *, alone: bool) -> tuple[Any, ...]:
    """A nameless guest at a table is nobody; a nameless single sheet is the owner's."""
    name = whole(score.name)
    return (
        who(name) if name or alone else None,
        score.seat,
        name,
        score.place,
        score.total,
        score.penalties,
        score.minus,
        json.dumps(score.beside),
        whole(score.sheet),
    )


def _row_row(row: RowScore) -> tuple[Any, ...]:
    figures = (row.marks, row.crosses, row.points, int(row.locked), int(row.closed))
    return (row.letter, *figures, row.seconds, row.needs, row.most)


def forget(connection: sqlite3.Connection, game: str) -> None:
    """Drop the summary of a game."""
    connection.execute("DELETE FROM summary WHERE game = ?", (game,))

"""The summaries in a database, each with a number that no other one had before."""

import json
import logging
import sqlite3
from typing import NamedTuple

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.store.packing import packed, unpacked
from qwixx_pad.store.protocol import News
from qwixx_pad.store.summary import Summary

_ALL = "SELECT id FROM game UNION SELECT game FROM summary WHERE text <> ''"
OUTDATE = f"INSERT OR IGNORE INTO stale {_ALL}"
"""Makes all of them stale, those too that belong to no game."""
_KEEP = "INSERT OR REPLACE INTO summary (game, text) VALUES (?, ?)"
_GONE = ""
"""What is kept of a game that was removed, so that whoever knew it hears of that."""


def keep(connection: sqlite3.Connection, summary: Summary) -> None:
    """Put a summary in the place of the one that there was of its game."""
    connection.execute(_KEEP, (summary.game, json.dumps(packed(summary), separators=(",", ":"))))


def forget(connection: sqlite3.Connection, game: str) -> None:
    """Drop the summary of a game."""
    connection.execute(_KEEP, (game, _GONE))


class _Mark(NamedTuple):
    """Of which state of which database something was told, and the last number that was in it."""

    connection: sqlite3.Connection
    others: int
    own: int
    number: int


def news(connection: sqlite3.Connection, mark: object) -> News | None:
    """What is not known yet; see `Store`."""
    others = connection.execute("PRAGMA data_version").fetchone()[0]
    state = (connection, others, connection.total_changes)
    known = mark if isinstance(mark, _Mark) and mark.connection is connection else None
    if known is not None and known[:3] == state:
        return None
    after = 0 if known is None else known.number
    query = "SELECT number, game, text FROM summary WHERE number > ? ORDER BY number"
    rows = connection.execute(query, (after,)).fetchall()
    told = {game: _read(game, text) for _, game, text in rows if text != _GONE}
    return News(
        mark=_Mark(*state, rows[-1][0] if rows else after),
        anew=known is None,
        summaries=tuple(summary for summary in told.values() if summary is not None),
        gone=tuple(game for _, game, text in rows if text == _GONE),
        deleted=frozenset(row[0] for row in connection.execute("SELECT game FROM deleted")),
    )


def _read(game: str, text: str) -> Summary | None:
    """A summary; one damaged text must not hide the other games, and can be made again."""
    try:
        return unpacked(read_json(text))
    except (ValueError, TypeError, OverflowError) as error:
        logging.getLogger("qwixx_pad").warning("no summary of game %s: %s", game, error)
        return None

"""The rows of the tables that hold the truth, and the games that they stand for."""

import json
import sqlite3
from contextlib import suppress
from typing import Any

from qwixx_pad.foreign_json import read_json
from qwixx_pad.store.protocol import GameHead, SavedEntry, SavedGame, UnknownGame
from qwixx_pad.store.sql.selecting import forget
from qwixx_pad.store.texts import LONG_AGO, stamp, time_of

HEADS = "SELECT id, setup, names, started FROM game"
ALL = "SELECT id FROM game ORDER BY started, id"
_ENTRIES = "SELECT token, at FROM entry WHERE game = ? ORDER BY number"


def of_game(connection: sqlite3.Connection, query: str, game: str) -> tuple[Any, ...]:
    """The row of a query about one game.

    Raises:
        UnknownGame: There is no such game.
    """
    with suppress(UnicodeEncodeError):
        row: tuple[Any, ...] | None = connection.execute(query, (game,)).fetchone()
        if row is not None:
            return row
    raise UnknownGame(f"no game {game!r}")


def head_row(head: GameHead) -> tuple[str, str, str, str]:
    """The row of the table `game` that keeps a head.

    Raises:
        ValueError: Its time has no zone.
    """
    return (head.id, head.setup, json.dumps(head.names), stamp(head.started))


def game_of(connection: sqlite3.Connection, row: tuple[Any, ...]) -> SavedGame:
    """The game of a row of the table `game`: identifier, setup, names, start."""
    head = _head(row)
    return SavedGame(head, _entries(connection, head))


def _head(row: tuple[Any, ...]) -> GameHead:
    return GameHead(row[0], row[1], _names(row[2]), time_of(row[3], LONG_AGO))


def _names(text: str) -> tuple[str, ...]:
    """The names of the seats; one damaged text must not hide a game."""
    try:
        names = read_json(text)
    except ValueError:
        return ("",)
    return tuple(map(str, names)) if isinstance(names, list) else ("",)


def _entries(connection: sqlite3.Connection, head: GameHead) -> tuple[SavedEntry, ...]:
    rows = connection.execute(_ENTRIES, (head.id,))
    return tuple(SavedEntry(token, time_of(at, head.started)) for token, at in rows)


def settings_of(connection: sqlite3.Connection) -> dict[str, str]:
    """All settings, as texts."""
    return dict(connection.execute("SELECT key, value FROM setting"))


def remove(connection: sqlite3.Connection, game: str) -> None:
    """Remove one game for good, within a transaction."""
    connection.execute("DELETE FROM deleted WHERE game = ?", (game,))
    connection.execute("DELETE FROM entry WHERE game = ?", (game,))
    connection.execute("DELETE FROM game WHERE id = ?", (game,))
    connection.execute("DELETE FROM stale WHERE game = ?", (game,))
    forget(connection, game)

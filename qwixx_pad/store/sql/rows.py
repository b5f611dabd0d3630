"""The rows of the tables that hold the truth, and the games that they stand for."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.store.protocol import Conflict, StoreError, UnknownGame
from qwixx_pad.store.saved import GameHead, SavedEntry, SavedGame
from qwixx_pad.store.sql.summaries import forget
from qwixx_pad.store.sql.sums import first_of, sum_of, sum_of_entry
from qwixx_pad.store.texts import LONG_AGO, stamp, time_of

ALL = "SELECT id FROM game ORDER BY started, id"
_ADD_HEAD = "INSERT INTO game (id, setup, names, started, sum) VALUES (?, ?, ?, ?, ?)"
_ADD_ENTRY = "INSERT INTO entry (game, number, token, at, sum) VALUES (?, ?, ?, ?, ?)"
_SET = "INSERT OR REPLACE INTO setting (key, value, sum) VALUES (?, ?, ?)"
_DELETE = "INSERT OR IGNORE INTO deleted (game, at, sum) VALUES (?, ?, ?)"
_LAST = (
    "SELECT number, entry.sum FROM game LEFT JOIN entry ON game = id WHERE id = ?"
    " ORDER BY number DESC LIMIT 1"
)
_ENTRIES = "SELECT number, token, at, sum FROM entry WHERE game = ? ORDER BY number"


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


def add_game(connection: sqlite3.Connection, head: GameHead) -> None:
    """Write a new game without entries.

    Raises:
        ValueError: A text or a time that cannot be kept.
    """
    write_head(connection, head.id, head.setup, json.dumps(head.names), stamp(head.started))


def write_head(connection: sqlite3.Connection, *texts: str) -> None:
    """Write a game without entries: identifier, setup, names as JSON, start."""
    connection.execute(_ADD_HEAD, (*texts, sum_of(*texts)))


def length_of(connection: sqlite3.Connection, game: str) -> int:
    """How many entries a game has.

    Raises:
        UnknownGame: There is no such game.
    """
    return _last(connection, game)[0] + 1


def _last(connection: sqlite3.Connection, game: str) -> tuple[int, int]:
    """Number and checksum of a game's last entry; -1 and what its first one is made over."""
    number, total = of_game(connection, _LAST, game)
    return (-1, first_of(game)) if number is None else (number, total)


def add_entries(
    connection: sqlite3.Connection, game: str, number: int, entries: Iterable[SavedEntry]
) -> None:
    """Write the next entries of a game, the first of them with this number.

    Raises:
        UnknownGame: There is no such game.
        Conflict: The number is not the next one.
        ValueError: A text or a time that cannot be kept.
    """
    last, total = _last(connection, game)
    if number != last + 1:
        raise Conflict(f"entry {number} of game {game} is not the next one")
    kept = ((here, entry.token, stamp(entry.at)) for here, entry in enumerate(entries, number))
    write_entries(connection, game, total, kept)


def write_entries(
    connection: sqlite3.Connection, game: str, before: int, entries: Iterable[tuple[int, str, str]]
) -> None:
    """Write entries of a game, each with its checksum.

    Args:
        connection: In a transaction.
        game: Identifier of the game.
        before: Checksum of the entry before them, or `first_of` the game.
        entries: Number, token and time of each, in order.
    """
    for number, token, at in entries:
        before = sum_of_entry(before, number, token.encode(), at.encode())
        connection.execute(_ADD_ENTRY, (game, number, token, at, before))


def put_setting(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Write a setting, in the place of one that there may be."""
    connection.execute(_SET, (key, value, sum_of(key, value)))


def drop_setting(connection: sqlite3.Connection, key: str) -> None:
    """Remove a setting, if there is one."""
    connection.execute("DELETE FROM setting WHERE key = ?", (key,))


def mark_deleted(connection: sqlite3.Connection, game: str, at: str) -> None:
    """Note when a game was deleted; one that was stays as it is."""
    connection.execute(_DELETE, (game, at, sum_of(game, at)))


def deleted_at(connection: sqlite3.Connection, game: str) -> str | None:
    """When a game was deleted; None if it was not."""
    row = connection.execute("SELECT at FROM deleted WHERE game = ?", (game,)).fetchone()
    return None if row is None else str(row[0])


def put_back(connection: sqlite3.Connection, games: Iterable[str]) -> None:
    """Have deleted games in the list again; one that was not deleted may be among them."""
    rows = ((game,) for game in games)
    connection.executemany("DELETE FROM deleted WHERE game = ?", rows)


def game_of(connection: sqlite3.Connection, row: tuple[Any, ...]) -> SavedGame:
    """The game of a row of the table `game`, with its entries.

    Raises:
        StoreError: Something in it is not as it was written.
    """
    game, setup, names, started, total = row
    if sum_of(game, setup, names, started) != total:
        raise _damaged(game)
    head = GameHead(game, setup, _names(names), time_of(started, LONG_AGO))
    return SavedGame(head, tuple(_entries(connection, head)))


def _damaged(game: str) -> StoreError:
    return StoreError(f"game {game} is damaged; opened again, what can be read of it is rescued")


def _names(text: str) -> tuple[str, ...]:
    """The names of the seats; one damaged text must not hide a game."""
    try:
        names = read_json(text)
    except ValueError:
        return ("",)
    return tuple(map(str, names)) if isinstance(names, list) else ("",)


def _entries(connection: sqlite3.Connection, head: GameHead) -> Iterator[SavedEntry]:
    before = first_of(head.id)
    rows = connection.execute(_ENTRIES, (head.id,))
    for due, (number, token, at, total) in enumerate(rows):
        before = sum_of_entry(before, number, token.encode(), at.encode())
        if (number, total) != (due, before):
            raise _damaged(head.id)
        yield SavedEntry(token, time_of(at, head.started))


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

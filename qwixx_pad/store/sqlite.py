"""The store on SQLite: one row an entry, on disk before the call returns."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import Any

from qwixx_pad.store.protocol import (
    CannotWrite,
    Conflict,
    GameHead,
    SavedEntry,
    SavedGame,
    StoreError,
    UnknownGame,
)

PATIENCE = 5.0
"""Seconds to wait for another process that is writing."""

_LONG_AGO = datetime.fromtimestamp(0, UTC)
_MOST = 2**31
_HEAD = "SELECT id, setup, names, started FROM game"
_ENTRIES = "SELECT token, at FROM entry WHERE game = ? ORDER BY number"
_LENGTH = "SELECT (SELECT count(*) FROM entry WHERE game = game.id) FROM game WHERE id = ?"
_LAST = "SELECT at FROM entry WHERE game = game.id ORDER BY number DESC LIMIT 1"
_LATEST = f"{_HEAD} ORDER BY coalesce(({_LAST}), started) DESC, id LIMIT ?"
_ADD_GAME = "INSERT INTO game (id, setup, names, started) VALUES (?, ?, ?, ?)"
_ADD_ENTRY = "INSERT INTO entry (game, number, token, at) VALUES (?, ?, ?, ?)"
_UNSET = "DELETE FROM setting WHERE key = ?"
_SET = "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)"


def connect(path: Path | str, *, patience: float = PATIENCE) -> sqlite3.Connection:
    """A connection that writes through to the disk and waits for its turn.

    Args:
        path: The database; made if it is not there.
        patience: Seconds.

    Raises:
        sqlite3.Error: It cannot be opened, or is no database.
    """
    connection = sqlite3.connect(
        path, timeout=patience, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    connection.text_factory = lambda text: text.decode(errors="replace")
    return connection


class SqliteStore:
    """A store on an open connection whose schema is the newest.

    Args:
        connection: From `connect`, migrated.
        path: The file that must stay where it is while entries are written; None: there is none.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None = None) -> None:
        self._connection = connection
        self._lock = RLock()
        self._path = path
        self._file = _identity(path)

    def start(self, head: GameHead) -> None:
        """Keep a new game without entries; see `Store`."""
        row = (head.id, head.setup, json.dumps(head.names), _stamp(head.started))
        with self._writing() as connection:
            connection.execute(_ADD_GAME, row)

    def append(self, game: str, number: int, entry: SavedEntry) -> None:
        """Keep the next entry of a game; see `Store`."""
        row = (game, number, entry.token, _stamp(entry.at))
        with self._writing() as connection:
            if _of_game(connection, _LENGTH, game)[0] != number:
                raise Conflict(f"entry {number} of game {game} is not the next one")
            connection.execute(_ADD_ENTRY, row)

    def load(self, game: str) -> SavedGame:
        """A game with its entries; see `Store`."""
        with self._reading() as connection:
            return _game(connection, _of_game(connection, f"{_HEAD} WHERE id = ?", game))

    def length(self, game: str) -> int:
        """How many entries a game has; see `Store`."""
        with self._reading() as connection:
            return int(_of_game(connection, _LENGTH, game)[0])

    def latest(self, limit: int) -> tuple[SavedGame, ...]:
        """The games touched last, newest first; see `Store`."""
        with self._reading() as connection:
            rows = connection.execute(_LATEST, (max(0, min(limit, _MOST)),)).fetchall()
            return tuple(_game(connection, row) for row in rows)

    def settings(self) -> dict[str, str]:
        """All settings, as texts."""
        with self._reading() as connection:
            return dict(connection.execute("SELECT key, value FROM setting"))

    def put_setting(self, key: str, value: str) -> None:
        """Keep one setting; see `Store`."""
        with self._writing() as connection:
            connection.execute(_SET, (key, value))

    def drop_setting(self, key: str) -> None:
        """Keep a setting no longer; see `Store`."""
        with self._writing() as connection:
            connection.execute(_UNSET, (key,))

    def close(self) -> None:
        """Let go of the file."""
        with self._reading() as connection:
            connection.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._connection
            except sqlite3.Error as error:
                raise StoreError(f"the games could not be read: {error}") from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or nothing, and on the disk when it is done."""
        with self._lock:
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                self._must_be_in_place()
                yield self._connection
                self._connection.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from error
            except sqlite3.Error as error:
                raise CannotWrite(f"nothing was saved: {error}") from error
            finally:
                self._roll_back()

    def _must_be_in_place(self) -> None:
        """Refuse to write to a file that nobody would find again.

        An open file can be moved or deleted under us, say by a second process that rescues it.
        """
        if self._file != _identity(self._path):
            raise CannotWrite(f"nothing was saved: {self._path} was moved while it was open")

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _identity(path: Path | None) -> tuple[int, int] | None:
    """What tells a file from another one of the same name; None where there is none."""
    try:
        status = path.stat() if path else None
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status else None


def _stamp(at: datetime) -> str:
    """A time as it is kept: texts in the order of the times.

    Raises:
        ValueError: It has no zone, so nobody knows when that was.
    """
    if at.utcoffset() is None:
        raise ValueError(f"a time without a zone: {at}")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _of_game(connection: sqlite3.Connection, query: str, game: str) -> tuple[Any, ...]:
    """The row of a query about one game.

    Raises:
        UnknownGame: There is no such game.
    """
    with suppress(UnicodeEncodeError):
        row: tuple[Any, ...] | None = connection.execute(query, (game,)).fetchone()
        if row is not None:
            return row
    raise UnknownGame(f"no game {game!r}")


def _game(connection: sqlite3.Connection, row: tuple[Any, ...]) -> SavedGame:
    head = _head(row)
    return SavedGame(head, _entries(connection, head))


def _head(row: tuple[Any, ...]) -> GameHead:
    return GameHead(row[0], row[1], _names(row[2]), _time(row[3], _LONG_AGO))


def _names(text: str) -> tuple[str, ...]:
    """The names of the seats; one damaged text must not hide a game."""
    try:
        names = json.loads(text)
    except ValueError:
        return ("",)
    return tuple(map(str, names)) if isinstance(names, list) else ("",)


def _time(text: str, otherwise: datetime) -> datetime:
    """A time; one damaged text must not hide a game."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return otherwise


def _entries(connection: sqlite3.Connection, head: GameHead) -> tuple[SavedEntry, ...]:
    rows = connection.execute(_ENTRIES, (head.id,))
    return tuple(SavedEntry(token, _time(at, head.started)) for token, at in rows)

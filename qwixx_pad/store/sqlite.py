"""The store on SQLite: one row an entry, on disk before the call returns."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import Any

from qwixx_pad.foreign_json import read_json
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

_CACHE = 32_000
"""Kilobytes of the database that are kept in memory: the summaries of ten thousand games."""
LONG_AGO = datetime.fromtimestamp(0, UTC)
HEADS = "SELECT id, setup, names, started FROM game"
_ENTRIES = "SELECT token, at FROM entry WHERE game = ? ORDER BY number"
_LENGTH = "SELECT (SELECT count(*) FROM entry WHERE game = game.id) FROM game WHERE id = ?"
_ALL = "SELECT id FROM game ORDER BY started, id"
_NEWEST = (
    f"{HEADS} WHERE id NOT IN (SELECT game FROM deleted) ORDER BY started DESC, id DESC LIMIT 1"
)
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
        connection.execute(f"PRAGMA cache_size = {-_CACHE}")
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
        row = head_row(head)
        with self.writing() as connection:
            connection.execute(_ADD_GAME, row)

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Keep the next entries of a game; see `Store`."""
        rows = [(game, number + i, e.token, stamp(e.at)) for i, e in enumerate(entries)]
        with self.writing() as connection:
            if _of_game(connection, _LENGTH, game)[0] != number:
                raise Conflict(f"entry {number} of game {game} is not the next one")
            connection.executemany(_ADD_ENTRY, rows)

    def load(self, game: str) -> SavedGame:
        """A game with its entries; see `Store`."""
        with self.reading() as connection:
            return game_of(connection, _of_game(connection, f"{HEADS} WHERE id = ?", game))

    def length(self, game: str) -> int:
        """How many entries a game has; see `Store`."""
        with self.reading() as connection:
            return int(_of_game(connection, _LENGTH, game)[0])

    def games(self) -> tuple[str, ...]:
        """The identifiers of all games; see `Store`."""
        with self.reading() as connection:
            return tuple(row[0] for row in connection.execute(_ALL))

    def newest(self) -> SavedGame | None:
        """The game that was started last; see `Store`."""
        with self.reading() as connection:
            row = connection.execute(_NEWEST).fetchone()
            return None if row is None else game_of(connection, row)

    def settings(self) -> dict[str, str]:
        """All settings, as texts."""
        with self.reading() as connection:
            return dict(connection.execute("SELECT key, value FROM setting"))

    def put_setting(self, key: str, value: str) -> None:
        """Keep one setting; see `Store`."""
        with self.writing() as connection:
            connection.execute(_SET, (key, value))

    def drop_setting(self, key: str) -> None:
        """Keep a setting no longer; see `Store`."""
        with self.writing() as connection:
            connection.execute(_UNSET, (key,))

    def close(self) -> None:
        """Let go of the file."""
        with self.reading() as connection:
            connection.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, for nobody else meanwhile; what SQLite complains of is a StoreError."""
        with self._lock:
            try:
                yield self._connection
            except sqlite3.Error as error:
                raise StoreError(f"the games could not be read: {error}") from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or nothing, and on the disk when it is done.

        Raises:
            Conflict: What was to be written is there already, or refers to what is not.
            CannotWrite: Nothing was written.
        """
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


def stamp(at: datetime) -> str:
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


def time_of(text: str, otherwise: datetime) -> datetime:
    """A time; one damaged text must not hide a game."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return otherwise


def _entries(connection: sqlite3.Connection, head: GameHead) -> tuple[SavedEntry, ...]:
    rows = connection.execute(_ENTRIES, (head.id,))
    return tuple(SavedEntry(token, time_of(at, head.started)) for token, at in rows)

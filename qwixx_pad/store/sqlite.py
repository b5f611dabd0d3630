"""The store on SQLite: one row an entry, on disk before the call returns."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock

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
_LATEST = """
    SELECT id, setup, names, started FROM game
    ORDER BY coalesce((SELECT max(at) FROM entry WHERE game = game.id), started) DESC, id
    LIMIT ?
"""


def connect(path: Path, *, patience: float = PATIENCE) -> sqlite3.Connection:
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
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = RLock()

    def start(self, head: GameHead) -> None:
        """Keep a new game without entries; see `Store`."""
        names = json.dumps(head.names)
        row = (head.id, head.setup, names, head.started.isoformat())
        with self._writing() as connection:
            connection.execute("INSERT INTO game VALUES (?, ?, ?, ?)", row)

    def append(self, game: str, number: int, entry: SavedEntry) -> None:
        """Keep the next entry of a game; see `Store`."""
        with self._writing() as connection:
            if _length(connection, game) != number:
                raise Conflict(f"entry {number} of game {game} is not the next one")
            row = (game, number, entry.token, entry.at.isoformat())
            connection.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", row)

    def load(self, game: str) -> SavedGame:
        """A game with its entries; see `Store`."""
        with self._reading() as connection:
            query = "SELECT id, setup, names, started FROM game WHERE id = ?"
            row = connection.execute(query, (game,)).fetchone()
            if row is None:
                raise UnknownGame(f"no game {game}")
            return _game(connection, row)

    def latest(self, limit: int) -> tuple[SavedGame, ...]:
        """The games touched last, newest first; see `Store`."""
        with self._reading() as connection:
            rows = connection.execute(_LATEST, (limit,)).fetchall()
            return tuple(_game(connection, row) for row in rows)

    def settings(self) -> dict[str, str]:
        """All settings, as texts."""
        with self._reading() as connection:
            return dict(connection.execute("SELECT key, value FROM setting"))

    def put_setting(self, key: str, value: str) -> None:
        """Keep one setting; see `Store`."""
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, value))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

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
                yield self._connection
                self._connection.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                self._roll_back()
                raise Conflict(str(error)) from error
            except (sqlite3.Error, UnicodeEncodeError) as error:
                self._roll_back()
                raise CannotWrite(f"nothing was saved: {error}") from error
            except StoreError:
                self._roll_back()
                raise

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _length(connection: sqlite3.Connection, game: str) -> int:
    """How many entries a game has.

    Raises:
        UnknownGame: There is no such game.
    """
    query = "SELECT (SELECT count(*) FROM entry WHERE game = game.id) FROM game WHERE id = ?"
    row = connection.execute(query, (game,)).fetchone()
    if row is None:
        raise UnknownGame(f"no game {game}")
    return int(row[0])


def _game(connection: sqlite3.Connection, row: tuple[str, str, str, str]) -> SavedGame:
    head = _head(row)
    return SavedGame(head, _entries(connection, head))


def _head(row: tuple[str, str, str, str]) -> GameHead:
    return GameHead(row[0], row[1], _names(row[2]), _time(row[3], _LONG_AGO))


def _names(text: str) -> tuple[str, ...]:
    """The names of the seats; one damaged text must not hide a game."""
    try:
        names = json.loads(text)
    except ValueError:
        return ("",)
    return tuple(map(str, names)) if isinstance(names, list) and names else ("",)


def _time(text: str, otherwise: datetime) -> datetime:
    """A time; one damaged text must not hide a game."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return otherwise


def _entries(connection: sqlite3.Connection, head: GameHead) -> tuple[SavedEntry, ...]:
    query = "SELECT token, at FROM entry WHERE game = ? ORDER BY number"
    rows = connection.execute(query, (head.id,))
    return tuple(SavedEntry(token, _time(at, head.started)) for token, at in rows)

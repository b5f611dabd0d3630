"""A store in SQL that both SQLite and PostgreSQL know; two subclasses have the differences."""

import json
from abc import ABC, abstractmethod
from binascii import crc32
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.multiplayer.seating import SEATING_WORDS
from qwixx_pad.storage import (
    Conflict,
    GameHead,
    OtherVersion,
    SavedEntry,
    SavedGame,
    StorageError,
    UnknownGame,
)
from qwixx_pad.storage.summary import iso_timestamp

_SCHEMA = (
    """CREATE TABLE relay_table (
        code TEXT PRIMARY KEY,
        seating TEXT NOT NULL,
        version INTEGER NOT NULL,
        at TEXT NOT NULL,
        checksum BIGINT NOT NULL
    )""",
    """CREATE TABLE relay_game (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL REFERENCES relay_table ON DELETE CASCADE,
        setup TEXT NOT NULL,
        names TEXT NOT NULL,
        started TEXT NOT NULL,
        length INTEGER NOT NULL,
        checksum BIGINT NOT NULL
    )""",
    "CREATE INDEX relay_game_code ON relay_game (code)",
    """CREATE TABLE relay_entry (
        game TEXT NOT NULL REFERENCES relay_game ON DELETE CASCADE,
        number INTEGER NOT NULL,
        token TEXT NOT NULL,
        at TEXT NOT NULL,
        device TEXT NOT NULL,
        request INTEGER NOT NULL,
        PRIMARY KEY (game, number)
    )""",
)
_SCHEMA_VERSION = crc32("".join((*_SCHEMA, SEATING_WORDS)).encode()) >> 1
"""The version of the tables: it changes with them, and with the words of a seating."""

_SELECT_OLD_TABLES = """SELECT code FROM relay_table WHERE at < %s AND NOT EXISTS (
    SELECT 1 FROM relay_game JOIN relay_entry ON game = id
    WHERE relay_game.code = relay_table.code AND relay_entry.at >= %s
) ORDER BY code"""

_SELECT_TABLE = "SELECT code, seating, version, at, checksum FROM relay_table WHERE code = %s"
_SELECT_GAME_OF_TABLE = "SELECT id FROM relay_game WHERE code = %s"
_UPDATE_TABLE = """UPDATE relay_table SET seating = %s, version = %s, at = %s, checksum = %s
    WHERE code = %s AND version = %s"""
_SELECT_GAME = """SELECT id, code, setup, names, started, length, checksum FROM relay_game
    WHERE id = %s AND code = %s"""
_SELECT_ENTRIES = """SELECT number, token, at, device, request FROM relay_entry
    WHERE game = %s AND number < %s ORDER BY number"""
_SELECT_GAME_LENGTH = "SELECT code, length, checksum FROM relay_game WHERE id = %s"
_UPDATE_GAME_LENGTH = "UPDATE relay_game SET length = %s, checksum = %s WHERE id = %s"
_INSERT_ENTRY = "INSERT INTO relay_entry VALUES (%s, %s, %s, %s, %s, %s)"
_MAX_MARK = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table without its games.

    Attributes:
        code: Of the table.
        text: Its seating, as `StoredTable` writes it.
        version: How often it has been saved, from 1.
    """

    code: str
    text: str
    version: int


@dataclass(frozen=True, slots=True)
class RequestMark:
    """The request that made an entry.

    Attributes:
        by: Id of the device.
        number: Counted by the device in each game, from 1.
    """

    by: str
    number: int


@dataclass(frozen=True, slots=True)
class MarkedGame:
    """A game of a table, and the marks of all entries in its log."""

    saved: SavedGame
    marks: frozenset[RequestMark]


@dataclass(frozen=True, slots=True)
class TableChanged:
    """News that another relay has changed or deleted a table, or changed the log of its game.

    An empty code means that news was missed: any table may have changed.
    """

    code: str


@dataclass(frozen=True, slots=True)
class TablePresence:
    """The ids of all devices that play seats and show their table through other relays."""

    code: str
    devices: frozenset[str]


PeerNews = TableChanged | TablePresence
PeerListener = Callable[[PeerNews], None]


class ResultRows(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of changed rows."""

    def fetchone(self) -> Any:  # noqa: ANN401 - rows are tuples of what was selected
        """The next row; None after the last."""

    def fetchall(self) -> list[Any]:
        """All further rows."""


class SqlConnection(Protocol):
    """Runs statements, with a value for each `%s`."""

    def execute(self, sql: Any, values: Sequence[str | int] = (), /) -> ResultRows:  # noqa: ANN401 - as psycopg has it
        """Run a statement."""


WriteStatements = Callable[[SqlConnection], None]
"""Runs the statements of a change; raises a StorageError if it is not allowed."""


class Store(ABC):
    """A store of tables and their games, for use from any thread.

    A change that returns without an error is on the disk. If a connection breaks during a commit,
    `CannotWrite` may be raised although the change is saved. Then `TableChanged("")` is reported,
    so that all tables are read again. A change is never saved in part.
    """

    @abstractmethod
    def _read_transaction(self) -> AbstractContextManager[SqlConnection]:
        """Lend a connection; errors of the engine become a StorageError."""

    @abstractmethod
    def _write_transaction(self) -> AbstractContextManager[SqlConnection]:
        """Run one transaction: all of it or nothing, and on the disk at its end.

        Raises:
            Conflict: A new row exists already, or refers to a missing one.
            CannotWrite: Nothing was written.
        """

    @abstractmethod
    def _write_change(self, write: WriteStatements) -> None:
        """Write a change and return once it is on the disk; raises as `_write_transaction`."""

    @abstractmethod
    def _notify_changed(self, connection: SqlConnection, code: str) -> None:
        """Report the change of a table to other relays, once this transaction is committed."""

    def start(self, head: GameHead, table: str) -> None:
        """Save a new game without entries, at the table of this code.

        Raises:
            Conflict: The identifier is taken, or the table no longer exists.
            CannotWrite: Nothing was written.
            ValueError: A text or a time cannot be saved.
        """
        row = (
            _storable_text(head.id),
            _storable_text(table),
            _storable_text(head.setup),
            json.dumps(head.names),
            iso_timestamp(head.started),
        )
        insert = "INSERT INTO relay_game VALUES (%s, %s, %s, %s, %s, 0, %s)"
        with self._write_transaction() as connection:
            connection.execute(insert, (*row, _rows_checksum(row)))
            self._notify_changed(connection, table)

    def append(
        self, game: str, number: int, *entries: SavedEntry, mark: RequestMark | None = None
    ) -> None:
        """Save the next entries of a game: all of them or none.

        Args:
            game: Its identifier.
            number: Of the first entry, from 0; must be the number of entries that the game has.
            entries: In order.
            mark: Of the request that made all of them; None for entries that the relay adds itself.

        Raises:
            UnknownGame: There is no such game.
            Conflict: The number is not the next one: other entries were saved first.
            CannotWrite: Nothing was written.
            ValueError: A text, a time or a mark cannot be saved.
        """
        marked = _mark_columns(mark)
        rows = [
            (place, _storable_text(entry.token), iso_timestamp(entry.at), *marked)
            for place, entry in enumerate(entries, number)
        ]

        def insert_entries(connection: SqlConnection) -> None:
            found = connection.execute(_SELECT_GAME_LENGTH, (_lookup_key(game),)).fetchone()
            if found is None:
                raise UnknownGame(f"no game {game!r}")
            code, length, checksum = found
            if number != length:
                raise Conflict(f"game {game} has {length} entries, number {number} is not next")
            for row in rows:
                connection.execute(_INSERT_ENTRY, (game, *row))
            checksum = _rows_checksum(*rows, before=checksum)
            connection.execute(_UPDATE_GAME_LENGTH, (length + len(rows), checksum, game))
            self._notify_changed(connection, code)

        self._write_change(insert_entries)

    def load(self, game: str, table: str) -> MarkedGame:
        """Load a game of the table with this code, and its entries.

        Raises:
            UnknownGame: There is no such game at this table.
            StorageError: It cannot be read now.
        """
        with self._read_transaction() as connection:
            found = connection.execute(
                _SELECT_GAME, (_lookup_key(game), _lookup_key(table))
            ).fetchone()
            if found is None:
                raise UnknownGame(f"no game {game!r} at this table")
            *head, length, checksum = found
            rows = connection.execute(_SELECT_ENTRIES, (game, length)).fetchall()
        if len(rows) != length or _rows_checksum(head, *rows) != checksum:
            raise StorageError(f"game {game} is damaged")
        return _read_game(head, rows)

    def find_table(self, code: str) -> SavedTable | None:
        """Find the table of a code; None if there is none.

        Raises:
            StorageError: It cannot be read now.
        """
        key = (_lookup_key(code),)
        with self._read_transaction() as connection:
            found = connection.execute(_SELECT_TABLE, key).fetchone()
            if found is None and connection.execute(_SELECT_GAME_OF_TABLE, key).fetchone() is None:
                return None
        if found is None or _rows_checksum(found[:-1]) != found[-1]:
            raise StorageError(f"table {code} is damaged")
        return SavedTable(*found[:3])

    def put_table(self, code: str, text: str, version: int, at: datetime) -> int:
        """Save a seating over this version, 0 for a new table; return the new version.

        Raises:
            Conflict: Another version was saved first, or the code is taken.
            CannotWrite: Nothing was written.
            ValueError: A text or a time cannot be saved.
        """
        values = (_storable_text(code), _storable_text(text), version + 1, iso_timestamp(at))
        row = (*values, _rows_checksum(values))
        with self._write_transaction() as connection:
            if version == 0:
                connection.execute("INSERT INTO relay_table VALUES (%s, %s, %s, %s, %s)", row)
            elif not connection.execute(_UPDATE_TABLE, (*row[1:], code, version)).rowcount:
                raise Conflict(f"table {code} has no version {version} any more")
            self._notify_changed(connection, code)
        return version + 1

    def drop_table(self, code: str) -> None:
        """Delete a table and its games, if it exists.

        Raises:
            CannotWrite: Nothing has changed.
        """
        with self._write_transaction() as connection:
            self._delete_table(connection, _lookup_key(code))

    def drop_old_tables(self, before: datetime) -> tuple[str, ...]:
        """Delete the tables without a change or an entry since a time; return their codes.

        Raises:
            CannotWrite: Nothing has changed.
        """
        with self._write_transaction() as connection:
            old = connection.execute(_SELECT_OLD_TABLES, (iso_timestamp(before),) * 2).fetchall()
            codes = tuple(code for (code,) in old)
            for code in codes:
                self._delete_table(connection, code)
        return codes

    @abstractmethod
    def follow_peers(self, listener: PeerListener) -> None:
        """Report from now on, from any thread, what other relays do; `listener` must not wait."""

    @abstractmethod
    def announce_presence(self, code: str, devices: Collection[str]) -> None:
        """Announce to other relays which devices with seats show a table through this one.

        Nothing is raised. Relays that cannot be reached now are informed as soon as they can be.

        Args:
            code: Of the table.
            devices: All of those devices that play seats; at most 200.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the store, which cannot be used any more."""

    def _delete_table(self, connection: SqlConnection, code: str) -> None:
        connection.execute("DELETE FROM relay_table WHERE code = %s", (code,))
        self._notify_changed(connection, code)


def prepare_schema(connection: SqlConnection) -> None:
    """Make the tables, unless they exist.

    Args:
        connection: In a transaction that excludes all others.

    Raises:
        OtherVersion: They were made by another version of the pad.
    """
    connection.execute("CREATE TABLE IF NOT EXISTS relay_form (said INTEGER NOT NULL)")
    row = connection.execute("SELECT said FROM relay_form").fetchone()
    if row is None:
        for statement in _SCHEMA:
            connection.execute(statement)
        connection.execute("INSERT INTO relay_form VALUES (%s)", (_SCHEMA_VERSION,))
    elif row != (_SCHEMA_VERSION,):
        raise OtherVersion("these tables are of another version of Qwixx Pad; they are left as is")


def _rows_checksum(*rows: Sequence[str | int], before: int = 0) -> int:
    """The checksum of rows that follow others, whose checksum is `before`."""
    for row in rows:
        before = crc32(ascii((*row,)).encode(), before)  # a value of another type has another sum
    return before


def _read_game(head: Sequence[str], rows: Sequence[Any]) -> MarkedGame:
    name, _, setup, names, started = head
    game_head = GameHead(name, setup, tuple(read_json(names)), datetime.fromisoformat(started))
    entries = (SavedEntry(token, datetime.fromisoformat(at)) for _, token, at, _, _ in rows)
    marks = (RequestMark(by, number) for _, _, _, by, number in rows if number)
    return MarkedGame(SavedGame(game_head, tuple(entries)), frozenset(marks))


def _mark_columns(mark: RequestMark | None) -> tuple[str, int]:
    """The columns of a mark.

    Raises:
        ValueError: An engine cannot store them.
    """
    if mark is None:
        return "", 0
    if not 0 < mark.number <= _MAX_MARK:
        raise ValueError("a mark out of all bounds")
    return _storable_text(mark.by), mark.number


def _storable_text(text: str) -> str:
    """Check that both engines can store a text, and return it.

    Raises:
        ValueError: It has a lone surrogate or a NUL.
    """
    text.encode()
    if "\0" in text:
        raise ValueError("a text with a NUL")
    return text


def _lookup_key(key: str) -> str:
    """A key to search for; empty, and so never found, if it cannot be stored."""
    try:
        return _storable_text(key)
    except ValueError:
        return ""

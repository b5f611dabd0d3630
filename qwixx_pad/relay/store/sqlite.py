"""The store of a relay on SQLite: one file, one process."""

import sqlite3
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from qwixx_pad.relay.store.database import Database, connect, fault_in
from qwixx_pad.relay.store.protocol import Tell
from qwixx_pad.relay.store.sql_store import Connection, SqlStore, Write, prepare
from qwixx_pad.storage import StorageError


class _Questioned:
    """A connection that takes a `%s` where SQLite says `?`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Sequence[str | int] = (), /) -> sqlite3.Cursor:
        """Run one statement."""
        return self._connection.execute(sql.replace("%s", "?"), values)


class _Change:
    """What one thread wants to have written, and what becomes of it."""

    def __init__(self, write: Write) -> None:
        self._write = write
        self.done = False
        self.error: StorageError | None = None

    def try_on(self, connection: Connection) -> None:
        """Write it, or leave everything as it was if it must not be."""
        connection.execute("SAVEPOINT change")
        try:
            self._write(connection)
        except StorageError as error:
            self.error = error
            connection.execute("ROLLBACK TO change")
        connection.execute("RELEASE change")


class SqliteStore(SqlStore):
    """Tables in one file, which is written through to the disk with each change.

    Args:
        path: The file; made with its folder if it is not there.

    Raises:
        OtherVersion: It is of another version of the pad.
        CannotWrite: It cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            connection = connect(path)
            connection.execute("PRAGMA journal_mode = WAL")
        except (OSError, sqlite3.Error) as error:
            raise fault_in(error)(f"cannot use {path}: {error}") from error
        self._database = Database(connection, path)
        self._waiting: deque[_Change] = deque()
        self._turn = Lock()
        try:
            with self._writing() as writer:
                prepare(writer)
        except BaseException:
            connection.close()
            raise

    @contextmanager
    def _reading(self) -> Iterator[_Questioned]:
        with self._database.reading() as connection:
            yield _Questioned(connection)

    @contextmanager
    def _writing(self) -> Iterator[_Questioned]:
        with self._database.writing() as connection:
            yield _Questioned(connection)

    def _write(self, write: Write) -> None:
        """As of all stores; what came while the disk was busy with others goes to it together."""
        change = _Change(write)
        self._waiting.append(change)
        with self._turn:
            if not change.done:
                self._write_all([self._waiting.popleft() for _ in range(len(self._waiting))])
        if change.error is not None:
            raise change.error

    def _write_all(self, changes: Sequence[_Change]) -> None:
        try:
            with self._writing() as connection:
                for change in changes:
                    change.try_on(connection)
        except StorageError as error:
            for change in changes:
                change.error = change.error or error
        for change in changes:
            change.done = True

    def _tell(self, connection: Connection, code: str) -> None:
        """There are no other relays."""

    def listen(self, tell: Tell) -> None:
        """There are no other relays; see `Store`."""

    def announce(self, code: str, keys: Collection[str]) -> None:
        """There are no other relays; see `Store`."""

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

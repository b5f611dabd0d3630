"""One connection to a database, for one thread at a time; what SQLite complains of ends here."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock

from qwixx_pad.store.protocol import CannotWrite, Conflict, DiskFull, StoreError

PATIENCE = 5.0
"""Seconds to wait for another process that is writing."""

_CACHE = 32_000
"""Kilobytes of the database that are kept in memory: the summaries of ten thousand games."""


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


class Database:
    """An open connection to a database of this version.

    Args:
        connection: From `connect`, with all tables.
        path: The file that must stay where it is while entries are written; None: there is none.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None = None) -> None:
        self._connection = connection
        self._lock = RLock()
        self._path = path
        self._file = _identity(path)

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
                kind = DiskFull if _is_full(error) else CannotWrite
                raise kind(f"nothing was saved: {error}") from error
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


def _is_full(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def _identity(path: Path | None) -> tuple[int, int] | None:
    """What tells a file from another one of the same name; None where there is none."""
    try:
        status = path.stat() if path else None
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if status else None

"""One file of SQLite, of which each change is on the disk, and in the file that lies there.

SQLite goes on writing to a log that was removed, replaced or cut off, and says that all is kept.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock

from qwixx_pad.storage.protocol import CannotWrite, Conflict, DiskFull, StorageError, fault_of

PATIENCE = 5.0
"""Seconds to wait for another process that is writing."""


def connect(path: Path | str) -> sqlite3.Connection:
    """A connection that writes through to the disk and waits for its turn.

    Args:
        path: The database; made if it is not there.

    Raises:
        sqlite3.Error: It cannot be opened, or is no database.
    """
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    connection.text_factory = lambda text: text.decode(errors="replace")
    return connection


def fault_in(error: OSError | sqlite3.Error) -> type[CannotWrite]:
    """Which fault an error of the system or of SQLite is: `DiskFull`, or else `CannotWrite`."""
    if isinstance(error, OSError):
        return fault_of(error)
    full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return DiskFull if full else CannotWrite


class Database:
    """An open connection, for one thread at a time.

    Args:
        connection: From `connect`, with all tables.
        path: Its file, which must stay where it is, and the log beside it.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._paths = str(path), f"{path}-wal"
        self._seen = tuple(map(_status, self._paths))
        self._lock = RLock()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, for nobody else meanwhile; what SQLite complains of is a StorageError."""
        with self._lock:
            try:
                yield self._connection
            except sqlite3.Error as error:
                raise StorageError(f"the games could not be read: {error}") from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it or nothing, and on the disk when it is done.

        Raises:
            Conflict: What was to be written is there already, or refers to what is not.
            CannotWrite: Nothing was written, or not where anybody would look.
        """
        with self._lock:
            self._must_be_in_place()
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from error
            except sqlite3.Error as error:
                raise fault_in(error)(f"nothing was saved: {error}") from error
            finally:
                self._roll_back()
            self._must_be_in_place()

    def _must_be_in_place(self) -> None:
        now = tuple(map(_status, self._paths))
        if not all(map(_goes_on, self._seen, now)):
            said = f"nothing was saved: {self._paths[0]} was moved while it was open"
            raise CannotWrite(said)
        self._seen = now

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


_Status = tuple[int, int, int] | None
"""Device, number and bytes of a file; None where there is none."""


def _status(path: str) -> _Status:
    try:
        status = os.stat(path)  # noqa: PTH116 - at each entry, and a Path takes as long again
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size


def _goes_on(was: _Status, now: _Status) -> bool:
    """Whether that is the same file, and not cut off."""
    return was is None or (now is not None and was[:2] == now[:2] and was[2] <= now[2])

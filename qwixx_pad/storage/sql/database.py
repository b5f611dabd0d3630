"""Whether the file and the log that a connection has open are still the ones that one would find.

SQLite goes on writing to a log that was removed, replaced or cut off, and says that all is kept.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum, auto
from pathlib import Path
from threading import RLock

from qwixx_pad.storage.protocol import CannotWrite, Conflict, StorageError, fault_of


class OpenedFile(Enum):
    """What there is under the names of a database and its log."""

    OURS = auto()
    BROKEN = auto()
    """One of them is gone or shorter than it was, or another log is there."""
    ANOTHERS = auto()
    """Another database: somebody wanted that, or has rescued this one."""


class Watch:
    """Knows a database and its log by what the system says of them: that costs microseconds.

    Args:
        path: The database; a connection has it open, so nobody removes its log.
    """

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._log_path = f"{path}-wal"
        self._file = _status(self._path)
        self._log = _status(self._log_path)

    def look(self) -> OpenedFile:
        """What there is now; while nobody else writes."""
        was, now = self._file, _status(self._path)
        if was and now and was[:2] != now[:2]:
            return OpenedFile.ANOTHERS
        if not _goes_on(was, now):
            return OpenedFile.BROKEN
        self._file = now
        return self.look_at_log()

    def look_at_log(self) -> OpenedFile:
        """The same of the log alone, which is what an entry has just been written to."""
        now = _status(self._log_path)
        if not _goes_on(self._log, now):
            return OpenedFile.BROKEN
        self._log = now
        return OpenedFile.OURS


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


PATIENCE = 5.0
"""Seconds to wait for another process that is writing."""


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
    connection.text_factory = _text
    return connection


def _text(text: bytes) -> str:
    return text.decode(errors="replace")


class Database:
    """An open connection to a database of this version.

    Args:
        connection: From `connect`, with all tables.
        path: The file that must stay where it is while entries are written; None: there is none.
        put_right: Writes all that a connection still reads to that file anew, and gives a
            connection to it in the place of the old one.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path | None = None,
        put_right: Callable[[sqlite3.Connection], sqlite3.Connection] | None = None,
    ) -> None:
        self._connection = connection
        self._lock = RLock()
        self._path = path
        self._watch = Watch(path) if path else None
        self._put_right = put_right
        self._is_settled = False
        self._tell: Callable[[], None] | None = None

    def close(self) -> None:
        """Let go of the file."""
        with self.reading() as connection:
            with suppress(StorageError):
                self._must_be_in_place()
            connection.close()

    def watch(self, tell: Callable[[], None]) -> None:
        """Call `tell` after each change; see `Storage`."""
        self._tell = tell

    def settle(self) -> None:
        """Bring the log into the file; see `Storage`."""
        with self._lock, suppress(StorageError, sqlite3.Error):
            if not self._is_settled:
                self._must_be_in_place()
                said = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                _, logged, copied = said
                self._is_settled = logged == copied
                self._begin_log_anew()

    def _begin_log_anew(self) -> None:
        """Write what changes nothing: the first to write to a new log has to wait for two flushes.

        That is not to be an entry.
        """
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        self._connection.execute(f"PRAGMA user_version = {version}")

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
            CannotWrite: Nothing was written.
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
                raise fault_of(error)(f"nothing was saved: {error}") from error
            finally:
                self._roll_back()
            if self._watch and self._watch.look_at_log() is not OpenedFile.OURS:
                self._must_be_in_place()
            self._is_settled = False
        if self._tell:
            self._tell()

    def _must_be_in_place(self) -> None:
        """Put right what has become of file and log, or refuse to write where nobody would look.

        Raises:
            CannotWrite: Another database is there, or what was kept cannot be written anew.
        """
        place = self._watch.look() if self._watch else OpenedFile.OURS
        if place is OpenedFile.OURS:
            return
        if place is OpenedFile.ANOTHERS or self._put_right is None or self._path is None:
            raise CannotWrite(f"nothing was saved: {self._path} was moved while it was open")
        try:
            self._connection = self._put_right(self._connection)
        except (OSError, sqlite3.Error, StorageError) as error:
            self._roll_back()
            self._connection.text_factory = _text
            said = f"nothing was saved: {self._path} or its log was damaged while it was open"
            raise CannotWrite(f"{said}: {error}") from error
        self._watch = Watch(self._path)

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

"""The store of a relay on SQLite: one file, one process.

SQLite goes on writing to a file, or to its log, that was removed, replaced or truncated, and
reports success. So both are checked before and after each change. It also takes a damaged page for
the end of its log, and reports nothing. So the log never covers more than a few seconds, or a
little more while the disk is busy.
"""

import os
import sqlite3
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from qwixx_pad.relay.store.sql_store import (
    PeerListener,
    SqlConnection,
    Store,
    WriteStatements,
    prepare_schema,
)
from qwixx_pad.storage import (
    CannotWrite,
    Conflict,
    DiskFull,
    LockTimeoutError,
    StorageError,
    file_lock,
)
from qwixx_pad.storage.saved import write_error_type

BUSY_TIMEOUT_S = 5.0
"""Seconds to wait for another process that is writing."""
LOCK_FILE = "relay.lock"
"""The file in the same folder that is locked while a relay runs."""
_CHECKPOINT_AFTER_S = 5.0
"""Seconds until a change is in the file itself."""
_CHECKPOINT_SHARE = 0.02
"""The share of the time that checkpoints may take."""


class _SqliteConnection(sqlite3.Connection):
    """A connection that takes `%s` instead of SQLite's `?`."""

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401 - as SQLite has it
        """Run a statement."""
        try:
            return super().execute(sql.replace("%s", "?"), values)
        except UnicodeDecodeError as error:  # in its error for a damaged file
            raise sqlite3.DatabaseError(f"the file is damaged: {error}") from error


class _PendingChange:
    """A change that a thread wants to write, and its result."""

    def __init__(self, write: WriteStatements) -> None:
        self._write = write
        self.finished = False
        self.error: StorageError | None = None

    def apply_change(self, connection: SqlConnection) -> None:
        """Write it, or change nothing if it is not allowed."""
        connection.execute("SAVEPOINT change")
        try:
            self._write(connection)
        except StorageError as error:
            self.error = error
            connection.execute("ROLLBACK TO change")
        connection.execute("RELEASE change")


class SqliteStore(Store):
    """Tables in a file; each change is written through to the disk.

    Args:
        path: The file; made with its folder if it does not exist.
        lock_timeout_s: Seconds to wait for another relay that uses it.
        checkpoint_after_s: Seconds until a change is in the file itself; more if checkpoints take
            more than their share of the time.

    Raises:
        OtherVersion: It is of another version of the pad.
        CannotWrite: It cannot be opened, or another relay uses it.
    """

    def __init__(
        self,
        path: Path,
        *,
        lock_timeout_s: float = BUSY_TIMEOUT_S,
        checkpoint_after_s: float = _CHECKPOINT_AFTER_S,
    ) -> None:
        self._checkpoint_after_s = checkpoint_after_s
        with ExitStack() as opened:
            try:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                opened.enter_context(file_lock(path.parent, LOCK_FILE, lock_timeout_s))
                self._connection = opened.enter_context(closing(_open_connection(path)))
                self._checkpointer = opened.enter_context(closing(_open_connection(path)))
            except LockTimeoutError as error:
                raise CannotWrite(f"another relay keeps its tables in {path}") from error
            except (OSError, sqlite3.Error) as error:
                raise _fault_in(error)(f"cannot use {path}: {error}") from error
            self._prepare_file(path)
            self._opened = opened.pop_all()

    def _prepare_file(self, path: Path) -> None:
        self._paths = str(path), f"{path}-wal"
        self._file_states = tuple(map(_file_status, self._paths))
        self._lock = Lock()
        self._pending_changes: deque[_PendingChange] = deque()
        self._write_lock = Lock()
        with self._write_transaction() as connection:
            prepare_schema(connection)
        self._closing = Event()
        self._checkpoint_thread = Thread(
            target=self._run_checkpoints, name="relay-settling", daemon=True
        )
        with suppress(RuntimeError):  # a Python without threads is no relay, but tests run there
            self._checkpoint_thread.start()

    @contextmanager
    def _read_transaction(self) -> Iterator[_SqliteConnection]:
        with self._lock:
            try:
                yield self._connection
            except sqlite3.Error as error:
                raise StorageError(f"the tables could not be read: {error}") from error

    @contextmanager
    def _write_transaction(self) -> Iterator[_SqliteConnection]:
        with self._lock:
            self._require_files_in_place()
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                self._connection.execute("COMMIT")
                self._written = True
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from error
            except sqlite3.Error as error:
                raise _fault_in(error)(f"nothing was saved: {error}") from error
            finally:
                with suppress(sqlite3.Error):
                    if self._connection.in_transaction:
                        self._connection.execute("ROLLBACK")
            self._require_files_in_place()

    def _require_files_in_place(self) -> None:
        """Refuse to write to a file that nobody would read.

        Raises:
            CannotWrite: The file or its log is gone, replaced, or shorter than before.
        """
        now = tuple(map(_file_status, self._paths))
        if not all(map(_is_same_file, self._file_states, now)):
            raise CannotWrite(f"nothing was saved: {self._paths[0]} was moved while it was open")
        self._file_states = now

    def _write_change(self, write: WriteStatements) -> None:
        """Write a change, together with others that arrived while the disk was busy."""
        change = _PendingChange(write)
        self._pending_changes.append(change)
        with self._write_lock:
            if not change.finished:
                self._write_all(
                    [self._pending_changes.popleft() for _ in range(len(self._pending_changes))]
                )
        if change.error is not None:
            raise change.error

    def _write_all(self, changes: Sequence[_PendingChange]) -> None:
        try:
            with self._write_transaction() as connection:
                for change in changes:
                    change.apply_change(connection)
        except StorageError as error:
            for change in changes:
                change.error = change.error or error
        for change in changes:
            change.finished = True

    def _run_checkpoints(self) -> None:
        """Copy the log into the file, again and again, while nobody waits for that."""
        took = 0.0
        while not self._closing.wait(max(self._checkpoint_after_s, took / _CHECKPOINT_SHARE)):
            started = monotonic()
            if self._written:
                self._written = False
                with suppress(sqlite3.Error):
                    self._checkpointer.execute("PRAGMA wal_checkpoint")
                with suppress(StorageError), self._read_transaction() as connection:
                    if not self._written:
                        connection.execute("PRAGMA user_version = 0")  # begins the log anew
            took = monotonic() - started

    def _notify_changed(self, connection: SqlConnection, code: str) -> None:
        """Do nothing: there are no other relays."""

    def follow_peers(self, listener: PeerListener) -> None:
        """Do nothing: there are no other relays."""

    def announce_presence(self, code: str, devices: Collection[str]) -> None:
        """Do nothing: there are no other relays."""

    def close(self) -> None:
        self._closing.set()
        if self._checkpoint_thread.is_alive():
            self._checkpoint_thread.join()
        with self._lock:
            self._opened.close()


def _open_connection(path: Path) -> _SqliteConnection:
    """Open a connection that writes through to the disk and waits while the file is busy.

    Raises:
        sqlite3.Error: It cannot be opened, or is no database.
    """
    connection = sqlite3.connect(
        path,
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,
        check_same_thread=False,
        factory=_SqliteConnection,
    )
    try:
        for setting in ("foreign_keys = ON", "synchronous = FULL", "journal_mode = WAL"):
            connection.execute(f"PRAGMA {setting}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _fault_in(error: OSError | sqlite3.Error) -> type[CannotWrite]:
    """The type of the error to raise instead of one of the system or of SQLite."""
    if isinstance(error, OSError):
        return write_error_type(error)
    full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    return DiskFull if full else CannotWrite


_FileStatus = tuple[int, int, int] | None
"""The device, inode number and size of a file; None if it does not exist."""


def _file_status(path: str) -> _FileStatus:
    try:
        status = os.stat(path)  # noqa: PTH116 - once an entry, and a Path takes twice as long
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size


def _is_same_file(was: _FileStatus, now: _FileStatus) -> bool:
    """True if a file has neither been replaced nor truncated."""
    return was is None or (now is not None and was[:2] == now[:2] and was[2] <= now[2])

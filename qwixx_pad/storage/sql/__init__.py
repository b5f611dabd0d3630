"""The storage on SQLite. `sqlite3` is imported in this folder alone."""

import logging
import sqlite3
import time
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from qwixx_pad.storage import DATABASE, Rescue
from qwixx_pad.storage.protocol import CannotWrite, OtherVersion, fault_of
from qwixx_pad.storage.sql.database import PATIENCE, connect
from qwixx_pad.storage.sql.log import WriteAheadLog, read_log
from qwixx_pad.storage.sql.rescue import alone, finish, interrupted, put_away, set_aside, write_anew
from qwixx_pad.storage.sql.rows import all_fit
from qwixx_pad.storage.sql.salvage import copied
from qwixx_pad.storage.sql.schema import (
    APPLICATION_ID,
    FINGERPRINT,
    SCHEMAS,
    create,
    marks_in,
    marks_of,
    schema_of,
)
from qwixx_pad.storage.sql.sqlite_storage import SqliteStorage

_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_NEEDS_A_WRITER = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN})
_REFUSED = _NEEDS_A_WRITER | {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
}
"""Errors that speak of the disk; all others speak of what is written there."""


class _DamagedError(Exception):
    """The file is not a whole database of ours."""


def open_database(folder: Path, *, now: datetime) -> tuple[SqliteStorage, Rescue | None]:
    """The storage on the database of a folder, and what was rescued to open it (None: nothing).

    Args and errors are those of `storage.open_storage`.
    """
    path = folder / DATABASE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _open(path, now)
    except OSError as error:
        said = f"cannot use the folder {folder}: {error.strerror or error}"
        raise fault_of(error)(said) from error
    except _DamagedError as error:
        raise CannotWrite(f"{path} was damaged again while it was opened: {error}") from error
    except sqlite3.Error as error:
        if _kind(error) in _BUSY:
            raise CannotWrite(f"{path} is held by another program") from error
        return _looked_at(path, error), None


def _open(path: Path, now: datetime) -> tuple[SqliteStorage, Rescue | None]:
    if interrupted(path) is None:
        with suppress(_DamagedError):
            return _storage(path), None
    with alone(path.parent):
        rescue = _rescued(path, now)
        return _storage(path), rescue


def _storage(path: Path) -> SqliteStorage:
    storage = SqliteStorage(_sound(path), path, partial(_put_right, path))
    storage.settle()
    return storage


def _put_right(path: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    """Write all that a connection still reads to a fresh file, in the place of what there is.

    Raises:
        OSError: A file cannot be moved or written.
        sqlite3.Error: Not all can be read or written.
        CannotWrite: What was read is not whole.
    """
    with alone(path.parent):
        connection.execute("BEGIN IMMEDIATE")  # nobody else adds to what is left behind
        aside = write_anew(connection, path)
        connection.close()  # not before: it removes what lies under the name of its log
        said = "%s or its log was removed or cut off; all was written again, the rest is %s"
        logging.getLogger("qwixx_pad").warning(said, path, aside)
        return _sound(path)


def _rescued(path: Path, now: datetime) -> Rescue | None:
    """Rescue what is damaged; None if another process has done so while we waited."""
    fresh = interrupted(path)
    if fresh is not None:
        with suppress(_DamagedError):
            _inspect(fresh)
            return finish(path, fresh)
        put_away(fresh, now)
    try:
        _inspect(path)
    except _DamagedError:
        return set_aside(path, now)
    return None


def _sound(path: Path) -> sqlite3.Connection:
    """A connection to a whole database of this version.

    Raises:
        _DamagedError: It is not whole.
        OtherVersion: It is of another version.
        sqlite3.Error: It cannot be used, or not now.
    """
    _inspect(path)
    connection = connect(path)
    try:
        _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _inspect(path: Path) -> None:
    """Raise what is the matter with a database, if anything is.

    What is damaged or of another version must stay as it is, so it is looked at without SQLite
    first; then without a right to write where that goes: SQLite tidies up behind the last writer.
    """
    log = read_log(path)  # looked at first: a new database has its log after its page
    if _size(path) == 0:
        if log.frames or log.damaged:
            raise _DamagedError("the file of this log is gone, and SQLite would throw the log away")
        return
    _must_be_of_this_version(path, log)
    if log.damaged:
        raise _DamagedError("its log is damaged, and SQLite would throw some of it away")
    try:
        _examine(path, "ro")
    except sqlite3.Error as error:
        if _kind(error) not in _NEEDS_A_WRITER:
            raise
        _examine(path, "rw")


def _must_be_of_this_version(path: Path, log: WriteAheadLog) -> None:
    with path.open("rb") as file:
        page = log.first_page() or file.read(100)
    if marks_in(page) != (APPLICATION_ID, FINGERPRINT):
        with TemporaryDirectory() as folder:  # SQLite leaves side files beside what it looks at
            _examine(copied(path, Path(folder)), "rw", named=path)


def _size(path: Path) -> int:
    with suppress(FileNotFoundError):
        return path.stat().st_size
    return 0


def _examine(path: Path, mode: str, named: Path | None = None) -> None:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE)) as connection:
            _judge(connection, named or path)
    except sqlite3.Error as error:
        if _kind(error) in _BUSY | _REFUSED:
            raise
        raise _DamagedError(str(error)) from error
    except UnicodeDecodeError as error:
        raise _DamagedError("its tables are not legible") from error


def _judge(connection: sqlite3.Connection, path: Path) -> None:
    marks, schema = marks_of(connection), schema_of(connection)
    if schema or marks != (0, 0):
        _recognise(*marks, schema, path)
    fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if fault != "ok":
        raise _DamagedError(fault)
    connection.text_factory = bytes
    if schema and not all_fit(connection):
        raise _DamagedError("something in it is not as it was written")


def _recognise(owner: int, version: int, schema: frozenset[str], path: Path) -> None:
    """Raise what is the matter with tables that are not those of this version.

    Version and tables say the same: where they disagree one of them is damaged.
    """
    ours = (owner == APPLICATION_ID, version == FINGERPRINT, schema in SCHEMAS)
    if ours == (True, False, False):
        raise OtherVersion(f"{path} is of another version of Qwixx Pad; it is left untouched")
    if not all(ours):
        raise _DamagedError("these are not our tables")


def _prepare(connection: sqlite3.Connection) -> None:
    """Write-ahead log and tables; a read-only database is left as it is."""
    try:
        _log_ahead(connection)
        create(connection)
    except sqlite3.OperationalError as error:
        if _kind(error) != sqlite3.SQLITE_READONLY or not schema_of(connection):
            raise


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite does not wait for others here, so this does."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if _kind(error) not in _BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


def _looked_at(path: Path, why: sqlite3.Error) -> SqliteStorage:
    """A storage that can only be read: a copy in memory of what cannot be written.

    Raises:
        CannotWrite: There is nothing to read either.
    """
    try:
        return SqliteStorage(_in_memory(path))
    except (_DamagedError, sqlite3.Error, OSError) as error:
        raise fault_of(why)(f"cannot use {path}: {why}") from error


def _in_memory(path: Path) -> sqlite3.Connection:
    if _size(path) == 0:
        raise _DamagedError("there is nothing in it")
    with TemporaryDirectory() as folder:
        memory = connect(":memory:")
        with closing(_sound(copied(path, Path(folder)))) as source:
            source.backup(memory)
    memory.execute("PRAGMA query_only = ON")
    return memory


def _kind(error: sqlite3.Error) -> int:
    """The error's primary code; 0 where the module itself complains."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF

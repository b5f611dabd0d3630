"""Opening the store, whatever state its file is in.

A damaged file is never repaired in place and never deleted: it is set aside under a dated name,
and what can be read of it is copied into a fresh one. The copy is complete before it takes the
old file's place, so that a crash in between loses nothing either.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from qwixx_pad.store.protocol import CannotWrite, StoreError, TooNew
from qwixx_pad.store.schema import TABLES, VERSION, migrate, tables_of, version_of
from qwixx_pad.store.sqlite import SqliteStore, connect

FILE = "pad.db"
_SIDES = ("", "-wal", "-shm")
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_REFUSED = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_IOERR,
}


@dataclass(frozen=True, slots=True)
class Rescue:
    """What became of a damaged file.

    Attributes:
        set_aside: Where it lies now.
        games: Games that could be read and are in the fresh file.
        entries: Their entries.
    """

    set_aside: Path
    games: int
    entries: int


class _DamagedError(Exception):
    """The file is not a whole database of ours."""


def open_store(folder: Path, *, now: datetime) -> tuple[SqliteStore, Rescue | None]:
    """The store of a folder, and what had to be rescued to open it (None: nothing).

    Args:
        folder: Made, for its owner only, if it is not there.
        now: Dates the name of a file that is set aside.

    Raises:
        CannotWrite: The folder or the file cannot be used.
        TooNew: The file belongs to a newer version.
    """
    path = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return SqliteStore(_opened(path)), None
    except _DamagedError:
        pass
    except OSError as error:
        raise CannotWrite(f"cannot use the folder {folder}: {error.strerror}") from error
    try:
        rescue = _rescue(path, now)
        return SqliteStore(_opened(path)), rescue
    except (_DamagedError, OSError) as error:
        raise CannotWrite(f"cannot set the damaged file {path} aside: {error}") from error


def _opened(path: Path) -> sqlite3.Connection:
    """A sound, migrated connection."""
    try:
        connection = connect(path)
    except sqlite3.DatabaseError as error:
        raise _verdict(error, path) from error
    try:
        _check(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    try:
        version = version_of(connection)
        if version > VERSION:
            raise TooNew(f"{path} was written by a newer Qwixx Pad; it is left untouched")
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise _DamagedError
        if version and not tables_of(connection) >= TABLES:
            raise _DamagedError
        _prepare(connection)
    except sqlite3.DatabaseError as error:
        raise _verdict(error, path) from error


def _prepare(connection: sqlite3.Connection) -> None:
    """Write-ahead log and newest schema; a read-only database is left as it is."""
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection)
    except sqlite3.OperationalError as error:
        if _kind(error) != sqlite3.SQLITE_READONLY or version_of(connection) != VERSION:
            raise


def _kind(error: sqlite3.Error) -> int:
    return (error.sqlite_errorcode or 0) & 0xFF


def _verdict(error: sqlite3.DatabaseError, path: Path) -> Exception:
    """Whether the file is damaged, or only not to be had."""
    if _kind(error) in _BUSY:
        return CannotWrite(f"{path} is held by another program")
    if _kind(error) in _REFUSED:
        return CannotWrite(f"cannot use {path}: {error}")
    return _DamagedError(str(error))


def _rescue(path: Path, now: datetime) -> Rescue:
    fresh = path.with_name(f"{FILE}.rescued")
    _remove(fresh)
    games, entries = _copy(path, fresh)
    aside = _free_name(path, now)
    for side in _SIDES:
        with suppress(FileNotFoundError):
            Path(f"{path}{side}").rename(f"{aside}{side}")
    fresh.rename(path)
    return Rescue(aside, games, entries)


def _remove(path: Path) -> None:
    for side in _SIDES:
        Path(f"{path}{side}").unlink(missing_ok=True)


def _free_name(path: Path, now: datetime) -> Path:
    stem = f"pad-damaged-{now:%Y-%m-%dT%H%M%SZ}"
    names = (f"{stem}{n}.db" for n in ("", *(f"-{i}" for i in range(2, 1000))))
    return next(p for p in map(path.with_name, names) if not p.exists())


def _copy(damaged: Path, fresh: Path) -> tuple[int, int]:
    """Copy every readable game; returns how many games and entries those are."""
    games = entries = 0
    with closing(connect(fresh)) as target:
        migrate(target)
        with closing(sqlite3.connect(f"file:{damaged}?mode=ro", uri=True)) as source:
            target.execute("BEGIN")
            for game in _readable(source, "SELECT id, setup, names, started FROM game"):
                games += _put(target, "INSERT INTO game VALUES (?, ?, ?, ?)", game)
                entries += _copy_entries(source, target, game[0])
            for setting in _readable(source, "SELECT key, value FROM setting"):
                _put(target, "INSERT INTO setting VALUES (?, ?)", setting)
            target.execute("COMMIT")
    return games, entries


def _copy_entries(source: sqlite3.Connection, target: sqlite3.Connection, game: object) -> int:
    """Copy the entries of a game up to the first one that is missing or unreadable."""
    query = "SELECT game, number, token, at FROM entry WHERE game = ? ORDER BY number"
    copied = 0
    for row in _readable(source, query, (game,)):
        if row[1] != copied or not _put(target, "INSERT INTO entry VALUES (?, ?, ?, ?)", row):
            break
        copied += 1
    return copied


def _readable(
    source: sqlite3.Connection, query: str, values: tuple[object, ...] = ()
) -> Iterator[tuple[object, ...]]:
    """The rows of a query up to the first that cannot be read."""
    with suppress(sqlite3.Error, UnicodeDecodeError):
        yield from source.execute(query, values)


def _put(target: sqlite3.Connection, statement: str, row: tuple[object, ...]) -> bool:
    """Write one row unless it makes no sense; whether it was written."""
    try:
        target.execute(statement, row)
    except sqlite3.Error:
        return False
    return True


__all__ = ["FILE", "Rescue", "StoreError", "open_store"]

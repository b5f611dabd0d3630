"""Setting a damaged database aside and putting what it still gives in its place.

Nothing is repaired in place and nothing is deleted. What can be read is written to a fresh file
first; once that is whole it gets a name that says so (`….rescued`), and only then the damaged
files are moved. Whoever finds such a file finishes the moving: a crash at any point loses nothing.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from qwixx_pad.storage import Rescue, name_aside, synchronise
from qwixx_pad.storage.protocol import CannotWrite
from qwixx_pad.storage.sql import rows
from qwixx_pad.storage.sql.database import PATIENCE, connect
from qwixx_pad.storage.sql.rows import first_of
from qwixx_pad.storage.sql.salvage import Salvage, all_of, salvage
from qwixx_pad.storage.sql.schema import create

_SIDES = ("-wal", "-shm", "-journal", "")
"""What belongs to a database; the file itself moves last, for it is what is looked for first."""

_WHOLE = ".rescued"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let one process at a time rescue in a folder; the lock of one that dies is free again.

    Raises:
        sqlite3.Error: Another process takes too long, or nothing can be written here.
    """
    lock = folder / "pad-rescue.lock"
    with closing(sqlite3.connect(lock, isolation_level=None, timeout=PATIENCE)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def set_aside(path: Path, now: datetime) -> Rescue:
    """Move a damaged database aside and put a fresh one with its readable games in its place.

    Args:
        path: The database; its side files lie next to it.
        now: Dates the name under which it is kept.

    Raises:
        OSError: A file cannot be moved or written.
        sqlite3.Error: The fresh file cannot be written.
    """
    with _workplace(path) as work:
        found = salvage(path, work)
        fresh = work / "fresh.db"
        _write(found, fresh)
        aside = _take_its_place(path, fresh, now)
    return Rescue(aside, len(found.games), len(found.entries), found.lost)


def _take_its_place(path: Path, fresh: Path, now: datetime) -> Path:
    return _put_in_place(path, fresh.rename(name_aside(path, now).with_suffix(_WHOLE)))


@contextmanager
def _workplace(path: Path) -> Iterator[Path]:
    """An empty folder beside a database."""
    work = path.with_name("pad-rescue")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(mode=0o700)
    yield work
    shutil.rmtree(work, ignore_errors=True)


def write_anew(connection: sqlite3.Connection, path: Path) -> Path:
    """Put all that a connection still reads in a fresh file, and that where its file has to be.

    Args:
        connection: In a transaction, so that nobody adds to what is left behind.
        path: Where its file has to be.

    Returns:
        Where that is now which was there.

    Raises:
        OSError: A file cannot be moved or written.
        sqlite3.Error: The fresh file cannot be written.
        CannotWrite: Not all can be read; nothing was moved.
    """
    found = all_of(connection)
    if found.lost:
        raise CannotWrite("not all of it can be read any more")
    with _workplace(path) as work:
        fresh = work / "fresh.db"
        _write(found, fresh)
        return _take_its_place(path, fresh, datetime.now(UTC))


def interrupted(path: Path) -> Path | None:
    """The fresh database of a rescue that has not come to its end."""
    return next(iter(sorted(path.parent.glob(f"pad-damaged-*{_WHOLE}"))), None)


def finish(path: Path, fresh: Path) -> Rescue:
    """Bring an interrupted rescue to its end.

    Raises:
        OSError: A file cannot be moved.
        sqlite3.Error: The fresh file cannot be read.
    """
    with closing(sqlite3.connect(fresh)) as connection:
        query = "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM entry)"
        games, entries = connection.execute(query).fetchone()
    return Rescue(_put_in_place(path, fresh), games, entries, lost=True)


def put_away(fresh: Path, now: datetime) -> None:
    """Keep a file that was to be the fresh database but cannot be, under a dated name.

    Raises:
        OSError: It cannot be moved.
    """
    fresh.rename(name_aside(fresh.with_suffix(".db"), now))


def _write(found: Salvage, fresh: Path) -> None:
    with closing(connect(fresh)) as connection:
        create(connection)
        connection.execute("BEGIN")
        for head in found.games:
            rows.write_head(connection, *head)
        for game, entries in groupby(found.entries, key=itemgetter(0)):
            rows.write_entries(connection, game, first_of(game), (entry[1:] for entry in entries))
        for key, value in found.settings:
            rows.put_setting(connection, key, value)
        for deleted, at in found.deleted:
            rows.mark_deleted(connection, deleted, at)
        connection.execute("COMMIT")


def _put_in_place(path: Path, fresh: Path) -> Path:
    """Move the damaged files aside and the fresh one to where they were; returns where to."""
    aside = fresh.with_suffix(".db")
    if path.exists() and aside.exists():
        aside = name_aside(path, datetime.now(UTC))
    synchronise(path.parent)
    for side in _SIDES:
        with suppress(FileNotFoundError):
            Path(f"{path}{side}").rename(f"{aside}{side}")
    with suppress(FileExistsError):
        aside.touch(exist_ok=False)  # of a log without its file there is now one to point at
    synchronise(path.parent)
    fresh.rename(path)
    synchronise(path.parent)
    return aside

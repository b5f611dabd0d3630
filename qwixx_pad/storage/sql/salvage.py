"""Reading what can be read of a damaged database.

SQLite stops at the first page that makes no sense, so the tables are read from both ends, and
what lies in between is asked for row by row. Where even the first page is gone, it is replaced:
in a database of ours it says the same in every file. What SQLite would throw away of a damaged
log is put into copies. What all of these say is taken together: each row has its checksum.
"""

import shutil
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import Any

from qwixx_pad.storage.sql.database import connect
from qwixx_pad.storage.sql.log import Frame, read_log
from qwixx_pad.storage.sql.rows import (
    DELETED,
    ENTRIES,
    HEADS,
    SETTINGS,
    first_of,
    fits,
    sum_of_entry,
)
from qwixx_pad.storage.sql.schema import create

_SMALLEST_ROW = 4
"""Bytes of a file that a row takes at least: damaged pages that lead in a circle end there."""

_ENDLESS = sys.maxsize
_PAGE_COUNT = slice(28, 32)
"""Where the first page says how many pages there are: four bytes, the highest first."""

_ENTRY = f"{ENTRIES} WHERE game = ? AND number = ?"

_Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Salvage:
    """What a damaged database still gives; each row as texts and numbers, without its checksum.

    Attributes:
        games: Rows of the table `game`.
        entries: Rows of the table `entry`, of each game up to the first that is lost.
        settings: Rows of the table `setting`.
        deleted: Rows of the table `deleted`.
        lost: Whether something could not be read, or nobody knows.
    """

    games: tuple[tuple[str, ...], ...]
    entries: tuple[tuple[str, int, str, str], ...]
    settings: tuple[tuple[str, ...], ...]
    deleted: tuple[tuple[str, ...], ...]
    lost: bool


def salvage(path: Path, work: Path) -> Salvage:
    """Read a damaged database; only copies of it are opened.

    Args:
        path: The database; its side files lie next to it.
        work: An empty folder for the copies, removed by the caller.

    Raises:
        OSError: The file cannot be copied.
        sqlite3.Error: Nothing can be written in the work folder.
    """
    log, found = read_log(path), _Found()
    lost = _read(copied(path, _made(work / "as-it-is")), found)
    if lost or log.damaged:
        for name, frames in (("some", [f for f in log.frames if f.sound]), ("all", log.frames)):
            if frames:
                _read(_with_frames(path, _made(work / f"log-{name}"), frames), found)
        mended = copied(path, _made(work / "first-page"))
        _mend_first_page(mended, work)
        lost = _read(mended, found) and lost
    return found.together(lost=lost or log.damaged)


def all_of(connection: sqlite3.Connection) -> Salvage:
    """What an open connection still reads, whatever became of its file.

    Args:
        connection: Of no use for anything else afterwards.
    """
    found, reader = _Found(), _PageReader(connection, _ENDLESS)
    found.add(reader)
    return found.together(lost=reader.lost)


def copied(path: Path, folder: Path) -> Path:
    """A copy of a database with what is not yet written into it.

    Args:
        path: The database; its side files lie next to it.
        folder: An empty one.

    Raises:
        OSError: It cannot be copied.
    """
    for side in ("", "-wal", "-journal"):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{side}", folder / f"{path.name}{side}")
    return folder / path.name


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _with_frames(path: Path, folder: Path, frames: Iterable[Frame]) -> Path:
    """A copy of a database into which these pages are written, one after the other."""
    copy = folder / path.name
    with suppress(FileNotFoundError):
        shutil.copyfile(path, copy)
    with copy.open("r+b" if copy.exists() else "wb") as file:
        end = copy.stat().st_size + sum(len(frame.data) for frame in frames)
        for frame in frames:
            place = (frame.number - 1) * len(frame.data)
            if 0 <= place <= end:
                file.seek(place)
                file.write(frame.data)
    return copy


def _mend_first_page(path: Path, work: Path) -> None:
    """Replace the first page by that of an empty database of the same tables."""
    empty = work / "empty.db"
    with closing(connect(empty)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        create(connection)
        size = int(connection.execute("PRAGMA page_size").fetchone()[0])
    page = bytearray(empty.read_bytes()[:size])
    rest = path.read_bytes()[size:] if path.exists() else b""
    page[_PAGE_COUNT] = (1 + len(rest) // size).to_bytes(4, "big")
    path.write_bytes(page + rest)


def _read(path: Path, found: "_Found") -> bool:
    """Add the rows of a database to what was found; whether some could not be read."""
    most = sum(file.stat().st_size for file in path.parent.iterdir()) // _SMALLEST_ROW
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            reader = _PageReader(connection, most)
            found.add(reader)
            return reader.lost
    except sqlite3.Error:
        return True


class _PageReader:
    """Reads rows as long as there are some.

    Args:
        connection: To the copy of the damaged database.
        most: More rows than this cannot be in it.

    Attributes:
        lost: Whether something could not be read so far.
    """

    def __init__(self, connection: sqlite3.Connection, most: int) -> None:
        connection.text_factory = bytes
        connection.execute("PRAGMA writable_schema = ON")  # one bad table hides no others
        self._connection = connection
        self.most = most
        self.lost = False

    def rows(self, query: str, *values: object) -> Iterator[_Row]:
        """The rows up to the first that cannot be read."""
        try:
            yield from islice(self._connection.execute(query, values), self.most)
        except sqlite3.Error:
            self.lost = True

    def scan(self, query: str, *order: str) -> tuple[list[_Row], bool]:
        """The rows that can be reached from either end, some of them twice, and whether all."""
        before, self.lost = self.lost, False
        rows = list(self.rows(f"{query} ORDER BY {', '.join(order)}"))
        whole = not self.lost
        if not whole:
            rows += self.rows(f"{query} ORDER BY {', '.join(f'{by} DESC' for by in order)}")
        self.lost |= before
        return rows, whole

    def heads(self) -> list[_Row]:
        """The rows of the table `game`."""
        query = f"{HEADS} NOT INDEXED"
        rows, whole = self.scan(query, "rowid")
        if not whole:
            places, _ = self.scan("SELECT rowid, id FROM game", "id")
            last = max((place for place, _ in places if isinstance(place, int)), default=0)
            for place in range(1, min(last, self.most) + 1):
                rows += self.rows(f"{query} WHERE rowid = ?", place)
        return rows

    def entries(self, games: Iterable[bytes]) -> list[_Row]:
        """The rows of the table `entry`, those of these games in spite of gaps."""
        rows, whole = self.scan(ENTRIES, "game", "number")
        read = {row[:2] for row in rows}
        for game in () if whole else games:
            here = (number for number in count() if (game, number) not in read)
            while row := list(
                self.rows(f"{ENTRIES} WHERE game = ? AND number = ?", game, next(here))
            ):
                rows += row
        return rows


@dataclass(slots=True)
class _Found:
    """All rows that were read, as bytes and numbers, by what tells them apart."""

    heads: dict[bytes, _Row] = field(default_factory=dict)
    entries: dict[tuple[bytes, int], set[_Row]] = field(default_factory=dict)
    settings: dict[bytes, _Row] = field(default_factory=dict)
    deleted: dict[bytes, _Row] = field(default_factory=dict)

    def add(self, reader: _PageReader) -> None:
        """Add what a reader gives; a row that fits takes the place of one that does not."""
        for kept, rows in (
            (self.heads, reader.heads()),
            (self.settings, reader.scan(SETTINGS, "key")[0]),
            (self.deleted, reader.scan(DELETED, "game")[0]),
        ):
            for row in rows:
                if row[0] not in kept or fits(row):
                    kept[row[0]] = row
        for row in reader.entries(self.heads):
            self.entries.setdefault(row[:2], set()).add(row)

    def together(self, *, lost: bool) -> Salvage:
        """What all that makes, without what does not fit; but of a game's head what is legible."""
        heads = {key: head for key, row in self.heads.items() if (head := _head(row))}
        chains = {game: list(self._chain(game)) for game in heads}
        about = [[*filter(fits, rows.values())] for rows in (self.settings, self.deleted)]
        misfit = not all(map(fits, self.heads.values())) or len(heads) < len(self.heads)
        misfit |= sum(map(len, chains.values())) < len(self.entries)
        misfit |= sum(map(len, about)) < len(self.settings) + len(self.deleted)
        settings, deleted = (
            tuple(_texts(row[:-1], exactly=True) for row in rows) for rows in about
        )
        return Salvage(
            games=tuple(heads.values()),
            entries=tuple(entry for chain in chains.values() for entry in chain),
            settings=tuple(settings),
            deleted=tuple(row for row in deleted if row[0].encode() in heads),
            lost=lost or misfit,
        )

    def _chain(self, game: bytes) -> Iterator[tuple[str, int, str, str]]:
        """The entries of a game from the first to the last before one is lost."""
        before = first_of(game)
        for number in count():
            rows = self.entries.get((game, number), ())
            fitting = (row for row in rows if row[4] == _sum_of(before, row))
            row = next(fitting, None)
            if row is None:
                return
            before = row[4]
            yield (game.decode(), number, row[2].decode(), row[3].decode())


def _sum_of(before: int, row: _Row) -> int | None:
    _, number, token, at, _ = row
    whole = isinstance(token, bytes) and isinstance(at, bytes)
    return sum_of_entry(before, number, token, at) if whole else None


def _head(row: _Row) -> tuple[str, ...] | None:
    """The head of a game, if it can be told which one and on which sheet."""
    with suppress(ValueError, AttributeError):
        return (*_texts(row[:2], exactly=True), *_texts(row[2:4], exactly=False))
    return None


def _texts(row: _Row, *, exactly: bool) -> tuple[str, ...]:
    """The texts of a row.

    Args:
        row: As it was read.
        exactly: Whether none may have a letter that is not as it was written.

    Raises:
        ValueError: One has.
        AttributeError: One is no text.
    """
    errors = "strict" if exactly else "replace"
    return tuple(text.decode(errors=errors) for text in row)

"""Reading what can be read of a damaged database.

SQLite stops at the first page that makes no sense, so the tables are read from both ends, and
what lies in between is asked for row by row. Where even the first page is gone, it is replaced:
in a database of ours it says the same in every file.
"""

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count, islice, takewhile
from pathlib import Path
from typing import TypeVar

from qwixx_pad.store.sql.database import connect
from qwixx_pad.store.sql.schema import create

_SMALLEST_ROW = 4
"""Bytes of a file that a row takes at least: damaged pages that lead in a circle end there."""

_PAGE_COUNT = slice(28, 32)
"""Where the first page says how many pages there are: four bytes, the highest first."""


_T = TypeVar("_T")
_Row = tuple[object, ...]
_Game = tuple[str, str, str, str]
_Entry = tuple[str, int, str, str]
_GAMES = "SELECT id, setup, names, started FROM game NOT INDEXED"
_ENTRIES = "SELECT game, number, token, at FROM entry"


@dataclass(frozen=True, slots=True)
class Salvage:
    """What a damaged database still gives.

    Attributes:
        games: Rows of the table `game`.
        entries: Rows of the table `entry`, of each game up to its first gap.
        settings: Rows of the table `setting`.
        lost: Whether something could not be read.
    """

    games: tuple[_Game, ...]
    entries: tuple[_Entry, ...]
    settings: tuple[tuple[str, str], ...]
    lost: bool

    @property
    def size(self) -> int:
        """How many rows that is."""
        return len(self.games) + len(self.entries) + len(self.settings)


def salvage(path: Path, work: Path) -> Salvage:
    """Read a damaged database; only copies of it are opened.

    Args:
        path: The database; its side files lie next to it.
        work: An empty folder for the copies, removed by the caller.

    Raises:
        OSError: The file cannot be copied.
        sqlite3.Error: Nothing can be written in the work folder.
    """
    as_it_is = _salvage(copied(path, _made(work / "first")))
    if not as_it_is.lost:
        return as_it_is
    mended = copied(path, _made(work / "second"))
    _mend_first_page(mended, work)
    return max(as_it_is, _salvage(mended), key=lambda found: found.size)


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


def _salvage(path: Path) -> Salvage:
    most = sum(file.stat().st_size for file in path.parent.iterdir()) // _SMALLEST_ROW
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            return _read_all(_Reader(connection, most))
    except sqlite3.Error:
        return Salvage((), (), (), lost=True)


class _Reader:
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

    def sense(self, rows: Iterable[_Row], read: Callable[[_Row], _T]) -> Iterator[_T]:
        """What the rows say, without those that make no sense."""
        for row in rows:
            try:
                yield read(row)
            except ValueError:
                self.lost = True


def _read_all(reader: _Reader) -> Salvage:
    games = {game[0]: game for game in reader.sense(_game_rows(reader), _game)}
    found = _entries(reader, games)
    entries = tuple(entry for game in games for entry in _up_to_gap(found, game))
    rows, _ = reader.scan("SELECT key, value FROM setting", "key")
    settings = dict(reader.sense(rows, lambda row: (_exact(row[0]), _exact(row[1]))))
    lost = reader.lost or len(entries) < len(found)
    return Salvage(tuple(games.values()), entries, tuple(settings.items()), lost)


def _game_rows(reader: _Reader) -> list[_Row]:
    rows, whole = reader.scan(_GAMES, "rowid")
    if not whole:
        places, _ = reader.scan("SELECT rowid, id FROM game", "id")
        last = max((place for place, _ in places if isinstance(place, int)), default=0)
        for place in range(1, min(last, reader.most) + 1):
            rows += reader.rows(f"{_GAMES} WHERE rowid = ?", place)
    return rows


def _entries(reader: _Reader, games: Iterable[str]) -> dict[tuple[str, int], _Entry]:
    """The readable entries of all games by game and number."""
    rows, whole = reader.scan(_ENTRIES, "game", "number")
    found = {entry[:2]: entry for entry in reader.sense(rows, _entry)}
    for game in () if whole else games:
        number = sum(1 for _ in _up_to_gap(found, game))
        while row := list(reader.rows(f"{_ENTRIES} WHERE game = ? AND number = ?", game, number)):
            found.update({entry[:2]: entry for entry in reader.sense(row, _entry)})
            number += 1
    return found


def _up_to_gap(found: dict[tuple[str, int], _Entry], game: str) -> Iterator[_Entry]:
    """The entries of a game from the first to the last before one is missing."""
    numbers = takewhile(lambda number: (game, number) in found, count())
    return (found[game, number] for number in numbers)


def _game(row: _Row) -> _Game:
    return (_exact(row[0]), _exact(row[1]), _roughly(row[2]), _roughly(row[3]))


def _entry(row: _Row) -> _Entry:
    if not isinstance(row[1], int):
        raise ValueError(f"not the number of an entry: {row[1]!r}")  # noqa: TRY004 - a bad value in a file, not in the code
    return (_exact(row[0]), row[1], _exact(row[2]), _roughly(row[3]))


def _exact(text: object) -> str:
    """A text that means nothing unless each letter is right.

    Raises:
        ValueError: It is no text.
    """
    if not isinstance(text, bytes):
        raise ValueError(f"not a text: {text!r}")  # noqa: TRY004 - as above
    return text.decode()


def _roughly(text: object) -> str:
    """A text of which a few letters may be wrong."""
    return text.decode(errors="replace") if isinstance(text, bytes) else ""

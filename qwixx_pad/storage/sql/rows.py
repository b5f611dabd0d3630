"""The rows of the tables that hold the truth, their checksums, and the summaries made of them."""

import json
import logging
import sqlite3
from binascii import crc32
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.storage.protocol import (
    Conflict,
    GameHead,
    News,
    SavedEntry,
    SavedGame,
    StorageError,
    UnknownGame,
)
from qwixx_pad.storage.summary import LONG_AGO, Summary, packed, stamp, time_of, unpacked

HEADS = "SELECT id, setup, names, started, sum FROM game"
ENTRIES = "SELECT game, number, token, at, sum FROM entry"
SETTINGS = "SELECT key, value, sum FROM setting"
DELETED = "SELECT game, at, sum FROM deleted"


def sum_of(*texts: str) -> int:
    """The checksum of a row of texts."""
    return sum_of_bytes(*map(str.encode, texts))


def sum_of_bytes(*texts: bytes) -> int:
    """The same, of texts as they lie in the file."""
    return crc32(b"\0".join(texts))


def first_of(game: str | bytes) -> int:
    """What the checksum of a game's first entry is made over, as that of an entry before it."""
    return crc32(game.encode() if isinstance(game, str) else game)


def sum_of_entry(before: int, number: int, token: bytes, at: bytes) -> int:
    """The checksum of an entry.

    Args:
        before: That of the entry before it, or `first_of` its game.
        number: Of the entry, from 0.
        token: As it lies in the file.
        at: When it was made, as it lies in the file.
    """
    return crc32(b"%d\0%b\0%b" % (number, token, at), before)


def all_fit(connection: sqlite3.Connection) -> bool:
    """Whether every row is as it was written and no entry is missing before another.

    Args:
        connection: One that gives texts as bytes.
    """
    tables = (connection.execute(query) for query in (HEADS, SETTINGS, DELETED))
    return all(fits(row) for rows in tables for row in rows) and _entries_fit(connection)


def fits(row: Sequence[bytes | int]) -> bool:
    """Whether a row, its checksum last, is as it was written; an entry's takes more to know."""
    *texts, total = row
    return all(isinstance(text, bytes) for text in texts) and sum_of_bytes(*texts) == total  # type: ignore[arg-type]


def _entries_fit(connection: sqlite3.Connection) -> bool:
    here, due, before = None, 0, 0
    for game, number, token, at, total in connection.execute(f"{ENTRIES} ORDER BY game, number"):
        if game != here:
            here, due, before = game, 0, first_of(game)
        before = sum_of_entry(before, number, token, at)
        if (number, total) != (due, before):
            return False
        due += 1
    return True


_ALL = "SELECT id FROM game UNION SELECT game FROM summary WHERE text <> ''"
OUTDATE = f"INSERT OR IGNORE INTO stale {_ALL}"
"""Makes all of them stale, those too that belong to no game."""
_KEEP = "INSERT OR REPLACE INTO summary (game, text) VALUES (?, ?)"
_GONE = ""
"""What is kept of a game that was removed, so that whoever knew it hears of that."""


def keep(connection: sqlite3.Connection, summary: Summary) -> None:
    """Put a summary in the place of the one that there was of its game."""
    connection.execute(_KEEP, (summary.game, json.dumps(packed(summary), separators=(",", ":"))))


def forget(connection: sqlite3.Connection, game: str) -> None:
    """Drop the summary of a game."""
    connection.execute(_KEEP, (game, _GONE))


class _SqlMark(NamedTuple):
    """Of which state of which database something was told, and the last number that was in it."""

    connection: sqlite3.Connection
    others: int
    own: int
    number: int


def news(connection: sqlite3.Connection, mark: object) -> News | None:
    """What is not known yet; see `Storage`."""
    others = connection.execute("PRAGMA data_version").fetchone()[0]
    state = (connection, others, connection.total_changes)
    known = mark if isinstance(mark, _SqlMark) and mark.connection is connection else None
    if known is not None and known[:3] == state:
        return None
    after = 0 if known is None else known.number
    query = "SELECT number, game, text FROM summary WHERE number > ? ORDER BY number"
    rows = connection.execute(query, (after,)).fetchall()
    told = {game: _read(game, text) for _, game, text in rows if text != _GONE}
    return News(
        mark=_SqlMark(*state, rows[-1][0] if rows else after),
        anew=known is None,
        summaries=tuple(summary for summary in told.values() if summary is not None),
        gone=tuple(game for _, game, text in rows if text == _GONE),
        deleted=frozenset(row[0] for row in connection.execute("SELECT game FROM deleted")),
    )


def _read(game: str, text: str) -> Summary | None:
    """A summary; one damaged text must not hide the other games, and can be made again."""
    try:
        return unpacked(read_json(text))
    except (ValueError, TypeError, OverflowError) as error:
        logging.getLogger("qwixx_pad").warning("no summary of game %s: %s", game, error)
        return None


ALL = "SELECT id FROM game ORDER BY started, id"
_ADD_HEAD = "INSERT INTO game (id, setup, names, started, sum) VALUES (?, ?, ?, ?, ?)"
_ADD_ENTRY = "INSERT INTO entry (game, number, token, at, sum) VALUES (?, ?, ?, ?, ?)"
_SET = "INSERT OR REPLACE INTO setting (key, value, sum) VALUES (?, ?, ?)"
_DELETE = "INSERT OR IGNORE INTO deleted (game, at, sum) VALUES (?, ?, ?)"
_LAST = (
    "SELECT number, entry.sum FROM game LEFT JOIN entry ON game = id WHERE id = ?"
    " ORDER BY number DESC LIMIT 1"
)
_ENTRIES = "SELECT number, token, at, sum FROM entry WHERE game = ? ORDER BY number"


def of_game(connection: sqlite3.Connection, query: str, game: str) -> tuple[Any, ...]:
    """The row of a query about one game.

    Raises:
        UnknownGame: There is no such game.
    """
    with suppress(UnicodeEncodeError):
        row: tuple[Any, ...] | None = connection.execute(query, (game,)).fetchone()
        if row is not None:
            return row
    raise UnknownGame(f"no game {game!r}")


def add_game(connection: sqlite3.Connection, head: GameHead) -> None:
    """Write a new game without entries.

    Raises:
        ValueError: A text or a time that cannot be kept.
    """
    write_head(connection, head.id, head.setup, json.dumps(head.names), stamp(head.started))


def write_head(connection: sqlite3.Connection, *texts: str) -> None:
    """Write a game without entries: identifier, setup, names as JSON, start."""
    connection.execute(_ADD_HEAD, (*texts, sum_of(*texts)))


def length_of(connection: sqlite3.Connection, game: str) -> int:
    """How many entries a game has.

    Raises:
        UnknownGame: There is no such game.
    """
    return _last(connection, game)[0] + 1


def _last(connection: sqlite3.Connection, game: str) -> tuple[int, int]:
    """Number and checksum of a game's last entry; -1 and what its first one is made over."""
    number, total = of_game(connection, _LAST, game)
    return (-1, first_of(game)) if number is None else (number, total)


def add_entries(
    connection: sqlite3.Connection, game: str, number: int, entries: Iterable[SavedEntry]
) -> None:
    """Write the next entries of a game, the first of them with this number.

    Raises:
        UnknownGame: There is no such game.
        Conflict: The number is not the next one.
        ValueError: A text or a time that cannot be kept.
    """
    last, total = _last(connection, game)
    if number != last + 1:
        raise Conflict(f"entry {number} of game {game} is not the next one")
    kept = ((here, entry.token, stamp(entry.at)) for here, entry in enumerate(entries, number))
    write_entries(connection, game, total, kept)


def write_entries(
    connection: sqlite3.Connection, game: str, before: int, entries: Iterable[tuple[int, str, str]]
) -> None:
    """Write entries of a game, each with its checksum.

    Args:
        connection: In a transaction.
        game: Identifier of the game.
        before: Checksum of the entry before them, or `first_of` the game.
        entries: Number, token and time of each, in order.
    """
    for number, token, at in entries:
        before = sum_of_entry(before, number, token.encode(), at.encode())
        connection.execute(_ADD_ENTRY, (game, number, token, at, before))


def put_setting(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Write a setting, in the place of one that there may be."""
    connection.execute(_SET, (key, value, sum_of(key, value)))


def drop_setting(connection: sqlite3.Connection, key: str) -> None:
    """Remove a setting, if there is one."""
    connection.execute("DELETE FROM setting WHERE key = ?", (key,))


def mark_deleted(connection: sqlite3.Connection, game: str, at: str) -> None:
    """Note when a game was deleted; one that was stays as it is."""
    connection.execute(_DELETE, (game, at, sum_of(game, at)))


def deleted_at(connection: sqlite3.Connection, game: str) -> str | None:
    """When a game was deleted; None if it was not."""
    row = connection.execute("SELECT at FROM deleted WHERE game = ?", (game,)).fetchone()
    return None if row is None else str(row[0])


def put_back(connection: sqlite3.Connection, games: Iterable[str]) -> None:
    """Have deleted games in the list again; one that was not deleted may be among them."""
    rows = ((game,) for game in games)
    connection.executemany("DELETE FROM deleted WHERE game = ?", rows)


def game_of(connection: sqlite3.Connection, row: tuple[Any, ...]) -> SavedGame:
    """The game of a row of the table `game`, with its entries.

    Raises:
        StorageError: Something in it is not as it was written.
    """
    game, setup, names, started, total = row
    if sum_of(game, setup, names, started) != total:
        raise _damaged(game)
    head = GameHead(game, setup, _names(names), time_of(started, LONG_AGO))
    return SavedGame(head, tuple(_entries(connection, head)))


def _damaged(game: str) -> StorageError:
    return StorageError(f"game {game} is damaged; opened again, what can be read of it is rescued")


def _names(text: str) -> tuple[str, ...]:
    """The names of the seats; one damaged text must not hide a game."""
    try:
        names = read_json(text)
    except ValueError:
        return ("",)
    return tuple(map(str, names)) if isinstance(names, list) else ("",)


def _entries(connection: sqlite3.Connection, head: GameHead) -> Iterator[SavedEntry]:
    before = first_of(head.id)
    rows = connection.execute(_ENTRIES, (head.id,))
    for due, (number, token, at, total) in enumerate(rows):
        before = sum_of_entry(before, number, token.encode(), at.encode())
        if (number, total) != (due, before):
            raise _damaged(head.id)
        yield SavedEntry(token, time_of(at, head.started))


def settings_of(connection: sqlite3.Connection) -> dict[str, str]:
    """All settings, as texts."""
    return dict(connection.execute("SELECT key, value FROM setting"))


def remove(connection: sqlite3.Connection, game: str) -> None:
    """Remove one game for good, within a transaction."""
    connection.execute("DELETE FROM deleted WHERE game = ?", (game,))
    connection.execute("DELETE FROM entry WHERE game = ?", (game,))
    connection.execute("DELETE FROM game WHERE id = ?", (game,))
    connection.execute("DELETE FROM stale WHERE game = ?", (game,))
    forget(connection, game)

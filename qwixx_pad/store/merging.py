"""Taking games from elsewhere in: all at once or not at all, and back out again."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from qwixx_pad.foreign_json import read_json
from qwixx_pad.store.archive import remove
from qwixx_pad.store.protocol import Conflict, SavedEntry, SavedGame
from qwixx_pad.store.sqlite import SqliteStore, head_row, stamp

_NEW = -1
"""What stands for 'was not here' where the length before the import is kept."""
_UNDO = "undo-import"
"""The setting that remembers which settings an import has changed."""
_LENGTH = "SELECT count(*) FROM entry WHERE game = ?"


@dataclass(frozen=True, slots=True)
class Intake:
    """What an import changes.

    Attributes:
        new: Games that are not here, each with the time of its deletion if it was deleted there.
        longer: Games that go on there: identifier, entries here, the further ones.
        back: Identifiers of games that were deleted here and are not there.
        settings: Settings that have no value here.
    """

    new: tuple[tuple[SavedGame, str | None], ...] = ()
    longer: tuple[tuple[str, int, tuple[SavedEntry, ...]], ...] = ()
    back: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.longer or self.back or self.settings)


def take_in(store: SqliteStore, intake: Intake) -> None:
    """Keep all that an import brings, and what is needed to take it back.

    Raises:
        Conflict: A game was changed meanwhile; nothing was written.
        CannotWrite: Nothing was written.
        ValueError: A text or a time that cannot be kept; nothing was written.
    """
    with store.writing() as connection:
        connection.execute("DELETE FROM imported")
        for saved, deleted in intake.new:
            _add(connection, saved, deleted)
        for game, number, entries in intake.longer:
            _lengthen(connection, game, number, entries)
        for game in intake.back:
            _put_back(connection, game)
        _set(connection, dict(intake.settings))


def _add(connection: sqlite3.Connection, saved: SavedGame, deleted: str | None) -> None:
    connection.execute("INSERT INTO game VALUES (?, ?, ?, ?)", head_row(saved.head))
    _write_entries(connection, saved.head.id, 0, saved.entries)
    if deleted is not None:
        connection.execute("INSERT INTO deleted VALUES (?, ?)", (saved.head.id, deleted))
    _note(connection, saved.head.id, _NEW, len(saved.entries), None)


def _lengthen(
    connection: sqlite3.Connection, game: str, number: int, entries: Iterable[SavedEntry]
) -> None:
    (length,) = connection.execute(_LENGTH, (game,)).fetchone()
    if length != number:
        raise Conflict(f"game {game} was changed meanwhile")
    _write_entries(connection, game, number, entries)
    (after,) = connection.execute(_LENGTH, (game,)).fetchone()
    _note(connection, game, number, after, None)


def _write_entries(
    connection: sqlite3.Connection, game: str, number: int, entries: Iterable[SavedEntry]
) -> None:
    rows = ((game, number + i, entry.token, stamp(entry.at)) for i, entry in enumerate(entries))
    connection.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)


def _put_back(connection: sqlite3.Connection, game: str) -> None:
    row = connection.execute("SELECT at FROM deleted WHERE game = ?", (game,)).fetchone()
    if row is None:
        return
    connection.execute("DELETE FROM deleted WHERE game = ?", (game,))
    length = connection.execute(_LENGTH, (game,)).fetchone()[0]
    _note(connection, game, length, length, row[0])


def _note(
    connection: sqlite3.Connection, game: str, kept: int, length: int, deleted: str | None
) -> None:
    """Remember how to take one game back out; a game both longer and put back has one line."""
    connection.execute(
        "INSERT INTO imported VALUES (?, ?, ?, ?)"
        " ON CONFLICT (game) DO UPDATE SET deleted = excluded.deleted",
        (game, kept, length, deleted),
    )


def _set(connection: sqlite3.Connection, settings: Mapping[str, str]) -> None:
    kept = dict(connection.execute("SELECT key, value FROM setting"))
    changed = {key: [kept.get(key), value] for key, value in settings.items()}
    put = "INSERT OR REPLACE INTO setting VALUES (?, ?)"
    connection.executemany(put, settings.items())
    connection.execute(put, (_UNDO, json.dumps(changed)))


def can_take_back(store: SqliteStore) -> bool:
    """Whether there is an import to take back."""
    return _UNDO in store.settings()


def take_back(store: SqliteStore) -> int:
    """Take the last import back out. What was played on since then stays.

    Returns:
        How many games it concerned.

    Raises:
        CannotWrite: Nothing has changed.
    """
    with store.writing() as connection:
        rows = connection.execute("SELECT game, kept, length, deleted FROM imported").fetchall()
        for game, kept, length, deleted in rows:
            _take_back(connection, game, kept, length, deleted)
        connection.execute("DELETE FROM imported")
        _unset(connection)
        return len(rows)


def _take_back(
    connection: sqlite3.Connection, game: str, kept: int, length: int, deleted: str | None
) -> None:
    """One game is as it was, unless it was played on or removed since."""
    here = connection.execute("SELECT 1 FROM game WHERE id = ?", (game,)).fetchone()
    if here is None or connection.execute(_LENGTH, (game,)).fetchone()[0] != length:
        return
    if kept == _NEW:
        remove(connection, game)
        return
    connection.execute("DELETE FROM entry WHERE game = ? AND number >= ?", (game, kept))
    if deleted is not None:
        connection.execute("INSERT OR IGNORE INTO deleted VALUES (?, ?)", (game, deleted))


def _unset(connection: sqlite3.Connection) -> None:
    """Settings that are still as the import left them are as they were before it."""
    kept = dict(connection.execute("SELECT key, value FROM setting"))
    for key, (before, after) in read_json(kept.get(_UNDO, "{}")).items():
        if kept.get(key) != after:
            continue
        if before is None:
            connection.execute("DELETE FROM setting WHERE key = ?", (key,))
        else:
            connection.execute("UPDATE setting SET value = ? WHERE key = ?", (before, key))
    connection.execute("DELETE FROM setting WHERE key = ?", (_UNDO,))

"""Taking games from elsewhere in, and back out again, within one transaction."""

import sqlite3
from collections.abc import Mapping, Sequence

from qwixx_pad.store.merging import NEW, UNDO, Intake, memory_of, remembered
from qwixx_pad.store.protocol import Conflict, UnknownGame
from qwixx_pad.store.saved import SavedEntry, SavedGame
from qwixx_pad.store.sql.rows import (
    add_entries,
    add_game,
    deleted_at,
    drop_setting,
    length_of,
    mark_deleted,
    put_back,
    put_setting,
    remove,
    settings_of,
)


def take_in(connection: sqlite3.Connection, intake: Intake) -> None:
    """Keep all that an import brings, and what is needed to take it back.

    Raises:
        Conflict: A game was changed meanwhile.
        ValueError: A text or a time that cannot be kept.
    """
    connection.execute("DELETE FROM imported")
    for saved, deleted in intake.new:
        _add(connection, saved, deleted)
    for game, number, entries in intake.longer:
        _lengthen(connection, game, number, entries)
    for game in intake.back:
        _comes_back(connection, game)
    _set(connection, dict(intake.settings))


def _add(connection: sqlite3.Connection, saved: SavedGame, deleted: str | None) -> None:
    add_game(connection, saved.head)
    add_entries(connection, saved.head.id, 0, saved.entries)
    if deleted is not None:
        mark_deleted(connection, saved.head.id, deleted)
    _note(connection, saved.head.id, NEW, len(saved.entries), None)


def _lengthen(
    connection: sqlite3.Connection, game: str, number: int, entries: Sequence[SavedEntry]
) -> None:
    try:
        add_entries(connection, game, number, entries)
    except UnknownGame as error:
        raise Conflict(f"game {game} was changed meanwhile") from error
    _note(connection, game, number, number + len(entries), None)


def _comes_back(connection: sqlite3.Connection, game: str) -> None:
    at = deleted_at(connection, game)
    if at is None:
        return
    put_back(connection, (game,))
    length = length_of(connection, game)
    _note(connection, game, length, length, at)


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
    memory = memory_of(settings_of(connection), settings)
    for key, value in {**settings, UNDO: memory}.items():
        put_setting(connection, key, value)


def take_back(connection: sqlite3.Connection) -> int:
    """Take the last import back out; how many games it concerned."""
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
    try:
        if length_of(connection, game) != length:
            return
    except UnknownGame:
        return
    if kept == NEW:
        remove(connection, game)
        return
    connection.execute("DELETE FROM entry WHERE game = ? AND number >= ?", (game, kept))
    if deleted is not None:
        mark_deleted(connection, game, deleted)


def _unset(connection: sqlite3.Connection) -> None:
    for key, before in remembered(settings_of(connection)).items():
        if before is None:
            drop_setting(connection, key)
        else:
            put_setting(connection, key, before)

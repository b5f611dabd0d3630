"""Taking games from elsewhere in, and back out again, within one transaction."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from qwixx_pad.storage.protocol import (
    NEW,
    UNDO,
    Conflict,
    GameHead,
    Intake,
    News,
    SavedEntry,
    SavedGame,
    Summarise,
    UnknownGame,
    memory_of,
    remembered,
)
from qwixx_pad.storage.sql import rows
from qwixx_pad.storage.sql.database import Database
from qwixx_pad.storage.sql.rows import (
    HEADS,
    OUTDATE,
    add_entries,
    add_game,
    deleted_at,
    drop_setting,
    forget,
    keep,
    length_of,
    mark_deleted,
    news,
    put_back,
    put_setting,
    remove,
    settings_of,
)
from qwixx_pad.storage.summary import stamp


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


_NEWEST = (
    f"{HEADS} WHERE id NOT IN (SELECT game FROM deleted) ORDER BY started DESC, id DESC LIMIT 1"
)


class SqliteStorage(Database):
    """A storage on an open connection; see `Database`."""

    def start(self, head: GameHead) -> None:
        """Keep a new game without entries; see `Storage`."""
        with self.writing() as connection:
            rows.add_game(connection, head)

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Keep the next entries of a game; see `Storage`."""
        with self.writing() as connection:
            rows.add_entries(connection, game, number, entries)

    def load(self, game: str) -> SavedGame:
        """A game with its entries; see `Storage`."""
        with self.reading() as connection:
            return rows.game_of(connection, rows.of_game(connection, f"{HEADS} WHERE id = ?", game))

    def length(self, game: str) -> int:
        """How many entries a game has; see `Storage`."""
        with self.reading() as connection:
            return rows.length_of(connection, game)

    def games(self) -> tuple[str, ...]:
        """The identifiers of all games; see `Storage`."""
        with self.reading() as connection:
            return tuple(row[0] for row in connection.execute(rows.ALL))

    def newest(self) -> SavedGame | None:
        """The game that was started last; see `Storage`."""
        with self.reading() as connection:
            row = connection.execute(_NEWEST).fetchone()
            return None if row is None else rows.game_of(connection, row)

    def settings(self) -> dict[str, str]:
        """All settings, as texts."""
        with self.reading() as connection:
            return rows.settings_of(connection)

    def put_setting(self, key: str, value: str) -> None:
        """Keep one setting; see `Storage`."""
        with self.writing() as connection:
            rows.put_setting(connection, key, value)

    def drop_setting(self, key: str) -> None:
        """Keep a setting no longer; see `Storage`."""
        with self.writing() as connection:
            rows.drop_setting(connection, key)

    def refresh(self, summarise: Summarise, most: int) -> int:
        """Make summaries that have become stale; see `Storage`."""
        with self.reading() as connection:
            if connection.execute("SELECT 1 FROM stale LIMIT 1").fetchone() is None:
                return 0
        with self.writing() as connection:
            stale = connection.execute("SELECT game FROM stale LIMIT ?", (most,)).fetchall()
            for game in stale:
                head = connection.execute(f"{HEADS} WHERE id = ?", game).fetchone()
                if head is None:
                    forget(connection, *game)
                else:
                    keep(connection, summarise(rows.game_of(connection, head)))
            connection.executemany("DELETE FROM stale WHERE game = ?", stale)
            return len(stale)

    def outdate(self) -> None:
        """Let all summaries be stale."""
        with self.writing() as connection:
            connection.execute(OUTDATE)

    def news(self, mark: object) -> News | None:
        """What is not known yet; see `Storage`."""
        with self.reading() as connection:
            return news(connection, mark)

    def each(self) -> Iterator[tuple[SavedGame, str | None]]:
        """Every kept game, and when it was deleted if it was; see `Storage`."""
        for game in self.games():
            with self.reading() as connection:
                row = connection.execute(f"{HEADS} WHERE id = ?", (game,)).fetchone()
                if row is not None:
                    yield rows.game_of(connection, row), rows.deleted_at(connection, game)

    def delete(self, games: Iterable[str], at: datetime) -> None:
        """Take games out of the list and the statistics; see `Storage`."""
        with self.writing() as connection:
            for game in games:
                rows.mark_deleted(connection, game, stamp(at))

    def put_back(self, games: Iterable[str]) -> None:
        """Have deleted games in the list again; see `Storage`."""
        with self.writing() as connection:
            rows.put_back(connection, games)

    def wipe(self, games: Iterable[str]) -> None:
        """Remove games for good, their entries too; see `Storage`."""
        with self.writing() as connection:
            for game in games:
                rows.remove(connection, game)

    def take_in(self, intake: Intake) -> None:
        """Keep all that an import brings; see `Storage`."""
        with self.writing() as connection:
            take_in(connection, intake)

    def take_back(self) -> int:
        """Take the last import back out; see `Storage`."""
        with self.writing() as connection:
            return take_back(connection)

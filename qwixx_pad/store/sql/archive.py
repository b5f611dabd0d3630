"""The archive on SQLite: found by SQL over summaries, which triggers mark as stale."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime

from qwixx_pad.store.archive import BATCH, Player, Summarise, in_batches
from qwixx_pad.store.merging import UNDO, Intake
from qwixx_pad.store.protocol import SavedGame
from qwixx_pad.store.sql import merging
from qwixx_pad.store.sql.counting import numbers, standings
from qwixx_pad.store.sql.database import Database
from qwixx_pad.store.sql.rows import ALL, game_of, mark_deleted, remove, settings_of
from qwixx_pad.store.sql.selecting import DELETED, PERSON, conditions, forget, summaries, write
from qwixx_pad.store.sql.sums import HEADS
from qwixx_pad.store.statistics import Numbers, Standing
from qwixx_pad.store.summary import State, Summary, Wanted
from qwixx_pad.store.texts import sheets_in, stamp, who, whole


class SqlArchive:
    """All kept games; see `Archive`.

    Args:
        database: Where they are.
        summarise: Makes a summary.
    """

    def __init__(self, database: Database, summarise: Summarise) -> None:
        self._database = database
        self._summarise = summarise

    def refresh(self) -> int:
        """Make the summaries that have become stale; see `Archive`."""
        return in_batches(self._refresh_some)

    def _refresh_some(self) -> int:
        with self._database.reading() as connection:
            if connection.execute("SELECT 1 FROM stale LIMIT 1").fetchone() is None:
                return 0
        with self._database.writing() as connection:
            rows = connection.execute("SELECT game FROM stale LIMIT ?", (BATCH,)).fetchall()
            for (game,) in rows:
                self._renew(connection, game)
                connection.execute("DELETE FROM stale WHERE game = ?", (game,))
            return len(rows)

    def _renew(self, connection: sqlite3.Connection, game: str) -> None:
        row = connection.execute(f"{HEADS} WHERE id = ?", (game,)).fetchone()
        if row is None:
            forget(connection, game)
        else:
            write(connection, self._summarise(game_of(connection, row)))

    def rebuild(self) -> int:
        """Make all summaries again from the entries; see `Archive`."""
        with self._database.writing() as connection:
            connection.execute("DELETE FROM summary WHERE game NOT IN (SELECT id FROM game)")
            connection.execute("INSERT OR IGNORE INTO stale SELECT id FROM game")
        return self.refresh()

    def page(self, wanted: Wanted, offset: int, limit: int, mine: str = "") -> tuple[Summary, ...]:
        """Some of the games that are asked for, the latest first; see `Archive`."""
        condition, values = conditions(wanted, mine)
        with self._database.reading() as connection:
            found = summaries(connection, condition, values, limit=limit, offset=offset)
            return tuple(found)

    def count(self, wanted: Wanted, mine: str = "") -> int:
        """How many games are asked for."""
        condition, values = conditions(wanted, mine)
        query = f"SELECT count(*) FROM summary WHERE {condition}"
        with self._database.reading() as connection:
            return int(connection.execute(query, values).fetchone()[0])

    def find(self, game: str) -> Summary | None:
        """The summary of one game, deleted or not."""
        with self._database.reading() as connection, suppress(UnicodeEncodeError):
            found = summaries(connection, "game = ?", (game,), limit=1, offset=0)
            return next(found, None)
        return None

    def players(self, mine: str = "") -> tuple[Player, ...]:
        """Everybody with a name, who has played most first; see `Archive`."""
        own = whole(mine)
        query = (
            f"SELECT {PERSON}, count(*), max(touched) FROM score"
            " JOIN summary ON summary.number = score.summary"
            f" WHERE state <> ? AND NOT {DELETED} AND person <> ''"
            " GROUP BY person ORDER BY count(*) DESC, person"
        )
        with self._database.reading() as connection:
            rows = connection.execute(query, (who(own), own, State.UNTOUCHED.value)).fetchall()
            return tuple(Player(name, games) for _, name, games, _ in rows)

    def layouts(self) -> tuple[str, ...]:
        """The printed sheets that were played on."""
        played = f"FROM summary WHERE state <> ? AND NOT {DELETED}"
        query = f"SELECT DISTINCT layout {played}"
        with self._database.reading() as connection:
            rows = connection.execute(query, (State.UNTOUCHED.value,)).fetchall()
            return sheets_in(str(row[0]) for row in rows)

    def numbers(self, wanted: Wanted, mine: str = "") -> Numbers:
        """The figures of one player, of a group, or of everybody; see `Archive`."""
        with self._database.reading() as connection:
            return numbers(connection, wanted, mine)

    def standings(self, wanted: Wanted, mine: str = "") -> tuple[Standing, ...]:
        """The players of a group, or everybody, each with a few figures."""
        with self._database.reading() as connection:
            return standings(connection, wanted, mine)

    def each(self) -> Iterator[tuple[SavedGame, str | None]]:
        """Every kept game, and when it was deleted if it was; see `Archive`."""
        with self._database.reading() as connection:
            games = [row[0] for row in connection.execute(ALL)]
        for game in games:
            with self._database.reading() as connection:
                row = connection.execute(f"{HEADS} WHERE id = ?", (game,)).fetchone()
                if row is not None:
                    yield game_of(connection, row), _deleted(connection, game)

    def same(self, digest: str) -> str | None:
        """A game with this fingerprint, if there is one; rather one that is not deleted."""
        query = (
            "SELECT game FROM summary WHERE digest = ?"
            " ORDER BY game IN (SELECT game FROM deleted), number LIMIT 1"
        )
        with self._database.reading() as connection:
            row = connection.execute(query, (digest,)).fetchone()
            return None if row is None else str(row[0])

    def delete(self, games: Iterable[str], at: datetime) -> None:
        """Take games out of the list and the statistics; their entries stay; see `Archive`."""
        with self._database.writing() as connection:
            for game in games:
                mark_deleted(connection, game, stamp(at))

    def put_back(self, games: Iterable[str]) -> None:
        """Have deleted games in the list again; see `Archive`."""
        rows = [(game,) for game in games]
        with self._database.writing() as connection:
            connection.executemany("DELETE FROM deleted WHERE game = ?", rows)

    def is_deleted(self, game: str) -> bool:
        """Whether a game was deleted."""
        with self._database.reading() as connection:
            return _deleted(connection, game) is not None

    def deleted(self) -> tuple[str, ...]:
        """The identifiers of the deleted games."""
        with self._database.reading() as connection:
            return tuple(row[0] for row in connection.execute("SELECT game FROM deleted"))

    def wipe(self, games: Iterable[str]) -> None:
        """Remove games for good, their entries too; see `Archive`."""
        with self._database.writing() as connection:
            for game in games:
                remove(connection, game)

    def take_in(self, intake: Intake) -> None:
        """Keep all that an import brings; see `Archive`."""
        with self._database.writing() as connection:
            merging.take_in(connection, intake)

    def can_take_back(self) -> bool:
        """Whether there is an import to take back."""
        with self._database.reading() as connection:
            return UNDO in settings_of(connection)

    def take_back(self) -> int:
        """Take the last import back out; see `Archive`."""
        with self._database.writing() as connection:
            return merging.take_back(connection)


def _deleted(connection: sqlite3.Connection, game: str) -> str | None:
    with suppress(UnicodeEncodeError):
        row = connection.execute("SELECT at FROM deleted WHERE game = ?", (game,)).fetchone()
        return None if row is None else str(row[0])
    return None

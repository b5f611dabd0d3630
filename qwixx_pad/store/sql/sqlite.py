"""The store on SQLite: one row an entry, on disk before the call returns."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from qwixx_pad.store.merging import Intake
from qwixx_pad.store.protocol import News, Summarise
from qwixx_pad.store.saved import GameHead, SavedEntry, SavedGame
from qwixx_pad.store.sql import merging, rows
from qwixx_pad.store.sql.database import Database
from qwixx_pad.store.sql.summaries import OUTDATE, forget, keep, news
from qwixx_pad.store.sql.sums import HEADS
from qwixx_pad.store.texts import stamp

_NEWEST = (
    f"{HEADS} WHERE id NOT IN (SELECT game FROM deleted) ORDER BY started DESC, id DESC LIMIT 1"
)


class SqliteStore(Database):
    """A store on an open connection; see `Database`."""

    def start(self, head: GameHead) -> None:
        """Keep a new game without entries; see `Store`."""
        with self.writing() as connection:
            rows.add_game(connection, head)

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Keep the next entries of a game; see `Store`."""
        with self.writing() as connection:
            rows.add_entries(connection, game, number, entries)

    def load(self, game: str) -> SavedGame:
        """A game with its entries; see `Store`."""
        with self.reading() as connection:
            return rows.game_of(connection, rows.of_game(connection, f"{HEADS} WHERE id = ?", game))

    def length(self, game: str) -> int:
        """How many entries a game has; see `Store`."""
        with self.reading() as connection:
            return rows.length_of(connection, game)

    def games(self) -> tuple[str, ...]:
        """The identifiers of all games; see `Store`."""
        with self.reading() as connection:
            return tuple(row[0] for row in connection.execute(rows.ALL))

    def newest(self) -> SavedGame | None:
        """The game that was started last; see `Store`."""
        with self.reading() as connection:
            row = connection.execute(_NEWEST).fetchone()
            return None if row is None else rows.game_of(connection, row)

    def settings(self) -> dict[str, str]:
        """All settings, as texts."""
        with self.reading() as connection:
            return rows.settings_of(connection)

    def put_setting(self, key: str, value: str) -> None:
        """Keep one setting; see `Store`."""
        with self.writing() as connection:
            rows.put_setting(connection, key, value)

    def drop_setting(self, key: str) -> None:
        """Keep a setting no longer; see `Store`."""
        with self.writing() as connection:
            rows.drop_setting(connection, key)

    def refresh(self, summarise: Summarise, most: int) -> int:
        """Make summaries that have become stale; see `Store`."""
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
        """What is not known yet; see `Store`."""
        with self.reading() as connection:
            return news(connection, mark)

    def each(self) -> Iterator[tuple[SavedGame, str | None]]:
        """Every kept game, and when it was deleted if it was; see `Store`."""
        for game in self.games():
            with self.reading() as connection:
                row = connection.execute(f"{HEADS} WHERE id = ?", (game,)).fetchone()
                if row is not None:
                    yield rows.game_of(connection, row), rows.deleted_at(connection, game)

    def delete(self, games: Iterable[str], at: datetime) -> None:
        """Take games out of the list and the statistics; see `Store`."""
        with self.writing() as connection:
            for game in games:
                rows.mark_deleted(connection, game, stamp(at))

    def put_back(self, games: Iterable[str]) -> None:
        """Have deleted games in the list again; see `Store`."""
        with self.writing() as connection:
            rows.put_back(connection, games)

    def wipe(self, games: Iterable[str]) -> None:
        """Remove games for good, their entries too; see `Store`."""
        with self.writing() as connection:
            for game in games:
                rows.remove(connection, game)

    def take_in(self, intake: Intake) -> None:
        """Keep all that an import brings; see `Store`."""
        with self.writing() as connection:
            merging.take_in(connection, intake)

    def take_back(self) -> int:
        """Take the last import back out; see `Store`."""
        with self.writing() as connection:
            return merging.take_back(connection)

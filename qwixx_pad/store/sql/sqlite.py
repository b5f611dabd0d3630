"""The store on SQLite: one row an entry, on disk before the call returns."""

from qwixx_pad.store.archive import Archive, Summarise
from qwixx_pad.store.protocol import GameHead, SavedEntry, SavedGame
from qwixx_pad.store.sql import rows
from qwixx_pad.store.sql.archive import SqlArchive
from qwixx_pad.store.sql.database import Database
from qwixx_pad.store.sql.sums import HEADS

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

    def archive(self, summarise: Summarise) -> Archive:
        """All kept games; see `Store`."""
        return SqlArchive(self, summarise)

"""The store on SQLite: one row an entry, on disk before the call returns."""

from qwixx_pad.store.archive import Archive, Summarise
from qwixx_pad.store.protocol import Conflict, GameHead, SavedEntry, SavedGame
from qwixx_pad.store.sql.archive import SqlArchive
from qwixx_pad.store.sql.database import Database
from qwixx_pad.store.sql.rows import ALL, HEADS, game_of, head_row, of_game, settings_of
from qwixx_pad.store.texts import stamp

_LENGTH = "SELECT (SELECT count(*) FROM entry WHERE game = game.id) FROM game WHERE id = ?"
_NEWEST = (
    f"{HEADS} WHERE id NOT IN (SELECT game FROM deleted) ORDER BY started DESC, id DESC LIMIT 1"
)
_ADD_GAME = "INSERT INTO game (id, setup, names, started) VALUES (?, ?, ?, ?)"
_ADD_ENTRY = "INSERT INTO entry (game, number, token, at) VALUES (?, ?, ?, ?)"
_UNSET = "DELETE FROM setting WHERE key = ?"
_SET = "INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)"


class SqliteStore(Database):
    """A store on an open connection; see `Database`."""

    def start(self, head: GameHead) -> None:
        """Keep a new game without entries; see `Store`."""
        row = head_row(head)
        with self.writing() as connection:
            connection.execute(_ADD_GAME, row)

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Keep the next entries of a game; see `Store`."""
        rows = [(game, number + i, e.token, stamp(e.at)) for i, e in enumerate(entries)]
        with self.writing() as connection:
            if of_game(connection, _LENGTH, game)[0] != number:
                raise Conflict(f"entry {number} of game {game} is not the next one")
            connection.executemany(_ADD_ENTRY, rows)

    def load(self, game: str) -> SavedGame:
        """A game with its entries; see `Store`."""
        with self.reading() as connection:
            return game_of(connection, of_game(connection, f"{HEADS} WHERE id = ?", game))

    def length(self, game: str) -> int:
        """How many entries a game has; see `Store`."""
        with self.reading() as connection:
            return int(of_game(connection, _LENGTH, game)[0])

    def games(self) -> tuple[str, ...]:
        """The identifiers of all games; see `Store`."""
        with self.reading() as connection:
            return tuple(row[0] for row in connection.execute(ALL))

    def newest(self) -> SavedGame | None:
        """The game that was started last; see `Store`."""
        with self.reading() as connection:
            row = connection.execute(_NEWEST).fetchone()
            return None if row is None else game_of(connection, row)

    def settings(self) -> dict[str, str]:
        """All settings, as texts."""
        with self.reading() as connection:
            return settings_of(connection)

    def put_setting(self, key: str, value: str) -> None:
        """Keep one setting; see `Store`."""
        with self.writing() as connection:
            connection.execute(_SET, (key, value))

    def drop_setting(self, key: str) -> None:
        """Keep a setting no longer; see `Store`."""
        with self.writing() as connection:
            connection.execute(_UNSET, (key,))

    def archive(self, summarise: Summarise) -> Archive:
        """All kept games; see `Store`."""
        return SqlArchive(self, summarise)

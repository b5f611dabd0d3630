"""Where a relay keeps its tables. It knows no rules: a game is a head and tokens."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from qwixx_pad.storage import CannotWrite, GameHead, SavedEntry, SavedGame


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table beside its games.

    Attributes:
        code: By what it is found.
        text: Who sits where, as `Seating.text`.
        version: How often it was put, from 1.
    """

    code: str
    text: str
    version: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Which request of which device an entry was.

    Attributes:
        by: The device's key at the table.
        number: The device's own count of its requests in this game, from 1.
    """

    by: str
    number: int


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game of a table.

    Attributes:
        saved: Its head and its log.
        marks: Of all entries that stand in this log.
    """

    saved: SavedGame
    marks: frozenset[Mark]


@dataclass(frozen=True, slots=True)
class Changed:
    """Another relay has changed a table or the log of its game, or has dropped it.

    Attributes:
        code: Of the table. Empty: something was missed, any table may have been changed.
    """

    code: str


@dataclass(frozen=True, slots=True)
class Here:
    """Which devices are at a table by way of other relays, of all those together.

    Attributes:
        code: Of the table.
        keys: Of the devices.
    """

    code: str
    keys: frozenset[str]


News = Changed | Here
Tell = Callable[[News], None]


class Store(Protocol):
    """A place for tables and their games, to be asked from any thread.

    What returned without an error is on the disk. Where a connection breaks in the moment in which
    something is kept, `CannotWrite` may be raised of what stands after all; then `Changed("")` is
    told, so that it is read anew. Half of a change never stands.
    """

    def start(self, head: GameHead, table: str) -> None:
        """Keep a new game without entries.

        Args:
            head: Its head.
            table: Code of the table that it is played at.

        Raises:
            Conflict: The identifier is taken, or there is no such table any more.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be kept.
        """

    def append(
        self, game: str, number: int, *entries: SavedEntry, mark: Mark | None = None
    ) -> None:
        """Keep the next entries of a game: all of them or none.

        Args:
            game: Its identifier.
            number: From 0; must be the number of entries that the game has.
            entries: What was entered, in order.
            mark: Of the request that all of them were; None where the relay enters by itself.

        Raises:
            UnknownGame: There is no such game.
            Conflict: The number is not the next one: somebody else was quicker.
            CannotWrite: Nothing was written.
            ValueError: A text, a time or a mark that cannot be kept.
        """

    def load(self, game: str, table: str) -> KeptGame:
        """A game with its entries.

        Args:
            game: Its identifier.
            table: Code of the table that it is played at.

        Raises:
            UnknownGame: There is no such game at this table.
            StorageError: It cannot be read now.
        """

    def table(self, code: str) -> SavedTable | None:
        """The table of a code; None where there is none.

        Raises:
            StorageError: It cannot be read now.
        """

    def put_table(self, code: str, text: str, version: int, at: datetime) -> int:
        """Keep a table.

        Args:
            code: By what it is found.
            text: Who sits where.
            version: Of the text that this one replaces; 0 for a new table.
            at: Now.

        Returns:
            The version that it has now.

        Raises:
            Conflict: Somebody else was quicker, or the code is taken.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be kept.
        """

    def drop_table(self, code: str) -> None:
        """Keep a table and its games no longer; one that is not there may be dropped too.

        Raises:
            CannotWrite: Nothing has changed.
        """

    def forget(self, before: datetime) -> tuple[str, ...]:
        """Drop all tables at which nothing was entered and nobody came or went for long.

        Args:
            before: Those that were put, and their games played on, before this time only.

        Returns:
            Their codes.

        Raises:
            CannotWrite: Nothing has changed.
        """

    def listen(self, tell: Tell) -> None:
        """Have told from now on, from any thread, what other relays do; `tell` must not wait."""

    def announce(self, code: str, keys: Collection[str]) -> None:
        """Tell the other relays which devices are at a table by way of this one.

        Nothing is raised: whoever cannot hear it now hears it as soon as that goes again.

        Args:
            code: Of the table.
            keys: Of those devices that play seats, all of them; 200 at most.
        """

    def close(self) -> None:
        """Let go of what it is kept in. The store is of no use afterwards."""


FILE = "relay.sqlite3"
"""Where the tables lie in the folder of the data."""


def open_store(folder: Path, database: str = "") -> Store:
    """The store of a relay.

    Args:
        folder: Where SQLite's file lies, made if it is not there.
        database: Address of a PostgreSQL, which is taken instead; empty for SQLite.

    Raises:
        OtherVersion: What is kept there is of another version of the pad, and left untouched.
        CannotWrite: It cannot be opened; says why.
    """
    if not database:
        from qwixx_pad.relay.store.sqlite import SqliteStore  # noqa: PLC0415 - it knows this module

        return SqliteStore(folder / FILE)
    try:
        from qwixx_pad.relay.store.postgres import PostgresStore  # noqa: PLC0415 - an extra
    except ImportError as error:
        said = "for a PostgreSQL install the extra: pip install 'qwixx-pad[relay]'"
        raise CannotWrite(f"{said} ({error})") from error
    return PostgresStore(database)

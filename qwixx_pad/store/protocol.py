"""What every store promises."""

import errno
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from qwixx_pad.store.archive import Archive, Summarise


@dataclass(frozen=True, slots=True)
class GameHead:
    """A game before its entries.

    Attributes:
        id: Unique among all games.
        setup: The head of its game line, such as `classic/3`.
        names: One a seat; empty where nobody said one.
        started: When, in UTC.
    """

    id: str
    setup: str
    names: tuple[str, ...]
    started: datetime


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """One entry: its token, and when it was made, in UTC."""

    token: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game with its entries, in order."""

    head: GameHead
    entries: tuple[SavedEntry, ...]


class StoreError(Exception):
    """The store could not do what it was asked; nothing has changed."""


class UnknownGame(StoreError):  # noqa: N818 - says what is the matter, not that something is
    """There is no game with this identifier."""


class Conflict(StoreError):  # noqa: N818 - as above
    """The number of an entry, or the identifier of a game, is taken already."""


class CannotWrite(StoreError):  # noqa: N818 - as above
    """The disk is full, read-only, or held by another process for too long: nothing is written."""


class DiskFull(CannotWrite):
    """There is no room: nothing is written."""


_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_SQLITE_FULL = 13
"""As `sqlite3.SQLITE_FULL`, which is not to be had everywhere."""


def fault_of(error: Exception) -> type[CannotWrite]:
    """Which fault an error of the system or of SQLite is: `DiskFull`, or else `CannotWrite`."""
    code = getattr(error, "sqlite_errorcode", None)
    full = code == _SQLITE_FULL or getattr(error, "errno", None) in _NO_ROOM
    return DiskFull if full else CannotWrite


class OtherVersion(StoreError):  # noqa: N818 - as above
    """The file is of another version of the pad and is left untouched."""


class Store(Protocol):
    """A place for games and settings. What returned without an error is on the disk.

    Any text is kept as it is, control characters and NUL included. Only half a character (a lone
    surrogate) is refused outside of names, and so is a time without a zone: with a ValueError,
    and nothing is written. Of a game asked for by such an identifier it is said to be unknown.
    """

    def start(self, head: GameHead) -> None:
        """Keep a new game without entries.

        Raises:
            Conflict: The identifier is taken.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be kept.
        """

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Keep the next entries of a game: all of them or none.

        Args:
            game: Its identifier.
            number: From 0; must be the number of entries that the game has.
            entries: What was entered, in order.

        Raises:
            UnknownGame: There is no such game.
            Conflict: The number is not the next one: somebody else was quicker.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be kept.
        """

    def load(self, game: str) -> SavedGame:
        """A game with its entries.

        Raises:
            UnknownGame: There is no such game.
        """

    def length(self, game: str) -> int:
        """How many entries a game has, which is the number of its next one.

        Raises:
            UnknownGame: There is no such game.
        """

    def games(self) -> tuple[str, ...]:
        """The identifiers of all games, in the order in which they were started."""

    def newest(self) -> SavedGame | None:
        """The game that was started last and is not deleted; None where there is none."""

    def settings(self) -> dict[str, str]:
        """All settings, as texts."""

    def put_setting(self, key: str, value: str) -> None:
        """Keep one setting.

        Raises:
            CannotWrite: Nothing was written.
            ValueError: A text that cannot be kept.
        """

    def drop_setting(self, key: str) -> None:
        """Keep a setting no longer; one that is not there may be dropped too.

        Raises:
            CannotWrite: Nothing was written.
            ValueError: A key that could not have been kept.
        """

    def archive(self, summarise: "Summarise") -> "Archive":
        """The kept games as a whole.

        Args:
            summarise: Makes a summary of a game, as the rules have it.
        """

    def watch(self, tell: Callable[[], None]) -> None:
        """Call `tell` after each change that is on the disk."""

    def settle(self) -> None:
        """Have all that is kept in the file itself, so that a copy of that alone is whole.

        It costs more than an entry, so it is done while nobody taps. What the disk does not take
        now it takes the next time: nothing is raised, and nothing is lost by that.
        """

    def close(self) -> None:
        """Let go of the file. The store is of no use afterwards."""

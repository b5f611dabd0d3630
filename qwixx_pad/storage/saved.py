"""Values and errors of the storage."""

import errno
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.storage.summary import Summary


@dataclass(frozen=True, slots=True)
class GameHead:
    """A game without its entries.

    Attributes:
        id: Unique among all games.
        setup: The head of its game line, such as `classic/3`.
        names: One for each seat, in order; empty where none was entered.
        started: In UTC.
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


ABSENT_LENGTH = -1
"""The length of a game before an import if the game did not exist then."""
UNDO_IMPORT_KEY = "undo-import"
"""Key of the setting that undoes an import.

It is a JSON object from the key of each imported setting to `[before, after]`; `before` is null if
it was not set.
"""


@dataclass(frozen=True, slots=True)
class ImportBatch:
    """The changes of an import.

    Attributes:
        new_games: Games that this storage lacks; each with the time of its deletion as
            ISO text in UTC, or None if it is not deleted.
        continued: Games of which the file has more entries: identifier, number of entries in this
            storage, the further entries.
        restored: Identifiers of games that are deleted in this storage and not in the file.
        settings: Keys and texts of settings that have no value in this storage.
    """

    new_games: tuple[tuple[SavedGame, str | None], ...] = ()
    continued: tuple[tuple[str, int, tuple[SavedEntry, ...]], ...] = ()
    restored: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new_games or self.continued or self.restored or self.settings)


def settings_before_import(current: Mapping[str, str]) -> dict[str, str | None]:
    """The settings to write to undo the last import, by key; None removes a key.

    `current` are all settings now. Settings that were changed since the import are left out.
    """
    changed: dict[str, list[str | None]] = read_json(current.get(UNDO_IMPORT_KEY, "{}"))
    unchanged_since = {
        key: before for key, (before, after) in changed.items() if current.get(key) == after
    }
    return {**unchanged_since, UNDO_IMPORT_KEY: None}


Summarise = Callable[[SavedGame], Summary]


class Summaries(NamedTuple):
    """The summaries of all games at a moment.

    Attributes:
        version: Equal to that of another moment if nothing was written in between.
        games: The summary of each game, by its identifier; of deleted games too.
        deleted: Identifiers of the deleted games.
    """

    version: object
    games: Mapping[str, Summary]
    deleted: frozenset[str]


class RenamedSeat(NamedTuple):
    """A seat that got another name.

    Attributes:
        game: The identifier of the game.
        seat: The number of the seat, from 1.
        before: Its name before.
    """

    game: str
    seat: int
    before: str


class RenamedSetting(NamedTuple):
    """A setting with names: its key, and its texts before and after a renaming."""

    key: str
    before: str
    after: str


class PlayerRename(NamedTuple):
    """A player's new name, and all that it changed."""

    name: str
    seats: tuple[RenamedSeat, ...]
    settings: tuple[RenamedSetting, ...] = ()


class StorageError(Exception):
    """The storage could not do something; nothing has changed."""


class UnknownGame(StorageError):  # noqa: N818 - it needs no suffix
    """There is no game with this identifier."""


class Conflict(StorageError):  # noqa: N818 - as above
    """The number of an entry, or the identifier of a game, is taken already."""


class CannotWrite(StorageError):  # noqa: N818 - as above
    """Nothing is written.

    The disk is full or read-only, or another process has locked the file for too long.
    """


class DiskFull(CannotWrite):
    """The disk or the quota is full: nothing is written."""


_NO_SPACE_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})


def write_error_type(error: OSError) -> type[CannotWrite]:
    """`DiskFull` if an error of the system means that, else `CannotWrite`."""
    return DiskFull if error.errno in _NO_SPACE_ERRNOS else CannotWrite


class OtherVersion(StorageError):  # noqa: N818 - as above
    """The file is of another version of the pad and is left untouched."""


class GameLog(Protocol):
    """A store of the entries of games."""

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Store the next entries of a game: all of them or none.

        Args:
            game: Its identifier.
            number: That of the first of these entries, from 0.
            entries: The entries, in order.

        Raises:
            UnknownGame: There is no such game.
            Conflict: The number is not the next one: another writer was quicker.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be stored.
        """

    def load(self, game: str) -> SavedGame:
        """Load a game with its entries.

        Raises:
            UnknownGame: There is no such game.
            StorageError: It cannot be read now.
        """

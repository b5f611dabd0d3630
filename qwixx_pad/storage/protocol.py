"""What every storage promises, and the plain values it is given and gives."""

import errno
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Protocol

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.storage.summary import State, Summary

if TYPE_CHECKING:
    from qwixx_pad.storage import Notice


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


NEW = -1
"""What stands for 'was not here' where the length before the import is kept."""
UNDO = "undo-import"
"""The setting that remembers which settings an import has changed."""


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


def memory_of(kept: Mapping[str, str], settings: Mapping[str, str]) -> str:
    """What is kept under `UNDO` while these settings come in."""
    return json.dumps({key: [kept.get(key), value] for key, value in settings.items()})


def remembered(kept: Mapping[str, str]) -> dict[str, str | None]:
    """What the settings become when an import is taken back; None: there is none any more.

    Those that were changed since stay as they are.
    """
    changed: dict[str, list[str | None]] = read_json(kept.get(UNDO, "{}"))
    back = {key: before for key, (before, after) in changed.items() if kept.get(key) == after}
    return {**back, UNDO: None}


Summarise = Callable[[SavedGame], Summary]


class Summaries(NamedTuple):
    """What is known of all games at a moment.

    Attributes:
        mark: Equal to that of another moment if nothing was written between them.
        games: Their summaries, by game.
        deleted: Identifiers of the games that are out of the list.
    """

    mark: object
    games: Mapping[str, Summary]
    deleted: frozenset[str]


class StorageError(Exception):
    """The storage could not do what it was asked; nothing has changed."""


class UnknownGame(StorageError):  # noqa: N818 - says what is the matter, not that something is
    """There is no game with this identifier."""


class Conflict(StorageError):  # noqa: N818 - as above
    """The number of an entry, or the identifier of a game, is taken already."""


class CannotWrite(StorageError):  # noqa: N818 - as above
    """The disk is full, read-only, or held by another process for too long: nothing is written."""


class DiskFull(CannotWrite):
    """There is no room: nothing is written."""


_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})


def fault_of(error: OSError) -> type[CannotWrite]:
    """Which fault an error of the system is: `DiskFull`, or else `CannotWrite`."""
    return DiskFull if error.errno in _NO_ROOM else CannotWrite


class OtherVersion(StorageError):  # noqa: N818 - as above
    """The file is of another version of the pad and is left untouched."""


class GameLog(Protocol):
    """What keeps the entries of games."""

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
            StorageError: It cannot be read now.
        """


class Storage(GameLog, Protocol):
    """A place for games and settings. What returned without an error is on the disk.

    Any text is kept as it is, control characters and NUL included. Only half a character (a lone
    surrogate) is refused outside of names, and so is a time without a zone: with a ValueError,
    and nothing is written. Of a game asked for by such an identifier it is said to be unknown.
    """

    @property
    def notice(self) -> "Notice | None":
        """What the owner has to know about it: what was damaged, last of all, or lies beside."""

    def start(self, head: GameHead) -> None:
        """Keep a new game without entries.

        Raises:
            Conflict: The identifier is taken.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be kept.
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

    def summaries(self, summarise: Summarise, known: object = None) -> Summaries | None:
        """What is known of all games, whoever has written them.

        Args:
            summarise: Makes a summary of a game, as the rules have it, where there is none of all
                its entries.
            known: The mark of what was told before.

        Returns:
            None if nothing was written since then.

        Raises:
            StorageError: The disk does not answer.
        """

    def doubt(self, state: State) -> None:
        """Have the summaries of all games of a state made again when they are asked for."""

    def fold(self) -> None:
        """Let what was played be one line a game, with its summary, once enough has gathered.

        What the disk does not take now it takes the next time: nothing is raised.
        """

    def each(self) -> Iterator[tuple[SavedGame, str | None]]:
        """Every kept game with its entries, and when it was deleted if it was; oldest first.

        It may be read to its end while others write; what they add meanwhile may be missing.
        """

    def delete(self, games: Iterable[str], at: datetime) -> None:
        """Take games out of the list and the statistics; their entries stay.

        Raises:
            Conflict: One of them is not there; nothing has changed.
            CannotWrite: Nothing has changed.
        """

    def put_back(self, games: Iterable[str]) -> None:
        """Have deleted games in the list again.

        Raises:
            CannotWrite: Nothing has changed.
        """

    def wipe(self, games: Iterable[str]) -> None:
        """Remove games for good, their entries too.

        Raises:
            CannotWrite: Nothing has changed.
        """

    def take_in(self, intake: Intake) -> None:
        """Keep all that an import brings, and what is needed to take it back.

        Raises:
            Conflict: A game was changed meanwhile; nothing was written.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be kept; nothing was written.
        """

    def take_back(self) -> int:
        """Take the last import back out. What was played on since then stays.

        Returns:
            How many games it concerned.

        Raises:
            CannotWrite: Nothing has changed.
        """

    def watch(self, tell: Callable[[], None]) -> None:
        """Call `tell` after each change that is on the disk."""

    def settle(self) -> None:
        """Have all that is kept in the file itself, so that a copy of that alone is whole.

        It costs more than an entry, so it is done while nobody taps. What the disk does not take
        now it takes the next time: nothing is raised, and nothing is lost by that.
        """

    def close(self) -> None:
        """Let go of the file. The storage is of no use afterwards."""

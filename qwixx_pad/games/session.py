"""One person's open game: check, write, swap, tell.

A tap becomes an entry; the core says whether it is legal; the storage keeps it; only then the new
game takes the place of the old one and everybody who watches is told.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from enum import Enum
from typing import TypeAlias
from weakref import WeakValueDictionary

from qwixx_pad.core.corrections import Change, corrected, made_in, owner
from qwixx_pad.core.game import Game, Setup, play_on
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import Entry, Refusal, parse
from qwixx_pad.core.notation import HeadError, read_setup
from qwixx_pad.games.custom_sheets import Sheets
from qwixx_pad.games.played_game import (
    LONGEST,
    PlayedGame,
    first_corner,
    has_room,
    with_first_corner,
)
from qwixx_pad.observable import Observable
from qwixx_pad.settings import Person, Settings
from qwixx_pad.storage import (
    Conflict,
    DiskFull,
    GameHead,
    GameLog,
    SavedEntry,
    SavedGame,
    Storage,
    StorageError,
    UnknownGame,
)

_CORNERS = "corners"
"""Under which key it is kept where sheets lie."""


class Failure(Enum):
    """Why a disk or a table did not do what was asked, where no rule of the game forbids it."""

    NOT_SAVED = "the disk did not take it"
    DISK_FULL = "there was no room for it"
    MOVED_ON = "the game was changed elsewhere; its newest state is shown now"
    UNREADABLE = "this version does not know the sheets, or what was entered"
    NOT_YOURS = "another device plays that seat"
    NO_GAME = "no game has begun at this table"
    NO_LINK = "the table is out of reach"
    GAME_FULL = "its log takes no more of this kind"

    TAKEN = "somebody else sits there"
    FULL = "there is no seat left"
    NOT_ALLOWED = "this is not for this device to change"
    TOO_FEW = "a table needs two players"
    NOBODY_ROLLS = "nobody sits where the first roll is"
    STARTED = "the game has begun"
    NOT_KEPT = "the disk did not take what was said of the table"
    OTHER_BOX = "that sheet is of another box"
    UNKNOWN_SHEET = "there is no such sheet here"
    NAMED = "somebody of that name plays already"

    NO_TABLE = "it was forgotten, or closed before its game, or never was"
    CLOSED = "it is closed for now"
    VERSION = "the pad and the relay are too far apart in age"
    WAIT = "there were too many tries"
    REFUSED = "the relay does not take it"
    OTHER_PAST = "the relay has another log than this device"

    @classmethod
    def of(cls, error: StorageError) -> "Failure":
        """Why the disk did not take something."""
        return cls.DISK_FULL if isinstance(error, DiskFull) else cls.NOT_SAVED


def failure_of(do: Callable[[], object]) -> Failure | None:
    """Ask the disk for something; return why it did not do it, None if it did."""
    try:
        do()
    except StorageError as error:
        return Failure.of(error)
    return None


Reason: TypeAlias = Refusal | Failure
"""Why something was not done, by the rules or else; None in its place means that it was."""


def played(game: Game, entries: Sequence[Entry]) -> tuple[Game, Reason | None]:
    """A game after entries that are made at one stroke, and what speaks against them."""
    after, refused = play_on(game, entries)
    if refused is not None:
        return game, refused.reason
    return after, None if has_room(game, entries) else Failure.GAME_FULL


class OpenGame(PlayedGame):
    """A game that is kept; all screens of a process share it."""

    def __init__(
        self, storage: GameLog, saved: SavedGame, setup: Setup, now: Callable[[], datetime]
    ) -> None:
        super().__init__(saved.head, Game.start(setup))
        self._storage = storage
        self._now = now
        self._times: list[datetime] = []
        self._readable = True
        self._take(saved)

    def _take(self, saved: SavedGame) -> None:
        """Be the game that a saved log stands for; where it goes on, only what is new is played."""
        known = saved.entries[: len(self.game.log)] == self.saved(0)
        before = self.game if known else Game.start(self.game.setup)
        self.game, refused = play_on(before, map(_read, saved.entries[len(before.log) :]))
        self._readable = refused is None
        self._times = [entry.at for entry in saved.entries]
        self.made = made_in(self.game, self._times[: len(self.game.log)])

    def enter(self, *entries: Entry) -> Reason | None:
        """Let an entry stand if the rules accept it, there is room, and the disk takes it.

        Several stand at once, each after those before it, or none of them: what mends a game
        after the fact.
        """
        after, reason = played(self.game, entries)
        if reason is not None:
            return reason
        if not self._readable:
            return Failure.UNREADABLE
        now = self._moment()
        return self._keep(after, [SavedEntry(entry.text, now) for entry in entries])

    def correct(self, change: Change) -> Reason | None:
        """Put one entry right, if that is still what stands there and the rules accept it."""
        timeline = self.game.timeline
        if owner(timeline, change) is None or not change.fits(timeline.standing):
            return Failure.MOVED_ON
        correction = corrected(self.game, change)
        if correction.refused is not None:
            return correction.refused.reason
        return self.enter(*correction.entries)

    def take_in(self, entries: Sequence[SavedEntry]) -> Failure | None:
        """Keep entries that stand already where this game is played, each with its time.

        The first of them stands right behind those that are kept.
        """
        after, refused = play_on(self.game, map(_read, entries))
        if refused is not None or not self._readable or len(after.log) > LONGEST:
            return Failure.UNREADABLE
        return self._keep(after, entries)

    def saved(self, start: int) -> tuple[SavedEntry, ...]:
        """The entries of its log from a number on, each with its time."""
        pairs = zip(self.game.log[start:], self._times[start:], strict=False)
        return tuple(SavedEntry(entry.text, at) for entry, at in pairs)

    def _moment(self) -> datetime:
        """The time of a new stroke: never that of the one before it."""
        now = self._now()
        same = bool(self._times) and self._times[-1] == now
        return now + timedelta(microseconds=1) if same else now

    def _keep(self, after: Game, saved: Sequence[SavedEntry]) -> Failure | None:
        """On disk first, then here, then on every screen."""
        try:
            self._storage.append(self.head.id, len(self.game.log), *saved)
        except Conflict:
            return Failure.MOVED_ON if self.reread() else Failure.NOT_SAVED
        except StorageError as error:
            return Failure.of(error)
        self.game = after
        self._times += [entry.at for entry in saved]
        if len(saved) > 1:
            self.made = made_in(after, self._times)
        self._changed()
        return None

    def reread(self) -> bool:
        """Look at the disk again; whether that went."""
        try:
            saved = self._storage.load(self.head.id)
        except StorageError:
            return False
        self.follow(saved)
        return True

    def follow(self, saved: SavedGame) -> None:
        """Show what others have made of this game on the disk."""
        self._take(saved)
        self._changed()


def _read(saved: SavedEntry) -> Entry | None:
    return parse(saved.token)


class GameService(Observable):
    """What a process does with games: keeps them, opens them, and has the owner's settings."""

    def __init__(
        self,
        storage: Storage,
        sheets: Sheets,
        now: Callable[[], datetime],
        new_id: Callable[[], str],
    ) -> None:
        super().__init__()
        self._storage = storage
        self.sheets = sheets
        self._new_id = new_id
        self._open: WeakValueDictionary[str, OpenGame] = WeakValueDictionary()
        self.now = now
        self.settings = Settings.read(storage.settings())

    def start(
        self,
        layout: str,
        names: tuple[str, ...],
        *,
        finish_turn: bool = False,
        always_new: bool = False,
        corner: int = 1,
    ) -> OpenGame:
        """A game on fresh sheets, one a name; an untouched one of the same kind is taken again.

        The sheet is remembered as the one played on last; where the disk is full, it is not.

        Args:
            layout: Name of the printed sheet; several in seat order, between commas, for slips of
                one box.
            names: In seating order; the first has the first roll.
            finish_turn: House option of rule 10.
            always_new: Take no untouched one: it may belong to another table.
            corner: Where round the table the sheet of the first of them lies, from 1.

        Raises:
            StorageError: The disk does not take it.
        """
        option = "+finish-turn" if finish_turn else ""
        setup = read_setup(f"{layout}/{len(names)}{option}", self.sheets)
        newest = None if always_new else self._storage.newest()
        blank = newest.head if newest and not newest.entries else None
        if blank and (blank.setup, blank.names) == (setup.text, names):
            opened = self.open(blank.id)
        else:
            opened = self._begin(setup, names, self.now())
        self._keep(self.settings.played_on(setup.layout.name))
        return self._placed(opened, corner)

    def copy(self, layout: str, names: tuple[str, ...], filled: datetime) -> OpenGame:
        """Fresh sheets, one a name, on which those are copied that were filled on paper (rule 13).

        Layout and names are as for `start`.

        Raises:
            StorageError: The disk does not take it.
        """
        setup = read_setup(f"{layout}/{len(names)}+paper", self.sheets)
        return self._begin(setup, names, filled)

    def _begin(self, setup: Setup, names: tuple[str, ...], started: datetime) -> OpenGame:
        self.sheets.keep(*setup.layouts)
        return self._keep_head(GameHead(self._new_id(), setup.text, names, started), setup)

    def adopt(self, head: GameHead, corner: int) -> OpenGame:
        """A game that was begun elsewhere, before its first entry; see `start` for its corner.

        Raises:
            HeadError: This version does not know its sheets.
            StorageError: The disk does not take it.
        """
        return self._placed(self._keep_head(head, read_setup(head.setup, self.sheets)), corner)

    def _keep_head(self, head: GameHead, setup: Setup) -> OpenGame:
        self._storage.start(head)
        return self._opened(SavedGame(head, ()), setup)

    def _placed(self, opened: OpenGame, corner: int) -> OpenGame:
        """A game whose sheets lie from this corner on; a full disk forgets that later."""
        if opened.first_corner != corner:
            kept = self.notes(_CORNERS).get(_CORNERS, "")
            self.keep_note(_CORNERS, with_first_corner(kept, opened.head.id, corner))
            opened.first_corner = corner
        return opened

    def open(self, game_id: str) -> OpenGame:
        """A kept game.

        Raises:
            UnknownGame: There is none with this identifier, or none of a known layout.
            StorageError: It cannot be read now.
        """
        already = self._open.get(game_id)
        if already is not None:
            return already
        saved = self._storage.load(game_id)
        try:
            return self._opened(saved, read_setup(saved.head.setup, self.sheets))
        except HeadError as error:
            raise UnknownGame(str(error)) from error

    def _opened(self, saved: SavedGame, setup: Setup) -> OpenGame:
        opened = OpenGame(self._storage, saved, setup, self.now)
        kept = self.notes(_CORNERS).get(_CORNERS, "")
        opened.first_corner = first_corner(kept, saved.head.id, setup.seats)
        return self._open.setdefault(saved.head.id, opened)

    def notes(self, prefix: str) -> dict[str, str]:
        """The texts kept beside the games under keys, of whoever needs them, which begin so."""
        try:
            kept = self._storage.settings()
        except StorageError:
            return {}
        return {key: text for key, text in kept.items() if key.startswith(prefix)}

    def keep_note(self, key: str, text: str) -> bool:
        """Keep a text; whether the disk took it."""
        return failure_of(lambda: self._storage.put_setting(key, text)) is None

    def drop_note(self, key: str) -> bool:
        """Keep a text no longer; whether the disk took that."""
        return failure_of(lambda: self._storage.drop_setting(key)) is None

    def layout(self, name: str) -> Layout:
        """The printed sheet of a name."""
        return self.sheets[name]

    def reread(self) -> None:
        """Look at the disk again: games and settings were changed behind our back."""
        for opened in tuple(self._open.values()):
            opened.reread()
        with suppress(StorageError):
            self.settings = Settings.read(self._storage.settings())
        self.sheets.reread()
        self._changed()

    @property
    def last_sheet(self) -> Layout:
        """What a new game is played on: the sheet of the last one, if it is known."""
        known = (self.sheets.shown(name) for name in self.settings.sheets)
        default = next(layout for layout in self.sheets.values() if layout.default)
        return next(filter(None, known), default)

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """All sheets that are offered: the printed ones, then those of one's own."""
        return (*self.sheets.values(), *self.sheets.own)

    def remember(self, people: Iterable[Person]) -> None:
        """Keep names and colours for the next game; where the disk is full, they are not kept."""
        self._keep(self.settings.met(people))

    def _keep(self, settings: Settings) -> None:
        if settings != self.settings:
            self.change(settings)

    def change(self, settings: Settings) -> Failure | None:
        """Keep new settings; every screen is told."""
        try:
            for key, text in settings.changes(self.settings).items():
                self._storage.put_setting(key, text)
        except StorageError as error:
            return Failure.of(error)
        self.settings = settings
        self._changed()
        return None


# The settings of a device that visits, kept under keys of their own.

_DEVICE = "device/"
_MOST = 200
"""Visiting devices whose settings are kept."""
_SEEN = "seen"
"""When a device was here last, beside its settings: the one that stayed away longest gives way."""
_FRESH = timedelta(days=1)


class Preferences(Observable):
    """What a visiting device has set; the owner's own settings are the service's."""

    def __init__(self, service: GameService, key: str) -> None:
        super().__init__()
        self._service = service
        self._prefix = f"{_DEVICE}{key}/"
        kept = service.notes(self._prefix)
        own = {name.removeprefix(self._prefix): text for name, text in kept.items()}
        self.settings = Settings.read(own)

        self._seen = own.get(_SEEN, "")
        if own and self._is_long_ago():
            service.keep_note(*self._visit())  # if not, the next visit tries again

    def change(self, settings: Settings) -> Failure | None:
        """Keep new settings; every screen of this session is told.

        Strangers fill no disk: where many devices have settings already, those of the one that
        stayed away longest are forgotten.
        """
        changes = settings.changes(self.settings)
        changed = {self._prefix + name: text for name, text in changes.items()}
        if changed and not self._seen:
            self._make_room()
        if changed and self._is_long_ago():
            changed |= [self._visit()]
        if not all(self._service.keep_note(key, text) for key, text in changed.items()):
            return Failure.NOT_SAVED
        self._seen = changed.get(self._prefix + _SEEN, self._seen)
        self.settings = settings
        self._changed()
        return None

    def _is_long_ago(self) -> bool:
        """Whether the visit that is remembered is none of today."""
        return self._seen < (self._service.now() - _FRESH).isoformat()

    def _visit(self) -> tuple[str, str]:
        return self._prefix + _SEEN, self._service.now().isoformat()

    def _make_room(self) -> None:
        kept = self._service.notes(_DEVICE)
        seen: dict[str, str] = {}
        for key, text in kept.items():
            device, _, name = key.removeprefix(_DEVICE).partition("/")
            seen[device] = max(seen.get(device, ""), text if name == _SEEN else "")
        others = sorted(device for device in seen if f"{_DEVICE}{device}/" != self._prefix)
        for device in sorted(others, key=seen.__getitem__)[: max(0, len(others) + 1 - _MOST)]:
            for key in kept:
                if key.startswith(f"{_DEVICE}{device}/"):
                    self._service.drop_note(key)

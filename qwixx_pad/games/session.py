"""An open game and the service that stores all of them.

A tap becomes an entry. The core says whether it is legal, then the storage saves it. Only then the
new game replaces the old one, and all watchers are notified.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from enum import Enum
from typing import TypeAlias
from weakref import WeakValueDictionary

from qwixx_pad.core.corrections import Change, change_owner, correction_for, find_corrections
from qwixx_pad.core.game import Game, Setup, continue_replay
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import Entry, Refusal, parse_token
from qwixx_pad.core.notation import HeadError, read_setup
from qwixx_pad.games.custom_sheets import SheetCatalog
from qwixx_pad.games.played_game import (
    MAX_LOG_ENTRIES,
    PlayedGame,
    add_first_corner,
    has_log_capacity,
    read_first_corner,
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

_CORNERS_KEY = "corners"
"""The settings key of the first corners of games."""


class Failure(Enum):
    """Why a disk or a table did not do something that the rules allow."""

    NOT_SAVED = "the disk did not take it"
    DISK_FULL = "there was no room for it"
    CHANGED_ELSEWHERE = "the game was changed elsewhere; its newest state is shown now"
    UNREADABLE = "this version does not know the sheets, or what was entered"
    NOT_YOURS = "another device plays that seat"
    NO_GAME = "no game has begun at this table"
    NO_LINK = "the table is out of reach"
    GAME_FULL = "its log takes no more of this kind"

    SEAT_TAKEN = "somebody else sits there"
    TABLE_FULL = "there is no seat left"
    NOT_ALLOWED = "this is not for this device to change"
    TOO_FEW = "a table needs two players"
    NOBODY_ROLLS = "nobody sits where the first roll is"
    STARTED = "the game has begun"
    SEATING_NOT_SAVED = "the disk did not take the seating"
    OTHER_EDITION = "that sheet is of another box"
    UNKNOWN_SHEET = "there is no such sheet here"
    BAD_SHEET = "the relay does not take the text of that sheet"
    SHEET_CLASH = "another sheet here has the name of the table's"
    ONE_OWN_SHEET = "an online table carries one sheet of one's own"
    NAME_TAKEN = "somebody of that name plays already"

    NO_TABLE = "it was forgotten, or closed before its game, or never was"
    TABLE_CLOSED = "it is closed for now"
    VERSION = "the pad and the relay are too far apart in age"
    TOO_MANY_TRIES = "there were too many tries"
    REFUSED = "the relay does not take it"
    LOG_DIFFERS = "the relay has another log than this device"

    @classmethod
    def from_error(cls, error: StorageError) -> "Failure":
        return cls.DISK_FULL if isinstance(error, DiskFull) else cls.NOT_SAVED


def storage_failure(action: Callable[[], object]) -> Failure | None:
    """Run an action of the storage; return why it failed, None if it succeeded."""
    try:
        action()
    except StorageError as error:
        return Failure.from_error(error)
    return None


Reason: TypeAlias = Refusal | Failure
"""Why something was not done. None usually means that it was."""


def play_entries(game: Game, entries: Sequence[Entry]) -> tuple[Game, Reason | None]:
    """The game after the entries of one action, and why they are refused; None if they are not.

    The game is of no use if they are refused.
    """
    after, refused = continue_replay(game, entries)
    if refused is not None:
        return game, refused.reason
    return after, None if has_log_capacity(game, entries) else Failure.GAME_FULL


class OpenGame(PlayedGame):
    """A stored game that is open, shared by all screens of a process."""

    def __init__(
        self, storage: GameLog, saved: SavedGame, setup: Setup, now: Callable[[], datetime]
    ) -> None:
        super().__init__(saved.head, Game.start(setup))
        self._storage = storage
        self._now = now
        self._times: list[datetime] = []
        self._is_readable = True
        self._load_log(saved)

    def _load_log(self, saved: SavedGame) -> None:
        """Load a saved log; if it continues the present one, only its new entries are replayed."""
        is_continued = saved.entries[: len(self.game.log)] == self.saved_entries(0)
        before = self.game if is_continued else Game.start(self.game.setup)
        self.game, refused = continue_replay(
            before, (parse_token(entry.token) for entry in saved.entries[len(before.log) :])
        )
        self._is_readable = refused is None
        self._times = [entry.at for entry in saved.entries]
        self.corrections = find_corrections(self.game, self._times[: len(self.game.log)])

    def enter(self, *entries: Entry) -> Reason | None:
        """Add entries of one action: all of them, each after the one before, or none.

        Returns:
            Why they are refused by the rules, by the length of the log, or by the disk; else None.
        """
        after, reason = play_entries(self.game, entries)
        if reason is not None:
            return reason
        if not self._is_readable:
            return Failure.UNREADABLE
        now = self._stroke_time()
        return self._save_entries(after, [SavedEntry(entry.text, now) for entry in entries])

    def correct_entry(self, change: Change) -> Reason | None:
        """Correct one entry, if it has not changed since and the rules accept the correction."""
        timeline = self.game.timeline
        if change_owner(timeline, change) is None or not change.applies_to(timeline.applied):
            return Failure.CHANGED_ELSEWHERE
        correction = correction_for(self.game, change)
        if correction.refused is not None:
            return correction.refused.reason
        return self.enter(*correction.entries)

    def append_applied(self, entries: Sequence[SavedEntry]) -> Failure | None:
        """Save entries, each with its time, that were accepted where this game is played.

        They follow the saved ones.
        """
        after, refused = continue_replay(self.game, (parse_token(saved.token) for saved in entries))
        if refused is not None or not self._is_readable or len(after.log) > MAX_LOG_ENTRIES:
            return Failure.UNREADABLE
        return self._save_entries(after, entries)

    def saved_entries(self, start: int) -> tuple[SavedEntry, ...]:
        """The entries of its log from an index on, each with its time."""
        pairs = zip(self.game.log[start:], self._times[start:], strict=False)
        return tuple(SavedEntry(entry.text, at) for entry, at in pairs)

    def _stroke_time(self) -> datetime:
        """The time of a new action, which differs from that of the one before."""
        now = self._now()
        return now + timedelta(microseconds=1) if now in self._times[-1:] else now

    def _save_entries(self, after: Game, saved: Sequence[SavedEntry]) -> Failure | None:
        """Write entries to the disk, then show them.

        If another program has written to the game, its log is shown instead.
        """
        try:
            self._storage.append(self.head.id, len(self.game.log), *saved)
        except Conflict:
            return Failure.CHANGED_ELSEWHERE if self.reload_log() else Failure.NOT_SAVED
        except StorageError as error:
            return Failure.from_error(error)
        self.game = after
        self._times += [entry.at for entry in saved]
        if len(saved) > 1:
            self.corrections = find_corrections(after, self._times)
        self._notify_watchers()
        return None

    def reload_log(self) -> bool:
        """Read the log from the disk again; return whether that succeeded."""
        try:
            saved = self._storage.load(self.head.id)
        except StorageError:
            return False
        self.replace_log(saved)
        return True

    def replace_log(self, saved: SavedGame) -> None:
        """Show a log that was changed by another program or device."""
        self.head = saved.head
        self._load_log(saved)
        self._notify_watchers()


class GameService(Observable):
    """The games of a process, stored and open, and the settings of its owner."""

    def __init__(
        self,
        storage: Storage,
        sheets: SheetCatalog,
        now: Callable[[], datetime],
        new_id: Callable[[], str],
    ) -> None:
        super().__init__()
        self._storage = storage
        self.sheets = sheets
        self._new_id = new_id
        self._open_games: WeakValueDictionary[str, OpenGame] = WeakValueDictionary()
        self.now = now
        self.settings = Settings.from_texts(storage.read_settings())

    def start(
        self,
        layout: str,
        names: tuple[str, ...],
        *,
        finish_turn: bool = False,
        always_new: bool = False,
        corner: int = 1,
    ) -> OpenGame:
        """Start a game on fresh sheets.

        The newest game is reused if it has the same sheets and names, and nothing was entered.

        The sheet is saved as the last one played on, unless the disk is full.

        Args:
            layout: Name of the sheet; or the names of slips of one box, in seat order, separated by
                commas.
            names: Of the players in seat order, one for each sheet; the first has the first roll.
            finish_turn: Whether the house option of rule 10 holds.
            always_new: Whether no game is reused: it may be that of another table.
            corner: The corner of the table for the sheet of seat 1, from 1.

        Raises:
            StorageError: The disk refuses it.
        """
        option = "+finish-turn" if finish_turn else ""
        setup = read_setup(f"{layout}/{len(names)}{option}", self.sheets)
        newest = None if always_new else self._storage.newest_game()
        if (
            newest is not None
            and not newest.entries
            and (newest.head.setup, newest.head.names) == (setup.text, names)
        ):
            opened = self.open(newest.head.id)
        else:
            head = GameHead(self._new_id(), setup.text, names, self.now())
            opened = self._save_head(head, setup)
        self._save_changed(self.settings.with_recent_sheet(setup.layout.name))
        return self._set_corner(opened, corner)

    def copy_from_paper(self, layout: str, names: tuple[str, ...], started: datetime) -> OpenGame:
        """Start a game to copy finished sheets from paper (rule 13), one for each name.

        Args:
            layout: As for `start`.
            names: As for `start`.
            started: When it was played.

        Raises:
            StorageError: The disk refuses it.
        """
        setup = read_setup(f"{layout}/{len(names)}+paper", self.sheets)
        return self._save_head(GameHead(self._new_id(), setup.text, names, started), setup)

    def adopt(self, head: GameHead, corner: int) -> OpenGame:
        """Add a game that was begun elsewhere, before its first entry.

        A custom sheet is stored with it, but not offered.

        Args:
            head: Of the game.
            corner: The corner of the table for the sheet of seat 1, from 1.

        Raises:
            HeadError: This version does not know its sheets.
            StorageError: The disk refuses it.
        """
        return self._set_corner(self._save_head(head, read_setup(head.setup, self.sheets)), corner)

    def _save_head(self, head: GameHead, setup: Setup) -> OpenGame:
        self.sheets.save_layouts(*setup.layouts)
        self._storage.add_game(head)
        return self._register_game(SavedGame(head, ()), setup)

    def _set_corner(self, opened: OpenGame, corner: int) -> OpenGame:
        """Save the corner of seat 1; if the disk is full, it is lost when the game is closed."""
        if opened.first_corner != corner:
            saved = self.read_notes(_CORNERS_KEY).get(_CORNERS_KEY, "")
            self.save_note(_CORNERS_KEY, add_first_corner(saved, opened.head.id, corner))
            opened.first_corner = corner
        return opened

    def open(self, game_id: str) -> OpenGame:
        """Open a stored game.

        Raises:
            UnknownGame: There is none with this identifier, or its layout is unknown.
            StorageError: It cannot be read now.
        """
        opened = self._open_games.get(game_id)
        if opened is not None:
            return opened
        saved = self._storage.load(game_id)
        try:
            return self._register_game(saved, read_setup(saved.head.setup, self.sheets))
        except HeadError as error:
            raise UnknownGame(str(error)) from error

    def _register_game(self, saved: SavedGame, setup: Setup) -> OpenGame:
        opened = OpenGame(self._storage, saved, setup, self.now)
        saved_corners = self.read_notes(_CORNERS_KEY).get(_CORNERS_KEY, "")
        opened.first_corner = read_first_corner(saved_corners, saved.head.id, setup.seats)
        return self._open_games.setdefault(saved.head.id, opened)

    def read_notes(self, prefix: str) -> dict[str, str]:
        """The notes whose keys begin with `prefix`, by key; none if they cannot be read."""
        try:
            settings = self._storage.read_settings()
        except StorageError:
            return {}
        return {key: text for key, text in settings.items() if key.startswith(prefix)}

    def save_note(self, key: str, text: str) -> bool:
        """Save a note; return whether that succeeded."""
        return storage_failure(lambda: self._storage.put_setting(key, text)) is None

    def delete_note(self, key: str) -> bool:
        """Delete a note; return whether that succeeded."""
        return storage_failure(lambda: self._storage.drop_setting(key)) is None

    def layout(self, name: str) -> Layout:
        return self.sheets[name]

    def reload_all(self) -> None:
        """Read the open games and the settings again: another program may have changed them."""
        for opened in tuple(self._open_games.values()):
            opened.reload_log()
        with suppress(StorageError):
            self.settings = Settings.from_texts(self._storage.read_settings())
        self.sheets.reload_settings()
        self._notify_watchers()

    @property
    def last_sheet(self) -> Layout:
        """The sheet that was last played on and is still offered, or the default one."""
        recent = (self.sheets.find_choosable(name) for name in self.settings.recent_sheets)
        default = next(layout for layout in self.sheets.values() if layout.default)
        return next(filter(None, recent), default)

    @property
    def offered_layouts(self) -> tuple[Layout, ...]:
        """All sheets that are offered: the printed ones, then the custom ones."""
        return (*self.sheets.values(), *self.sheets.custom_layouts)

    def remember_players(self, people: Iterable[Person]) -> None:
        """Save names and colours for the next game, unless the disk is full."""
        self._save_changed(self.settings.with_recent_players(people))

    def _save_changed(self, settings: Settings) -> None:
        if settings != self.settings:
            self.change_settings(settings)

    def change_settings(self, settings: Settings) -> Failure | None:
        """Save new settings, and notify every screen."""
        try:
            for key, text in settings.changed_texts(self.settings).items():
                self._storage.put_setting(key, text)
        except StorageError as error:
            return Failure.from_error(error)
        self.settings = settings
        self._notify_watchers()
        return None


# the settings of visiting devices, each under a prefix of its own

_DEVICE_PREFIX = "device/"
_MAX_DEVICES = 200
"""Visiting devices whose settings are stored, at most."""
_LAST_VISIT_KEY = "seen"
"""The key of a device's last visit among its settings, as ISO text in UTC."""
_VISIT_INTERVAL = timedelta(days=1)


class Preferences(Observable):
    """The settings of a visiting device; the owner's are those of the service."""

    def __init__(self, service: GameService, device: str) -> None:
        super().__init__()
        self._service = service
        self._prefix = f"{_DEVICE_PREFIX}{device}/"
        self._visit_key = self._prefix + _LAST_VISIT_KEY
        notes = service.read_notes(self._prefix)
        texts = {key.removeprefix(self._prefix): text for key, text in notes.items()}
        self.settings = Settings.from_texts(texts)
        self._last_visit = notes.get(self._visit_key, "")
        if notes and self._is_visit_old():  # if this is not saved, the next visit tries again
            service.save_note(self._visit_key, service.now().isoformat())

    def change_settings(self, settings: Settings) -> Failure | None:
        """Save new settings, and notify every screen of this session.

        If there are too many devices, the settings of those that have been away longest are
        deleted.
        """
        changes = settings.changed_texts(self.settings)
        notes = {self._prefix + key: text for key, text in changes.items()}
        if notes and not self._last_visit:
            self._evict_oldest_devices()
        if notes and self._is_visit_old():
            notes[self._visit_key] = self._service.now().isoformat()
        if not all(self._service.save_note(key, text) for key, text in notes.items()):
            return Failure.NOT_SAVED
        self._last_visit = notes.get(self._visit_key, self._last_visit)
        self.settings = settings
        self._notify_watchers()
        return None

    def _is_visit_old(self) -> bool:
        """True if the saved visit is a day old, or there is none."""
        return self._last_visit < (self._service.now() - _VISIT_INTERVAL).isoformat()

    def _evict_oldest_devices(self) -> None:
        notes = self._service.read_notes(_DEVICE_PREFIX)
        prefixes = {"/".join(key.split("/", 2)[:2]) + "/" for key in notes}
        others = sorted(
            prefixes - {self._prefix},
            key=lambda prefix: (notes.get(prefix + _LAST_VISIT_KEY, ""), prefix),
        )
        for prefix in others[: max(0, len(others) + 1 - _MAX_DEVICES)]:
            for key in notes:
                if key.startswith(prefix):
                    self._service.delete_note(key)

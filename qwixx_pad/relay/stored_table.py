"""A table in the store of a relay, and its games."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.notation import HeadError, read_setup
from qwixx_pad.games.custom_sheets import ExtendedLayouts, SheetText
from qwixx_pad.games.session import OpenGame
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.relay.store import MarkedGame, RequestMark, SavedTable, Store
from qwixx_pad.settings import Person
from qwixx_pad.storage import (
    Conflict,
    GameHead,
    SavedEntry,
    SavedGame,
    StorageError,
    UnknownGame,
)

PrintedSheets = Mapping[str, Layout]


class TableMovedError(Exception):
    """Raised when another relay has changed the table first, which has to be read again."""


class StoredTable:
    """The `TableStore` of one table; raises TableMovedError if another relay has changed it.

    Args:
        store: Stores all tables.
        sheets: The printed sheets.
        now: Returns the present time in UTC.
        code: Of the table.

    Attributes:
        code: Of the table.
        saved: The seating as last read or saved.
        unsure: The seating that the store failed to save, but perhaps has saved; None before each
            request.
        request_mark: The mark of the next request, set before each try of it. The first entries
            that are saved get it. None if the device does not number its requests.
        own_sheet: The custom sheet that the table carries; set before each request.
    """

    def __init__(
        self, store: Store, sheets: PrintedSheets, now: Callable[[], datetime], code: str
    ) -> None:
        self._store = store
        self._sheets = sheets
        self._now = now
        self.code = code
        self.saved = SavedTable(code, "", 0)
        self.unsure: SavedTable | None = None
        self._corner = self._saved_corner = 1
        self._game: OpenGame | None = None
        self._marks: set[RequestMark] = set()
        self.request_mark: RequestMark | None = None
        self.own_sheet: SheetText | None = None

    def read(self) -> Seating | None:
        """Read the seating; None if there is no such table.

        Raises:
            StorageError: It cannot be read now, or not by this version.
        """
        saved = self._store.find_table(self.code)
        if saved is None:
            return None
        corner, _, text = saved.text.partition(" ")
        seating = Seating.read(text)
        if seating is None or not corner.isdigit():
            raise StorageError(f"the table {self.code} cannot be read")
        self.saved = saved
        self._corner = self._saved_corner = int(corner)
        self.own_sheet = seating.own_sheet
        return seating

    def create(self, seating: Seating) -> None:
        """Save a new table.

        Raises:
            Conflict: The code is taken.
            StorageError: It is not saved.
            ValueError: A text cannot be saved.
        """
        self._put_text(f"{self._corner} {seating.text}")

    def _put_text(self, text: str) -> None:
        version = self._store.put_table(self.code, text, self.saved.version, self._now())
        self.saved = SavedTable(self.code, text, version)

    def layout(self, name: str) -> Layout:
        return self._sheets[name]

    @property
    def _known_sheets(self) -> Mapping[str, Layout]:
        """The printed sheets, and the custom one that the table carries."""
        own = self.own_sheet
        return ExtendedLayouts(self._sheets, lambda name: own if own and own.name == name else None)

    def start(
        self,
        layout: str,
        names: tuple[str, ...],
        *,
        finish_turn: bool = False,
        always_new: bool = False,  # noqa: ARG002 - of the protocol; here each game is new
        corner: int = 1,
    ) -> OpenGame:
        option = "+finish-turn" if finish_turn else ""
        setup = read_setup(f"{layout}/{len(names)}{option}", self._known_sheets)
        head = GameHead(uuid.uuid4().hex, setup.text, names, self._now())
        try:
            self._store.start(head, self.code)
        except Conflict as error:
            raise TableMovedError from error
        self._corner = corner
        return self._make_open_game(MarkedGame(SavedGame(head, ()), frozenset()))

    def open(self, game_id: str) -> OpenGame:
        return self._make_open_game(self._store.load(game_id, self.code))

    def entries_from(self, game_id: str, base_length: int) -> tuple[SavedEntry, ...] | None:
        """The entries of a game after the first `base_length`; None if it cannot be read."""
        try:
            return self.load(game_id).entries[max(0, base_length) :]
        except StorageError:
            return None

    def has_request(self, game: str, mark: RequestMark) -> bool:
        """True if the log of a game of this table has the request with this mark.

        Raises:
            StorageError: An earlier game cannot be read now.
        """
        if self._is_current_game(game):
            return mark in self._marks
        try:
            return mark in self._store.load(game, self.code).marks
        except UnknownGame:
            return False

    def last_number(self, by: str) -> int:
        """The greatest number of a device's requests in the present game; 0 without one."""
        return max((mark.number for mark in self._marks if mark.by == by), default=0)

    def _is_current_game(self, game: str) -> bool:
        return self._game is not None and self._game.head.id == game

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Save the next entries of a game, as `GameLog.append`.

        Raises:
            TableMovedError: Another relay has saved entries first.
        """
        mark = self.request_mark
        self.request_mark = None  # the entries that the relay adds after them have none
        try:
            self._store.append(game, number, *entries, mark=mark)
        except Conflict as error:
            raise TableMovedError from error
        if mark and self._is_current_game(game):
            self._marks.add(mark)

    def load(self, game: str) -> SavedGame:
        return self._store.load(game, self.code).saved

    def _make_open_game(self, loaded: MarkedGame) -> OpenGame:
        saved = loaded.saved
        if self._game and self._game.head == saved.head:
            self._game.replace_log(saved)
        else:
            try:
                setup = read_setup(saved.head.setup, self._known_sheets)
            except HeadError as error:
                raise UnknownGame(str(error)) from error
            self._game = OpenGame(self, saved, setup, self._now)
        self._marks = {*loaded.marks}
        self._game.first_corner = self._corner
        return self._game

    def save_note(self, key: str, text: str) -> bool:  # noqa: ARG002 - the table's own is the only one
        """Save the seating; return whether that succeeded."""
        stored = f"{self._corner} {text}"
        try:
            self._put_text(stored)
        except Conflict as error:
            raise TableMovedError from error
        except (StorageError, ValueError):
            self._corner = self._saved_corner
            self.unsure = SavedTable(self.code, stored, self.saved.version + 1)
            return False
        self._saved_corner = self._corner
        return True

    def delete_note(self, key: str) -> bool:  # noqa: ARG002 - as above
        """Delete the table; return whether that succeeded."""
        try:
            self._store.drop_table(self.code)
        except StorageError:
            return False
        return True

    def remember_players(self, people: Iterable[Person]) -> None:
        """Do nothing: a relay remembers no players."""

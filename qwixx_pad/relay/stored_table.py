"""A table in the store of a relay, with its games."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.notation import HeadError, read_setup
from qwixx_pad.games.session import OpenGame
from qwixx_pad.multiplayer.seating import Seating
from qwixx_pad.relay.store import KeptGame, RequestMark, Store
from qwixx_pad.settings import Person
from qwixx_pad.storage import (
    Conflict,
    GameHead,
    SavedEntry,
    SavedGame,
    StorageError,
    UnknownGame,
)

Sheets = Mapping[str, Layout]


class MovedError(Exception):
    """Raised when another relay was quicker: read the table anew, then try again."""


class StoredTable:
    """The `TableStore` of one table; raises TableMovedError where another relay wrote.

    `now` gives the time, in UTC. `request_mark` is the mark of the next request, set before each
    try of it; None where the device does not count it. The first entries that are saved take it.
    """

    def __init__(
        self, store: Store, sheets: Sheets, now: Callable[[], datetime], code: str
    ) -> None:
        self._store, self._sheets, self._now = store, sheets, now
        self.code = code
        self._version = 0
        self._corner = self._kept_corner = 1
        self._played: OpenGame | None = None
        self._marks: set[RequestMark] = set()
        self.mark: RequestMark | None = None

    def read(self) -> Seating | None:
        """Read the seating; None where there is no such table.

        Raises:
            StorageError: It cannot be read now, or by this version.
        """
        kept = self._store.table(self.code)
        if kept is None:
            return None
        corner, _, text = kept.text.partition(" ")
        seating = Seating.read(text)
        if seating is None or not corner.isdigit():
            raise StorageError(f"the table {self.code} cannot be read")
        self._version = kept.version
        self._corner = self._kept_corner = int(corner)
        return seating

    def begin(self, seating: Seating) -> None:
        """Save a new table.

        Raises:
            Conflict: The code is taken.
            StorageError: It is not saved.
        """
        said = f"{self._corner} {seating.text}"
        self._version = self._store.put_table(self.code, said, 0, self._now())

    def layout(self, name: str) -> Layout:
        """Return the printed sheet of a name; raises KeyError where there is none."""
        return self._sheets[name]

    def start(
        self,
        layout: str,
        names: tuple[str, ...],
        *,
        finish_turn: bool = False,
        always_new: bool = False,  # noqa: ARG002 - of the protocol; here each game is new
        corner: int = 1,
    ) -> OpenGame:
        """Start a game on fresh sheets, as `GameService.start`."""
        option = "+finish-turn" if finish_turn else ""
        setup = read_setup(f"{layout}/{len(names)}{option}", self._sheets)
        head = GameHead(uuid.uuid4().hex, setup.text, names, self._now())
        try:
            self._store.start(head, self.code)
        except Conflict as error:
            raise MovedError from error
        self._corner = corner
        return self._opened(KeptGame(SavedGame(head, ()), frozenset()))

    def open(self, game_id: str) -> OpenGame:
        """Open a saved game; raises StorageError where it cannot be read."""
        return self._opened(self._store.load(game_id, self.code))

    def rest(self, game_id: str, seen: int) -> tuple[SavedEntry, ...] | None:
        """Return the log of a game from a length on; None if it cannot be read."""
        try:
            return self.load(game_id).entries[max(0, seen) :]
        except StorageError:
            return None

    def stands(self, game: str, mark: RequestMark) -> bool:
        """Return whether a request of a device is in the log of a game of this table.

        Raises:
            StorageError: An earlier game cannot be read now.
        """
        if self._plays(game):
            return mark in self._marks
        try:
            return mark in self._store.load(game, self.code).marks
        except UnknownGame:
            return False

    def last_number(self, by: str) -> int:
        """Return the greatest number of a device's requests in the present game; 0 without one."""
        return max((mark.number for mark in self._marks if mark.by == by), default=0)

    def _plays(self, game: str) -> bool:
        return self._played is not None and self._played.head.id == game

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Save the next entries of a game, as `GameLog`; of several relays the first succeeds.

        Raises:
            TableMovedError: There are others by now.
        """
        mark, self.mark = self.mark, None  # the relay's own entries behind them have none
        try:
            self._store.append(game, number, *entries, mark=mark)
        except Conflict as error:
            raise MovedError from error
        if mark and self._plays(game):
            self._marks.add(mark)

    def load(self, game: str) -> SavedGame:
        """Load a game of this table, as `GameLog`."""
        return self._store.load(game, self.code).saved

    def _opened(self, kept: KeptGame) -> OpenGame:
        saved = kept.saved
        if self._played and self._played.head == saved.head:
            self._played.follow(saved)
        else:
            try:
                setup = read_setup(saved.head.setup, self._sheets)
            except HeadError as error:
                raise UnknownGame(str(error)) from error
            self._played = OpenGame(self, saved, setup, self._now)
        self._marks = {*kept.marks}
        self._played.first_corner = self._corner
        return self._played

    def keep_note(self, key: str, text: str) -> bool:  # noqa: ARG002 - the table's own is the only one
        """Save the seating; return whether it is saved now."""
        said = f"{self._corner} {text}"
        try:
            self._version = self._store.put_table(self.code, said, self._version, self._now())
        except Conflict as error:
            raise MovedError from error
        except (StorageError, ValueError):
            self._corner = self._kept_corner
            return False
        self._kept_corner = self._corner
        return True

    def drop_note(self, key: str) -> bool:  # noqa: ARG002 - as above
        """Delete the table; return whether it is gone now."""
        try:
            self._store.drop_table(self.code)
        except StorageError:
            return False
        return True

    def remember(self, people: Iterable[Person]) -> None:
        """Do nothing: a relay remembers nobody."""

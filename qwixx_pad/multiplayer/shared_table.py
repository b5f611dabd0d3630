"""A shared table of this process, or of a relay: the one authority for its seats and its game.

`submit_request` gets the id of the device and its request. Entries and corrections carry the length
of the log that the device knows. If all checks succeed, the change is written to the disk and then
announced to every phone.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import EndRoll, Entry, Undo
from qwixx_pad.games.played_game import next_corner
from qwixx_pad.games.session import Failure, OpenGame, Reason, play_entries
from qwixx_pad.multiplayer.last_crosses import (
    answers_with,
    closing_entry,
    is_held_back,
    reopened_answers,
)
from qwixx_pad.multiplayer.lobby import (
    is_change_current,
    restore_seats,
    with_last_game,
)
from qwixx_pad.multiplayer.permissions import reopening_entries
from qwixx_pad.multiplayer.presence import DEFAULT_ABSENCE, Absence, Presence
from qwixx_pad.multiplayer.requests import (
    AcknowledgeLoss,
    CloseTable,
    ConfirmWhiteDice,
    Correct,
    DeclareLockDice,
    Decline,
    Enter,
    Rematch,
    ReopenTable,
    RollSignal,
    SetReady,
    Start,
    StopWaiting,
    TableRequest,
    UndoCorrection,
)
from qwixx_pad.multiplayer.seating import RollAnswers, Seating
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.settings import Person
from qwixx_pad.storage import StorageError

SHARED_TABLE_NOTE = "table/"
"""The key of the note with the seating of a table is this, then the code of the table."""


class TableStore(Protocol):
    """The storage that a table needs; the pad's own is `GameService`."""

    def layout(self, name: str) -> Layout:
        """The printed sheet of a name.

        Raises:
            KeyError: There is none.
        """

    def start(
        self,
        layout: str,
        names: tuple[str, ...],
        *,
        finish_turn: bool = False,
        always_new: bool = False,
        corner: int = 1,
    ) -> OpenGame:
        """Start a game on fresh sheets; the arguments are those of `GameService.start`.

        Raises:
            StorageError: It cannot be saved.
        """

    def open(self, game_id: str) -> OpenGame:
        """Open a saved game.

        Raises:
            StorageError: It cannot be read now, or does not exist.
        """

    def save_note(self, key: str, text: str) -> bool:
        """Save a text; return whether that succeeded."""

    def delete_note(self, key: str) -> bool:
        """Delete a text; return whether that succeeded."""

    def remember_players(self, people: Iterable[Person]) -> None:
        """Remember the players of a game that has begun."""


def _open_game(store: TableStore, game: str | None) -> OpenGame | None:
    try:
        return None if game is None else store.open(game)
    except StorageError:
        return None


def _is_current(request: Correct | UndoCorrection, opened: OpenGame) -> bool:
    """True if no later correction has changed the meaning of this one since it was requested."""
    if isinstance(request, Correct):
        return is_change_current(request.change, opened.game, request.base_length)
    corrected = max((each.end for each in opened.corrections), default=0)
    return corrected <= request.base_length <= len(opened.game.log)


class SharedTable(GameTable):
    """A table: its seating, its game, and the devices that show it.

    Args:
        store: Stores the seating and the games.
        seating: The seats, and the answers of this roll, as saved.
        presence: The devices that show it.
        absence: When a device is away, and the timer that notices it.
        numbered: Whether devices number their requests for the log.

    Attributes:
        deleted: Whether it was closed before its game, and is no longer stored.
    """

    opened: OpenGame | None

    def __init__(
        self,
        store: TableStore,
        seating: Seating,
        presence: Presence,
        absence: Absence = DEFAULT_ABSENCE,
        *,
        numbered: bool = False,
    ) -> None:
        super().__init__(seating, _open_game(store, seating.game), store.layout)
        self.numbered = numbered
        self._store = store
        self._presence = presence
        self._absence = absence
        self._present_devices: dict[object, str] = {}
        self.deleted = False

    # the devices present

    def connect_device(self, device: str) -> Callable[[], None]:
        """Count a device as present until the returned function is called."""
        connection = object()
        self._present_devices[connection] = device
        self.welcome_back(device)
        self._update_presence()

        def disconnect() -> None:
            self._present_devices.pop(connection, None)
            self._update_presence()

        return disconnect

    def welcome_back(self, device: str) -> None:
        """Give a returning device the seats that others have freed and nobody has taken."""
        seating = restore_seats(self.seating, device)
        if seating != self.seating:
            self._write_seating(seating)

    def _update_presence(self) -> None:
        self._presence.set_present(frozenset(self._present_devices.values()))
        self._notify_watchers()
        self._absence.schedule_notice(self._notify_watchers)

    @property
    def away_devices(self) -> frozenset[str]:
        return self._presence.absent_devices(self.seating)

    def is_present(self, seat: int) -> bool:
        return self.seating.chair_of(seat).device in self._presence.present

    @property
    def is_closed(self) -> bool:
        return self.deleted or self.seating.closed

    def notify_game_changed(self) -> None:
        """Notify all watchers after a change that was not made through this table."""
        self._notify_watchers()

    # requests

    def submit_request(self, by: str, request: TableRequest) -> Reason | None:
        answer: Reason | None = self.request_refusal(by, request)
        if answer is not None:
            return answer
        match request:
            case Enter(entry, base_length):
                answer = self._apply_entry(by, entry, base_length)
            case Correct() | UndoCorrection():
                answer = self._apply_correction(by, request)
            case Start():
                answer = self._begin_game(self.seating)
            case Rematch():
                answer = self._start_rematch(by)
            case SetReady() | Decline() | DeclareLockDice() | ConfirmWhiteDice() | StopWaiting():
                answer = self._receive_signal(request)
            case CloseTable():
                answer = self._close_table()
            case ReopenTable():
                answer = self._save_seating(replace(self.seating, closed=False))
            case AcknowledgeLoss():
                pass  # only a remote table has rejected entries
            case _:
                after = self.preview_change(by, request)
                answer = after if isinstance(after, Failure) else self._save_seating(after)
        return answer

    # the seating

    def _close_table(self) -> Failure | None:
        """Close the table; delete it if no game has begun."""
        if self.seating.game is not None:
            return self._save_seating(replace(self.seating, closed=True))
        if not self._store.delete_note(SHARED_TABLE_NOTE + self.seating.code):
            return Failure.SEATING_NOT_SAVED
        self.deleted = True
        self._notify_watchers()
        return None

    def _start_rematch(self, by: str) -> Failure | None:
        """Begin the next game of the same people and of those who have joined meanwhile."""
        if self.is_closed or not self.seating.is_member(by):
            return Failure.NOT_ALLOWED
        if self.opened is None or not self.may_rematch:
            return Failure.STARTED
        seating = self.seating.for_next_game()
        return self._begin_game(seating, next_corner(len(seating.chairs), self.opened.first_corner))

    def _begin_game(self, seating: Seating, corner: int = 1) -> Failure | None:
        try:
            opened = self._store.start(
                seating.sheets,
                seating.names,
                finish_turn=seating.finish_turn,
                always_new=True,
                corner=corner,
            )
        except StorageError:
            return Failure.SEATING_NOT_SAVED
        before = self.opened
        seating = with_last_game(seating, before, opened)
        if before is not None:
            self.earlier |= {before.head.id}
        self.opened = opened  # before the seating is announced, which names this game
        refused = self._save_seating(replace(seating, game=opened.head.id, answers=RollAnswers()))
        if refused is None:
            self._store.remember_players(
                Person(chair.name, chair.color) for chair in seating.chairs
            )
        else:
            self.opened = before
        return refused

    # the game

    def _apply_entry(self, by: str, entry: Entry, base_length: int) -> Reason | None:
        """Make an entry. A device that does not know the newest state is notified of it again."""
        if self.is_repeated_entry(by, entry, base_length):
            self._notify_watchers()
            return None
        failure = self.precheck_entry(by, entry, base_length)
        if failure is not None or self.opened is None:
            if failure is Failure.CHANGED_ELSEWHERE:
                self._notify_watchers()
            return failure
        if entry == Entry(Undo()):
            reason = self._undo_roll_end(by, self.opened)
        elif entry == Entry(EndRoll()) and is_held_back(self.opened.game):
            reason = self._hold_back_end(self.opened)
        else:
            reason = self.opened.enter(entry)
            if reason is None:
                self._close_if_answered()
        self._notify_watchers()
        return reason

    def _undo_roll_end(self, by: str, opened: OpenGame) -> Reason | None:
        """Undo the end of a roll or of the game.

        The end of the game goes together with the last entry of the device in that roll (see
        `reopening_entries`). If the game is over, drop the answers of this device's seats, or
        everybody's `ready` if it has none.
        """
        seats = self.seating.seats_of(by)
        entries = reopening_entries(opened.game, seats)
        after, reason = play_entries(opened.game, entries)
        if reason is not None:
            return reason
        if opened.game.position.is_over:
            answers = reopened_answers(self.roll_answers, seats, opened.game, after)
            if self._write_seating(replace(self.seating, answers=answers)) is not None:
                return Failure.NOT_SAVED
        return opened.enter(*entries)

    def _hold_back_end(self, opened: OpenGame) -> Failure | None:
        """Wait for last crosses before a `/` that gives the roller the last penalty (rule 6)."""
        if not self.roll_answers.ending:
            length = len(opened.game.log)
            answers = replace(self.roll_answers, ready=frozenset(), ending=True, base_length=length)
            if self._write_seating(replace(self.seating, answers=answers)) is not None:
                return Failure.NOT_SAVED
        self._close_if_answered()
        return None

    def _apply_correction(self, by: str, request: Correct | UndoCorrection) -> Reason | None:
        change = self.requested_change(by, request)
        if isinstance(change, Failure):
            return change
        if self.opened is None or change is None or not _is_current(request, self.opened):
            self._notify_watchers()
            return Failure.CHANGED_ELSEWHERE
        reason = self.opened.correct_entry(change)
        if reason is None:
            self._close_if_answered()
        self._notify_watchers()
        return reason

    def _close_if_answered(self) -> None:
        entry = closing_entry(self.opened.game, self.roll_answers) if self.opened else None
        if self.opened and entry:
            self.opened.enter(entry)

    # signals

    def _receive_signal(self, signal: RollSignal) -> Failure | None:
        opened = self.opened
        if opened is None:
            return Failure.NOT_ALLOWED
        if (
            isinstance(signal, ConfirmWhiteDice)
            and signal.letter not in self.open_locks.unshared_rows
        ):
            return None  # the lock is shared already, or the roller has not answered yet
        answers = answers_with(signal, opened.game, self.roll_answers)
        answers = replace(answers, base_length=len(opened.game.log))
        refused = self._write_seating(replace(self.seating, answers=answers))
        if refused is None:
            self._close_if_answered()
            self._notify_watchers()
        return refused

    def _save_seating(self, seating: Seating) -> Failure | None:
        if seating == self.seating:
            return None
        refused = self._write_seating(seating)
        if refused is None:
            self._notify_watchers()
        return refused

    def _write_seating(self, seating: Seating) -> Failure | None:
        """Write a seating to the disk, then use it; a closed table can only be reopened."""
        if self.deleted or (self.is_closed and seating.closed):
            return Failure.NOT_ALLOWED
        if not self._store.save_note(SHARED_TABLE_NOTE + seating.code, seating.text):
            return Failure.SEATING_NOT_SAVED
        self.seating = seating
        return None

"""The state of a table, whoever owns it: this process, or a relay far away."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from qwixx_pad.core.corrections import Change, change_owner
from qwixx_pad.core.moves import Entry
from qwixx_pad.core.table import Table
from qwixx_pad.games.played_game import PlayedGame
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.multiplayer.last_crosses import (
    OpenLocks,
    current_answers,
    open_questions,
    unshared_locks,
    waiting_seats,
)
from qwixx_pad.multiplayer.lobby import (
    SeatingOutcome,
    SheetLookup,
    is_duplicate,
    is_stale,
    seating_after,
    start_refusal,
)
from qwixx_pad.multiplayer.permissions import Rights
from qwixx_pad.multiplayer.requests import (
    CloseTable,
    ConfirmWhiteDice,
    Correct,
    DeclareLockDice,
    Decline,
    ReopenTable,
    SeatChange,
    SetReady,
    Start,
    StopWaiting,
    TableRequest,
    UndoCorrection,
)
from qwixx_pad.multiplayer.seating import RollAnswers, Seating
from qwixx_pad.observable import Observable


class Link(Enum):
    """The state of the link from a device to the owner of a table."""

    CONNECTING = auto()
    UP = auto()
    DOWN = auto()
    """Lost, and tried again by itself."""
    GONE = auto()
    """Lost for ever."""


@dataclass(frozen=True, slots=True)
class RejectedEntry:
    """An entry that was shown on this device and then rejected, and why."""

    entry: Entry
    reason: Reason


class GameTable(Observable):
    """A table as a device sees it, and the one interface for its requests.

    Attributes:
        online: Whether a relay owns it.
        numbered: Whether devices number their requests for the log, so that duplicates are no
            matter of this class.
        seating: Who sits where, and the answers of this roll.
        opened: Its game; None before the start, or while it cannot be read.
        link: Whether its owner can be reached.
        gone: Why it never will be reached again; None as long as it may be.
        unsent: Entries that are shown at the end of the game, and are here only.
        lost: Rejected entries, until acknowledged.
        refused: Why the last request that was no entry was refused after all.
        earlier: Games that were played at it before, as far as it remembers them.
    """

    online = False
    numbered = False
    link = Link.UP
    gone: Failure | None = None
    unsent: tuple[Entry, ...] = ()
    lost: tuple[RejectedEntry, ...] = ()
    refused: Reason | None = None
    earlier: frozenset[str] = frozenset()

    def __init__(self, seating: Seating, opened: PlayedGame | None, sheet: SheetLookup) -> None:
        super().__init__()
        self._sheet = sheet
        self.seating = seating
        self.opened = opened
        self._locks = OpenLocks()
        self._locks_after = RollAnswers()
        self._locks_of: object = None

    @abstractmethod
    def submit_request(self, by: str, request: TableRequest) -> Reason | None:
        """Do what a device requests, if it may; return why it is refused. `by` is its id."""

    @abstractmethod
    def connect_device(self, device: str) -> Callable[[], None]:
        """Count a device as present, until the returned function is called."""

    @abstractmethod
    def is_present(self, seat: int) -> bool:
        """Return whether the device of a seat shows the table now."""

    @property
    @abstractmethod
    def away_devices(self) -> frozenset[str]:
        """Keys of the devices that opened it or play at it, and have been away for a minute."""

    @property
    @abstractmethod
    def is_closed(self) -> bool:
        """True if nobody is let in and nothing is entered; its game goes on elsewhere."""

    @property
    def is_done(self) -> bool:
        """True if it is closed, and its game was not in the middle then."""
        game = self.opened.game if self.opened else None
        return self.is_closed and game is not None and (game.position.is_over or not game.log)

    @property
    def roll_answers(self) -> RollAnswers:
        """The answers of the present roll; a seat that has entered something since is not ready."""
        if self.opened is None:
            return RollAnswers()
        return current_answers(self.seating.answers, self.opened.game, self.opened.corrections)

    @property
    def open_locks(self) -> OpenLocks:
        """The open questions about locks in this roll; computed once a change for all phones."""
        if self.opened is None:
            return OpenLocks()
        game = self.opened.game
        answers = self.roll_answers
        if self._locks_of is not game or self._locks_after != answers:
            self._locks_of = game
            self._locks_after = answers
            self._locks = OpenLocks(
                open_questions(game, answers),
                waiting_seats(game, answers),
                unshared_locks(game, answers),
            )
        return self._locks

    @property
    def current_position(self) -> Table | None:
        """The position of its game; None before the start, or while it cannot be read."""
        position = self.opened.game.position if self.opened else None
        return position if isinstance(position, Table) else None

    @property
    def may_rematch(self) -> bool:
        """True if its game is over, its last action closed, and a rematch may begin."""
        return self.opened is not None and self.opened.game.position.is_settled

    def has_played(self, game: str) -> bool:
        """Return whether a game, by its identifier, is or was played at it."""
        return game == self.seating.game or game in self.earlier

    def rights_of(self, device: str) -> Rights:
        """Tell what a device may do here now."""
        return Rights(
            device, self.seating, self.away_devices, self.opened.game if self.opened else None
        )

    def preview_change(self, by: str, change: SeatChange) -> SeatingOutcome:
        """Return the seating after a change that a device requests, or why it is refused."""
        return seating_after(self.rights_of(by), change, self._sheet)

    def request_refusal(self, by: str, request: TableRequest) -> Failure | None:
        """Return why a device may not request this; entries, corrections, seats have own checks."""
        rights = self.rights_of(by)
        match request:
            case Start():
                return start_refusal(rights)
            case CloseTable():
                may = rights.is_host and not self.is_closed
            case ReopenTable():
                may = rights.is_host and self.seating.closed
            case SetReady() | Decline() | DeclareLockDice() | ConfirmWhiteDice() | StopWaiting():
                may = rights.may_send(request)
            case _:
                may = True
        return None if may else Failure.NOT_ALLOWED

    def requested_change(
        self, by: str, request: Correct | UndoCorrection
    ) -> Change | Failure | None:
        """Return the correction that a device requests, or why it is not for this device.

        None where there is none that could be taken back.
        """
        if self.opened is None or self.is_closed:
            return Failure.NO_GAME
        rights = self.rights_of(by)
        match request:
            case Correct(change):
                may = rights.may_correct(change_owner(self.opened.game.timeline, change))
                return change if may else Failure.NOT_YOURS
            case UndoCorrection(seat):
                may = rights.may_correct(seat)
                return self.opened.correction_to_undo(seat) if may else Failure.NOT_YOURS

    def is_repeated_entry(self, by: str, entry: Entry, base_length: int) -> bool:
        """Return whether an entry is in the log already, and comes again from the device `by`.

        That device knew `base_length` entries of the log, and received no answer.
        """
        if self.opened is None or self.is_closed or self.numbered:
            return False
        # the roll has ended since: whoever ended it may not be allowed to end the next one
        may_have_ended_roll = entry.seat is None and self.seating.is_member(by)
        if not may_have_ended_roll and not self.rights_of(by).may_enter(entry):
            return False
        return is_duplicate(entry, self.opened.game, self.opened.corrections, base_length)

    def precheck_entry(self, by: str, entry: Entry, base_length: int) -> Failure | None:
        """Return why an entry is refused before the rules see it; None where it is not.

        Arguments are as for `is_repeated_entry`, which is called first.
        """
        if self.opened is None or self.is_closed:
            return Failure.NO_GAME
        if not self.rights_of(by).may_enter(entry):
            return Failure.NOT_YOURS
        if is_stale(entry, self.opened.game, self.opened.corrections, base_length):
            return Failure.CHANGED_ELSEWHERE
        return None

"""The interface of a table, whether this process owns it or a relay."""

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
    """It is lost, and being made again."""
    GONE = auto()
    """It is lost for ever."""


@dataclass(frozen=True, slots=True)
class RejectedEntry:
    """An entry that this device has shown and that was then rejected."""

    entry: Entry
    reason: Reason


class GameTable(Observable):
    """A table as a device sees it; it takes the requests of the device.

    Attributes:
        online: Whether a relay owns it.
        numbered: Whether devices number their requests for the log. Then `is_repeated_entry` has
            nothing to do: duplicates are recognized by their numbers.
        seating: The seats, and the answers of this roll.
        opened: Its game; None before the start, or while it cannot be read.
        link: Whether its owner can be reached.
        gone: Why its owner can never be reached again; None while it may be.
        unsent: Entries at the end of the game that only this device has.
        lost: Rejected entries that nobody has acknowledged yet.
        refused: Why the owner refused the last request that was not an entry.
        earlier: Ids of the games that were played at it before, as far as they are known.
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
        """Do what the device `by` requests; return the reason if that is refused."""

    @abstractmethod
    def connect_device(self, device: str) -> Callable[[], None]:
        """Count a device as present until the returned function is called."""

    @abstractmethod
    def is_present(self, seat: int) -> bool:
        """True if the device of a seat shows the table now."""

    @property
    @abstractmethod
    def away_devices(self) -> frozenset[str]:
        """Ids of the devices that have been away for a minute.

        They are the host, devices with seats, and devices that ask for a seat.
        """

    @property
    @abstractmethod
    def is_closed(self) -> bool:
        """True if nobody can join and nothing can be entered here."""

    @property
    def is_done(self) -> bool:
        """True if its game has begun, and it was closed before the first entry or after the end."""
        game = self.opened.game if self.opened else None
        return self.is_closed and game is not None and (game.position.is_over or not game.log)

    @property
    def roll_answers(self) -> RollAnswers:
        """The answers of this roll that still count, see `current_answers`."""
        if self.opened is None:
            return RollAnswers()
        return current_answers(self.seating.answers, self.opened.game, self.opened.corrections)

    @property
    def open_locks(self) -> OpenLocks:
        """The open questions about locks in this roll; computed once for all phones."""
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
        """True if the game and its last action are over, so that a rematch may begin."""
        return self.opened is not None and self.opened.game.position.is_settled

    def has_played(self, game: str) -> bool:
        """True if the game of an id is played at this table, or was before."""
        return game == self.seating.game or game in self.earlier

    def rights_of(self, device: str) -> Rights:
        return Rights(
            device, self.seating, self.away_devices, self.opened.game if self.opened else None
        )

    def preview_change(self, by: str, change: SeatChange) -> SeatingOutcome:
        """The seating after a change that the device `by` requests, or the reason to refuse it."""
        return seating_after(self.rights_of(by), change, self._sheet)

    def request_refusal(self, by: str, request: TableRequest) -> Failure | None:
        """Why the device `by` may not request this; None if it may.

        Entries, corrections, rematches and changes of seats are checked elsewhere.
        """
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
        """The correction that the device `by` requests, or why it may not correct this sheet.

        None if there is no correction to undo.
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
        """True if the device `by` has sent an entry again that is in the log already.

        It knew `base_length` entries of the log when it sent the entry, and got no answer.
        """
        if self.opened is None or self.is_closed or self.numbered:
            return False
        # the roll has ended since: whoever ended it may not be allowed to end the next one
        may_have_ended_roll = entry.seat is None and self.seating.is_member(by)
        if not may_have_ended_roll and not self.rights_of(by).may_enter(entry):
            return False
        return is_duplicate(entry, self.opened.game, self.opened.corrections, base_length)

    def precheck_entry(self, by: str, entry: Entry, base_length: int) -> Failure | None:
        """Why an entry is refused before the rules are asked; None if it is not.

        The arguments are those of `is_repeated_entry`, which is called first.
        """
        if self.opened is None or self.is_closed:
            return Failure.NO_GAME
        if not self.rights_of(by).may_enter(entry):
            return Failure.NOT_YOURS
        if is_stale(entry, self.opened.game, self.opened.corrections, base_length):
            return Failure.CHANGED_ELSEWHERE
        return None

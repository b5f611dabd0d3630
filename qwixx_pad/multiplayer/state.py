"""The state of a table, whoever owns it: this process, or a relay far away."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from qwixx_pad.core.corrections import Change, owner
from qwixx_pad.core.moves import Entry
from qwixx_pad.core.table import Table
from qwixx_pad.games.played_game import PlayedGame
from qwixx_pad.games.session import Failure, Reason
from qwixx_pad.multiplayer.lobby import (
    Outcome,
    SheetOf,
    came_late,
    came_twice,
    changed,
    why_not_start,
)
from qwixx_pad.multiplayer.lock_questions import Locks, answers_in_force
from qwixx_pad.multiplayer.permissions import may_enter, may_say
from qwixx_pad.multiplayer.requests import (
    AboutARow,
    CloseNow,
    CloseTable,
    Correct,
    Decline,
    OfATable,
    OpenAgain,
    SayDone,
    SeatChange,
    Start,
    TakeBack,
    TellDice,
    Vouch,
    Word,
)
from qwixx_pad.multiplayer.seating import Answers, Seating
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
class Lost:
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
    lost: tuple[Lost, ...] = ()
    refused: Reason | None = None
    earlier: frozenset[str] = frozenset()

    def __init__(self, seating: Seating, opened: PlayedGame | None, sheet: SheetOf) -> None:
        super().__init__()
        self._sheet = sheet
        self.seating = seating
        self.opened = opened
        self._locks, self._locks_after = Locks(), Answers()
        self._locks_of: object = None

    @abstractmethod
    def ask(self, by: str, request: OfATable) -> Reason | None:
        """Do what a device requests, if it may; return why it is refused. `by` is its key."""

    @abstractmethod
    def arrive(self, holder: str) -> Callable[[], None]:
        """Count a device as present, until the returned function is called."""

    @abstractmethod
    def is_here(self, seat: int) -> bool:
        """Return whether the device of a seat (from 1) shows the table now."""

    @property
    @abstractmethod
    def away(self) -> frozenset[str]:
        """Keys of the devices that opened it or play at it, and have been away for a minute."""

    @property
    @abstractmethod
    def closed(self) -> bool:
        """True if nobody is let in and nothing is entered; its game goes on elsewhere."""

    @property
    def answers(self) -> Answers:
        """The answers of the present roll; a seat that has entered something since is not ready."""
        if self.opened is None:
            return Answers()
        return answers_in_force(self.seating.answers, self.opened.game, self.opened.made)

    @property
    def locks(self) -> Locks:
        """The open questions about locks in this roll; computed once a change for all phones."""
        if self.opened is None:
            return Locks()
        game, answers = self.opened.game, self.answers
        if self._locks_of is not game or self._locks_after != answers:
            self._locks_of, self._locks_after = game, answers
            self._locks = Locks.of(game, answers)
        return self._locks

    @property
    def position(self) -> Table | None:
        """The position of its game; None before the start, or while it cannot be read."""
        position = self.opened.game.position if self.opened else None
        return position if isinstance(position, Table) else None

    @property
    def settled(self) -> bool:
        """True if its game is over, its last action closed, and a rematch may begin."""
        return self.opened is not None and self.opened.game.position.settled

    def has_played(self, game: str) -> bool:
        """Return whether a game, by its identifier, is or was played at it."""
        return game == self.seating.game or game in self.earlier

    def may_correct(self, by: str, seat: int | None) -> bool:
        """Return whether a device may correct the sheet of a seat (from 1)."""
        if seat is None or not self.seating.has(seat):
            return False
        return by == self.seating.opener or self.seating.holds(by, seat)

    def may_say(self, by: str, word: Word) -> bool:
        """Return whether a device may send a signal, for rows of the sheet alone."""
        if self.opened is None:
            return False
        game = self.opened.game
        lockable = {row.letter for row in game.setup.layout.rows if row.lock_mask}
        if isinstance(word, AboutARow) and word.letter not in lockable:
            return False
        return may_say(by, word, self.seating, game, self.away)

    def after(self, by: str, change: SeatChange) -> Outcome:
        """Return the seating after a change that a device requests, or why it is refused."""
        return changed(self.seating, by, change, self._sheet, self.away, settled=self.settled)

    def why_not(self, by: str, request: OfATable) -> Failure | None:
        """Return why a device may not request this; entries, corrections, seats have own checks."""
        opens = by == self.seating.opener
        match request:
            case Start():
                return why_not_start(self.seating, by)
            case CloseTable():
                may = opens and not self.closed
            case OpenAgain():
                may = opens and self.seating.closed
            case SayDone() | Decline() | TellDice() | Vouch() | CloseNow():
                may = self.may_say(by, request)
            case _:
                may = True
        return None if may else Failure.NOT_ALLOWED

    def change_asked(self, by: str, request: Correct | TakeBack) -> Change | Failure | None:
        """Return the correction that a device requests, or why it is not for this device.

        None where there is none that could be taken back.
        """
        if self.opened is None or self.closed:
            return Failure.NO_GAME
        match request:
            case Correct(change):
                may = self.may_correct(by, owner(self.opened.game.timeline, change))
                return change if may else Failure.NOT_YOURS
            case TakeBack(seat):
                may = self.may_correct(by, seat)
                return self.opened.way_back(seat) if may else Failure.NOT_YOURS

    def has_entered(self, by: str, entry: Entry, seen: int) -> bool:
        """Return whether an entry is in the log already, and comes again from the device `by`.

        That device knew `base_length` entries of the log, and received no answer.
        """
        if self.opened is None or self.closed or self.numbered:
            return False
        may = may_enter(by, entry, self.seating, self.opened.game, self.away)
        might = may or (entry.seat is None and self.seating.knows(by))  # before the roll was ended
        return might and came_twice(entry, self.opened.game, self.opened.made, seen)

    def why_not_enter(self, by: str, entry: Entry, seen: int) -> Failure | None:
        """Return why an entry is refused before the rules see it; None where it is not.

        Arguments are as for `is_repeated_entry`, which is called first.
        """
        if self.opened is None or self.closed:
            return Failure.NO_GAME
        if not may_enter(by, entry, self.seating, self.opened.game, self.away):
            return Failure.NOT_YOURS
        late = came_late(entry, self.opened.game, self.opened.made, seen)
        return Failure.MOVED_ON if late else None

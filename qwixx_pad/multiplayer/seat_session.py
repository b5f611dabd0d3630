"""A game as one device plays it: its seats, its requests and the state of its table."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from qwixx_pad.core.corrections import AppliedCorrection
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Entry, Refusal, Undo
from qwixx_pad.games.played_game import PlayedGame, seat_corners, seats_by_corner
from qwixx_pad.games.session import Failure, OpenGame, Reason
from qwixx_pad.multiplayer.last_crosses import (
    OpenLocks,
    RowQuestion,
    answers_with,
    closing_entry,
    current_answers,
    unfinished_seats,
    unshared_locks,
)
from qwixx_pad.multiplayer.permissions import ended_position, reopening_entries
from qwixx_pad.multiplayer.requests import (
    ConfirmWhiteDice,
    Correct,
    Enter,
    LogRequest,
    SetReady,
    StopWaiting,
    TableRequest,
    UndoCorrection,
)
from qwixx_pad.multiplayer.seating import NO_ANSWERS, RollAnswers, Seating
from qwixx_pad.multiplayer.state import GameTable, Link, RejectedEntry
from qwixx_pad.storage import GameHead

_FAILURES: dict[Reason, Reason] = {
    Failure.SEATING_NOT_SAVED: Failure.NOT_SAVED,
    Failure.NO_LINK: Failure.NO_LINK,
}
"""How a refused request that is not for the log is reported; any other reason as `NOT_ACTIVE`."""


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of a table apart from its game; equal for all seats of one device.

    Attributes:
        names: Of the seats.
        colors: Of the seats, as numbers of the players' colours, from 0.
        own_seats: Seats that this device plays.
        present: Whether the device of each seat shows the table; empty if that is not known.
        is_host: Whether this device has opened the table.
        acts_as_host: Whether it is the host, or replaces a host that is away.
        managed_seats: Seats that it may sit out or free.
        unattended: Seats without a device, or whose device has been away for a minute.
        requested_seats: Seats that another device asks for, which this device may answer.
        lost_seats: Seats that this device had and that were given to another.
        code: Of a shared table; empty for a game on one device.
        seating: Of a shared table; None for a game on one device.
        answers: The answers of this roll.
        questions: The open questions about locks.
        waiting_seats: Seats whose answers the table waits for.
        unshared_rows: Letters of the rows that were probably locked with a coloured die in this
            roll.
        may_reopen: Whether this device may undo the end of the last roll.
        corners: The corner of each sheet round the table, from 1 and clockwise; empty for seat
            order.
        closed_code: Of the shared table that was closed during this game; empty without one.
        link: The state of the link to the relay; always up without one.
        unsent: Entries at the end of the game that only this device has; empty while the link is
            up and they are not `late`.
        lost: Entries that were shown here and then rejected.
        refused: Why the last request whose effect was not shown at once failed after it was sent;
            None if it did not.
        missed: Seats whose device has been away long enough to be announced.
        announced_away: Those of them whose device is still away.
        late: Whether the first unsent entry has been waiting for too long.
        pending: Whether the game is over on this device, but the table may not know that yet.
    """

    names: tuple[str, ...]
    colors: tuple[int, ...]
    own_seats: tuple[int, ...]
    present: tuple[bool, ...] = ()
    is_host: bool = True
    acts_as_host: bool = True
    managed_seats: tuple[int, ...] = ()
    unattended: tuple[int, ...] = ()
    requested_seats: tuple[int, ...] = ()
    lost_seats: tuple[int, ...] = ()
    code: str = ""
    seating: Seating | None = None
    answers: RollAnswers = NO_ANSWERS
    questions: tuple[RowQuestion, ...] = ()
    waiting_seats: tuple[int, ...] = ()
    unshared_rows: frozenset[str] = frozenset()
    may_reopen: bool = False
    corners: tuple[int, ...] = ()
    closed_code: str = ""
    link: Link = Link.UP
    unsent: tuple[Entry, ...] = ()
    lost: tuple[RejectedEntry, ...] = ()
    refused: Reason | None = None
    missed: frozenset[int] = frozenset()
    announced_away: tuple[int, ...] = ()
    late: bool = False
    pending: bool = False

    def name_of(self, seat: int) -> str:
        return self.names[seat - 1]

    def color_of(self, seat: int) -> int:
        return self.colors[seat - 1]

    def is_present(self, seat: int) -> bool:
        """True if the device of a seat shows the table; True if that is not known."""
        return not self.present or self.present[seat - 1]

    @property
    def is_watching(self) -> bool:
        """True if this device plays no seat."""
        return not self.own_seats

    @property
    def may_only_watch(self) -> bool:
        """True if nothing can be tapped: it plays no seat, and does not act as host."""
        return self.is_watching and not self.acts_as_host

    @property
    def own_seat(self) -> int | None:
        """The only seat of this device; None if it has several, or none."""
        return self.own_seats[0] if len(self.own_seats) == 1 else None

    @property
    def seats_clockwise(self) -> tuple[int, ...]:
        """The seats in their order round the table, from the first corner."""
        return seats_by_corner(self.corners or tuple(range(1, len(self.names) + 1)))

    @property
    def is_passed_around(self) -> bool:
        """True if several people play on this device and hand it on."""
        return len(self.own_seats) > 1


class SeatSession:
    """One device at one game.

    Args:
        opened: The game.
        shared: The table where other devices play it too; None if this device has all seats.
        device: Id of the device.
        closed_code: Of the shared table that was closed during this game and may be reopened; empty
            without one.
    """

    def __init__(
        self,
        opened: PlayedGame,
        shared: GameTable | None = None,
        device: str = "",
        closed_code: str = "",
    ) -> None:
        self._opened = opened
        self.shared = shared
        self._device = device
        self.closed_code = closed_code
        self._own_answers = NO_ANSWERS
        self._is_requesting = False
        self._notify: Callable[[], None] = lambda: None

    @property
    def game(self) -> Game:
        return self._opened.game

    @property
    def head(self) -> GameHead:
        """The identifier, names and start of the game."""
        return self._opened.head

    @property
    def table_seating(self) -> Seating | None:
        """The seating of the shared table; None without one."""
        return self.shared.seating if self.shared else None

    @property
    def is_past(self) -> bool:
        """True if the shared table plays another game by now."""
        return self.shared is not None and self.shared.opened is not self._opened

    @property
    def own_seats(self) -> tuple[int, ...]:
        """The seats that this device plays."""
        if self.shared is None:
            return tuple(range(1, self.game.setup.seats + 1))
        return self.shared.seating.seats_of(self._device)

    @property
    def roll_answers(self) -> RollAnswers:
        """The answers of this roll; without a shared table they are only in memory."""
        if self.shared is not None:
            return self.shared.roll_answers
        return current_answers(self._own_answers, self.game, self.corrections)

    def is_present(self, seat: int) -> bool:
        """True if the device of a seat shows the table now; always True without a shared table."""
        return self.shared is None or self.shared.is_present(seat)

    @property
    def open_locks(self) -> OpenLocks:
        """The open questions about locks; none without a shared table: people ask each other."""
        if self.shared is not None:
            return self.shared.open_locks
        game = self.game
        answers = self.roll_answers
        waiting = unfinished_seats(game, answers) if game.position.is_over else ()
        return OpenLocks(
            waiting_seats=tuple(sorted(waiting)), unshared_rows=unshared_locks(game, answers)
        )

    @property
    def may_reopen(self) -> bool:
        """True if an undo on this device undoes the end of the last roll or of the game."""
        if self.shared is None:
            is_finished_copy = self.game.setup.paper and self.game.position.is_over
            return is_finished_copy or ended_position(self.game) is not None
        return replace(self.shared.rights_of(self._device), game=self.game).may_reopen

    def table_state(
        self,
        names: tuple[str, ...],
        colors: tuple[int, ...],
        *,
        missed: frozenset[int] = frozenset(),
        announced_away: tuple[int, ...] = (),
        late: bool = False,
    ) -> TableState:
        """The present state of the table; `colors` is ignored if a shared table has its own.

        The caller watches the time: `missed`, `announced_away` and `late` are described in
        `TableState`.
        """
        shared = self.shared
        own_seats = self.own_seats
        locks = self.open_locks
        seats = tuple(range(1, self.game.setup.seats + 1))
        state = TableState(
            names,
            colors,
            own_seats,
            present=tuple(seat in own_seats or self.is_present(seat) for seat in seats),
            managed_seats=seats,
            answers=self.roll_answers,
            questions=locks.questions,
            waiting_seats=locks.waiting_seats,
            unshared_rows=locks.unshared_rows,
            may_reopen=self.may_reopen,
            corners=seat_corners(len(seats), self._opened.first_corner),
            closed_code=self.closed_code,
            missed=missed,
            announced_away=announced_away,
            late=late,
        )
        if shared is None:
            return state
        rights = shared.rights_of(self._device)
        seating = shared.seating
        chairs = range(1, len(seating.chairs) + 1)  # a past game may have had more seats
        return replace(
            state,
            colors=tuple(chair.color for chair in seating.chairs),
            is_host=rights.is_host,
            acts_as_host=rights.acts_as_host,
            managed_seats=tuple(filter(rights.may_manage_seat, seats)),
            unattended=tuple(filter(rights.is_unattended, chairs)),
            requested_seats=tuple(filter(rights.may_assign_seat, chairs)),
            lost_seats=seating.seats_lost_by(self._device),
            code=seating.code,
            seating=seating,
            link=shared.link,
            unsent=shared.unsent if late or shared.link is not Link.UP else (),
            lost=shared.lost,
            refused=shared.refused,
            pending=bool(shared.unsent) and self.game.position.is_settled,
        )

    def send_request(self, request: TableRequest) -> Reason | None:
        """Send a request to the table; return the reason if it is refused.

        An entry or a correction for a past game is refused: the table plays a rematch already.
        """
        if not isinstance(request, LogRequest):
            return self._handle_request(request)
        self._is_requesting = True
        try:
            reason = self._handle_request(request)
        finally:
            self._is_requesting = False
        if reason is not None:
            self._notify()
        return reason

    def _handle_request(self, request: TableRequest) -> Reason | None:
        if self.shared is None:
            return self._handle_alone(request)
        is_for_log = isinstance(request, LogRequest)
        if is_for_log and self.is_past:
            return Failure.CHANGED_ELSEWHERE
        reason = self.shared.submit_request(self._device, request)
        if reason is None or is_for_log:
            return reason
        return _FAILURES.get(reason, Refusal.NOT_ACTIVE)

    def _handle_alone(self, request: TableRequest) -> Reason | None:
        """Handle a request in a game on one device; one for shared tables only has no effect."""
        if isinstance(request, LogRequest):
            return self._play_alone(request)
        if isinstance(request, SetReady | ConfirmWhiteDice | StopWaiting):
            answers = answers_with(request, self.game, self.roll_answers)
            self._own_answers = replace(answers, base_length=len(self.game.log))
        return self._close_alone()

    def _close_alone(self) -> Reason | None:
        """Enter `end` once a seat is ready and no other seat may still make its last cross."""
        answers = self.roll_answers
        entry = closing_entry(self.game, answers) if answers.ready else None
        if entry is None or not isinstance(self._opened, OpenGame):
            return None
        return self._opened.enter(entry)

    def _play_alone(self, request: LogRequest) -> Reason | None:
        opened = self._opened
        if not isinstance(opened, OpenGame):
            return Failure.CHANGED_ELSEWHERE
        match request:
            case Enter(Entry(Undo(), None)) if self.may_reopen and not opened.game.setup.paper:
                return opened.enter(*reopening_entries(opened.game, self.own_seats))
            case Enter(entry):
                return opened.enter(entry) or self._close_alone()
            case Correct(change):
                return opened.correct_entry(change)
            case UndoCorrection():
                latest = opened.correction_to_undo(None)
                return Refusal.NOTHING_TO_UNDO if latest is None else opened.correct_entry(latest)

    @property
    def corrections(self) -> tuple[AppliedCorrection, ...]:
        """The corrections in the log, oldest first."""
        return self._opened.corrections

    def may_correct(self, seat: int) -> bool:
        """True if this device may correct the sheet of a seat."""
        return self.shared is None or self.shared.rights_of(self._device).may_correct(seat)

    @property
    def undoable_seats(self) -> frozenset[int]:
        """The seats whose undo reverts a whole correction, not one entry."""
        if not self.corrections:
            return frozenset()
        seats = range(1, self.game.setup.seats + 1)
        if self.shared is None:  # on one device any seat's undo is that of the whole log
            return frozenset(seats) if self._opened.correction_to_undo(None) else frozenset()
        return frozenset(filter(self._opened.correction_to_undo, filter(self.may_correct, seats)))

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` after every change, until the returned function is called."""
        return (self.shared or self._opened).watch(callback)

    def watch_others(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` after every change that is no entry or correction of this device.

        It is also called when such a request has failed.
        """
        self._notify = callback
        return self.watch(lambda: None if self._is_requesting else callback())

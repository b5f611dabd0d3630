"""A game as one device plays it: its seats, its requests, and the state of its table."""

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
"""The failures reported for a request that is no entry; all others mean: not allowed here."""


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of a table apart from its game; equal for every seat of one device.

    Attributes:
        names: Of the seats.
        colors: Of the seats, among the players' colours.
        own_seats: Seats that this device writes on.
        present: Whether the device of each seat is there.
        is_host: Whether this device has opened the table.
        acts_as_host: Whether it keeps the game going for all, as the host does.
        managed_seats: Seats that it may sit out, or let wait for another device.
        unattended: Seats that wait for a device, or whose own was away for a minute.
        requested_seats: Seats that another device requests, and this one may give to it.
        lost_seats: Seats that were given from this device to another.
        code: Of a table of several devices; empty for one.
        seating: Who sits there, with the devices; None for one.
        answers: The answers of this roll.
        questions: The open questions about locks.
        waiting_seats: Seats whose answer the table waits for.
        unshared_rows: Letters of the rows whose lock of this roll was, it seems, a coloured die's.
        may_reopen: Whether an undo takes back the end of the last roll.
        corners: The corner of each sheet, from 1 and clockwise; empty: in seat order.
        closed_code: Of the table of several devices that was closed in this game; empty
            without one.
        link: Whether the owner of the table can be reached.
        unsent: Entries at the end of the game that are here only; empty while the link is quick.
        lost: Entries that were shown here and then rejected.
        refused: Why the last request that was no entry was refused after all.
        missed: Seats whose phone was away long enough for a message.
        announced_away: Those of them whose phone is away now.
        late: Whether the first unsent entry has waited for too long.
        pending: Whether the game has ended on this device, and the table may not know that yet.
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
        """Find the name of the player."""
        return self.names[seat - 1]

    def color_of(self, seat: int) -> int:
        """Find the colour, among the players' colours."""
        return self.colors[seat - 1]

    def is_present(self, seat: int) -> bool:
        """Return whether the device of a seat is there, as far as that is known."""
        return not self.present or self.present[seat - 1]

    @property
    def is_watching(self) -> bool:
        """True if this device plays no seat and looks on."""
        return not self.own_seats

    @property
    def may_only_watch(self) -> bool:
        """True if it does not act as host either: nothing on it can be tapped."""
        return self.is_watching and not self.acts_as_host

    @property
    def own_seat(self) -> int | None:
        """The one seat of this device; None where it has several, or none."""
        return self.own_seats[0] if len(self.own_seats) == 1 else None

    @property
    def seats_clockwise(self) -> tuple[int, ...]:
        """The seats as they sit, clockwise from the first corner."""
        return seats_by_corner(self.corners or tuple(range(1, len(self.names) + 1)))

    @property
    def is_passed_around(self) -> bool:
        """True if several people write on this device, and it goes from hand to hand."""
        return len(self.own_seats) > 1


class SeatSession:
    """One device at one game.

    Args:
        opened: The game.
        shared: The table it is played at with other devices; None where this one has all seats.
        device: Its id.
        closed_code: Of the table that was closed in this game, and can be opened again; empty
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
        """The game as it is now."""
        return self._opened.game

    @property
    def head(self) -> GameHead:
        """Identifier, names and start of the game."""
        return self._opened.head

    @property
    def table_seating(self) -> Seating | None:
        """The seating of the shared table; None without one."""
        return self.shared.seating if self.shared else None

    @property
    def is_past(self) -> bool:
        """True if the table plays another game by now."""
        return self.shared is not None and self.shared.opened is not self._opened

    @property
    def own_seats(self) -> tuple[int, ...]:
        """The seats that this device writes on."""
        if self.shared is None:
            return tuple(range(1, self.game.setup.seats + 1))
        return self.shared.seating.seats_of(self._device)

    @property
    def roll_answers(self) -> RollAnswers:
        """The answers of this roll; those of a table on one device are stored here alone."""
        if self.shared is not None:
            return self.shared.roll_answers
        return current_answers(self._own_answers, self.game, self.corrections)

    def is_present(self, seat: int) -> bool:
        """Return whether the device of a seat shows the table now."""
        return self.shared is None or self.shared.is_present(seat)

    @property
    def open_locks(self) -> OpenLocks:
        """The open questions about locks; on a single device people ask each other."""
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
        """True if an undo on this device takes back the end of the last roll."""
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
        """Return the present state of the table; a shared one has colours of its own.

        `missed`, `announced_away` and `late` come from the caller, which watches the time.
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
        """Send a request to the table, at which a rematch may have begun; it may refuse."""
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
        if isinstance(request, LogRequest):
            if self.is_past:
                return Failure.CHANGED_ELSEWHERE
            return self.shared.submit_request(self._device, request)
        reason = self.shared.submit_request(self._device, request)
        return None if reason is None else _FAILURES.get(reason, Refusal.NOT_ACTIVE)

    def _handle_alone(self, request: TableRequest) -> Reason | None:
        """Handle a request where this device has all the seats."""
        if isinstance(request, LogRequest):
            return self._play_alone(request)
        if isinstance(request, SetReady | ConfirmWhiteDice | StopWaiting):
            answers = answers_with(request, self.game, self.roll_answers)
            self._own_answers = replace(answers, base_length=len(self.game.log))
        return self._close_alone()

    def _close_alone(self) -> Reason | None:
        """Enter `end` once all seats have made their last cross or are ready."""
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
        """Return whether this device may correct the sheet of a seat."""
        return self.shared is None or self.shared.rights_of(self._device).may_correct(seat)

    @property
    def undoable_seats(self) -> frozenset[int]:
        """The seats whose undo takes a correction back instead of one entry."""
        if not self.corrections:
            return frozenset()
        seats = range(1, self.game.setup.seats + 1)
        if self.shared is None:  # alone it is the whole log's
            return frozenset(seats) if self._opened.correction_to_undo(None) else frozenset()
        return frozenset(filter(self._opened.correction_to_undo, filter(self.may_correct, seats)))

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` after every change, until the returned function is called."""
        return (self.shared or self._opened).watch(callback)

    def watch_others(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Watch as `watch` does, except for own entries that succeed: the caller shows those."""
        self._notify = callback
        return self.watch(lambda: None if self._is_requesting else callback())

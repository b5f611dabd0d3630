"""The rights of devices at a table, also while its host is away."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import takewhile

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import EndRoll, Entry, Finish, PlayAgain, SitOut, Undo, WhiteDiceSum
from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.requests import (
    ConfirmWhiteDice,
    DeclareLockDice,
    Decline,
    RollSignal,
    RowSignal,
    SetReady,
    StopWaiting,
)
from qwixx_pad.multiplayer.seating import Seating


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of a device at a table; the rules of the game are checked separately.

    Attributes:
        device: Id of the device.
        seating: Of the table.
        away: Ids of the devices that have been away for `Absence.timeout`.
        game: Of the table; None before the start, or while it cannot be read.
    """

    device: str
    seating: Seating
    away: frozenset[str] = frozenset()
    game: Game | None = None

    @property
    def is_host(self) -> bool:
        return self.device == self.seating.host

    @property
    def acts_as_host(self) -> bool:
        """True if it is the host, or has a seat while the host is away."""
        return self.is_host or (self.seating.host in self.away and bool(self.own_seats))

    @property
    def own_seats(self) -> tuple[int, ...]:
        return self.seating.seats_of(self.device)

    def is_unattended(self, seat: int) -> bool:
        """True if the device of a seat is away, or the seat waits for one."""
        holder = self.seating.chair_of(seat).device
        return holder is None or holder in self.away

    def may_edit_seat(self, seat: int) -> bool:
        """True if it may change the name, colour or slip of a seat: its own, or any as the host.

        The seats of the next game count too.
        """
        exists = 1 <= seat <= len(self.seating.all_chairs)
        return exists and self.device in {self.seating.host, self.seating.chair_of(seat).device}

    def may_correct(self, seat: int | None) -> bool:
        """True if it may correct the sheet of a seat: its own, or any as the host."""
        exists = seat is not None and self.seating.has_seat(seat)
        return exists and (self.is_host or seat in self.own_seats)

    def may_manage_seat(self, seat: int) -> bool:
        """True if it may free a seat or sit it out: its own, or any as the host.

        While the host is away, every device with a seat may do so for an unattended one.
        """
        leads = self.acts_as_host and self.seating.has_seat(seat)
        return self.may_correct(seat) or (leads and self.is_unattended(seat))

    def may_request_seat(self, seat: int) -> bool:
        """True if it may ask for a seat: the seat's device is away, and nobody present asks for it.

        A device that was refused may not ask again until the seat's device has been here, or
        another device was refused. A device that acts as the host frees the seat instead.
        """
        chair = self.seating.chair_of(seat) if self.seating.has_seat(seat) else None
        if chair is None or chair.device not in self.away or self.acts_as_host:
            return False
        refused = self.device in {chair.device, chair.denied}
        return not refused and chair.asker in {None, self.device, *self.away}

    def may_assign_seat(self, seat: int) -> bool:
        """True if it may accept or refuse the request for a seat, from a device that is present."""
        chair = self.seating.chair_of(seat) if self.seating.has_seat(seat) else None
        if chair is None or chair.device not in self.away or not self.acts_as_host:
            return False
        return chair.asker not in {None, self.device, *self.away}

    def may_enter(self, entry: Entry) -> bool:
        """True if it may make an entry: on a sheet only the device of the seat may.

        Other devices may sit out a seat, see `may_manage_seat`.
        """
        table = self._table
        match entry:
            case Entry(SitOut() | PlayAgain(), int(seat)):
                return self.may_manage_seat(seat)
            case Entry(move, int(seat)):
                return seat in self.own_seats and not isinstance(move, EndRoll | Finish)
            case Entry(EndRoll() | WhiteDiceSum()) if table is not None:
                return self.may_end_roll(table)
            case Entry(Finish()) if table is not None:
                return self.acts_as_host or (table.is_over and table.active in self.own_seats)
            case Entry(Undo()):
                return self.may_reopen
        return False

    @property
    def _table(self) -> Table | None:
        return self.game.position if self.game and isinstance(self.game.position, Table) else None

    def may_send(self, signal: RollSignal) -> bool:
        """True if it may send a signal. A signal about a row must name a row that can be locked."""
        table = self._table
        if table is None:
            return False
        lockable = {row.letter for row in table.layout.rows if row.lock_mask}
        if isinstance(signal, RowSignal) and signal.letter not in lockable:
            return False
        match signal:
            case SetReady(seat) | Decline(seat):
                return seat in self.own_seats
            case DeclareLockDice():
                return table.active in self.own_seats
            case ConfirmWhiteDice():
                return bool(self.own_seats)
            case StopWaiting():  # also for a roller that is away
                unattended = bool(self.own_seats) and self.is_unattended(table.active)
                return unattended or self.may_end_roll(table)

    def may_end_roll(self, table: Table) -> bool:
        """True if it may end the roll: it plays the roller's seat, or acts as host.

        If the roller sits out, every device with a seat that plays may end it.
        """
        if table.active in self.own_seats or self.acts_as_host:
            return True
        return table.active in table.sitting_out and not table.sitting_out.issuperset(
            self.own_seats
        )

    @property
    def may_reopen(self) -> bool:
        """True if it may undo the end of a roll, or of the game, before anybody enters more.

        The end of a roll may be undone by the roller's device. If the roller sits out, or has
        nobody to play the seat, those who may end the roll may undo its end; a host without a seat
        may too.

        The end of the game may also be undone by a device that acts as the host, and by one that
        has entered something in the last roll. If the table has ended the game by itself, all
        devices with seats may. If somebody has ended it early, only the first two may.
        """
        if self.game is None or (ended := ended_position(self.game)) is None:
            return False
        has_entered = last_seat_to_enter(self.game, self.own_seats) is not None
        if self.game.position.is_over:
            if self.acts_as_host or has_entered:
                return True
            if self.game.applied[-1] == Entry(Finish()) and not ended.is_over:
                return False
            ready = self.seating.answers.for_roll(ended.roll).ready
            unfinished = {seat for seat in ended.seat_numbers if ended.may_still_cross(seat)}
            is_automatic = ended.idle_roll_ends_game or (ended.is_over and unfinished <= ready)
            if is_automatic and self.own_seats:
                return True
        if ended.active in self.own_seats:
            return True
        is_replaceable = ended.active in ended.sitting_out or self.is_unattended(ended.active)
        return (is_replaceable or not self.own_seats) and self.may_end_roll(ended)


def reopening_entries(game: Game, seats: Collection[int]) -> tuple[Entry, ...]:
    """The entries with which a device of these seats undoes the end of a roll or of the game.

    The end of the game is undone together with the last entry of that device in the last roll, if
    there is one: it is probably what is to be changed. Entries of other devices stay.
    """
    own = last_seat_to_enter(game, seats) if game.position.is_over else None
    return (Entry(Undo()),) if own is None else (Entry(Undo()), Entry(Undo(), own))


def last_seat_to_enter(game: Game, seats: Collection[int]) -> int | None:
    """The one of these seats with the latest entry in the roll that has ended; None without one."""
    roll = takewhile(lambda entry: not isinstance(entry.move, EndRoll), reversed(game.applied[:-1]))
    plays = set(seats) - game.position.sitting_out
    own = (e.seat for e in roll if e.seat in plays and not isinstance(e.move, SitOut | PlayAgain))
    return next(own, None)


def ended_position(game: Game) -> Table | None:
    """The position before the newest entry, if that has ended a roll or the game; else None.

    The sum of the white dice may have been entered since.
    """
    place = len(game.applied) - 1 - count_trailing_white(game)
    if place < 0 or not isinstance(game.applied[place].move, EndRoll | Finish):
        return None
    before = game.timeline.positions[place]
    return before if isinstance(before, Table) else None


def count_trailing_white(game: Game) -> int:
    """Count the newest entries as long as they are white dice sums."""
    newest = takewhile(lambda entry: isinstance(entry.move, WhiteDiceSum), reversed(game.applied))
    return sum(1 for _ in newest)

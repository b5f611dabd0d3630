"""Rights of devices at a table, also while its host is away."""

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
    """What a device may do at a table, as far as the rules of the game accept it.

    Attributes:
        device: Its id.
        seating: Of the table.
        away: Keys of the devices that have been away for a minute.
        game: Of the table; None before the start, or while it cannot be read.
    """

    device: str
    seating: Seating
    away: frozenset[str] = frozenset()
    game: Game | None = None

    @property
    def is_host(self) -> bool:
        """True if it opened the table."""
        return self.device == self.seating.host

    @property
    def acts_as_host(self) -> bool:
        """True if it keeps the game going for all: the host; while that is away, all who sit."""
        return self.is_host or (self.seating.host in self.away and bool(self.own_seats))

    @property
    def own_seats(self) -> tuple[int, ...]:
        """The seats that it plays."""
        return self.seating.seats_of(self.device)

    def is_unattended(self, seat: int) -> bool:
        """Return whether the device of a seat is away, or the seat waits for one."""
        holder = self.seating.chair_of(seat).device
        return holder is None or holder in self.away

    def may_edit_seat(self, seat: int) -> bool:
        """Return whether it may change name, colour or slip: at its own seats, and the host any.

        Those of the next game are seats too.
        """
        exists = 1 <= seat <= len(self.seating.all_chairs)
        return exists and self.device in {self.seating.host, self.seating.chair_of(seat).device}

    def may_correct(self, seat: int | None) -> bool:
        """Return whether it may correct a sheet: its own, and the host any."""
        exists = seat is not None and self.seating.has_seat(seat)
        return exists and (self.is_host or seat in self.own_seats)

    def may_manage_seat(self, seat: int) -> bool:
        """Return whether it may free a seat, or sit it out: its own, and the host any.

        While the host is away, everybody who sits may where nobody else is there for the seat.
        """
        leads = self.acts_as_host and self.seating.has_seat(seat)
        return self.may_correct(seat) or (leads and self.is_unattended(seat))

    def may_request_seat(self, seat: int) -> bool:
        """Return whether it may request a seat: its own is away, and nobody present requests it.

        A no holds until that one was here, or another gets a no. The acting host frees it instead.
        """
        chair = self.seating.chair_of(seat) if self.seating.has_seat(seat) else None
        if chair is None or chair.device not in self.away or self.acts_as_host:
            return False
        refused = self.device in {chair.device, chair.denied}
        return not refused and chair.asker in {None, self.device, *self.away}

    def may_assign_seat(self, seat: int) -> bool:
        """Return whether it may decide on the request for a seat.

        Nothing is given to a device that has gone.
        """
        chair = self.seating.chair_of(seat) if self.seating.has_seat(seat) else None
        if chair is None or chair.device not in self.away or not self.acts_as_host:
            return False
        return chair.asker not in {None, self.device, *self.away}

    def may_enter(self, entry: Entry) -> bool:
        """Return whether it may enter something: on a sheet its own device alone.

        Others may sit a seat out. The rules are checked elsewhere.
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
        """Return whether it may send a signal, for rows of the sheet alone."""
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
        """Return whether it is the roller's or leads; if the roller sits out, any that plays."""
        if table.active in self.own_seats or self.acts_as_host:
            return True
        return table.active in table.sitting_out and not table.sitting_out.issuperset(
            self.own_seats
        )

    @property
    def may_reopen(self) -> bool:
        """True if it may undo the end of a roll, as long as nobody has entered more.

        The roller's may, everybody who plays if the roller sat out, and the watching host; where
        nobody is there for the roller's seat, those who may end the roll. The end of a game may
        also be undone by a device that undoes an entry of its own with it, and by the acting host
        alone; an end that the table entered by itself, without waiting, by everybody who sits.
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
        sits_out = ended.active in ended.sitting_out or not self.own_seats
        return (sits_out or self.is_unattended(ended.active)) and self.may_end_roll(ended)


def reopening_entries(game: Game, seats: Collection[int]) -> tuple[Entry, ...]:
    """Return the entries with which a device of these seats undoes the end of a roll or game.

    With the end of a game goes the last entry that the device has made in that roll, if any, so
    that one step reaches what is to be corrected. Nobody else's entry is touched.
    """
    own = last_seat_to_enter(game, seats) if game.position.is_over else None
    return (Entry(Undo()),) if own is None else (Entry(Undo()), Entry(Undo(), own))


def last_seat_to_enter(game: Game, seats: Collection[int]) -> int | None:
    """Return the seat, of some, that entered last in the roll that has ended, if any."""
    roll = takewhile(lambda entry: not isinstance(entry.move, EndRoll), reversed(game.applied[:-1]))
    plays = set(seats) - game.position.sitting_out
    own = (e.seat for e in roll if e.seat in plays and not isinstance(e.move, SitOut | PlayAgain))
    return next(own, None)


def ended_position(game: Game) -> Table | None:
    """Return the position that the newest entry has ended; None if it ended no roll and no game.

    White dice entered since are skipped, for they change nothing.
    """
    place = len(game.applied) - 1 - count_trailing_white(game)
    if place < 0 or not isinstance(game.applied[place].move, EndRoll | Finish):
        return None
    before = game.timeline.positions[place]
    return before if isinstance(before, Table) else None


def count_trailing_white(game: Game) -> int:
    """Count the newest entries that only record the white dice."""
    newest = takewhile(lambda entry: isinstance(entry.move, WhiteDiceSum), reversed(game.applied))
    return sum(1 for _ in newest)

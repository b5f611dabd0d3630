"""Permissions of devices at a table, also while its host is away, and the devices' presence.

Pure: the owner of the table passes its clock.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import TypeAlias

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import EndRoll, Entry, Finish, PlayAgain, SitOut, Undo, WhiteDiceSum
from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.requests import (
    ConfirmWhiteDice,
    DeclareLockDice,
    Decline,
    RollSignal,
    SetReady,
    StopWaiting,
)
from qwixx_pad.multiplayer.seating import Seating

DeviceKeys: TypeAlias = frozenset[str]
"""Keys of devices, such as those that have been away for a minute."""
NO_DEVICES: DeviceKeys = frozenset()


def acts_as_host(by: str, seating: Seating, away: DeviceKeys) -> bool:
    """Return whether a device keeps the game going for all: the host does.

    While the host is away, everybody who sits does.
    """
    return by == seating.host or (seating.host in away and bool(seating.seats_of(by)))


def may_manage_seat(by: str, seat: int, seating: Seating, away: DeviceKeys) -> bool:
    """Return whether a device may free a seat, or sit it out: its own, and the host any.

    While the host is away, everybody who sits may where nobody else is there for the seat.
    """
    if not seating.has_seat(seat):
        return False
    if by == seating.host or seating.plays_seat(by, seat):
        return True
    return acts_as_host(by, seating, away) and is_unattended(seat, seating, away)


def is_unattended(seat: int, seating: Seating, away: DeviceKeys) -> bool:
    """Return whether the device of a seat (from 1) is away, or the seat waits for one."""
    holder = seating.chair_of(seat).device
    return holder is None or holder in away


def may_request_seat(by: str, seat: int, seating: Seating, away: DeviceKeys) -> bool:
    """Return whether a device may request a seat: its own is away, and nobody present requests it.

    A no holds until that one was here, or another gets a no. The acting host frees it instead.
    """
    chair = seating.chair_of(seat) if seating.has_seat(seat) else None
    if chair is None or chair.device not in away or by in {chair.device, chair.denied}:
        return False
    return chair.asker in {None, by, *away} and not acts_as_host(by, seating, away)


def may_assign_seat(by: str, seat: int, seating: Seating, away: DeviceKeys) -> bool:
    """Return whether a device may decide on the request for a seat.

    Nothing is given to a device that has gone.
    """
    chair = seating.chair_of(seat) if seating.has_seat(seat) else None
    if chair is None or chair.asker in {None, by, *away} or chair.device not in away:
        return False
    return acts_as_host(by, seating, away)


def may_enter(
    by: str, entry: Entry, seating: Seating, game: Game, away: DeviceKeys = NO_DEVICES
) -> bool:
    """Return whether a device may enter something; the rules are checked elsewhere.

    `by` is its key; `away` are those of devices that have been away for a minute, here as below.
    """
    if entry.seat is not None:
        return _may_enter_for(by, entry.seat, entry, seating, away)
    table = game.position
    if not isinstance(table, Table):
        return False
    match entry.move:
        case EndRoll() | WhiteDiceSum():
            return may_end_roll(by, table, seating, away)
        case Finish():
            over = table.is_over and seating.plays_seat(by, table.active)
            return over or acts_as_host(by, seating, away)
        case Undo():
            return may_reopen(by, seating, game, away)
    return False


def _may_enter_for(by: str, seat: int, entry: Entry, seating: Seating, away: DeviceKeys) -> bool:
    """Return whether a device may enter on a sheet: its own alone; others may sit it out."""
    match entry.move:
        case EndRoll() | Finish():
            return False
        case SitOut() | PlayAgain():
            return may_manage_seat(by, seat, seating, away)
    return seating.plays_seat(by, seat)


def may_signal(by: str, signal: RollSignal, seating: Seating, game: Game, away: DeviceKeys) -> bool:
    """Return whether a device may send a signal."""
    match signal:
        case SetReady(seat) | Decline(seat):
            return seating.plays_seat(by, seat)
        case DeclareLockDice():
            active = game.position.active
            return active is not None and seating.plays_seat(by, active)
        case ConfirmWhiteDice():
            return bool(seating.seats_of(by))
        case StopWaiting():
            table = game.position
            return isinstance(table, Table) and may_close_roll(by, table, seating, away)


def may_close_roll(by: str, table: Table, seating: Seating, away: DeviceKeys = NO_DEVICES) -> bool:
    """Return whether a device may stop the waiting of a roll: also for a roller that is away."""
    unattended = is_unattended(table.active, seating, away) and bool(seating.seats_of(by))
    return unattended or may_end_roll(by, table, seating, away)


def may_end_roll(by: str, table: Table, seating: Seating, away: DeviceKeys = NO_DEVICES) -> bool:
    """Return whether a device is the roller's or leads; if the roller sits out, any that plays."""
    if seating.plays_seat(by, table.active) or acts_as_host(by, seating, away):
        return True
    playing = (seat for seat in seating.seats_of(by) if seat not in table.sitting_out)
    return table.active in table.sitting_out and any(playing)


def may_reopen(by: str, seating: Seating, game: Game, away: DeviceKeys = NO_DEVICES) -> bool:
    """Return whether a device may undo the end of a roll, as long as nobody has entered more.

    The roller's may, everybody who plays if the roller sat out, and the watching host; where
    nobody is there for the roller's seat, those who may end the roll. The end of a game may also
    be undone by a device that undoes an entry of its own with it, and by the acting host alone;
    an end that the table entered by itself, without waiting, by everybody who sits.
    """
    ended = ended_position(game)
    if ended is None:
        return False
    sits, leading = seating.seats_of(by), acts_as_host(by, seating, away)
    if not game.position.is_over:
        may = seating.plays_seat(by, ended.active)
    elif game.applied[-1] == Entry(Finish()) and not ended.is_over:
        return leading or last_seat_to_enter(game, sits) is not None
    else:
        done = seating.answers.for_roll(ended.roll).ready
        left = {x for x in range(1, len(ended.sheets) + 1) if ended.may_still_cross(x)}
        by_itself = ended.idle_roll_ends_game or (ended.is_over and left <= done)
        own = seating.plays_seat(by, ended.active) or last_seat_to_enter(game, sits) is not None
        may = leading or own or (by_itself and bool(sits))
    if may:
        return True
    instead = (
        ended.active in ended.sitting_out or not sits or is_unattended(ended.active, seating, away)
    )
    return instead and may_end_roll(by, ended, seating, away)


def reopening_entries(game: Game, seats: Collection[int]) -> tuple[Entry, ...]:
    """Return the entries with which a device of these seats undoes the end of a roll or game.

    With the end of a game goes the last entry that the device has made in that roll, if any, so
    that one step reaches what is to be corrected. Nobody else's entry is touched.
    """
    own = last_seat_to_enter(game, seats) if game.position.is_over else None
    return (Entry(Undo()),) if own is None else (Entry(Undo()), Entry(Undo(), own))


def last_seat_to_enter(game: Game, seats: Collection[int]) -> int | None:
    """Return the seat (from 1), of some, that entered last in the roll that has ended, if any."""
    before = reversed(game.applied[:-1])
    roll = takewhile(lambda entry: not isinstance(entry.move, EndRoll), before)
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
    told = takewhile(lambda entry: isinstance(entry.move, WhiteDiceSum), reversed(game.applied))
    return sum(1 for _ in told)


# who is away

CallLater: TypeAlias = Callable[[float, Callable[[], None]], object]
"""Calls a function after so many seconds."""


@dataclass(frozen=True, slots=True)
class Absence:
    """The time after which a device counts as away, and the timer that notices it, if any."""

    timeout: timedelta = timedelta(minutes=1)
    call_later: CallLater | None = None

    def schedule_notice(self, callback: Callable[[], None]) -> None:
        """Call back when a device that leaves now counts as away, by any clock."""
        if self.call_later is not None:
            self.call_later(1.02 * self.timeout.total_seconds(), callback)


DEFAULT_ABSENCE = Absence()


class Presence:
    """When the devices of one table were present last.

    The minute of a device that was never present begins with this object, as after a restart.

    Args:
        now: Gives the time.
        absence: How long a device shows no table before others may act in its stead.

    Attributes:
        present: Keys of the devices that show the table now.
    """

    def __init__(self, now: Callable[[], datetime], absence: Absence = DEFAULT_ABSENCE) -> None:
        self._now, self._started, self._away_after = now, now(), absence.timeout
        self._left: dict[str, datetime] = {}
        self.present: frozenset[str] = frozenset()

    def set_present(self, keys: frozenset[str]) -> None:
        """Set the devices that show the table now."""
        now = self._now()
        left = self._left | dict.fromkeys(self.present - keys, now)
        self._left = {key: at for key, at in left.items() if now - at < self._away_after}
        self.present = keys

    def absent_devices(self, seating: Seating) -> frozenset[str]:
        """Return the keys of the table's devices that have been away for a minute."""
        now = self._now()
        known = seating.devices | {chair.asker for chair in seating.chairs if chair.asker}
        last = {key: self._left.get(key, self._started) for key in known - self.present}
        return frozenset(key for key, at in last.items() if now - at >= self._away_after)

"""Who may do what in the game of a table, who leads while who opened it is away, and who is away.

Pure: the clock is that of who keeps the table.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import TypeAlias

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import EndRoll, Entry, Finish, PlayAgain, SitOut, Undo, White
from qwixx_pad.core.table import Table
from qwixx_pad.multiplayer.requests import CloseNow, Decline, SayDone, TellDice, Vouch, Word
from qwixx_pad.multiplayer.seating import Seating

Keys: TypeAlias = frozenset[str]
"""Of devices, such as those that have been away for a minute."""
NOBODY: Keys = frozenset()


def leads(by: str, seating: Seating, away: Keys) -> bool:
    """Whether a device keeps the game going for all: who opened the table does.

    While that one is away, everybody who sits does.
    """
    return by == seating.opener or (seating.opener in away and bool(seating.seats_of(by)))


def looks_after(by: str, seat: int, seating: Seating, away: Keys) -> bool:
    """Whether a device may free a seat, or sit it out: its own, and any by who opened the table.

    While that one is away, everybody who sits may where nobody else is there for the seat.
    """
    if not seating.has(seat):
        return False
    if by == seating.opener or seating.holds(by, seat):
        return True
    return leads(by, seating, away) and is_unattended(seat, seating, away)


def is_unattended(seat: int, seating: Seating, away: Keys) -> bool:
    """Whether the device of a seat (from 1) is away, or the seat waits for one."""
    holder = seating.chairs[seat - 1].holder
    return holder is None or holder in away


def may_ask(by: str, seat: int, seating: Seating, away: Keys) -> bool:
    """Return whether a device may ask for a seat: its own is away, and no other asks that is here.

    A no holds until that one was here, or another is told no. Who leads frees it, and need not ask.
    """
    chair = seating.chairs[seat - 1] if seating.has(seat) else None
    if chair is None or chair.holder not in away or by in {chair.holder, chair.denied}:
        return False
    return chair.asker in {None, by, *away} and not leads(by, seating, away)


def may_answer(by: str, seat: int, seating: Seating, away: Keys) -> bool:
    """Return whether a device may say whether a seat is given to the one that asks for it.

    Nothing is given to one that has gone.
    """
    chair = seating.chairs[seat - 1] if seating.has(seat) else None
    if chair is None or chair.asker in {None, by, *away} or chair.holder not in away:
        return False
    return leads(by, seating, away)


def may_enter(by: str, entry: Entry, seating: Seating, game: Game, away: Keys = NOBODY) -> bool:
    """Whether a device may enter something; whether the rules accept it is asked elsewhere.

    `by` is its key; `away` are those of devices that have been away for a minute, here as below.
    """
    if entry.seat is not None:
        return _may_enter_for(by, entry.seat, entry, seating, away)
    table = game.position
    if not isinstance(table, Table):
        return False
    match entry.move:
        case EndRoll() | White():
            return may_end_roll(by, table, seating, away)
        case Finish():
            over = table.over and seating.holds(by, table.active)
            return over or leads(by, seating, away)
        case Undo():
            return may_reopen(by, seating, game, away)
    return False


def _may_enter_for(by: str, seat: int, entry: Entry, seating: Seating, away: Keys) -> bool:
    """A sheet is written on by its own device alone; others may seat it out."""
    match entry.move:
        case EndRoll() | Finish():
            return False
        case SitOut() | PlayAgain():
            return looks_after(by, seat, seating, away)
    return seating.holds(by, seat)


def may_say(by: str, word: Word, seating: Seating, game: Game, away: Keys) -> bool:
    """Whether a device may say something beside the log."""
    match word:
        case SayDone(seat) | Decline(seat):
            return seating.holds(by, seat)
        case TellDice():
            active = game.position.active
            return active is not None and seating.holds(by, active)
        case Vouch():
            return bool(seating.seats_of(by))
        case CloseNow():
            table = game.position
            return isinstance(table, Table) and may_close(by, table, seating, away)


def may_close(by: str, table: Table, seating: Seating, away: Keys = NOBODY) -> bool:
    """Return whether a device may stop the waiting of a roll: also for a roller that is away."""
    unattended = is_unattended(table.active, seating, away) and bool(seating.seats_of(by))
    return unattended or may_end_roll(by, table, seating, away)


def may_end_roll(by: str, table: Table, seating: Seating, away: Keys = NOBODY) -> bool:
    """The roller, and who leads; if the roller sits out, everybody who plays."""
    if seating.holds(by, table.active) or leads(by, seating, away):
        return True
    playing = (seat for seat in seating.seats_of(by) if seat not in table.out)
    return table.active in table.out and any(playing)


def may_reopen(by: str, seating: Seating, game: Game, away: Keys = NOBODY) -> bool:
    """Return whether a device may undo the end of a roll, as long as nobody has gone on.

    It is the roller's, everybody's who plays if the roller sat out, and the watching owner's; where
    nobody is there for the roller's seat, it is theirs who may end the roll. The end of a game is
    also theirs who undo an entry of their own with it, and whoever leads may undo it alone. One
    for which nobody had to wait, as the table enters it by itself, is everybody's who sits.
    """
    ended = ended_roll(game)
    if ended is None:
        return False
    sits, leading = seating.seats_of(by), leads(by, seating, away)
    if not game.position.over:
        may = seating.holds(by, ended.active)
    elif game.standing[-1] == Entry(Finish()) and not ended.over:
        return leading or last_of_roll(game, sits) is not None
    else:
        done = seating.answers.in_roll(ended.roll).done
        left = {x for x in range(1, len(ended.sheets) + 1) if ended.may_still_cross(x)}
        by_itself = ended.idle_roll_ends_game or (ended.over and left <= done)
        own = seating.holds(by, ended.active) or last_of_roll(game, sits) is not None
        may = leading or own or (by_itself and bool(sits))
    if may:
        return True
    instead = ended.active in ended.out or not sits or is_unattended(ended.active, seating, away)
    return instead and may_end_roll(by, ended, seating, away)


def reopening(game: Game, seats: Collection[int]) -> tuple[Entry, ...]:
    """Return the entries by which a device with these seats undoes the end of a roll or game.

    With the end of a game goes the last entry that the device has made in that roll, if any, so
    that one step leads to what is to be put right. Nobody else's entry is touched.
    """
    own = last_of_roll(game, seats) if game.position.over else None
    return (Entry(Undo()),) if own is None else (Entry(Undo()), Entry(Undo(), own))


def last_of_roll(game: Game, seats: Collection[int]) -> int | None:
    """Return which of some seats (from 1) has entered something last in the roll that has ended."""
    before = reversed(game.standing[:-1])
    roll = takewhile(lambda entry: not isinstance(entry.move, EndRoll), before)
    plays = set(seats) - game.position.out
    own = (e.seat for e in roll if e.seat in plays and not isinstance(e.move, SitOut | PlayAgain))
    return next(own, None)


def ended_roll(game: Game) -> Table | None:
    """The position that the newest entry has ended; None if it ended no roll and no game.

    White dice that were told since are passed over, for they change nothing.
    """
    place = len(game.standing) - 1 - whites_behind(game)
    if place < 0 or not isinstance(game.standing[place].move, EndRoll | Finish):
        return None
    before = game.timeline.positions[place]
    return before if isinstance(before, Table) else None


def whites_behind(game: Game) -> int:
    """How many of the newest entries only tell what the white dice show."""
    told = takewhile(lambda entry: isinstance(entry.move, White), reversed(game.standing))
    return sum(1 for _ in told)


# who is away

Later: TypeAlias = Callable[[float, Callable[[], None]], object]
"""Calls a function after so many seconds."""


@dataclass(frozen=True, slots=True)
class Absence:
    """When a device is away: after so long, which is noticed later, or else where others look."""

    after: timedelta = timedelta(minutes=1)
    later: Later | None = None

    def notice(self, tell: Callable[[], None]) -> None:
        """Have it told when who leaves now is away, by any clock."""
        if self.later is not None:
            self.later(1.02 * self.after.total_seconds(), tell)


ABSENCE = Absence()


class Attendance:
    """When the devices of one table were here last.

    Of a device that was never here nothing is known: its minute begins with this, as after a
    restart.

    Args:
        now: Gives the time.
        absence: How long a device looks at no table before others may act in its stead.

    Attributes:
        here: Keys of the devices that look at the table now.
    """

    def __init__(self, now: Callable[[], datetime], absence: Absence = ABSENCE) -> None:
        self._now, self._began, self._away_after = now, now(), absence.after
        self._left: dict[str, datetime] = {}
        self.here: frozenset[str] = frozenset()

    def are_here(self, keys: frozenset[str]) -> None:
        """These devices look at the table now, and no others."""
        now = self._now()
        left = self._left | dict.fromkeys(self.here - keys, now)
        self._left = {key: at for key, at in left.items() if now - at < self._away_after}
        self.here = keys

    def away(self, seating: Seating) -> frozenset[str]:
        """Keys of the table's devices that have not been here for a minute."""
        now = self._now()
        known = seating.devices | {chair.asker for chair in seating.chairs if chair.asker}
        last = {key: self._left.get(key, self._began) for key in known - self.here}
        return frozenset(key for key, at in last.items() if now - at >= self._away_after)

"""What a device knows of the table of its game, beside the game itself. Values."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from qwixx_pad.core.moves import Entry
from qwixx_pad.service.played_game import in_order
from qwixx_pad.service.session import Reason
from qwixx_pad.tables.lock_questions import LockAsk
from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.tables.seating import NOTHING_SAID, Answers, Seating
from qwixx_pad.tables.state import Link, Lost
from qwixx_pad.ui.runtime.times import Times
from qwixx_pad.ui.speech.words import Words


@dataclass(frozen=True, slots=True)
class Overdue:
    """What has lasted for so long at a table that it is told.

    Attributes:
        missed: Seats (from 1) whose phone was away that long, and not there again as long since.
        late: Where in the log (from 0) the first entry stands that could not be sent that long.
    """

    missed: frozenset[int] = frozenset()
    late: int | None = None


NOTHING_OVERDUE = Overdue()
"""What is known at the beginning."""


@dataclass(frozen=True, slots=True)
class PhoneAway:
    """Whether the phone of a seat (from 1) is away; it is not known yet."""

    seat: int
    away: bool

    def lasted(self, known: Overdue) -> Overdue:
        """What is known once this has lasted."""
        others = known.missed - {self.seat}
        return replace(known, missed=others | {self.seat} if self.away else others)


@dataclass(frozen=True, slots=True)
class Unsent:
    """Where in the log (from 0) the first entry stands that is on this device only."""

    place: int

    def lasted(self, known: Overdue) -> Overdue:
        """What is known once this has lasted."""
        return replace(known, late=self.place)


Lasting: TypeAlias = PhoneAway | Unsent
"""What may come to be overdue."""


def is_away(play: SeatSession, seat: int) -> bool:
    """Whether the game may have to wait for the phone of a seat (from 1) that is not there."""
    if play.seating is None or play.seating.chairs[seat - 1].holder is None:
        return False
    return not (seat in play.mine or seat in play.game.position.out or play.here[seat - 1])


def first_unsent(play: SeatSession) -> int | None:
    """Where in the log (from 0) the first entry stands that is on this device only."""
    unsent = play.shared.unsent if play.shared else ()
    return len(play.game.log) - len(unsent) if unsent else None


def lasting(play: SeatSession, known: Overdue, times: Times) -> Iterator[tuple[Lasting, float]]:
    """What is not known yet, and how many seconds it has to last."""
    shared, unsent = play.shared, first_unsent(play)
    if unsent is not None and unsent != known.late:
        yield Unsent(unsent), times.unsent
    if shared is None or shared.link is not Link.UP:
        return  # nobody tells who is there
    for seat in range(1, len(shared.seating.chairs) + 1):
        away = is_away(play, seat)
        if away != (seat in known.missed):
            yield PhoneAway(seat, away), times.phone_away


Colors = Callable[[Sequence[str]], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class TableState:
    """What is known of a table beside its game; the same for every seat of one device.

    Attributes:
        names: Of the seats.
        colors: Of the seats, among the players' colours.
        mine: Seats (from 1) that this device writes on.
        here: Whether the device of each seat is there.
        owns: Whether this device has opened the table.
        leads: Whether it keeps the game going for all, as who opened the table does.
        looks_after: Seats (from 1) that it may sit out, or let wait for another device.
        unattended: Seats (from 1) that wait for a device, or whose own was away for a minute.
        asked_for: Seats (from 1) that another device asks for, and this one may give to it.
        lost_seats: Seats (from 1) that were given from this device to another.
        code: Of a table of several devices; empty for one.
        seating: Who sits there, with the devices; None for one.
        answers: What was said in this roll.
        questions: What is asked about locks.
        waiting: Seats (from 1) whose answer the table waits for.
        unshared: Letters of the rows whose lock of this roll was, it seems, a coloured die's.
        may_reopen: Whether an undo takes back the end of the last roll.
        corners: Where round the table each sheet lies, from 1 and clockwise; empty: as they count.
        closed_code: Of the table of several devices that was closed in this game; empty
            without one.
        link: Whether who keeps the table is reached.
        unsent: What stands at the end of the game, and here only; empty while the link is quick.
        lost: What was shown here and did not come to stand.
        refused: Why the last request that was no entry was not done after all.
        missed, told_away: Seats as in `Overdue`; those of them whose phone is away now.
        late: Whether the first of what is unsent has waited for too long.
        pending: Whether the game has ended on this device, and the table may not know that yet.
    """

    names: tuple[str, ...]
    colors: tuple[int, ...]
    mine: tuple[int, ...]
    here: tuple[bool, ...] = ()
    owns: bool = True
    leads: bool = True
    looks_after: tuple[int, ...] = ()
    unattended: tuple[int, ...] = ()
    asked_for: tuple[int, ...] = ()
    lost_seats: tuple[int, ...] = ()
    code: str = ""
    seating: Seating | None = None
    answers: Answers = NOTHING_SAID
    questions: tuple[LockAsk, ...] = ()
    waiting: tuple[int, ...] = ()
    unshared: frozenset[str] = frozenset()
    may_reopen: bool = False
    corners: tuple[int, ...] = ()
    closed_code: str = ""
    link: Link = Link.UP
    unsent: tuple[Entry, ...] = ()
    lost: tuple[Lost, ...] = ()
    refused: Reason | None = None
    missed: frozenset[int] = frozenset()
    told_away: tuple[int, ...] = ()
    late: bool = False
    pending: bool = False

    @property
    def watches(self) -> bool:
        """Whether this device plays no seat and looks on."""
        return not self.mine

    @property
    def only_watches(self) -> bool:
        """Whether it has not opened the table either: nothing on it can be tapped."""
        return self.watches and not self.leads

    @property
    def me(self) -> int | None:
        """The one seat (from 1) of this device; None where it has several, or none."""
        return self.mine[0] if len(self.mine) == 1 else None

    @property
    def round_table(self) -> tuple[int, ...]:
        """The seats (from 1) as they sit, clockwise from the first corner."""
        return in_order(self.corners or tuple(range(1, len(self.names) + 1)))

    @property
    def passed(self) -> bool:
        """Whether several people write on this device, and it goes from hand to hand."""
        return len(self.mine) > 1


def table_state(
    play: SeatSession, colors: Colors, words: Words, overdue: Overdue = NOTHING_OVERDUE
) -> TableState | None:
    """What is known of a table now; None for a single sheet.

    The colours are those of people whom the table itself does not know.
    """
    if play.game.setup.seats == 1:
        return None
    seating, locks, shared = play.seating, play.locks, play.shared
    link, first = shared.link if shared else Link.UP, first_unsent(play)
    late = first is not None and first == overdue.late
    names = tuple(
        name or words.text("Guest {n}", n=seat) for seat, name in enumerate(play.head.names, 1)
    )
    return TableState(
        names=names,
        colors=tuple(c.color for c in seating.chairs) if seating else colors(names),
        mine=play.mine,
        corners=play.corners,
        here=tuple(here or s in play.mine for s, here in enumerate(play.here, 1)),
        owns=play.owns,
        leads=play.leads,
        looks_after=play.looks_after,
        unattended=play.unattended,
        asked_for=play.asked_for,
        lost_seats=play.lost_seats,
        code=seating.code if seating else "",
        seating=seating,
        answers=play.answers,
        questions=locks.questions,
        waiting=locks.waiting,
        unshared=locks.unshared,
        may_reopen=play.may_reopen,
        closed_code=play.closed_code,
        link=link,
        unsent=shared.unsent if shared and (late or link is not Link.UP) else (),
        lost=shared.lost if shared else (),
        refused=shared.refused if shared else None,
        missed=overdue.missed,
        told_away=tuple(seat for seat in sorted(overdue.missed) if is_away(play, seat)),
        late=late,
        pending=first is not None and play.game.position.settled,
    )

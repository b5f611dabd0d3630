"""What lasts at a table until it is told, and the state of the table in words. Values."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from qwixx_pad.multiplayer.seat_session import SeatSession, TableState
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.text.translator import Words


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


def table_state(
    play: SeatSession, colors: Colors, words: Words, overdue: Overdue = NOTHING_OVERDUE
) -> TableState | None:
    """What is known of a table now; None for a single sheet.

    The colours are those of people whom the table itself does not know.
    """
    if play.game.setup.seats == 1:
        return None
    first = first_unsent(play)
    names = tuple(
        name or words.text("Guest {n}", n=seat) for seat, name in enumerate(play.head.names, 1)
    )
    return play.table_state(
        names,
        () if play.seating else colors(names),
        missed=overdue.missed,
        told_away=tuple(seat for seat in sorted(overdue.missed) if is_away(play, seat)),
        late=first is not None and first == overdue.late,
    )

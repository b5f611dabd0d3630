"""What is told only once it has lasted: that a phone is away, that an entry is not sent. Pure.

Links come and go; who is told of each time hears nothing else. What has not lasted is never told,
and a phone that comes and goes is told once: it has to be there as long as it had to be away.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.tables.state import Link

AWAY_SECONDS, UNSENT_SECONDS = 10, 4
"""How long a phone is away, or an entry unsent, before that is told."""


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
class Presence:
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


Lasting: TypeAlias = Presence | Unsent
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


def lasting(play: SeatSession, known: Overdue) -> Iterator[tuple[Lasting, float]]:
    """What is not known yet, and how many seconds it has to last.

    Args:
        play: The game, as this device plays it.
        known: What has lasted until now.
    """
    shared, unsent = play.shared, first_unsent(play)
    if unsent is not None and unsent != known.late:
        yield Unsent(unsent), UNSENT_SECONDS
    if shared is None or shared.link is not Link.UP:
        return  # nobody tells who is there
    for seat in range(1, len(shared.seating.chairs) + 1):
        away = is_away(play, seat)
        if away != (seat in known.missed):
            yield Presence(seat, away), AWAY_SECONDS

"""The state of a table in words, and conditions that are reported if they last. Values."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from qwixx_pad.multiplayer.seat_session import SeatSession, TableState
from qwixx_pad.multiplayer.state import Link
from qwixx_pad.ui.flet_support.times import Times
from qwixx_pad.ui.text.translator import Translator


@dataclass(frozen=True, slots=True)
class Overdue:
    """Conditions at a table that have lasted long enough to be reported.

    Attributes:
        missed: Seats whose phone was away that long, and has not been back that long since.
        late: The index in the log, from 0, of the first entry that could not be sent that long.
    """

    missed: frozenset[int] = frozenset()
    late: int | None = None


NOTHING_OVERDUE = Overdue()
"""The state at the beginning."""


@dataclass(frozen=True, slots=True)
class PhoneAway:
    """The phone of a seat has gone or is back, and that is not reported yet."""

    seat: int
    away: bool

    def added_to(self, known: Overdue) -> Overdue:
        """The overdue items once this has lasted."""
        others = known.missed - {self.seat}
        return replace(known, missed=others | {self.seat} if self.away else others)


@dataclass(frozen=True, slots=True)
class Unsent:
    """The first entry that is on this device only, by its index in the log, from 0."""

    index: int

    def added_to(self, known: Overdue) -> Overdue:
        """The overdue items once this has lasted."""
        return replace(known, late=self.index)


PendingChange: TypeAlias = PhoneAway | Unsent
"""A condition that may become overdue."""


def may_wait_for(play: SeatSession, seat: int) -> bool:
    """True if the phone of a seat is absent, and the game may have to wait for it."""
    if play.table_seating is None or play.table_seating.chair_of(seat).device is None:
        return False
    return not (
        seat in play.own_seats or seat in play.game.position.sitting_out or play.is_present(seat)
    )


def first_unsent(play: SeatSession) -> int | None:
    """The log index, from 0, of the first entry on this device only; None if all are sent."""
    unsent = play.shared.unsent if play.shared else ()
    return len(play.game.log) - len(unsent) if unsent else None


def pending_changes(
    play: SeatSession, known: Overdue, times: Times
) -> Iterator[tuple[PendingChange, float]]:
    """Yield the conditions not reported yet, and how many seconds each has to last."""
    shared = play.shared
    unsent = first_unsent(play)
    if unsent is not None and unsent != known.late:
        yield Unsent(unsent), times.unsent
    if shared is None or shared.link is not Link.UP:
        return  # only a link that is up reports absent phones
    for seat in range(1, len(shared.seating.chairs) + 1):
        away = may_wait_for(play, seat)
        if away != (seat in known.missed):
            yield PhoneAway(seat, away), times.phone_away


def table_state(
    play: SeatSession,
    colors_of: Callable[[Sequence[str]], tuple[int, ...]],
    tr: Translator,
    overdue: Overdue,
) -> TableState | None:
    """The present state of a table; None for a single sheet.

    `colors_of` chooses the colours of players whom the table itself does not know.
    """
    if play.game.setup.seats == 1:
        return None
    first = first_unsent(play)
    names = tuple(
        name or tr.gettext("Guest {n}", n=seat) for seat, name in enumerate(play.head.names, 1)
    )
    return play.table_state(
        names,
        () if play.table_seating else colors_of(names),
        missed=overdue.missed,
        announced_away=tuple(seat for seat in sorted(overdue.missed) if may_wait_for(play, seat)),
        late=first is not None and first == overdue.late,
    )

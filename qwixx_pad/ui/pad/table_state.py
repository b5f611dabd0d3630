"""What a screen knows of the table it plays at, from the game as its device plays it. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from qwixx_pad.service.settings import in_order
from qwixx_pad.tables.lock_questions import Ask
from qwixx_pad.tables.seat_session import Play
from qwixx_pad.tables.seating import NOTHING_SAID, Answers, Seating
from qwixx_pad.ui.words import Words


@dataclass(frozen=True, slots=True)
class TableState:
    """What is known of a table beside its game; the same for every seat of one device.

    Attributes:
        names: Of the seats.
        colors: Of the seats, among the players' colours.
        mine: Seats (from 1) that this device writes on.
        here: Whether the device of each seat is there.
        leads: Whether this device has opened the table.
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
    """

    names: tuple[str, ...]
    colors: tuple[int, ...]
    mine: tuple[int, ...]
    here: tuple[bool, ...] = ()
    leads: bool = True
    code: str = ""
    seating: Seating | None = None
    answers: Answers = NOTHING_SAID
    questions: tuple[Ask, ...] = ()
    waiting: tuple[int, ...] = ()
    unshared: frozenset[str] = frozenset()
    may_reopen: bool = False
    corners: tuple[int, ...] = ()
    closed_code: str = ""

    @property
    def watches(self) -> bool:
        """Whether this device plays no seat and looks on."""
        return not self.mine

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
    play: Play, colors: Callable[[Sequence[str]], tuple[int, ...]], words: Words
) -> TableState | None:
    """What is known of a table now; None for a single sheet.

    Args:
        play: The game, as this device plays it.
        colors: The players' colours, where the table does not know them.
        words: The language.
    """
    if play.game.setup.seats == 1:
        return None
    seating, locks = play.seating, play.locks
    names = tuple(
        name or words.text("Guest {n}", n=seat) for seat, name in enumerate(play.head.names, 1)
    )
    return TableState(
        names=names,
        colors=tuple(c.color for c in seating.chairs) if seating else colors(names),
        mine=play.mine,
        corners=play.corners,
        here=tuple(here or s in play.mine for s, here in enumerate(play.here, 1)),
        leads=play.leads,
        code=seating.code if seating else "",
        seating=seating,
        answers=play.answers,
        questions=locks.questions,
        waiting=locks.waiting,
        unshared=locks.unshared,
        may_reopen=play.may_reopen,
        closed_code=play.closed_code,
    )

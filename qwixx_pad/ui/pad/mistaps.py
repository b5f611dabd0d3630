"""Slips of a finger on the screen of a pad, counted: many of them ask for larger cells. Pure."""

from dataclasses import dataclass

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.moves import Cross, Entry, Undo

ENOUGH = 3
"""So many slips are a sign that the cells are too narrow ..."""
WINDOW = 40
"""... among so many entries; about those of one game."""


@dataclass(frozen=True, slots=True)
class Mistaps:
    """What has happened on this screen.

    A slip is a cross that its seat takes back at once to make one in a neighbouring cell.

    Attributes:
        entries: How many entries there were.
        mistaps: At which of them, from 1, a slip was put right.
        cross: The newest entry, where it is a cross.
        undone: The cross that the newest entry has taken back.
    """

    entries: int = 0
    mistaps: tuple[int, ...] = ()
    cross: Entry | None = None
    undone: Entry | None = None

    @property
    def many(self) -> bool:
        """Whether larger cells would help."""
        return sum(at > self.entries - WINDOW for at in self.mistaps) >= ENOUGH

    def after(self, entry: Entry, layout: Layout) -> "Mistaps":
        """After one more entry that stands."""
        number, before = self.entries + 1, self.cross
        if isinstance(entry.move, Undo):
            own = before is not None and entry.seat in {None, before.seat}
            return Mistaps(number, self.mistaps, undone=before if own else None)
        if not isinstance(entry.move, Cross):
            return Mistaps(number, self.mistaps)
        mistapped = self.undone is not None and _beside(self.undone, entry, layout)
        return Mistaps(number, (*self.mistaps, number) if mistapped else self.mistaps, cross=entry)


NO_MISTAPS = Mistaps()
"""Before the first entry."""


def _beside(one: Entry, other: Entry, layout: Layout) -> bool:
    """Whether two crosses of one seat are in cells that touch, in a row or across two rows."""
    if not (isinstance(one.move, Cross) and isinstance(other.move, Cross)):
        return False
    first, second = (layout.place(move.row, move.number) for move in (one.move, other.move))
    if first is None or second is None or one.seat != other.seat or one.move == other.move:
        return False
    return abs(first.row - second.row) <= 1 and abs(first.position - second.position) <= 1

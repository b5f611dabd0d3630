"""What a list and the statistics need to know of a game, without its log.

A summary is never the truth: it can be made again from the log at any time.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class State(StrEnum):
    """How far a game is."""

    UNTOUCHED = "untouched"
    OPEN = "open"
    OVER = "over"
    UNREADABLE = "unreadable"
    """It belongs to a sheet, or holds an entry, that this version does not know."""


class RowScore(NamedTuple):
    """One row of a finished or running sheet.

    Attributes:
        letter: Of the row.
        marks: A number; bit i stands for a cross in the cell at position i.
        crosses: How many crosses, the lock included.
        points: What they are worth.
        locked: Whether this sheet has locked the row.
        closed: Whether others have closed it and this sheet has not.
        seconds: A number; bit i stands for a second cross in the cell at position i.
        needs: Crosses that must stand before its lock.
        most: Crosses that count at most; 0 for a row without a lock, which is not compared.
    """

    letter: str
    marks: int
    crosses: int
    points: int
    locked: bool
    closed: bool
    seconds: int = 0
    needs: int = 0
    most: int = 0


class Score(NamedTuple):
    """One sheet.

    Attributes:
        seat: From 1.
        name: Of the player; empty where nobody said one.
        place: From 1; equal totals share one.
        total: What the sheet is worth.
        penalties: Taken.
        minus: Points lost by them, 0 or more.
        beside: What comes beside the rows: what for, in a word, and how many points; empty where
            the sheet brings nothing beside them.
        rows: Top to bottom.
        sheet: Name of the printed sheet of this seat.
    """

    seat: int
    name: str
    place: int
    total: int
    penalties: int
    minus: int
    beside: tuple[tuple[str, int], ...]
    rows: tuple[RowScore, ...]
    sheet: str

    @property
    def extra(self) -> int | None:
        """Points beside the rows; None where the sheet has no field for them."""
        return sum(points for _, points in self.beside) if self.beside else None


@dataclass(frozen=True, slots=True)
class Summary:
    """One game.

    Attributes:
        game: Its identifier.
        setup: The head of its game line.
        layout: Name of the printed sheet; several in seat order, with commas, where they differ.
        state: How far it is.
        roll: Which roll it is in, from 1.
        started, touched: When, in UTC; touched by its last entry.
        entries: Length of its log.
        corrected: Whether it was changed after its end.
        digest: Fingerprint of its game line: equal games have equal ones.
        scores: One a seat; empty for an unreadable game.
    """

    game: str
    setup: str
    layout: str
    state: State
    roll: int
    started: datetime
    touched: datetime
    entries: int
    corrected: bool
    digest: str
    scores: tuple[Score, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in seating order."""
        return tuple(score.name for score in self.scores)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are asked for; an empty field asks for all.

    Attributes:
        players: Names that all have to be among the players; case does not matter.
        search: Letters that some player's name has to contain.
        layout: Name of a printed sheet that somebody has; `NAME:` for all that are made from a
            seed. Of such a game only the sheets of that kind are counted.
        since: Not touched before this time.
        state: How far they are; None: whatever was touched.
        deleted: Those that were deleted, instead of those that were not.
    """

    players: tuple[str, ...] = ()
    search: str = ""
    layout: str = ""
    since: datetime | None = None
    state: State | None = None
    deleted: bool = False

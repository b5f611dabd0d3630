"""What a list and the statistics need to know of a game, without its log.

A summary is never the truth: it can be made again from the log at any time.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class State(StrEnum):
    """How far a game is."""

    UNTOUCHED = "untouched"
    OPEN = "open"
    OVER = "over"
    UNREADABLE = "unreadable"
    """It belongs to a sheet, or holds an entry, that this version does not know."""


@dataclass(frozen=True, slots=True)
class RowScore:
    """One row of a finished or running sheet.

    Attributes:
        letter: Of the row.
        marks: A number; bit i stands for a cross in the cell at position i.
        crosses: How many crosses, the lock included.
        points: What they are worth.
        locked: Whether this sheet has locked the row.
        closed: Whether others have closed it and this sheet has not.
    """

    letter: str
    marks: int
    crosses: int
    points: int
    locked: bool
    closed: bool


@dataclass(frozen=True, slots=True)
class Score:
    """One sheet.

    Attributes:
        seat: From 1.
        name: Of the player; empty where nobody said one.
        place: From 1; equal totals share one.
        total: What the sheet is worth.
        penalties: Taken.
        minus: Points lost by them, 0 or more.
        extra: Points beside the rows; None where the sheet has no field for them.
        rows: Top to bottom.
    """

    seat: int
    name: str
    place: int
    total: int
    penalties: int
    minus: int
    extra: int | None
    rows: tuple[RowScore, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """One game.

    Attributes:
        game: Its identifier.
        setup: The head of its game line.
        layout: Name of the printed sheet.
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
        layout: Name of a printed sheet.
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

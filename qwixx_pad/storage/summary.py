"""What a list and the statistics need to know of a game, and how names and times compare."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from sys import intern
from typing import Any, NamedTuple

LONG_AGO = datetime.fromtimestamp(0, UTC)
_MICROSECOND = timedelta(microseconds=1)


def who(name: str) -> str:
    """What a player is recognised by: the name without its capitals."""
    return name.casefold()


def sheet_group(sheet: str) -> str:
    """What printed sheets are found by: the name, of those made from a seed what is before it."""
    name, colon, seed = sheet.partition(":")
    return name + colon if seed.isdigit() else sheet


def among_sheets(group: str) -> str:
    """What stands in `,A,B,` if one of the sheets A and B is of a group."""
    return f",{whole(group)}" if group.endswith(":") else f",{whole(group)},"


def whole(text: str) -> str:
    """A text that can be kept: half a character is a question mark."""
    return text.encode(errors="replace").decode()


def stamp(at: datetime) -> str:
    """A time as it is kept: texts in the order of the times.

    Raises:
        ValueError: It has no zone, so nobody knows when that was.
    """
    if at.utcoffset() is None:
        raise ValueError(f"a time without a zone: {at}")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def time_of(text: str, otherwise: datetime) -> datetime:
    """A time; one damaged text must not hide a game."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return otherwise


def moment(at: datetime) -> int:
    """A time as a number: microseconds since 1970.

    Raises:
        ValueError: It has no zone, so nobody knows when that was.
    """
    return (datetime.fromisoformat(stamp(at)) - LONG_AGO) // _MICROSECOND


def time_at(moment: int) -> datetime:
    """The time of so many microseconds since 1970."""
    return LONG_AGO + moment * _MICROSECOND


def day_here(at: datetime) -> date:
    """The day of a moment on this device, by the clock that it had there at that moment.

    A browser that runs the pad is asked for its own; phones in a local network are in the zone of
    the computer that they call.
    """
    return at.astimezone().date()


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
        behind: The most points that it lacked to the best other sheet at the end of a roll, 0 or
            more; None but for a finished game of several that was played roll by roll.
        led: Whether it alone had the most points after ten rolls, in such a game that went on.
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
    behind: int | None = None
    led: bool = False

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
    def copied(self) -> bool:
        """Whether its sheets are copied from paper, so that only the day is known."""
        return self.setup.endswith("+paper")

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in seating order."""
        return tuple(score.name for score in self.scores)


@dataclass(frozen=True, slots=True)
class GameQuery:
    """Which games are asked for; an empty field asks for all.

    Attributes:
        players: Names that all have to be among the players; case does not matter.
        search: Letters that some player's name has to contain.
        remarked: Games that the search finds whoever has played them.
        layout: Name of a printed sheet that somebody has; `NAME:` for all that are made from a
            seed. Of such a game only the sheets of that kind are counted.
        since: Not touched before this time.
        state: How far they are; None: whatever was touched.
        deleted: Those that were deleted, instead of those that were not.
    """

    players: tuple[str, ...] = ()
    search: str = ""
    remarked: frozenset[str] = frozenset()
    layout: str = ""
    since: datetime | None = None
    state: State | None = None
    deleted: bool = False


def packed(summary: Summary) -> list[Any]:
    """A summary in numbers, texts and lists alone.

    Values stand in this order, those of a sheet and a row in the order of their classes. Another
    order, or one value more, needs another version (`library/summaries.py`).
    """
    return [
        summary.game,
        whole(summary.setup),
        whole(summary.layout),
        summary.state.value,
        summary.roll,
        moment(summary.started),
        moment(summary.touched),
        summary.entries,
        int(summary.corrected),
        summary.digest,
        [
            score._replace(name=whole(score.name), sheet=whole(score.sheet))
            for score in summary.scores
        ],
    ]


def unpacked(values: Sequence[Any]) -> Summary:
    """The summary that was packed so.

    Raises:
        ValueError, TypeError: There is none.
    """
    game, setup, layout, state, roll, started, touched, entries, corrected, digest, scores = values
    return Summary(
        game=game,
        setup=intern(setup),
        layout=intern(layout),
        state=State(state),
        roll=roll,
        started=time_at(started),
        touched=time_at(touched),
        entries=entries,
        corrected=bool(corrected),
        digest=digest,
        scores=tuple(map(_score, scores)),
    )


def _score(told: Sequence[Any]) -> Score:
    score = Score._make(told)
    return score._replace(
        name=intern(score.name),
        beside=tuple((purpose, points) for purpose, points in score.beside),
        rows=tuple(_row(*row) for row in score.rows),
        sheet=intern(score.sheet),
    )


_row = lru_cache(4096)(RowScore)
"""Many rows look alike, those without a cross above all: each is made once."""

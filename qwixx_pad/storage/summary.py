"""The summary of a game for lists and statistics, and how names and times compare."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from sys import intern
from typing import Any, NamedTuple
from unicodedata import normalize

EPOCH = datetime.fromtimestamp(0, UTC)
_MICROSECOND = timedelta(microseconds=1)


def name_key(name: str) -> str:
    """Return what all spellings of a player's name share, in capitals or full width."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def sheet_group(sheet: str) -> str:
    """Return the group of a printed sheet: its name, of one made from a seed the part before it."""
    name, colon, seed = sheet.partition(":")
    return name + colon if seed.isdigit() else sheet


def group_needle(group: str) -> str:
    """Return the text found in `,A,B,` if one of the sheets A and B is of a group."""
    return (
        f",{replace_surrogates(group)}" if group.endswith(":") else f",{replace_surrogates(group)},"
    )


def replace_surrogates(text: str) -> str:
    """Return a text that can be stored: a lone surrogate becomes a question mark."""
    return text.encode(errors="replace").decode()


def iso_timestamp(at: datetime) -> str:
    """Return a time as it is stored: texts sort in the order of the times.

    Raises:
        ValueError: It has no zone.
    """
    if at.utcoffset() is None:
        raise ValueError(f"a time without a zone: {at}")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def parse_timestamp(text: str, default: datetime) -> datetime:
    """Parse a time, or return `default`: one damaged text must not hide a game."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return default


def to_microseconds(at: datetime) -> int:
    """Return a time in microseconds since 1970.

    Raises:
        ValueError: It has no zone.
    """
    return (datetime.fromisoformat(iso_timestamp(at)) - EPOCH) // _MICROSECOND


def from_microseconds(microseconds: int) -> datetime:
    """Return the time from microseconds since 1970."""
    return EPOCH + microseconds * _MICROSECOND


def local_day(at: datetime) -> date:
    """Return the day of a moment on this device, by its time zone at that moment.

    In a browser that runs the pad the zone is its own; for phones in a local network it is that of
    the computer they call.
    """
    return at.astimezone().date()


class GameState(StrEnum):
    """Progress of a game."""

    UNTOUCHED = "untouched"
    """Nothing is written on any sheet: it is not listed, nor counted. All others count."""
    OPEN = "open"
    OVER = "over"
    UNREADABLE = "unreadable"
    """Its sheet or one of its entries is unknown to this version."""


class RowScore(NamedTuple):
    """One row of a finished or running sheet.

    Attributes:
        letter: Of the row.
        crossed: A number; bit i stands for a cross in the cell at position i.
        crosses: Number of crosses, the lock included.
        points: Points for them.
        locked: Whether this sheet has locked the row.
        closed: Whether others have closed it and this sheet has not.
        crossed_twice: A number; bit i stands for a second cross in the cell at position i.
        crosses_to_lock: Crosses needed before its lock.
        max_crosses: Crosses that count at most; 0 for a row without a lock, which is not compared.
    """

    letter: str
    crossed: int
    crosses: int
    points: int
    locked: bool
    closed: bool
    crossed_twice: int = 0
    crosses_to_lock: int = 0
    max_crosses: int = 0


class Score(NamedTuple):
    """One sheet.

    Attributes:
        seat: From 1.
        name: Of the player; empty where none was entered.
        rank: From 1; equal totals share one.
        total: What the sheet is worth.
        penalties: Taken.
        penalty_points: Points lost by them, 0 or more.
        extras: Points beside the rows: a word for their source, and their number; empty where the
            sheet has none.
        rows: Top to bottom.
        sheet: Name of the printed sheet of this seat.
        largest_deficit: The most points that it lacked to the best other sheet at the end of a
            roll, 0 or more; None but for a finished game of several that was played roll by roll.
        led_early: Whether it alone had the most points after ten rolls, if such a game went on.
    """

    seat: int
    name: str
    rank: int
    total: int
    penalties: int
    penalty_points: int
    extras: tuple[tuple[str, int], ...]
    rows: tuple[RowScore, ...]
    sheet: str
    largest_deficit: int | None = None
    led_early: bool = False

    @property
    def is_blank(self) -> bool:
        """True if nothing is written on it, as `Sheet.is_blank`."""
        written = self.total, self.penalties, self.extra_points
        return not (any(written) or any(row.crossed for row in self.rows))

    @property
    def extra_points(self) -> int | None:
        """Points beside the rows; None where the sheet has no field for them."""
        return sum(points for _, points in self.extras) if self.extras else None


@dataclass(frozen=True, slots=True)
class Summary:
    """One game.

    Attributes:
        game: Its identifier.
        setup: The head of its game line.
        layout: Name of the printed sheet; several in seat order, with commas, where they differ.
        state: Its progress.
        roll: Which roll it is in.
        started, touched: When, in UTC; touched by its last entry.
        entries: Length of its log.
        corrected: Whether it was changed after its end.
        digest: Fingerprint of its game line: equal games have equal ones.
        seconds: How long it was played until it first ended, without breaks and corrections; None
            if that is not known.
        scores: One a seat; empty for an unreadable game.
    """

    game: str
    setup: str
    layout: str
    state: GameState
    roll: int
    started: datetime
    touched: datetime
    entries: int
    corrected: bool
    digest: str
    seconds: int | None
    scores: tuple[Score, ...]

    @property
    def is_from_paper(self) -> bool:
        """True if its sheets are copied from paper, so that only the day is known."""
        return self.setup.endswith("+paper")

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in seating order."""
        return tuple(score.name for score in self.scores)


@dataclass(frozen=True, slots=True)
class GameQuery:
    """A filter for games; an empty field admits all.

    Attributes:
        players: Names that all have to be among the players; case does not matter.
        search: Letters that some player's name has to contain.
        remark_matches: Games that the search also finds by their remark.
        layout: Name of a printed sheet that somebody has; `NAME:` for all that are made from a
            seed. Of such a game only the sheets of that kind are counted.
        since: Not touched before this time.
        seats: Number of players; 0 for any.
        state: Their progress; None: any but untouched.
        deleted: Deleted games instead of the others.
    """

    players: tuple[str, ...] = ()
    search: str = ""
    remark_matches: frozenset[str] = frozenset()
    layout: str = ""
    since: datetime | None = None
    seats: int = 0
    state: GameState | None = None
    deleted: bool = False


def pack_summary(summary: Summary) -> list[Any]:
    """Return a summary in numbers, texts and lists alone.

    Values are in this order, those of a sheet and a row in the order of their classes. Another
    order, or one value more, needs another version (`library/summaries.py`).
    """
    return [
        summary.game,
        replace_surrogates(summary.setup),
        replace_surrogates(summary.layout),
        summary.state.value,
        summary.roll,
        to_microseconds(summary.started),
        to_microseconds(summary.touched),
        summary.entries,
        int(summary.corrected),
        summary.digest,
        summary.seconds,
        [
            score._replace(
                name=replace_surrogates(score.name), sheet=replace_surrogates(score.sheet)
            )
            for score in summary.scores
        ],
    ]


def unpack_summary(values: Sequence[Any]) -> Summary:
    """Return the summary from its packed values.

    A game with nothing on any sheet is untouched; of version 0.1.0 it may be open or over.

    Raises:
        ValueError, TypeError: They are invalid.
    """
    (game, setup, layout, state, roll, started, touched, entries, corrected, digest, seconds) = (
        values[:-1]
    )
    scores = tuple(map(_unpack_score, values[-1]))
    is_blank = state != GameState.UNREADABLE and all(score.is_blank for score in scores)
    return Summary(
        game=game,
        setup=intern(setup),
        layout=intern(layout),
        state=GameState.UNTOUCHED if is_blank else GameState(state),
        roll=roll,
        started=from_microseconds(started),
        touched=from_microseconds(touched),
        entries=entries,
        corrected=bool(corrected),
        digest=digest,
        seconds=seconds,
        scores=scores,
    )


def _unpack_score(values: Sequence[Any]) -> Score:
    score = Score._make(values)
    return score._replace(
        name=intern(score.name),
        extras=tuple((purpose, points) for purpose, points in score.extras),
        rows=tuple(_cached_row(*row) for row in score.rows),
        sheet=intern(score.sheet),
    )


_cached_row = lru_cache(4096)(RowScore)
"""Many rows are equal, above all those without a cross: each is made once."""

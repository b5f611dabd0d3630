"""The summary of a game for lists and statistics, and how names and times compare."""

from collections.abc import Callable, Sequence
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
    """The form that all spellings of a player's name share, in capitals or full width.

    Folding the case can undo the normal form, so it is made twice.
    """
    return normalize("NFKC", normalize("NFKC", name).casefold())


def sheet_group(sheet: str) -> str:
    """The group of a printed sheet: its name; of one made from a seed, the part before the seed."""
    name, colon, seed = sheet.partition(":")
    return name + colon if seed.isdigit() else sheet


def group_test(group: str) -> Callable[[str], bool]:
    """A function that is true of a sheet in a group, and of several with commas if one is in it."""
    end = "" if group.endswith(":") else ","
    needle = f",{replace_surrogates(group)}{end}"
    return lambda sheets: needle in f",{sheets},"


def replace_surrogates(text: str) -> str:
    """`text` with a question mark in place of each lone surrogate, which cannot be stored."""
    return text.encode(errors="replace").decode()


def iso_timestamp(at: datetime) -> str:
    """A time as it is stored: texts sort in the order of the times.

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
    """Microseconds since 1970.

    Raises:
        ValueError: It has no zone.
    """
    if at.utcoffset() is None:
        raise ValueError(f"a time without a zone: {at}")
    return (at - EPOCH) // _MICROSECOND


def from_microseconds(microseconds: int) -> datetime:
    return EPOCH + microseconds * _MICROSECOND


def local_day(at: datetime) -> date:
    """The day of a moment on this device, by its time zone at that moment.

    A browser that runs the pad has its own zone. Phones in a local network have that of the
    computer that runs it.
    """
    return at.astimezone().date()


class GameState(StrEnum):
    """Progress of a game."""

    UNTOUCHED = "untouched"
    """Nothing is written on any sheet: no list has it, and no figure counts it."""
    OPEN = "open"
    OVER = "over"
    UNREADABLE = "unreadable"
    """Its sheet or one of its entries is unknown to this version."""


class RowScore(NamedTuple):
    """One row of a finished or running sheet.

    Attributes:
        letter: That of the row in a game line.
        crossed: A bit mask: bit i is set if the cell at position i is crossed.
        crosses: Number of crosses, the lock included.
        points: Points for them.
        locked: Whether this sheet has locked the row.
        closed: Whether others have closed it and this sheet has not.
        crossed_twice: A bit mask: bit i is set if the cell at position i has a second cross.
        crosses_to_lock: Crosses needed before its lock (rule 2).
        max_crosses: Most crosses that count; 0 for a row without a lock, which is not compared.
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


class ExtraPoints(NamedTuple):
    """Points of a sheet that are no row's, and a word for their source."""

    purpose: str
    points: int


class Score(NamedTuple):
    """One sheet.

    Attributes:
        seat: From 1.
        name: That of the player; empty where none was entered.
        rank: From 1; equal totals share one.
        total: Points of the sheet.
        penalties: Number of penalties.
        penalty_points: Points lost by them, 0 or more.
        extras: Points that are no row's; empty where the sheet has no field for them.
        rows: Top to bottom.
        sheet: Name of the printed sheet of this seat.
        largest_deficit: The most points by which it was behind the best other sheet at the end of
            a roll, 0 or more. None unless several players finished the game, roll by roll.
        led_early: Whether it alone had the most points after ten rolls of such a game that went on.
    """

    seat: int
    name: str
    rank: int
    total: int
    penalties: int
    penalty_points: int
    extras: tuple[ExtraPoints, ...]
    rows: tuple[RowScore, ...]
    sheet: str
    largest_deficit: int | None = None
    led_early: bool = False

    @property
    def is_blank(self) -> bool:
        """True if nothing is written on the sheet, like `Sheet.is_blank`."""
        return not (
            self.total
            or self.penalties
            or self.extra_points
            or any(row.crossed for row in self.rows)
        )

    @property
    def extra_points(self) -> int | None:
        """Points that are no row's; None where the sheet has no field for them."""
        return sum(extra.points for extra in self.extras) if self.extras else None


@dataclass(frozen=True, slots=True)
class Summary:
    """One game.

    Attributes:
        game: Its identifier.
        setup: The head of its game line.
        layout: Name of the printed sheet; several in seat order, with commas, where they differ.
        state: Its progress.
        roll: Number of its present roll, from 1.
        started, touched: Times in UTC; touched is that of its last entry.
        entries: Length of its log.
        corrected: Whether it was changed after its end.
        digest: Hash of its game line: equal games have equal ones.
        seconds: Time until it first ended, without breaks and corrections; None if not known.
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
        """True if its sheets are copied from paper; only its day is known then."""
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
        search: Letters that the name of a player has to contain.
        remark_matches: Identifiers of games that the search also finds, by their remark.
        layout: Name of a printed sheet that a player has; `NAME:` for all that are made from a
            seed. Of such a game only the sheets of that kind are counted.
        since: Earliest time of the last entry.
        seats: Number of players; 0 for any.
        state: Progress of the games; None for any but untouched.
        deleted: Whether to find deleted games instead of the others.
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
    """A summary as values for JSON, in the order of the fields of `Summary`.

    Each sheet and each row is a tuple in the order of the fields of `Score` and `RowScore`. For
    another order, or one value more, raise `SUMMARY_VERSION` (`library/summaries.py`).
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
    """The summary that was packed into these values.

    A game with nothing on any sheet is untouched, also if version 0.1.0 has packed it as open or
    over.

    Raises:
        ValueError, TypeError: They are invalid.
    """
    (
        game,
        setup,
        layout,
        state_text,
        roll,
        started,
        touched,
        entries,
        corrected,
        digest,
        seconds,
        packed_scores,
    ) = values
    state = GameState(state_text)
    scores = tuple(map(_unpack_score, packed_scores))
    if state is not GameState.UNREADABLE and all(score.is_blank for score in scores):
        state = GameState.UNTOUCHED
    return Summary(
        game=game,
        setup=intern(setup),
        layout=intern(layout),
        state=state,
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
        extras=tuple(map(ExtraPoints._make, score.extras)),
        rows=tuple(_cached_row(*row) for row in score.rows),
        sheet=intern(score.sheet),
    )


_cached_row = lru_cache(4096)(RowScore)
"""Many rows are equal, above all those without a cross: equal ones share one object."""

"""What to paint: from a game to plain values that a screen shows as they are.

Pure. Equal games give equal looks, so a row that has not changed is not built again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Cross, Move
from qwixx_pad.core.scoring import row_points
from qwixx_pad.core.sheet import CellState, Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.ui.fresh import fresh_moves
from qwixx_pad.ui.spoken import (
    Kind,
    Lock,
    band_spoken,
    cell_spoken,
    lock_spoken,
    points_spoken,
)
from qwixx_pad.ui.words import Words

__all__ = ["BandLook", "CellLook", "Kind", "Lock", "PadLook", "gain_of_next", "pad_look"]


_UNSHARED = {Kind.READY: Kind.UNSHARED, Kind.WAITING: Kind.CLOSED}
"""What a last cell is where a coloured die has locked its row in this roll."""


@dataclass(frozen=True, slots=True)
class CellLook:
    """One cell: its number, how it looks, what is said of it; a fresh cross can be taken back."""

    token: str
    number: int
    kind: Kind
    spoken: str
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class BandLook:
    """One row.

    Attributes:
        letter: Its row letter.
        name: As written on the band.
        cells: Left to right.
        pips: Crosses so far and crosses needed, for the waiting last cell.
        points: What the row is worth.
        gain: What the next cross adds; None where there is no next.
        lock: State of the lock.
        pill: Words beside the name, if any.
        shut: A word for a row that is locked or closed; empty for an open one.
        next_word: What stands before the gain.
        lock_spoken, points_spoken, spoken: For a screen reader.
        prefix: Before every identifier, where several sheets are on one screen.
        hidden: Whether points are not shown yet.
    """

    letter: str
    name: str
    cells: tuple[CellLook, ...]
    pips: tuple[int, int]
    points: int
    gain: int | None
    lock: Lock
    pill: str | None
    shut: str
    next_word: str
    lock_spoken: str
    points_spoken: str
    spoken: str
    prefix: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class PadLook:
    """A whole sheet, ready to be painted.

    Attributes:
        bands: Top to bottom.
        misthrows: Penalties taken, and how many boxes there are.
        newest_misthrow: Whether the last entry that stands is a penalty.
        fields: Points of the rows, in the sum line.
        minus: Points lost by penalties.
        extra: Points beside the rows; None where the sheet has no field for them.
        total: The sum.
        spoken_total, spoken_sum: The total, and the sum line as a sentence.
        spoken_extra: What the field beside the rows is.
        can_undo, can_redo: Whether the buttons have something to do.
        over: The game has ended.
        settled: ... and nothing more can be crossed.
        ending: Why it is over, in words.
        prefix: Before every identifier, where several sheets are on one screen.
        hidden: Whether points are not shown yet.
    """

    bands: tuple[BandLook, ...]
    misthrows: tuple[int, int]
    newest_misthrow: bool
    fields: tuple[int, ...]
    minus: int
    extra: int | None
    total: int
    spoken_total: str
    spoken_sum: str
    spoken_extra: str
    can_undo: bool
    can_redo: bool
    over: bool
    settled: bool
    ending: str
    prefix: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Around:
    """What a row needs to know of the rest of the game.

    Attributes:
        closed: Letters of the rows that others have closed, or that are closed for this seat.
        closing: Letters of those locked in this roll in which this seat may still cross.
        unshared: Letters of those of them that a coloured die has locked.
        fresh: What the seat can take back by tapping it again.
        by: Row letter to the names of those who locked it.
        fresh_said: What is said of a fresh cross.
        settled: Whether nothing more can be entered.
        alone: Whether the others play off the app.
        prefix: Before every identifier.
        words: The language.
    """

    closed: frozenset[str]
    closing: frozenset[str]
    unshared: frozenset[str]
    fresh: frozenset[Move]
    by: dict[str, str]
    fresh_said: str
    settled: bool
    alone: bool
    prefix: str
    words: Words


def pad_look(  # noqa: PLR0913, PLR0917 - a game, whose sheet of it, and what is known beside it
    game: Game,
    words: Words,
    seat: int = 1,
    names: Sequence[str] = (),
    prefix: str = "",
    unshared: frozenset[str] = frozenset(),
) -> PadLook:
    """The look of one seat's sheet (from 1).

    Args:
        game: What stands.
        words: The language.
        seat: Whose sheet.
        names: Of all seats, where several are at the table.
        prefix: Before every identifier, where several sheets are on one screen.
        unshared: Letters of the rows that a coloured die has locked in this roll.
    """
    position, sheet = game.position, game.position.sheets[seat - 1]
    around = _around(game, words, seat, names, prefix, unshared)
    line = sheet.sum_line
    return PadLook(
        bands=tuple(_band(sheet, index, around) for index in range(len(line.rows))),
        misthrows=(sheet.penalties, sheet.layout.penalties),
        newest_misthrow=any(move.text == "-" for move in around.fresh),
        fields=line.rows,
        minus=line.penalty,
        extra=None if sheet.layout.board is None else line.extra,
        total=line.total,
        spoken_total=words.text("Total {n}", n=line.total),
        spoken_sum=words.sum_line(line),
        spoken_extra=words.text("Board, {n} points. Tap to move the pawn.", n=line.extra),
        can_undo=game.can_undo(seat),
        can_redo=game.can_redo(seat),
        over=position.over,
        settled=position.settled,
        ending=words.ending(sheet, len(position.closed)),
        prefix=prefix,
    )


def _around(  # noqa: PLR0913, PLR0917 - as above
    game: Game,
    words: Words,
    seat: int,
    names: Sequence[str],
    prefix: str,
    unshared: frozenset[str],
) -> _Around:
    position, by = game.position, {}
    closing: frozenset[str] = frozenset()
    if isinstance(position, Table):
        closing = position.still_open_for(seat)
        by = {x: words.both([names[i - 1] for i in position.lockers(x)]) for x in position.closed}
    fresh = frozenset(fresh_moves(game, seat))
    alone = game.setup.seats == 1
    said = words.text("the newest") if alone else words.text("this roll")
    closed = position.closed - closing
    settled = position.settled
    return _Around(
        closed, closing, closing & unshared, fresh, by, said, settled, alone, prefix, words
    )


def gain_of_next(sheet: Sheet, row: int, *, closed: bool) -> int | None:
    """What the next cross of a row adds; the last number counts with its lock."""
    marks, printed = sheet.marks[row], sheet.layout.rows[row]
    crosses = sheet.crosses(row)
    if closed or sheet.locked(row):
        return None
    only_last_left = _only_last_left(sheet, row)
    if only_last_left and marks.bit_count() < printed.needs:
        return None
    return row_points(crosses + 1 + only_last_left) - row_points(crosses)


def _only_last_left(sheet: Sheet, row: int) -> bool:
    return sheet.marks[row] >> (sheet.layout.rows[row].last - 1) > 0


def _band(sheet: Sheet, row: int, around: _Around) -> BandLook:
    printed, words = sheet.layout.rows[row], around.words
    name, crosses, points = words.row(printed.letter), sheet.crosses(row), sheet.sum_line.rows[row]
    lock = _lock(sheet, row, around)
    nothing_left = printed.letter in around.unshared and _only_last_left(sheet, row)
    shut = nothing_left or around.settled or lock in {Lock.MINE, Lock.ELSEWHERE}
    gain = gain_of_next(sheet, row, closed=shut)
    by = around.by.get(printed.letter, "")
    return BandLook(
        letter=printed.letter,
        name=name,
        cells=tuple(
            _cell(sheet, row, position, state, around)
            for position, state in enumerate(sheet.states(row, around.closed))
        ),
        pips=(min(crosses, printed.needs), printed.needs),
        points=points,
        gain=gain,
        lock=lock,
        pill=_pill(lock, by, words),
        shut=_shut(lock, words),
        next_word=words.text("next"),
        lock_spoken=lock_spoken(lock, printed.letter, by, words, alone=around.alone),
        points_spoken=points_spoken(printed.letter, points, words),
        spoken=band_spoken(lock, printed.letter, by, (crosses, points, gain), words),
        prefix=around.prefix,
    )


def _lock(sheet: Sheet, row: int, around: _Around) -> Lock:
    letter = sheet.layout.rows[row].letter
    if sheet.locked(row):
        return Lock.MINE
    if letter in around.closing:
        return Lock.CLOSING
    return Lock.ELSEWHERE if letter in around.closed else Lock.OPEN


def _shut(lock: Lock, words: Words) -> str:
    if lock is Lock.OPEN:
        return ""
    return words.text("locked") if lock is Lock.CLOSING else words.text("closed")


def _pill(lock: Lock, by: str, words: Words) -> str | None:
    match lock:
        case Lock.OPEN:
            return None
        case Lock.MINE:
            return words.text("You closed it") if not by else words.text("Closed by {by}", by=by)
        case Lock.CLOSING:
            return words.text("Locked by {by}", by=by)
    return words.text("Closed by {by}", by=by) if by else words.text("Closed")


def _cell(sheet: Sheet, row: int, position: int, state: CellState, around: _Around) -> CellLook:
    printed = sheet.layout.rows[row]
    cross = Cross(printed.letter, printed.numbers[position])
    kind = _kind(sheet, row, position, state)
    if printed.letter in around.unshared:
        kind = _UNSHARED.get(kind, kind)
    fresh = cross in around.fresh
    spoken = cell_spoken(cross, kind, sheet, around.words)
    if fresh:
        spoken = f"{spoken}, {around.fresh_said}"
    return CellLook(cross.text, cross.number, kind, spoken, fresh)


def _kind(sheet: Sheet, row: int, position: int, state: CellState) -> Kind:
    printed = sheet.layout.rows[row]
    if state is CellState.OPEN and position == printed.last:
        return Kind.READY if sheet.crosses(row) >= printed.needs else Kind.WAITING
    return {
        CellState.OPEN: Kind.OPEN,
        CellState.CROSSED: Kind.CROSSED,
        CellState.SKIPPED: Kind.SKIPPED,
        CellState.CLOSED: Kind.CLOSED,
    }[state]

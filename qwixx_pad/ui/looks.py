"""What to paint: from a game to plain values that a screen shows as they are.

Pure. Equal games give equal looks, so a row that has not changed is not built again.
"""

from dataclasses import dataclass
from enum import Enum, auto

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Cross, Entry, Move, Undo
from qwixx_pad.core.scoring import row_points
from qwixx_pad.core.sheet import CellState, Sheet
from qwixx_pad.ui.words import Words


class Kind(Enum):
    """The states of a cell that look different."""

    OPEN = auto()
    CROSSED = auto()
    SKIPPED = auto()
    WAITING = auto()
    READY = auto()
    CLOSED = auto()


class Lock(Enum):
    """The states of a row's lock."""

    OPEN = auto()
    MINE = auto()
    ELSEWHERE = auto()


@dataclass(frozen=True, slots=True)
class CellLook:
    """One cell: its number, how it looks, what is said of it."""

    token: str
    number: int
    kind: Kind
    spoken: str
    newest: bool = False


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
        next_word: What stands before the gain.
        lock_spoken, points_spoken, spoken: For a screen reader.
    """

    letter: str
    name: str
    cells: tuple[CellLook, ...]
    pips: tuple[int, int]
    points: int
    gain: int | None
    lock: Lock
    pill: str | None
    next_word: str
    lock_spoken: str
    points_spoken: str
    spoken: str


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
        can_undo, can_redo: Whether the buttons have something to do.
        over: The game has ended.
        settled: ... and nothing more can be crossed.
        ending: Why it is over, in words.
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
    can_undo: bool
    can_redo: bool
    over: bool
    settled: bool
    ending: str


def pad_look(game: Game, words: Words, seat: int = 1) -> PadLook:
    """The look of one seat's sheet (from 1)."""
    position, sheet = game.position, game.position.sheets[seat - 1]
    newest = newest_move(game)
    line = sheet.sum_line
    return PadLook(
        bands=tuple(
            _band(sheet, index, position.closed, newest, words) for index in range(len(line.rows))
        ),
        misthrows=(sheet.penalties, sheet.layout.penalties),
        newest_misthrow=newest is not None and newest.text == "-",
        fields=line.rows,
        minus=line.penalty,
        extra=None if sheet.layout.board is None else line.extra,
        total=line.total,
        spoken_total=words.text("Total {n}", n=line.total),
        spoken_sum=words.sum_line(line),
        can_undo=game.can_undo(seat),
        can_redo=game.can_redo(seat),
        over=position.over,
        settled=position.settled,
        ending=words.ending(sheet, len(position.closed)),
    )


def newest_move(game: Game) -> Move | None:
    """The move that an undo would take back."""
    standing = game.standing
    return standing[-1].move if standing else None


def tap_on(game: Game, entry: Entry) -> Entry:
    """What a tap on a cell enters: itself, or an undo where it is the newest cross."""
    newest = isinstance(entry.move, Cross) and entry.move == newest_move(game)
    return Entry(Undo()) if newest else entry


def gain_of_next(sheet: Sheet, row: int, *, closed: bool) -> int | None:
    """What the next cross of a row adds; the last number counts with its lock."""
    marks, printed = sheet.marks[row], sheet.layout.rows[row]
    crosses = sheet.crosses(row)
    if closed or sheet.locked(row):
        return None
    only_last_left = marks >> (printed.last - 1) > 0
    if only_last_left and marks.bit_count() < printed.needs:
        return None
    return row_points(crosses + 1 + only_last_left) - row_points(crosses)


def _band(
    sheet: Sheet, row: int, closed: frozenset[str], newest: Move | None, words: Words
) -> BandLook:
    printed = sheet.layout.rows[row]
    name, crosses, points = words.row(printed.letter), sheet.crosses(row), sheet.sum_line.rows[row]
    lock = _lock(sheet, row, closed)
    gain = gain_of_next(sheet, row, closed=lock is not Lock.OPEN)
    return BandLook(
        letter=printed.letter,
        name=name,
        cells=tuple(
            _cell(sheet, row, position, state, newest, words)
            for position, state in enumerate(sheet.states(row, closed))
        ),
        pips=(min(crosses, printed.needs), printed.needs),
        points=points,
        gain=gain,
        lock=lock,
        pill=_pill(lock, words),
        next_word=words.text("next"),
        lock_spoken=_lock_spoken(lock, name, words),
        points_spoken=f"{name} {words.count('{n} point', '{n} points', points)}",
        spoken=_band_spoken(lock, name, crosses, points, gain, words),
    )


def _lock(sheet: Sheet, row: int, closed: frozenset[str]) -> Lock:
    if sheet.locked(row):
        return Lock.MINE
    return Lock.ELSEWHERE if sheet.layout.rows[row].letter in closed else Lock.OPEN


def _pill(lock: Lock, words: Words) -> str | None:
    if lock is Lock.OPEN:
        return None
    return words.text("You closed it") if lock is Lock.MINE else words.text("Closed")


def _lock_spoken(lock: Lock, name: str, words: Words) -> str:
    match lock:
        case Lock.OPEN:
            return words.text("{row} lock, open. Tap if someone closed {row}.", row=name)
        case Lock.MINE:
            return words.text("{row} lock, crossed. You closed {row}.", row=name)
        case Lock.ELSEWHERE:
            return words.text("{row} lock. Somebody closed {row}.", row=name)


def _band_spoken(  # noqa: PLR0913, PLR0917 - one sentence of six facts
    lock: Lock, name: str, crosses: int, points: int, gain: int | None, words: Words
) -> str:
    have = words.count("{n} cross", "{n} crosses", crosses)
    worth = words.count("{n} point", "{n} points", points)
    if lock is Lock.ELSEWHERE:
        return words.text("{row}. Closed. {have}, {worth}.", row=name, have=have, worth=worth)
    if lock is Lock.MINE:
        return words.text(
            "{row}. You closed it. {have}, {worth}.", row=name, have=have, worth=worth
        )
    said = words.text("{row}. {have}, {worth}.", row=name, have=have, worth=worth)
    return said if gain is None else f"{said} {words.text('Next cross adds {n}.', n=gain)}"


def _cell(  # noqa: PLR0913, PLR0917 - a cell is a place, its state and its surroundings
    sheet: Sheet, row: int, position: int, state: CellState, newest: Move | None, words: Words
) -> CellLook:
    printed = sheet.layout.rows[row]
    cross = Cross(printed.letter, printed.numbers[position])
    kind = _kind(sheet, row, position, state)
    fresh = cross == newest
    return CellLook(
        cross.text, cross.number, kind, _cell_spoken(cross, kind, sheet, fresh, words), fresh
    )


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


def _cell_spoken(cross: Cross, kind: Kind, sheet: Sheet, newest: bool, words: Words) -> str:  # noqa: FBT001
    cell = f"{words.row(cross.row)} {cross.number}"
    sentences = {
        Kind.OPEN: "{cell}, open",
        Kind.CROSSED: "{cell}, crossed, the newest" if newest else "{cell}, crossed",
        Kind.SKIPPED: "{cell}, skipped",
        Kind.READY: "{cell}, ready, also locks the row",
        Kind.CLOSED: "{cell}, closed",
    }
    if kind in sentences:
        return words.text(sentences[kind], cell=cell)
    index = sheet.layout.row_index(cross.row) or 0
    needs, have = sheet.layout.rows[index].needs, sheet.crosses(index)
    needed = words.number(needs).lower()
    return words.text(
        "{cell}, needs {needed} crosses, you have {n}", cell=cell, needed=needed, n=have
    )


@dataclass(frozen=True, slots=True)
class MiniRow:
    """A row of a small sheet: its letter, the states of its cells, and its lock."""

    letter: str
    cells: tuple[str, ...]
    lock: str


@dataclass(frozen=True, slots=True)
class MiniLook:
    """A small sheet, top to bottom."""

    rows: tuple[MiniRow, ...]


def mini_look(game: Game, seat: int = 1) -> MiniLook:
    """The sheet of a seat (from 1), small."""
    position, sheet = game.position, game.position.sheets[seat - 1]
    rows = (
        MiniRow(
            row.letter,
            tuple(state.value for state in sheet.states(index, position.closed)),
            _MINI_LOCK[_lock(sheet, index, position.closed)],
        )
        for index, row in enumerate(sheet.layout.rows)
    )
    return MiniLook(tuple(rows))


_MINI_LOCK = {Lock.OPEN: "open", Lock.MINE: "mine", Lock.ELSEWHERE: "closed"}

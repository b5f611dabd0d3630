"""What to paint, say and lead a focus to of one row and its cells: plain values. Pure."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Layout, Mark, Place, Row, RowKind
from qwixx_pad.core.moves import Entry, Move, move_at
from qwixx_pad.core.scoring import row_points
from qwixx_pad.core.sheet import CellState
from qwixx_pad.ui.pad.actions import TrackKey
from qwixx_pad.ui.speech.spoken import (
    CellFacts,
    Kind,
    Lock,
    band_spoken,
    cell_spoken,
    closed_label,
    lock_pill,
    lock_spoken,
    points_spoken,
)
from qwixx_pad.ui.speech.words import Words


def undoable_moves(game: Game, seat: int) -> tuple[Move, ...]:
    """What a seat (from 1) has entered in this roll, oldest first; alone: the newest entry."""
    if game.setup.seats > 1:
        return game.timeline.of_this_roll(seat)
    newest = newest_move(game)
    return () if newest is None else (newest,)


def undoable_cells(game: Game, seat: int) -> dict[Place, Entry]:
    """The cells that a seat (from 1) takes back by tapping them, and the entry that goes then.

    A cross that another one has forced goes with that one.
    """
    made = game.timeline.crossed_in_this_roll(seat)
    newest = made if game.setup.seats > 1 else islice(made, 1)
    return {place: entry for entry, places in reversed([*newest]) for place in places}


def unsent_cells(game: Game, seat: int, unsent: Collection[Entry]) -> Iterator[Place]:
    """The cells of a seat (from 1) that entries have crossed which stand on this device only."""
    for entry, places in game.timeline.crossed_in_this_roll(seat):
        if entry in unsent:
            yield from places


def newest_move(game: Game) -> Move | None:
    """The move that an undo would take back."""
    standing = game.standing
    return standing[-1].move if standing else None


_ROWS_KEPT = 512
"""Rows that are made of facts met again: those of a few tables at once."""
_KINDS = {
    CellState.OPEN: Kind.OPEN,
    CellState.CROSSED: Kind.CROSSED,
    CellState.DOUBLED: Kind.DOUBLED,
    CellState.SKIPPED: Kind.SKIPPED,
    CellState.CLOSED: Kind.CLOSED,
    CellState.VOID: Kind.VOID,
}
_CROSSED = {CellState.CROSSED, CellState.DOUBLED}
_UNSHARED = {Kind.READY: Kind.UNSHARED, Kind.WAITING: Kind.CLOSED}
"""What a last cell is where a coloured die has locked its row in this roll."""


@dataclass(frozen=True, slots=True)
class CellLook:
    """One cell.

    Attributes:
        token: What a tap on it enters; empty for a field that no tap crosses.
        number: As printed; None for a field without one.
        kind: How it looks.
        spoken: What is said of it.
        undoable: Whether a cross on it can be taken back by another tap.
        color: Letter of the colour it is printed in.
        mark: What is printed around it, if anything.
        other: Of an exchange pair, the second number.
        again: Whether it may be crossed a second time.
        boxes: Crosses that it has printed boxes for: 2 where one cross counts twice, or where a
            second one may be made one day.
        apart: Whether its second box is apart from the first.
        quiet: Whether it is on a sheet copied from paper, where a tap on any does something and no
            ring tells it.
        unsent: Whether its cross stands on this device only.
    """

    token: str
    number: int | None
    kind: Kind
    spoken: str
    undoable: bool = False
    color: str = ""
    mark: Mark | None = None
    other: int | None = None
    again: bool = False
    boxes: int = 1
    apart: bool = False
    quiet: bool = False
    unsent: bool = False


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
        closed_label: A word for a row that is locked or closed; empty for an open one.
        next_word: What stands before the gain.
        lock_spoken, points_spoken, spoken: For a screen reader.
        prefix: Before every identifier, where several sheets are on one screen.
        hidden: Whether points are not shown yet.
        kind: What the row is for.
        inks: Letters of the colours of its cells, where there are several.
        between: Of a row of bonus numbers, the letters of the two that it counts for.
    """

    letter: str
    name: str
    cells: tuple[CellLook, ...]
    pips: tuple[int, int]
    points: int
    gain: int | None
    lock: Lock
    pill: str | None
    closed_label: str
    next_word: str
    lock_spoken: str
    points_spoken: str
    spoken: str
    prefix: str = ""
    hidden: bool = False
    kind: RowKind = RowKind.NUMBERS
    inks: tuple[str, ...] = ()
    between: str = ""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """All that the look of one row is made of.

    Attributes:
        layout: What is printed.
        row: Which row of it, from 0.
        states: Of its cells, left to right.
        crosses, towards_lock: How many, and how many of them count towards what its lock needs.
        gain: What the next cross adds; None where there is no next.
        points: What it is worth.
        lock: State of its lock.
        unshared: Whether a coloured die has locked it in this roll.
        undoable: Its positions whose crosses the seat can take back by tapping them again.
        again: The position whose number may be crossed a second time; None for none.
        by: Who has locked it, in words.
        alone: Whether the others play off the app.
        copied: Whether it is copied from paper.
        prefix: Before every identifier.
        hides: Whether points stay hidden.
        unsent: Its positions whose crosses stand on this device only.
        words: The language.
    """

    layout: Layout = field(hash=False)
    row: int
    states: tuple[CellState, ...]
    crosses: int
    towards_lock: int
    gain: int | None
    points: int
    lock: Lock
    unshared: bool
    undoable: tuple[int, ...]
    again: int | None
    by: str
    alone: bool
    copied: bool
    prefix: str
    hides: bool
    unsent: tuple[int, ...]
    words: Words = field(hash=False)

    @property
    def printed(self) -> Row:
        """Its cells, and what its lock needs."""
        return self.layout.rows[self.row]


@lru_cache(maxsize=_ROWS_KEPT)
def row_look(facts: RowFacts) -> BandLook:
    """The look of a row: the very same value for the same facts."""
    printed, words, lock = facts.printed, facts.words, facts.lock
    letter, points = printed.letter, None if facts.hides else facts.points
    gain = None if facts.hides else facts.gain
    locks = lock is not Lock.NONE
    return BandLook(
        letter=letter,
        name=_name(facts) if locks else "",
        cells=tuple(_cell(facts, position) for position in range(len(printed.cells))),
        pips=(min(facts.towards_lock, printed.needs), printed.needs),
        points=points or 0,
        gain=gain,
        lock=lock,
        pill=lock_pill(lock, facts.by, words),
        closed_label=closed_label(lock, words),
        next_word=words.text("next"),
        lock_spoken=lock_spoken(lock, printed, facts.by, words, alone=facts.alone),
        points_spoken=points_spoken(letter, points, words) if locks else "",
        spoken=band_spoken(lock, letter, facts.by, (facts.crosses, points, gain), words),
        prefix=facts.prefix,
        hidden=facts.hides,
        kind=printed.kind,
        inks=printed.inks,
        between=printed.between,
    )


def _name(facts: RowFacts) -> str:
    """The name on the band, and how often a pair has the row count."""
    name, once = facts.words.row(facts.printed.letter), row_points(facts.crosses)
    doubles = any(pair.mark is Mark.LOWEST for pair in facts.layout.pairs)
    if not doubles or facts.hides or not once or facts.points == once:
        return name
    return f"{name} ×{facts.points // once}"


def _cell(facts: RowFacts, position: int) -> CellLook:
    row, words = facts.printed, facts.words
    printed, kind = row.cells[position], _kind(facts, position)
    if facts.unshared:
        kind = _UNSHARED.get(kind, kind)
    token, again = _token(facts, position), position == facts.again
    goes = facts.copied and facts.states[position] in _CROSSED
    undoable = bool(token) and (position in facts.undoable or goes)
    place = Place(facts.row, position)
    said = CellFacts(facts.layout, place, kind, facts.towards_lock, again)
    spoken = cell_spoken(said, words)
    if undoable and not facts.copied:
        newest = words.text("the newest") if facts.alone else words.text("this roll")
        spoken = f"{spoken}, {newest}"
    unsent = position in facts.unsent
    spoken = words.text("{cell}, not sent", cell=spoken) if unsent else spoken
    color, mark, other = printed.color, printed.mark, printed.other
    apart = row.twice and not row.lock_mask >> position & 1
    boxes = 2 if apart else printed.weight
    return CellLook(
        token,
        printed.number,
        kind,
        spoken,
        undoable,
        color,
        mark,
        other,
        again,
        boxes,
        apart,
        quiet=facts.copied,
        unsent=unsent,
    )


def _token(facts: RowFacts, position: int) -> str:
    """What a tap on a cell enters; nothing for a field of a bar.

    Of a track the next field alone enters something; the others have a name of their own.
    """
    row = facts.printed
    if row.kind is RowKind.TRACK and position != facts.states.count(CellState.CROSSED):
        return TrackKey(position).text
    move = move_at(row, position)
    return "" if move is None else move.text


def _kind(facts: RowFacts, position: int) -> Kind:
    printed, state = facts.printed, facts.states[position]
    if state is CellState.OPEN and printed.lock_mask >> position & 1:
        return Kind.READY if facts.towards_lock >= printed.needs else Kind.WAITING
    return _KINDS[state]

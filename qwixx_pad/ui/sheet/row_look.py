"""What is seen of one row of a sheet and of its cells. Pure."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from qwixx_pad.core.layout import Cell, Mark, Row, RowKind
from qwixx_pad.core.moves import Advance, move_at
from qwixx_pad.core.scoring import row_points
from qwixx_pad.ui.text import Kind, Lock, RowFacts
from qwixx_pad.ui.text.translator import Words

_ROWS_KEPT = 512
"""Rows that are made of facts met again: those of a few tables at once."""


@dataclass(frozen=True, slots=True)
class CellLook:
    """One cell.

    Attributes:
        token: What it enters; empty for a field that nobody crosses by itself.
        printed: What is printed there.
        kind: Its state.
        spoken: What is said of it.
        ringed: Whether it is in a ring: its cross can be taken back, or was made at this step.
        again: Whether it may be crossed a second time.
        apart: Whether a second box is printed apart from it, for a second cross.
        copied: Whether it is on a sheet copied from paper, where any cross can be taken back.
        unsent: Whether its cross stands on this device only.
    """

    token: str
    printed: Cell
    kind: Kind
    spoken: str
    ringed: bool = False
    again: bool = False
    apart: bool = False
    copied: bool = False
    unsent: bool = False

    @property
    def is_crossed(self) -> bool:
        """Whether it is crossed."""
        return self.kind in {Kind.CROSSED, Kind.DOUBLED}

    @property
    def is_legal(self) -> bool:
        """Whether it can be crossed now."""
        return self.kind in {Kind.OPEN, Kind.READY} and bool(self.token)

    @property
    def is_out(self) -> bool:
        """Whether it can be crossed no more."""
        return self.kind in {Kind.SKIPPED, Kind.CLOSED, Kind.VOID} and not self.copied

    @property
    def is_dead(self) -> bool:
        """Whether a finger on it that may have meant another one has more likely done so."""
        answers = self.ringed or self.copied or self.again or self.kind is Kind.UNSHARED
        return not (self.is_legal or answers)


@dataclass(frozen=True, slots=True)
class RowLook:
    """One row.

    Attributes:
        printed: What is printed of it.
        name: As written on it; empty for a row without a lock.
        cells: In printed order.
        towards: Crosses so far that count towards its lock, at most as many as it needs.
        points: What it is worth, as written; empty while that is hidden.
        gain: What the next cross adds; None where there is no next.
        lock: State of the lock.
        pill: Who has closed it, in words; empty for an open one.
        closed_label: A word for a row that is locked or closed; empty for an open one.
        next_word: What stands before the gain.
        lock_spoken, points_spoken, spoken: For a screen reader.
    """

    printed: Row
    name: str
    cells: tuple[CellLook, ...]
    towards: int
    points: str
    gain: int | None
    lock: Lock
    pill: str
    closed_label: str
    next_word: str
    lock_spoken: str
    points_spoken: str
    spoken: str

    @property
    def letter(self) -> str:
        """Its letter."""
        return self.printed.letter

    @property
    def seen(self) -> tuple[object, ...]:
        """All of it that is drawn on one printed row: the words and the rings left out."""
        cells = tuple((cell.kind, cell.unsent) for cell in self.cells)
        return (self.name, cells, self.towards, self.points, self.gain, self.lock, self.pill)

    @property
    def ringed(self) -> tuple[int, ...]:
        """The positions of the cells in a ring."""
        return tuple(at for at, cell in enumerate(self.cells) if cell.ringed and not cell.copied)

    @property
    def closed(self) -> bool:
        """Whether others have closed it."""
        return self.lock is Lock.ELSEWHERE


@lru_cache(maxsize=_ROWS_KEPT)
def row_look(facts: RowFacts, words: Words) -> RowLook:
    """The look of a row: the very same value for the same facts."""
    printed, lock, points = facts.printed, facts.lock, facts.points
    locks = lock is not Lock.NONE
    return RowLook(
        printed=printed,
        name=_name(facts, words) if locks else "",
        cells=tuple(_cells(facts, words)),
        towards=min(facts.towards, printed.needs),
        points=str(points) if locks and points is not None else "",
        gain=facts.gain,
        lock=lock,
        pill=words.lock_pill(lock, facts.by),
        closed_label=words.closed_label(lock),
        next_word=words.text("next"),
        lock_spoken=words.lock_spoken(facts),
        points_spoken=words.points_spoken(facts),
        spoken=words.row_spoken(facts),
    )


def _name(facts: RowFacts, words: Words) -> str:
    """The name of the row, and how often a pair has it count."""
    name, once, points = words.row(facts.printed.letter), row_points(facts.crosses), facts.points
    doubles = any(pair.mark is Mark.LOWEST for pair in facts.layout.pairs)
    if points is None or points == once or not (doubles and once):
        return name
    return f"{name} ×{points // once}"


def _cells(facts: RowFacts, words: Words) -> Iterator[CellLook]:
    row = facts.printed
    for at, (printed, kind) in enumerate(zip(row.cells, facts.kinds, strict=True)):
        token, spoken, unsent = _token(facts, at), words.cell_spoken(facts, at), at in facts.unsent
        ringed = bool(token) and at in facts.ringed
        if ringed:
            newest = words.text("the newest") if facts.alone else words.text("this roll")
            spoken = f"{spoken}, {newest}"
        yield CellLook(
            token,
            printed,
            kind,
            words.text("{cell}, not sent", cell=spoken) if unsent else spoken,
            ringed,
            again=at == facts.again,
            apart=row.twice and not row.lock_mask >> at & 1,
            copied=facts.copied,
            unsent=unsent,
        )


def _token(facts: RowFacts, position: int) -> str:
    """What a cell enters; nothing for a field of a bar.

    Of a track the next field alone enters something; the others have a name of their own.
    """
    row = facts.printed
    if row.kind is RowKind.TRACK and position != facts.kinds.count(Kind.CROSSED):
        return f"{Advance.text}-{position}"
    move = move_at(row, position)
    return "" if move is None else move.text


def ringed(row: RowLook, positions: Collection[int], words: Words) -> RowLook:
    """A row with some cells in a ring, by their positions from 0, and no other."""
    cells = (replace(c, ringed=at in positions, copied=False) for at, c in enumerate(row.cells))
    lock = row.lock_spoken
    if row.lock is Lock.OPEN:  # what a tap would do is no matter here
        lock = words.of_row("{row} lock, open.", row.letter)
    return replace(row, cells=tuple(cells), lock_spoken=lock)

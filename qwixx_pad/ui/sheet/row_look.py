"""The look of a row of a sheet, and of its cells. Pure."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from qwixx_pad.core.layout import Cell, Mark, Row, RowKind
from qwixx_pad.core.moves import CrossTrackField, move_at
from qwixx_pad.core.scoring import row_points
from qwixx_pad.ui.text import CellKind, LockState, RowFacts
from qwixx_pad.ui.text.translator import Translator

_MAX_CACHED_ROWS = 512
"""Enough for a few tables at once."""


@dataclass(frozen=True, slots=True)
class CellLook:
    """A cell.

    Attributes:
        token: What a tap on it enters; empty for a field that is only crossed by others.
        printed_cell: What is printed there.
        kind: Its state.
        spoken: For a screen reader.
        is_ringed: Whether it has a ring: its cross can be undone, or was made at this step.
        may_repeat: Whether it may be crossed a second time.
        has_second_box: Whether a separate box for a second cross is printed.
        on_paper: Whether its sheet is copied from paper, so that any cross can be undone (rule 13).
        is_unsent: Whether its cross is on this device only.
    """

    token: str
    printed_cell: Cell
    kind: CellKind
    spoken: str
    is_ringed: bool = False
    may_repeat: bool = False
    has_second_box: bool = False
    on_paper: bool = False
    is_unsent: bool = False

    @property
    def is_crossed(self) -> bool:
        return self.kind in {CellKind.CROSSED, CellKind.DOUBLED}

    @property
    def is_legal(self) -> bool:
        """True if it can be crossed now."""
        return self.kind in {CellKind.OPEN, CellKind.READY} and bool(self.token)

    @property
    def is_out(self) -> bool:
        """True if it cannot be crossed any more."""
        return self.kind in {CellKind.SKIPPED, CellKind.CLOSED, CellKind.VOID} and not self.on_paper

    @property
    def is_dead(self) -> bool:
        """True if a tap on it has no effect, so that it more likely means a neighbour."""
        return not (
            self.is_legal
            or self.is_ringed
            or self.on_paper
            or self.may_repeat
            or self.kind is CellKind.UNSHARED
        )


@dataclass(frozen=True, slots=True)
class RowLook:
    """A row.

    Attributes:
        printed_row: What is printed.
        name: As drawn on it; empty for a row without a lock.
        cells: In printed order.
        lock_crosses: Crosses that count towards its lock, at most as many as that needs.
        points: As drawn; empty while they are hidden, and for a row without a lock.
        gain: What the next cross adds; None if there is no next.
        lock: State of the lock.
        closed_by_text: Who has closed it; empty for an open row.
        closed_label: A word for a locked or closed row; empty for an open one.
        next_word: The word before the gain.
        lock_spoken, points_spoken, spoken: For a screen reader.
    """

    printed_row: Row
    name: str
    cells: tuple[CellLook, ...]
    lock_crosses: int
    points: str
    gain: int | None
    lock: LockState
    closed_by_text: str
    closed_label: str
    next_word: str
    lock_spoken: str
    points_spoken: str
    spoken: str

    @property
    def letter(self) -> str:
        return self.printed_row.letter

    @property
    def drawing_key(self) -> tuple[object, ...]:
        """All that its drawing depends on, besides print and language; rings are drawn apart."""
        return (
            self.name,
            tuple((cell.kind, cell.is_unsent) for cell in self.cells),
            self.lock_crosses,
            self.points,
            self.gain,
            self.lock,
            self.closed_by_text,
        )

    @property
    def ringed_positions(self) -> tuple[int, ...]:
        return tuple(
            at for at, cell in enumerate(self.cells) if cell.is_ringed and not cell.on_paper
        )

    @property
    def is_closed(self) -> bool:
        """True if another seat has closed it."""
        return self.lock is LockState.ELSEWHERE


@lru_cache(maxsize=_MAX_CACHED_ROWS)
def row_look(facts: RowFacts, tr: Translator) -> RowLook:
    """The look of a row: the same object for the same facts."""
    has_lock = facts.lock is not LockState.NONE
    return RowLook(
        printed_row=facts.printed_row,
        name=_row_name(facts, tr) if has_lock else "",
        cells=tuple(_cell_look(facts, at, tr) for at in range(len(facts.kinds))),
        lock_crosses=min(facts.lock_crosses, facts.printed_row.crosses_to_lock),
        points=str(facts.points) if has_lock and facts.points is not None else "",
        gain=facts.gain,
        lock=facts.lock,
        closed_by_text=tr.lock_pill(facts.lock, facts.closed_by),
        closed_label=tr.closed_label(facts.lock),
        next_word=tr.gettext("next"),
        lock_spoken=tr.lock_spoken(facts),
        points_spoken=tr.points_spoken(facts),
        spoken=tr.row_spoken(facts),
    )


def _row_name(facts: RowFacts, tr: Translator) -> str:
    """The name of a row, and how often a pair counts its points."""
    name = tr.row_name(facts.printed_row.letter)
    once = row_points(facts.crosses)
    doubles = any(pair.mark is Mark.LOWEST for pair in facts.layout.pairs)
    if facts.points is None or facts.points == once or not (doubles and once):
        return name
    return f"{name} ×{facts.points // once}"


def _cell_look(facts: RowFacts, position: int, tr: Translator) -> CellLook:
    row = facts.printed_row
    token = _cell_token(facts, position)
    spoken = tr.cell_spoken(facts, position)
    is_ringed = bool(token) and position in facts.undoable
    is_unsent = position in facts.unsent
    if is_ringed:
        newest = tr.gettext("the newest") if facts.plays_alone else tr.gettext("this roll")
        spoken = f"{spoken}, {newest}"
    if is_unsent:
        spoken = tr.gettext("{cell}, not sent", cell=spoken)
    return CellLook(
        token,
        row.cells[position],
        facts.kinds[position],
        spoken,
        is_ringed=is_ringed,
        may_repeat=position == facts.repeatable,
        has_second_box=row.last_counts_twice and not row.lock_mask >> position & 1,
        on_paper=facts.on_paper,
        is_unsent=is_unsent,
    )


def _cell_token(facts: RowFacts, position: int) -> str:
    """The token that a cell enters; empty for a field of a bar.

    On the lucky track only the next field enters its token; the others have identifiers of their
    own.
    """
    row = facts.printed_row
    if row.kind is RowKind.TRACK and position != facts.kinds.count(CellKind.CROSSED):
        return f"{CrossTrackField.text}-{position}"
    move = move_at(row, position)
    return "" if move is None else move.text


def ring_cells(row: RowLook, positions: Collection[int], tr: Translator) -> RowLook:
    """Ring the cells of a row at these positions, from 0, and no others."""
    cells = tuple(
        replace(cell, is_ringed=at in positions, on_paper=False)
        for at, cell in enumerate(row.cells)
    )
    lock = row.lock_spoken
    if row.lock is LockState.OPEN:  # a tap on it does something else here
        lock = tr.row_text("{row} lock, open.", row.letter)
    return replace(row, cells=cells, lock_spoken=lock)

"""The fold of a log: the entries that apply, those that were undone, and the positions between."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, takewhile
from typing import NamedTuple

from qwixx_pad.core.effects import new_crosses
from qwixx_pad.core.layout import CellRef
from qwixx_pad.core.moves import (
    SEAT_MOVES,
    SHEET_MOVES,
    TABLE_MOVES,
    UNDO_MOVES,
    Close,
    EndRoll,
    Entry,
    Move,
    PlayAgain,
    Redo,
    Refusal,
    RefusedError,
    SheetMove,
    SitOut,
    Undo,
    WhiteDiceSum,
)
from qwixx_pad.core.positions import Position, Solo
from qwixx_pad.core.table import Table


class _AppliedEntry(NamedTuple):
    """An entry that applies, the roll it was made in, and the position after it."""

    entry: Entry
    roll: int
    after: Position


class _UndoneEntry(NamedTuple):
    """An undone entry that a redo can bring back.

    Attributes:
        entry: What was undone.
        roll: The number of the roll it was made in.
        order: Its place among all undone entries; the newest has the highest.
    """

    entry: Entry
    roll: int
    order: int


class _Tail(NamedTuple):
    """The applied entries that an undo or a redo puts in the place of the present ones.

    Attributes:
        start: The index, from 0, of the first entry that is replaced.
        entries: What applies from there on.
    """

    start: int
    entries: list[_AppliedEntry]


class _FoldedLog:
    """The questions that a log answers, while it is folded and afterwards.

    Attributes:
        start: The position before the first entry.
        applied_entries: The entries that apply, in order.
        undone_by_seat: At index 0 the undone entries that belong to no seat, then those of each
            seat.
    """

    start: Position
    applied_entries: Sequence[_AppliedEntry]
    undone_by_seat: Sequence[Sequence[_UndoneEntry]]

    @property
    def position(self) -> Position:
        """The newest position."""
        return self._position_before(len(self.applied_entries))

    @property
    def _has_one_sheet(self) -> bool:
        return len(self.start.sheets) == 1

    def _position_before(self, index: int) -> Position:
        """The position before the applied entry at an index (from 0).

        With the number of applied entries as the index, it is the newest one.
        """
        return self.applied_entries[index - 1].after if index else self.start

    def _entries_from(self, start: int) -> list[Entry]:
        """The entries that apply from an index on, counted from 0."""
        return [applied.entry for applied in self.applied_entries[start:]]

    def entry_refusal(self, entry: Entry) -> Refusal | None:
        """The first reason that forbids an entry; None if it is legal."""
        seat = entry.seat
        if not isinstance(entry.move, UNDO_MOVES):
            return _forward_refusal(self.position, entry)
        if seat is not None and not 1 <= seat <= len(self.start.sheets):
            return Refusal.NO_SUCH_SEAT
        is_undo = isinstance(entry.move, Undo)
        tail = self._undo_tail(seat) if is_undo else self._redo_tail(seat)
        return tail if isinstance(tail, Refusal) else None

    def _undo_tail(self, seat: int | None) -> _Tail | Refusal:
        """The entries that apply from the undone one on, once it is taken out; else the refusal."""
        start = self._undo_index(seat)
        if start is None:
            return Refusal.NOTHING_TO_UNDO
        later = _apply_in_order(self._position_before(start), self._entries_from(start + 1))
        return Refusal.NOTHING_TO_UNDO if later is None else _Tail(start, later)

    def _undo_index(self, seat: int | None) -> int | None:
        """The index, from 0, of the entry that an undo takes back; None if there is none.

        It is the newest of the seat in this roll; without a seat or on one sheet, of the log.
        """
        if seat is None or self._has_one_sheet:
            return len(self.applied_entries) - 1 if self.applied_entries else None
        for index in range(len(self.applied_entries) - 1, -1, -1):
            entry = self.applied_entries[index].entry
            if isinstance(entry.move, EndRoll):
                return None
            if _owning_seat(entry) == seat:
                return index
        return None

    def _redo_tail(self, seat: int | None) -> _Tail | Refusal:
        """The entries that apply from the one that a redo brings back on; else the refusal."""
        if seat in self.position.sitting_out:
            return Refusal.NOT_ACTIVE
        index = self._redo_index(seat)
        if index is None:
            must_choose = (seat or self._has_one_sheet) and self.position.must_choose(seat or 1)
            return Refusal.NOT_FEWEST if must_choose else Refusal.NOTHING_TO_REDO
        return self._reapply_entry(self.undone_by_seat[index][-1].entry)

    def _redo_index(self, seat: int | None) -> int | None:
        """The index in `undone_by_seat` where a redo finds its entry; None if it finds none."""
        if seat is None or self._has_one_sheet:
            waiting = [index for index, entries in enumerate(self.undone_by_seat) if entries]
            return max(waiting, key=lambda at: self.undone_by_seat[at][-1].order, default=None)
        own = self.undone_by_seat[seat]
        return seat if own and own[-1].roll == self.position.roll else None

    def _reapply_entry(self, entry: Entry) -> _Tail | Refusal:
        """Put an undone entry back; else the refusal.

        It goes to the end if it is legal there. If another seat has closed its row or ended the
        game since, it goes in front of the others' entries of this roll, as late as all of them
        stay legal: it was made before them.
        """
        reason = _forward_refusal(self.position, entry)
        if reason is None:
            return _Tail(len(self.applied_entries), [_applied_entry(self.position, entry)])
        for start in range(len(self.applied_entries) - 1, -1, -1):
            later = self._entries_from(start)
            is_same_seat = _owning_seat(entry) is None or entry.seat == later[0].seat
            if is_same_seat or isinstance(later[0].move, EndRoll):
                break
            if tail := _apply_in_order(self._position_before(start), [entry, *later]):
                return _Tail(start, tail)
        return reason


@dataclass(frozen=True)
class Timeline(_FoldedLog):
    """The fold of a log, as a value; `_FoldedLog` describes its attributes.

    An undo or redo in front of others' entries replays them, at most to the beginning of the roll.
    """

    start: Position
    applied_entries: tuple[_AppliedEntry, ...]
    undone_by_seat: tuple[tuple[_UndoneEntry, ...], ...]

    @classmethod
    def empty_log(cls, start: Position) -> "Timeline":
        return cls(start, (), ((),) * (len(start.sheets) + 1))

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The start position, then the position after each entry that applies."""
        return (self.start, *(applied.after for applied in self.applied_entries))

    @cached_property
    def applied(self) -> tuple[Entry, ...]:
        """The entries that apply, in order."""
        return tuple(self._entries_from(0))

    @property
    def redo_queue(self) -> tuple[Entry, ...]:
        """The entries that a redo can bring back, the first undone one first."""
        waiting = sorted(chain(*self.undone_by_seat), key=lambda undone: undone.order)
        return tuple(undone.entry for undone in waiting)

    def after_entries(self, entries: int) -> "Timeline":
        """Fold the first `entries` of the entries that apply, without any to redo.

        A number below 0 counts as 0.
        """
        applied = self.applied_entries[: max(entries, 0)]
        return replace(Timeline.empty_log(self.start), applied_entries=applied)

    @property
    def _entries_this_roll(self) -> Iterator[_AppliedEntry]:
        """The entries after the last `/`, the newest first."""
        newest_first = reversed(self.applied_entries)
        return takewhile(lambda each: not isinstance(each.entry.move, EndRoll), newest_first)

    @property
    def count_this_roll(self) -> int:
        """How many entries follow the last `/`."""
        return sum(1 for _ in self._entries_this_roll)

    def moves_this_roll(self, seat: int) -> tuple[SheetMove, ...]:
        """The moves on a seat's sheet in this roll, in order; empty on a single sheet."""
        newest_first = [each.entry for each in self._entries_this_roll]
        own = (entry for entry in reversed(newest_first) if _owning_seat(entry) == seat)
        return tuple(_as_sheet_move(entry.move) for entry in own)

    def crossed_this_roll(self, seat: int) -> Iterator[tuple[Entry, tuple[CellRef, ...]]]:
        """Yield a seat's entries of this roll, the newest first, each with the cells it crossed.

        Forced crosses are among the cells.
        """
        for back, applied in enumerate(self._entries_this_roll, 1):
            if self._has_one_sheet or _owning_seat(applied.entry) == seat:
                before = self._position_before(len(self.applied_entries) - back).sheet_of(seat)
                yield applied.entry, tuple(new_crosses(before, applied.after.sheet_of(seat)))

    def with_entry(self, entry: Entry) -> "Timeline":
        """Fold one more entry, which must be legal."""
        fold = Fold(self)
        fold.apply_entry(entry)
        return fold.timeline


class Fold(_FoldedLog):
    """A log while it is being folded.

    One entry more costs the same however long the log is, as lists grow in place. A `Timeline`
    copies its tuples with each entry, so use a fold for many.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.start = timeline.start
        self.applied_entries: list[_AppliedEntry] = list(timeline.applied_entries)
        self.undone_by_seat: list[list[_UndoneEntry]] = [
            list(entries) for entries in timeline.undone_by_seat
        ]

    @property
    def timeline(self) -> Timeline:
        """A copy of what is folded so far."""
        return Timeline(
            self.start, tuple(self.applied_entries), tuple(map(tuple, self.undone_by_seat))
        )

    def try_entry(self, entry: Entry | None) -> Refusal | None:
        """Apply an entry if it is legal.

        Args:
            entry: None stands for a token that could not be read.

        Returns:
            The first reason that forbids it; None if it was applied.
        """
        if entry is None:
            return Refusal.SYNTAX
        reason = self.entry_refusal(entry)
        if reason is None:
            self.apply_entry(entry)
        return reason

    def apply_entry(self, entry: Entry) -> None:
        """Apply an entry.

        Raises:
            RefusedError: An undo or a redo is refused. Other entries are not checked.
        """
        if self._has_one_sheet and entry.seat is not None:
            entry = Entry(entry.move)  # on one sheet, entries have no seat
        if isinstance(entry.move, Undo):
            self._apply_undo(entry.seat)
        elif isinstance(entry.move, Redo):
            self._apply_redo(entry.seat)
        else:
            self._clear_redo(entry)
            self.applied_entries.append(_applied_entry(self.position, entry))

    def _apply_undo(self, seat: int | None) -> None:
        last = max((entries[-1].order for entries in self.undone_by_seat if entries), default=0)
        start, later = _require_tail(self._undo_tail(seat))
        entry, roll, _ = self.applied_entries[start]
        undone = _UndoneEntry(entry, roll, order=last + 1)
        self.undone_by_seat[_owning_seat(entry) or 0].append(undone)
        self.applied_entries[start:] = later

    def _apply_redo(self, seat: int | None) -> None:
        start, later = _require_tail(self._redo_tail(seat))
        self.undone_by_seat[self._redo_index(seat) or 0].pop()
        self.applied_entries[start:] = later

    def _clear_redo(self, entry: Entry) -> None:
        """Clear the redo entries of the entry's seat, or all of them if it is of no seat.

        Sitting out, coming back and white dice clear none.
        """
        if isinstance(entry.move, (SitOut, PlayAgain, WhiteDiceSum)):
            return
        seat = _owning_seat(entry)
        for entries in self.undone_by_seat if seat is None else [self.undone_by_seat[seat]]:
            entries.clear()


def _require_tail(tail: _Tail | Refusal) -> _Tail:
    if isinstance(tail, Refusal):
        raise RefusedError(tail)
    return tail


def _forward_refusal(position: Position, entry: Entry) -> Refusal | None:
    """The first reason that forbids an entry other than undo and redo; None if it is legal."""
    seat = entry.seat
    move = entry.move
    alone = len(position.sheets) == 1
    if isinstance(move, TABLE_MOVES):
        return Refusal.SYNTAX if seat is not None else position.table_refusal(move)
    if isinstance(move, WhiteDiceSum):
        if seat is not None or alone:
            return Refusal.SYNTAX
        return Refusal.OVER if position.is_over else None
    if alone and seat is None:
        seat = 1  # a single sheet needs no seat in front
    if seat is None or (isinstance(move, Close) and not isinstance(position, Solo)):
        return Refusal.SYNTAX
    if isinstance(move, SEAT_MOVES):
        return position.seat_refusal(seat, move)
    return position.move_refusal(seat, _as_sheet_move(move))


def _applied_entry(before: Position, entry: Entry) -> _AppliedEntry:
    """Apply a legal entry other than undo and redo."""
    after = before
    move = entry.move
    if isinstance(move, TABLE_MOVES):
        after = before.with_table_move(move)
    elif isinstance(move, SEAT_MOVES) and isinstance(before, Table):
        after = before.with_seat_move(entry.seat or 1, move)
    elif not isinstance(move, WhiteDiceSum):
        after = before.with_move(entry.seat or 1, _as_sheet_move(move))
    return _AppliedEntry(entry, before.roll, after)


def _apply_in_order(position: Position, entries: Iterable[Entry]) -> list[_AppliedEntry] | None:
    """Apply these entries one after the other; None if one of them is refused."""
    applied: list[_AppliedEntry] = []
    for entry in entries:
        if _forward_refusal(position, entry) is not None:
            return None
        applied.append(_applied_entry(position, entry))
        position = applied[-1].after
    return applied


def _owning_seat(entry: Entry) -> int | None:
    """The seat whose undo takes an entry back; None if only an undo without a seat does."""
    return None if isinstance(entry.move, SEAT_MOVES) else entry.seat


def _as_sheet_move(move: Move) -> SheetMove:
    if not isinstance(move, SHEET_MOVES):  # pragma: no cover - the callers pass no others
        raise TypeError(move)
    return move

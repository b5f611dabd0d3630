"""The fold of a log: what stands of it, what was taken back, and the positions between."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, takewhile
from typing import NamedTuple

from qwixx_pad.core.effects import new_crosses
from qwixx_pad.core.layout import Place
from qwixx_pad.core.moves import (
    FOR_ALL,
    SEATINGS,
    TURNINGS,
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
    White,
)
from qwixx_pad.core.positions import Position, Solo
from qwixx_pad.core.table import Table


class _Standing(NamedTuple):
    """An entry that holds, the roll it was made in, and the position after it."""

    entry: Entry
    roll: int
    after: Position


class _TakenBack(NamedTuple):
    """An entry taken back, the roll it was made in, and the how-manieth of those that wait."""

    entry: Entry
    roll: int
    nth: int


class _Tail(NamedTuple):
    """The applied entries that an undo or a redo replaces, from an index (from 0) on."""

    start: int
    entries: list[_Standing]


class _Folded:
    """The queries on a folded log, during folding and afterwards.

    Attributes:
        start: The fresh sheets.
        made: The entries that hold, in order.
        taken_back: Those that wait for a redo by whose undo took them, in the order of seats;
            first those that are no seat's own.
    """

    start: Position
    made: Sequence[_Standing]
    taken_back: Sequence[Sequence[_TakenBack]]

    @property
    def position(self) -> Position:
        """The sheets as they are now."""
        return self._before(len(self.made))

    @property
    def _alone(self) -> bool:
        return len(self.start.sheets) == 1

    def _before(self, index: int) -> Position:
        """Return the position before an applied entry (from 0); after the last one the newest."""
        return self.made[index - 1].after if index else self.start

    def _entries(self, start: int) -> list[Entry]:
        """Return the entries that hold from one on, counted from 0."""
        return [standing.entry for standing in self.made[start:]]

    def why_not(self, entry: Entry) -> Refusal | None:
        """Return the first refusal that holds for an entry, None if it is legal."""
        seat, move = entry.seat, entry.move
        if not isinstance(move, TURNINGS):
            return _why_not(self.position, entry)
        if seat is not None and not 1 <= seat <= len(self.start.sheets):
            return Refusal.NO_SUCH_SEAT
        turned = self._undone(seat) if isinstance(move, Undo) else self._redone(seat)
        return turned if isinstance(turned, Refusal) else None

    def _undone(self, seat: int | None) -> _Tail | Refusal:
        """Return the applied entries from the one that an undo removes on, without that one."""
        start = self._newest_of(seat)
        if start is None:
            return Refusal.NOTHING_TO_UNDO
        later = _entered(self._before(start), self._entries(start + 1))
        return Refusal.NOTHING_TO_UNDO if later is None else _Tail(start, later)

    def _newest_of(self, seat: int | None) -> int | None:
        """Return the index (from 0) that an undo takes back: a seat's newest in this roll."""
        if seat is None or self._alone:
            return len(self.made) - 1 if self.made else None
        for index in range(len(self.made) - 1, -1, -1):
            entry = self.made[index].entry
            if isinstance(entry.move, EndRoll):
                return None
            if _owner(entry) == seat:
                return index
        return None

    def _redone(self, seat: int | None) -> _Tail | Refusal:
        """Return the applied entries from the one that a redo brings back on."""
        if seat in self.position.out:
            return Refusal.NOT_ACTIVE
        owner = self._whose_comes_back(seat)
        if owner is None:
            owes = (seat or self._alone) and self.position.owes(seat or 1)
            return Refusal.NOT_FEWEST if owes else Refusal.NOTHING_TO_REDO
        return self._put_back(self.taken_back[owner][-1].entry)

    def _whose_comes_back(self, seat: int | None) -> int | None:
        """Return the seat among whose undone entries a redo looks."""
        if seat is None or self._alone:
            waiting = [owner for owner, entries in enumerate(self.taken_back) if entries]
            return max(waiting, key=lambda owner: self.taken_back[owner][-1].nth, default=None)
        own = self.taken_back[seat]
        return seat if own and own[-1].roll == self.position.roll else None

    def _put_back(self, entry: Entry) -> _Tail | Refusal:
        """Return the applied entries from an undone one on, or why it may not be applied again.

        It goes to the end if it is legal there. Others may have closed its row or the game by
        now; but it was made before that, so it may go in front of what they entered, as late as
        possible, while all of that stays legal.
        """
        reason = _why_not(self.position, entry)
        if reason is None:
            return _Tail(len(self.made), [_after(self.position, entry)])
        for start in range(len(self.made) - 1, -1, -1):
            later = self._entries(start)
            if not _may_precede(entry, later[0]):
                break
            if tail := _entered(self._before(start), [entry, *later]):
                return _Tail(start, tail)
        return reason


@dataclass(frozen=True)
class Timeline(_Folded):
    """The fold of a log, as a value: see `_Folded` for what it holds.

    Only what a seat takes back or brings back in front of others' entries is played anew from
    there on, at most to the beginning of the roll.
    """

    start: Position
    made: tuple[_Standing, ...]
    taken_back: tuple[tuple[_TakenBack, ...], ...]

    @classmethod
    def of(cls, start: Position) -> "Timeline":
        """Return the fold of an empty log."""
        return cls(start, (), ((),) * (len(start.sheets) + 1))

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The fresh sheets, then the position after each entry that stands."""
        return (self.start, *(standing.after for standing in self.made))

    @cached_property
    def standing(self) -> tuple[Entry, ...]:
        """The entries that hold, in order."""
        return tuple(standing.entry for standing in self.made)

    @property
    def undone(self) -> tuple[Entry, ...]:
        """The entries that a redo can bring back, in the order in which they were undone."""
        waiting = sorted(chain(*self.taken_back), key=lambda back: back.nth)
        return tuple(back.entry for back in waiting)

    def at(self, entries: int) -> "Timeline":
        """Return the timeline after so many applied entries."""
        empty = Timeline.of(self.start)
        return Timeline(self.start, self.made[: max(entries, 0)], empty.taken_back)

    @property
    def _this_roll(self) -> Iterator[_Standing]:
        """The entries behind the last `/`, the newest first."""
        return takewhile(lambda s: not isinstance(s.entry.move, EndRoll), reversed(self.made))

    @property
    def in_this_roll(self) -> int:
        """How many entries stand behind the last `/`."""
        return sum(1 for _ in self._this_roll)

    def of_this_roll(self, seat: int) -> tuple[SheetMove, ...]:
        """Return the moves that a seat (from 1) has applied on its sheet in this roll."""
        newest_first = [s.entry for s in self._this_roll if _owner(s.entry) == seat]
        return tuple(_of_a_sheet(entry.move) for entry in reversed(newest_first))

    def crossed_in_this_roll(self, seat: int) -> Iterator[tuple[Entry, tuple[Place, ...]]]:
        """Yield the entries of a seat (from 1) in this roll, each with the cells it crossed.

        The newest entry comes first; the crosses that it has forced are among its cells.
        """
        for back, standing in enumerate(self._this_roll, 1):
            if self._alone or _owner(standing.entry) == seat:
                before = self._before(len(self.made) - back)
                old, new = (at.sheets[seat - 1] for at in (before, standing.after))
                yield standing.entry, tuple(new_crosses(old, new))

    def play(self, entry: Entry) -> "Timeline":
        """Return the fold after a legal entry."""
        fold = Fold(self)
        fold.play(entry)
        return fold.timeline


class Fold(_Folded):
    """A log while it is folded; one entry more costs the same however many there are.

    A tuple that grows by one is copied whole, so that a log of n entries would cost n * n: who
    plays many entries plays them here.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.start = timeline.start
        self.made: list[_Standing] = list(timeline.made)
        self.taken_back: list[list[_TakenBack]] = [list(entries) for entries in timeline.taken_back]

    @property
    def timeline(self) -> Timeline:
        """The timeline so far, as a value."""
        return Timeline(self.start, tuple(self.made), tuple(map(tuple, self.taken_back)))

    def enter(self, entry: Entry | None) -> Refusal | None:
        """Play an entry if it is legal.

        Args:
            entry: None stands for a token that could not be read.

        Returns:
            Why it was refused; None if it was played.
        """
        if entry is None:
            return Refusal.SYNTAX
        reason = self.why_not(entry)
        if reason is None:
            self.play(entry)
        return reason

    def play(self, entry: Entry) -> None:
        """Play a legal entry."""
        if self._alone and entry.seat is not None:
            entry = Entry(entry.move)  # as the contract writes it on one sheet
        if isinstance(entry.move, Undo):
            self._undo(entry.seat)
        elif isinstance(entry.move, Redo):
            self._redo(entry.seat)
        else:
            self._clear_redo(entry)
            self.made.append(_after(self.position, entry))

    def _undo(self, seat: int | None) -> None:
        nth = 1 + max((entries[-1].nth for entries in self.taken_back if entries), default=0)
        start, later = _legal(self._undone(seat))
        entry, roll, _ = self.made[start]
        self.taken_back[_owner(entry)].append(_TakenBack(entry, roll, nth))
        self.made[start:] = later

    def _redo(self, seat: int | None) -> None:
        start, later = _legal(self._redone(seat))
        self.taken_back[self._whose_comes_back(seat) or 0].pop()
        self.made[start:] = later

    def _clear_redo(self, entry: Entry) -> None:
        """Return a new entry clears the redo of its seat, `/` and `end` everybody's.

        Who goes out or comes back clears none, nor do the white dice.
        """
        if isinstance(entry.move, (SitOut, PlayAgain, White)):
            return
        owner = _owner(entry)
        for entries in self.taken_back if owner == 0 else [self.taken_back[owner]]:
            entries.clear()


def _legal(turned: _Tail | Refusal) -> _Tail:
    if isinstance(turned, Refusal):
        raise RefusedError(turned)
    return turned


def _may_precede(entry: Entry, later: Entry) -> bool:
    """Return whether an entry taken back may come again in front of what was entered later."""
    return _owner(entry) != 0 and not isinstance(later.move, EndRoll) and later.seat != entry.seat


def _why_not(position: Position, entry: Entry) -> Refusal | None:
    """Return the first refusal of an entry that takes nothing back and brings nothing back."""
    seat, move, alone = entry.seat, entry.move, len(position.sheets) == 1
    if isinstance(move, FOR_ALL):
        return Refusal.SYNTAX if seat is not None else position.why_not_all(move)
    if isinstance(move, White):
        if seat is not None or alone:
            return Refusal.SYNTAX
        return Refusal.OVER if position.over else None
    if alone and seat is None:
        seat = 1  # a single sheet needs no seat in front
    if seat is None or (isinstance(move, Close) and not isinstance(position, Solo)):
        return Refusal.SYNTAX
    if isinstance(move, SEATINGS):
        return position.why_not_seat(seat, move)
    return position.why_not(seat, _of_a_sheet(move))


def _after(before: Position, entry: Entry) -> _Standing:
    """Apply a legal entry that is no undo or redo."""
    after, move = before, entry.move
    if isinstance(move, FOR_ALL):
        after = before.play_all(move)
    elif isinstance(move, SEATINGS) and isinstance(before, Table):
        after = before.play_seat(entry.seat or 1, move)
    elif not isinstance(move, White):
        after = before.play(entry.seat or 1, _of_a_sheet(move))
    return _Standing(entry, before.roll, after)


def _entered(position: Position, entries: Iterable[Entry]) -> list[_Standing] | None:
    """Return these entries as they hold one after the other; None if one of them is refused."""
    made: list[_Standing] = []
    for entry in entries:
        if _why_not(position, entry) is not None:
            return None
        made.append(_after(position, entry))
        position = made[-1].after
    return made


def _owner(entry: Entry) -> int:
    """Return the seat (from 1) by whose undo an entry is taken back; 0 if only by everybody's."""
    beside_the_sheet = isinstance(entry.move, SEATINGS)
    return 0 if entry.seat is None or beside_the_sheet else entry.seat


_NOT_ON_A_SHEET = (*SEATINGS, *TURNINGS, *FOR_ALL, White)


def _of_a_sheet(move: Move) -> SheetMove:
    if isinstance(move, _NOT_ON_A_SHEET):  # pragma: no cover - none of them is asked for here
        raise TypeError(move)
    return move

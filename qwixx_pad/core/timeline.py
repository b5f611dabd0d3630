"""The fold of a log: what stands of it, what was taken back, and the positions between."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, takewhile
from typing import Generic, NamedTuple, TypeVar, overload

from qwixx_pad.core.effects import new_crosses
from qwixx_pad.core.layout import Place
from qwixx_pad.core.moves import (
    FOR_ALL,
    SEATINGS,
    TURNINGS,
    Close,
    EndRoll,
    Entry,
    Finish,
    Move,
    PlayAgain,
    Redo,
    Refusal,
    SheetMove,
    SitOut,
    Undo,
    White,
)
from qwixx_pad.core.positions import Position, Solo
from qwixx_pad.core.table import Table

T = TypeVar("T")


class _Tree(NamedTuple, Generic[T]):
    """An item, the two equally many that were pushed before it: first the later ones."""

    item: T
    later: "_Tree[T] | None" = None
    earlier: "_Tree[T] | None" = None


class _Grove(NamedTuple, Generic[T]):
    """Trees, the newest first; only the first two may be of one size."""

    size: int
    tree: _Tree[T]
    rest: "_Grove[T] | None"


@dataclass(frozen=True, slots=True, repr=False)
class Stack(Sequence[T]):
    """Items in the order they were pushed; longer stacks share what they have in common.

    A tuple that grows by one is copied whole, so that a log of n entries would cost n * n. Links
    from each item to the one before would be as deep as the log, and the Python of a browser ends
    where it frees them. So the items stand in trees whose sizes are skew binary numbers: push and
    pop touch two of them, and nothing is nested deeper than the logarithm of the length. Stacks
    of one length have one shape, so comparing them stops where they share a tree.
    """

    _grove: _Grove[T] | None = None
    _length: int = 0

    @classmethod
    def of(cls, items: Iterable[T]) -> "Stack[T]":
        """A stack of these, the last one on top."""
        stack = cls()
        for item in items:
            stack = stack.push(item)
        return stack

    def push(self, item: T) -> "Stack[T]":
        """The stack with one item more."""
        first = self._grove
        second = first.rest if first else None
        if first and second and first.size == second.size:
            tree = _Tree(item, first.tree, second.tree)
            grown = _Grove(1 + 2 * first.size, tree, second.rest)
        else:
            grown = _Grove(1, _Tree(item), first)
        return Stack(grown, self._length + 1)

    @property
    def newest(self) -> T:
        """The item that was pushed last.

        Raises:
            IndexError: The stack is empty.
        """
        return self._top.tree.item

    @property
    def below(self) -> "Stack[T]":
        """The stack without its newest item.

        Raises:
            IndexError: The stack is empty.
        """
        size, (_, later, earlier), rest = self._top
        if later and earlier:
            rest = _Grove(size // 2, later, _Grove(size // 2, earlier, rest))
        return Stack(rest, self._length - 1)

    @property
    def _top(self) -> _Grove[T]:
        if self._grove is None:
            raise IndexError("the stack is empty")
        return self._grove

    def first(self, count: int) -> "Stack[T]":
        """The oldest items, as many as there are at most; costs as much as is left away."""
        shorter = self
        while len(shorter) > max(count, 0):
            shorter = shorter.below
        return shorter

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        """An item, or those of a slice; costs as much as was pushed since the first of them.

        Raises:
            IndexError: There is no such item.
        """
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                return tuple(self)[index]
            return self._since(start)[: max(0, stop - start)]
        return self._since(range(len(self))[index])[0]

    def _since(self, count: int) -> tuple[T, ...]:
        later = islice(reversed(self), max(0, len(self) - count))
        return tuple(later)[::-1]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return iter(self._since(0))

    def __reversed__(self) -> Iterator[T]:
        grove = self._grove
        while grove is not None:
            waiting = [grove.tree]
            while waiting:
                item, later, earlier = waiting.pop()
                yield item
                waiting += [tree for tree in (earlier, later) if tree]
            grove = grove.rest

    def __contains__(self, item: object) -> bool:
        return any(item == other for other in reversed(self))

    def __repr__(self) -> str:
        return f"Stack.of({tuple(self)!r})"


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


@dataclass(frozen=True)
class Timeline:
    """The fold of a log; one entry more costs the same however many there are.

    Only what a seat takes back or brings back in front of others' entries is played anew from
    there on, at most to the beginning of the roll.

    Attributes:
        start: The fresh sheets.
        made: The entries that hold, in order.
        taken_back: Those that wait for a redo by whose undo took them, in the order of seats;
            first those that are no seat's own.
    """

    start: Position
    made: Stack[_Standing]
    taken_back: tuple[Stack[_TakenBack], ...]

    @classmethod
    def of(cls, start: Position) -> "Timeline":
        """The fold of an empty log."""
        return cls(start, Stack(), (Stack(),) * (len(start.sheets) + 1))

    @property
    def position(self) -> Position:
        """The sheets as they are now."""
        return self.made.newest.after if self.made else self.start

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
        """What waits for a redo, in the order in which it was taken back."""
        waiting = sorted(chain(*self.taken_back), key=lambda back: back.nth)
        return tuple(back.entry for back in waiting)

    @property
    def _alone(self) -> bool:
        return len(self.start.sheets) == 1

    def at(self, entries: int) -> "Timeline":
        """What stood when so many of the standing entries had been made."""
        return replace(Timeline.of(self.start), made=self.made.first(entries))

    # What is refused

    def why_not(self, entry: Entry) -> Refusal | None:
        """The first refusal that holds for an entry, None if it is legal."""
        entry = self._addressed(entry)
        seat, move = entry.seat, entry.move
        if isinstance(move, TURNINGS):
            return self._why_not_turn_back(seat, move)
        if isinstance(move, FOR_ALL):
            return Refusal.SYNTAX if seat is not None else self.position.why_not_all(move)
        if isinstance(move, White):
            return self._why_not_white(seat)
        if seat is None or (isinstance(move, Close) and not isinstance(self.start, Solo)):
            return Refusal.SYNTAX
        if isinstance(move, SEATINGS):
            return self.position.why_not_seat(seat, move)
        return self.position.why_not(seat, move)

    def _why_not_white(self, seat: int | None) -> Refusal | None:
        if seat is not None or self._alone:
            return Refusal.SYNTAX
        return Refusal.OVER if self.position.over else None

    def _addressed(self, entry: Entry) -> Entry:
        """A single sheet needs no seat in front: everything there is of seat 1."""
        nobody = entry.seat is None and not isinstance(entry.move, (EndRoll, Finish, White))
        return Entry(entry.move, 1) if nobody and self._alone else entry

    def _why_not_turn_back(self, seat: int | None, move: Undo | Redo) -> Refusal | None:
        if seat is not None and not 1 <= seat <= len(self.position.sheets):
            return Refusal.NO_SUCH_SEAT
        if isinstance(move, Undo):
            return None if self._can_take_back(seat) else Refusal.NOTHING_TO_UNDO
        if seat in self.position.out:
            return Refusal.NOT_ACTIVE
        whose = self._whose_comes_back(seat)
        if whose is None:
            owes = (seat or self._alone) and self.position.owes(seat or 1)
            return Refusal.NOT_FEWEST if owes else Refusal.NOTHING_TO_REDO
        entry = self.taken_back[whose].newest.entry
        return None if self.put_back(entry) else self.why_not(entry)

    def _can_take_back(self, seat: int | None) -> bool:
        if seat is None or self._alone:
            return bool(self.made)
        if not any(_owner(standing.entry) == seat for standing in self._this_roll):
            return False
        kept, later = self._split(seat)
        below = Timeline(self.start, kept.below, self.taken_back)
        return below.while_legal(later) is not None

    def _split(self, seat: int | None) -> tuple[Stack[_Standing], Sequence[Entry]]:
        """What stands up to the entry that an undo takes back, and what was entered later."""
        kept, later = self.made, deque[Entry]()
        everybodys = seat is None or self._alone
        while not everybodys and _owner(kept.newest.entry) != seat:
            later.appendleft(kept.newest.entry)
            kept = kept.below
        return kept, later

    @property
    def _this_roll(self) -> Iterator[_Standing]:
        """The entries behind the last `/`, the newest first."""
        return takewhile(lambda s: not isinstance(s.entry.move, EndRoll), reversed(self.made))

    @property
    def in_this_roll(self) -> int:
        """How many entries stand behind the last `/`."""
        return sum(1 for _ in self._this_roll)

    def _whose_comes_back(self, seat: int | None) -> int | None:
        """In which stack the entry lies on top that a redo brings back."""
        if seat is None or self._alone:
            waiting = [owner for owner, stack in enumerate(self.taken_back) if stack]
            return max(waiting, key=lambda owner: self.taken_back[owner].newest.nth, default=None)
        mine = self.taken_back[seat]
        return seat if mine and mine.newest.roll == self.position.roll else None

    def of_this_roll(self, seat: int) -> tuple[SheetMove, ...]:
        """What a seat (from 1) has entered on its sheet in this roll and not taken back."""
        newest_first = [s.entry for s in self._this_roll if _owner(s.entry) == seat]
        return tuple(_of_a_sheet(entry.move) for entry in reversed(newest_first))

    def crossed_in_this_roll(self, seat: int) -> Iterator[tuple[Entry, tuple[Place, ...]]]:
        """What a seat (from 1) has entered in this roll, and the cells that each entry has crossed.

        The newest entry comes first; the crosses that it has forced are among its cells.
        """
        left = self.made
        while left and not isinstance(left.newest.entry.move, EndRoll):
            newest, left = left.newest, left.below
            before = left.newest.after if left else self.start
            if self._alone or _owner(newest.entry) == seat:
                old, new = (at.sheets[seat - 1] for at in (before, newest.after))
                yield newest.entry, tuple(new_crosses(old, new))

    # What becomes of it

    def play(self, entry: Entry) -> "Timeline":
        """The fold after a legal entry."""
        if self._alone and entry.seat is not None:
            entry = Entry(entry.move)  # as the contract writes it on one sheet
        if isinstance(entry.move, Undo):
            return self._undo(entry.seat)
        if isinstance(entry.move, Redo):
            return self._redo(entry.seat)
        return self._without_redo(entry).after(entry)

    def _without_redo(self, entry: Entry) -> "Timeline":
        """A new entry clears the redo of its seat, `/` and `end` everybody's.

        Who goes out or comes back clears none, nor do the white dice.
        """
        if isinstance(entry.move, (SitOut, PlayAgain, White)):
            return self
        owner = _owner(entry)
        kept = (stack if owner and at != owner else Stack() for at, stack in _each(self))
        return Timeline(self.start, self.made, tuple(kept)) if any(self.taken_back) else self

    def after(self, entry: Entry) -> "Timeline":
        """The fold after an entry known to be legal that leaves every redo alone."""
        before, move = self.position, entry.move
        after: Position
        if isinstance(move, FOR_ALL):
            after = before.play_all(move)
        elif isinstance(move, White):
            after = before
        elif isinstance(move, SEATINGS) and isinstance(before, Table):
            after = before.play_seat(entry.seat or 1, move)
        else:
            after = before.play(entry.seat or 1, _of_a_sheet(move))
        standing = _Standing(entry, before.roll, after)
        return Timeline(self.start, self.made.push(standing), self.taken_back)

    def _undo(self, seat: int | None) -> "Timeline":
        kept, later = self._split(seat)
        shorter = Timeline(self.start, kept.below, self._with_one_more(kept.newest))
        for entry in later:
            shorter = shorter.after(entry)
        return shorter

    def _with_one_more(self, standing: _Standing) -> tuple[Stack[_TakenBack], ...]:
        """What waits for a redo once this entry does too."""
        nth = 1 + max((stack.newest.nth for stack in self.taken_back if stack), default=0)
        waiting = _TakenBack(standing.entry, standing.roll, nth)
        owner = _owner(standing.entry)
        return tuple(s.push(waiting) if at == owner else s for at, s in _each(self))

    def _redo(self, seat: int | None) -> "Timeline":
        whose = self._whose_comes_back(seat) or 0
        entry = self.taken_back[whose].newest.entry
        left = tuple(stack.below if at == whose else stack for at, stack in _each(self))
        return replace(self, taken_back=left).put_back(entry) or self

    def put_back(self, entry: Entry) -> "Timeline | None":
        """The fold with an entry taken back standing again, None where the rules forbid it.

        It goes to the end if it is legal there. Others may have closed its row or the game by
        now; but it was made before that, so it may go in front of what they entered, as late as
        possible, while all of that stays legal.
        """
        if self.why_not(entry) is None:
            return self.after(entry)
        earlier, later = self.made, deque[Entry]()
        for standing in self._this_roll if _owner(entry) else ():
            if standing.entry.seat == entry.seat:
                return None
            earlier = earlier.below
            later.appendleft(standing.entry)
            until = replace(self, made=earlier)
            if found := until.while_legal(chain((entry,), later)):
                return found
        return None

    def while_legal(self, entries: Iterable[Entry]) -> "Timeline | None":
        """The fold after these entries, None if one of them is refused."""
        after = self
        for entry in entries:
            if after.why_not(entry) is not None:
                return None
            after = after.after(entry)
        return after


def _each(timeline: Timeline) -> Iterator[tuple[int, Stack[_TakenBack]]]:
    return enumerate(timeline.taken_back)


def _owner(entry: Entry) -> int:
    """The seat (from 1) by whose undo an entry is taken back; 0 if only by everybody's."""
    beside_the_sheet = isinstance(entry.move, SEATINGS)
    return 0 if entry.seat is None or beside_the_sheet else entry.seat


_NOT_ON_A_SHEET = (*SEATINGS, *TURNINGS, *FOR_ALL, White)


def _of_a_sheet(move: Move) -> SheetMove:
    if isinstance(move, _NOT_ON_A_SHEET):  # pragma: no cover - none of them is asked for here
        raise TypeError(move)
    return move

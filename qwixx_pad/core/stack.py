"""A sequence that grows and shrinks at its end at one cost, however long it is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, NamedTuple, TypeVar, overload

T = TypeVar("T")


class _Link(NamedTuple, Generic[T]):
    item: T
    before: "_Link[T] | None"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Stack(Sequence[T]):
    """Items in the order they were pushed; longer stacks share what they have in common.

    A tuple that grows by one is copied whole, so that a log of n entries would cost n * n.
    """

    _newest: _Link[T] | None = None
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
        return Stack(_Link(item, self._newest), self._length + 1)

    @property
    def newest(self) -> T:
        """The item that was pushed last.

        Raises:
            IndexError: The stack is empty.
        """
        return self._top.item

    @property
    def below(self) -> "Stack[T]":
        """The stack without its newest item.

        Raises:
            IndexError: The stack is empty.
        """
        return Stack(self._top.before, self._length - 1)

    @property
    def _top(self) -> _Link[T]:
        if self._newest is None:
            raise IndexError("the stack is empty")
        return self._newest

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
        link = self._newest
        while link is not None:
            yield link.item
            link = link.before

    def __contains__(self, item: object) -> bool:
        return any(item == other for other in reversed(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stack):
            return NotImplemented
        if len(self) != len(other):
            return False
        mine, its = self._newest, other._newest
        while mine is not None and its is not None and mine is not its:
            if mine.item != its.item:
                return False
            mine, its = mine.before, its.before
        return True

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Stack.of({tuple(self)!r})"

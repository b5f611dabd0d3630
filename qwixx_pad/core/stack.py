"""A sequence that grows and shrinks at its end at one cost, however long it is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, NamedTuple, TypeVar, overload

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

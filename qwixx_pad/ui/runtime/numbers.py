"""The numbers by which a device names what it shows: see `adr/0028`.

Flet counts them from 3 in each process, so the next process gives the same ones to other things,
and a page that still shows a picture of the last one would tap on those.
"""

from collections.abc import Callable, Iterator

from flet.controls.id_counter import ControlId

_SIZE = 1 << 20
"""Numbers of a block: an evening takes a few."""
BLOCKS = (1 << 32) // _SIZE - 1
"""Flet's client reads no larger number; the first block is Flet's own, of its page and window."""


def number_by_blocks(take: Callable[[], int]) -> None:
    """Let Flet number what it makes from now on by blocks that `take` gives, from 0 to `BLOCKS`."""
    ControlId._counter = _numbers(take)  # type: ignore[assignment]  # noqa: SLF001 - its own counts from 3


def _numbers(take: Callable[[], int]) -> Iterator[int]:
    while True:
        first = (1 + take()) * _SIZE
        yield from range(first, first + _SIZE)

"""Boxes, ways and the space of a screen, in dp, whatever is drawn there. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import ceil, floor


class Axis(Enum):
    """Which way parts lie; the value is where its coordinate stands in a point."""

    ACROSS = 0
    """From left to right."""
    DOWN = 1
    """From above downwards."""

    @property
    def perpendicular(self) -> "Axis":
        """The one across it."""
        return Axis(1 - self.value)


@dataclass(frozen=True, slots=True)
class ScreenSpace:
    """The space of the pad inside the safe areas, in dp.

    `text` is how many times larger than designed the device shows letters.
    """

    width: float
    height: float
    text_scale: float = 1.0

    @property
    def has_large_text(self) -> bool:
        """True if letters are so large that what is said twice is left out."""
        return self.text_scale >= LARGE_TEXT_SCALE

    def lines_height(self, *sizes: float) -> float:
        """How high lines of letters of these sizes are, below each other; in dp."""
        return sum(sizes) * max(1.0, self.text_scale) * 1.2


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in dp."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def span(self, axis: Axis) -> tuple[float, float]:
        """Where it begins and ends along an axis."""
        return (self.x, self.right) if axis is Axis.ACROSS else (self.y, self.bottom)

    def cut_along(self, axis: Axis, start: float, length: float) -> "Box":
        """Cut a part out along an axis, from `start` on; the other way it is whole."""
        if axis is Axis.ACROSS:
            return Box(start, self.y, length, self.height)
        return Box(self.x, start, self.width, length)

    def centered_part(self, axis: Axis, length: float) -> "Box":
        """Return the part in its middle that is so long along an axis."""
        start, end = self.span(axis)
        return self.cut_along(axis, start + (end - start - length) / 2, length)

    def scaled(self, by: float) -> "Box":
        """Scale it and its distance to the corner that it is seen from."""
        return Box(self.x * by, self.y * by, self.width * by, self.height * by)

    def placed_in(self, outer: "Box", *, rotated: bool = False) -> "Box":
        """Where it lies beside `outer`, if it is seen from the upper left corner of that one."""
        x = outer.width - self.right if rotated else self.x
        y = outer.height - self.bottom if rotated else self.y
        return Box(outer.x + x, outer.y + y, self.width, self.height)

    def relative_to(self, outer: "Box") -> "Box":
        """Return it as seen from the upper left corner of another box."""
        return Box(self.x - outer.x, self.y - outer.y, self.width, self.height)

    def rounded_out(self) -> "Box":
        """Return the least box on whole dp that holds it."""
        x = floor(self.x)
        y = floor(self.y)
        return Box(x, y, ceil(self.right) - x, ceil(self.bottom) - y)

    def inset(self, across: float, upright: float) -> "Box":
        """Return what is left between edges at its sides, and above and below."""
        width = self.width - 2 * across
        height = self.height - 2 * upright
        return Box(self.x + across, self.y + upright, width, height)


def bounding_box(boxes: Sequence[Box]) -> Box:
    """Return the least box that holds all of these."""
    x = min(box.x for box in boxes)
    y = min(box.y for box in boxes)
    right = max(box.right for box in boxes)
    bottom = max(box.bottom for box in boxes)
    return Box(x, y, right - x, bottom - y)


EQUAL_SHARE = None
"""The size of a part that gets what the others leave; several of them get equally much."""


def split_box(
    box: Box, axis: Axis, sizes: Sequence[float | None], gap: float = 0.0
) -> tuple[Box, ...]:
    """Lay so many boxes along an axis, from the start of `box` on.

    Args:
        box: What they fill the other way.
        axis: Which way they lie.
        sizes: Of each, in dp, or `EQUAL_SHARE`.
        gap: Between two of them, in dp.
    """
    (at, end), boxes = box.span(axis), []
    free = end - at - sum(size or 0 for size in sizes) - gap * (len(sizes) - 1)
    share = free / max(1, sum(size is None for size in sizes))
    for size in sizes:
        length = share if size is None else size
        boxes.append(box.cut_along(axis, at, length))
        at += length + gap
    return tuple(boxes)


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of a screen, in a list of those that lie along one axis.

    Attributes:
        name: What its box is called.
        size: Along the axis, in dp, or `EQUAL_SHARE`; a part of size 0 is not there.
        gap: What is free before it, in dp; before the first part nothing is.
        children: Parts that lie in it, the other way.
    """

    name: str
    size: float | None = EQUAL_SHARE
    gap: float = 0.0
    children: Sequence["Slot"] = ()


def lay_out(box: Box, axis: Axis, slots: Sequence[Slot]) -> dict[str, Box]:
    """Lay parts along an axis from the start of `box` on; those that are there, by their names."""
    there = [part for part in slots if part.size != 0]
    boxes = dict[str, Box]()
    for part, place in zip(there, split_box(box, axis, _sizes_with_gaps(there))[::2], strict=True):
        boxes |= {part.name: place} | lay_out(place, axis.perpendicular, part.children)
    return boxes


def total_length(slots: Sequence[Slot]) -> float:
    """How long all parts and the gaps between them are, in dp; without those that share."""
    return sum(size or 0 for size in _sizes_with_gaps(slots))


def _sizes_with_gaps(parts: Sequence[Slot]) -> list[float | None]:
    """Of the first part that is there, of the gap after it, of the next part, and so on."""
    there = [part for part in parts if part.size != 0]
    return [size for part in there for size in (part.gap, part.size)][1:]


def box_grid(outer: Box, box_count: int, columns: int, gap: float) -> tuple[Box, ...]:
    """So many boxes that fill this one, row by row; those in the last line share its width."""
    lines = split_box(outer, Axis.DOWN, [EQUAL_SHARE] * -(-box_count // columns), gap)
    counts = [min(columns, box_count - first) for first in range(0, box_count, columns)]
    return tuple(
        box
        for line, count in zip(lines, counts, strict=True)
        for box in split_box(line, Axis.ACROSS, [EQUAL_SHARE] * count, gap)
    )


LARGE_TEXT_SCALE = 1.5
"""From so many times on, what is said twice gives its room to what is said once."""


MAX_COLUMN_DP = 560
"""Widest column of a screen that is read, and widest card, in dp."""


MAX_PAD_DP = 1200

"""Boxes, axes and the space of a screen, in dp. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import ceil, floor

LARGE_TEXT_SCALE = 1.5
"""From so many times the designed size on, repeated information makes way for large letters."""
MAX_COLUMN_DP = 560
"""Widest column of a screen for reading, and widest card, in dp."""
MAX_PAD_DP = 1200
"""Widest pad, in dp."""


class Axis(Enum):
    """The direction in which parts lie; the value is the index of its coordinate in a point."""

    ACROSS = 0
    """From left to right."""
    DOWN = 1
    """From top to bottom."""

    @property
    def perpendicular(self) -> "Axis":
        return Axis(1 - self.value)


@dataclass(frozen=True, slots=True)
class ScreenSpace:
    """The space of a screen inside the safe areas.

    Attributes:
        width, height: In dp.
        text_scale: How many times larger than designed the device shows letters.
    """

    width: float
    height: float
    text_scale: float = 1.0

    @property
    def has_large_text(self) -> bool:
        """True if letters are so large that repeated information is left out."""
        return self.text_scale >= LARGE_TEXT_SCALE

    def lines_height(self, *sizes: float) -> float:
        """The height of lines of letters of these sizes, one below the other; in dp."""
        return sum(sizes) * max(1.0, self.text_scale) * 1.2


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in dp; y grows downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def span(self, axis: Axis) -> tuple[float, float]:
        """Its start and its end along an axis."""
        return (self.x, self.right) if axis is Axis.ACROSS else (self.y, self.bottom)

    def cut_along(self, axis: Axis, start: float, length: float) -> "Box":
        """The part from the coordinate `start` on along an axis, as wide as the box across it."""
        if axis is Axis.ACROSS:
            return Box(start, self.y, length, self.height)
        return Box(self.x, start, self.width, length)

    def centered_part(self, axis: Axis, length: float) -> "Box":
        """The part of this length along an axis, in the middle of the box."""
        start, end = self.span(axis)
        return self.cut_along(axis, start + (end - start - length) / 2, length)

    def scaled(self, by: float) -> "Box":
        """Scale size and position alike."""
        return Box(self.x * by, self.y * by, self.width * by, self.height * by)

    def placed_in(self, outer: "Box", *, rotated: bool = False) -> "Box":
        """Convert from coordinates relative to `outer` to those that `outer` is given in.

        `rotated`: `outer` is turned by half a turn.
        """
        x = outer.width - self.right if rotated else self.x
        y = outer.height - self.bottom if rotated else self.y
        return Box(outer.x + x, outer.y + y, self.width, self.height)

    def relative_to(self, outer: "Box") -> "Box":
        """Convert to coordinates relative to the upper left corner of `outer`."""
        return Box(self.x - outer.x, self.y - outer.y, self.width, self.height)

    def rounded_out(self) -> "Box":
        """The smallest box on whole dp that contains it."""
        x = floor(self.x)
        y = floor(self.y)
        return Box(x, y, ceil(self.right) - x, ceil(self.bottom) - y)

    def inset(self, across: float, upright: float) -> "Box":
        """Shrink it by `across` at each side, and by `upright` above and below."""
        return Box(
            self.x + across,
            self.y + upright,
            self.width - 2 * across,
            self.height - 2 * upright,
        )


def bounding_box(boxes: Sequence[Box]) -> Box:
    """The smallest box that contains all of these."""
    x = min(box.x for box in boxes)
    y = min(box.y for box in boxes)
    right = max(box.right for box in boxes)
    bottom = max(box.bottom for box in boxes)
    return Box(x, y, right - x, bottom - y)


EQUAL_SHARE = None
"""The size of a part that shares what the others leave; several of them are equally large."""


def split_box(
    box: Box, axis: Axis, sizes: Sequence[float | None], gap: float = 0.0
) -> tuple[Box, ...]:
    """Lay boxes along an axis, from the start of `box` on.

    Args:
        box: What they fill across the axis.
        axis: The direction in which they lie.
        sizes: One for each box, in dp, or `EQUAL_SHARE`.
        gap: Between two of them, in dp.
    """
    at, end = box.span(axis)
    boxes = []
    free = end - at - sum(size or 0 for size in sizes) - gap * (len(sizes) - 1)
    share = free / max(1, sum(size is None for size in sizes))
    for size in sizes:
        length = share if size is None else size
        boxes.append(box.cut_along(axis, at, length))
        at += length + gap
    return tuple(boxes)


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of a screen in a list of parts along one axis.

    Attributes:
        name: The name of its box.
        size: Along the axis, in dp, or `EQUAL_SHARE`; a slot of size 0 is left out, with its gap.
        gap: Free space before it, in dp; ignored before the first slot.
        children: Slots inside it, along the other axis.
    """

    name: str
    size: float | None = EQUAL_SHARE
    gap: float = 0.0
    children: Sequence["Slot"] = ()


def lay_out(box: Box, axis: Axis, slots: Sequence[Slot]) -> dict[str, Box]:
    """Lay slots and their children along an axis, from the start of `box` on; boxes by name."""
    present = [slot for slot in slots if slot.size != 0]
    places = split_box(box, axis, _sizes_with_gaps(present))[::2]
    boxes = dict[str, Box]()
    for slot, place in zip(present, places, strict=True):
        boxes |= {slot.name: place} | lay_out(place, axis.perpendicular, slot.children)
    return boxes


def total_length(slots: Sequence[Slot]) -> float:
    """The length of all slots and the gaps between them, in dp; `EQUAL_SHARE` counts as 0."""
    return sum(size or 0 for size in _sizes_with_gaps(slots))


def _sizes_with_gaps(slots: Sequence[Slot]) -> list[float | None]:
    """The size of the first slot that has one, of the gap after it, of the next slot, and so on."""
    return [size for slot in slots if slot.size != 0 for size in (slot.gap, slot.size)][1:]


def box_grid(outer: Box, box_count: int, columns: int, gap: float) -> tuple[Box, ...]:
    """Boxes that fill `outer` row by row; those of the last row share its width."""
    lines = split_box(outer, Axis.DOWN, [EQUAL_SHARE] * -(-box_count // columns), gap)
    counts = [min(columns, box_count - first) for first in range(0, box_count, columns)]
    return tuple(
        box
        for line, count in zip(lines, counts, strict=True)
        for box in split_box(line, Axis.ACROSS, [EQUAL_SHARE] * count, gap)
    )

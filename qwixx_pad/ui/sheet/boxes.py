"""Boxes of a sheet: one for each part of it, in dp. Pure.

Drawing, places, keyboard and hit test read them and reckon nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from math import ceil, floor

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.scoring import sum_points
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.ui.design.tokens import LARGE_TEXT_SCALE


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


class RowMode(Enum):
    """Which way the cells of a row run, and what stands around them."""

    ROWS = auto()
    """To the right, the row's name above them: an upright screen."""
    COLUMNS = auto()
    """Downwards: an upright screen, for large fingers."""
    LANDSCAPE = auto()
    """To the right, the row's mark at their left and its points at their right."""

    @property
    def axis(self) -> Axis:
        """Which way the cells of a row lie."""
        return Axis.DOWN if self is RowMode.COLUMNS else Axis.ACROSS


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
        x, y = floor(self.x), floor(self.y)
        return Box(x, y, ceil(self.right) - x, ceil(self.bottom) - y)

    def inset(self, across: float, upright: float) -> "Box":
        """Return what is left between edges at its sides, and above and below."""
        width, height = self.width - 2 * across, self.height - 2 * upright
        return Box(self.x + across, self.y + upright, width, height)


def bounding_box(boxes: Sequence[Box]) -> Box:
    """Return the least box that holds all of these."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
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
    there, boxes = [part for part in slots if part.size != 0], dict[str, Box]()
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


_TOUCH_MARGIN_DP = 5.0
"""Around the cells of a row a tap still counts."""


@dataclass(frozen=True, slots=True)
class RowBoxes:
    """One row of a sheet.

    Attributes:
        box: The whole row, its coloured ground; seen from the corner of its sheet.
        mode: Which way its cells run.
        cells: One box a cell, in printed order; this and all below are seen from the corner of
            `box`. A long row has two lines of them.
        lock: What is tapped for the lock; None for a row without one.
        cap: The darker end of the ground, below the lock; None for a row without a lock.
        head: Where the mark stands, and in rows also the name; None where cells are all there is.
        points: Where the row's points stand; None for a row that has none of its own.
        gain: Where it is said what the next cross adds; None where there is no room.
        reach: How far the middle of a cell may be from the finger that means it.
        number_sp, small_sp: Sizes of an open number and of a crossed one, in sp.
        points_sp: Size of the points, in sp.
        radius: Of a cell's corners.
    """

    box: Box
    mode: RowMode
    cells: tuple[Box, ...]
    lock: Box | None
    cap: Box | None
    head: Box | None
    points: Box | None
    gain: Box | None
    reach: float
    number_sp: float
    small_sp: float
    points_sp: float
    radius: float

    @property
    def touch_area(self) -> Box:
        """All cells with their gaps and a little around them: a finger in it still means one."""
        cells, (width, height) = bounding_box(self.cells), (self.box.width, self.box.height)
        x, y = max(0.0, cells.x - _TOUCH_MARGIN_DP), max(0.0, cells.y - _TOUCH_MARGIN_DP)
        right, bottom = (
            min(width, cells.right + _TOUCH_MARGIN_DP),
            min(height, cells.bottom + _TOUCH_MARGIN_DP),
        )
        return Box(x, y, right - x, bottom - y)


@dataclass(frozen=True, slots=True)
class SumBoxes:
    """The line of the sum; seen from the corner of the sheet.

    Attributes:
        total: The sum.
        extra: The points beside the rows, before the total, or a key that is no term of the sum,
            before all of it; None where the sheet has neither.
        line: Fields, signs and total together; None where there is only the total.
        note: What words beside the extra points and the total get of the line; None without one.
        fields: The points of each row that has some; empty without a line.
        minus: The points lost; None without a line.
        signs: Between the fields, left to right: plus, minus, plus before the extra points, equals.
    """

    total: Box
    extra: Box | None = None
    line: Box | None = None
    note: Box | None = None
    fields: tuple[Box, ...] = ()
    minus: Box | None = None
    signs: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetBoxes:
    """One sheet: its rows and all that belongs to it alone, seen from the corner of `box`.

    Attributes:
        box: All of it: a card on a tablet, else the whole pad; seen from the screen's corner.
        rows: Top to bottom, as they are printed.
        penalties: The boxes of the penalties, from the first; one box for all of them where two
            buttons need the room.
        sum: What it is worth.
        links: For each chain of the layout, what lies between its two cells.
        pairs: For each of its pairs, where it is said what it brings.
        label: What the boxes of the penalties are called; None where nobody says so.
        face, name, turn: On a card: the disc, whose sheet it is, and what turns it.
        scale: How many times larger than in these boxes it is painted, from its corner.
    """

    box: Box
    rows: tuple[RowBoxes, ...]
    penalties: tuple[Box, ...]
    sum: SumBoxes
    links: tuple[Box, ...] = ()
    pairs: tuple[Box, ...] = ()
    label: Box | None = None
    avatar: Box | None = None
    name: Box | None = None
    rotate: Box | None = None
    scale: float = 1.0


_SIGN_WIDTH_DP, _NOTE_GAP_DP, _KEY_GAP_DP = 13.0, 8.0, 13.0
"""Width of a sign in the sum; between words and what stays beside them, and behind a key there."""
_STRIP_PADDING_DP, _PENALTY_GAP_DP = 6.0, 3.0
"""At the ends of the strip of points; between boxes for penalties that are only looked at."""
_NAME_MARGIN_DP, _NAME_WIDTH_DP, _RULE_HEIGHT_SHARE = 12.0, 49.3, 0.52
"""In the strip of points: before its name, and width of that; height of a line between two numbers,
as a share."""


def has_extra_points(layout: Layout) -> bool:
    """Return whether something beside the rows brings points."""
    return bool(sum_points(Sheet.blank(layout)).extras)


def has_extra_field(layout: Layout) -> bool:
    """Return whether a field is beside the sum: for such points, or the key of a lucky number."""
    return layout.has_lucky_numbers or has_extra_points(layout)


def sum_boxes(box: Box, total: float, layout: Layout) -> SumBoxes:
    """Lay out a line that fills the box, its total so wide; words leave tap targets in place."""
    rows = sum(bool(row.lock_mask) for row in layout.rows)
    adds = has_extra_points(layout)
    key = (EQUAL_SHARE, _KEY_GAP_DP) * (has_extra_field(layout) and not adds)
    sizes = (*key, *(EQUAL_SHARE, _SIGN_WIDTH_DP) * (rows + adds + 1), total)
    parts = split_box(box, Axis.ACROSS, sizes)
    line = parts[len(key) :]
    kept = line[2 * rows + 2]
    return SumBoxes(
        total=line[-1],
        extra=parts[0] if key else kept if adds else None,
        line=box,
        note=Box(line[0].x, box.y, kept.x - _NOTE_GAP_DP - line[0].x, box.height),
        fields=line[: 2 * rows : 2],
        minus=line[2 * rows],
        signs=line[1::2],
    )


def worth_boxes(
    strip: Box, max_crosses: int, *, titled: bool
) -> tuple[Box | None, tuple[Box, ...], tuple[Box, ...]]:
    """Where the strip says what so many crosses are worth, seen from its corner.

    Returns the name, if it is titled, a box for each number of crosses, and the lines between them.
    """
    inside = strip.relative_to(strip).inset(_STRIP_PADDING_DP, 0)
    before = [_NAME_MARGIN_DP, _NAME_WIDTH_DP] if titled else []
    parts = split_box(
        inside, Axis.ACROSS, [*before, *(EQUAL_SHARE, 1.0) * (max_crosses - 1), EQUAL_SHARE]
    )
    numbers, edge = parts[len(before) :], strip.height * (1 - _RULE_HEIGHT_SHARE) / 2
    lines = tuple(line.inset(0, edge) for line in numbers[1::2])
    return parts[1] if titled else None, numbers[::2], lines


def penalty_block_boxes(block: Box, count: int) -> tuple[Box, ...]:
    """All penalties in one block, in one line or in two; seen from its corner."""
    lines = 1 if block.width >= 2 * block.height else 2
    across = -(-count // lines)
    return box_grid(block.relative_to(block), across * lines, across, _PENALTY_GAP_DP)[:count]

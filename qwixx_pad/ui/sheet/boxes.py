"""Boxes of a sheet, in dp: one for each of its parts. Pure.

Drawing, tap targets, keyboard and hit test all use these boxes.
"""

from dataclasses import dataclass
from enum import Enum, auto
from math import inf
from typing import NamedTuple

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.scoring import sum_points
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.ui.geometry import EQUAL_SHARE, Axis, Box, bounding_box, box_grid, split_box
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook


class RowMode(Enum):
    """The direction of a row's cells, and what is around them."""

    ROWS = auto()
    """To the right, below the row's name: for an upright screen."""
    COLUMNS = auto()
    """Downwards: for an upright screen and large fingers."""
    LANDSCAPE = auto()
    """To the right, between the row's icon and its points."""

    @property
    def axis(self) -> Axis:
        return Axis.DOWN if self is RowMode.COLUMNS else Axis.ACROSS


_TOUCH_MARGIN_DP = 5.0
"""How far from the cells of a row a tap still means one of them."""


@dataclass(frozen=True, slots=True)
class RowBoxes:
    """The boxes of one row.

    Attributes:
        box: The whole row, seen from the corner of its sheet.
        mode: The direction of its cells.
        cells: In printed order, on two lines in a long row; seen from the corner of `box`, like all
            boxes below.
        lock: The tap target of the lock; None for a row without one.
        cap: The darker end of the row, below the lock; None for a row without one.
        head: The row's icon, and its name in `ROWS`; None if the row has neither.
        points: The row's points; None for a row without any.
        gain: What the next cross adds; None where there is no room.
        reach: The greatest distance between a tap and the middle of the cell that it means.
        number_sp, small_sp: Sizes of an open number and of a crossed one.
        points_sp: Size of the points.
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
        """The area in which a tap means one of the cells: all cells, with a margin."""
        cells = bounding_box(self.cells)
        x = max(0.0, cells.x - _TOUCH_MARGIN_DP)
        y = max(0.0, cells.y - _TOUCH_MARGIN_DP)
        right = min(self.box.width, cells.right + _TOUCH_MARGIN_DP)
        bottom = min(self.box.height, cells.bottom + _TOUCH_MARGIN_DP)
        return Box(x, y, right - x, bottom - y)


@dataclass(frozen=True, slots=True)
class SumBoxes:
    """The sum line, seen from the corner of the sheet.

    Attributes:
        total: The total.
        extra: The points outside the rows, before the total; or the button for a lucky number,
            before the whole line. None on a sheet without both.
        line: Fields and signs; None if there is only the total.
        note: The part of the line that a note may take, beside extra points and total; None without
            a line.
        fields: One for each row with points; empty without a line.
        minus: The points lost; None without a line.
        signs: Between the fields, from the left: plus, minus, plus before extra points, equals.
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
    """The boxes of one sheet, seen from the corner of `box`.

    Attributes:
        box: The sheet, seen from the corner of the screen: a card on a tablet, else the whole pad.
        rows: From the top, in printed order.
        penalties: In order; only one box for all where two buttons need the room.
        sum: The sum line.
        links: Between the two cells of each chain of the layout.
        pairs: The effect of each pair of the layout.
        label: The label of the penalties; None without one.
        avatar, name, rotate: On a card: the disc and the name of its player, and the button that
            turns it.
        scale: How many times larger than these boxes it is painted, from its corner.
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


_SIGN_WIDTH_DP = 13.0
_NOTE_GAP_DP = 8.0
"""Between a note in the sum line and the fields after it."""
_BUTTON_GAP_DP = 13.0
"""After the lucky-number button in the sum line."""
_STRIP_PADDING_DP = 6.0
"""At the ends of the strip of points."""
_PENALTY_GAP_DP = 3.0
"""Between penalties on a sheet that is not played on."""
_NAME_MARGIN_DP = 12.0
"""Before the title of the strip of points."""
_NAME_WIDTH_DP = 49.3
_RULE_HEIGHT_SHARE = 0.52
"""Height of a line between two numbers of the strip, as a share of its height."""


def has_extra_points(layout: Layout) -> bool:
    """True if a layout has points outside the rows."""
    return bool(sum_points(Sheet.blank(layout)).extras)


def has_extra_field(layout: Layout) -> bool:
    """True if a layout has a field beside the sum: for extra points, or for lucky numbers."""
    return layout.has_lucky_numbers or has_extra_points(layout)


def sum_boxes(box: Box, total: float, layout: Layout) -> SumBoxes:
    """Lay out a sum line that fills `box` and ends with a total of width `total`."""
    rows = sum(bool(row.lock_mask) for row in layout.rows)
    adds = has_extra_points(layout)
    fields = rows + 2 if adds else rows + 1
    sizes = [*[EQUAL_SHARE, _SIGN_WIDTH_DP] * fields, total]
    extra = None
    if has_extra_field(layout) and not adds:
        extra, _, *line = split_box(box, Axis.ACROSS, [EQUAL_SHARE, _BUTTON_GAP_DP, *sizes])
    else:
        line = [*split_box(box, Axis.ACROSS, sizes)]
    after_penalties = line[2 * rows + 2]
    if adds:
        extra = after_penalties
    return SumBoxes(
        total=line[-1],
        extra=extra,
        line=box,
        note=Box(line[0].x, box.y, after_penalties.x - _NOTE_GAP_DP - line[0].x, box.height),
        fields=tuple(line[: 2 * rows : 2]),
        minus=line[2 * rows],
        signs=tuple(line[1::2]),
    )


class WorthBoxes(NamedTuple):
    """The strip that says what a number of crosses is worth, seen from its corner.

    Attributes:
        name: The title; None without one.
        numbers: One for each number of crosses, from 1.
        lines: Between two of them.
    """

    name: Box | None
    numbers: tuple[Box, ...]
    lines: tuple[Box, ...]


def worth_boxes(strip: Box, max_crosses: int, *, titled: bool) -> WorthBoxes:
    """Lay out the strip that says what up to `max_crosses` crosses are worth."""
    inside = strip.relative_to(strip).inset(_STRIP_PADDING_DP, 0)
    before = [_NAME_MARGIN_DP, _NAME_WIDTH_DP] if titled else []
    parts = split_box(
        inside, Axis.ACROSS, [*before, *(EQUAL_SHARE, 1.0) * (max_crosses - 1), EQUAL_SHARE]
    )
    numbers = parts[len(before) :]
    edge = strip.height * (1 - _RULE_HEIGHT_SHARE) / 2
    lines = tuple(line.inset(0, edge) for line in numbers[1::2])
    return WorthBoxes(parts[1] if titled else None, numbers[::2], lines)


def penalty_block_boxes(block: Box, count: int) -> tuple[Box, ...]:
    """Lay out penalties inside a block, on one line or on two; seen from its corner."""
    lines = 1 if block.width >= 2 * block.height else 2
    across = -(-count // lines)
    return box_grid(block.relative_to(block), across * lines, across, _PENALTY_GAP_DP)[:count]


def cell_at(look: RowLook, row: RowBoxes, x: float, y: float) -> CellLook | None:
    """The cell that a tap means, at a point seen from the corner of the row; None for none.

    A tap on a cell that does something means that cell. Elsewhere it means the nearest legal cell
    in its line, if that is within reach, else the cell under it, which does nothing.
    """
    if not _contains_point(row.touch_area, x, y):
        return None
    axis = row.mode.axis
    cells = tuple(zip(look.cells, row.cells, strict=True))
    along, across = (x, y) if axis is Axis.ACROSS else (y, x)
    hit = next((cell for cell, box in cells if _contains_point(box, x, y)), None)
    if hit is not None and not hit.is_dead:
        return hit
    lines = [box.middle[axis.perpendicular.value] for box in row.cells]
    line = min(lines, key=lambda middle: abs(across - middle))
    near = [
        (abs(along - box.middle[axis.value]), cell)
        for (cell, box), middle in zip(cells, lines, strict=True)
        if cell.is_legal and middle == line
    ]
    far, cell = min(near, key=lambda each: each[0], default=(inf, hit))
    return cell if far <= row.reach else hit


def _contains_point(box: Box, x: float, y: float) -> bool:
    return box.x <= x < box.right and box.y <= y < box.bottom

"""How the rows of a sheet and their cells are laid out, in dp. Pure.

Rows of numbers and of bonus numbers have cells of equal width, so that they are aligned. A bar, a
track and exchange pairs spread theirs over the whole width.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import ALIGNED_KINDS, Layout, Row
from qwixx_pad.ui.geometry import (
    EQUAL_SHARE,
    Axis,
    Box,
    Slot,
    bounding_box,
    box_grid,
    lay_out,
    split_box,
)
from qwixx_pad.ui.sheet.boxes import RowBoxes, RowMode, SheetBoxes, has_extra_field

MIN_CELL_DP = 24.0
"""The least side of a cell, unless the sheet has too many cells."""
ROW_GAP_DP = 6.0
"""Between two rows that are only looked at."""
STRIP_HEIGHT_DP = 26.0
"""The least height of the strip above the cells of such a row."""
PAIRS_HEIGHT_DP = 28.0
"""Of the line with the effects of pairs."""
_ONE_LINE_CELLS = 11
"""A row of up to so many cells, one for each sum of two dice, has one line on any screen."""
_FULL_HEIGHT_ROWS = 4
"""Up to so many rows have their full least height; more share the height of these."""
_MIN_REACH_DP = 24.0
"""A tap so near to the middle of a legal cell can mean it, however small the cell is."""
_LEFT_DP = 5.0
"""Before the first cell of an upright row."""
_CELL_GAP_DP = 2.0
_CAP_WIDTH_DP = 28.0
_BELOW_CELLS_DP = 5.0
_HEAD_WIDTH_DP = 24.0
"""Width of the head of a row that has no name above it."""
_LOW_CELL_DP = 54
"""A cell below this height has smaller digits beside its cross."""
_LOW_ROW_DP = 50
"""A row below this height has no room for words below its points."""
_MIN_ROW_DP = 44.0
"""Least height of each of four rows on a wide screen."""
_MAX_ROW_DP = 112.0
_WIDE_COLUMN_DP = 72.0
"""A column that is narrower has narrow edges."""
_COLUMN_CELL_GAP_DP = 3.0
_CELL_MARGIN_DP = 5.0
"""At the sides of the cells of a column."""
_GAIN_TOP_DP = 30.0
"""Above what the next cross of a column adds."""
_LOWER_ROW_DP = 40.0
"""Height of a row below the columns."""
_PAIR_GAP_DP = 6.0
"""Between two pairs, and between a link and the words beside it."""
_NAME_WIDTH_DP = 100.0
"""About the width of a row's name with its icon."""
_GAIN_WIDTH_DP = 76.0
"""About the width of what the next cross adds."""


def longest_row(layout: Layout) -> int:
    """The number of cells of the longest row, of those that are aligned."""
    return max(len(row.cells) for row in layout.rows if row.kind in ALIGNED_KINDS)


def _line_count(width: float, layout: Layout, gap: float) -> int:
    """Lines of cells in a row of this width: two if one would make them too narrow."""
    cells = longest_row(layout)
    has_room = width - gap * (cells - 1) >= MIN_CELL_DP * cells
    return 1 if cells <= _ONE_LINE_CELLS or has_room else 2


def _cell_boxes(row: Row, area: Box, layout: Layout, lines: int, gap: float) -> tuple[Box, ...]:
    """Lay out the cells of a row inside an area."""
    across = -(-longest_row(layout) // lines)
    if row.kind not in ALIGNED_KINDS:
        across = len(row.cells)
        lines = 1
    return box_grid(area, across * lines, across, gap)[: len(row.cells)]


def _clamp(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))


@dataclass(frozen=True, slots=True)
class Upright:
    """Measures of rows below each other, each with its name above its cells.

    Attributes:
        layout: The sheet.
        width: Of a row.
        strip: Height of the strip above the cells of a row with a lock.
        gap: Between two rows.
        gain: Whether there is room for what the next cross adds.
        number: Largest size of a number, in sp.
        min_cell, max_cell: Height of a cell; more than four lines of cells may be lower.
    """

    layout: Layout
    width: float
    strip: float
    gap: float = ROW_GAP_DP
    gain: bool = True
    number: float = 24.0
    min_cell: float = 44.0
    max_cell: float = 80.0

    @property
    def line_count(self) -> int:
        """Lines of cells in a row of numbers."""
        return _line_count(self._cells_width, self.layout, _CELL_GAP_DP)

    @property
    def cell_width(self) -> float:
        columns = -(-longest_row(self.layout) // self.line_count)
        return (self._cells_width - _CELL_GAP_DP * (columns - 1)) / columns

    @property
    def _cells_width(self) -> float:
        """Width of all cells of a row of numbers, with their gaps."""
        return self.width - _LEFT_DP - 4 - _CAP_WIDTH_DP

    def total_lines(self) -> int:
        """Lines of cells in all rows together."""
        return sum(self._lines_of(row) for row in self.layout.rows)

    def total_height(self, cell: float) -> float:
        """Height of all rows with their gaps, for this height of a cell."""
        rows = self.layout.rows
        return sum(self._row_height(row, cell) for row in rows) + self.gap * (len(rows) - 1)

    def fitted_height(self, height: float) -> float:
        """Height of all rows that are given this height."""
        least = max(
            MIN_CELL_DP, min(self.min_cell, _FULL_HEIGHT_ROWS * self.min_cell / self.total_lines())
        )
        return _clamp(self.total_height(least), height, self.total_height(self.max_cell))

    def row_boxes(self, box: Box) -> tuple[RowBoxes, ...]:
        """Lay out the rows so that they fill a box."""
        cell = (box.height - self.total_height(0)) / self.total_lines()
        heights = [self._row_height(row, cell) for row in self.layout.rows]
        boxes = split_box(box, Axis.DOWN, heights, self.gap)
        return tuple(self._place_row(*each) for each in zip(self.layout.rows, boxes, strict=True))

    def _lines_of(self, row: Row) -> int:
        return self.line_count if row.kind in ALIGNED_KINDS else 1

    def _strip_height(self, row: Row) -> float:
        return self.strip if row.lock_mask else _BELOW_CELLS_DP

    def _row_height(self, row: Row, cell: float) -> float:
        lines = self._lines_of(row)
        return self._strip_height(row) + lines * cell + _CELL_GAP_DP * (lines - 1) + _BELOW_CELLS_DP

    def _place_row(self, row: Row, box: Box) -> RowBoxes:
        has_lock = bool(row.lock_mask)
        whole = box.relative_to(box)
        above, line, _ = split_box(
            whole, Axis.DOWN, [self._strip_height(row), EQUAL_SHARE, _BELOW_CELLS_DP]
        )
        cap = whole.cut_along(Axis.ACROSS, box.width - _CAP_WIDTH_DP, _CAP_WIDTH_DP)
        points, lock = split_box(cap, Axis.DOWN, [above.height, EQUAL_SHARE])
        head = above.cut_along(Axis.ACROSS, 10, cap.x - 20)
        area = line.cut_along(Axis.ACROSS, _LEFT_DP, self._cells_width)
        if row.kind not in ALIGNED_KINDS:
            _, head, area, _ = split_box(
                line, Axis.ACROSS, [_LEFT_DP, _HEAD_WIDTH_DP, EQUAL_SHARE, _LEFT_DP]
            )
        cells = _cell_boxes(row, area, self.layout, self.line_count, _CELL_GAP_DP)
        return RowBoxes(
            box=box,
            mode=RowMode.ROWS,
            cells=cells,
            lock=lock if has_lock else None,
            cap=cap if has_lock else None,
            head=head if has_lock or row.kind not in ALIGNED_KINDS else None,
            points=points if has_lock else None,
            gain=head if has_lock and self.gain else None,
            reach=max(_MIN_REACH_DP, cells[0].width / 2 + _CELL_GAP_DP),
            number_sp=_clamp(15.5, cells[0].width * 0.6, self.number),
            small_sp=11.5 if cells[0].height < _LOW_CELL_DP else 13,
            points_sp=17,
            radius=7,
        )


@dataclass(frozen=True, slots=True)
class Columns:
    """Measures of rows side by side, their cells below each other.

    Attributes:
        layout: The sheet.
        width: Of all columns together.
        head, lock: Heights above and below the cells of a column.
        gain: Whether there is room for what the next cross adds.
        gap: Between two columns.
    """

    layout: Layout
    width: float
    head: float
    lock: float
    gain: bool
    gap: float = 6.0

    def total_height(self, cell: float) -> float:
        """Height of the columns and of the rows below them, for this height of a cell."""
        cells = longest_row(self.layout)
        below = len(self._rows_below()) * (self.gap + _LOWER_ROW_DP)
        return self.head + cells * cell + _COLUMN_CELL_GAP_DP * (cells - 1) + self.lock + below

    def fitted_height(self, height: float) -> float:
        """Height of all that is given this height."""
        least = max(MIN_CELL_DP, min(26, 26 * _ONE_LINE_CELLS / longest_row(self.layout)))
        return _clamp(self.total_height(least), height, self.total_height(56))

    def cell_height(self, height: float) -> float:
        """Height of a cell if all is given this height."""
        return (self.fitted_height(height) - self.total_height(0)) / longest_row(self.layout)

    def row_boxes(self, box: Box) -> tuple[RowBoxes, ...]:
        """Lay out the columns so that they fill a box, with the other rows below them."""
        below = self._rows_below()
        upper, *lower = split_box(
            box, Axis.DOWN, [EQUAL_SHARE, *[_LOWER_ROW_DP] * len(below)], self.gap
        )
        shares = [EQUAL_SHARE] * (len(self.layout.rows) - len(below))
        columns = iter(split_box(upper, Axis.ACROSS, shares, self.gap))
        lines = iter(lower)
        wide = Landscape(self.layout, self.width, (_HEAD_WIDTH_DP + _LEFT_DP, 0, 0), _CELL_GAP_DP)
        return tuple(
            self._place_column(row, next(columns))
            if row.kind in ALIGNED_KINDS
            else wide.place_row(row, next(lines))
            for row in self.layout.rows
        )

    def _rows_below(self) -> list[Row]:
        """The rows that are no columns."""
        return [row for row in self.layout.rows if row.kind not in ALIGNED_KINDS]

    def _place_column(self, row: Row, box: Box) -> RowBoxes:
        has_lock = bool(row.lock_mask)
        slots = [Slot("head", self.head), Slot("cells"), Slot("lock", self.lock - 4, 4)]
        down = lay_out(box.relative_to(box), Axis.DOWN, slots)
        edge = 10 if box.width >= _WIDE_COLUMN_DP else 4
        words = Box(edge, 0, box.width - 2 * edge + 2, self.head)
        above, below = split_box(
            words, Axis.DOWN, [_GAIN_TOP_DP if self.gain else self.head, EQUAL_SHARE]
        )
        head, points = split_box(above, Axis.ACROSS, [24, EQUAL_SHARE])
        cells = _cell_boxes(
            row,
            down["cells"].inset(_CELL_MARGIN_DP, 0),
            self.layout,
            longest_row(self.layout),
            _COLUMN_CELL_GAP_DP,
        )
        return RowBoxes(
            box=box,
            mode=RowMode.COLUMNS,
            cells=cells,
            lock=down["lock"] if has_lock else None,
            cap=down["lock"] if has_lock else None,
            head=head if has_lock else None,
            points=points if has_lock else None,
            gain=Box(below.x, below.y - 3, below.width, below.height)
            if has_lock and self.gain
            else None,
            reach=max(_MIN_REACH_DP, cells[0].height / 2 + _COLUMN_CELL_GAP_DP),
            number_sp=20,
            small_sp=13,
            points_sp=20,
            radius=9,
        )


@dataclass(frozen=True, slots=True)
class Landscape:
    """Measures of rows below each other, with icons at the left and points at the right.

    Attributes:
        layout: The sheet.
        width: Of a row.
        ends: Widths of head, lock and cap.
        between: Between two cells.
        gap: Between two rows.
        inset: Above and below the cells.
        has_large_text: Whether letters leave no room for words below the points.
    """

    layout: Layout
    width: float
    ends: tuple[float, float, float]
    between: float
    gap: float = 5.0
    inset: float = 5.0
    has_large_text: bool = False

    @property
    def line_count(self) -> int:
        """Lines of cells in a row of numbers."""
        return _line_count(self.width - sum(self.ends) - 6, self.layout, self.between)

    def width_for_cell(self, cell: float) -> float:
        """Width of a row with cells of this width, on one line."""
        cells = longest_row(self.layout)
        return cells * cell + self.between * (cells - 1) + sum(self.ends) + 6

    def total_height(self, row: float) -> float:
        """Height of all rows with their gaps, for this height of a row."""
        rows = len(self.layout.rows)
        return rows * row + self.gap * (rows - 1)

    def fitted_height(self, height: float) -> float:
        """Height of all rows that are given this height; more than four may be lower."""
        lines = self.line_count
        least = max(
            lines * MIN_CELL_DP + self.between * (lines - 1) + 2 * self.inset,
            min(_MIN_ROW_DP, _FULL_HEIGHT_ROWS * _MIN_ROW_DP / len(self.layout.rows)),
        )
        return _clamp(self.total_height(least), height, self.total_height(_MAX_ROW_DP))

    def row_boxes(self, box: Box) -> tuple[RowBoxes, ...]:
        """Lay out the rows, equally high, so that they fill a box."""
        boxes = split_box(box, Axis.DOWN, [EQUAL_SHARE] * len(self.layout.rows), self.gap)
        return tuple(self.place_row(*each) for each in zip(self.layout.rows, boxes, strict=True))

    def place_row(self, row: Row, box: Box) -> RowBoxes:
        has_lock = bool(row.lock_mask)
        whole = box.relative_to(box)
        head, lock, cap = self.ends
        slots = [Slot("head", head), Slot("cells")]
        if row.kind in ALIGNED_KINDS:
            slots += [Slot("lock", lock, 3), Slot("cap", cap, 3)]
        else:
            slots.append(Slot("edge", _LEFT_DP))
        line = lay_out(whole.inset(0, self.inset), Axis.ACROSS, slots)
        end = whole.cut_along(Axis.ACROSS, box.width - cap, cap)
        has_words = box.height >= _LOW_ROW_DP and not self.has_large_text
        points, gain = split_box(
            end.cut_along(Axis.DOWN, box.height / 2 - 22, 46), Axis.DOWN, [28, 18]
        )
        cells = _cell_boxes(row, line["cells"], self.layout, self.line_count, self.between)
        return RowBoxes(
            box=box,
            mode=RowMode.LANDSCAPE,
            cells=cells,
            lock=line["lock"] if has_lock else None,
            cap=end if has_lock else None,
            head=whole.cut_along(Axis.ACROSS, 0, head),
            points=(points if has_words else end) if has_lock else None,
            gain=gain if has_lock and has_words else None,
            reach=max(_MIN_REACH_DP, cells[0].width / 2 + self.between),
            number_sp=_clamp(17, cells[0].width * 0.43, 24),
            small_sp=13 if box.height >= _LOW_ROW_DP else 11,
            points_sp=22 if has_words else 20,
            radius=8,
        )


def with_links(sheet: SheetBoxes, layout: Layout, gap: float) -> SheetBoxes:
    """Add links to a sheet, and the effects of pairs, `gap` below its rows."""
    lowest = bounding_box([row.box for row in sheet.rows])
    line = lowest.cut_along(Axis.DOWN, lowest.bottom + gap, PAIRS_HEIGHT_DP)
    pairs = split_box(line, Axis.ACROSS, [EQUAL_SHARE] * len(layout.pairs), _PAIR_GAP_DP)
    links = link_boxes(layout, sheet.rows)
    return replace(sheet, rows=_clear_of_links(links, sheet.rows), links=links, pairs=pairs)


def _clear_of_links(links: Sequence[Box], rows: Sequence[RowBoxes]) -> tuple[RowBoxes, ...]:
    """Move names and gains of rows out of the way of links."""
    return tuple(
        row
        if row.head is None or row.mode is not RowMode.ROWS
        else _narrow_head(row, row.head, links)
        for row in rows
    )


def _narrow_head(row: RowBoxes, head: Box, links: Sequence[Box]) -> RowBoxes:
    places = [link.relative_to(row.box) for link in links]
    over = [link for link in places if link.y < head.bottom and link.bottom > head.y]
    lefts = [link.right + _PAIR_GAP_DP for link in over if link.x < head.x + _NAME_WIDTH_DP]
    rights = [link.x - _PAIR_GAP_DP for link in over if link.right > head.right - _GAIN_WIDTH_DP]
    left = max(lefts, default=head.x)
    right = min(rights, default=head.right)
    gain = row.gain and head.cut_along(Axis.ACROSS, head.x, right - head.x)
    return replace(row, head=head.cut_along(Axis.ACROSS, left, head.right - left), gain=gain)


def link_boxes(layout: Layout, rows: Sequence[RowBoxes]) -> tuple[Box, ...]:
    """The link of each chain: between its two cells, seen from where the rows are."""
    cells = [[cell.placed_in(row.box) for cell in row.cells] for row in rows]
    return tuple(_link_box(cells[a][b], cells[c][d]) for (a, b), (c, d) in layout.chain_ends)


def _link_box(one: Box, other: Box) -> Box:
    """From the edge of one cell to the nearer edge of the other, a quarter of a cell wide."""
    x, y = one.middle
    x2, y2 = other.middle
    axis = Axis.ACROSS if abs(x2 - x) > abs(y2 - y) else Axis.DOWN
    first, last = sorted((one, other), key=lambda cell: cell.span(axis))
    _, start = first.span(axis)
    end, _ = last.span(axis)
    width = min(one.width, one.height) / 4
    band = bounding_box([cell.centered_part(axis.perpendicular, width) for cell in (first, last)])
    return band.cut_along(axis, start, end - start)


def display_rows(
    layout: Layout, width: float, cell: float, strip: float = STRIP_HEIGHT_DP
) -> tuple[RowBoxes, ...]:
    """Lay out rows that are only looked at, with a strip above their cells."""
    measures = Upright(layout, width, strip, number=22)
    rows = measures.row_boxes(Box(0, 0, width, measures.total_height(cell)))
    return _clear_of_links(link_boxes(layout, rows), rows)


@dataclass(frozen=True, slots=True)
class PictureBoxes:
    """A thumbnail of a sheet, seen from its corner; `extra` is None without such a field."""

    rows: tuple[RowBoxes, ...]
    links: tuple[Box, ...]
    extra: Box | None


def picture_height(width: float) -> float:
    """The height of a thumbnail of this width, in dp."""
    return round(width / 2, 1)


def picture_boxes(layout: Layout, width: float) -> PictureBoxes:
    """Lay out a thumbnail of this width: cells, locks and extra field."""
    shares = [EQUAL_SHARE] * len(layout.rows)
    if has_extra_field(layout):
        shares.append(EQUAL_SHARE)
    places = split_box(
        Box(0, 0, width, picture_height(width)), Axis.DOWN, shares, gap=max(1.5, 0.012 * width)
    )
    rows = tuple(_thumbnail_row(*each) for each in zip(layout.rows, places, strict=False))
    extra = None
    if has_extra_field(layout):
        height = places[-1].height
        extra = places[-1].cut_along(Axis.ACROSS, width - 2 * height, 2 * height)
    return PictureBoxes(rows, link_boxes(layout, rows), extra)


def _thumbnail_row(row: Row, box: Box) -> RowBoxes:
    edge = box.height * 0.13
    inner = box.relative_to(box).inset(edge, edge)
    cells = len(row.cells)
    step = inner.width / (cells + 1 if row.kind in ALIGNED_KINDS else cells)
    places = split_box(inner, Axis.ACROSS, [step] * cells)
    return RowBoxes(
        box=box,
        mode=RowMode.LANDSCAPE,
        cells=tuple(place.inset(step * 0.05, 0) for place in places),
        lock=inner.cut_along(Axis.ACROSS, inner.right - step, step) if row.lock_mask else None,
        cap=None,
        head=None,
        points=None,
        gain=None,
        reach=0,
        number_sp=min(step * 0.9 * 0.68, inner.height * 0.62),
        small_sp=0,
        points_sp=0,
        radius=min(step, inner.height) * 0.18,
    )

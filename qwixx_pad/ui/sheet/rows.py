"""Where the cells of a sheet's rows lie, row by row, in dp. Pure.

Rows of numbers and of bonus numbers share one measure, so that their cells lie in line; a bar, a
track or the pairs of an exchange spread theirs over the whole width.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import LINED, Layout, Row
from qwixx_pad.ui.sheet.boxes import (
    Box,
    Mode,
    RowBoxes,
    SheetBoxes,
    SumBoxes,
    around,
    beside,
    has_extra,
)

LEAST = 24.0
"""No side of a cell is shorter than this where the sheet has any choice."""
_ONE_LINE = 11
"""So many cells, one for each sum of two dice, stay in one line on any screen."""
_REACH = 24.0
"""A legal cell is meant where its middle is no farther than this from the finger."""
_AROUND = 5.0
"""Around the cells of a row a tap still counts."""
_LEFT, _GAP, _CAP, _BELOW = 5.0, 2.0, 28.0, 5.0
"""In rows: before the first cell, between two cells, the cap, below the cells."""
_MARK = 24.0
"""Width of the head of a row that has no name above it."""
_LOW = 54
"""A cell below this height has small digits beside its cross."""
_LOW_ROW = 50
"""A row below this height has no room for words below its points."""
_COLUMN_GAP, _WIDE_COLUMN = 6.0, 72.0
"""Between two columns; a narrower one has narrow edges."""


def longest(layout: Layout) -> int:
    """How many cells the longest row has of those whose cells lie in line."""
    return max(len(row.cells) for row in layout.rows if row.kind in LINED)


def _of(layout: Layout, *, lined: bool) -> tuple[Row, ...]:
    """The rows whose cells lie in line, or those that spread over the whole width."""
    return tuple(row for row in layout.rows if (row.kind in LINED) == lined)


def _share(width: float, cells: int, gap: float) -> float:
    return (width - gap * (cells - 1)) / cells


def _lines(row: Row, lines: int) -> int:
    return lines if row.kind in LINED else 1


def _grid(corner: Box, cells: int, across: int, gap: float) -> tuple[Box, ...]:
    """Cells like the one in the corner, so many to a line."""
    steps = (divmod(i, across) for i in range(cells))
    return tuple(
        Box(
            corner.x + column * (corner.width + gap),
            corner.y + line * (corner.height + gap),
            corner.width,
            corner.height,
        )
        for line, column in steps
    )


def _touch(cells: Sequence[Box], box: Box) -> Box:
    """All cells of a row with their gaps and a little of its edge."""
    whole = around(cells)
    left, top = max(0.0, whole.x - _AROUND), max(0.0, whole.y - _AROUND)
    right = min(box.width, whole.right + _AROUND)
    bottom = min(box.height, whole.bottom + _AROUND)
    return Box(left, top, right - left, bottom - top)


def _clamp(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))


@dataclass(frozen=True, slots=True)
class Upright:
    """The measures of rows below each other, each with its name above its cells.

    Attributes:
        layout: The sheet.
        width: Of a row.
        strip: Height of what stands above the cells of a row with a lock.
        gain: Whether there is room for what the next cross adds.
        most: Largest size of a number, in sp.
    """

    layout: Layout
    width: float
    strip: float
    gain: bool = True
    most: float = 24.0

    @property
    def lines(self) -> int:
        """Lines of cells in a row: two where one would be too narrow for a finger."""
        cells = longest(self.layout)
        return 1 if cells <= _ONE_LINE or self._width_of(cells) >= LEAST else 2

    @property
    def across(self) -> float:
        """Width of a cell."""
        return self._width_of(self._columns)

    @property
    def _columns(self) -> int:
        return -(-longest(self.layout) // self.lines)

    def _width_of(self, cells: int) -> float:
        return (self.width - _LEFT - _GAP * (cells - 1) - 4 - _CAP) / cells

    def cell_lines(self) -> int:
        """Lines of cells in all rows together."""
        return sum(_lines(row, self.lines) for row in self.layout.rows)

    def height(self, cell: float) -> float:
        """Height of all rows with cells so high, without the gaps between rows."""
        between = _GAP * (self.cell_lines() - len(self.layout.rows))
        heads = sum(self._above(row) + _BELOW for row in self.layout.rows)
        return heads + between + cell * self.cell_lines()

    def cell_in(self, height: float, most: float, least: float = 44.0) -> float:
        """Height of a cell where all rows share so much height, gaps between rows left out.

        Four rows ask no less than `least` for each, and more of them no more than that together.
        """
        lines = self.cell_lines()
        least = max(LEAST, min(least, 4 * least / lines))
        return _clamp(least, (height - self.height(0)) / lines, most)

    def rows(self, cell: float, x: float, y: float, gap: float) -> tuple[RowBoxes, ...]:
        """The rows from here downwards, with cells so high and so much between two rows."""
        placed = []
        for row in self.layout.rows:
            boxes = self._row(row, cell, x, y)
            placed.append(boxes)
            y = boxes.box.bottom + gap
        return tuple(placed)

    def _above(self, row: Row) -> float:
        return self.strip if row.lock_mask else _BELOW

    def _row(self, row: Row, cell: float, x: float, y: float) -> RowBoxes:
        lines, above = _lines(row, self.lines), self._above(row)
        height = above + lines * cell + (lines - 1) * _GAP + _BELOW
        locks, box = bool(row.lock_mask), Box(x, y, self.width, height)
        end = self.width - _CAP
        cells = self._cells(row, cell)
        head = Box(10, 0, end - 20, above) if locks else None
        if row.kind not in LINED:
            head = Box(_LEFT, above, _MARK, cell)
        return RowBoxes(
            box=box,
            mode=Mode.ROWS,
            cells=cells,
            lock=Box(end, above, _CAP, height - above) if locks else None,
            cap=Box(end, 0, _CAP, height) if locks else None,
            head=head,
            points=Box(end, 0, _CAP, above) if locks else None,
            gain=head if locks and self.gain else None,
            touch=_touch(cells, box),
            reach=max(_REACH, cells[0].width / 2 + _GAP),
            number=_clamp(15.5, cells[0].width * 0.6, self.most),
            small=11.5 if cell < _LOW else 13,
            points_size=17,
            radius=7,
        )

    def _cells(self, row: Row, cell: float) -> tuple[Box, ...]:
        if row.kind in LINED:
            first = Box(_LEFT, self._above(row), self.across, cell)
            return _grid(first, len(row.cells), self._columns, _GAP)
        free = self.width - 2 * _LEFT - _MARK
        first = Box(_LEFT + _MARK, _BELOW, _share(free, len(row.cells), _GAP), cell)
        return _grid(first, len(row.cells), len(row.cells), _GAP)


@dataclass(frozen=True, slots=True)
class Columns:
    """The measures of rows side by side, their cells below each other.

    Attributes:
        layout: The sheet.
        width: Of all columns together.
        head, lock: Heights above and below the cells of a column.
        gain: Whether there is room for what the next cross adds.
    """

    layout: Layout
    width: float
    head: float
    lock: float
    gain: bool

    _BETWEEN, _SIDE, _UPPER, _ROW = 3.0, 5.0, 30.0, 40.0

    def around(self) -> float:
        """Height of all without the cells of the columns."""
        rows = len(_of(self.layout, lined=False)) * (_COLUMN_GAP + self._ROW)
        return self.head + self.lock + self._BETWEEN * (longest(self.layout) - 1) + rows

    def cell_in(self, height: float) -> float:
        """Height of a cell where the sheet has so much height."""
        cells = longest(self.layout)
        least = max(LEAST, min(26, 26 * _ONE_LINE / cells))
        return _clamp(least, (height - self.around()) / cells, 56)

    def height(self, cell: float) -> float:
        """Of all, with cells so high."""
        return self.around() + longest(self.layout) * cell

    def rows(self, cell: float, x: float, y: float) -> tuple[RowBoxes, ...]:
        """The columns from here to the right, and below them what has no column."""
        lined, cells = _of(self.layout, lined=True), longest(self.layout)
        width = _share(self.width, len(lined), _COLUMN_GAP)
        height = self.head + self.lock + cells * cell + self._BETWEEN * (cells - 1)
        low, placed = y + height + _COLUMN_GAP, []
        for row in self.layout.rows:
            if row.kind in LINED:
                placed.append(self._column(row, cell, Box(x, y, width, height)))
                x += width + _COLUMN_GAP
        x -= len(lined) * (width + _COLUMN_GAP)
        wide = RowMeasures(self.layout, self.width, (_MARK + _LEFT, 0, 0), 2.0)
        for i, row in enumerate(_of(self.layout, lined=False)):
            box = Box(x, low + i * (self._ROW + _COLUMN_GAP), self.width, self._ROW)
            placed.insert(self.layout.rows.index(row), wide.row(row, box))
        return tuple(placed)

    def _column(self, row: Row, cell: float, box: Box) -> RowBoxes:
        locks = bool(row.lock_mask)
        inner, upper = box.width - 2 * self._SIDE, self._UPPER if self.gain else self.head
        first = Box(self._SIDE, self.head, inner, cell)
        cells = _grid(first, len(row.cells), 1, self._BETWEEN)
        end = Box(0, box.height - self.lock + 4, box.width, self.lock - 4)
        edge = 10 if box.width >= _WIDE_COLUMN else 4
        text = Box(edge, 0, box.width - 2 * edge + 2, self.head)
        points = Box(text.x + 24, 0, text.width - 24, upper)
        gain = Box(text.x, upper - 3, text.width, self.head - upper)
        return RowBoxes(
            box=box,
            mode=Mode.COLUMNS,
            cells=cells,
            lock=end if locks else None,
            cap=end if locks else None,
            head=Box(text.x, 0, 24, upper) if locks else None,
            points=points if locks else None,
            gain=gain if locks and self.gain else None,
            touch=_touch(cells, box),
            reach=max(_REACH, cell / 2 + self._BETWEEN),
            number=20,
            small=13,
            points_size=20,
            radius=9,
        )


@dataclass(frozen=True, slots=True)
class RowMeasures:
    """The measures of rows below each other, with mark at the left and points at the right.

    Attributes:
        layout: The sheet.
        width: Of a row.
        ends: Widths of the head, the lock and the cap.
        gap: Between two cells.
        inset: Above and below the cells.
        large: Whether letters are so large that there is no room for words below the points.
    """

    layout: Layout
    width: float
    ends: tuple[float, float, float]
    gap: float
    inset: float = 5.0
    large: bool = False

    @property
    def lines(self) -> int:
        """Lines of cells in a row: two where one would be too narrow for a finger."""
        cells = longest(self.layout)
        return 1 if cells <= _ONE_LINE or self._width_of(cells) >= LEAST else 2

    def _width_of(self, cells: int) -> float:
        head, lock, cap = self.ends
        return _share(self.width - head - lock - 6 - cap, cells, self.gap)

    def width_for(self, cell: float) -> float:
        """Width of a row with cells so wide, all in one line."""
        return self.width + (cell - self._width_of(n := longest(self.layout))) * n

    def row_in(self, height: float, gap: float, least: float = 44.0, most: float = 112.0) -> float:
        """Height of a row where all share so much, with so much between two of them.

        Args:
            height: Of all rows with their gaps.
            gap: Between two rows.
            least: Of each of four rows; more rows share what four ask for, down to a cell's least.
            most: Of a row.
        """
        rows, lines = len(self.layout.rows), self.lines
        needs = lines * LEAST + (lines - 1) * self.gap + 2 * self.inset
        least = max(needs, min(least, least * 4 / rows))
        return _clamp(least, (height - gap * (rows - 1)) / rows, most)

    def rows(self, height: float, x: float, y: float, gap: float) -> tuple[RowBoxes, ...]:
        """The rows from here downwards, each so high."""
        return tuple(
            self.row(row, Box(x, y + i * (height + gap), self.width, height))
            for i, row in enumerate(self.layout.rows)
        )

    def row(self, row: Row, box: Box) -> RowBoxes:
        """One row in its box."""
        head, _, cap = self.ends
        cells, locks = self._cells(row, box), bool(row.lock_mask)
        words = box.height >= _LOW_ROW and not self.large
        middle, end = box.height / 2, box.width - cap
        return RowBoxes(
            box=box,
            mode=Mode.LANDSCAPE,
            cells=cells,
            lock=self._lock(box) if locks else None,
            cap=Box(end, 0, cap, box.height) if locks else None,
            head=Box(0, 0, head, box.height),
            points=(Box(end, middle - 22, cap, 28) if words else Box(end, 0, cap, box.height))
            if locks
            else None,
            gain=Box(end, middle + 6, cap, 18) if locks and words else None,
            touch=_touch(cells, box),
            reach=max(_REACH, cells[0].width / 2 + self.gap),
            number=_clamp(17, cells[0].width * 0.43, 24),
            small=13 if box.height >= _LOW_ROW else 11,
            points_size=22 if words else 20,
            radius=8,
        )

    def _lock(self, box: Box) -> Box:
        _, lock, cap = self.ends
        return Box(box.width - cap - lock - 3, self.inset, lock, box.height - 2 * self.inset)

    def _cells(self, row: Row, box: Box) -> tuple[Box, ...]:
        lines = _lines(row, self.lines)
        across = -(-longest(self.layout) // lines) if row.kind in LINED else len(row.cells)
        width = (
            self._width_of(across)
            if row.kind in LINED
            else _share(self.width - self.ends[0] - _LEFT, across, self.gap)
        )
        height = _share(box.height - 2 * self.inset, lines, self.gap)
        first = Box(self.ends[0], self.inset, width, height)
        return _grid(first, len(row.cells), across, self.gap)


PAIRS = 28.0
"""Height of the line that says what pairs bring."""
GAP = 6.0
"""Between two rows that are looked at."""
_APART = 6.0
"""Between two pairs; between a link and words beside it."""
_NAME, _GAIN = 100.0, 76.0
"""About the widths of a row's name with its mark, and of what its next cross adds."""
STRIP = 26.0
"""Least height of what stands above the cells of a row that is looked at, in dp."""


def sheet_boxes(  # noqa: PLR0913, PLR0917 - a sheet and the parts of it
    size: Box,
    layout: Layout,
    rows: tuple[RowBoxes, ...],
    penalties: tuple[Box, ...],
    sum_: SumBoxes,
    label: Box | None = None,
    *,
    gap: float,
) -> SheetBoxes:
    """The sheet, what its pairs bring said below its rows."""
    lowest = around([row.box for row in rows])
    said = Box(lowest.x, lowest.bottom + gap, lowest.width, PAIRS)
    pairs = beside(said, [0.0] * len(layout.pairs), _APART) if layout.pairs else ()
    links = link_boxes(layout, rows)
    rows = tuple(_named_aside(row, links) for row in rows)
    return SheetBoxes(size, rows, links, pairs, penalties, sum_, label)


def _named_aside(row: RowBoxes, links: Sequence[Box]) -> RowBoxes:
    """A row whose name and gain stand where no link lies over them."""
    if row.head is None or row.mode is not Mode.ROWS:
        return row
    head = row.head.within(row.box)
    over = [x.seen_from(row.box) for x in links if x.y < head.bottom and x.bottom > head.y]
    left = [x.right + _APART for x in over if x.x < row.head.x + _NAME]
    right = [x.x - _APART for x in over if x.right > row.head.right - _GAIN]
    return replace(
        row,
        head=_from_to(row.head, max(left, default=row.head.x), row.head.right),
        gain=row.gain and _from_to(row.gain, row.gain.x, min(right, default=row.gain.right)),
    )


def _from_to(box: Box, left: float, right: float) -> Box:
    return Box(left, box.y, right - left, box.height)


def link_boxes(layout: Layout, rows: Sequence[RowBoxes]) -> tuple[Box, ...]:
    """For each chain, what lies between its two cells; seen as `rows` are."""
    return tuple(_between(_cell(rows, *one), _cell(rows, *two)) for one, two in layout.linked)


def _cell(rows: Sequence[RowBoxes], row: int, position: int) -> Box:
    return rows[row].cells[position].within(rows[row].box)


def _between(one: Box, other: Box) -> Box:
    """From the nearer edge of one cell to that of the other, a quarter of a cell wide."""
    (x, y), (x2, y2) = one.middle, other.middle
    width = min(one.width, one.height) / 4
    if abs(x2 - x) > abs(y2 - y):
        start, end = min(one.right, other.right), max(one.x, other.x)
        return Box(start, min(y, y2) - width / 2, end - start, abs(y2 - y) + width)
    start, end = min(one.bottom, other.bottom), max(one.y, other.y)
    return Box(min(x, x2) - width / 2, start, abs(x2 - x) + width, end - start)


def shown_rows(
    layout: Layout, width: float, cell: float, strip: float = STRIP
) -> tuple[RowBoxes, ...]:
    """Rows that are looked at, lower than those that are played on, a strip above their cells."""
    rows = Upright(layout, width, strip, most=22).rows(cell, 0, 0, GAP)
    links = link_boxes(layout, rows)
    return tuple(_named_aside(row, links) for row in rows)


@dataclass(frozen=True, slots=True)
class PictureBoxes:
    """A small picture of a sheet, seen from its corner; `extra` only where it has such a field."""

    rows: tuple[RowBoxes, ...]
    links: tuple[Box, ...]
    extra: Box | None


def picture_height(width: float) -> float:
    """How high a small picture of this width is, in dp."""
    return round(width / 2, 1)


def picture_boxes(layout: Layout, width: float) -> PictureBoxes:
    """The boxes of a picture of this width: cells, locks, and nothing else."""
    gap, bands = max(1.5, 0.012 * width), len(layout.rows) + has_extra(layout)
    height = (picture_height(width) - gap * (bands - 1)) / bands
    places = [Box(0, i * (height + gap), width, height) for i in range(bands)]
    rows = tuple(_small(row, box) for row, box in zip(layout.rows, places, strict=False))
    extra = None
    if has_extra(layout):
        extra = Box(width - 2 * height, places[-1].y, 2 * height, height)
    return PictureBoxes(rows, link_boxes(layout, rows), extra)


def _small(row: Row, box: Box) -> RowBoxes:
    edge, locks = box.height * 0.13, bool(row.lock_mask)
    step = (box.width - 2 * edge) / (len(row.cells) + (row.kind in LINED))
    gap, high = step * 0.1, box.height - 2 * edge
    cells = _grid(Box(edge + gap / 2, edge, step - gap, high), len(row.cells), len(row.cells), gap)
    return RowBoxes(
        box=box,
        mode=Mode.LANDSCAPE,
        cells=cells,
        lock=Box(box.width - edge - step, edge, step, high) if locks else None,
        cap=None,
        head=None,
        points=None,
        gain=None,
        touch=box,
        reach=0,
        number=min((step - gap) * 0.68, high * 0.62),
        small=0,
        points_size=0,
        radius=min(step, high) * 0.18,
    )

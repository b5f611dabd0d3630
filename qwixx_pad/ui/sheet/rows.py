"""Where the cells of a sheet's rows lie, row by row, in dp. Pure.

Rows of numbers and of bonus numbers share one measure, so that their cells lie in line; a bar, a
track or the pairs of an exchange spread theirs over the whole width.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import LINED, Layout, Row
from qwixx_pad.ui.sheet.boxes import (
    SHARE,
    Axis,
    Box,
    Mode,
    RowBoxes,
    SheetBoxes,
    Slot,
    around,
    grid,
    has_extra,
    lay,
    split,
)

LEAST = 24.0
"""No side of a cell is shorter than this where the sheet has any choice."""
GAP = 6.0
"""Between two rows that are looked at."""
STRIP = 26.0
"""Least height of what stands above the cells of a row that is looked at."""
PAIRS = 28.0
"""Height of the line that says what pairs bring."""
_ONE_LINE = 11
"""So many cells, one for each sum of two dice, stay in one line on any screen."""
_FOUR = 4
"""So many rows get the least height that is asked for each; more rows share that of these."""
_REACH = 24.0
"""A legal cell is meant where its middle is no farther than this from the finger."""
_LEFT, _GAP, _CAP, _BELOW = 5.0, 2.0, 28.0, 5.0
"""In rows: before the first cell, between two cells, the cap, below the cells."""
_MARK = 24.0
"""Width of the head of a row that has no name above it."""
_LOW = 54
"""A cell below this height has small digits beside its cross."""
_LOW_ROW = 50
"""A row below this height has no room for words below its points."""
_LEAST_ROW, _HIGHEST_ROW = 44.0, 112.0
"""Heights of a row on a wide screen, each of four."""
_WIDE_COLUMN = 72.0
"""A column that is narrower has narrow edges."""
_BETWEEN, _SIDE, _UPPER, _ROW = 3.0, 5.0, 30.0, 40.0
"""In columns: between two cells, at their sides, above what a cross adds, a row below them."""
_APART = 6.0
"""Between two pairs; between a link and words beside it."""
_NAME, _GAIN = 100.0, 76.0
"""About the widths of a row's name with its mark, and of what its next cross adds."""


def longest(layout: Layout) -> int:
    """How many cells the longest row has of those whose cells lie in line."""
    return max(len(row.cells) for row in layout.rows if row.kind in LINED)


def _lines_in(width: float, layout: Layout, gap: float) -> int:
    """Lines of cells in a row with so much room: two where one would be too narrow for a finger."""
    cells = longest(layout)
    return 1 if cells <= _ONE_LINE or width - gap * (cells - 1) >= LEAST * cells else 2


def _cells(row: Row, area: Box, layout: Layout, lines: int, gap: float) -> tuple[Box, ...]:
    """The cells of a row, in line with those of other rows, or spread over the whole area."""
    across = -(-longest(layout) // lines)
    if row.kind not in LINED:
        across, lines = len(row.cells), 1
    return grid(area, across * lines, across, gap)[: len(row.cells)]


def _clamp(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))


@dataclass(frozen=True, slots=True)
class Upright:
    """The measures of rows below each other, each with its name above its cells.

    Attributes:
        layout: The sheet.
        width: Of a row.
        strip: Height of what stands above the cells of a row with a lock.
        gap: Between two rows.
        gain: Whether there is room for what the next cross adds.
        number: Largest size of a number, in sp.
        least, most: Height of a cell; more than four lines of them ask for no more than four do.
    """

    layout: Layout
    width: float
    strip: float
    gap: float = GAP
    gain: bool = True
    number: float = 24.0
    least: float = 44.0
    most: float = 80.0

    @property
    def lines(self) -> int:
        """Lines of cells in a row of numbers."""
        return _lines_in(self._free, self.layout, _GAP)

    @property
    def across(self) -> float:
        """Width of a cell of numbers."""
        columns = -(-longest(self.layout) // self.lines)
        return (self._free - _GAP * (columns - 1)) / columns

    @property
    def _free(self) -> float:
        """Width of all cells of a row of numbers with their gaps."""
        return self.width - _LEFT - 4 - _CAP

    def cell_lines(self) -> int:
        """Lines of cells in all rows together."""
        return sum(self._lines(row) for row in self.layout.rows)

    def height(self, cell: float) -> float:
        """Of all rows with the gaps between them, with cells so high."""
        rows = self.layout.rows
        return sum(self._height(row, cell) for row in rows) + self.gap * (len(rows) - 1)

    def height_in(self, height: float) -> float:
        """Of all rows, where there is so much."""
        least = max(LEAST, min(self.least, _FOUR * self.least / self.cell_lines()))
        return _clamp(self.height(least), height, self.height(self.most))

    def rows(self, box: Box) -> tuple[RowBoxes, ...]:
        """The rows that fill a box."""
        cell = (box.height - self.height(0)) / self.cell_lines()
        heights = [self._height(row, cell) for row in self.layout.rows]
        boxes = split(box, Axis.DOWN, heights, self.gap)
        return tuple(self._row(*each) for each in zip(self.layout.rows, boxes, strict=True))

    def _lines(self, row: Row) -> int:
        return self.lines if row.kind in LINED else 1

    def _above(self, row: Row) -> float:
        return self.strip if row.lock_mask else _BELOW

    def _height(self, row: Row, cell: float) -> float:
        lines = self._lines(row)
        return self._above(row) + lines * cell + _GAP * (lines - 1) + _BELOW

    def _row(self, row: Row, box: Box) -> RowBoxes:
        locks, whole = bool(row.lock_mask), box.seen_from(box)
        above, line, _ = split(whole, Axis.DOWN, [self._above(row), SHARE, _BELOW])
        cap = whole.cut(Axis.ACROSS, box.width - _CAP, _CAP)
        points, lock = split(cap, Axis.DOWN, [above.height, SHARE])
        head, area = (
            above.cut(Axis.ACROSS, 10, cap.x - 20),
            line.cut(Axis.ACROSS, _LEFT, self._free),
        )
        if row.kind not in LINED:
            _, head, area, _ = split(line, Axis.ACROSS, [_LEFT, _MARK, SHARE, _LEFT])
        cells = _cells(row, area, self.layout, self.lines, _GAP)
        return RowBoxes(
            box=box,
            mode=Mode.ROWS,
            cells=cells,
            lock=lock if locks else None,
            cap=cap if locks else None,
            head=head if locks or row.kind not in LINED else None,
            points=points if locks else None,
            gain=head if locks and self.gain else None,
            reach=max(_REACH, cells[0].width / 2 + _GAP),
            number=_clamp(15.5, cells[0].width * 0.6, self.number),
            small=11.5 if cells[0].height < _LOW else 13,
            points_size=17,
            radius=7,
        )


@dataclass(frozen=True, slots=True)
class Columns:
    """The measures of rows side by side, their cells below each other.

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

    def height(self, cell: float) -> float:
        """Of all, with cells so high."""
        cells, below = longest(self.layout), len(self._below()) * (self.gap + _ROW)
        return self.head + cells * cell + _BETWEEN * (cells - 1) + self.lock + below

    def height_in(self, height: float) -> float:
        """Of all, where there is so much."""
        least = max(LEAST, min(26, 26 * _ONE_LINE / longest(self.layout)))
        return _clamp(self.height(least), height, self.height(56))

    def cell_in(self, height: float) -> float:
        """Height of a cell, where there is so much for all."""
        return (self.height_in(height) - self.height(0)) / longest(self.layout)

    def rows(self, box: Box) -> tuple[RowBoxes, ...]:
        """The columns that fill a box, and below them what has no column."""
        below = self._below()
        upper, *lower = split(box, Axis.DOWN, [SHARE, *[_ROW] * len(below)], self.gap)
        shares = [SHARE] * (len(self.layout.rows) - len(below))
        columns, lines = iter(split(upper, Axis.ACROSS, shares, self.gap)), iter(lower)
        wide = Landscape(self.layout, self.width, (_MARK + _LEFT, 0, 0), _GAP)
        return tuple(
            self._column(row, next(columns)) if row.kind in LINED else wide.row(row, next(lines))
            for row in self.layout.rows
        )

    def _below(self) -> list[Row]:
        """The rows that have no column."""
        return [row for row in self.layout.rows if row.kind not in LINED]

    def _column(self, row: Row, box: Box) -> RowBoxes:
        locks, whole = bool(row.lock_mask), box.seen_from(box)
        parts = [Slot("head", self.head), Slot("cells"), Slot("lock", self.lock - 4, 4)]
        down = lay(whole, Axis.DOWN, parts)
        edge = 10 if box.width >= _WIDE_COLUMN else 4
        text = Box(edge, 0, box.width - 2 * edge + 2, self.head)
        above, below = split(text, Axis.DOWN, [_UPPER if self.gain else self.head, SHARE])
        head, points = split(above, Axis.ACROSS, [24, SHARE])
        cells = _cells(
            row, down["cells"].inset(_SIDE, 0), self.layout, longest(self.layout), _BETWEEN
        )
        return RowBoxes(
            box=box,
            mode=Mode.COLUMNS,
            cells=cells,
            lock=down["lock"] if locks else None,
            cap=down["lock"] if locks else None,
            head=head if locks else None,
            points=points if locks else None,
            gain=Box(below.x, below.y - 3, below.width, below.height)
            if locks and self.gain
            else None,
            reach=max(_REACH, cells[0].height / 2 + _BETWEEN),
            number=20,
            small=13,
            points_size=20,
            radius=9,
        )


@dataclass(frozen=True, slots=True)
class Landscape:
    """The measures of rows below each other, with mark at the left and points at the right.

    Attributes:
        layout: The sheet.
        width: Of a row.
        ends: Widths of the head, the lock and the cap.
        between: Between two cells.
        gap: Between two rows.
        inset: Above and below the cells.
        large: Whether letters are so large that there is no room for words below the points.
    """

    layout: Layout
    width: float
    ends: tuple[float, float, float]
    between: float
    gap: float = 5.0
    inset: float = 5.0
    large: bool = False

    @property
    def lines(self) -> int:
        """Lines of cells in a row of numbers."""
        return _lines_in(self.width - sum(self.ends) - 6, self.layout, self.between)

    def width_for(self, cell: float) -> float:
        """Width of a row with cells so wide, all in one line."""
        cells = longest(self.layout)
        return cells * cell + self.between * (cells - 1) + sum(self.ends) + 6

    def height(self, row: float) -> float:
        """Of all rows with the gaps between them, each so high."""
        rows = len(self.layout.rows)
        return rows * row + self.gap * (rows - 1)

    def height_in(self, height: float) -> float:
        """Of all rows, where there is so much; more than four ask for what four do."""
        lines = self.lines
        needs = lines * LEAST + self.between * (lines - 1) + 2 * self.inset
        least = max(needs, min(_LEAST_ROW, _FOUR * _LEAST_ROW / len(self.layout.rows)))
        return _clamp(self.height(least), height, self.height(_HIGHEST_ROW))

    def rows(self, box: Box) -> tuple[RowBoxes, ...]:
        """The rows that fill a box, all equally high."""
        boxes = split(box, Axis.DOWN, [SHARE] * len(self.layout.rows), self.gap)
        return tuple(self.row(*each) for each in zip(self.layout.rows, boxes, strict=True))

    def row(self, row: Row, box: Box) -> RowBoxes:
        """One row in its box."""
        locks, whole = bool(row.lock_mask), box.seen_from(box)
        head, lock, cap = self.ends
        ends = [Slot("lock", lock, 3), Slot("cap", cap, 3)]
        if row.kind not in LINED:
            ends = [Slot("edge", _LEFT)]
        parts = [Slot("head", head), Slot("cells"), *ends]
        line = lay(whole.inset(0, self.inset), Axis.ACROSS, parts)
        end = whole.cut(Axis.ACROSS, box.width - cap, cap)
        words = box.height >= _LOW_ROW and not self.large
        points, gain = split(end.cut(Axis.DOWN, box.height / 2 - 22, 46), Axis.DOWN, [28, 18])
        cells = _cells(row, line["cells"], self.layout, self.lines, self.between)
        return RowBoxes(
            box=box,
            mode=Mode.LANDSCAPE,
            cells=cells,
            lock=line["lock"] if locks else None,
            cap=end if locks else None,
            head=whole.cut(Axis.ACROSS, 0, head),
            points=(points if words else end) if locks else None,
            gain=gain if locks and words else None,
            reach=max(_REACH, cells[0].width / 2 + self.between),
            number=_clamp(17, cells[0].width * 0.43, 24),
            small=13 if box.height >= _LOW_ROW else 11,
            points_size=22 if words else 20,
            radius=8,
        )


def link_sheet(sheet: SheetBoxes, layout: Layout, gap: float) -> SheetBoxes:
    """Add to a sheet the links of its cells, and so far below its rows what its pairs bring."""
    lowest = around([row.box for row in sheet.rows])
    line = lowest.cut(Axis.DOWN, lowest.bottom + gap, PAIRS)
    pairs = split(line, Axis.ACROSS, [SHARE] * len(layout.pairs), _APART)
    links = link_boxes(layout, sheet.rows)
    return replace(sheet, rows=_free_of(links, sheet.rows), links=links, pairs=pairs)


def _free_of(links: Sequence[Box], rows: Sequence[RowBoxes]) -> tuple[RowBoxes, ...]:
    """The rows, their names and gains where no link lies over them."""
    return tuple(
        row
        if row.head is None or row.mode is not Mode.ROWS
        else _beside_links(row, row.head, links)
        for row in rows
    )


def _beside_links(row: RowBoxes, head: Box, links: Sequence[Box]) -> RowBoxes:
    places = [link.seen_from(row.box) for link in links]
    over = [link for link in places if link.y < head.bottom and link.bottom > head.y]
    lefts = [link.right + _APART for link in over if link.x < head.x + _NAME]
    rights = [link.x - _APART for link in over if link.right > head.right - _GAIN]
    left, right = max(lefts, default=head.x), min(rights, default=head.right)
    name = head.cut(Axis.ACROSS, left, head.right - left)
    gain = row.gain and head.cut(Axis.ACROSS, head.x, right - head.x)
    return replace(row, head=name, gain=gain)


def link_boxes(layout: Layout, rows: Sequence[RowBoxes]) -> tuple[Box, ...]:
    """For each chain, what lies between its two cells; seen as `rows` are."""
    cells = [[cell.within(row.box) for cell in row.cells] for row in rows]
    return tuple(_between(cells[a][b], cells[c][d]) for (a, b), (c, d) in layout.linked)


def _between(one: Box, other: Box) -> Box:
    """From the nearer edge of one cell to that of the other, a quarter of a cell wide."""
    (x, y), (x2, y2) = one.middle, other.middle
    axis = Axis.ACROSS if abs(x2 - x) > abs(y2 - y) else Axis.DOWN
    first, last = sorted((one, other), key=lambda cell: cell.span(axis))
    start, width = first.span(axis)[1], min(one.width, one.height) / 4
    band = around([cell.center(axis.other, width) for cell in (first, last)])
    return band.cut(axis, start, last.span(axis)[0] - start)


def shown_rows(
    layout: Layout, width: float, cell: float, strip: float = STRIP
) -> tuple[RowBoxes, ...]:
    """Rows that are looked at, lower than those that are played on, a strip above their cells."""
    measures = Upright(layout, width, strip, number=22)
    rows = measures.rows(Box(0, 0, width, measures.height(cell)))
    return _free_of(link_boxes(layout, rows), rows)


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
    whole = Box(0, 0, width, picture_height(width))
    places = split(whole, Axis.DOWN, [SHARE] * bands, gap)
    rows = tuple(_small(*each) for each in zip(layout.rows, places, strict=False))
    last = places[-1].cut(Axis.ACROSS, width - 2 * places[-1].height, 2 * places[-1].height)
    return PictureBoxes(rows, link_boxes(layout, rows), last if has_extra(layout) else None)


def _small(row: Row, box: Box) -> RowBoxes:
    edge, cells = box.height * 0.13, len(row.cells)
    inside = box.seen_from(box).inset(edge, edge)
    step = inside.width / (cells + (row.kind in LINED))
    places = split(inside, Axis.ACROSS, [step] * cells)
    end = inside.cut(Axis.ACROSS, inside.right - step, step)
    return RowBoxes(
        box=box,
        mode=Mode.LANDSCAPE,
        cells=tuple(place.inset(step * 0.05, 0) for place in places),
        lock=end if row.lock_mask else None,
        cap=None,
        head=None,
        points=None,
        gain=None,
        reach=0,
        number=min(step * 0.9 * 0.68, inside.height * 0.62),
        small=0,
        points_size=0,
        radius=min(step, inside.height) * 0.18,
    )

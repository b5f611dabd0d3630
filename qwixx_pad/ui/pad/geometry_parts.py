"""Parts that pads have in common, and those around a sheet looked back on; in dp. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.scoring import sum_line
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.layouts.checking import MOST_PENALTIES
from qwixx_pad.ui.pad.geometry import (
    Box,
    Mode,
    RowBoxes,
    SheetBoxes,
    Space,
    SumBoxes,
    around,
    beside,
)
from qwixx_pad.ui.pad.geometry_rows import Upright

WIDEST_PAD = 1200
ICON, FACE = 48.0, 36.0
"""Sides of a round button and of a player's disc."""
PAIRS = 28.0
"""Height of the line that says what pairs bring."""
_SIGN, _BLOCK, _WAY_BACK = 13.0, 56.0, 100.0
"""Widths of a sign in the sum, of all penalties as one box, and of a word that takes back."""
_APART, _SPARED = 6.0, 8.0
"""Between two chips, pairs or penalties; between words and what stays beside them."""
_NAME, _GAIN = 100.0, 76.0
"""About the widths of a row's name with its mark, and of what its next cross adds."""
_BEFORE, _WORTH, _RULE, _CLOSE = 12.0, 49.3, 0.52, 3.0
"""In the strip of points: before its name, and width of that; height of a line between two numbers,
as a share. Between boxes for penalties that are only looked at."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the sheet.

    Attributes:
        seats: In the standings; 0 for a single sheet.
        button: Whether a button may stand beside the penalties.
        back: Whether a second one does, that leads back to another sheet.
        hint: Whether something may be explained in this game.
    """

    seats: int = 0
    button: bool = False
    back: bool = False
    hint: bool = False


def way_back(message: Box, sum_: SumBoxes) -> Box:
    """Where a message has what takes back or ends; in the place of the sum the total stays."""
    if message == sum_.line and sum_.note is not None:
        message = sum_.note
    return Box(message.right - 4 - _WAY_BACK, message.y, _WAY_BACK, message.height)


def adds_beside(layout: Layout) -> bool:
    """Whether something beside the rows brings points."""
    return bool(sum_line(Sheet.blank(layout)).beside)


def has_extra(layout: Layout) -> bool:
    """Whether a field stands beside the sum: for such points, or as the key of a lucky number."""
    return layout.lucky or adds_beside(layout)


def sum_boxes(box: Box, total: float, layout: Layout) -> SumBoxes:
    """A line that fills the box, its total so wide; words leave what is tapped where it is."""
    rows, extra = sum(bool(row.lock_mask) for row in layout.rows), has_extra(layout)
    fields = rows + extra + 1
    parts = beside(box, (*(0.0, _SIGN) * fields, total), 0)
    kept = parts[2 * rows + 2]
    return SumBoxes(
        total=parts[-1],
        extra=kept if extra else None,
        line=box,
        note=Box(box.x, box.y, kept.x - _SPARED - box.x, box.height),
        fields=parts[: 2 * rows : 2],
        minus=parts[2 * rows],
        signs=parts[1::2],
    )


def chips(box: Box, seats: int) -> tuple[Box, ...]:
    """The standings, one box a seat."""
    return beside(box, [0.0] * seats, _APART) if seats else ()


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


def foot_boxes(
    line: Box, layout: Layout, has: Beside, side: float, gap: float, *ends: float
) -> tuple[tuple[Box, ...], tuple[Box, ...], tuple[Box, ...]]:
    """Boxes for the penalties, the buttons, and the ends of the line; ends of 0 take what is left.

    A way back takes of the room of the penalties, so that the other button stays where it is.

    Args:
        line: What they fill.
        layout: The sheet.
        has: Whether there are buttons.
        side: Width of one penalty.
        gap: Between any two parts.
        ends: How wide each thing at the end is.
    """
    most = MOST_PENALTIES if has.seats else layout.penalties
    room = most * (side + _APART) - _APART
    first, *others = beside(line, [room, *[0.0] * has.button, *ends], gap)
    keys, others = others[: has.button], others[has.button :]
    if has.back:
        block, back = beside(first, [_BLOCK, 0.0], _APART)
        return (block,), (back, *keys), tuple(others)
    penalties = beside(first, [side] * layout.penalties, _APART)
    return penalties, tuple(keys), tuple(others)


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


def worth_boxes(
    strip: Box, most: int, *, titled: bool
) -> tuple[Box | None, tuple[Box, ...], tuple[Box, ...]]:
    """Where the strip says what so many crosses are worth, seen from its corner.

    Args:
        strip: All of it.
        most: How many numbers of crosses.
        titled: Whether a name stands before them.

    Returns:
        The name, a box for each number of crosses, and the lines between them.
    """
    inside = strip.seen_from(strip).inset(_APART, 0)
    before = [_BEFORE, _WORTH] if titled else []
    parts = beside(inside, [*before, *(0.0, 1.0) * (most - 1), 0.0], 0)
    numbers, edge = parts[len(before) :], strip.height * (1 - _RULE) / 2
    lines = tuple(line.inset(0, edge) for line in numbers[1::2])
    return parts[1] if titled else None, numbers[::2], lines


def block_boxes(block: Box, most: int) -> tuple[Box, ...]:
    """All penalties in one block, in one line or in two; seen from its corner."""
    lines = 1 if block.width >= 2 * block.height else 2
    across = -(-most // lines)
    height = (block.height - _CLOSE * (lines - 1)) / lines
    return tuple(
        box
        for line in range(lines)
        for box in beside(
            Box(0, line * (height + _CLOSE), block.width, height), [0.0] * across, _CLOSE
        )
    )[:most]


BAR, SEATS, STEP, SCRUBBER, PLAY = 56.0, 48.0, 58.0, 52.0, 56.0
"""Heights of the bar, the chips of the seats, the card of a step, the scrubber, the play button."""
GAP = 6.0
"""Between two rows."""
_EDGE, _BETWEEN, _STRIP = 6.0, 12.0, 26.0
_CELL, _HIGHEST_CELL = 42.0, 72.0
_NAME_SIZE = 14
_WIDE_FROM, _WIDEST_COLUMN, _SHARE = 700, 760.0, 0.55
_PLOT, _HIGHEST_PLOT = 132.0, 340.0
_CARD = 150.0
"""About the height of the chart's card without its grid, and of the space between all cards."""
_ROOMY = 700
"""From this height on, a screen with two columns has room below its rows."""


@dataclass(frozen=True, slots=True)
class ReviewGeometry:
    """The whole review.

    Attributes:
        wide: Whether the rows stand at the left and all else at the right.
        roomy: Whether there is room below the rows of a wide screen.
        edge: Left and right of everything.
        between: Between the two columns of a wide screen.
        rows: Seen from the corner of the first one.
        links: For each chain of the layout, what lies between its two cells; seen likewise.
        column: Width of what is not the rows.
        plot: Height of the chart, its words left out.
    """

    wide: bool
    roomy: bool
    edge: float
    between: float
    rows: tuple[RowBoxes, ...]
    links: tuple[Box, ...]
    column: float
    plot: float


def review_geometry(space: Space, layout: Layout) -> ReviewGeometry:
    """The boxes of a review."""
    if space.width >= _WIDE_FROM and space.width > space.height:
        return _wide(space, layout)
    width = min(space.width - 2 * _EDGE, _WIDEST_COLUMN)
    rows = shown_rows(layout, width, _CELL, _strip(space))
    return ReviewGeometry(
        wide=False,
        roomy=False,
        edge=(space.width - width) / 2,
        between=0,
        rows=rows,
        links=link_boxes(layout, rows),
        column=width,
        plot=_PLOT,
    )


def _wide(space: Space, layout: Layout) -> ReviewGeometry:
    whole = min(space.width, WIDEST_PAD) - 2 * _EDGE
    left = round((whole - _BETWEEN) * _SHARE)
    larger, strip = max(1.0, space.text), _strip(space)
    measures = Upright(layout, left, strip)
    between = GAP * (len(layout.rows) - 1)
    free = space.height - BAR * larger - 2 * GAP - between - measures.height(0)
    cell = max(_CELL, min(free / measures.cell_lines(), _HIGHEST_CELL))
    around = (BAR + SEATS + STEP) * larger + SCRUBBER + PLAY + _CARD
    rows = shown_rows(layout, left, cell, strip)
    return ReviewGeometry(
        wide=True,
        roomy=space.height >= _ROOMY,
        edge=(space.width - whole) / 2,
        between=_BETWEEN,
        rows=rows,
        links=link_boxes(layout, rows),
        column=whole - _BETWEEN - left,
        plot=max(_PLOT, min(space.height - around, _HIGHEST_PLOT)),
    )


def _strip(space: Space) -> float:
    """Above the cells: a row's name."""
    return max(_STRIP, space.lines(_NAME_SIZE))


def shown_rows(
    layout: Layout, width: float, cell: float, strip: float = _STRIP
) -> tuple[RowBoxes, ...]:
    """Rows that are looked at: lower than those that are played on.

    Args:
        layout: The sheet.
        width: Of a row.
        cell: Height of its cells.
        strip: Above them, in dp.
    """
    rows = Upright(layout, width, strip, most=22).rows(cell, 0, 0, GAP)
    links = link_boxes(layout, rows)
    return tuple(_named_aside(row, links) for row in rows)

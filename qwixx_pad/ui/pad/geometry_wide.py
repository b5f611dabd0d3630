"""Where everything lies on a screen that is wider than high: rows and a rail, in dp. Pure."""

from collections.abc import Iterator, Sequence

from qwixx_pad.core.layout import Layout
from qwixx_pad.ui.pad.geometry import BarBoxes, Box, Geometry, Mode, Space, SumBoxes, beside
from qwixx_pad.ui.pad.geometry_parts import (
    ICON,
    PAIRS,
    WIDEST_PAD,
    Beside,
    chips,
    has_extra,
    sheet_boxes,
    sum_boxes,
    way_back,
)
from qwixx_pad.ui.pad.geometry_rows import Side
from qwixx_pad.ui.tokens import CELL_TEXT

_SHALLOW = 360
"""A screen below this height has no sum line, but its total in the rail."""
_EDGE, _GAP = 8.0, 5.0
"""Around all, and between two rows."""
_TITLE = 17
"""Height of a line that says what the penalties are called."""


def wide_geometry(space: Space, layout: Layout, has: Beside) -> Geometry:
    """The rows at the left, the rail at the right; below them standings or points, and the sum."""
    shallow, rail_width = space.height < _SHALLOW, 108.0 + 40 * max(0.0, space.text - 1)
    high, line = _strip(space, table=bool(has.seats)), 0.0 if shallow else 46.0
    whole = min(space.width, WIDEST_PAD) - 2 * _EDGE
    measures = Side(layout, whole - rail_width - 8, (40, 38, 62), 3, large=space.large)
    under = (_GAP + PAIRS if layout.pairs else 0) + (6 + high if high else 0)
    taken = 2 * _EDGE + under + (9 + line if line else 0)
    row = measures.row_in(space.height - taken, _GAP)
    upper = row * len(layout.rows) + _GAP * (len(layout.rows) - 1) + under
    height, x = max(space.height, upper - under + taken), (space.width - whole) / 2
    y = (height - upper + under - taken) / 2 + _EDGE
    rail = Box(x + whole - rail_width, y, rail_width, upper)
    low = Box(x, y + upper - high, measures.width, high) if high else None
    titled = low is not None and not has.seats
    bar, banner, back, button, total, penalties = _rail(space, rail, layout, has, titled=titled)
    line_box = Box(x, y + upper + 9, whole, line)
    sum_ = sum_boxes(line_box, rail_width, layout, 51) if line else _only_total(total, layout)
    words = low or banner
    message = line_box if line and has.seats else words
    return Geometry(
        mode=Mode.LANDSCAPE,
        width=space.width,
        height=height,
        sheets=(
            sheet_boxes(
                Box(0, 0, space.width, height),
                layout,
                measures.rows(row, x, y, _GAP),
                penalties,
                sum_,
                total if titled else None,
                gap=_GAP,
            ),
        ),
        bar=bar,
        message=message,
        way_back=way_back(message, sum_),
        chips=chips(low, has.seats) if low else (),
        strip=low if titled else None,
        foot=low,
        back=back,
        button=button,
        banner=banner,
        hint=words if has.hint else None,
    )


def _strip(space: Space, *, table: bool) -> float:
    """Below the rows: the seats of a table, or the points of a single sheet."""
    if table:
        return max(34.0 if space.height < _SHALLOW else 38.0, space.lines(16) + 4)
    return 0.0 if space.height < _SHALLOW or space.large else 38.0 * max(1, space.text)


def _rail(
    space: Space, rail: Box, layout: Layout, has: Beside, *, titled: bool
) -> tuple[BarBoxes, Box, Box | None, Box | None, Box, tuple[Box, ...]]:
    """From above menu, words and buttons, from below penalties, and above them title or total.

    Returns:
        The menu with undo and redo, the words, both buttons, title or total, the penalties.
    """
    shallow = space.height < _SHALLOW
    gap, side = (4.0, 38.0) if shallow else (7.0, 48.0)
    lines = 1 if has.back else -(-layout.penalties // 2)
    title = _TITLE * min(space.text, CELL_TEXT) if titled else 0.0
    above = [40.0] * shallow or [title] * titled
    heights = [*[side] * lines, *above, *[ICON] * (has.button + has.back)]
    upwards = [*_upwards(rail, heights, gap)]
    buttons = upwards[lines + len(above) :]
    menu = Box(rail.x, rail.y + ICON + gap, rail.width, ICON)
    top, bottom = menu.bottom + gap, upwards[-1].y - gap
    banner = Box(rail.x, top, rail.width, max(0.0, bottom - top))
    undo = Box(rail.x, rail.y, ICON, ICON)
    redo = Box(rail.right - ICON, rail.y, ICON, ICON)
    bar = BarBoxes(None, menu, None, menu, banner, undo, redo)
    return (
        bar,
        banner,
        buttons[-1] if has.back else None,
        buttons[0] if has.button else None,
        upwards[lines] if above else banner,
        _penalties(upwards[:lines], layout, has),
    )


def _upwards(rail: Box, heights: Sequence[float], gap: float) -> Iterator[Box]:
    y = rail.bottom
    for height in heights:
        y -= height
        yield Box(rail.x, y, rail.width, height)
        y -= gap


def _penalties(lines: Sequence[Box], layout: Layout, has: Beside) -> tuple[Box, ...]:
    """Two in a line; one box for all where two buttons need the room."""
    if has.back:
        return tuple(lines)
    pairs = [beside(Box(x.x, x.y, 108, x.height), [51, 51], 6) for x in reversed(lines)]
    return tuple(box for pair in pairs for box in pair)[: layout.penalties]


def _only_total(box: Box, layout: Layout) -> SumBoxes:
    """Where there is no room for the sum: the total, and what has to be tapped beside it."""
    if not has_extra(layout):
        return SumBoxes(Box(box.x, box.y, 108, box.height))
    extra, total = beside(Box(box.x, box.y, 108, box.height), [46, 56], 6)
    return SumBoxes(total, extra)

"""Where everything lies on wide screens: rows and a rail, or all sheets of a table; in dp. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import LINED, Layout
from qwixx_pad.layouts.checking import MOST_PENALTIES
from qwixx_pad.service.settings import Direction
from qwixx_pad.ui.design.tokens import CELL_TEXT
from qwixx_pad.ui.play.geometry.geometry import (
    ALONE,
    FACE,
    ICON,
    WIDEST_PAD,
    BarBoxes,
    Beside,
    Geometry,
    chips,
    upright_geometry,
    way_back,
)
from qwixx_pad.ui.sheet.boxes import (
    Box,
    Mode,
    RowBoxes,
    SheetBoxes,
    Space,
    SumBoxes,
    around,
    beside,
    grid,
    has_extra,
    sum_boxes,
)
from qwixx_pad.ui.sheet.rows import LEAST, PAIRS, RowMeasures, sheet_boxes

_SHALLOW = 360
"""A screen below this height has no sum line, but its total in the rail."""
_EDGE, _GAP = 8.0, 5.0
"""Around all, and between two rows."""
_TITLE = 17
"""Height of a line that says what the penalties are called."""
_HIGHEST_RAIL = 320
"""What the rail needs at most, in dp: more than a sheet of few rows is high."""


def pad_geometry(
    space: Space, direction: Direction, layout: Layout, has: Beside = ALONE
) -> Geometry:
    """The boxes of a pad with one sheet."""
    if space.width > space.height:
        return wide_geometry(space, layout, has)
    return upright_geometry(space, direction, layout, has)


def wide_geometry(space: Space, layout: Layout, has: Beside) -> Geometry:
    """The rows at the left, the rail at the right; below them standings or points, and the sum."""
    shallow, rail_width = space.height < _SHALLOW, 108.0 + 40 * max(0.0, space.text - 1)
    high, line = _strip(space, table=bool(has.seats)), 0.0 if shallow else 46.0
    whole = min(space.width, WIDEST_PAD) - 2 * _EDGE
    measures = RowMeasures(layout, whole - rail_width - 8, (40, 38, 62), 3, large=space.large)
    under = (_GAP + PAIRS if layout.pairs else 0) + (6 + high if high else 0)
    taken = 2 * _EDGE + under + (9 + line if line else 0)
    row = measures.row_in(space.height - taken, _GAP)
    lying = row * len(layout.rows) + _GAP * (len(layout.rows) - 1) + under
    upper = max(lying, min(space.height - taken + under, _HIGHEST_RAIL))
    height, x = max(space.height, upper - under + taken), (space.width - whole) / 2
    y = (height - upper + under - taken) / 2 + _EDGE
    rail = Box(x + whole - rail_width, y, rail_width, upper)
    low = Box(x, y + upper - high, measures.width, high) if high else None
    titled = low is not None and not has.seats
    bar, banner, back, button, total, penalties = _rail(space, rail, layout, has, titled=titled)
    line_box = Box(x, y + upper + 9, whole, line)
    sum_ = sum_boxes(line_box, rail_width, layout) if line else _only_total(total, layout)
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
    """From above menu, words and button, from below penalties, and above them title or total.

    Returns:
        The menu with undo and redo, the words, both buttons, title or total, the penalties.
    """
    shallow = space.height < _SHALLOW
    gap, side = (4.0, 38.0) if shallow else (7.0, 48.0)
    lines = -(-(MOST_PENALTIES if has.seats else layout.penalties) // 2)
    title = _TITLE * min(space.text, CELL_TEXT) if titled else 0.0
    above = [40.0] * shallow or [title] * titled
    # a way back takes of the room of the penalties, so that the other button stays where it is
    low = [lines * (side + gap) - ICON - 2 * gap, ICON] if has.back else [side] * lines
    heights = [*low, *above, *[ICON] * has.button]
    upwards = tuple(_upwards(rail, heights, gap))
    menu = Box(rail.x, rail.y + ICON + gap, rail.width, ICON)
    top, bottom = menu.bottom + gap, upwards[-1].y - gap
    banner = Box(rail.x, top, rail.width, max(0.0, bottom - top))
    undo = Box(rail.x, rail.y, ICON, ICON)
    redo = Box(rail.right - ICON, rail.y, ICON, ICON)
    bar = BarBoxes(None, menu, None, menu, banner, undo, redo)
    return (
        bar,
        banner,
        upwards[1] if has.back else None,
        upwards[-1] if has.button else None,
        upwards[lines] if above else banner,
        upwards[:1] if has.back else _penalties(upwards[:lines], layout),
    )


def _upwards(rail: Box, heights: Sequence[float], gap: float) -> Iterator[Box]:
    y = rail.bottom
    for height in heights:
        y -= height
        yield Box(rail.x, y, rail.width, height)
        y -= gap


def _penalties(lines: Sequence[Box], layout: Layout) -> tuple[Box, ...]:
    """Two in a line, from the upper one."""
    pairs = [beside(Box(x.x, x.y, 108, x.height), [51, 51], 6) for x in reversed(lines)]
    return tuple(box for pair in pairs for box in pair)[: layout.penalties]


def _only_total(box: Box, layout: Layout) -> SumBoxes:
    """Where there is no room for the sum: the total, and what has to be tapped beside it."""
    if not has_extra(layout):
        return SumBoxes(Box(box.x, box.y, 108, box.height))
    extra, total = beside(Box(box.x, box.y, 108, box.height), [46, 56], 6)
    return SumBoxes(total, extra)


_FOUR = 4
LEAST_SCREEN = 600
"""A screen whose smaller side is below this shows one sheet at a time."""
_CARD_EDGE, _BAR, _HEAD, _SIDE, _KEY = 12.0, 60.0, 50.0, 10.0, 44.0
"""Around all; heights of the bar and of a card's head; at the sides of a row; sides of what is
tapped in a head."""
_BUTTON, _BUTTON_HEIGHT, _TOTAL, _EXTRA, _APART = 168.0, 52.0, 74.0, 52.0, 7.0
_CARD_TITLE, _WIDE, _HINT = 238.0, 900, 52.0
"""Width of the title between two who face each other; from which width on there is more room;
height of a hint."""


@dataclass(frozen=True, slots=True)
class _Spacing:
    """Room between two cards, below the rows of one, between two rows, and around their cells."""

    gap: float
    padding: float
    rows: float
    inset: float = 5.0


_SPACINGS = (_Spacing(12, 10, 6), _Spacing(8, 6, 4), _Spacing(8, 6, 3, 2))
"""From the most to the least, which only sheets of more than four rows need."""


def cards_geometry(
    space: Space, layout: Layout, has: Beside, slips: Sequence[Layout] = ()
) -> Geometry | None:
    """The boxes of so many sheets on one screen; None where a cell would be too small.

    Where cells would be too small, everything stands closer.
    """
    if min(space.width, space.height) < LEAST_SCREEN:
        return None
    spacings = _SPACINGS[: 3 if len(layout.rows) > _FOUR else 2]
    each = slips or [layout] * has.seats
    plans = (_cards(space, each, has, spacing) for spacing in spacings)
    return next((plan for plan in plans if plan.smallest >= LEAST), None)


def _cards(space: Space, slips: Sequence[Layout], has: Beside, spacing: _Spacing) -> Geometry:
    facing = has.seats == 2  # noqa: PLR2004 - two sit face to face
    boxes = _facing(space) if facing else _clockwise(_grid(space, has.seats, spacing.gap))
    y = (space.height - _BAR) / 2 if facing else 0
    whole = Box(_CARD_EDGE, y, space.width - 2 * _CARD_EDGE, _BAR)
    bar, key, said = (_bar_between if facing else _bar_above)(whole, has)
    return Geometry(
        mode=Mode.LANDSCAPE,
        width=space.width,
        height=space.height,
        sheets=tuple(card_boxes(*each, spacing) for each in zip(boxes, slips, strict=True)),
        bar=bar,
        message=bar.words,
        way_back=way_back(bar.words, SumBoxes(bar.words)),
        facing=facing,
        button=key,
        hint=said,
    )


def _facing(space: Space) -> tuple[Box, ...]:
    """The first corner is the lower one, the second one is opposite."""
    height = (space.height - _BAR - 2 * _CARD_EDGE) / 2
    width = space.width - 2 * _CARD_EDGE
    return (
        Box(_CARD_EDGE, space.height - _CARD_EDGE - height, width, height),
        Box(_CARD_EDGE, _CARD_EDGE, width, height),
    )


def _clockwise(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """From the upper left corner along the upper edge, down at the right, and up at the left."""
    left = [box for box in boxes if box.x == boxes[0].x]
    right = [box for box in boxes if box.x > boxes[0].x]
    if not right:
        return boxes
    first, *below = left
    return (first, *right, *reversed(below))


def _grid(space: Space, seats: int, gap: float) -> tuple[Box, ...]:
    """Two columns on a wide screen, one on an upright one."""
    width, height = space.width - 2 * _CARD_EDGE, space.height - _BAR - _CARD_EDGE
    columns = 2 if space.width > space.height else 1
    return grid(Box(_CARD_EDGE, _BAR, width, height), seats, columns, gap)


def _middle(part: Box, height: float) -> Box:
    """So high a box in the middle of a part of a bar."""
    return Box(part.x, part.y + (part.height - height) / 2, part.width, height)


def _bar(  # noqa: PLR0913, PLR0917 - a bar and the parts of it
    bar: Box, menu: Box, face: Box | None, title: Box, undo: Box, redo: Box
) -> BarBoxes:
    disc = None if face is None else _middle(face, FACE)
    icons = (_middle(part, ICON) for part in (undo, redo))
    return BarBoxes(bar, _middle(menu, ICON), disc, title, title, *icons)


def _beside_title(bar: Box, title: Box) -> Box:
    """Where a hint stands beside the title; a narrow bar has room for only one of them."""
    if bar.width + 2 * _CARD_EDGE < _WIDE:
        return title
    _, said = beside(title, [(title.width - 4) / 3, 0], 4)
    return said


def _bar_above(bar: Box, has: Beside) -> tuple[BarBoxes, Box | None, Box | None]:
    """Menu, disc and title at the left, the rest at the right; a hint lies over the title's end."""
    ends = [ICON, ICON, *[_BUTTON] * has.button]
    menu, face, _, title, undo, redo, *keys = beside(bar, [ICON, FACE, 6, 0, *ends], 4)
    key = _middle(keys[0], _BUTTON_HEIGHT) if has.button else None
    told = _middle(_beside_title(bar, title), _HINT) if has.hint else None
    return _bar(bar, menu, face, title, undo, redo), key, told


def _bar_between(bar: Box, has: Beside) -> tuple[BarBoxes, Box | None, Box | None]:
    """In the middle of two who face each other; a hint takes the place of disc and title."""
    keys, said = [_BUTTON] * has.button, None
    if has.hint:
        undo, redo, free, *more = beside(bar, [ICON, ICON, 0, *keys, ICON], 8)
        said = _middle(free, _HINT)
        face, title = beside(free, [FACE, 0], 12)
    else:
        shares = [ICON, ICON, 12, FACE, 8, _CARD_TITLE, *keys, ICON]
        width = sum(shares) + 4 * (len(shares) - 1)
        whole = Box(bar.x + (bar.width - width) / 2, bar.y, width, bar.height)
        undo, redo, _, face, _, title, *more = beside(whole, shares, 4)
    key = _middle(more[0], _BUTTON_HEIGHT) if has.button else None
    return _bar(bar, more[-1], face, title, undo, redo), key, said


_NARROW_ENDS, _WIDE_ENDS = ((33.0, 36.0, 52.0), 3.0), ((44.0, 45.0, 75.0), 5.0)
"""Widths of the head, the lock and the cap of a row, and what is free between two cells."""


def card_boxes(
    box: Box, layout: Layout, spacing: _Spacing = _SPACINGS[0], *, turns: bool = True
) -> SheetBoxes:
    """One sheet as a card: its head, and its rows below.

    Where nothing turns it, its name has that room.
    """
    wide, inner = box.width >= _WIDE, box.width - 2 * _SIDE
    ends, gap = _WIDE_ENDS if wide else _NARROW_ENDS
    measures = RowMeasures(layout, inner, ends, gap, spacing.inset)
    rows = len(layout.rows)
    height = (box.height - _above_rows(layout, spacing)) / rows
    placed = measures.rows(height, _SIDE, _HEAD + spacing.rows, spacing.rows)
    head = Box(_SIDE, _HEAD - _KEY, inner, _KEY)
    extra = [_EXTRA] if has_extra(layout) else []
    all_penalties = layout.penalties * (_KEY + 6) - 6
    names = 160.0 if wide else 88.0
    shares = [FACE, names, _KEY, 0, all_penalties, *extra, _TOTAL]
    face, name, turn, label, penalties, *more = beside(head, shares, _APART)
    sheet = sheet_boxes(
        box,
        layout,
        placed,
        beside(penalties, [_KEY] * layout.penalties, 6),
        SumBoxes(more[-1], more[0] if extra else None),
        label,
        gap=spacing.rows,
    )
    face, free = _middle(face, FACE), around([name, turn])
    if not turns:
        return replace(sheet, face=face, name=free)
    return replace(sheet, face=face, name=name, turn=turn)


def _above_rows(layout: Layout, spacing: _Spacing) -> float:
    """Of the height of a card what its rows leave."""
    pairs = PAIRS + spacing.rows if layout.pairs else 0
    return _HEAD + spacing.padding + spacing.rows * len(layout.rows) + pairs


def card_size(layout: Layout, cell: float, row: float) -> tuple[float, float]:
    """Width and height of a narrow card with cells so wide, and rows so high; in dp."""
    ends, gap = _NARROW_ENDS
    width = RowMeasures(layout, 0, ends, gap).width_for(cell) + 2 * _SIDE
    return width, _above_rows(layout, _SPACINGS[0]) + row * len(layout.rows)


_BETWEEN_SHEETS = 12.0
_CELL, _ROW, _HIGHEST_ROW = 38.0, 50.0, 92.0
"""Least width of a cell, least and largest height of a row, before they are scaled; in dp."""
_BAR_SHARE, _BAR_WIDTH = 0.115, 14.0
"""Height of the bar as a share of a screen's, and how many times wider than high it is at least."""
_FACE, _BETWEEN = 0.62, 0.12
"""Of the height of the bar, the disc of who rolls, and what is free between two parts."""
_NUMBER_WIDE, _NUMBER_HIGH = 0.58, 0.6
"""Of a cell's width and height, the size of a number in a row of them: it is read from far away."""


def board_geometry(space: Space, slips: Sequence[Layout], *, keys: bool) -> Geometry:
    """The boxes of all sheets of a table, from the first corner on, and of the bar above them.

    The sheets are scaled alike, in as many columns as make their cells large and fill the space.
    With `keys`, undo and redo stand in the bar.
    """
    high = max(_BAR, min(space.height * _BAR_SHARE, space.width / _BAR_WIDTH))
    whole = Box(
        _CARD_EDGE, high, space.width - 2 * _CARD_EDGE, max(1.0, space.height - high - _CARD_EDGE)
    )
    seats = len(slips)
    ways = [
        _sheets(grid(whole, seats, columns, _BETWEEN_SHEETS), slips)
        for columns in range(1, seats + 1)
    ]
    sheets = max(ways, key=_worth)
    bar = _board_bar(Box(_CARD_EDGE, 0, whole.width, high), keys=keys)
    return Geometry(
        mode=Mode.LANDSCAPE,
        width=space.width,
        height=space.height,
        sheets=sheets,
        bar=bar,
        message=bar.words,
        way_back=way_back(bar.words, SumBoxes(bar.words)),
    )


def _worth(sheets: Sequence[SheetBoxes]) -> float:
    """Which way is better: how large the sheets are, times the space that they fill."""
    filled = sum(sheet.box.width * sheet.box.height for sheet in sheets) * sheets[0].scale ** 2
    return sheets[0].scale * filled


def _sheets(places: Sequence[Box], slips: Sequence[Layout]) -> tuple[SheetBoxes, ...]:
    """Every sheet in its place, all as many times larger than the least as the tightest can be."""

    def fits(place: Box, layout: Layout) -> float:
        width, height = card_size(layout, _CELL, _ROW)
        return min(place.width / width, place.height / height)

    scale = min(map(fits, places, slips))
    return tuple(_sheet(*each, scale) for each in zip(places, slips, strict=True))


def _sheet(place: Box, layout: Layout, scale: float) -> SheetBoxes:
    """One sheet in the middle of its place, and as large as that but for rows that are too high."""
    _, highest = card_size(layout, _CELL, _HIGHEST_ROW)
    height = min(place.height / scale, highest)
    above = (place.height - height * scale) / 2
    card = Box(place.x, place.y + above, place.width / scale, height)
    boxes = card_boxes(card, layout, turns=False)
    rows = tuple(
        _with_large_numbers(row) if printed.kind in LINED else row
        for row, printed in zip(boxes.rows, layout.rows, strict=True)
    )
    return replace(boxes, rows=rows, scale=scale)


def _with_large_numbers(row: RowBoxes) -> RowBoxes:
    cell = row.cells[0]
    return replace(row, number=min(cell.width * _NUMBER_WIDE, cell.height * _NUMBER_HIGH))


def _board_bar(bar: Box, *, keys: bool) -> BarBoxes:
    """The way out, the disc and the title at the left, undo and redo at the right."""
    side, icons = bar.height * _FACE, [ICON] * 2 if keys else []
    lead, face, title, *ends = beside(bar, [ICON, side, 0, *icons], bar.height * _BETWEEN)
    undo, redo = ends or [Box(bar.right, bar.y, 0, 0)] * 2
    lead, undo, redo = (_middle(part, ICON) for part in (lead, undo, redo))
    return BarBoxes(bar, lead, _middle(face, side), title, title, undo, redo)

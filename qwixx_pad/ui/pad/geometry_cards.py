"""Where the sheets of a table lie when one large screen shows them all, in dp. Pure."""

from dataclasses import dataclass, replace

from qwixx_pad.core.layout import Layout
from qwixx_pad.ui.pad.geometry import (
    BarBoxes,
    Box,
    Geometry,
    Mode,
    SheetBoxes,
    Space,
    SumBoxes,
    beside,
)
from qwixx_pad.ui.pad.geometry_parts import (
    FACE,
    ICON,
    PAIRS,
    Beside,
    has_extra,
    sheet_boxes,
    way_back,
)
from qwixx_pad.ui.pad.geometry_rows import LEAST, Side

_FOUR = 4
LEAST_SCREEN = 600
"""A screen whose smaller side is below this shows one sheet at a time."""
_EDGE, _BAR, _HEAD, _SIDE, _KEY = 12.0, 60.0, 50.0, 10.0, 44.0
"""Around all; heights of the bar and of a card's head; at the sides of a row; sides of what is
tapped in a head."""
_BUTTON, _BUTTON_HEIGHT, _TOTAL, _EXTRA, _APART = 168.0, 52.0, 74.0, 52.0, 7.0
_TITLE, _WIDE, _HINT = 238.0, 900, 52.0
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


def cards_geometry(space: Space, layout: Layout, has: Beside) -> Geometry | None:
    """The boxes of so many sheets on one screen; None where a cell would be too small.

    Where cells would be too small, everything stands closer.
    """
    if min(space.width, space.height) < LEAST_SCREEN:
        return None
    spacings = _SPACINGS[: 3 if len(layout.rows) > _FOUR else 2]
    plans = (_cards(space, layout, has, spacing) for spacing in spacings)
    return next((plan for plan in plans if plan.smallest >= LEAST), None)


def _cards(space: Space, layout: Layout, has: Beside, spacing: _Spacing) -> Geometry:
    facing = has.seats == 2  # noqa: PLR2004 - two sit face to face
    boxes = _facing(space) if facing else _clockwise(_grid(space, has.seats, spacing.gap))
    y = (space.height - _BAR) / 2 if facing else 0
    whole = Box(_EDGE, y, space.width - 2 * _EDGE, _BAR)
    bar, key, said = (_bar_between if facing else _bar_above)(whole, has)
    return Geometry(
        mode=Mode.LANDSCAPE,
        width=space.width,
        height=space.height,
        sheets=tuple(_card(box, layout, spacing) for box in boxes),
        bar=bar,
        message=bar.words,
        way_back=way_back(bar.words, SumBoxes(bar.words)),
        facing=facing,
        button=key,
        hint=said,
    )


def _facing(space: Space) -> tuple[Box, ...]:
    """The first corner is the lower one, the second one is opposite."""
    height = (space.height - _BAR - 2 * _EDGE) / 2
    width = space.width - 2 * _EDGE
    return (
        Box(_EDGE, space.height - _EDGE - height, width, height),
        Box(_EDGE, _EDGE, width, height),
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
    """Two columns on a wide screen, one on an upright one; an odd last sheet is wide."""
    columns = 2 if space.width > space.height else 1
    lines = -(-seats // columns)
    height = (space.height - _BAR - _EDGE - gap * (lines - 1)) / lines
    whole = space.width - 2 * _EDGE
    width = (whole - gap * (columns - 1)) / columns
    boxes = []
    for seat in range(seats):
        line, column = divmod(seat, columns)
        alone = column == 0 and seat == seats - 1
        x, y = _EDGE + column * (width + gap), _BAR + line * (height + gap)
        boxes.append(Box(x, y, whole if alone else width, height))
    return tuple(boxes)


def _middle(part: Box, height: float) -> Box:
    """So high a box in the middle of a part of a bar."""
    return Box(part.x, part.y + (part.height - height) / 2, part.width, height)


def _bar(  # noqa: PLR0913, PLR0917 - a bar and the parts of it
    bar: Box, menu: Box, face: Box | None, title: Box, undo: Box, redo: Box
) -> BarBoxes:
    disc = None if face is None else _middle(face, FACE)
    icons = (_middle(part, ICON) for part in (undo, redo))
    return BarBoxes(bar, _middle(menu, ICON), disc, title, title, *icons)


def _beside_hint(bar: Box, title: Box) -> tuple[Box, Box]:
    """What a hint leaves of the title, and the hint; a narrow bar has room for no title."""
    if bar.width + 2 * _EDGE < _WIDE:
        return replace(title, width=0), title
    title, said = beside(title, [(title.width - 4) / 3, 0], 4)
    return title, said


def _bar_above(bar: Box, has: Beside) -> tuple[BarBoxes, Box | None, Box | None]:
    """Menu, disc and title at the left, the rest at the right; a hint takes of the title."""
    ends = [ICON, ICON, *[_BUTTON] * has.button]
    menu, face, _, title, undo, redo, *keys = beside(bar, [ICON, FACE, 6, 0, *ends], 4)
    title, said = _beside_hint(bar, title) if has.hint else (title, None)
    key = _middle(keys[0], _BUTTON_HEIGHT) if has.button else None
    told = None if said is None else _middle(said, _HINT)
    return _bar(bar, menu, face, title, undo, redo), key, told


def _bar_between(bar: Box, has: Beside) -> tuple[BarBoxes, Box | None, Box | None]:
    """In the middle of two who face each other; a hint takes the place of disc and title."""
    keys, said, face = [_BUTTON] * has.button, None, None
    if has.hint:
        undo, redo, title, *more = beside(bar, [ICON, ICON, 0, *keys, ICON], 8)
        title, said = replace(title, width=0), _middle(title, _HINT)
    else:
        shares = [ICON, ICON, 12, FACE, 8, _TITLE, *keys, ICON]
        width = sum(shares) + 4 * (len(shares) - 1)
        whole = Box(bar.x + (bar.width - width) / 2, bar.y, width, bar.height)
        undo, redo, _, face, _, title, *more = beside(whole, shares, 4)
    key = _middle(more[0], _BUTTON_HEIGHT) if has.button else None
    return _bar(bar, more[-1], face, title, undo, redo), key, said


def _card(box: Box, layout: Layout, spacing: _Spacing) -> SheetBoxes:
    """One sheet: its head, and its rows below."""
    wide, inner = box.width >= _WIDE, box.width - 2 * _SIDE
    ends, gap = ((44.0, 45.0, 75.0), 5.0) if wide else ((33.0, 36.0, 52.0), 3.0)
    measures = Side(layout, inner, ends, gap, spacing.inset)
    pairs = PAIRS + spacing.rows if layout.pairs else 0
    rows = len(layout.rows)
    height = (box.height - _HEAD - spacing.padding - spacing.rows * rows - pairs) / rows
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
    return replace(sheet, face=_middle(face, FACE), name=name, turn=turn)

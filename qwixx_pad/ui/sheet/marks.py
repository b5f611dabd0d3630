"""What is printed around the number of a cell. Pure."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from qwixx_pad.core.layout import Mark
from qwixx_pad.ui.sheet.boxes import Box
from qwixx_pad.ui.sheet.row_look import CellLook
from qwixx_pad.ui.sheet.shapes import Layer, Letters, Paint, Point, Sketch

_FONT = "MaterialIcons"
SIGNS = {
    "FAVORITE_ROUNDED": "\uf738",
    "STAR_ROUNDED": "\U000f01d4",
    "ECO_ROUNDED": "\uf6f2",
    "WATER_DROP_ROUNDED": "\U000f03b4",
    "REDEEM_ROUNDED": "\U000f00e6",
    "SWAP_HORIZ_ROUNDED": "\U000f01fa",
    "FILTER_VINTAGE_ROUNDED": "\uf75f",
    "STAIRS_ROUNDED": "\U000f01cd",
    "CASINO_ROUNDED": "\uf61f",
    "ADD_ROUNDED": "\uf537",
    "TOUR_ROUNDED": "\U000f0246",
    "LOCAL_FLORIST_ROUNDED": "\uf86c",
    "LOCK_ROUNDED": "\uf889",
    "LOCK_OPEN_ROUNDED": "\uf887",
    "LINK_ROUNDED": "\uf85a",
    "SWAP_VERT_ROUNDED": "\U000f01fc",
    "CHECK_ROUNDED": "\uf636",
    "VISIBILITY_OFF_ROUNDED": "\U000f0292",
}
"""Icons by the names that the design has for them."""
LOCK, LOCK_OPEN, CONNECTS = SIGNS["LOCK_ROUNDED"], SIGNS["LOCK_OPEN_ROUNDED"], SIGNS["LINK_ROUNDED"]
CHECK, HIDDEN = SIGNS["CHECK_ROUNDED"], SIGNS["VISIBILITY_OFF_ROUNDED"]
SWAP, SWAP_UPRIGHT = SIGNS["SWAP_HORIZ_ROUNDED"], SIGNS["SWAP_VERT_ROUNDED"]


def sign(name: str, icon: str, place: Point, size: float, color: str) -> Letters:
    """An icon around a place; `name` tells it from other letters of a drawing, sizes are in dp."""
    return Letters(name, icon, place, size, color, _FONT)


_LINE, _FRAME = 1.6, 2.4
"""Widths of the line of a symbol and of a box around a number, in dp."""
_SECOND, _ASIDE = 10.0, 4.0
"""Side of the box for a second cross, and what is free below it; in dp."""
_TALLEST = 1.35
"""Of a symbol, as a multiple of its width."""
_CUT = 0.3
"""How much of each side the corner of an octagon takes."""
_POINTS, _DENT = 8, 0.76
"""Points of a star, and how far from its middle the dents between them lie."""
_THIN = 26.0
"""Of a cell whose shorter side is less than this, in dp, the lines are finer."""


def draw_mark(sketch: Sketch, cell: CellLook, box: Box, color: str, radius: float) -> None:
    """What stands around a number: nothing around most.

    Args:
        sketch: Where it is drawn.
        cell: Which.
        box: Where the cell lies.
        color: Of the lines.
        radius: Of the cell's corners.
    """
    fine = min(1.0, min(box.width, box.height) / _THIN)
    pen, mark = Paint(color, round(_LINE * fine, 1)), cell.printed.mark
    if cell.apart:
        second = second_box(box)
        if second.width < box.width:
            sketch.rect(Layer.EDGE, pen, second, 2.0)
    elif cell.boxes > 1:
        for edge in (1.0, 4.0 * fine):
            sketch.rect(Layer.EDGE, pen, box.inset(edge, edge), max(radius - edge, 0.0))
    elif mark in {Mark.BOX, Mark.LINK}:
        frame = Paint(color, round(_FRAME * fine, 1))
        sketch.rect(Layer.EDGE, frame, box.inset(2 * fine, 2 * fine), radius - fine)
    else:
        draw_symbol(sketch, mark, box, pen)


def draw_symbol(sketch: Sketch, mark: Mark | None, box: Box, pen: Paint) -> None:
    """The symbol of a pair, as large as fits into a box; nothing for other marks."""
    corners = [*_symbol(mark, box)]
    if corners:
        sketch.outline(Layer.EDGE, pen, corners)


def second_box(cell: Box) -> Box:
    """Where the second cross of a number is made: below it, or beside it where the cell is wide."""
    if cell.width >= cell.height:
        return Box(cell.right - _SECOND - 2, cell.middle[1] - _SECOND / 2, _SECOND, _SECOND)
    return Box(cell.middle[0] - _SECOND / 2, cell.bottom - _SECOND - _ASIDE, _SECOND, _SECOND)


def _symbol(mark: Mark | None, cell: Box) -> Iterator[Point]:
    (x, y), across = cell.middle, min(cell.width / 2 - 2, cell.height / 2 - 2)
    high = min(across * _TALLEST, cell.height / 2 - 2)
    match mark:
        case Mark.FEWEST:
            yield from _round(x, y, [across] * 48)
        case Mark.EACH:
            yield from ((x, y - high), (x + across, y), (x, y + high), (x - across, y))
        case Mark.LOWEST:
            square = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            yield from ((x + a * across * 0.86, y + b * across * 0.86) for a, b in square)
        case Mark.PLUS:
            yield from ((x + a * across, y + b * across) for a, b in _octagon())
        case Mark.WAIVE:
            yield from _round(x, y, [across + 1, across * _DENT] * _POINTS)


def _octagon() -> Iterator[Point]:
    """Its corners, in a square from -1 to 1."""
    near, far = 1 - 2 * _CUT, 1.0
    half = ((near, -far), (far, -near), (far, near), (near, far))
    yield from half
    yield from ((-x, -y) for x, y in half)


def _round(x: float, y: float, radii: Sequence[float]) -> Iterator[Point]:
    """Points around a middle, clockwise from above, so far from it."""
    for i, radius in enumerate(radii):
        turn = 2 * pi * i / len(radii)
        yield x + radius * sin(turn), y - radius * cos(turn)

"""What is printed around the number of a cell, as shapes of a canvas."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.layout import Mark
from qwixx_pad.ui.design.drawing import Point, outline
from qwixx_pad.ui.pad.geometry import Box
from qwixx_pad.ui.pad.view import CellLook

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


def printed(cell: CellLook, box: Box, color: str, radius: float) -> list[cv.Shape]:
    """What stands around a number: nothing around most.

    Args:
        cell: Which.
        box: The cell, seen from its own corner.
        color: Of the lines.
        radius: Of the cell's corners.
    """
    if cell.apart:
        return [_rect(second_box(box), 2, outline(color, _LINE))]
    if cell.boxes > 1:
        pen = outline(color, _LINE)
        return [_rect(box.inset(edge, edge), radius - edge, pen) for edge in (1.0, 4.0)]
    if cell.mark in {Mark.BOX, Mark.LINK}:
        return [_rect(box.inset(2, 2), radius - 1, outline(color, _FRAME))]
    points = [*_symbol(cell.mark, box)]
    return [_outline(points, outline(color, _LINE))] if points else []


def second_box(cell: Box) -> Box:
    """Where the second cross of a number is made: below it, or beside it where the cell is wide."""
    if cell.width >= cell.height:
        return Box(cell.right - _SECOND - 2, cell.middle[1] - _SECOND / 2, _SECOND, _SECOND)
    return Box(cell.middle[0] - _SECOND / 2, cell.bottom - _SECOND - _ASIDE, _SECOND, _SECOND)


def _symbol(mark: Mark | None, cell: Box) -> Iterator[Point]:
    """The corners of the symbol of a pair, as large as fits into the cell; none for other marks."""
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


def _rect(box: Box, radius: float, pen: ft.Paint) -> cv.Shape:
    return cv.Rect(box.x, box.y, box.width, box.height, border_radius=radius, paint=pen)


def _outline(points: Sequence[Point], pen: ft.Paint) -> cv.Shape:
    first, *rest = points
    lines = (cv.Path.LineTo(*point) for point in rest)
    return cv.Path([cv.Path.MoveTo(*first), *lines, cv.Path.Close()], paint=pen)

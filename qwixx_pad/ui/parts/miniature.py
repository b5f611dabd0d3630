"""A sheet, small: one canvas of any width."""

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.guards import component
from qwixx_pad.ui.mini_look import MiniLook, MiniRow
from qwixx_pad.ui.parts.ink import ink
from qwixx_pad.ui.pen import cross
from qwixx_pad.ui.plan import Box
from qwixx_pad.ui.tokens import Theme

_PROPORTION = 0.5
"""Height of a miniature as a share of its width."""
_TINY = 90
"""Below this width a cross is a filled square; in dp."""


def miniature_height(width: float) -> float:
    """How high a miniature of this width is, in dp."""
    return round(width * _PROPORTION, 1)


@component
def miniature(look: MiniLook, theme: Theme, width: float, seed: str) -> ft.Control:
    """A small picture of a sheet; hidden from screen readers, the words beside it say it all."""
    height = miniature_height(width)
    gap = max(1.5, 0.012 * width)
    band = (height - gap * (len(look.rows) - 1)) / len(look.rows)
    shapes: list[cv.Shape] = []
    for i, row in enumerate(look.rows):
        shapes += _row(row, Box(0, i * (band + gap), width, band), theme, seed)
    return ft.Semantics(
        content=cv.Canvas(shapes=shapes, width=width, height=height), exclude_semantics=True
    )


def _row(row: MiniRow, band: Box, theme: Theme, seed: str) -> list[cv.Shape]:
    colors = theme.bands[row.letter]
    edge = band.height * 0.13
    step = (band.width - 2 * edge) / (len(row.cells) + 1)
    shapes = [_filled(band, band.height * 0.22, colors.band)]
    if theme.dark and colors.outline:
        shapes.append(_outlined(band, band.height * 0.22, colors.outline))
    for i, state in enumerate(row.cells):
        cell = Box(edge + i * step + step * 0.05, band.y + edge, step * 0.9, band.height - 2 * edge)
        fill = {"skipped": colors.skipped, "closed": colors.skipped}.get(state, theme.paper)
        if state == "crossed" and band.width < _TINY:
            fill = theme.pen
        shapes.append(_filled(cell, cell.width * 0.2, fill))
        if state == "crossed" and band.width >= _TINY:
            mark = f"{seed}{row.letter}{i}"
            shapes += ink(cross(mark, _within(cell), stretched=True), theme.pen)
    return shapes + _lock(
        row, Box(band.width - edge - step, band.y, step, band.height), theme, seed
    )


def _lock(row: MiniRow, box: Box, theme: Theme, seed: str) -> list[cv.Shape]:
    colors, mine = theme.bands[row.letter], row.lock == "mine"
    radius = min(box.width, box.height) * 0.36
    x, y = box.x + box.width / 2, box.y + box.height / 2
    fill = theme.paper if mine else colors.cap
    disc = cv.Circle(x, y, radius, paint=ft.Paint(color=fill))
    if not mine:
        return [disc]
    inside = Box(x - radius, y - radius, 2 * radius, 2 * radius)
    return [disc, *ink(cross(f"{seed}{row.letter}-lock", inside, stretched=True), theme.pen)]


def _within(cell: Box) -> Box:
    side = min(cell.width, cell.height)
    return Box(cell.x + (cell.width - side) / 2, cell.y + (cell.height - side) / 2, side, side)


def _filled(box: Box, radius: float, color: str) -> cv.Shape:
    paint = ft.Paint(color=color)
    return cv.Rect(box.x, box.y, box.width, box.height, border_radius=radius, paint=paint)


def _outlined(box: Box, radius: float, color: str) -> cv.Shape:
    paint = ft.Paint(color=color, stroke_width=1, style=ft.PaintingStyle.STROKE)
    return cv.Rect(
        box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1, border_radius=radius, paint=paint
    )

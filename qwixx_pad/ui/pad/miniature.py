"""A sheet, small: one canvas of any width."""

from collections.abc import Sequence

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.layout import Mark
from qwixx_pad.ui.design.drawing import Stroke, ink, outline, small_cross
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.geometry import Box, below
from qwixx_pad.ui.pad.view import MiniLook, MiniRow
from qwixx_pad.ui.runtime.guards import component

_PROPORTION = 0.5
"""Height of a miniature as a share of its width."""
_TINY = 90
"""Below this width a cross is a filled square; in dp."""
_MADE, _OUT = {"crossed", "doubled"}, {"skipped", "closed", "void"}
_NO_EDGE = {None, Mark.STEP, Mark.LINK}
_BENDS = 130
"""From this width on the eye sees that strokes bend; in dp."""


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
    pen: list[Stroke] = []
    places = [Box(0, i * (band + gap), width, band) for i in range(len(look.rows))]
    for row, place in zip(look.rows, places, strict=True):
        shapes += _ground(row, place, theme)
        if width >= _TINY:
            pen += _crosses(row, place, seed)
    if look.links:
        shapes.append(_links(look, places, theme))
    shapes += ink(pen, theme.pen, curved=width >= _BENDS)
    return ft.Semantics(
        content=cv.Canvas(shapes=shapes, width=width, height=height), exclude_semantics=True
    )


def _edge_and_step(row: MiniRow, band: Box) -> tuple[float, float]:
    """What is left free around the cells, and from one cell to the next, in dp."""
    edge = band.height * 0.13
    return edge, (band.width - 2 * edge) / (len(row.cells) + row.lined)


def _cell(i: int, band: Box, edge: float, step: float) -> Box:
    return Box(edge + i * step + step * 0.05, band.y + edge, step * 0.9, band.height - 2 * edge)


def _ground(row: MiniRow, band: Box, theme: Theme) -> list[cv.Shape]:
    """The band, its cells and its lock: the cells of one colour are one shape."""
    colors = theme.bands[row.letter]
    edge, step = _edge_and_step(row, band)
    shapes = [_filled(band, band.height * 0.22, colors.band)]
    for letter, half in zip(row.between, below(band, [band.height / 2] * 2, 0), strict=False):
        shapes.append(_filled(half, band.height * 0.1, theme.bands[letter].band))
    if theme.dark and colors.outline:
        shapes.append(_outlined(band, band.height * 0.22, colors.outline))
    for i, ink_ in enumerate(row.inks):
        cell = _cell(i, band, edge, step).inset(-step * 0.05, -edge * 0.5)
        shapes.append(_filled(cell, 0, theme.bands[ink_].band))
    by_fill: dict[str, list[cv.Path.PathElement]] = {}
    for i, state in enumerate(row.cells):
        passed = theme.bands[row.inks[i]].skipped if row.inks else colors.skipped
        fill = passed if state in _OUT else theme.paper
        dark = bool(row.marks) and row.marks[i] is Mark.STEP and state not in _OUT
        if dark or (state in _MADE and band.width < _TINY):
            fill = theme.pen
        cell = _cell(i, band, edge, step)
        whole = cv.Path.Rect(cell.x, cell.y, cell.width, cell.height, cell.width * 0.2)
        by_fill.setdefault(fill, []).append(whole)
    shapes += [cv.Path(cells, paint=ft.Paint(color=fill)) for fill, cells in by_fill.items()]
    shapes += _marks(row, band, theme)
    if not row.lock:
        return shapes
    center, radius = _lock(row, band)
    fill = theme.paper if row.lock == "mine" else colors.cap
    return [*shapes, cv.Circle(*center, radius, paint=ft.Paint(color=fill))]


def _marks(row: MiniRow, band: Box, theme: Theme) -> list[cv.Shape]:
    """An edge around the numbers that have something printed around them."""
    edge, step = _edge_and_step(row, band)
    cells = [_cell(i, band, edge, step) for i, mark in enumerate(row.marks) if mark not in _NO_EDGE]
    if not cells or band.width < _TINY:
        return []
    edges = [cv.Path.Rect(c.x, c.y, c.width, c.height, c.width * 0.2) for c in cells]
    return [cv.Path([*edges], paint=outline(theme.pen, 1.2))]


def _links(look: MiniLook, bands: Sequence[Box], theme: Theme) -> cv.Shape:
    """Lines from the middle of one cell to the middle of another."""
    parts: list[cv.Path.PathElement] = []
    for ends in look.links:
        (x, y), (x2, y2) = (
            _cell(at, bands[row], *_edge_and_step(look.rows[row], bands[row])).middle
            for row, at in ends
        )
        parts += [cv.Path.MoveTo(x, y), cv.Path.LineTo(x2, y2)]
    return cv.Path(parts, paint=outline(theme.pen, max(1.2, 0.01 * bands[0].width)))


def _lock(row: MiniRow, band: Box) -> tuple[tuple[float, float], float]:
    """Middle and radius of the lock, in dp."""
    edge, step = _edge_and_step(row, band)
    x = band.width - edge - step / 2
    return (x, band.y + band.height / 2), min(step, band.height) * 0.36


def _crosses(row: MiniRow, band: Box, seed: str) -> list[Stroke]:
    edge, step = _edge_and_step(row, band)
    strokes: list[Stroke] = []
    for i, state in enumerate(row.cells):
        if state in _MADE:
            cell = _within(_cell(i, band, edge, step))
            strokes += small_cross(f"{seed}{row.letter}{i}", cell)
    if row.lock == "mine":
        (x, y), radius = _lock(row, band)
        inside = Box(x - radius, y - radius, 2 * radius, 2 * radius)
        strokes += small_cross(f"{seed}{row.letter}-lock", inside)
    return strokes


def _within(cell: Box) -> Box:
    side = min(cell.width, cell.height)
    return Box(cell.x + (cell.width - side) / 2, cell.y + (cell.height - side) / 2, side, side)


def _filled(box: Box, radius: float, color: str) -> cv.Shape:
    paint = ft.Paint(color=color)
    return cv.Rect(box.x, box.y, box.width, box.height, border_radius=radius, paint=paint)


def _outlined(box: Box, radius: float, color: str) -> cv.Shape:
    paint = outline(color, 1)
    return cv.Rect(
        box.x + 0.5, box.y + 0.5, box.width - 1, box.height - 1, border_radius=radius, paint=paint
    )

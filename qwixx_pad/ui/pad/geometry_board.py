"""Where the sheets of a table lie for who looks on: upright and as large as they can be. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from qwixx_pad.core.layout import LINED, Layout
from qwixx_pad.ui.pad.geometry import (
    BarBoxes,
    Box,
    Geometry,
    Mode,
    RowBoxes,
    SheetBoxes,
    Space,
    SumBoxes,
    below,
    beside,
    grid,
)
from qwixx_pad.ui.pad.geometry_parts import ICON, way_back
from qwixx_pad.ui.pad.geometry_wide import card_boxes, card_size

_EDGE, _APART = 12.0, 12.0
"""Around all, and between two sheets; in dp."""
_CELL, _ROW, _HIGHEST_ROW = 38.0, 50.0, 92.0
"""Least width of a cell, least and largest height of a row, before they are scaled; in dp."""
_BAR, _BAR_SHARE, _BAR_WIDTH = 60.0, 0.115, 14.0
"""Least height of the bar, in dp; its share of a screen's height, and how many times wider than
high it is at least."""
_FACE, _BETWEEN = 0.62, 0.12
"""Of the height of the bar, the disc of who rolls, and what is free between two parts."""
_NUMBER_WIDE, _NUMBER_HIGH = 0.58, 0.6
"""Of a cell's width and height, the size of a number in a row of them: it is read from far away."""


def board_geometry(space: Space, slips: Sequence[Layout], *, keys: bool) -> Geometry:
    """The boxes of all sheets of a table and of the bar above them.

    The sheets are scaled alike, in as many columns as make their cells large and fill the space.

    Args:
        space: All that there is.
        slips: The sheet in each corner of the table, from the first on: row by row.
        keys: Whether undo and redo stand in the bar.
    """
    high = max(_BAR, min(space.height * _BAR_SHARE, space.width / _BAR_WIDTH))
    whole = Box(_EDGE, high, space.width - 2 * _EDGE, max(1.0, space.height - high - _EDGE))
    seats = len(slips)
    ways = [_sheets(grid(whole, seats, columns, _APART), slips) for columns in range(1, seats + 1)]
    sheets = max(ways, key=_worth)
    bar = _bar(Box(_EDGE, 0, whole.width, high), keys=keys)
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


def _bar(bar: Box, *, keys: bool) -> BarBoxes:
    """The way out, the disc and the title at the left, undo and redo at the right."""
    side, icons = bar.height * _FACE, [ICON] * 2 if keys else []
    lead, face, title, *ends = beside(bar, [ICON, side, 0, *icons], bar.height * _BETWEEN)
    undo, redo = ends or [Box(bar.right, bar.y, 0, 0)] * 2
    lead, undo, redo = (below(part, [ICON], 0)[0] for part in (lead, undo, redo))
    return BarBoxes(bar, lead, below(face, [side], 0)[0], title, title, undo, redo)

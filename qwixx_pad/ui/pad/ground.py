"""What a row lies on: its coloured band, and blocks of other colours on that."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

import flet as ft

from qwixx_pad.ui.design.primitives import SLOW, at, motion
from qwixx_pad.ui.pad.cell import RowPaint
from qwixx_pad.ui.pad.geometry import Mode, around

_RADIUS = 13
_BLOCK = 2.5
"""How far a block of another colour reaches beyond the cells on it, in dp."""


def ground(part: tuple[bool, tuple[str, ...], str], facts: RowPaint) -> ft.Control:
    """The band, and on it a block behind each run of cells in another colour than the row's."""
    closed, inks, between = part
    band = _band(facts, between, closed=closed)
    if not inks:
        return band
    return ft.Stack([band, *_blocks(inks, facts, closed=closed)])


def _blocks(inks: tuple[str, ...], facts: RowPaint, *, closed: bool) -> Iterator[ft.Control]:
    for ink_, run in groupby(zip(inks, facts.boxes.cells, strict=True), key=itemgetter(0)):
        colors = facts.theme.bands[ink_]
        place = around([box for _, box in run]).inset(-_BLOCK, -_BLOCK)
        fill = colors.closed_band if closed else colors.band
        radius = facts.boxes.radius + _BLOCK
        if ink_ != facts.letter:
            yield ft.Container(bgcolor=fill, border_radius=radius, **at(place))


def _both(facts: RowPaint, between: str) -> ft.LinearGradient | None:
    """The colours of the two rows that a row of bonus numbers lies between, each its half."""
    if not between:
        return None
    across = facts.boxes.mode is Mode.COLUMNS
    return ft.LinearGradient(
        colors=[facts.theme.bands[letter].band for letter in between],
        stops=[0.46, 0.54],
        begin=ft.Alignment.CENTER_LEFT if across else ft.Alignment.TOP_CENTER,
        end=ft.Alignment.CENTER_RIGHT if across else ft.Alignment.BOTTOM_CENTER,
    )


def _band(facts: RowPaint, between: str, *, closed: bool) -> ft.Control:
    """The coloured band with its darker end; the outline lies over it and moves nothing."""
    boxes, colors, outline = facts.boxes, facts.colors, facts.colors.outline
    band, cap = (colors.closed_band, colors.closed_cap) if closed else (colors.band, colors.cap)
    end = None if boxes.cap is None else ft.Container(bgcolor=cap)
    aside = ft.Padding.only(left=boxes.cap.x, top=boxes.cap.y) if boxes.cap is not None else None
    edge = (
        None
        if outline is None
        else ft.BoxDecoration(
            border=ft.Border.all(facts.theme.edge, outline), border_radius=_RADIUS
        )
    )
    return ft.Container(
        content=end,
        padding=aside,
        width=boxes.box.width,
        height=boxes.box.height,
        bgcolor=band,
        gradient=_both(facts, between),
        border_radius=_RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        foreground_decoration=edge,
        animate=motion(facts.theme, SLOW),
    )

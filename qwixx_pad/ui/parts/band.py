"""One row of the sheet: a coloured band with paper cells, a lock, and the pen above."""

from typing import Any

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.guards import component
from qwixx_pad.ui.pad.geometry import Box, Mode
from qwixx_pad.ui.pad.view import BandLook, Kind, Lock
from qwixx_pad.ui.parts.cell import number_cell
from qwixx_pad.ui.parts.ink import ink
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.motion import SLOW, motion, swapped
from qwixx_pad.ui.parts.tap import Tap, tappable
from qwixx_pad.ui.parts.touch import dead_touches, gap_touch
from qwixx_pad.ui.pen import cross, cross_box, strike
from qwixx_pad.ui.plan import BandPlan
from qwixx_pad.ui.tokens import Band, Theme

BAND_RADIUS = 13
_WORD_FROM = 60
"""A cap that is narrower, in dp, has no room for more than a short word of four letters."""
_SHORT = 4
_SMALL_GROWS = 1.25
"""Small words stand in boxes that do not grow."""
_STILL_OPEN = {Lock.OPEN, Lock.CLOSING}


@component
def row_band(  # noqa: PLR0913 - a row, its place, its colours, its pen
    look: BandLook, plan: BandPlan, theme: Theme, tap: Tap, seed: str, *, ring_last: bool = False
) -> ft.Control:
    """The band of one row.

    Args:
        look: What to paint.
        plan: Where.
        theme: In which colours.
        tap: Called with a cell's token, or with `r-lock`.
        seed: Whose pen it is.
        ring_last: Whether the last cell is in a ring: it is the one that is asked about.
    """
    colors, shut = theme.bands[look.letter], look.lock is Lock.ELSEWHERE
    band, cap = (colors.closed_band, colors.closed_cap) if shut else (colors.band, colors.cap)
    return ft.Semantics(
        label=look.spoken,
        container=True,
        content=ft.Stack(
            width=plan.width,
            height=plan.height,
            controls=[
                _ground(plan, band, cap, theme, colors.outline),
                gap_touch(look, plan.row, tap),
                *_head(look, plan, theme),
                *(
                    number_cell(cell, box, look, plan, theme, tap)
                    for cell, box in zip(look.cells, plan.cells, strict=True)
                ),
                _lock(look, plan, colors, theme.ring(look.letter, shut=shut), tap),
                _pen(look, plan, theme, seed),
                *([_ring_around(plan.cells[-1], plan.radius, theme.pen)] if ring_last else []),
                *dead_touches(look, plan.row, tap),
            ],
        ),
    )


def _ground(plan: BandPlan, band: str, cap: str, theme: Theme, outline: str | None) -> ft.Control:
    """The coloured band with its darker end; the outline lies over it and moves nothing."""
    end = ft.Container(
        left=plan.cap.x, top=plan.cap.y, width=plan.cap.width, height=plan.cap.height, bgcolor=cap
    )
    edge = (
        None
        if outline is None
        else ft.BoxDecoration(border=ft.Border.all(theme.edge, outline), border_radius=BAND_RADIUS)
    )
    return ft.Container(
        content=ft.Stack([end]),
        width=plan.width,
        height=plan.height,
        bgcolor=band,
        border_radius=BAND_RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        foreground_decoration=edge,
        animate=motion(theme, SLOW),
    )


def _mark(colors: Band, size: float) -> ft.Control:
    return ft.Icon(getattr(ft.Icons, colors.mark), size=size, color=colors.text)


def _head(look: BandLook, plan: BandPlan, theme: Theme) -> list[ft.Control]:
    """Mark, name and points; the points are a node of their own, the rest is in the band's name."""
    if plan.mode is Mode.ROWS:
        return _row_head(look, plan, theme)
    across = _column_head if plan.mode is Mode.COLUMNS else _side_head
    return across(look, plan, theme)


def _row_head(look: BandLook, plan: BandPlan, theme: Theme) -> list[ft.Control]:
    colors = theme.bands[look.letter]
    left: list[ft.Control] = [
        _mark(colors, 16),
        write(look.name, 14, 600, color=colors.text, height=1.2),
        *([] if look.pill is None else [_pill(look.pill, colors)]),
    ]
    return [
        _unspoken(ft.Row(left, spacing=4), plan.head),
        *([_unspoken(_next(look, colors), plan.head)] if plan.shows_next else []),
        _points(look, theme, 17, Box(plan.cap.x, 0, plan.cap.width, plan.head.height)),
    ]


def _column_head(look: BandLook, plan: BandPlan, theme: Theme) -> list[ft.Control]:
    colors = theme.bands[look.letter]
    upper = 30 if plan.shows_next else plan.head.height
    below = Box(plan.head.x, upper - 3, plan.head.width, plan.head.height - upper)
    gain = [_small(look.shut, theme, colors)] if look.shut else _gain(look, theme, colors)
    return [
        _unspoken(ft.Row([_mark(colors, 18)]), Box(plan.head.x, 0, 24, upper)),
        _points(look, theme, 20, Box(plan.head.x + 24, 0, plan.head.width - 24, upper), end=True),
        *(
            [_unspoken(ft.Row(gain, alignment=ft.MainAxisAlignment.END), below)]
            if plan.shows_next
            else []
        ),
    ]


def _side_head(look: BandLook, plan: BandPlan, theme: Theme) -> list[ft.Control]:
    cap, middle, colors = plan.cap, plan.height / 2, theme.bands[look.letter]
    mark = ft.Row([_mark(colors, 20)], alignment=ft.MainAxisAlignment.CENTER)
    if not plan.shows_next:
        whole = Box(cap.x, 0, cap.width, plan.height)
        return [_unspoken(mark, plan.head), _points(look, theme, 20, whole)]
    wide = cap.width >= _WORD_FROM or len(look.next_word) <= _SHORT
    gain = _gain(look, theme, colors, wide=wide)
    below = [_small(look.shut, theme, colors)] if look.shut else gain
    return [
        _unspoken(mark, plan.head),
        _points(look, theme, 22, Box(cap.x, middle - 22, cap.width, 28)),
        _unspoken(
            ft.Row(below, alignment=ft.MainAxisAlignment.CENTER),
            Box(cap.x, middle + 6, cap.width, 18),
        ),
    ]


def _unspoken(content: ft.Control, box: Box) -> ft.Control:
    return ft.Container(ft.Semantics(content=content, exclude_semantics=True), **_at(box))


def _at(box: Box) -> dict[str, Any]:
    return {"left": box.x, "top": box.y, "width": box.width, "height": box.height}


def _points(
    look: BandLook, theme: Theme, size: float, box: Box, *, end: bool = False
) -> ft.Control:
    color = theme.bands[look.letter].text
    shown, fitting = "" if look.hidden else str(look.points), theme.two_digits(size, box.width)
    number = write(shown, fitting, 700, color=color, height=1.0)
    swap = swapped(number, theme)
    said = ft.Semantics(
        identifier=f"{look.prefix}points-{look.letter}",
        label=look.points_spoken,
        container=True,
        content=ft.Semantics(content=swap, exclude_semantics=True),
    )
    middle = ft.Alignment.CENTER_RIGHT if end else ft.Alignment.CENTER
    return ft.Container(said, alignment=middle, **_at(box))


def _pill(text: str, colors: Band) -> ft.Control:
    return ft.Container(
        content=ft.Row(
            [
                ft.Icon(ft.Icons.LOCK_ROUNDED, size=12, color=colors.text),
                write(text, 12, 500, color=colors.text, height=1.2),
            ],
            spacing=4,
            tight=True,
        ),
        bgcolor=ft.Colors.with_opacity(0.28, "#000000"),
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=8, vertical=1),
    )


def _next(look: BandLook, colors: Band) -> ft.Control:
    """The word in a lighter weight than the number, where there is room for two."""
    said = [
        write(look.next_word, 12, 400, color=colors.text),
        write(f"+{look.gain}", 14, 600, color=colors.text),
    ]
    inside = [] if look.gain is None else said
    return ft.Row([*inside], spacing=4, alignment=ft.MainAxisAlignment.END)


def _gain(look: BandLook, theme: Theme, colors: Band, *, wide: bool = True) -> list[ft.Control]:
    if look.gain is None:
        return []
    return [_small(f"{look.next_word} +{look.gain}" if wide else f"+{look.gain}", theme, colors)]


def _small(text: str, theme: Theme, colors: Band) -> ft.Control:
    size = theme.held(12, _SMALL_GROWS)
    return write(text, size, 500, color=colors.text, height=1.2)


def _lock_box(lock: Box) -> Box:
    """Where the cross over a lock is written: a square in its middle."""
    side = min(lock.width, lock.height, 34.0)
    return Box(
        lock.x + (lock.width - side) / 2, lock.y + (lock.height - side * 1.3) / 2, side, side * 1.3
    )


def _ring(box: Box, radius: float, theme: Theme) -> cv.Shape:
    """The ring of a fresh cross, drawn inside the cell so that nothing moves."""
    width = 3 if theme.strong else 2
    paint = ft.Paint(color=theme.pen, stroke_width=width, style=ft.PaintingStyle.STROKE)
    return cv.Rect(
        box.x + 1, box.y + 1, box.width - 2, box.height - 2, border_radius=radius - 1, paint=paint
    )


def _ring_around(box: Box, radius: float, color: str) -> ft.Control:
    """A ring of 3 dp around a cell."""
    return ft.Container(
        left=box.x - 3,
        top=box.y - 3,
        width=box.width + 6,
        height=box.height + 6,
        border=ft.Border.all(3, color),
        border_radius=radius + 3,
        ignore_interactions=True,
    )


def _lock(look: BandLook, plan: BandPlan, colors: Band, ring: str, tap: Tap) -> ft.Control:
    icon = ft.Icons.LOCK_OPEN_ROUNDED if look.lock in _STILL_OPEN else ft.Icons.LOCK_ROUNDED
    identifier = f"{look.prefix}{look.letter}-lock"
    return tappable(
        identifier,
        look.lock_spoken,
        ft.Icon(
            icon,
            size=19 if plan.mode is Mode.ROWS else 20,
            color=colors.text,
            opacity=0.45 if look.lock is Lock.MINE else 1,
        ),
        lambda: tap(identifier),
        ring=ring,
        place={"left": plan.lock.x, "top": plan.lock.y},
        width=plan.lock.width,
        height=plan.lock.height,
        alignment=ft.Alignment.CENTER,
    )


def _pen(look: BandLook, plan: BandPlan, theme: Theme, seed: str) -> ft.Control:
    """Everything written: one canvas for the whole band, untouchable above the cells."""
    colors = theme.bands[look.letter]
    shapes: list[cv.Shape] = []
    for cell, box in zip(look.cells, plan.cells, strict=True):
        mark = f"{seed}{cell.token}"
        if cell.kind is Kind.CROSSED:
            shapes += ink(cross(mark, cross_box(box)), theme.pen)
        elif cell.kind is Kind.SKIPPED:
            color = colors.closed_ink if look.lock is Lock.ELSEWHERE else colors.skipped_ink
            shapes += ink(strike(mark, box), color)
        if cell.fresh:
            shapes.append(_ring(box, plan.radius, theme))
    if look.lock is Lock.MINE:
        color = theme.pen if look.letter == "y" else colors.text
        shapes += ink(cross(f"{seed}{look.letter}-lock", _lock_box(plan.lock)), color)
    return ft.Container(
        content=cv.Canvas(shapes=shapes, width=plan.width, height=plan.height),
        ignore_interactions=True,
    )

"""The pen's strokes as shapes of a canvas."""

from collections.abc import Iterable

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.pen import Stroke


def ink(strokes: Iterable[Stroke], color: str) -> list[cv.Shape]:
    """One curved path with round ends a stroke."""
    return [_path(stroke, color) for stroke in strokes]


def _path(stroke: Stroke, color: str) -> cv.Shape:
    paint = ft.Paint(
        color=color,
        stroke_width=stroke.width,
        stroke_cap=ft.StrokeCap.ROUND,
        style=ft.PaintingStyle.STROKE,
    )
    return cv.Path(
        [cv.Path.MoveTo(*stroke.start), cv.Path.QuadraticTo(*stroke.bend, *stroke.end)], paint=paint
    )

"""The pen's strokes as shapes of a canvas."""

from collections.abc import Iterable

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.pen import Stroke


def ink(strokes: Iterable[Stroke], color: str, *, curved: bool = True) -> list[cv.Shape]:
    """Strokes with round ends as few shapes: one path a width.

    Args:
        strokes: Of one cross or many.
        color: Of the pen.
        curved: Whether they are so large that the eye sees them bend.
    """
    by_width: dict[float, list[cv.Path.PathElement]] = {}
    for stroke in strokes:
        end: cv.Path.PathElement = cv.Path.LineTo(*stroke.end)
        if curved:
            end = cv.Path.QuadraticTo(*stroke.bend, *stroke.end)
        by_width.setdefault(stroke.width, []).extend((cv.Path.MoveTo(*stroke.start), end))
    return [cv.Path(parts, paint=_nib(width, color)) for width, parts in by_width.items()]


def _nib(width: float, color: str) -> ft.Paint:
    return ft.Paint(
        color=color,
        stroke_width=width,
        stroke_cap=ft.StrokeCap.ROUND,
        style=ft.PaintingStyle.STROKE,
    )

"""The pen's strokes as shapes of a canvas."""

from collections.abc import Iterable, Sequence

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.pen import Stroke


def ink(strokes: Iterable[Stroke], color: str) -> list[cv.Shape]:
    """One curved path with round ends a stroke."""
    return [_path(stroke, color) for stroke in strokes]


def small_ink(strokes: Sequence[Stroke], color: str, *, curved: bool) -> list[cv.Shape]:
    """Many strokes as few shapes, for a small picture: one path a width.

    Args:
        strokes: Of many crosses.
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


def _path(stroke: Stroke, color: str) -> cv.Shape:
    paint = _nib(stroke.width, color)
    return cv.Path(
        [cv.Path.MoveTo(*stroke.start), cv.Path.QuadraticTo(*stroke.bend, *stroke.end)], paint=paint
    )

"""A QR code: one canvas, dark on white in every theme, four modules of quiet zone."""

from collections.abc import Sequence

import flet as ft
from flet import canvas as cv

_QUIET = 4


def qr_code(modules: Sequence[Sequence[bool]], side: float, spoken: str) -> ft.Control:
    """The picture of a code.

    Args:
        modules: Its rows; True is dark.
        side: Of the white square, in dp.
        spoken: What it leads to, for a screen reader.
    """
    step = side / (len(modules) + 2 * _QUIET)
    paint = ft.Paint(color="#1D1B20", anti_alias=False)
    shapes: list[cv.Shape] = [
        cv.Rect((x + _QUIET) * step, (y + _QUIET) * step, width * step, step * 1.02, paint=paint)
        for y, row in enumerate(modules)
        for x, width in _runs(row)
    ]
    return ft.Semantics(
        label=spoken,
        image=True,
        content=ft.Container(
            cv.Canvas(shapes=shapes, width=side, height=side),
            bgcolor="#FFFFFF",
            border_radius=20,
            width=side,
            height=side,
        ),
    )


def _runs(row: Sequence[bool]) -> list[tuple[int, int]]:
    """Where dark modules lie side by side: first and how many."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((x, 1))
    return runs

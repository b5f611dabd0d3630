"""What tells how large the device shows letters: Flet has no word for it, but a letter has a size.

One letter that is neither seen nor heard stands behind the screen; when its size changes, it says
so. Nothing else is measured: what the letters need is planned from this one number.
"""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.guards import handler

_SIZE = 50.0
"""Of the letter, in sp; its line is exactly as high."""
_FINEST = 0.02
"""Two scales that differ by less are the same: a line is as high as a whole number of pixels."""

_SMALLEST, _LARGEST = 0.5, 5.0
"""No device shows letters smaller or larger; on one that says so the pad is as on the next."""


def text_probe(told: Callable[[float], object]) -> ft.Control:
    """The letter; `told` is told how many times larger than designed letters are shown."""

    def measured(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        scale = min(max(event.height / _SIZE, _SMALLEST), _LARGEST)
        told(round(scale / _FINEST) * _FINEST)

    letter = ft.Text(
        "0",
        size=_SIZE,
        color=ft.Colors.TRANSPARENT,
        style=ft.TextStyle(height=1.0),
        on_size_change=handler(measured),
    )
    hidden = ft.Semantics(content=letter, exclude_semantics=True)
    return ft.Container(hidden, left=0, top=0, ignore_interactions=True)

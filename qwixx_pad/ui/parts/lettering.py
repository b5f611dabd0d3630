"""Text as the design has it: one family a weight, no extra letter spacing."""

from typing import Any

import flet as ft

from qwixx_pad.ui.tokens import SUMS, family


def write(
    text: str,
    size: float,
    weight: int = 400,
    *,
    color: str,
    height: float | None = None,
    **more: Any,  # noqa: ANN401 - whatever else ft.Text knows
) -> ft.Text:
    """A piece of text.

    Args:
        text: What it says.
        size: In sp.
        weight: 400, 500, 600 or 700.
        color: Hex.
        height: Line height as a multiple of the size; None leaves the font's own.
        more: Passed on to `ft.Text`.
    """
    style = ft.TextStyle(letter_spacing=0, height=height)
    if more.get("no_wrap"):
        more.setdefault("overflow", ft.TextOverflow.ELLIPSIS)
    return ft.Text(text, size=size, color=color, font_family=family(weight), style=style, **more)


def write_sum(text: str, size: float, *, color: str) -> ft.Text:
    """A number in the hand that fills the sum fields."""
    return ft.Text(text, size=size, color=color, font_family=SUMS, style=ft.TextStyle(height=1.0))

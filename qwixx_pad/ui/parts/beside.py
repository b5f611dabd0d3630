"""Things that stand side by side, and below each other where letters are large."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.tokens import Theme


def beside(
    parts: Sequence[ft.Control], theme: Theme, *, spacing: float, shares: Sequence[int] = ()
) -> ft.Control:
    """The parts in one line, each as wide as its share; with large letters one a line.

    Args:
        parts: As a rule two buttons.
        theme: Knows how large letters are.
        spacing: Between them, in dp.
        shares: Of the width; without them all are alike.
    """
    if theme.large:
        stretch = ft.CrossAxisAlignment.STRETCH
        return ft.Column([*parts], spacing=spacing, horizontal_alignment=stretch, tight=True)
    wide = shares or [1] * len(parts)
    cells = [ft.Container(part, expand=w) for part, w in zip(parts, wide, strict=True)]
    return ft.Row([*cells], spacing=spacing)

"""A screen that scrolls: one column in the middle, as wide as it should be."""

from collections.abc import Sequence

import flet as ft

WIDEST = 560
"""Widest column of a screen that is read, in dp."""


def page_column(parts: Sequence[ft.Control], width: float, *, spacing: float = 10) -> ft.Control:
    """The parts below each other, in a column of this width."""
    column = ft.Column(
        [*parts], spacing=spacing, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
    inner = ft.Container(column, width=width, padding=ft.Padding.only(bottom=20))
    return ft.Container(
        ft.Column(
            [ft.Row([inner], alignment=ft.MainAxisAlignment.CENTER)], scroll=ft.ScrollMode.AUTO
        ),
        expand=True,
        alignment=ft.Alignment.TOP_CENTER,
    )

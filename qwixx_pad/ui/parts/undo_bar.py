"""A dark bar above the foot: what was done, and the way back."""

from collections.abc import Callable, Sequence

import flet as ft

from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.page_column import WIDEST
from qwixx_pad.ui.parts.tap import tappable

HEIGHT = 52.0
"""Of the bar at least, in dp."""


def above_foot(page: ft.Control, told: Sequence[ft.Control], frame: Frame) -> ft.Control:
    """A page, and over its foot what is to be told: seen wherever the page was scrolled to.

    Args:
        page: The screen.
        told: What lies over it, from above.
        frame: How wide the device is.
    """
    width = min(frame.space.width, WIDEST) - 32
    inside = ft.Column([*told], spacing=8, tight=True, width=width)
    over = ft.Row([inside], alignment=ft.MainAxisAlignment.CENTER)
    layers = [page, *([ft.Container(over, left=0, right=0, bottom=12)] if told else [])]
    return ft.Stack([*layers], expand=True, fit=ft.StackFit.EXPAND)


def undo_bar(text: str, frame: Frame, undo: Callable[[], object] | None) -> ft.Control:
    """The bar; where nothing can be taken back it only tells.

    Args:
        text: What was done.
        frame: Theme and words.
        undo: Takes it back; None if that cannot be done.
    """
    theme, words = frame.theme, frame.words
    said = ft.Semantics(
        identifier="message",
        live_region=True,
        container=True,
        expand=True,
        content=ft.Container(
            write(text, 14, 600, color=theme.on_notice, max_lines=4, height=1.2),
            padding=ft.Padding.symmetric(vertical=8),
        ),
    )
    height = theme.tall(HEIGHT, 14, 14)
    way_back = tappable(
        "undo-message",
        # Translators: {done} is what was done, such as "Red 4 crossed"; for a screen reader.
        words.text("{done}. Undo", done=text.removesuffix(".")),
        write(words.text("Undo"), 14, 600, color=theme.notice_act),
        undo,
        height=height,
        padding=ft.Padding.symmetric(horizontal=14),
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )
    low = ft.Container(width=0, height=height)  # as high as a way back; long words make it higher
    return ft.Container(
        ft.Row([said, low if undo is None else way_back], spacing=12),
        bgcolor=theme.notice,
        border_radius=14,
        padding=ft.Padding.only(left=16, right=4),
    )

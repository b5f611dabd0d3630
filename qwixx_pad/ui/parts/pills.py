"""Small buttons that say what is chosen, and the card on which something else is."""

from collections.abc import Callable, Sequence

import flet as ft

from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap, tappable


def pill(name: str, text: str, frame: Frame, tap: Callable[[], object]) -> ft.Control:
    """What is chosen now; a tap asks for something else."""
    theme = frame.theme
    inside = ft.Row(
        [
            write(text, 14, 500, color=theme.ink, no_wrap=True),
            ft.Icon(ft.Icons.EXPAND_MORE_ROUNDED, size=18, color=theme.ink2),
        ],
        spacing=4,
        tight=True,
    )
    return tappable(
        f"choose-{name}",
        text,
        inside,
        tap,
        height=40,
        bgcolor=theme.surface,
        border_radius=20,
        padding=ft.Padding.only(left=14, right=8),
        alignment=ft.Alignment.CENTER,
    )


def sheet_of_choices(
    title: str, options: Sequence[tuple[str, str]], chosen: str, frame: Frame, tap: Tap
) -> list[ft.Control]:
    """A line for each choice: its identifier is `choose-` and the value."""
    return [
        write(title, 20, 600, color=frame.theme.ink),
        *(_option(value, text, frame, tap, mine=value == chosen) for value, text in options),
    ]


def _option(value: str, text: str, frame: Frame, tap: Tap, *, mine: bool) -> ft.Control:
    theme, name = frame.theme, f"choose-{value}"
    check = ft.Icon(ft.Icons.CHECK_ROUNDED, size=22, color=theme.ink, opacity=1 if mine else 0)
    line = ft.Row([write(text, 16, 600 if mine else 400, color=theme.ink, expand=True), check])
    return tappable(
        name,
        text,
        line,
        lambda: tap(name),
        checked=mine,
        height=50,
        border_radius=14,
        bgcolor=theme.surface2 if mine else None,
        padding=ft.Padding.symmetric(horizontal=14),
    )

"""A hint of the first game: two lines that cover nothing and need no tap."""

import flet as ft

from qwixx_pad.ui.hints import HintLook
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words

HEIGHT = 68.0
"""Room that a hint needs above the foot of an upright pad, in dp."""
_TWO_LINES = 52
"""From this height on, a low bar has two lines for the detail."""


def hint_bar(hint: HintLook, theme: Theme, words: Words, height: float = HEIGHT) -> ft.Control:
    """The hint; read politely, gone when something happens or when it is closed.

    Args:
        hint: What it says.
        theme: In which colours.
        words: The language.
        height: Of the bar; a low one has fewer lines for the detail.
    """
    low, detail = height < HEIGHT, 3 if height >= HEIGHT else 2 if height >= _TWO_LINES else 1
    lines = ft.Column(
        [
            write(hint.title, 14, 600, color=theme.ink, height=1.2, max_lines=1 if low else 2),
            write(hint.detail, 12, 400, color=theme.ink2, height=1.2, max_lines=detail),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        tight=True,
    )
    said = _spoken(lines)
    close = tappable(
        "hint-seen",
        words.text("Got it"),
        ft.Icon(ft.Icons.CLOSE_ROUNDED, size=20, color=theme.ink2),
        hint.close,
        width=48,
        height=min(height, 48),
        border_radius=24,
        alignment=ft.Alignment.CENTER,
    )
    icon = ft.Icon(ft.Icons.LIGHTBULB_OUTLINE_ROUNDED, size=20, color=theme.ink)
    return ft.Container(
        ft.Row([icon, said, close], spacing=10),
        height=height,
        bgcolor=theme.surface2,
        border_radius=14,
        padding=ft.Padding.only(left=14, right=2),
        key="hint",
    )


def hint_note(hint: HintLook, theme: Theme) -> ft.Control:
    """The hint where there is hardly any room: its first line."""
    return _spoken(write(hint.title, 13, 600, color=theme.ink, height=1.2, max_lines=5))


def _spoken(lines: ft.Control) -> ft.Control:
    return ft.Semantics(
        identifier="hint", live_region=True, container=True, expand=True, content=lines
    )

"""A few words beside the pad; they cover nothing, need no tap and go by themselves."""

import flet as ft

from qwixx_pad.ui.guards import component
from qwixx_pad.ui.pad.state import Message
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap, tappable
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words

_SIZE, _LINE = 14, 1.2
"""Of letters, in sp; height of a line of them, as a multiple of that."""


@component
def message_bar(
    message: Message, height: float, theme: Theme, words: Words, tap: Tap
) -> ft.Control:
    """The message in the place of the strip of points: as high, as wide."""
    icon = ft.Icons.INFO_OUTLINE_ROUNDED if message.calm else ft.Icons.WARNING_AMBER_ROUNDED
    lead = [] if message.undo else [ft.Icon(icon, size=20, color=theme.ink)]
    return ft.Container(
        height=height,
        bgcolor=theme.notice if message.undo else theme.surface2,
        border_radius=14,
        padding=ft.Padding.only(left=16, right=4 if message.undo else 16),
        content=ft.Row(
            [*lead, _lines(message, theme, height / 2), *_undo(message, height, theme, words, tap)],
            spacing=12,
        ),
    )


@component
def message_note(message: Message, theme: Theme, height: float) -> ft.Control:
    """The message in a narrow place so high: words only."""
    return _lines(message, theme, height / 3, quiet=True)


def _lines(message: Message, theme: Theme, line: float, *, quiet: bool = False) -> ft.Control:
    """The words; large letters stop growing before a line of them is higher than this."""
    color = theme.on_notice if message.undo and not quiet else theme.ink
    faint = theme.on_notice if message.undo and not quiet else theme.ink2
    lines = [
        write(
            message.title,
            theme.held(_SIZE, max(1.0, line / (_SIZE * _LINE))),
            600,
            color=color,
            height=_LINE,
            max_lines=3 if quiet or theme.large else 2,
        )
    ]
    if message.detail and not theme.large:
        lines.append(write(message.detail, 12, 400, color=faint, height=1.2, max_lines=2))
    return ft.Semantics(
        live_region=True,
        container=True,
        identifier="message",
        expand=True,
        content=ft.Column([*lines], spacing=1, alignment=ft.MainAxisAlignment.CENTER, tight=True),
    )


def _undo(
    message: Message, height: float, theme: Theme, words: Words, tap: Tap
) -> list[ft.Control]:
    if not message.undo:
        return []
    return [
        tappable(
            "undo-message",
            # Translators: {done} is what was done, such as "Red 4 crossed"; for a screen reader.
            words.text("{done}. Undo", done=message.title),
            write(words.text("Undo"), 14, 600, color=theme.notice_act),
            lambda: tap(message.undo),
            height=height,
            padding=ft.Padding.symmetric(horizontal=14),
            border_radius=12,
            alignment=ft.Alignment.CENTER,
        )
    ]

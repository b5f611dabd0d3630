"""Small buttons that say what is chosen, and the card on which something else is."""

from collections.abc import Callable, Sequence

import flet as ft

from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import tappable

_LINE = 52
_BESIDE_LINES = 250
"""What a card needs beside its lines, in dp."""


def chevron(frame: Frame) -> ft.Control:
    """The sign that a tap asks for something else."""
    return ft.Icon(ft.Icons.EXPAND_MORE_ROUNDED, size=20, color=frame.theme.ink2)


def pill(
    identifier: str, text: str, leads: str, frame: Frame, tap: Callable[[], object]
) -> ft.Control:
    """What is chosen now; a tap asks for something else.

    Args:
        identifier: Its semantics identifier.
        text: What is chosen.
        leads: What a tap is for, for a screen reader.
        frame: Theme and words.
        tap: Asks for something else.
    """
    theme, words = frame.theme, frame.words
    said = write(text, 13, 500, color=theme.ink, no_wrap=True)
    return tappable(
        identifier,
        words.text("{now}. {leads}", now=text, leads=leads),
        ft.Row([said, chevron(frame)], spacing=4, tight=True),
        tap,
        height=theme.tall(48, 13),
        bgcolor=theme.surface2,
        border_radius=24,
        padding=ft.Padding.only(left=14, right=8),
    )


def options(title: str, lines: Sequence[ft.Control], frame: Frame) -> list[ft.Control]:
    """A card's heading and its lines: as high as they are, or as the screen allows."""
    heading = ft.Semantics(header=True, content=write(title, 20, 600, color=frame.theme.ink))
    room = max(2.5 * _LINE, frame.space.height - _BESIDE_LINES)
    height = min(len(lines) * (frame.theme.tall(_LINE, 16) + 2) - 2, room)
    return [heading, ft.Column([*lines], spacing=2, height=height, scroll=ft.ScrollMode.AUTO)]


def option(  # noqa: PLR0913 - all that a line shows and does
    identifier: str,
    text: str,
    frame: Frame,
    tap: Callable[[], object],
    *,
    checked: bool,
    icon: ft.IconData | None = None,
    face: ft.Control | None = None,
) -> ft.Control:
    """A line on a card.

    Args:
        identifier: Its semantics identifier.
        text: What it stands for.
        frame: Theme and words.
        tap: Chooses it.
        checked: Whether it is chosen.
        icon: At its end; without one a check mark where it is chosen.
        face: Before its text.
    """
    theme = frame.theme
    shown = icon or (ft.Icons.CHECK_ROUNDED if checked else None)
    inside = [
        *([] if face is None else [face]),
        write(text, 16, 600 if checked else 500, color=theme.ink, no_wrap=True, expand=True),
        *([] if shown is None else [ft.Icon(shown, size=22, color=theme.ink)]),
    ]
    return tappable(
        identifier,
        text,
        ft.Row(inside, spacing=12),
        tap,
        checked=checked,
        height=theme.tall(_LINE, 16),
        border_radius=14,
        bgcolor=theme.surface2 if checked else None,
        padding=ft.Padding.symmetric(horizontal=12),
    )

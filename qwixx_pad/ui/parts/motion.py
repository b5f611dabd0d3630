"""What moves, and that it stands still where the device asks for that: all of it goes through here.

Where nothing shall move, a control carries no animation at all, so that not even Flutter's own
clock runs for it.
"""

from typing import Any

import flet as ft

from qwixx_pad.ui.tokens import Theme

QUICK, SLOW = 120, 250
"""Milliseconds that a number and a cell take, and a whole band or a card."""


def motion(theme: Theme, milliseconds: int = QUICK) -> ft.Animation | None:
    """The way from one look of a control to the next; None where nothing shall move."""
    if theme.still:
        return None
    return ft.Animation(milliseconds, ft.AnimationCurve.EASE_OUT)


def swapped(content: ft.Control, theme: Theme, **place: Any) -> ft.Control:  # noqa: ANN401 - as below
    """Something that fades into its successor; where nothing shall move, it is there at once.

    Args:
        content: What is there now.
        theme: Whether anything shall move.
        place: The size of a box in whose middle it is, and where that lies in a stack.
    """
    if not theme.still:
        return ft.AnimatedSwitcher(content, duration=QUICK, reverse_duration=QUICK, **place)
    return ft.Container(content, alignment=ft.Alignment.CENTER, **place) if place else content

"""What stands in the bars of screens: discs of players, words on yellow, menu, undo and redo."""

from typing import Any

import flet as ft

from qwixx_pad.service.settings import initial
from qwixx_pad.ui.pad.geometry import Box
from qwixx_pad.ui.parts.buttons import icon_button
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.node import corner
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words


def avatar(name: str, color: str, size: float) -> ft.Control:
    """A disc with a player's initial, for the eye alone."""
    return disc(initial(name), color, size)


def disc(
    initial: str,
    color: str,
    size: float,
    opacity: float = 1,
    **place: Any,  # noqa: ANN401 - `left` and `top` in a stack
) -> ft.Control:
    """A disc of a player's colour with a letter on it, for the eye alone."""
    letter = write(initial, size * 0.44, 600, color="#FFFFFF", height=1.0, semantics_label="")
    return ft.Container(
        content=letter,
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=color,
        alignment=ft.Alignment.CENTER,
        opacity=opacity,
        **place,
    )


def menu_button(theme: Theme, words: Words, tap: Tap, box: Box) -> ft.Control:
    """What leads to all that is not playing."""
    icon, said = ft.Icons.MENU_ROUNDED, words.text("Menu")
    return icon_button(theme, "menu", said, icon, lambda: tap("menu"), place=corner(box))


def banner_pill(text: str, theme: Theme) -> ft.Control:
    """Words that must be seen, on yellow."""
    return ft.Row(
        [
            ft.Container(
                write(text, 12, 600, color=theme.bands["y"].text, height=1.2, no_wrap=True),
                bgcolor=theme.bands["y"].band,
                border_radius=8,
                padding=ft.Padding.symmetric(horizontal=8, vertical=1),
            )
        ]
    )


def undo_redo(can: tuple[bool, bool], theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    """The two buttons that take back and bring back."""
    both = zip(can, ("undo", "redo"), strict=True)
    return [one_of_both(able, which, theme, words, tap) for able, which in both]


def one_of_both(  # noqa: PLR0913, PLR0917 - a button, its state and its ground
    able: bool,  # noqa: FBT001 - what is shown
    which: str,
    theme: Theme,
    words: Words,
    tap: Tap,
    box: Box | None = None,
    fill: str | None = None,
) -> ft.Control:
    """The button that takes back, or the one that brings back.

    Args:
        able: Whether it has something to do.
        which: `undo` or `redo`.
        theme: In which colours.
        words: The language.
        tap: What a tap does.
        box: Where it lies in a stack, if it does.
        fill: Behind it.
    """
    undo = which == "undo"
    icon = ft.Icons.UNDO_ROUNDED if undo else ft.Icons.REDO_ROUNDED
    name = words.text("Undo") if undo else words.text("Redo")
    place = None if box is None else corner(box)
    return icon_button(
        theme, which, name, icon, lambda: tap(which), enabled=able, bgcolor=fill, place=place
    )

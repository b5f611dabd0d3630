"""The bar above the pad: menu, who plays, and room for undo and redo, which are read last."""

from typing import Any

import flet as ft

from qwixx_pad.settings import initial
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.parts.buttons import icon_button
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.tokens import LARGE_TEXT, Theme
from qwixx_pad.ui.words import Words

_BUTTON = 48.0
UNDO_REDO = 2 * _BUTTON
"""Width of both buttons, in dp."""


def avatar(name: str, color: str, size: float) -> ft.Control:
    """A disc with a player's initial, for the eye alone."""
    return disc(initial(name), color, size)


def disc(initial: str, color: str, size: float) -> ft.Control:
    """A disc of a player's colour with a letter on it."""
    return ft.Semantics(
        exclude_semantics=True,
        content=ft.Container(
            content=write(initial, size * 0.44, 600, color="#FFFFFF", height=1.0),
            width=size,
            height=size,
            border_radius=size / 2,
            bgcolor=color,
            alignment=ft.Alignment.CENTER,
        ),
    )


@component
def top_bar(  # noqa: PLR0913, PLR0917 - all that stands in the bar
    name: str,
    subtitle: str,
    height: float,
    theme: Theme,
    words: Words,
    tap: Tap,
    color: int | None = 0,
    banner: str | None = None,
) -> ft.Control:
    """The bar of the play screen.

    Args:
        name: What stands in it, as a rule the player's.
        subtitle: Below the name.
        height: Of the bar.
        theme: In which colours.
        words: The language.
        tap: What a tap does.
        color: Of the player's disc; None leaves it out.
        banner: Words in the place of the subtitle that must be seen.
    """
    lines = 2 if theme.large else 1
    below = write(subtitle, 13, 400, color=theme.ink2, height=1.2, max_lines=lines)
    below.overflow = ft.TextOverflow.ELLIPSIS
    title = ft.Column(
        [
            write(name, theme.held(19, LARGE_TEXT), 600, color=theme.ink, height=1.2, no_wrap=True),
            below if banner is None else banner_pill(banner, theme),
        ],
        spacing=1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    face = [] if color is None or theme.large else [avatar(name, theme.player(color), 36)]
    return ft.Container(
        height=height,
        padding=ft.Padding.only(left=2, right=2),
        content=ft.Row(
            [
                menu_button(theme, words, tap),
                *face,
                ft.Container(width=9),
                ft.Semantics(header=True, content=title, expand=True),
                ft.Container(width=UNDO_REDO),
            ],
            spacing=0,
        ),
    )


def menu_button(theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """What leads to all that is not playing."""
    icon = ft.Icons.MENU_ROUNDED
    return icon_button(theme, "menu", words.text("Menu"), icon, lambda: tap("menu"))


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


def undo_redo(
    can: tuple[bool, bool],
    theme: Theme,
    words: Words,
    tap: Tap,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> list[ft.Control]:
    """The two buttons that take back and bring back."""
    return [
        icon_button(
            theme,
            "undo",
            words.text("Undo"),
            ft.Icons.UNDO_ROUNDED,
            lambda: tap("undo"),
            enabled=can[0],
            **look,
        ),
        icon_button(
            theme,
            "redo",
            words.text("Redo"),
            ft.Icons.REDO_ROUNDED,
            lambda: tap("redo"),
            enabled=can[1],
            **look,
        ),
    ]


@component
def both_buttons(  # noqa: PLR0913, PLR0917 - two buttons, and where they stand
    can: tuple[bool, bool],
    theme: Theme,
    words: Words,
    tap: Tap,
    height: float,
    apart: float,
    fill: str | None,
    edge: float = 0,
) -> ft.Control:
    """Undo and redo in the upper right corner of all the room there is.

    Args:
        can: Whether each has something to do.
        theme: In which colours.
        words: The language.
        tap: What a tap does.
        height: Of the bar that they stand in.
        apart: Between the two.
        fill: Behind each.
        edge: Between them and the right edge.
    """
    buttons = undo_redo(can, theme, words, tap, bgcolor=fill)
    row = ft.Row(buttons, spacing=apart, tight=True)
    inside = ft.Container(row, top=(height - _BUTTON) / 2, right=edge)
    return ft.Stack([inside])  # a container would keep taps from what lies beneath

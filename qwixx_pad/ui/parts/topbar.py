"""The bar above the pad: menu, who plays, undo and redo."""

from typing import Any

import flet as ft

from qwixx_pad.ui.guards import component
from qwixx_pad.ui.parts.buttons import icon_button
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words


def avatar(name: str, color: str, size: float) -> ft.Control:
    """A disc with a player's initial."""
    return ft.Semantics(
        exclude_semantics=True,
        content=ft.Container(
            content=write(name[:1].upper(), size * 0.44, 600, color="#FFFFFF", height=1.0),
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
    can: tuple[bool, bool],
    height: float,
    theme: Theme,
    words: Words,
    tap: Tap,
) -> ft.Control:
    """The bar of the play screen; `can` says whether undo and redo have something to do."""
    title = ft.Column(
        [
            write(name, 19, 600, color=theme.ink, height=1.2, no_wrap=True),
            write(subtitle, 13, 400, color=theme.ink2, height=1.2, no_wrap=True),
        ],
        spacing=1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return ft.Container(
        height=height,
        padding=ft.Padding.only(left=2, right=2),
        content=ft.Row(
            [
                icon_button(
                    theme, "menu", words.text("Menu"), ft.Icons.MENU_ROUNDED, lambda: tap("menu")
                ),
                avatar(name, theme.players[0], 36),
                ft.Container(width=9),
                title,
                *undo_redo(can, theme, words, tap),
            ],
            spacing=0,
        ),
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

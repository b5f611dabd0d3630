"""Fields that are typed into."""

from typing import Any

import flet as ft

from qwixx_pad.ui.guards import handler
from qwixx_pad.ui.keyboard import Keyboard
from qwixx_pad.ui.tokens import Theme, family


def text_field(theme: Theme, label: str, value: str, **more: Any) -> ft.TextField:  # noqa: ANN401 - whatever else ft.TextField knows
    """A field for a short text with its label in the frame; the keys are its own while in it."""
    leave = more.pop("on_blur", None)

    async def left(event: ft.Event[Any]) -> None:
        Keyboard.left(event)
        if leave is not None:
            await leave(event)

    return ft.TextField(
        on_focus=handler(Keyboard.came),
        on_blur=handler(left),
        value=value,
        label=label,
        border=_frames(theme),
        color=theme.ink,
        label_style=ft.TextStyle(color=theme.ink2, font_family=family(400)),
        text_style=ft.TextStyle(font_family=family(500), size=16, letter_spacing=0),
        **more,
    )


def _frames(theme: Theme) -> dict[ft.ControlState, ft.InputBorder]:
    def frame(width: float, color: str) -> ft.InputBorder:
        return ft.OutlineInputBorder(side=ft.BorderSide(width, color), border_radius=12)

    return {
        ft.ControlState.DEFAULT: frame(1, theme.box),
        ft.ControlState.FOCUSED: frame(2, theme.ink),
    }

"""Buttons: primary, tonal, line; and round ones that carry an icon."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words

Do = Callable[[], object]
_SMALL = 14
"""Letters of this size stand where there is little room; in sp."""


def _button(  # noqa: PLR0913 - the one place where a button is put together
    identifier: str,
    text: str,
    tap: Do,
    *,
    color: str,
    icon: ft.IconData | None = None,
    height: float = 56,
    spoken: str | None = None,
    size: float = 17,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> ft.Control:
    inside: list[ft.Control] = [] if icon is None else [ft.Icon(icon, size=20, color=color)]
    inside.append(write(text, size, 600, color=color, no_wrap=True))
    return tappable(
        identifier,
        spoken or text,
        ft.Row(inside, spacing=10, alignment=ft.MainAxisAlignment.CENTER),
        tap,
        height=height,
        border_radius=16,
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(horizontal=14 if size > _SMALL else 4),
        **look,
    )


def primary(theme: Theme, identifier: str, text: str, tap: Do, **more: Any) -> ft.Control:  # noqa: ANN401
    """The one main button of a screen."""
    look = {"color": theme.on_primary, "bgcolor": theme.primary, "ring": theme.gain}
    return _button(identifier, text, tap, **{**look, **more})


def tonal(theme: Theme, identifier: str, text: str, tap: Do, **more: Any) -> ft.Control:  # noqa: ANN401
    """A button beside the main one."""
    return _button(identifier, text, tap, color=theme.ink, bgcolor=theme.surface2, **more)


def outlined(theme: Theme, identifier: str, text: str, tap: Do, **more: Any) -> ft.Control:  # noqa: ANN401
    """A quiet button."""
    edge = ft.Border.all(1.5, theme.line)
    return _button(identifier, text, tap, color=theme.ink, border=edge, **more)


def colored(
    theme: Theme,
    letter: str,
    identifier: str,
    text: str,
    tap: Do,
    **more: Any,  # noqa: ANN401
) -> ft.Control:
    """The lock prompt's button: the one place where chrome wears a row's colour."""
    colors = theme.bands[letter]
    return _button(identifier, text, tap, color=colors.text, bgcolor=colors.band, **more)


def rules_and_settings(
    theme: Theme, words: Words, tap: Callable[[str], object], *, height: float
) -> ft.Control:
    """Two buttons of a menu side by side: a menu has no room for more lines on a low screen."""
    texts = {"rules": words.text("Rules"), "settings": words.text("Settings")}

    def half(identifier: str, text: str) -> ft.Control:
        button = tonal(theme, identifier, text, lambda: tap(identifier), height=height, size=16)
        return ft.Container(button, expand=True)

    return ft.Row([half(*each) for each in texts.items()], spacing=10)


def icon_button(  # noqa: PLR0913 - an icon, its name and its state
    theme: Theme,
    identifier: str,
    spoken: str,
    icon: ft.IconData,
    tap: Do,
    *,
    enabled: bool = True,
    size: float = 48,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> ft.Control:
    """A round button with an icon; pale where it has nothing to do."""
    glyph = ft.Icon(icon, size=26, color=theme.ink, opacity=1 if enabled else 0.32)
    return tappable(
        identifier,
        spoken,
        glyph,
        tap,
        dead=not enabled,
        width=size,
        height=size,
        border_radius=size / 2,
        alignment=ft.Alignment.CENTER,
        **look,
    )

"""Buttons, and cards of two lines that somebody must know."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.design.primitives import beside, tappable, write
from qwixx_pad.ui.design.tokens import LARGE_TEXT, Theme
from qwixx_pad.ui.speech.words import Words

Do = Callable[[], object]
_LINE = 1.2
_SMALL = 14
"""Letters of this size stand where there is little room; in sp."""


def _button(  # noqa: PLR0913 - the one place where a button is put together
    theme: Theme,
    identifier: str,
    text: str,
    tap: Do,
    *,
    color: str,
    icon: ft.IconData | None = None,
    height: float = 56,
    spoken: str | None = None,
    size: float = 17,
    planned: bool = False,
    wraps: bool = False,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> ft.Control:
    """A button; `planned`: its height is all it gets, so its letters stop growing before it.

    `wraps`: its words may take two lines.
    """
    if planned:
        size = theme.held(size, LARGE_TEXT)
    inside: list[ft.Control] = [] if icon is None else [ft.Icon(icon, size=20, color=color)]
    across = 14 if size > _SMALL else 4
    if theme.text > 1:
        inside.append(_words(text, size, color, alone=icon is None))
        above = 0 if planned else _above(height, size)
        look |= {"padding": ft.Padding.symmetric(horizontal=across, vertical=above)}
        look |= {"height": height} if planned else {}
    else:
        one_line = write(text, size, 600, color=color, no_wrap=True)
        inside.append(_words(text, size, color, alone=icon is None) if wraps else one_line)
        look |= {"height": height, "alignment": ft.Alignment.CENTER}
        look |= {"padding": ft.Padding.symmetric(horizontal=across)}
    row = ft.Row(inside, spacing=10, alignment=ft.MainAxisAlignment.CENTER)
    return tappable(identifier, spoken or text, row, tap, border_radius=16, **look)


def _words(text: str, size: float, color: str, *, alone: bool) -> ft.Control:
    """The words of a button that grows with its letters: as many lines as they need."""
    return write(
        text,
        size,
        600,
        color=color,
        height=_LINE,
        text_align=ft.TextAlign.CENTER,
        expand=True,
        expand_loose=not alone,
    )


def _above(height: float, size: float) -> float:
    """What is free above and below one line of a button of this height, in dp."""
    return max(4.0, (height - size * _LINE) / 2)


def primary(theme: Theme, identifier: str, text: str, tap: Do, **more: Any) -> ft.Control:  # noqa: ANN401
    """The one main button of a screen."""
    look = {"color": theme.on_primary, "bgcolor": theme.primary, "ring": theme.gain}
    return _button(theme, identifier, text, tap, **{**look, **more})


def tonal(theme: Theme, identifier: str, text: str, tap: Do, **more: Any) -> ft.Control:  # noqa: ANN401
    """A button beside the main one."""
    return _button(theme, identifier, text, tap, color=theme.ink, bgcolor=theme.surface2, **more)


def outlined(theme: Theme, identifier: str, text: str, tap: Do, **more: Any) -> ft.Control:  # noqa: ANN401
    """A quiet button."""
    edge = ft.Border.all(1.5, theme.line)
    return _button(theme, identifier, text, tap, color=theme.ink, border=edge, **more)


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
    return _button(theme, identifier, text, tap, color=colors.text, bgcolor=colors.band, **more)


def rules_and_settings(
    theme: Theme, words: Words, tap: Callable[[str], object], *, height: float
) -> ft.Control:
    """Two buttons of a menu side by side: a menu has no room for more lines on a low screen."""
    texts = {"rules": words.text("Rules"), "settings": words.text("Settings")}

    def half(identifier: str, text: str) -> ft.Control:
        return tonal(theme, identifier, text, lambda: tap(identifier), height=height, size=16)

    return beside([half(*each) for each in texts.items()], theme, spacing=10)


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
    glyph = ft.Icon(icon, size=26, color=theme.ink, opacity=1 if enabled else theme.idle)
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


def notice_card(
    lines: tuple[str, str],
    icon: ft.IconData,
    theme: Theme,
    *buttons: ft.Control,
    identifier: str = "notice",
) -> ft.Control:
    """The card; a screen reader says it when it appears.

    Args:
        lines: What is so, and what that means.
        icon: Before them.
        theme: In which colours.
        buttons: Below them.
        identifier: Of what is said.
    """
    said = ft.Column(
        [
            write(lines[0], 15, 600, color=theme.ink),
            write(lines[1], 13, 400, color=theme.ink2),
        ],
        spacing=2,
    )
    spoken = ft.Semantics(
        identifier=identifier, container=True, live_region=True, content=said, expand=True
    )
    head = ft.Row([ft.Icon(icon, size=22, color=theme.ink), spoken], spacing=12)
    return ft.Container(
        ft.Column([head, *buttons], spacing=12, tight=True),
        bgcolor=theme.surface2,
        border_radius=16,
        padding=14,
        margin=ft.Margin.only(top=10),
    )

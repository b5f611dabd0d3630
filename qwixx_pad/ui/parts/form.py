"""The pieces of screens on which something is set: bar, groups, choices, switches."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import flet as ft

from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.parts.beside import beside
from qwixx_pad.ui.parts.buttons import icon_button
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.motion import motion
from qwixx_pad.ui.parts.tap import tappable

Choice = TypeVar("Choice", bound=str)


def page_bar(
    frame: Frame, title: str, go: Callable[[str], object], subtitle: str = ""
) -> ft.Control:
    """The bar of a screen that is not the pad: back, and what the screen is."""
    back = icon_button(
        frame.theme,
        "back",
        frame.words.text("Back"),
        ft.Icons.ARROW_BACK_ROUNDED,
        lambda: go("back"),
    )
    short = frame.theme.text <= 1
    lines = [write(title, 19, 600, color=frame.theme.ink, height=1.2, no_wrap=short)]
    if subtitle:
        lines.append(write(subtitle, 13, 400, color=frame.theme.ink2, height=1.2, no_wrap=short))
    named = ft.Semantics(
        header=True,
        content=ft.Column(
            [*lines], spacing=1, alignment=ft.MainAxisAlignment.CENTER, tight=not short
        ),
        expand=True,
    )
    return ft.Container(
        ft.Row([back, named], spacing=8),
        height=56 if short else None,
        margin=ft.Margin.only(left=-10),
        padding=0 if short else ft.Padding.symmetric(vertical=4),
    )


def group(title: str, content: Sequence[ft.Control], frame: Frame) -> ft.Control:
    """A card of settings below its heading."""
    heading = ft.Semantics(header=True, content=write(title, 13, 600, color=frame.theme.ink2))
    card = ft.Container(
        ft.Column([*content], spacing=4, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=frame.theme.surface,
        border_radius=18,
        padding=12,
    )
    return ft.Column(
        [
            ft.Container(heading, padding=ft.Padding.only(left=4)),
            ft.Semantics(content=card, label=title, container=True),
        ],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def choice(
    options: Sequence[tuple[Choice, str]],
    chosen: Choice,
    choose: Callable[[Choice], object],
    frame: Frame,
) -> ft.Control:
    """One of a few, side by side, large letters below each other.

    Named for tests and readers by the value it sets.
    """
    cells = [
        _choice_cell(value, text, partial(choose, value), frame, mine=value == chosen)
        for value, text in options
    ]
    return beside(cells, frame.theme, spacing=6)


def choice_grid(
    options: Sequence[tuple[str, str, Choice]],
    chosen: Choice,
    choose: Callable[[Choice], object],
    frame: Frame,
) -> ft.Control:
    """One of many, two side by side; each with a name, its words, and the value it sets."""
    cells = [
        _choice_cell(name, text, partial(choose, value), frame, mine=value == chosen)
        for name, text, value in options
    ]
    odd = [ft.Container()] if len(cells) % 2 and not frame.theme.large else []
    cells += odd
    pairs = [beside(cells[i : i + 2], frame.theme, spacing=6) for i in range(0, len(cells), 2)]
    return ft.Column([*pairs], spacing=6)


def _choice_cell(
    name: str, text: str, choose: Callable[[], object], frame: Frame, *, mine: bool
) -> ft.Control:
    theme = frame.theme
    color = theme.on_primary if mine else theme.ink
    return tappable(
        f"set-{name}",
        text,
        write(text, 14, 600 if mine else 500, color=color, no_wrap=not theme.large),
        choose,
        checked=mine,
        height=theme.tall(48, 14),
        bgcolor=theme.primary if mine else theme.surface2,
        border_radius=14,
        alignment=ft.Alignment.CENTER,
    )


def switch(
    identifier: str,
    text: str,
    on: bool,  # noqa: FBT001 - a switch is on or off
    flip: Callable[[], object],
    frame: Frame,
) -> ft.Control:
    """A line with a switch at its end."""
    theme = frame.theme
    knob = ft.Container(
        ft.Container(width=22, height=22, border_radius=11, bgcolor=theme.surface),
        width=48,
        height=28,
        border_radius=14,
        padding=3,
        bgcolor=theme.primary if on else theme.box,
        alignment=ft.Alignment.CENTER_RIGHT if on else ft.Alignment.CENTER_LEFT,
        animate=motion(theme),
    )
    row = ft.Row([write(text, 16, 400, color=theme.ink, expand=True), knob])
    return tappable(
        f"set-{identifier}",
        text,
        row,
        flip,
        toggled=on,
        height=None if theme.text > 1 else 52,
        border_radius=12,
        padding=ft.Padding.symmetric(horizontal=6, vertical=14 if theme.text > 1 else 0),
    )

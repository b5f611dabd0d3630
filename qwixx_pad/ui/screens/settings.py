"""Settings: few, sensible, applied at once, kept."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

import flet as ft

from qwixx_pad import __version__
from qwixx_pad.settings import Direction, Settings, Shade, clean_name
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component, handler
from qwixx_pad.ui.parts.buttons import icon_button
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.page_column import page_column
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.tokens import Theme, family

_WIDEST = 560
Change = Callable[[Settings], object]
Choice = TypeVar("Choice", bound=StrEnum)


@component
def settings_screen(frame: Frame, change: Change, go: Callable[[str], None]) -> ft.Control:
    """The settings of this pad; `change` keeps new ones."""
    words, now = frame.words, frame.settings
    width = min(frame.space.width, _WIDEST) - 32
    parts = [
        _bar(frame, go),
        _group(
            words.text("You"),
            [_name_field(frame, lambda name: change(replace(now, name=name)))],
            frame,
        ),
        _group(
            words.text("Pad direction on an upright screen"),
            [
                _choice(
                    [(d, words.direction(d)) for d in Direction],
                    now.direction,
                    lambda d: change(replace(now, direction=d)),
                    frame,
                )
            ],
            frame,
        ),
        _group(
            words.text("Colours"),
            [
                _choice(
                    [(s, words.shade(s)) for s in Shade],
                    now.shade,
                    lambda s: change(replace(now, shade=s)),
                    frame,
                )
            ],
            frame,
        ),
        _group(
            words.text("While you play"),
            [
                _switch(
                    "awake",
                    words.text("Keep the screen on"),
                    now.awake,
                    lambda: change(replace(now, awake=not now.awake)),
                    frame,
                ),
                _switch(
                    "haptics",
                    words.text("Feel a cross"),
                    now.haptics,
                    lambda: change(replace(now, haptics=not now.haptics)),
                    frame,
                ),
            ],
            frame,
        ),
        _group(words.text("About"), _about(frame), frame),
    ]
    return page_column(parts, width, spacing=14)


def _bar(frame: Frame, go: Callable[[str], None]) -> ft.Control:
    back = icon_button(
        frame.theme,
        "back",
        frame.words.text("Back"),
        ft.Icons.ARROW_BACK_ROUNDED,
        lambda: go("back"),
    )
    title = write(frame.words.text("Settings"), 19, 600, color=frame.theme.ink)
    return ft.Container(
        ft.Row([back, title], spacing=8), height=56, margin=ft.Margin.only(left=-10)
    )


def _group(title: str, content: Sequence[ft.Control], frame: Frame) -> ft.Control:
    heading = ft.Semantics(header=True, content=write(title, 13, 600, color=frame.theme.ink2))
    card = ft.Container(
        ft.Column([*content], spacing=4, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=frame.theme.surface,
        border_radius=18,
        padding=12,
    )
    return ft.Column(
        [ft.Container(heading, padding=ft.Padding.only(left=4)), card],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _name_field(frame: Frame, keep: Callable[[str], object]) -> ft.Control:
    theme = frame.theme

    def done(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        name = clean_name(event.control.value or "")
        if name != frame.settings.name:
            keep(name)

    field = ft.TextField(
        value=frame.settings.name,
        label=frame.words.text("Your name"),
        border=_frames(theme),
        color=theme.ink,
        label_style=ft.TextStyle(color=theme.ink2, font_family=family(400)),
        text_style=ft.TextStyle(font_family=family(500), size=16, letter_spacing=0),
        on_blur=handler(done),
        on_submit=handler(done),
    )
    return ft.Semantics(identifier="name", content=field)


def _frames(theme: Theme) -> dict[ft.ControlState, ft.InputBorder]:
    def frame(width: float, color: str) -> ft.InputBorder:
        return ft.OutlineInputBorder(side=ft.BorderSide(width, color), border_radius=12)

    return {
        ft.ControlState.DEFAULT: frame(1, theme.box),
        ft.ControlState.FOCUSED: frame(2, theme.ink),
    }


def _choice(
    options: Sequence[tuple[Choice, str]],
    chosen: Choice,
    choose: Callable[[Choice], object],
    frame: Frame,
) -> ft.Control:
    """One of a few, side by side; named for tests and readers by the value it sets."""
    theme = frame.theme

    def cell(value: Choice, text: str) -> ft.Control:
        mine = value is chosen
        color = theme.on_primary if mine else theme.ink
        return ft.Container(
            tappable(
                f"set-{value.value}",
                text,
                write(text, 14, 600 if mine else 500, color=color, no_wrap=True),
                lambda: choose(value),
                checked=mine,
                height=48,
                bgcolor=theme.primary if mine else theme.surface2,
                border_radius=14,
                alignment=ft.Alignment.CENTER,
            ),
            expand=True,
        )

    return ft.Row([cell(value, text) for value, text in options], spacing=6)


def _switch(
    identifier: str,
    text: str,
    on: bool,  # noqa: FBT001 - a switch is on or off
    flip: Callable[[], object],
    frame: Frame,
) -> ft.Control:
    theme = frame.theme
    knob = ft.Container(
        ft.Container(width=22, height=22, border_radius=11, bgcolor=theme.surface),
        width=48,
        height=28,
        border_radius=14,
        padding=3,
        bgcolor=theme.primary if on else theme.box,
        alignment=ft.Alignment.CENTER_RIGHT if on else ft.Alignment.CENTER_LEFT,
        animate=ft.Animation(120, ft.AnimationCurve.EASE_OUT),
    )
    row = ft.Row([write(text, 16, 400, color=theme.ink, expand=True), knob])
    return tappable(
        f"set-{identifier}",
        text,
        row,
        flip,
        toggled=on,
        height=52,
        border_radius=12,
        padding=ft.Padding.symmetric(horizontal=6),
    )


def _about(frame: Frame) -> list[ft.Control]:
    words, theme = frame.words, frame.theme
    lines = [
        words.text(
            "Qwixx Pad {version}. A score pad; you need the dice and the game.", version=__version__
        ),
        words.text(
            "Unofficial, not affiliated: Qwixx is a registered name of its publishers and authors."
        ),
        words.text("Free software under the MIT licence. Fonts Rubik and Kalam: SIL OFL 1.1."),
    ]
    return [write(line, 14, 400, color=theme.ink2, height=1.4) for line in lines]

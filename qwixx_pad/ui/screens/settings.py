"""Settings: few, sensible, applied at once, kept."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft

from qwixx_pad import __version__
from qwixx_pad.settings import Direction, Settings, Shade, clean_name
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component, handler
from qwixx_pad.ui.parts.buttons import tonal
from qwixx_pad.ui.parts.fields import text_field
from qwixx_pad.ui.parts.form import choice, group, page_bar, switch
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.page_column import WIDEST, page_column

Change = Callable[[Settings], object]


@component
def settings_screen(
    frame: Frame, change: Change, go: Callable[[str], None], *, owner: bool
) -> ft.Control:
    """The settings of this pad.

    Args:
        frame: Space, theme, words and settings.
        change: Keeps new ones.
        go: Leads to another screen.
        owner: Whether the kept games belong to who sits here.
    """
    words, now = frame.words, frame.settings
    width = min(frame.space.width, WIDEST) - 32
    parts = [
        page_bar(frame, frame.words.text("Settings"), go),
        group(
            words.text("You"),
            [_name_field(frame, lambda name: change(replace(now, name=name)))],
            frame,
        ),
        group(
            words.text("Pad direction on an upright screen"),
            [
                choice(
                    [(d, words.direction(d)) for d in Direction],
                    now.direction,
                    lambda d: change(replace(now, direction=d)),
                    frame,
                )
            ],
            frame,
        ),
        group(
            words.text("Colours"),
            [
                choice(
                    [(s, words.shade(s)) for s in Shade],
                    now.shade,
                    lambda s: change(replace(now, shade=s)),
                    frame,
                )
            ],
            frame,
        ),
        group(
            words.text("While you play"),
            [
                switch(
                    "awake",
                    words.text("Keep the screen on"),
                    now.awake,
                    lambda: change(replace(now, awake=not now.awake)),
                    frame,
                ),
                switch(
                    "haptics",
                    words.text("Feel a cross"),
                    now.haptics,
                    lambda: change(replace(now, haptics=not now.haptics)),
                    frame,
                ),
            ],
            frame,
        ),
        *([group(words.text("Your games"), [_data(frame, go)], frame)] if owner else []),
        group(words.text("About"), _about(frame), frame),
    ]
    return page_column(parts, width, spacing=14)


def _data(frame: Frame, go: Callable[[str], None]) -> ft.Control:
    text = frame.words.text("Back up, restore, spreadsheets")
    return tonal(frame.theme, "data", text, lambda: go("data"), height=50, size=16)


def _name_field(frame: Frame, keep: Callable[[str], object]) -> ft.Control:
    def done(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        name = clean_name(event.control.value or "")
        if name != frame.settings.name:
            keep(name)

    field = text_field(
        frame.theme,
        frame.words.text("Your name"),
        frame.settings.name,
        on_blur=handler(done),
        on_submit=handler(done),
    )
    return ft.Semantics(identifier="name", content=field)


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

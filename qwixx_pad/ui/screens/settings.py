"""Settings: few, sensible, applied at once, kept."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad import __version__
from qwixx_pad.i18n import languages, own_name
from qwixx_pad.service.settings import Direction, Shade, clean_name
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component, handler
from qwixx_pad.ui.parts.buttons import tonal
from qwixx_pad.ui.parts.fields import text_field
from qwixx_pad.ui.parts.form import choice, choice_grid, group, page_bar, switch
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.page_column import WIDEST, page_column

Go = Callable[[str], None]


@component
def settings_screen(frame: Frame, go: Go, *, owner: bool) -> ft.Control:
    """The settings of this pad.

    Args:
        frame: Space, theme, words and settings.
        go: Leads to another screen.
        owner: Whether the kept games belong to who sits here.
    """
    words, now = frame.words, frame.settings
    width = min(frame.space.width, WIDEST) - 32
    shades = choice(
        [(s, words.shade(s)) for s in Shade], now.shade, lambda s: frame.change(shade=s), frame
    )
    directions = choice(
        [(d, words.direction(d)) for d in Direction],
        now.direction,
        lambda d: frame.change(direction=d),
        frame,
    )
    parts = [
        page_bar(frame, words.text("Settings"), go),
        group(words.text("You"), [_name_field(frame)], frame),
        group(words.text("Language"), [_language(frame)], frame),
        group(words.text("Colours"), [shades], frame),
        group(words.text("Pad direction on an upright screen"), [directions], frame),
        group(words.text("While you play"), _while_you_play(frame), frame),
        *(_of_owner(frame, go) if owner else []),
        group(words.text("About"), _about(frame, go), frame),
    ]
    return page_column(parts, width, spacing=14)


def _language(frame: Frame) -> ft.Control:
    # Translators: the language is that of the device.
    options = [("", "device", frame.words.meant("language", "Device"))]
    options += [(code, code, own_name(code)) for code in languages()]
    now = frame.settings.language
    known = now if now in languages() else ""
    return choice_grid(
        [(f"language-{name}", text, code) for code, name, text in options],
        known,
        lambda code: frame.change(language=code),
        frame,
    )


def _while_you_play(frame: Frame) -> list[ft.Control]:
    words, now = frame.words, frame.settings
    switches = (
        ("awake", words.text("Keep the screen on"), "awake", now.awake),
        ("haptics", words.text("Feel a cross"), "haptics", now.haptics),
        ("hide-points", words.text("Hide points until the end"), "hide_points", now.hide_points),
    )
    return [_kept_switch(frame, *each) for each in switches]


def _kept_switch(frame: Frame, identifier: str, text: str, setting: str, on: bool) -> ft.Control:  # noqa: FBT001 - a switch is on or off
    return switch(identifier, text, on, lambda: frame.change(**{setting: not on}), frame)


def _of_owner(frame: Frame, go: Go) -> list[ft.Control]:
    """What only the owner of the pad sets: house rule, players, games."""
    words, theme = frame.words, frame.theme
    finish = _kept_switch(
        frame,
        "finish-turn",
        words.text("Finish the turn after two locks"),
        "finish_turn",
        frame.settings.finish_turn,
    )
    note = write(words.text("For new tables."), 13, 400, color=theme.ink2, height=1.35)
    people = tonal(
        theme, "players", words.text("Names and colours"), lambda: go("players"), height=50, size=16
    )
    data = tonal(
        theme,
        "data",
        words.text("Back up, restore, delete"),
        lambda: go("data"),
        height=50,
        size=16,
    )
    return [
        group(words.text("House rule"), [finish, ft.Container(note, padding=6)], frame),
        group(words.text("Players"), [people], frame),
        group(words.text("Your games"), [data], frame),
    ]


def _name_field(frame: Frame) -> ft.Control:
    def done(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        name = clean_name(event.control.value or "")
        if name != frame.settings.name:
            frame.change(name=name)

    field = text_field(
        frame.theme,
        frame.words.text("Your name"),
        frame.settings.name,
        on_blur=handler(done),
        on_submit=handler(done),
    )
    return ft.Semantics(identifier="name", content=field)


def _about(frame: Frame, go: Go) -> list[ft.Control]:
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
    told: list[ft.Control] = [write(line, 14, 400, color=theme.ink2, height=1.4) for line in lines]
    text = words.text("Licences")
    return [*told, tonal(theme, "licences", text, lambda: go("licences"), height=50, size=16)]

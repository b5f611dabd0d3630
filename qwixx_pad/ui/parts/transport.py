"""Buttons that lead through the steps of a game, as on a tape."""

import flet as ft

from qwixx_pad.ui.guards import component
from qwixx_pad.ui.pad.geometry_review import PLAY
from qwixx_pad.ui.parts.tap import Tap, tappable
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words

_BUTTON = 52.0
_WIDEST = 280.0


@component
def transport(  # noqa: PLR0913 - where one is, and the screen
    theme: Theme, words: Words, tap: Tap, *, playing: bool, at_start: bool, at_end: bool
) -> ft.Control:
    """First, previous, play, next, last.

    Args:
        theme: In which colours.
        words: The language.
        tap: Told `first`, `previous`, `play-steps`, `next` or `last`.
        playing: Whether the steps follow one another by themselves.
        at_start: Whether there is no step before.
        at_end: Whether there is none to come.
    """
    icons = ft.Icons
    buttons = [
        _button(
            "first", words.meant("step", "First"), icons.SKIP_PREVIOUS_ROUNDED, theme, tap, at_start
        ),
        _button(
            "previous",
            words.text("Previous"),
            icons.CHEVRON_LEFT_ROUNDED,
            theme,
            tap,
            at_start,
        ),
        _play(theme, words, tap, playing=playing),
        _button(
            "next", words.meant("step", "Next"), icons.CHEVRON_RIGHT_ROUNDED, theme, tap, at_end
        ),
        _button("last", words.meant("step", "Last"), icons.SKIP_NEXT_ROUNDED, theme, tap, at_end),
    ]
    row = ft.Row(buttons, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0, width=_WIDEST)
    return ft.Row([row], alignment=ft.MainAxisAlignment.CENTER, height=PLAY)


def _button(  # noqa: PLR0913, PLR0917 - one of four that differ in all of this
    identifier: str,
    spoken: str,
    icon: ft.IconData,
    theme: Theme,
    tap: Tap,
    idle: bool,  # noqa: FBT001 - at an end, a button has nothing to do
) -> ft.Control:
    return tappable(
        identifier,
        spoken,
        ft.Icon(icon, size=30, color=theme.ink, opacity=theme.idle if idle else 1),
        lambda: tap(identifier),
        width=_BUTTON,
        height=_BUTTON,
        border_radius=_BUTTON / 2,
        alignment=ft.Alignment.CENTER,
    )


def _play(theme: Theme, words: Words, tap: Tap, *, playing: bool) -> ft.Control:
    icon = ft.Icons.PAUSE_ROUNDED if playing else ft.Icons.PLAY_ARROW_ROUNDED
    return tappable(
        "play-steps",
        words.text("Pause") if playing else words.meant("steps", "Play"),
        ft.Icon(icon, size=30, color=theme.on_primary),
        lambda: tap("play-steps"),
        width=PLAY,
        height=PLAY,
        border_radius=PLAY / 2,
        bgcolor=theme.primary,
        alignment=ft.Alignment.CENTER,
    )

"""The bar at the foot of the screens that are not a game: play, games, numbers, rules."""

import flet as ft

from qwixx_pad.i18n import phrase
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap, tappable

HEIGHT = 64.0
"""Of the bar, in dp."""
_WIDEST = 560
_PLACES = (
    # Translators: the place where games are played; there is little room.
    ("play", phrase("Play"), ft.Icons.EDIT_ROUNDED),
    ("history", phrase("Games"), ft.Icons.HISTORY_ROUNDED),
    # Translators: statistics; there is little room.
    ("statistics", phrase("Stats"), ft.Icons.BAR_CHART_ROUNDED),
    # Translators: the rules of the game; there is little room.
    ("rules", phrase("Rules"), ft.Icons.MENU_BOOK_ROUNDED),
)


def with_nav_bar(content: ft.Control, here: str, frame: Frame, go: Tap) -> ft.Control:
    """A screen above the bar.

    Args:
        content: The screen; it has the bar's height less than the frame says.
        here: Which place this is.
        frame: Theme and words.
        go: Leads to a place by its identifier.
    """
    bar = ft.Container(
        ft.Row(
            [_place(*place, here, frame, go) for place in _PLACES],
            alignment=ft.MainAxisAlignment.SPACE_AROUND,
            spacing=0,
            width=min(frame.space.width, _WIDEST),
        ),
        height=nav_height(frame),
        bgcolor=frame.theme.surface,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Column(
        [ft.Container(content, expand=True), bar],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def nav_height(frame: Frame) -> float:
    """Of the bar, in dp: its icons stay, its words grow."""
    return HEIGHT + max(0.0, frame.space.lines(12) - 12 * 1.2)


def _place(  # noqa: PLR0913, PLR0917 - a place and where we are
    name: str, text: str, icon: ft.IconData, here: str, frame: Frame, go: Tap
) -> ft.Control:
    theme, mine = frame.theme, name == here
    said = frame.words.text(text)
    pill = ft.Container(
        ft.Icon(icon, size=23, color=theme.on_primary if mine else theme.ink2),
        width=58,
        height=32,
        border_radius=16,
        bgcolor=theme.primary if mine else None,
        alignment=ft.Alignment.CENTER,
    )
    color = theme.ink if mine else theme.ink2
    label = write(said, 12, 600 if mine else 400, color=color, height=1.1)
    return tappable(
        name,
        said,
        ft.Column(
            [pill, label], spacing=3, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
        ),
        lambda: go(name),
        selected=mine,
        width=min(88 * frame.theme.text, frame.space.width / len(_PLACES)),
        height=nav_height(frame),
        border_radius=18,
        alignment=ft.Alignment.CENTER,
    )

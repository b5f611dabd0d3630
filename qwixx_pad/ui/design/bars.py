"""Bars of screens: where the pad leads, what was done and the way back, who plays."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from qwixx_pad.i18n import phrase
from qwixx_pad.service.settings import initial
from qwixx_pad.ui.design.controls import way_button
from qwixx_pad.ui.design.primitives import Tap, corner, tappable, write
from qwixx_pad.ui.design.tokens import CAPTION, NOTICE, TAG, TITLE, Theme
from qwixx_pad.ui.sheet.boxes import Box
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech.words import Words

NAV_HEIGHT = 64.0
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


def with_nav_bar(content: ft.Control, here: str, context: ScreenContext, go: Tap) -> ft.Control:
    """A screen above the bar.

    Args:
        content: The screen; it has the bar's height less than the frame says.
        here: Which place this is.
        context: Theme and words.
        go: Leads to a place by its identifier.
    """
    bar = ft.Container(
        ft.Row(
            [_place(*place, here, context, go) for place in _PLACES],
            alignment=ft.MainAxisAlignment.SPACE_AROUND,
            spacing=0,
            width=min(context.space.width, _WIDEST),
        ),
        height=nav_height(context),
        bgcolor=context.theme.surface,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Column(
        [ft.Container(content, expand=True), bar],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def nav_height(context: ScreenContext) -> float:
    """Of the bar, in dp: its icons stay, its words grow."""
    return NAV_HEIGHT + max(0.0, context.space.lines(12) - 12 * 1.2)


def _place(  # noqa: PLR0913, PLR0917 - a place and where we are
    name: str, text: str, icon: ft.IconData, here: str, context: ScreenContext, go: Tap
) -> ft.Control:
    theme, mine = context.theme, name == here
    said = context.words.text(text)
    pill = ft.Container(
        ft.Icon(icon, size=23, color=theme.on_primary if mine else theme.ink2),
        width=58,
        height=32,
        border_radius=16,
        bgcolor=theme.primary if mine else None,
        alignment=ft.Alignment.CENTER,
    )
    color = theme.ink if mine else theme.ink2
    label = write(said, TAG.at(12) if mine else CAPTION, color=color, height=1.1)
    return tappable(
        name,
        said,
        ft.Column(
            [pill, label], spacing=3, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
        ),
        lambda: go(name),
        selected=mine,
        width=min(88 * context.theme.text, context.space.width / len(_PLACES)),
        height=nav_height(context),
        border_radius=18,
        alignment=ft.Alignment.CENTER,
    )


UNDO_HEIGHT = 52.0
"""Of the bar at least, in dp."""


def above_foot(page: ft.Control, told: Sequence[ft.Control], context: ScreenContext) -> ft.Control:
    """A page, and over its foot what is to be told: seen wherever the page was scrolled to.

    Args:
        page: The screen.
        told: What lies over it, from above.
        context: How wide the device is.
    """
    inside = ft.Column([*told], spacing=8, tight=True, width=context.column)
    over = ft.Row([inside], alignment=ft.MainAxisAlignment.CENTER)
    layers = [page, *([ft.Container(over, left=0, right=0, bottom=12)] if told else [])]
    return ft.Stack([*layers], expand=True, fit=ft.StackFit.EXPAND)


def undo_bar(text: str, context: ScreenContext, undo: Callable[[], object] | None) -> ft.Control:
    """The bar; where nothing can be taken back it only tells.

    Args:
        text: What was done.
        context: Theme and words.
        undo: Takes it back; None if that cannot be done.
    """
    theme, words = context.theme, context.words
    said = ft.Semantics(
        identifier="message",
        live_region=True,
        container=True,
        expand=True,
        content=ft.Container(
            write(text, NOTICE, color=theme.on_notice, max_lines=4, height=1.2),
            padding=ft.Padding.symmetric(vertical=8),
        ),
    )
    height = theme.tall(UNDO_HEIGHT, 14, 14)
    way_back = tappable(
        "undo-message",
        # Translators: {done} is what was done, such as "Red 4 crossed"; for a screen reader.
        words.text("{done}. Undo", done=text.removesuffix(".")),
        write(words.text("Undo"), NOTICE, color=theme.notice_act),
        undo,
        height=height,
        padding=ft.Padding.symmetric(horizontal=14),
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )
    low = ft.Container(width=0, height=height)  # as high as a way back; long words make it higher
    return ft.Container(
        ft.Row([said, low if undo is None else way_back], spacing=12),
        bgcolor=theme.notice,
        border_radius=14,
        padding=ft.Padding.only(left=16, right=4),
    )


def avatar(name: str, color: str, size: float) -> ft.Control:
    """A disc with a player's initial, for the eye alone."""
    return disc(initial(name), color, size)


def disc(
    initial: str,
    color: str,
    size: float,
    opacity: float = 1,
    **place: Any,  # noqa: ANN401 - `left` and `top` in a stack
) -> ft.Control:
    """A disc of a player's colour with a letter on it, for the eye alone."""
    letter = write(initial, TITLE.at(size * 0.44), color="#FFFFFF", height=1.0, semantics_label="")
    return ft.Container(
        content=letter,
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=color,
        alignment=ft.Alignment.CENTER,
        opacity=opacity,
        **place,
    )


def menu_button(theme: Theme, words: Words, tap: Tap, box: Box) -> ft.Control:
    """What leads to all that is not playing."""
    icon, said = ft.Icons.MENU_ROUNDED, words.text("Menu")
    return way_button("menu", said, icon, theme, tap, place=corner(box))


def banner_pill(text: str, theme: Theme, size: float = 12) -> ft.Control:
    """Words that must be seen, on yellow, in letters of such a size."""
    return ft.Row(
        [
            ft.Container(
                write(text, TITLE.at(size), color=theme.bands["y"].text, height=1.2, no_wrap=True),
                bgcolor=theme.bands["y"].band,
                border_radius=8,
                padding=ft.Padding.symmetric(horizontal=8, vertical=1),
            )
        ]
    )


def words_that_lead(way: str, spoken: str, words: ft.Control, tap: Tap, box: Box) -> ft.Control:
    """Words in a box that lead to what they are about, by its identifier."""
    return tappable(
        way,
        spoken,
        words,
        lambda: tap(way),
        place=corner(box),
        width=box.width,
        height=box.height,
        border_radius=14,
        alignment=ft.Alignment.TOP_LEFT,
    )


def undo_redo(can: tuple[bool, bool], theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    """The two buttons that take back and bring back."""
    both = zip(can, ("undo", "redo"), strict=True)
    return [one_of_both(able, which, theme, words, tap) for able, which in both]


def one_of_both(  # noqa: PLR0913, PLR0917 - a button, its state and its ground
    able: bool,  # noqa: FBT001 - what is shown
    which: str,
    theme: Theme,
    words: Words,
    tap: Tap,
    box: Box | None = None,
    fill: str | None = None,
) -> ft.Control:
    """The button that takes back, or the one that brings back.

    Args:
        able: Whether it has something to do.
        which: `undo` or `redo`.
        theme: In which colours.
        words: The language.
        tap: What a tap does.
        box: Where it lies in a stack, if it does.
        fill: Behind it.
    """
    icon, name = ft.Icons.REDO_ROUNDED, words.text("Redo")
    if which == "undo":
        icon, name = ft.Icons.UNDO_ROUNDED, words.text("Undo")
    place = None if box is None else corner(box)
    return way_button(which, name, icon, theme, tap, enabled=able, bgcolor=fill, place=place)

"""What screens beside the pad are made of: bars, groups, choices, switches, fields, pills."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import flet as ft

from qwixx_pad.i18n import phrase
from qwixx_pad.settings.letters import can_show
from qwixx_pad.ui.design.controls import Typed, avatar, text_field, tonal, way_button
from qwixx_pad.ui.design.primitives import WIDEST, Tap, beside, heading, motion, tappable, write
from qwixx_pad.ui.design.tokens import (
    ASIDE,
    BODY,
    CAPTION,
    CHIP,
    HINT,
    NAME,
    NOTICE,
    OPTION,
    TAG,
    TITLE,
    Theme,
)
from qwixx_pad.ui.flet_support.file_transfer import Outcome
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.text.translator import Words

Choice = TypeVar("Choice", bound=str)


@dataclass(frozen=True)
class Screen:
    """A screen in one state; each screen adds what it is about. `go` leads to another one."""

    context: ScreenContext
    go: Tap

    @property
    def theme(self) -> Theme:
        """In which colours."""
        return self.context.theme

    @property
    def words(self) -> Words:
        """In which language."""
        return self.context.words

    def line(
        self,
        name: str,
        text: str,
        does: Callable[[], object],
        action: ft.ClientAction | None = None,
    ) -> ft.Control:
        """Build a button in a line of its own, by its identifier and its untranslated text."""
        said = self.words.text(text)
        return tonal(self.theme, name, said, does, height=50, size=16, action=action)


def name_field(
    typed: Typed,
    context: ScreenContext,
    label: str,
    stored: str = "",
    **more: Any,  # noqa: ANN401 - whatever else `text_field` knows
) -> ft.Semantics:
    """Paint the field of a name; it says where the device has not all of its letters."""

    def hint(name: str) -> str | None:
        if not context.has_fonts or can_show(name):
            return None
        return context.words.text("Not all of these letters can be shown here.")

    shown = hint(typed.or_else(stored))

    def changed(name: str) -> None:
        if hint(name) != shown:
            typed.repaint()

    return text_field(typed, context.theme, label, stored, change=changed, helper=shown, **more)


def color_button(
    identifier: str, name: str, color: int, context: ScreenContext, tap: Callable[[], object]
) -> ft.Control:
    """The disc of a player; a tap gives it another colour."""
    return tappable(
        identifier,
        context.words.text("Another colour for {name}", name=name),
        avatar(name, context.theme.player(color), 36),
        tap,
        width=48,
        height=48,
        border_radius=24,
        alignment=ft.Alignment.CENTER,
    )


def settings_button(context: ScreenContext, go: Tap) -> ft.Control:
    """Leads to the settings."""
    said, icon = context.words.text("Settings"), ft.Icons.SETTINGS_ROUNDED
    return way_button("settings", said, icon, context.theme, go)


def page_bar(context: ScreenContext, title: str, go: Tap, subtitle: str = "") -> ft.Control:
    """The bar of a screen that is not the pad: back, and what the screen is."""
    said, icon = context.words.text("Back"), ft.Icons.ARROW_BACK_ROUNDED
    short = context.theme.text <= 1
    lines = [write(title, TITLE.at(19), color=context.theme.ink, height=1.2, no_wrap=short)]
    if subtitle:
        lines.append(write(subtitle, HINT, color=context.theme.ink2, height=1.2, no_wrap=short))
    named = ft.Semantics(
        header=True,
        content=ft.Column(
            [*lines], spacing=1, alignment=ft.MainAxisAlignment.CENTER, tight=not short
        ),
        expand=True,
    )
    return ft.Container(
        ft.Row([way_button("back", said, icon, context.theme, go), named], spacing=8),
        height=56 if short else None,
        margin=ft.Margin.only(left=-10),
        padding=0 if short else ft.Padding.symmetric(vertical=4),
    )


def group(title: str, content: Sequence[ft.Control], context: ScreenContext) -> ft.Control:
    """A card of settings below its heading."""
    card = ft.Container(
        ft.Column([*content], spacing=4, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=context.theme.surface,
        border_radius=18,
        padding=12,
    )
    return ft.Column(
        [
            ft.Container(heading(title, TAG, context.theme.ink2), padding=ft.Padding.only(left=4)),
            ft.Semantics(content=card, label=title, container=True),
        ],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def choice(
    options: Sequence[tuple[Choice, str]],
    chosen: Choice,
    choose: Callable[[Choice], object],
    context: ScreenContext,
) -> ft.Control:
    """One of a few, side by side, large letters below each other.

    Named for tests and readers by the value it sets.
    """
    cells = [
        _choice_cell(value, text, partial(choose, value), context, mine=value == chosen)
        for value, text in options
    ]
    return beside(cells, context.theme, spacing=6)


def choice_grid(
    options: Sequence[tuple[str, str, Choice]],
    chosen: Choice,
    choose: Callable[[Choice], object],
    context: ScreenContext,
) -> ft.Control:
    """One of many, two side by side; each with a name, its words, and the value it sets."""
    cells = [
        _choice_cell(name, text, partial(choose, value), context, mine=value == chosen)
        for name, text, value in options
    ]
    cells += [ft.Container()] if len(cells) % 2 and not context.theme.large else []
    pairs = [beside(cells[i : i + 2], context.theme, spacing=6) for i in range(0, len(cells), 2)]
    return ft.Column([*pairs], spacing=6)


def _choice_cell(
    name: str, text: str, choose: Callable[[], object], context: ScreenContext, *, mine: bool
) -> ft.Control:
    theme = context.theme
    color = theme.on_primary if mine else theme.ink
    return tappable(
        f"set-{name}",
        text,
        write(text, NOTICE if mine else OPTION, color=color, no_wrap=not theme.large),
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
    context: ScreenContext,
) -> ft.Control:
    """A line with a switch at its end."""
    theme = context.theme
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
    row = ft.Row([write(text, BODY.at(16), color=theme.ink, expand=True), knob])
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


_LINE = 52
_BESIDE_LINES = 250
"""What a card needs beside its lines, in dp."""


def chevron(context: ScreenContext) -> ft.Control:
    """The sign that a tap asks for something else."""
    return ft.Icon(ft.Icons.EXPAND_MORE_ROUNDED, size=20, color=context.theme.ink2)


def pill(
    identifier: str, text: str, leads: str, context: ScreenContext, tap: Callable[[], object]
) -> ft.Control:
    """What is chosen now; a tap, as `leads` tells a screen reader, asks for something else."""
    theme, words = context.theme, context.words
    said = write(text, CHIP, color=theme.ink, no_wrap=True)
    return tappable(
        identifier,
        words.text("{now}. {leads}", now=text, leads=leads),
        ft.Row([said, chevron(context)], spacing=4, tight=True),
        tap,
        height=theme.tall(48, 13),
        bgcolor=theme.surface2,
        border_radius=24,
        padding=ft.Padding.only(left=14, right=8),
    )


def options(title: str, lines: Sequence[ft.Control], context: ScreenContext) -> list[ft.Control]:
    """A card's heading and its lines: as high as they are, or as the screen allows."""
    name = heading(title, TITLE, context.theme.ink)
    room = max(2.5 * _LINE, context.space.height - _BESIDE_LINES)
    height = min(len(lines) * (context.theme.tall(_LINE, 16) + 2) - 2, room)
    return [name, ft.Column([*lines], spacing=2, height=height, scroll=ft.ScrollMode.AUTO)]


def option(  # noqa: PLR0913 - all that a line shows and does
    identifier: str,
    text: str,
    context: ScreenContext,
    tap: Callable[[], object],
    *,
    checked: bool,
    icon: ft.IconData | None = None,
    face: ft.Control | None = None,
) -> ft.Control:
    """A line on a card, with a face before its text if it has one.

    At its end is the icon; without one a check mark where it is chosen.
    """
    theme = context.theme
    shown = icon or (ft.Icons.CHECK_ROUNDED if checked else None)
    inside = [
        *([] if face is None else [face]),
        write(text, NAME if checked else OPTION.at(16), color=theme.ink, no_wrap=True, expand=True),
        *([] if shown is None else [ft.Icon(shown, size=22, color=theme.ink)]),
    ]
    return tappable(
        identifier,
        text,
        ft.Row(inside, spacing=12),
        tap,
        checked=checked,
        height=theme.tall(_LINE, 16),
        border_radius=14,
        bgcolor=theme.surface2 if checked else None,
        padding=ft.Padding.symmetric(horizontal=12),
    )


NAV_HEIGHT = 64.0
"""Of the bar, in dp."""
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
    """A screen above the bar, which takes its height from it; `here` is the place that it is."""
    bar = ft.Container(
        ft.Row(
            [_place(place, context, go, mine=place[0] == here) for place in _PLACES],
            alignment=ft.MainAxisAlignment.SPACE_AROUND,
            spacing=0,
            width=min(context.space.width, WIDEST),
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


def _place(
    place: tuple[str, str, ft.IconData], context: ScreenContext, go: Tap, *, mine: bool
) -> ft.Control:
    (name, text, icon), theme = place, context.theme
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


def above_foot(
    page: ft.Control,
    context: ScreenContext,
    text: str,
    undo: Callable[[], object] | None = None,
    left: str = "",
) -> ft.Control:
    """A page, and over its foot what was done: seen wherever the page was scrolled to.

    `undo` takes that back; what is `left` is a text to be copied by hand.
    """
    told = [by_hand(left, context)] if left else []
    told += [undo_bar(text, context, undo)] if text else []
    inside = ft.Column([*told], spacing=8, tight=True, width=context.column)
    over = ft.Row([inside], alignment=ft.MainAxisAlignment.CENTER)
    layers = [page, *([ft.Container(over, left=0, right=0, bottom=12)] if told else [])]
    return ft.Stack([*layers], expand=True, fit=ft.StackFit.EXPAND)


def became(outcome: Outcome, text: str, words: Words) -> tuple[str, str]:
    """Say what became of a text that was let out; where it was not, with the text itself."""
    return words.text(outcome.value), text if outcome is Outcome.BY_HAND else ""


def by_hand(text: str, context: ScreenContext) -> ft.Control:
    """Build the box of a text that is to be copied by hand."""
    shown = write(text, ASIDE, color=context.theme.ink, selectable=True)
    return ft.Container(
        ft.Semantics(identifier="by-hand", container=True, content=shown),
        bgcolor=context.theme.surface,
        border=ft.Border.all(1, context.theme.line),
        border_radius=14,
        padding=14,
    )


def undo_bar(text: str, context: ScreenContext, undo: Callable[[], object] | None) -> ft.Control:
    """What was done, and a way to take it back; without one it only tells."""
    words, theme = context.words, context.theme
    # Translators: {done} is what was done, such as "Red 4 crossed"; for a screen reader.
    spoken = words.text("{done}. Undo", done=text.removesuffix("."))
    way = None if undo is None else bar_way("undo-message", words.text("Undo"), spoken, theme, undo)
    return notice_bar("message", text, theme, way)


def bar_way(
    identifier: str, text: str, spoken: str, theme: Theme, tap: Callable[[], object]
) -> ft.Control:
    """Build the button at the end of a `notice_bar`; a screen reader says `spoken`."""
    return tappable(
        identifier,
        spoken,
        write(text, NOTICE, color=theme.notice_act),
        tap,
        height=bar_height(theme),
        padding=ft.Padding.symmetric(horizontal=14),
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )


def bar_height(theme: Theme) -> float:
    """Tell how high a `notice_bar` of few words is, in dp."""
    return theme.tall(UNDO_HEIGHT, 14, 14)


def notice_bar(identifier: str, text: str, theme: Theme, way: ft.Control | None) -> ft.Control:
    """Build the bar that tells something, with a button at its end if there is a way on."""
    said = ft.Semantics(
        identifier=identifier,
        live_region=True,
        container=True,
        expand=True,
        content=ft.Container(
            write(text, NOTICE, color=theme.on_notice, max_lines=4, height=1.2),
            padding=ft.Padding.symmetric(vertical=8),
        ),
    )
    low = ft.Container(width=0, height=bar_height(theme))  # as high as one with a button
    return ft.Container(
        ft.Row([said, low if way is None else way], spacing=12),
        bgcolor=theme.notice,
        border_radius=14,
        padding=ft.Padding.only(left=16, right=4),
    )

"""Words beside the pad that cover nothing: messages, hints of a first game, an offer."""

import flet as ft

from qwixx_pad.ui.design.buttons import icon_button, primary
from qwixx_pad.ui.design.primitives import Tap, tappable, write
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.actions import KEEP_ROWS, TRY_COLUMNS
from qwixx_pad.ui.pad.hints import HintLook
from qwixx_pad.ui.pad.state import Message
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.speech.words import Words

_SIZE, _LINE = 14, 1.2
"""Of letters, in sp; height of a line of them, as a multiple of that."""


@component
def message_bar(
    message: Message, height: float, theme: Theme, words: Words, tap: Tap
) -> ft.Control:
    """The message in the place of the strip of points: as high, as wide."""
    icon = ft.Icons.INFO_OUTLINE_ROUNDED if message.calm else ft.Icons.WARNING_AMBER_ROUNDED
    lead = [] if message.undo else [ft.Icon(icon, size=20, color=theme.ink)]
    return ft.Container(
        height=height,
        bgcolor=theme.notice if message.undo else theme.surface2,
        border_radius=14,
        padding=ft.Padding.only(left=16, right=4 if message.undo else 16),
        content=ft.Row(
            [*lead, _lines(message, theme, height / 2), *_undo(message, height, theme, words, tap)],
            spacing=12,
        ),
    )


@component
def message_note(message: Message, theme: Theme, height: float) -> ft.Control:
    """The message in a narrow place so high: words only."""
    return _lines(message, theme, height / 3, quiet=True)


def _lines(message: Message, theme: Theme, line: float, *, quiet: bool = False) -> ft.Control:
    """The words; large letters stop growing before a line of them is higher than this."""
    color = theme.on_notice if message.undo and not quiet else theme.ink
    faint = theme.on_notice if message.undo and not quiet else theme.ink2
    lines = [
        write(
            message.title,
            theme.held(_SIZE, max(1.0, line / (_SIZE * _LINE))),
            600,
            color=color,
            height=_LINE,
            max_lines=3 if quiet or theme.large else 2,
        )
    ]
    if message.detail and not theme.large:
        lines.append(write(message.detail, 12, 400, color=faint, height=1.2, max_lines=2))
    return ft.Semantics(
        live_region=True,
        container=True,
        identifier="message",
        expand=True,
        content=ft.Column([*lines], spacing=1, alignment=ft.MainAxisAlignment.CENTER, tight=True),
    )


def _undo(
    message: Message, height: float, theme: Theme, words: Words, tap: Tap
) -> list[ft.Control]:
    if not message.undo:
        return []
    return [
        tappable(
            "undo-message",
            # Translators: {done} is what was done, such as "Red 4 crossed"; for a screen reader.
            words.text("{done}. Undo", done=message.title),
            write(words.text("Undo"), 14, 600, color=theme.notice_act),
            lambda: tap(message.undo),
            height=height,
            padding=ft.Padding.symmetric(horizontal=14),
            border_radius=12,
            alignment=ft.Alignment.CENTER,
        )
    ]


HEIGHT = 68.0
"""Room that a hint needs above the foot of an upright pad, in dp."""
_TWO_LINES = 52
"""From this height on, a low bar has two lines for the detail."""


def hint_bar(hint: HintLook, theme: Theme, words: Words, height: float = HEIGHT) -> ft.Control:
    """The hint; read politely, gone when something happens or when it is closed.

    Args:
        hint: What it says.
        theme: In which colours.
        words: The language.
        height: Of the bar; a low one has fewer lines for the detail.
    """
    low, detail = height < HEIGHT, 3 if height >= HEIGHT else 2 if height >= _TWO_LINES else 1
    lines = ft.Column(
        [
            write(hint.title, 14, 600, color=theme.ink, height=1.2, max_lines=1 if low else 2),
            write(hint.detail, 12, 400, color=theme.ink2, height=1.2, max_lines=detail),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
        tight=True,
    )
    said = _spoken(lines)
    close = tappable(
        "hint-seen",
        words.text("Got it"),
        ft.Icon(ft.Icons.CLOSE_ROUNDED, size=20, color=theme.ink2),
        hint.close,
        width=48,
        height=min(height, 48),
        border_radius=24,
        alignment=ft.Alignment.CENTER,
    )
    icon = ft.Icon(ft.Icons.LIGHTBULB_OUTLINE_ROUNDED, size=20, color=theme.ink)
    return ft.Container(
        ft.Row([icon, said, close], spacing=10),
        height=height,
        bgcolor=theme.surface2,
        border_radius=14,
        padding=ft.Padding.only(left=14, right=2),
        key="hint",
    )


def hint_note(hint: HintLook, theme: Theme) -> ft.Control:
    """The hint where there is hardly any room: its first line."""
    return _spoken(write(hint.title, 13, 600, color=theme.ink, height=1.2, max_lines=5))


def _spoken(lines: ft.Control) -> ft.Control:
    return ft.Semantics(
        identifier="hint", live_region=True, container=True, expand=True, content=lines
    )


def columns_offer(height: float, theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """One line with a yes and a no; it stands until it is answered, and covers nothing.

    Args:
        height: Of what it stands in the place of.
        theme: In which colours.
        words: The language.
        tap: Told `try-columns` or `keep-rows`.
    """
    said = write(
        words.text("Columns have larger cells."),
        14,
        600,
        color=theme.ink,
        height=1.2,
        max_lines=2,
    )
    spoken = ft.Semantics(
        identifier="columns-offer", live_region=True, container=True, content=said, expand=True
    )
    tall = max(height, 48)
    yes = primary(
        theme,
        TRY_COLUMNS,
        words.text("Try columns"),
        lambda: tap(TRY_COLUMNS),
        height=tall - 4,
        size=14,
    )
    no = icon_button(
        theme, KEEP_ROWS, words.text("Keep rows"), ft.Icons.CLOSE_ROUNDED, lambda: tap(KEEP_ROWS)
    )
    return ft.Container(
        ft.Row([spoken, ft.Container(yes, width=124), no], spacing=4),
        height=tall,
        bgcolor=theme.surface2,
        border_radius=16,
        padding=ft.Padding.only(left=14),
    )

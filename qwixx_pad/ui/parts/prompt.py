"""A sheet that comes up from below with a question."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.control import Prompt, Question
from qwixx_pad.ui.guards import component, handler
from qwixx_pad.ui.parts.buttons import colored, outlined, primary, tonal
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words

_WIDEST = 560


@component
def prompt_sheet(prompt: Prompt, theme: Theme, words: Words, tap: Tap, *, over: bool) -> ft.Control:
    """The veil over the pad and the question on it; a tap on the veil is Cancel."""
    inside = (
        _menu(theme, words, tap, over=over)
        if prompt.question is Question.MENU
        else _close(prompt, theme, words, tap)
    )
    return ft.Stack(
        expand=True,
        controls=[
            _veil(theme, words, tap),
            ft.Container(
                left=0,
                right=0,
                bottom=0,
                padding=ft.Padding.only(left=6, right=6, bottom=6),
                alignment=ft.Alignment.BOTTOM_CENTER,
                content=_card(inside, theme),
            ),
        ],
    )


def _veil(theme: Theme, words: Words, tap: Tap) -> ft.Control:
    veil = ft.Semantics(
        label=words.text("Cancel"),
        button=True,
        content=ft.Container(bgcolor=theme.veil, on_click=handler(lambda _: tap("cancel"))),
    )
    return ft.Container(veil, left=0, top=0, right=0, bottom=0)


def _card(inside: Sequence[ft.Control], theme: Theme) -> ft.Control:
    return ft.Container(
        width=_WIDEST,
        bgcolor=theme.surface,
        border_radius=24,
        padding=20,
        on_click=None,
        shadow=ft.BoxShadow(
            blur_radius=30, offset=ft.Offset(0, 6), color=ft.Colors.with_opacity(0.25, "#000000")
        ),
        content=ft.Column([*inside], spacing=12, tight=True),
    )


def _close(prompt: Prompt, theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    letter, row = prompt.letter, words.row(prompt.letter)
    close = words.text("Close {row}", row=row.lower())
    return [
        _close_head(letter, row, theme, words),
        write(_close_text(prompt, row, words), 15, 400, color=theme.ink, height=1.35),
        *_cross_too(prompt, theme, words, tap),
        (tonal if prompt.last is not None else primary)(
            theme, f"{letter}#", close, lambda: tap(f"{letter}#")
        ),
        outlined(theme, "cancel", words.text("Cancel"), lambda: tap("cancel"), height=48),
    ]


def _close_head(letter: str, row: str, theme: Theme, words: Words) -> ft.Control:
    colors = theme.bands[letter]
    tile = ft.Container(
        content=ft.Icon(ft.Icons.LOCK_ROUNDED, size=26, color=colors.text),
        width=48,
        height=48,
        bgcolor=colors.band,
        border_radius=12,
        alignment=ft.Alignment.CENTER,
    )
    question = words.text("Did someone close {row}?", row=row.lower())
    mark = ft.Row(
        [
            ft.Icon(getattr(ft.Icons, colors.mark), size=14, color=theme.mark(letter)),
            write(row, 14, 400, color=theme.ink2),
        ],
        spacing=6,
        tight=True,
    )
    title = ft.Column([write(question, 20, 600, color=theme.ink), mark], spacing=2, expand=True)
    return ft.Row([tile, title], spacing=12)


def _close_text(prompt: Prompt, row: str, words: Words) -> str:
    if prompt.last is None:
        return words.text("Nothing more can be crossed in {row} then.", row=row.lower())
    return words.text(
        "If it was in this roll, you may lock it too: {last} and the lock, worth +{gain} for you.",
        last=prompt.last,
        gain=prompt.gain,
    )


def _cross_too(prompt: Prompt, theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    if prompt.last is None:
        return []
    token = f"{prompt.letter}{prompt.last}"
    text = words.text("Cross {last} too", last=prompt.last)
    icon = ft.Icons.CLOSE_ROUNDED
    return [colored(theme, prompt.letter, token, text, lambda: tap(token), icon=icon)]


def _menu(theme: Theme, words: Words, tap: Tap, *, over: bool) -> list[ft.Control]:
    finish = outlined(
        theme, "finish", words.text("Finish this game"), lambda: tap("finish"), height=52
    )
    return [
        write(words.text("This pad"), 20, 600, color=theme.ink),
        tonal(theme, "home", words.text("Leave it and go home"), lambda: tap("home"), height=52),
        tonal(theme, "settings", words.text("Settings"), lambda: tap("settings"), height=52),
        *([] if over else [finish]),
        outlined(theme, "cancel", words.text("Back to the pad"), lambda: tap("cancel"), height=52),
    ]

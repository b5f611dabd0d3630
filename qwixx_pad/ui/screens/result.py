"""The end of a game: the sum, the rows, the sheet as it was filled, and what next."""

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.looks import PadLook
from qwixx_pad.ui.mini_look import mini_look
from qwixx_pad.ui.parts.buttons import icon_button, primary, tonal
from qwixx_pad.ui.parts.lettering import signed, write
from qwixx_pad.ui.parts.miniature import miniature
from qwixx_pad.ui.parts.page_column import WIDEST
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.parts.topbar import avatar, undo_redo


@component
def result(  # noqa: PLR0913, PLR0917 - the sheet, whose it is and where the taps go
    look: PadLook, game: Game, frame: Frame, name: str, seed: str, tap: Tap
) -> ft.Control:
    """The result of one sheet; undo still works from here."""
    width = min(frame.space.width, WIDEST) - 32
    body = ft.Column(
        [
            _bar(look, frame, tap),
            _winner(look, frame, name),
            _card(_points(look, frame), frame),
            _card(_sheet(game, frame, width - 28, seed), frame),
        ],
        spacing=14,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Row(
        [
            ft.Container(
                ft.Column([body, _buttons(frame, tap)], spacing=12),
                width=width,
                padding=ft.Padding.only(bottom=14),
            )
        ],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        expand=True,
    )


def _bar(look: PadLook, frame: Frame, tap: Tap) -> ft.Control:
    close = icon_button(
        frame.theme,
        "home",
        frame.words.text("Home"),
        ft.Icons.CLOSE_ROUNDED,
        lambda: tap("home"),
    )
    undo = undo_redo((look.can_undo, look.can_redo), frame.theme, frame.words, tap)
    return ft.Row([close, ft.Container(expand=True), *undo], height=56, spacing=0)


def _winner(look: PadLook, frame: Frame, name: str) -> ft.Control:
    theme, words = frame.theme, frame.words
    total = ft.Semantics(
        identifier="total",
        label=look.spoken_total,
        container=True,
        header=True,
        content=ft.Semantics(
            content=write(
                words.count("{n} point", "{n} points", look.total), 30, 700, color=theme.ink
            ),
            exclude_semantics=True,
        ),
    )
    return ft.Column(
        [
            avatar(name, theme.players[0], 64),
            total,
            write(
                look.ending,
                15,
                400,
                color=theme.ink2,
                text_align=ft.TextAlign.CENTER,
            ),
        ],
        spacing=6,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _card(content: ft.Control, frame: Frame) -> ft.Control:
    return ft.Container(
        content=content,
        bgcolor=frame.theme.surface,
        border_radius=20,
        padding=14,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=frame.theme.card_shadow),
    )


def _points(look: PadLook, frame: Frame) -> ft.Control:
    theme = frame.theme
    chips: list[ft.Control] = [
        _chip(
            band.points,
            theme.bands[band.letter].text,
            theme.bands[band.letter].band,
            band.letter,
            frame,
        )
        for band in look.bands
    ]
    if look.extra is not None:
        chips.append(_chip(look.extra, theme.ink, theme.surface2, None, frame))
    chips.append(_chip(-look.minus, theme.ink2, theme.surface2, None, frame))
    return ft.Semantics(
        label=look.spoken_sum,
        container=True,
        content=ft.Semantics(
            content=ft.Row(chips, alignment=ft.MainAxisAlignment.SPACE_AROUND),
            exclude_semantics=True,
        ),
    )


def _chip(points: int, color: str, fill: str, letter: str | None, frame: Frame) -> ft.Control:
    theme = frame.theme
    icon = (
        write("−", 16, 500, color=theme.ink2, height=1.0)
        if letter is None
        else ft.Icon(getattr(ft.Icons, theme.bands[letter].mark), size=16, color=theme.mark(letter))
    )
    box = ft.Container(
        content=write(signed(points), 17, 600, color=color, height=1.0),
        width=48,
        height=34,
        bgcolor=fill,
        border_radius=10,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Column(
        [ft.Container(icon, height=20, alignment=ft.Alignment.CENTER), box],
        spacing=4,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _sheet(game: Game, frame: Frame, width: float, seed: str) -> ft.Control:
    return miniature(mini_look(game), frame.theme, width, seed)


def _buttons(frame: Frame, tap: Tap) -> ft.Control:
    words, theme = frame.words, frame.theme
    again = primary(
        theme,
        "new-game",
        words.text("New game"),
        lambda: tap("new-game"),
        icon=ft.Icons.REFRESH_ROUNDED,
    )
    look = tonal(theme, "look", words.text("See the pad"), lambda: tap("look"), size=16)
    return ft.Row(
        [ft.Container(again, expand=58), ft.Container(look, expand=42)],
        spacing=10,
    )

"""The end of a single sheet as it is painted: the sum, the rows, the sheet as it was filled."""

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.ui.figures import signed
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.mini_look import mini_look
from qwixx_pad.ui.pad.view import PadLook
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.miniature import miniature
from qwixx_pad.ui.parts.topbar import avatar
from qwixx_pad.ui.tokens import LARGE_TEXT


def end_of_sheet(  # noqa: PLR0913, PLR0917 - the sheet, whose it is and its place
    look: PadLook, game: Game, frame: Frame, name: str, width: float, seed: str
) -> list[ft.Control]:
    """The parts of the page, top to bottom.

    Args:
        look: Of the sheet.
        game: Whose end it is.
        frame: Theme and words.
        name: Of the player.
        width: Of the page, in dp.
        seed: Whose pen it is.
    """
    position = game.position
    small = miniature(mini_look(position.sheets[0], position.closed), frame.theme, width - 28, seed)
    return [_head(look, frame, name), _card(_points(look, frame), frame), _card(small, frame)]


def _head(look: PadLook, frame: Frame, name: str) -> ft.Control:
    theme, words = frame.theme, frame.words
    total = ft.Semantics(
        identifier="total",
        label=look.spoken_total,
        container=True,
        header=True,
        content=ft.Semantics(
            content=write(
                words.count("{n} point", "{n} points", look.total),
                theme.held(30, LARGE_TEXT),
                700,
                color=theme.ink,
                text_align=ft.TextAlign.CENTER,
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
        write("−", theme.held(16, 1.25), 500, color=theme.ink2, height=1.0)
        if letter is None
        else ft.Icon(getattr(ft.Icons, theme.bands[letter].mark), size=16, color=theme.mark(letter))
    )
    box = ft.Container(
        content=write(signed(points), theme.held(17), 600, color=color, height=1.0),
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

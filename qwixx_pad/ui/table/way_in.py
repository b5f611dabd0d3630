"""How phones come to a table, and where a television sees it."""

from itertools import cycle

import flet as ft

from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.service.network import qr
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.state import GameTable
from qwixx_pad.ui.design.controls import tonal
from qwixx_pad.ui.design.drawing import qr_code
from qwixx_pad.ui.design.primitives import for_the_eye, said, write
from qwixx_pad.ui.design.tokens import ASIDE, LABEL, NUMBER
from qwixx_pad.ui.shell import ScreenContext

_QR = 240
_TILE, _APART, _EDGE = 50.0, 8, 16
"""Width of a letter's tile, what is free between two, and around all; in dp."""


def way_in(host: Host, table: GameTable, context: ScreenContext) -> ft.Control:
    """The picture and the letters by which phones find a table."""
    theme, words = context.theme, context.words
    code, address = table.seating.code, host.address_of(table)
    closed = words.text(
        "Only this computer reaches this table. Start the pad with --lan to let phones in."
    )
    parts = [line(closed, context)]
    if address:
        url = f"{address}/join/{code}"
        parts = [
            qr_code(qr(url), _QR, words.text("Code for {url}", url=url)),
            line(words.text("Scan with the camera, or open"), context),
            write(address.removesuffix("/#"), LABEL, color=theme.ink, selectable=True),
        ]
        if table.online:
            text = words.text("Share the link")
            share = tonal(
                theme,
                "share-link",
                text,
                lambda: context.share(url),
                icon=ft.Icons.IOS_SHARE_ROUNDED,
                height=48,
                size=15,
            )
            parts.append(share)
    return ft.Container(
        ft.Column(
            [*parts, _tiles(code, context)],
            spacing=10,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        bgcolor=theme.surface,
        border_radius=24,
        padding=_EDGE,
        alignment=ft.Alignment.CENTER,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
    )


def way_to_watch(host: Host, table: GameTable, context: ScreenContext) -> list[ft.Control]:
    """The address of a table's board, for a television: it stands below all that is tapped."""
    address = host.address_of(table)
    if not address:
        return []
    url = f"{address}/watch/{table.seating.code}".partition("://")[2]
    return [line(context.words.text("Only watch: {url}", url=url), context, selectable=True)]


def line(text: str, context: ScreenContext, *, selectable: bool = False) -> ft.Control:
    """Quiet words in the middle of a page."""
    return write(
        text,
        ASIDE,
        color=context.theme.ink2,
        text_align=ft.TextAlign.CENTER,
        height=1.35,
        selectable=selectable,
    )


def _tiles(code: str, context: ScreenContext) -> ft.Control:
    """The code as tiles; their colours say nothing."""
    colors, count = context.theme.bands, len(code)
    width = min(_TILE, (context.column - 2 * _EDGE + _APART) / count - _APART)
    size = context.theme.two_digits(28, width)
    tiles = [
        ft.Container(
            write(letter, NUMBER.at(size), color=colors[row].text, height=1.0),
            width=width,
            height=56,
            border_radius=12,
            bgcolor=colors[row].band,
            alignment=ft.Alignment.CENTER,
        )
        for letter, row in zip(code, cycle(ROW_LETTERS), strict=False)
    ]
    spoken = context.words.text("Code {code}", code=" ".join(code))
    shown = ft.Row([*tiles], spacing=_APART, tight=True)
    return said("table-code", spoken, for_the_eye(shown))

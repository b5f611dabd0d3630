"""How phones come to a table: a picture to scan, an address, and four letters."""

import flet as ft

from qwixx_pad.core.layout import ROW_LETTERS
from qwixx_pad.service.network import qr
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.qr import qr_code

_QR = 240


def way_in(code: str, address: str | None, frame: Frame) -> ft.Control:
    """The picture and the letters by which phones find a table.

    Args:
        code: Of the table.
        address: Where phones reach this computer; None while they do not.
        frame: Space, theme, words and settings.
    """
    theme, words = frame.theme, frame.words
    parts: list[ft.Control] = []
    if address:
        url = f"{address}/join/{code}"
        parts.append(qr_code(qr(url), _QR, words.text("Code for {url}", url=url)))
        parts.append(line(words.text("Scan with the camera, or open"), frame))
        parts.append(write(address, 15, 600, color=theme.ink, selectable=True))
    else:
        closed = words.text(
            "Only this computer reaches this table. Start the pad with --lan to let phones in."
        )
        parts.append(line(closed, frame))
    parts.append(_tiles(code, frame))
    return ft.Container(
        ft.Column([*parts], spacing=10, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        bgcolor=theme.surface,
        border_radius=24,
        padding=16,
        alignment=ft.Alignment.CENTER,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
    )


def line(text: str, frame: Frame) -> ft.Control:
    """Quiet words in the middle of a page."""
    return write(text, 14, 400, color=frame.theme.ink2, text_align=ft.TextAlign.CENTER, height=1.35)


def _tiles(code: str, frame: Frame) -> ft.Control:
    """The code as four tiles; their colours say nothing."""
    colors = frame.theme.bands
    tiles = [
        ft.Container(
            write(letter, 28, 700, color=colors[row].text, height=1.0),
            width=50,
            height=56,
            border_radius=12,
            bgcolor=colors[row].band,
            alignment=ft.Alignment.CENTER,
        )
        for letter, row in zip(code, ROW_LETTERS, strict=True)
    ]
    spelt = " ".join(code)
    return ft.Semantics(
        identifier="table-code",
        label=frame.words.text("Code {code}", code=spelt),
        container=True,
        content=ft.Semantics(
            content=ft.Row([*tiles], spacing=8, tight=True), exclude_semantics=True
        ),
    )

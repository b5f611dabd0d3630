"""The pieces around the sheet that is looked back on."""

from collections.abc import Callable, Sequence

import flet as ft

from qwixx_pad.ui.design.bars import disc
from qwixx_pad.ui.design.controls import icon_button, outlined, tonal
from qwixx_pad.ui.design.primitives import Tap, tappable, write
from qwixx_pad.ui.design.tokens import LARGE_TEXT, Theme
from qwixx_pad.ui.pad.geometry_parts import BAR, SEATS
from qwixx_pad.ui.review import SeatLook
from qwixx_pad.ui.review.turning_points import TurningPoint
from qwixx_pad.ui.runtime.guards import component, memo
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech.words import Words, signed

_NARROW = 76.0
"""Below this width of a chip, its disc is small; in dp."""


@component
def review_bar(title: str, subtitle: str, theme: Theme, words: Words, tap: Tap) -> ft.Control:
    """The bar above: back, whose sheet and of when, share and menu."""
    lines = 2 if theme.large else 1
    named = ft.Column(
        [
            write(
                title, theme.held(19, LARGE_TEXT), 600, color=theme.ink, height=1.2, no_wrap=True
            ),
            write(subtitle, 13, 400, color=theme.ink2, height=1.2, max_lines=lines),
        ],
        spacing=1,
        alignment=ft.MainAxisAlignment.CENTER,
    )

    def button(identifier: str, spoken: str, icon: ft.IconData) -> ft.Control:
        return icon_button(theme, identifier, spoken, icon, lambda: tap(identifier))

    return ft.Container(
        ft.Row(
            [
                button("back", words.text("Back"), ft.Icons.ARROW_BACK_ROUNDED),
                ft.Semantics(header=True, content=named, expand=True),
                button("share", words.text("Share"), ft.Icons.IOS_SHARE_ROUNDED),
                button("menu", words.text("Menu"), ft.Icons.MORE_VERT_ROUNDED),
            ],
            spacing=6,
        ),
        height=theme.tall(BAR),
    )


@component
def seat_chips(looks: Sequence[SeatLook], width: float, theme: Theme, tap: Tap) -> ft.Control:
    """Everybody's total at the moment; a tap shows that sheet."""
    across = (width - 6 * (len(looks) - 1)) / len(looks)
    chips = [_memo_chip(look, across, theme, tap, key=f"chip{look.seat}") for look in looks]
    return ft.Row(chips, spacing=6, width=width, height=theme.tall(SEATS))


@component
def _chip(look: SeatLook, width: float, theme: Theme, tap: Tap) -> ft.Control:
    color = theme.on_primary if look.shown else theme.ink
    small = width < _NARROW
    facts = ft.Column(
        [
            write(look.name, 12 if small else 13, 500, color=color, height=1.15, no_wrap=True),
            write(signed(look.total), 16, 700, color=color, height=1.1),
        ],
        spacing=1,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    face = disc(look.initial, theme.player(look.color), 20 if small else 30)
    identifier = f"seat-{look.seat}"
    return tappable(
        identifier,
        look.spoken,
        ft.Row([face, facts], spacing=4 if small else 8),
        lambda: tap(identifier),
        checked=look.shown,
        width=width,
        height=theme.tall(SEATS),
        bgcolor=theme.primary if look.shown else theme.surface,
        border_radius=14,
        padding=ft.Padding.only(left=5 if small else 8, right=2),
        alignment=ft.Alignment.CENTER_LEFT,
    )


_memo_chip = memo(_chip)
"""Of a step only the chip of its seat is built again."""


def card(title: str, inside: Sequence[ft.Control], width: float, theme: Theme) -> ft.Control:
    """A card with a heading."""
    heading = ft.Semantics(header=True, content=write(title, 15, 600, color=theme.ink, height=1.2))
    return ft.Container(
        ft.Column([heading, *inside], spacing=8),
        width=width,
        bgcolor=theme.surface,
        border_radius=20,
        padding=ft.Padding.only(left=12, right=10, top=13, bottom=8),
    )


@component
def turning_card(
    points: Sequence[TurningPoint],
    width: float,
    theme: Theme,
    words: Words,
    look_at: Callable[[int | None, int], object],
) -> ft.Control:
    """Where the game turned; a tap on a line leads there."""
    lines = [_point(point, number, theme, look_at) for number, point in enumerate(points, 1)]
    inside = ft.Column([*lines], spacing=0)
    return card(words.text("Turning points"), [inside], width, theme)


def _point(
    point: TurningPoint,
    number: int,
    theme: Theme,
    look_at: Callable[[int | None, int], object],
) -> ft.Control:
    return tappable(
        f"turn-{number}",
        point.text,
        ft.Row(
            [
                ft.Icon(getattr(ft.Icons, point.icon), size=20, color=theme.ink2),
                write(point.text, 14.5, 400, color=theme.ink, height=1.25, expand=True),
            ],
            spacing=11,
        ),
        lambda: look_at(point.seat, point.after),
        border_radius=12,
        padding=ft.Padding.symmetric(horizontal=3, vertical=14),
    )


def review_menu(
    context: ScreenContext, tap: Tap, *, corrects: bool, over: bool
) -> Sequence[ft.Control]:
    """What can be done with a game that is looked back on.

    Args:
        context: Theme and words.
        tap: What a tap does.
        corrects: Whether it may be changed.
        over: Whether there is an end to take back.
    """
    theme, words = context.theme, context.words
    choices = [
        ("correct", words.text("Correct this game"), corrects),
        ("reopen", words.text("Take back the end"), corrects and over),
        ("statistics", words.text("Statistics"), corrects),
        ("delete", words.text("Delete this game"), corrects),
    ]

    def button(identifier: str, text: str) -> ft.Control:
        return tonal(theme, identifier, text, lambda: tap(identifier), height=52)

    return [
        write(words.text("This game"), 20, 600, color=theme.ink),
        *(button(identifier, text) for identifier, text, offered in choices if offered),
        outlined(theme, "cancel", words.text("Back"), lambda: tap("cancel"), height=52),
    ]

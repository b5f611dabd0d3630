"""A sheet that comes up from below with a question."""

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from qwixx_pad.ui.design.primitives import Tap
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.runtime.guards import component, handler
from qwixx_pad.ui.runtime.keyboard import CARD, VEIL, Keyboard
from qwixx_pad.ui.speech.words import Words

WIDEST, CARD_EDGE, CARD_PADDING = 560, 6, 20
"""Of a card: its greatest width, left and right of it, and inside around what it holds; in dp."""
_LEFT_FREE = 24
"""Above a card that is as high as the screen, in dp."""


@dataclass(frozen=True, slots=True)
class Above:
    """Something that stays bright above the veil.

    Attributes:
        control: What.
        x, y: Where it lies on the pad, in dp.
        in_place: Whether it can stay there; else it stands directly above the card.
    """

    control: ft.Control
    x: float
    y: float
    in_place: bool


@component
def prompt_sheet(  # noqa: PLR0913 - a card, what is on it and what shines above it
    inside: Sequence[ft.Control],
    theme: Theme,
    words: Words,
    tap: Tap,
    *,
    over_it: Above | None = None,
    may_cancel: bool = True,
    tall: bool = False,
    padding: float = CARD_PADDING,
) -> ft.Control:
    """The veil over the pad and a card from below.

    Args:
        inside: What stands on the card.
        theme: In which colours.
        words: The language.
        tap: What a tap does.
        over_it: Something bright above the veil; beside its own place it stands above the card.
        may_cancel: Whether a tap on the veil is Cancel; a question that others wait for stays.
        tall: Whether it may be higher than the screen, and scrolls then, as with large letters.
        padding: Inside, around what it holds; in dp.
    """
    ft.use_effect(_take_focus, [])
    tall = tall or theme.text > 1
    card = ft.Container(
        padding=ft.Padding.only(left=CARD_EDGE, right=CARD_EDGE, bottom=CARD_EDGE),
        alignment=ft.Alignment.BOTTOM_CENTER,
        content=_card(inside, theme, padding, tall=tall),
    )
    in_place = over_it is not None and over_it.in_place
    lifted = [] if over_it is None or in_place else [over_it.control]
    below = ft.Column([*lifted, card], spacing=8, tight=True)
    top = None
    if tall:
        card.expand, card.expand_loose, top = True, True, _LEFT_FREE
        below.alignment = ft.MainAxisAlignment.END
    layers = [_veil(theme, words, tap, may_cancel=may_cancel)]
    if over_it is not None and in_place:
        layers.append(ft.Container(over_it.control, left=over_it.x, top=over_it.y))
    layers.append(ft.Container(below, left=0, right=0, bottom=0, top=top))
    return ft.Stack(expand=True, controls=[*layers])


async def _take_focus() -> None:
    keyboard = Keyboard.of(ft.context.page)
    if keyboard is not None:
        await keyboard.go_to_card()


def under_card(page: ft.Control, card: ft.Control | None, key: str) -> ft.Control:
    """A page, and over it what is asked, if anything is: then only that is read out.

    Args:
        page: The screen.
        card: From `prompt_sheet`; None where nothing is asked.
        key: Keeps the page the same one while cards come and go.
    """
    asked = card is not None
    beneath = ft.Semantics(
        content=page, exclude_semantics=asked, disabled=asked, expand=True, key=key
    )
    layers: list[ft.Control] = [beneath] if card is None else [beneath, card]
    return ft.Stack(layers, expand=True, fit=ft.StackFit.EXPAND)


def _veil(theme: Theme, words: Words, tap: Tap, *, may_cancel: bool) -> ft.Control:
    """The veil takes all taps, so that nothing beneath it is hit."""
    cancel = handler(lambda _: tap("cancel") if may_cancel else None)
    veil = ft.Semantics(
        label=words.text("Cancel") if may_cancel else None,
        button=True if may_cancel else None,
        exclude_semantics=not may_cancel,
        content=ft.Container(bgcolor=theme.veil, on_click=cancel, data=VEIL),
    )
    return ft.Container(veil, left=0, top=0, right=0, bottom=0)


def _card(inside: Sequence[ft.Control], theme: Theme, padding: float, *, tall: bool) -> ft.Control:
    return ft.Container(
        width=WIDEST,
        bgcolor=theme.surface,
        border_radius=24,
        padding=padding,
        data=CARD,
        shadow=ft.BoxShadow(
            blur_radius=30, offset=ft.Offset(0, 6), color=ft.Colors.with_opacity(0.25, "#000000")
        ),
        content=ft.Column([*inside], spacing=12, tight=True, scroll=_scroll(tall=tall)),
    )


def _scroll(*, tall: bool) -> ft.ScrollMode | None:
    return ft.ScrollMode.AUTO if tall else None

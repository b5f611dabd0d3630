"""Below the rows: what the pairs of a sheet bring, each by its symbol."""

from collections.abc import Sequence

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.design.primitives import Node, at, write
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.foot import SheetFacts
from qwixx_pad.ui.pad.geometry import Box, around
from qwixx_pad.ui.pad.printed import printed
from qwixx_pad.ui.pad.sums import PairLook
from qwixx_pad.ui.pad.view import CellLook, Kind

_SYMBOL, _SIZE = 20.0, 12
"""Side of a symbol, in dp; of letters, in sp."""
_LOST = 0.6
"""Of what can no longer be had; the line through its words says the same."""
_EDGE, _BESIDE, _LETTER = 3.0, 3.0, 0.56
"""Beside all, and between symbol and words, in dp; width of a letter, as a share of its size."""


def pairs(part: Sequence[PairLook], facts: SheetFacts, boxes: tuple[Box, ...]) -> ft.Control:
    """What each pair brings, and whether it is done or lost."""
    whole = around(boxes)
    places = [box.seen_from(whole) for box in boxes]
    inside = [_pair(look, facts.theme, box) for look, box in zip(part, places, strict=True)]
    return ft.Stack([*inside], **at(whole))


def _pair(look: PairLook, theme: Theme, box: Box) -> ft.Control:
    color = theme.ink if look.done else theme.ink2
    sign = _done(theme) if look.done else _symbol(look, color)
    room = box.width - _SYMBOL - 2 * _EDGE - _BESIDE
    fits = room / (_LETTER * max(len(word) for word in look.text.split()))
    size = min(theme.held(_SIZE, 1.1), fits)
    text = write(look.text, size, 500 if look.done else 400, color=color, height=1.1, max_lines=2)
    text.expand = True
    if look.lost and text.style is not None:
        text.style.decoration = ft.TextDecoration.LINE_THROUGH
    line = ft.Row([sign, text], spacing=_BESIDE, opacity=_LOST if look.lost else 1)
    return Node(
        label=look.spoken,
        container=True,
        exclude_semantics=True,
        content=ft.Container(
            line,
            bgcolor=theme.surface,
            border_radius=10,
            padding=ft.Padding.symmetric(horizontal=_EDGE),
        ),
        **at(box),
    )


def _symbol(look: PairLook, color: str) -> ft.Control:
    cell = CellLook("", None, Kind.OPEN, "", mark=look.mark)
    shapes = printed(cell, Box(0, 0, _SYMBOL, _SYMBOL), color, 4)
    return cv.Canvas(shapes=shapes, width=_SYMBOL, height=_SYMBOL)


def _done(theme: Theme) -> ft.Control:
    return ft.Icon(ft.Icons.CHECK_ROUNDED, size=_SYMBOL, color=theme.gain)

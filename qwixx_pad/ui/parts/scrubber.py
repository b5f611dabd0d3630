"""All steps of one sheet in a line: a tick a step, and a thumb to be moved along them."""

from collections.abc import Callable, Sequence

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.guards import component, handler, memo
from qwixx_pad.ui.parts.slide import slide
from qwixx_pad.ui.review_look import TickLook
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words

Choose = Callable[[int], object]
"""Told how many steps shall have happened."""
THUMB = 30.0
_EDGE = 16.0
"""From either end to the first and the last place of the thumb, in dp."""
_TICK, _TALL, _GAP = 8.0, 22.0, 2.0
_AHEAD = 0.62


def tick_color(theme: Theme, letter: str) -> str:
    """The colour of a step: its row's, where that can be seen on the table; else grey."""
    return theme.bands[letter].frame if letter else theme.box


def place_of(index: int, steps: int, width: float) -> float:
    """Where the thumb is after so many of these steps; in dp from the left end."""
    return _EDGE + (width - 2 * _EDGE) * index / max(1, steps)


def index_of(x: float, steps: int, width: float) -> int:
    """How many steps have happened at a place."""
    free = width - 2 * _EDGE
    return max(0, min(steps, round((x - _EDGE) / free * steps)))


def tick_width(steps: int, width: float) -> float:
    """As wide as the design has it; where the steps are many, so that they do not touch."""
    between = (width - 2 * _EDGE) / max(1, steps)
    return max(1.0, min(_TICK, between - _GAP))


@component
def scrubber(  # noqa: PLR0913, PLR0917 - the steps, the place among them, the screen
    looks: Sequence[TickLook],
    index: int,
    width: float,
    height: float,
    theme: Theme,
    words: Words,
    choose: Choose,
) -> ft.Control:
    """The line of steps.

    Args:
        looks: The steps.
        index: How many have happened.
        width: Of what reacts to a finger.
        height: Likewise.
        theme: In which colours.
        words: The language.
        choose: Told how many shall have happened.
    """
    steps = len(looks)

    stack = ft.Stack(
        [
            _all_ticks(looks, width, height, theme, key="ticks"),
            _veil(looks, index, width, height, theme),
            _thumb(looks, index, width, height, theme),
        ],
        width=width,
        height=height,
    )
    cursor = ft.MouseCursor.CLICK
    line = slide(stack, lambda x: choose(index_of(x, steps, width)), mouse_cursor=cursor)
    return ft.Semantics(
        identifier="scrubber",
        label=words.text("Steps"),
        value=spoken(looks, index, words),
        increased_value=spoken(looks, min(index + 1, steps), words),
        decreased_value=spoken(looks, max(index - 1, 0), words),
        slider=True,
        container=True,
        on_increase=handler(lambda _: choose(index + 1)),
        on_decrease=handler(lambda _: choose(index - 1)),
        content=line,
    )


def spoken(looks: Sequence[TickLook], index: int, words: Words) -> str:
    """The place of the thumb in words."""
    if not index:
        return words.text("Before the first step")
    what = looks[index - 1].spoken
    return words.text("{n} of {all}, {what}", n=index, all=len(looks), what=what)


@component
def _ticks(looks: Sequence[TickLook], width: float, height: float, theme: Theme) -> ft.Control:
    """All steps in full colour, and a dot for the fresh sheet."""
    across, top = tick_width(len(looks), width), (height - _TALL) / 2
    start = place_of(0, len(looks), width)
    shapes: list[cv.Shape] = [cv.Circle(start, height / 2, 3.0, paint=ft.Paint(color=theme.line))]
    for number, look in enumerate(looks, 1):
        x = place_of(number, len(looks), width) - across / 2
        paint = ft.Paint(color=tick_color(theme, look.letter))
        shapes.append(cv.Rect(x, top, across, _TALL, border_radius=across / 2, paint=paint))
    return cv.Canvas(shapes=shapes, width=width, height=height)


_all_ticks = memo(_ticks)


def _veil(
    looks: Sequence[TickLook], index: int, width: float, height: float, theme: Theme
) -> ft.Control:
    """Over the steps that are ahead: the colour of the table they lie on, so that they pale."""
    x = place_of(index, len(looks), width)
    return ft.Container(
        left=x,
        top=0,
        width=width - x,
        height=height,
        bgcolor=ft.Colors.with_opacity(_AHEAD, theme.table),
        key="veil",
    )


def _thumb(
    looks: Sequence[TickLook], index: int, width: float, height: float, theme: Theme
) -> ft.Control:
    inner = THUMB * 0.62
    letter = looks[index - 1].letter if index else ""
    return ft.Container(
        ft.Container(
            width=inner,
            height=inner,
            border_radius=inner / 2,
            bgcolor=tick_color(theme, letter) if index else theme.surface,
        ),
        left=place_of(index, len(looks), width) - THUMB / 2,
        top=(height - THUMB) / 2,
        width=THUMB,
        height=THUMB,
        border_radius=THUMB / 2,
        bgcolor=theme.primary,
        alignment=ft.Alignment.CENTER,
        key="thumb",
    )

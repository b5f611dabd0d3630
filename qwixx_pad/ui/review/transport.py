"""Ways along the steps of a game: a line with a thumb, and buttons as on a tape."""

from collections.abc import Callable, Sequence

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.design.primitives import Tap, slide, tappable
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.review import TickLook
from qwixx_pad.ui.review.geometry import PLAY
from qwixx_pad.ui.runtime.guards import component, handler, memo
from qwixx_pad.ui.speech.words import Words

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
            _ticks(looks, width, height, theme, key="ticks"),
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


@memo
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


_BUTTON = 52.0
_WIDEST = 280.0


@memo
@component
def transport(  # noqa: PLR0913 - where one is, and the screen
    theme: Theme, words: Words, tap: Tap, *, playing: bool, at_start: bool, at_end: bool
) -> ft.Control:
    """First, previous, play, next, last.

    Args:
        theme: In which colours.
        words: The language.
        tap: Told `first`, `previous`, `play-steps`, `next` or `last`.
        playing: Whether the steps follow one another by themselves.
        at_start: Whether there is no step before.
        at_end: Whether there is none to come.
    """
    icons = ft.Icons
    buttons = [
        _button(
            "first", words.meant("step", "First"), icons.SKIP_PREVIOUS_ROUNDED, theme, tap, at_start
        ),
        _button(
            "previous",
            words.text("Previous"),
            icons.CHEVRON_LEFT_ROUNDED,
            theme,
            tap,
            at_start,
        ),
        _play(theme, words, tap, playing=playing),
        _button(
            "next", words.meant("step", "Next"), icons.CHEVRON_RIGHT_ROUNDED, theme, tap, at_end
        ),
        _button("last", words.meant("step", "Last"), icons.SKIP_NEXT_ROUNDED, theme, tap, at_end),
    ]
    row = ft.Row(buttons, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0, width=_WIDEST)
    return ft.Row([row], alignment=ft.MainAxisAlignment.CENTER, height=PLAY)


def _button(  # noqa: PLR0913, PLR0917 - one of four that differ in all of this
    identifier: str,
    spoken: str,
    icon: ft.IconData,
    theme: Theme,
    tap: Tap,
    idle: bool,  # noqa: FBT001 - at an end, a button has nothing to do
) -> ft.Control:
    return tappable(
        identifier,
        spoken,
        ft.Icon(icon, size=30, color=theme.ink, opacity=theme.idle if idle else 1),
        lambda: tap(identifier),
        width=_BUTTON,
        height=_BUTTON,
        border_radius=_BUTTON / 2,
        alignment=ft.Alignment.CENTER,
    )


def _play(theme: Theme, words: Words, tap: Tap, *, playing: bool) -> ft.Control:
    icon = ft.Icons.PAUSE_ROUNDED if playing else ft.Icons.PLAY_ARROW_ROUNDED
    return tappable(
        "play-steps",
        words.text("Pause") if playing else words.meant("steps", "Play"),
        ft.Icon(icon, size=30, color=theme.on_primary),
        lambda: tap("play-steps"),
        width=PLAY,
        height=PLAY,
        border_radius=PLAY / 2,
        bgcolor=theme.primary,
        alignment=ft.Alignment.CENTER,
    )

"""The parts around the sheet of a review: seats, steps and turning points."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.design.controls import disc
from qwixx_pad.ui.design.primitives import Tap, heading, slide, tappable, write
from qwixx_pad.ui.design.tokens import BODY, CHIP, LABEL, NUMBER, Theme
from qwixx_pad.ui.flet_support.flet_patches import component, handler, memo
from qwixx_pad.ui.review import PLAY, SCRUBBER, SEATS, SeatLook, TickLook
from qwixx_pad.ui.review.moments import TurningPoint
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.text import signed
from qwixx_pad.ui.text.translator import Words

LookAt = Callable[[int | None, int], object]
"""Called with a seat (from 1; None: the one in front) and a moment in entries."""


_NARROW = 76.0
"""Below this width of a chip, its disc is small; in dp."""


@memo
@component
def seat_chips(looks: Sequence[SeatLook], width: float, theme: Theme, tap: Tap) -> ft.Control:
    """Draw everybody's total at the moment; a tap shows that sheet."""
    across = (width - 6 * (len(looks) - 1)) / len(looks)
    chips = [_chip(look, across, theme, tap, key=f"chip{look.seat}") for look in looks]
    return ft.Row(chips, spacing=6, width=width, height=theme.tall(SEATS))


@memo
@component
def _chip(look: SeatLook, width: float, theme: Theme, tap: Tap) -> ft.Control:
    """Draw the chip of a seat; after a step only that of its seat is built again."""
    color = theme.on_primary if look.shown else theme.ink
    small = width < _NARROW
    facts = ft.Column(
        [
            write(
                look.name, CHIP.at(12) if small else CHIP, color=color, height=1.15, no_wrap=True
            ),
            write(signed(look.total), NUMBER, color=color, height=1.1),
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


def card(
    title: str | ft.Control, inside: Sequence[ft.Control], width: float, theme: Theme
) -> ft.Control:
    """Draw a card below a heading, or below a control in its place."""
    name = heading(title, LABEL, theme.ink, height=1.2) if isinstance(title, str) else title
    return ft.Container(
        ft.Column([name, *inside], spacing=8),
        width=width,
        bgcolor=theme.surface,
        border_radius=20,
        padding=ft.Padding.only(left=12, right=10, top=13, bottom=8),
    )


@memo
@component
def moment_lines(
    points: Sequence[TurningPoint], named: str, theme: Theme, look_at: LookAt
) -> ft.Control:
    """Draw moments of a game, each called `named` and its number; a tap on a line leads there."""
    lines = (
        _point(point, f"{named}-{number}", theme, look_at) for number, point in enumerate(points, 1)
    )
    return ft.Column([*lines], spacing=0)


def _point(point: TurningPoint, identifier: str, theme: Theme, look_at: LookAt) -> ft.Control:
    line = ft.Row(
        [
            ft.Icon(getattr(ft.Icons, point.icon), size=20, color=theme.ink2),
            write(point.text, BODY.at(14.5), color=theme.ink, height=1.25, expand=True),
        ],
        spacing=11,
    )
    after, around = point.after, ft.Padding.symmetric(horizontal=3, vertical=14)
    if after is None:
        return ft.Container(line, padding=around)
    return tappable(
        identifier,
        point.text,
        line,
        lambda: look_at(point.seat, after),
        border_radius=12,
        padding=around,
    )


Choose = Callable[[int], object]
"""Called with the index of a step."""
THUMB = 30.0
_EDGE = 16.0
"""From either end to the first and the last place of the thumb, in dp."""
_TICK, _TALL, _GAP = 8.0, 22.0, 2.0
_AHEAD = 0.62


def tick_color(theme: Theme, letter: str) -> str:
    """Return the colour of a step: its row's, where that can be seen on the table; else grey."""
    return theme.bands[letter].frame if letter else theme.box


def place_of(index: int, steps: int, width: float) -> float:
    """Return the x of the thumb after so many of these steps, in dp from the left end."""
    return _EDGE + (width - 2 * _EDGE) * index / max(1, steps)


def index_of(x: float, steps: int, width: float) -> int:
    """Return the index of the step at an x."""
    free = width - 2 * _EDGE
    return max(0, min(steps, round((x - _EDGE) / free * steps)))


def tick_width(steps: int, width: float) -> float:
    """Return the width of a tick; where steps are many, so that they do not touch."""
    between = (width - 2 * _EDGE) / max(1, steps)
    return max(1.0, min(_TICK, between - _GAP))


@component
def scrubber(
    looks: Sequence[TickLook], index: int, width: float, context: ScreenContext, choose: Choose
) -> ft.Control:
    """Draw the line of steps, `index` of which have happened; all of it reacts to a finger.

    `choose` is called with the index of a step.
    """
    steps, theme, words = len(looks), context.theme, context.words
    stack = ft.Stack(
        [
            _ticks(looks, width, theme, key="ticks"),
            _veil(place_of(index, steps, width), width, theme),
            _thumb(looks, index, width, theme),
        ],
        width=width,
        height=SCRUBBER,
    )
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
        content=slide(
            stack, lambda x: choose(index_of(x, steps, width)), mouse_cursor=ft.MouseCursor.CLICK
        ),
    )


def spoken(looks: Sequence[TickLook], index: int, words: Words) -> str:
    """Describe the position of the thumb."""
    if not index:
        return words.text("Before the first step")
    what = looks[index - 1].spoken
    return words.text("{n} of {all}, {what}", n=index, all=len(looks), what=what)


@memo
@component
def _ticks(looks: Sequence[TickLook], width: float, theme: Theme) -> ft.Control:
    """Draw all steps in full colour, and a dot for the fresh sheet."""
    across, top = tick_width(len(looks), width), (SCRUBBER - _TALL) / 2
    start = place_of(0, len(looks), width)
    shapes: list[cv.Shape] = [cv.Circle(start, SCRUBBER / 2, 3.0, paint=ft.Paint(color=theme.line))]
    for number, look in enumerate(looks, 1):
        x = place_of(number, len(looks), width) - across / 2
        paint = ft.Paint(color=tick_color(theme, look.letter))
        shapes.append(cv.Rect(x, top, across, _TALL, border_radius=across / 2, paint=paint))
    return cv.Canvas(shapes=shapes, width=width, height=SCRUBBER)


def _veil(x: float, width: float, theme: Theme) -> ft.Control:
    """Pale the steps ahead by a veil in the colour of the table."""
    return ft.Container(
        left=x,
        top=0,
        width=width - x,
        height=SCRUBBER,
        bgcolor=ft.Colors.with_opacity(_AHEAD, theme.table),
        key="veil",
    )


def _thumb(looks: Sequence[TickLook], index: int, width: float, theme: Theme) -> ft.Control:
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
        top=(SCRUBBER - THUMB) / 2,
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
    """Draw the buttons first, previous, play, next and last, `play-steps` among them.

    At either end those that lead there are pale.
    """

    def button(identifier: str, spoken: str, icon: ft.IconData, *, idle: bool) -> ft.Control:
        opacity = theme.idle if idle else 1
        drawn = ft.Icon(icon, size=30, color=theme.ink, opacity=opacity)
        return _round(identifier, spoken, drawn, tap, _BUTTON)

    icons = ft.Icons
    play = icons.PAUSE_ROUNDED if playing else icons.PLAY_ARROW_ROUNDED
    buttons = [
        button("first", words.meant("step", "First"), icons.SKIP_PREVIOUS_ROUNDED, idle=at_start),
        button("previous", words.text("Previous"), icons.CHEVRON_LEFT_ROUNDED, idle=at_start),
        _round(
            "play-steps",
            words.text("Pause") if playing else words.meant("steps", "Play"),
            ft.Icon(play, size=30, color=theme.on_primary),
            tap,
            PLAY,
            bgcolor=theme.primary,
        ),
        button("next", words.meant("step", "Next"), icons.CHEVRON_RIGHT_ROUNDED, idle=at_end),
        button("last", words.meant("step", "Last"), icons.SKIP_NEXT_ROUNDED, idle=at_end),
    ]
    row = ft.Row(buttons, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0, width=_WIDEST)
    return ft.Row([row], alignment=ft.MainAxisAlignment.CENTER, height=PLAY)


def _round(
    identifier: str,
    spoken: str,
    icon: ft.Icon,
    tap: Tap,
    size: float,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> ft.Control:
    return tappable(
        identifier,
        spoken,
        icon,
        lambda: tap(identifier),
        width=size,
        height=size,
        border_radius=size / 2,
        alignment=ft.Alignment.CENTER,
        **look,
    )

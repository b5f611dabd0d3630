"""What stands below the rows: points a cross is worth, misthrows, the line that adds itself."""

from typing import Any

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.scoring import row_points
from qwixx_pad.ui.figures import signed
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.pad.geometry import Box
from qwixx_pad.ui.pad.view import PadLook
from qwixx_pad.ui.parts.ink import ink
from qwixx_pad.ui.parts.lettering import write, write_sum
from qwixx_pad.ui.parts.motion import swapped
from qwixx_pad.ui.parts.tap import Tap, tappable
from qwixx_pad.ui.pen import cross
from qwixx_pad.ui.tokens import Theme, mix
from qwixx_pad.ui.words import Words

_MOST = 12
_TINY = 10
"""Letters in a box that is only looked at, in sp."""


@component
def points_strip(height: float, theme: Theme, words: Words, *, titled: bool) -> ft.Control:
    """How many points so many crosses of a row are worth."""
    columns: list[ft.Control] = []
    for crosses in range(1, _MOST + 1):
        if crosses > 1:
            columns.append(ft.Container(width=1, height=height * 0.52, bgcolor=theme.line))
        columns.append(_worth(crosses, theme))
    title = ft.Container(
        content=write(words.text("Points"), 14, 400, color=theme.ink2),
        padding=ft.Padding.only(left=12, right=8),
    )
    return ft.Semantics(
        exclude_semantics=True,
        content=ft.Container(
            content=ft.Row([*([title] if titled else []), *columns], spacing=0),
            height=height,
            bgcolor=theme.surface,
            border_radius=18,
            padding=ft.Padding.symmetric(horizontal=6),
        ),
    )


def _worth(crosses: int, theme: Theme) -> ft.Control:
    return ft.Column(
        [
            write(f"{crosses}×", theme.held(11), 400, color=theme.ink2, height=1.1),
            write(str(row_points(crosses)), theme.held(13), 600, color=theme.ink, height=1.1),
        ],
        spacing=2,
        expand=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


@component
def misthrow_box(  # noqa: PLR0913, PLR0917 - one of four boxes: which, how large, whose pen
    index: int,
    taken: int,
    most: int,
    size: tuple[float, float],
    theme: Theme,
    words: Words,
    seed: str,
    tap: Tap,
    prefix: str = "",
) -> ft.Control:
    """One box for a penalty: crossed, the next one (the only one that reacts), or a later one."""
    if index < taken:
        return _taken_box(index, size, theme, words, seed)
    color = theme.ink2 if index > taken and theme.dark else theme.on_paper
    minus = write("−5", theme.two_digits(15, size[0]), 500, color=color)
    if index > taken:
        return _later_box(minus, size, theme)
    spoken = words.text("Misthrow {n} of {all}, minus 5 points", n=taken + 1, all=most)
    identifier = f"{prefix}penalty"
    return tappable(identifier, spoken, minus, lambda: tap(identifier), **_paper(size, theme))


def _paper(size: tuple[float, float], theme: Theme) -> dict[str, Any]:
    return {
        "width": size[0],
        "height": size[1],
        "bgcolor": theme.paper,
        "border": ft.Border.all(1.5, theme.box),
        "border_radius": 10,
        "alignment": ft.Alignment.CENTER,
    }


def _taken_box(
    index: int, size: tuple[float, float], theme: Theme, words: Words, seed: str
) -> ft.Control:
    width, height = size
    strokes = cross(f"{seed}-{index}", Box(5, 3, width - 10, height - 6), stretched=True)
    return ft.Semantics(
        label=words.text("Misthrow {n}, crossed", n=index + 1),
        content=ft.Stack(
            [
                ft.Container(**_paper(size, theme)),
                cv.Canvas(shapes=ink(strokes, theme.pen), width=width, height=height),
            ]
        ),
    )


def _later_box(minus: ft.Control, size: tuple[float, float], theme: Theme) -> ft.Control:
    look = _paper(size, theme)
    if theme.dark:
        look |= {"bgcolor": theme.surface, "border": ft.Border.all(1.5, theme.line)}
    return ft.Semantics(
        exclude_semantics=True,
        content=ft.Container(content=minus, opacity=1 if theme.dark else theme.later, **look),
    )


@component
def misthrow_block(  # noqa: PLR0913, PLR0917 - four boxes as one: how many, how large, whose pen
    taken: int,
    most: int,
    size: tuple[float, float],
    theme: Theme,
    words: Words,
    seed: str,
    tap: Tap,
    prefix: str = "",
) -> ft.Control:
    """All boxes for penalties, small: a sheet whose roll it is not can only show them."""
    width, height = size
    across = most if width >= 2 * height else -(-most // 2)
    lines = -(-most // across)
    box = ((width - 3 * (across - 1)) / across, (height - 3 * (lines - 1)) / lines)
    boxes = [_small_box(i, box, theme, seed, crossed=i < taken) for i in range(most)]
    rows = [ft.Row([*boxes[i : i + across]], spacing=3) for i in range(0, most, across)]
    identifier = f"{prefix}penalty"
    return tappable(
        identifier,
        words.text("Misthrows: {n} of {all}", n=taken, all=most),
        ft.Column([*rows], spacing=3, tight=True),
        lambda: tap(identifier),
        width=width,
        height=height,
    )


def _small_box(
    index: int, size: tuple[float, float], theme: Theme, seed: str, *, crossed: bool
) -> ft.Control:
    look = _paper(size, theme) | {"border_radius": 6}
    if not crossed:
        color = theme.ink2 if theme.dark else theme.on_paper
        look["content"] = write("−5", theme.held(_TINY, 1), 500, color=color, height=1.0)
        dark = {"bgcolor": theme.surface, "border": ft.Border.all(1.5, theme.line)}
        return ft.Container(opacity=theme.later, **(look | dark if theme.dark else look))
    width, height = size
    strokes = cross(f"{seed}-{index}", Box(4, 3, width - 8, height - 6), stretched=True)
    pen = cv.Canvas(shapes=ink(strokes, theme.pen), width=width, height=height)
    return ft.Stack([ft.Container(**look), pen])


@component
def sum_line(
    look: PadLook, height: float, total_width: float, theme: Theme, tap: Tap
) -> ft.Control:
    """The fields of the rows, minus the penalties, equals the total."""
    parts: list[ft.Control] = []
    for letter, points in zip((band.letter for band in look.bands), look.fields, strict=True):
        if parts:
            parts.append(_operator("+", theme))
        parts.append(_field(_shown(points, look), height, theme, letter))
    if look.extra is not None:
        parts += [_operator("+", theme), pawn_field(look, height, theme, tap)]
    parts += [_operator("−", theme), _field(_shown(look.minus, look), height, theme, None)]
    parts += [_operator("=", theme), total_box(look, total_width, height, theme)]
    return ft.Semantics(label=look.spoken_sum, container=True, content=ft.Row(parts, spacing=0))


def _shown(points: int, look: PadLook) -> str:
    """Points in a field, which stays blank like paper while they are hidden."""
    return "" if look.hidden else str(points)


def pawn_field(look: PadLook, height: float, theme: Theme, tap: Tap) -> ft.Control:
    """The points of the pawn's space; a tap asks for new ones."""
    identifier = f"{look.prefix}board"
    field = _field(_shown(look.extra or 0, look), height, theme, None, icon=ft.Icons.TOUR_ROUNDED)
    node = tappable(
        identifier,
        look.spoken_extra,
        ft.Row([field], spacing=0),
        lambda: tap(identifier),
        border_radius=10,
    )
    return ft.Container(node, expand=True)


def _operator(sign: str, theme: Theme) -> ft.Control:
    return ft.Semantics(
        exclude_semantics=True,
        content=ft.Container(
            content=write(sign, theme.held(17), 500, color=theme.ink2, height=1.0),
            width=13,
            alignment=ft.Alignment.CENTER,
        ),
    )


def _field(
    points: str,
    height: float,
    theme: Theme,
    letter: str | None,
    icon: ft.IconData | None = None,
) -> ft.Control:
    """A paper field, framed in the row's colour, its mark in the corner."""
    edge = theme.box if letter is None else theme.bands[letter].frame
    number = swapped(write_sum(points, theme.held(24, 1.1), color=theme.pen), theme)
    inside: list[ft.Control] = [
        ft.Container(
            content=number, alignment=ft.Alignment.CENTER, left=4, right=0, top=2, bottom=0
        )
    ]
    if letter is not None:
        colors = theme.bands[letter]
        inside.append(_corner(getattr(ft.Icons, colors.mark), colors.text, colors.band))
    elif icon is not None:
        inside.append(_corner(icon, theme.on_primary, theme.primary))
    return ft.Semantics(
        exclude_semantics=True,
        expand=True,
        content=ft.Container(
            content=ft.Stack(inside, expand=True),
            height=height,
            bgcolor=theme.paper,
            border_radius=10,
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
            foreground_decoration=ft.BoxDecoration(
                border=ft.Border.all(2 if letter else 1.5, edge), border_radius=10
            ),
        ),
    )


def _corner(icon: ft.IconData, color: str, fill: str) -> ft.Control:
    return ft.Container(
        content=ft.Icon(icon, size=11, color=color),
        width=18,
        height=17,
        bgcolor=fill,
        border_radius=ft.BorderRadius.only(bottom_right=7),
        alignment=ft.Alignment.CENTER,
    )


def total_box(
    look: PadLook, width: float | None, height: float, theme: Theme, *, title: str | None = None
) -> ft.Control:
    """The total, the one dark box of the pad; read aloud as the whole sum."""
    sum_ = write(signed(look.total), theme.held(28), 700, color=theme.on_primary, height=1.0)
    not_yet = ft.Icon(ft.Icons.VISIBILITY_OFF_ROUNDED, size=24, color=theme.on_primary)
    number = swapped(not_yet if look.hidden else sum_, theme)
    words = (
        []
        if title is None or theme.large
        else [write(title, 15, 400, color=mix(theme.on_primary, theme.primary, 0.25))]
    )
    return ft.Semantics(
        identifier=f"{look.prefix}total",
        label=look.spoken_total,
        container=True,
        expand=width is None,
        content=ft.Container(
            content=ft.Semantics(
                content=ft.Row([*words, number], spacing=10, tight=True), exclude_semantics=True
            ),
            width=width,
            height=height,
            bgcolor=theme.primary,
            border_radius=16,
            alignment=ft.Alignment.CENTER,
        ),
    )

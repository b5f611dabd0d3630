"""The line that adds itself: the fields of the rows, minus the penalties, equals the total."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.figures import signed
from qwixx_pad.ui.guards import component, memo
from qwixx_pad.ui.pad.foot import SheetFacts, TotalPart
from qwixx_pad.ui.pad.source import Parts
from qwixx_pad.ui.parts.lettering import write, write_sum
from qwixx_pad.ui.parts.motion import swapped
from qwixx_pad.ui.parts.node import Node
from qwixx_pad.ui.parts.tap import tappable
from qwixx_pad.ui.tokens import Theme, mix


def sum_line(parts: Parts, facts: SheetFacts, height: float, total_width: float) -> ft.Control:
    """The fields of the rows, minus the penalties, equals the total."""
    return parts.show(f"{facts.prefix}sum", _said, parts, facts, height, total_width)


def _said(
    spoken: str, parts: Parts, facts: SheetFacts, height: float, total_width: float
) -> ft.Control:
    fields = _fields(parts, facts, height, total_width)
    return ft.Semantics(label=spoken, container=True, content=fields)


@memo
@component
def _fields(parts: Parts, facts: SheetFacts, height: float, total_width: float) -> ft.Control:
    theme, prefix = facts.theme, facts.prefix
    inside: list[ft.Control] = []
    for letter in facts.letters:
        if inside:
            inside.append(_operator("+", theme))
        inside.append(_row_field(parts, facts, letter, height))
    if facts.has_extra:
        inside += [_operator("+", theme), pawn_field(parts, facts, height)]
    minus = parts.show(f"{prefix}minus", _points, theme)
    inside += [_operator("−", theme), _field([minus], height, theme, theme.box, 1.5)]
    inside += [_operator("=", theme), total_box(parts, facts, total_width, height)]
    return ft.Row(inside, spacing=0)


def pawn_field(
    parts: Parts, facts: SheetFacts, height: float, width: float | None = None
) -> ft.Control:
    """The points of the pawn's space, so wide in dp or as wide as there is room.

    A tap asks for new ones.
    """
    field = parts.show(f"{facts.prefix}extra", _pawn, facts, height)
    return ft.Container(field, expand=width is None, width=width)


def _pawn(part: tuple[str, str], facts: SheetFacts, height: float) -> ft.Control:
    points, spoken = part
    theme, identifier = facts.theme, f"{facts.prefix}board"
    flag = _corner(ft.Icons.TOUR_ROUNDED, theme.on_primary, theme.primary)
    field = _field([_points(points, theme), flag], height, theme, theme.box, 1.5)
    return tappable(
        identifier,
        spoken,
        ft.Row([field], spacing=0),
        lambda: facts.tap(identifier),
        border_radius=10,
    )


def _operator(sign: str, theme: Theme) -> ft.Control:
    return ft.Semantics(
        exclude_semantics=True,
        content=ft.Container(
            content=write(sign, theme.held(17), 500, color=theme.ink2, height=1.0),
            width=13,
            alignment=ft.Alignment.CENTER,
        ),
    )


def _points(points: str, theme: Theme) -> ft.Control:
    """Points by hand, a little aside of the mark in the corner."""
    number = write_sum(points, theme.held(24, 1.1), color=theme.pen)
    return ft.Container(
        content=swapped(number, theme),
        alignment=ft.Alignment.CENTER,
        left=4,
        right=0,
        top=2,
        bottom=0,
    )


def _row_field(parts: Parts, facts: SheetFacts, letter: str, height: float) -> ft.Control:
    """A paper field, framed in the row's colour, its mark in the corner."""
    theme, colors = facts.theme, facts.theme.bands[letter]
    points = parts.show(f"{facts.prefix}sum {letter}", _points, theme)
    mark = _corner(getattr(ft.Icons, colors.mark), colors.text, colors.band)
    return _field([points, mark], height, theme, colors.frame, 2)


def _field(
    inside: Sequence[ft.Control], height: float, theme: Theme, edge: str, thick: float
) -> ft.Control:
    """A paper field; what is in it is said of the whole line."""
    return ft.Semantics(
        exclude_semantics=True,
        expand=True,
        content=ft.Container(
            content=ft.Stack([*inside], expand=True),
            height=height,
            bgcolor=theme.paper,
            border_radius=10,
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
            foreground_decoration=ft.BoxDecoration(
                border=ft.Border.all(thick, edge), border_radius=10
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
    parts: Parts, facts: SheetFacts, width: float | None, height: float, title: str | None = None
) -> ft.Control:
    """The total, the one dark box of the pad; read aloud as the whole sum."""
    return parts.show(f"{facts.prefix}total", _total, facts, width, height, title)


def _total(
    part: TotalPart, facts: SheetFacts, width: float | None, height: float, title: str | None
) -> ft.Control:
    theme = facts.theme
    sum_ = write(signed(part.total), theme.held(28), 700, color=theme.on_primary, height=1.0)
    not_yet = ft.Icon(ft.Icons.VISIBILITY_OFF_ROUNDED, size=24, color=theme.on_primary)
    number = swapped(not_yet if part.hidden else sum_, theme)
    if title is not None and not theme.large:
        words = write(title, 15, 400, color=mix(theme.on_primary, theme.primary, 0.25))
        number = ft.Row([words, number], spacing=10, tight=True)
    return Node(
        identifier=f"{facts.prefix}total",
        label=part.spoken,
        container=True,
        exclude_semantics=True,
        expand=width is None,
        content=ft.Container(
            content=number,
            width=width,
            height=height,
            bgcolor=theme.primary,
            border_radius=16,
            alignment=ft.Alignment.CENTER,
        ),
    )

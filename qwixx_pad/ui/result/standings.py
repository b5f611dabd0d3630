"""What a total is made of: the points of one sheet, and everybody's below each other."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.core.scoring import Purpose, Term
from qwixx_pad.ui.design.controls import avatar
from qwixx_pad.ui.design.primitives import for_the_eye, said, write
from qwixx_pad.ui.design.tokens import (
    BESIDE_MARKS,
    HEADING,
    NAME,
    NUMBER,
    OPTION,
    TITLE,
    Theme,
)
from qwixx_pad.ui.result import EndLook, PlaceLook
from qwixx_pad.ui.shell import ScreenContext
from qwixx_pad.ui.speech import signed

_CHIP, _CLOSE = 48.0, 3.0
"""Width of a chip below its mark, and what is free at its sides at least, in dp."""
_TWO, _FOR_THREE = 2, 30
"""Letters that every chip has room for, and the width at which three have, in dp."""
_A_LINE = 6
"""So many terms stand beside a name: four rows, one thing beside them, and penalties."""
_FACES, _FACES_BESIDE_EXTRA = 340, 400
"""Width from which on a line of the standings has room for a face, in dp."""
_AROUND, _LETTER = 48, 9.4
"""Before a name and behind the total, and about what a letter of a name needs, in dp."""


def points(spoken: str, parts: Sequence[Term], context: ScreenContext, width: float) -> ft.Control:
    """The points of one sheet, each below its mark, in such a width."""
    each = min(_CHIP, width / min(len(parts), _A_LINE) - 2 * _CLOSE)
    chips = [_sheet_chip(term, context, each) for term in parts]
    row = ft.Row(
        chips,
        alignment=ft.MainAxisAlignment.SPACE_AROUND,
        wrap=len(chips) > _A_LINE,
        spacing=_CLOSE,
        width=width,
    )
    return ft.Semantics(label=spoken, container=True, content=for_the_eye(row))


def _mark(term: Term, theme: Theme, size: float, sign: float) -> ft.Control:
    """What points are for: the mark of a row, a picture, or the sign of what they cost."""
    if term.purpose is Purpose.PENALTIES:
        return write("−", OPTION.at(sign).held(theme, 1.25), color=theme.ink2, height=1.0)
    if term.row is None:
        return ft.Icon(getattr(ft.Icons, BESIDE_MARKS[term.purpose]), size=size, color=theme.ink2)
    mark = getattr(ft.Icons, theme.bands[term.row].mark)
    return ft.Icon(mark, size=size, color=theme.mark(term.row))


def _colors(term: Term, theme: Theme) -> tuple[str, str]:
    """Of the points and of their ground."""
    if term.row is None:
        return theme.ink2 if term.purpose is Purpose.PENALTIES else theme.ink, theme.surface2
    return theme.bands[term.row].text, theme.bands[term.row].band


def _sheet_chip(term: Term, context: ScreenContext, width: float) -> ft.Control:
    theme = context.theme
    color, fill = _colors(term, theme)
    icon = _mark(term, theme, 16, 16)
    box = ft.Container(
        content=write(signed(term.points), HEADING.held(theme), color=color, height=1.0),
        width=width,
        height=34,
        bgcolor=fill,
        border_radius=10,
        alignment=ft.Alignment.CENTER,
    )
    return ft.Column(
        [ft.Container(icon, height=20, alignment=ft.Alignment.CENTER), box],
        spacing=4,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def standings(end: EndLook, context: ScreenContext, width: float) -> ft.Control:
    """Everybody's points, best first."""
    theme = context.theme
    apart = theme.large or _long(end.places, width)
    rows = [_row(place, context, width, apart=apart) for place in end.places]
    return ft.Container(
        ft.Column([_marks(end, context), *rows], spacing=0),
        bgcolor=theme.surface,
        border_radius=20,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        shadow=ft.BoxShadow(blur_radius=12, offset=ft.Offset(0, 3), color=theme.card_shadow),
    )


def _marks(end: EndLook, context: ScreenContext) -> ft.Control:
    """The marks of what adds up, above their columns."""
    theme, points = context.theme, end.places[0].terms
    cells = [
        ft.Container(
            _mark(term, theme, 15, 14), width=_chip_width(points), alignment=ft.Alignment.CENTER
        )
        for term in points
    ]
    line = ft.Row([ft.Container(expand=True), *cells, ft.Container(width=50)], spacing=3)
    return for_the_eye(ft.Container(line, height=24, padding=ft.Padding.only(left=14, right=12)))


def _chip_width(points: Sequence[Term]) -> float:
    return 30 if len(points) < _A_LINE else 27


def _long(places: Sequence[PlaceLook], width: float) -> bool:
    """Whether the points stand below the names, since they leave one no room beside them."""
    points = places[0].terms
    room = width - _AROUND - len(points) * (_chip_width(points) + 4) - 50
    longest = max(len(place.name) for place in places)
    return len(points) > _A_LINE or longest * _LETTER > room - _face(points, width)


def _face(points: Sequence[Term], width: float) -> float:
    """What the face in a line needs; none where the line is narrow."""
    return 36 if width >= (_FACES if len(points) < _A_LINE else _FACES_BESIDE_EXTRA) else 0


def _row(place: PlaceLook, context: ScreenContext, width: float, *, apart: bool) -> ft.Control:
    theme = context.theme
    across = _chip_width(place.terms)
    chips = [_chip(term, across, theme) for term in place.terms]
    name = write(place.name, NAME, color=theme.ink, no_wrap=True, expand=True)
    total = write(
        signed(place.total),
        NUMBER.at(20).held(theme),
        color=theme.ink,
        text_align=ft.TextAlign.RIGHT,
    )
    disc = avatar(place.name, theme.player(place.color), 20 if apart else 32)
    face = [disc] if _face(place.terms, width) or (apart and not theme.large) else []
    first = write(str(place.place), OPTION.at(16).held(theme), color=theme.ink2, width=14)
    end = ft.Container(total, width=50, alignment=ft.Alignment.CENTER_RIGHT)
    if apart:
        points = ft.Row([ft.Container(expand=True), *chips, ft.Container(width=50)], spacing=3)
        inside: ft.Control = ft.Column(
            [ft.Row([first, *face, name, end]), points], spacing=4, tight=True
        )
    else:
        inside = ft.Row([first, *face, name, *chips, end], spacing=3 if not face else 4)
    gold = ft.Colors.with_opacity(0.2, theme.bands["y"].band)
    drawn = ft.Container(
        for_the_eye(inside),
        height=None if apart else theme.tall(50),
        bgcolor=gold if place.place == 1 else None,
        padding=ft.Padding.only(left=14, right=12, bottom=10 if apart else 0),
    )
    return said(f"place-{place.seat}", place.spoken, drawn)


def _chip(term: Term, width: float, theme: Theme) -> ft.Control:
    size = theme.held(_letters(term.points, width), 1)
    color, fill = _colors(term, theme)
    return ft.Container(
        write(signed(term.points), TITLE.at(size), color=color, height=1.0, no_wrap=True),
        width=width,
        height=26,
        bgcolor=fill,
        border_radius=8,
        alignment=ft.Alignment.CENTER,
    )


def _letters(points: int, width: float) -> float:
    """Size of the letters of a chip: three of them need smaller ones than two."""
    if len(str(points)) <= _TWO:
        return 14
    return 12.5 if width >= _FOR_THREE else 11

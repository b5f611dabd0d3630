"""The line that adds itself: the fields of the rows, minus the penalties, equals the total."""

from typing import Any

import flet as ft

from qwixx_pad.ui.design.bands import mix
from qwixx_pad.ui.design.primitives import Node, at, corner, swapped, tappable, write, write_sum
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.foot import SheetFacts, TotalPart
from qwixx_pad.ui.pad.geometry import Box, SumBoxes, below
from qwixx_pad.ui.pad.sums import ExtraLook
from qwixx_pad.ui.runtime.guards import component, memo
from qwixx_pad.ui.runtime.session_scope import Parts
from qwixx_pad.ui.speech.words import signed

_RADIUS = 10
_AROUND, _DIGIT, _BOLD = 8.0, 1.85, 1.5
"""What is free beside the digits of a field, in dp; how large one may be, by hand and as it is
printed, as a multiple of the room that it has in width."""


def sum_line(parts: Parts, facts: SheetFacts, boxes: SumBoxes, line: Box) -> ft.Control:
    """The fields of the rows, minus the penalties, equals the total."""
    return parts.show(f"{facts.prefix}sum", _said, parts, facts, boxes, line)


def _said(spoken: str, parts: Parts, facts: SheetFacts, boxes: SumBoxes, line: Box) -> ft.Control:
    return Node(
        label=spoken, container=True, content=_fields(parts, facts, boxes, line), **at(line)
    )


@memo
@component
def _fields(parts: Parts, facts: SheetFacts, boxes: SumBoxes, line: Box) -> ft.Control:
    theme, prefix = facts.theme, facts.prefix
    inside: list[ft.Control] = []
    for letter, box in zip(facts.scored, boxes.fields, strict=True):
        colors, place = theme.bands[letter], box.seen_from(line)
        mark = _corner(getattr(ft.Icons, colors.mark), colors.text, colors.band)
        inside.append(ft.Container(mark, **at(place), **_paper(theme, colors.frame, 2)))
        inside.append(parts.show(f"{prefix}sum {letter}", _points, theme, place))
    if boxes.minus is not None:
        place = boxes.minus.seen_from(line)
        inside.append(ft.Container(**at(place), **_paper(theme, theme.box, 1.5)))
        inside.append(parts.show(f"{prefix}minus", _points, theme, place))
    extra = ("+" if facts.adds_extra else " ") if facts.has_extra else ""
    signs = "+" * (len(facts.scored) - 1) + "−" + extra + "="
    for sign, box in zip(signs, boxes.signs, strict=True):
        inside.append(_sign(sign, theme, box.seen_from(line)))
    unsaid = Node(exclude_semantics=True, content=ft.Stack(inside), **at(line.seen_from(line)))
    return ft.Stack([unsaid, *ends(parts, facts, boxes.extra, boxes.total, line)])


def ends(  # noqa: PLR0913, PLR0917 - what stands at the end, and in what
    parts: Parts,
    facts: SheetFacts,
    extra: Box | None,
    total: Box,
    within: Box,
    title: str | None = None,
) -> list[ft.Control]:
    """The field beside those of the rows, if there is one, and the total; seen from `within`."""
    name, shown = facts.prefix, []
    if extra is not None:
        shown.append(parts.show(f"{name}extra", _extra, facts, extra.seen_from(within)))
    place = total.seen_from(within)
    return [*shown, parts.show(f"{name}total", _total, facts, place, title)]


def _extra(part: ExtraLook, facts: SheetFacts, box: Box) -> ft.Control:
    """Points of the pawn's space, of pairs and the like, or the key of a lucky number."""
    theme, identifier = facts.theme, f"{facts.prefix}{part.identifier}"
    icon, paper = getattr(ft.Icons, part.icon), _paper(theme, theme.box, 1.5)
    if facts.adds_extra:
        points = "" if part.points is None else str(part.points)
        flag = _corner(icon, theme.on_primary, theme.primary)
        written = _points(points, theme, box.seen_from(box))
        inside: ft.Control = ft.Stack([flag, written], width=box.width, height=box.height)
    else:
        inside = ft.Icon(icon, size=24, color=theme.on_paper)
        paper["alignment"] = ft.Alignment.CENTER
    return tappable(
        identifier,
        part.spoken,
        inside,
        lambda: facts.tap(identifier),
        place=corner(box),
        width=box.width,
        height=box.height,
        **paper,
    )


def _sign(sign: str, theme: Theme, box: Box) -> ft.Control:
    size = theme.held(17)
    (place,) = below(box, [size * theme.text], 0)
    middle = {"text_align": ft.TextAlign.CENTER, "width": box.width, **corner(place)}
    return write(sign, size, 500, color=theme.ink2, height=1.0, **middle)


def _points(points: str, theme: Theme, field: Box) -> ft.Control:
    """Points by hand in a field, a little aside of the mark in the corner."""
    fits = (field.width - _AROUND) / max(2, len(points)) * _DIGIT / max(1, theme.text)
    number = write_sum(points, min(theme.held(24, 1.1), fits), color=theme.pen)
    aside = Box(field.x + 4, field.y + 2, field.width - 4, field.height - 2)
    return swapped(number, theme, **at(aside))


def _paper(theme: Theme, edge: str, thick: float) -> dict[str, Any]:
    """A paper field, its edge over what stands in it."""
    return {
        "bgcolor": theme.paper,
        "border_radius": _RADIUS,
        "alignment": ft.Alignment.TOP_LEFT,
        "clip_behavior": ft.ClipBehavior.ANTI_ALIAS,
        "foreground_decoration": ft.BoxDecoration(
            border=ft.Border.all(thick, edge), border_radius=_RADIUS
        ),
    }


def _corner(icon: ft.IconData, color: str, fill: str) -> ft.Control:
    return ft.Container(
        content=ft.Icon(icon, size=11, color=color),
        width=18,
        height=17,
        bgcolor=fill,
        border_radius=ft.BorderRadius.only(bottom_right=7),
        alignment=ft.Alignment.CENTER,
    )


def _total(part: TotalPart, facts: SheetFacts, box: Box, title: str | None) -> ft.Control:
    """The total, the one dark box of the pad; read aloud as the whole sum."""
    theme = facts.theme
    digits = signed(part.total)
    fits = (box.width - _AROUND) / len(digits) * _BOLD / max(1, theme.text)
    size = min(theme.held(28), fits)
    sum_ = write(digits, size, 700, color=theme.on_primary, height=1.0, no_wrap=True)
    not_yet = ft.Icon(ft.Icons.VISIBILITY_OFF_ROUNDED, size=24, color=theme.on_primary)
    number = swapped(not_yet if part.hidden else sum_, theme)
    if title is not None and not theme.large:
        words = write(title, 15, 400, color=mix(theme.on_primary, theme.primary, 0.25))
        number = ft.Row([words, number], spacing=10, tight=True)
    identifier = f"{facts.prefix}total"
    look: dict[str, Any] = {
        "bgcolor": theme.primary,
        "border_radius": 16,
        "alignment": ft.Alignment.CENTER,
    }
    if part.explains:
        look |= {"width": box.width, "height": box.height, "place": corner(box)}
        return tappable(identifier, part.spoken, number, lambda: facts.tap(identifier), **look)
    return Node(
        identifier=identifier,
        label=part.spoken,
        container=True,
        exclude_semantics=True,
        content=ft.Container(content=number, **look),
        **at(box),
    )

"""One row of the sheet: a coloured band with paper cells and a lock."""

from collections.abc import Sequence
from typing import Any

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.layout import BONUS_LETTERS
from qwixx_pad.ui.design.bands import Band
from qwixx_pad.ui.design.drawing import cross, ink
from qwixx_pad.ui.design.primitives import (
    Node,
    Tap,
    at,
    corner,
    swapped,
    tappable,
    write,
)
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.cell import RowPaint, cell_control, cell_part
from qwixx_pad.ui.pad.focus_map import dead_stretches, is_dead, meant_cell
from qwixx_pad.ui.pad.geometry import Box, Mode, RowBoxes
from qwixx_pad.ui.pad.geometry_parts import GAP
from qwixx_pad.ui.pad.ground import ground
from qwixx_pad.ui.pad.view import BandLook, Lock
from qwixx_pad.ui.runtime.guards import component, handler, memo
from qwixx_pad.ui.runtime.session_scope import Parts, Still

_LETTER = 6.6
"""About what a letter of the words on a cap needs, in dp."""
_LINK_EDGE = 1.5
_DIGIT = 0.7
"""Width of a digit, as a multiple of its size."""
_SMALL_GROWS = 1.25
"""Small words stand in boxes that do not grow."""
_STILL_OPEN = {Lock.OPEN, Lock.CLOSING}


def row_parts(look: BandLook) -> dict[str, object]:
    """The parts of one row by their names."""
    row = f"{look.prefix}{look.letter}"
    cells = {f"{row} {i}": cell_part(look, cell) for i, cell in enumerate(look.cells)}
    return {
        f"{row} look": look,
        f"{row} spoken": look.spoken,
        f"{row} ground": (look.lock is Lock.ELSEWHERE, look.inks, look.between),
        f"{row} name": (look.name, look.pill),
        f"{row} gain": (look.next_word, look.gain, look.closed_label),
        f"{row} points": ("" if look.hidden else str(look.points), look.points_spoken),
        f"{row} lock": (look.lock, look.lock_spoken),
        f"{row} dead": tuple(is_dead(cell) for cell in look.cells),
        **cells,
    }


def row_control(
    parts: Parts,
    facts: RowPaint,
    *,
    placed: bool = False,
    ring_last: bool = False,
    key: str | None = None,
) -> ft.Control:
    """The band of one row.

    Args:
        parts: What is painted.
        facts: What it is painted with.
        placed: Whether it lies in a stack.
        ring_last: Whether its last cell is in a ring, for it is asked about.
        key: Tells it from those beside it.
    """
    place = facts.boxes.box if placed else None
    return parts.show(f"{facts.row} spoken", _named, parts, facts, place, ring_last, key=key)


def row_picture(  # noqa: PLR0913 - a row, its place, its colours, its pen
    look: BandLook, boxes: RowBoxes, theme: Theme, tap: Tap, seed: str, *, ring_last: bool = False
) -> ft.Control:
    """The band of one row as it is.

    Args:
        look: What to paint.
        boxes: Where.
        theme: In which colours.
        tap: Called with a cell's token, or with `r-lock`.
        seed: Whose pen it is.
        ring_last: Whether the last cell is in a ring: it is the one that is asked about.
    """
    facts = RowPaint(look.letter, look.prefix, boxes, theme, seed, tap)
    return row_control(Still(row_parts(look)), facts, ring_last=ring_last)


def sheet_picture(  # noqa: PLR0913, PLR0917 - as above, for all rows
    bands: Sequence[BandLook],
    rows: Sequence[RowBoxes],
    links: Sequence[Box],
    theme: Theme,
    tap: Tap,
    seed: str,
) -> ft.Control:
    """All rows of a sheet below each other, with what links their cells.

    Args:
        bands: What to paint, top to bottom.
        rows: Where, seen from the corner of the first one.
        links: What lies between two cells, seen likewise.
        theme: In which colours.
        tap: As for `row_picture`.
        seed: Whose pen it is.
    """
    painted = [row_picture(*row, theme, tap, seed) for row in zip(bands, rows, strict=True)]
    shown = ft.Column([*painted], spacing=GAP, tight=True)
    return ft.Stack([shown, *link_pictures(links, theme)]) if links else shown


def link_pictures(links: Sequence[Box], theme: Theme) -> list[ft.Control]:
    """Bars of paper from cell to cell, with edges along their sides."""
    edge = ft.BorderSide(_LINK_EDGE, theme.pen)
    along, across = ft.Border(left=edge, right=edge), ft.Border(top=edge, bottom=edge)
    return [
        ft.Container(
            bgcolor=theme.paper,
            border=across if box.width > box.height else along,
            ignore_interactions=True,
            **at(box),
        )
        for box in links
    ]


def _named(
    spoken: str,
    parts: Parts,
    facts: RowPaint,
    place: Box | None,
    ring_last: bool,  # noqa: FBT001 - a fact
) -> ft.Control:
    inside = _inside(parts, facts, ring_last)
    lies = {} if place is None else corner(place)
    return Node(label=spoken, container=True, content=inside, **lies)


@memo
@component
def _inside(parts: Parts, facts: RowPaint, ring_last: bool) -> ft.Control:  # noqa: FBT001 - a fact
    row, boxes = facts.row, facts.boxes
    ring = [_ring_around(boxes.cells[-1], boxes.radius, facts.theme.pen)] if ring_last else []
    lock = [] if boxes.lock is None else [parts.show(f"{row} lock", _lock, facts, boxes.lock)]
    return ft.Stack(
        width=boxes.box.width,
        height=boxes.box.height,
        controls=[
            parts.show(f"{row} ground", ground, facts),
            _touch(boxes.touch, parts, facts),
            *_head(parts, facts),
            *(parts.show(f"{row} {i}", cell_control, facts, i) for i in range(len(boxes.cells))),
            *lock,
            *ring,
            parts.show(f"{row} dead", _dead_touches, parts, facts),
        ],
    )


def _touch(box: Box, parts: Parts, facts: RowPaint) -> ft.Control:
    """Takes what falls beside the cells that do something, and asks which of them was meant."""

    def lifted(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        at, look = event.local_position, parts[f"{facts.row} look"]
        cell = None if at is None else meant_cell(look, facts.boxes, box.x + at.x, box.y + at.y)
        if cell is not None:
            facts.tap(f"{facts.prefix}{cell.token}")

    area = ft.Container(width=box.width, height=box.height, bgcolor=ft.Colors.TRANSPARENT)
    return ft.GestureDetector(
        content=area,
        on_tap_up=handler(lifted),
        exclude_from_semantics=True,
        left=box.x,
        top=box.y,
    )


def _dead_touches(_: tuple[bool, ...], parts: Parts, facts: RowPaint) -> ft.Control:
    """Lie over the dead cells and take a finger's taps from them.

    Keys and screen readers do not see them: these choose the cell itself and hear its reason.
    """
    boxes, look = facts.boxes, parts[f"{facts.row} look"]
    stretches = [_touch(box, parts, facts) for box in dead_stretches(look, boxes)]
    return ft.Stack([*stretches], width=boxes.box.width, height=boxes.box.height)


def _mark(colors: Band, size: float) -> ft.Control:
    return ft.Icon(getattr(ft.Icons, colors.mark), size=size, color=colors.text)


def _head(parts: Parts, facts: RowPaint) -> list[ft.Control]:
    """Mark, name and points; the points are a node of their own, the rest is in the band's name."""
    row, boxes = facts.row, facts.boxes
    shown = [] if boxes.head is None else [_named_or_marked(parts, facts, boxes.head)]
    if boxes.points is not None:
        shown.append(parts.show(f"{row} points", _points, facts, boxes.points))
    if boxes.gain is not None:
        gain = _next if boxes.mode is Mode.ROWS else _gain
        shown.append(parts.show(f"{row} gain", gain, facts, boxes.gain))
    return shown


def _named_or_marked(parts: Parts, facts: RowPaint, head: Box) -> ft.Control:
    if facts.boxes.mode is Mode.ROWS and facts.has_lock:
        return parts.show(f"{facts.row} name", _row_name, facts, head)
    in_columns = facts.boxes.mode is Mode.COLUMNS
    lies = ft.MainAxisAlignment.START if in_columns else ft.MainAxisAlignment.CENTER
    mark = _mark(facts.colors, 18 if in_columns else 20)
    shown = [] if facts.letter in BONUS_LETTERS else [mark]  # its colours say it
    return ft.Row([*shown], alignment=lies, **at(head))


def _points(
    part: tuple[str, str],
    facts: RowPaint,
    box: Box,
) -> ft.Control:
    shown, spoken = part
    fits = box.width / (_DIGIT * max(2, len(shown)))
    fitting = min(facts.theme.two_digits(facts.boxes.points_size, box.width), fits)
    number = write(shown, fitting, 700, color=facts.colors.text, height=1.0, no_wrap=True)
    if facts.boxes.mode is Mode.COLUMNS:
        number.width, number.text_align = box.width, ft.TextAlign.RIGHT
    return Node(
        identifier=f"{facts.prefix}points-{facts.letter}",
        label=spoken,
        container=True,
        exclude_semantics=True,
        content=swapped(number, facts.theme, width=box.width, height=box.height),
        **at(box),
    )


def _row_name(part: tuple[str, str | None], facts: RowPaint, head: Box) -> ft.Control:
    name, pill = part
    colors = facts.colors
    inside: list[ft.Control] = [
        _mark(colors, 16),
        write(name, 14, 600, color=colors.text, height=1.2, semantics_label=""),
        *([] if pill is None else [_pill(pill, colors)]),
    ]
    return ft.Row(inside, spacing=4, **at(head))


def _pill(text: str, colors: Band) -> ft.Control:
    return ft.Container(
        content=ft.Row(
            [
                ft.Icon(ft.Icons.LOCK_ROUNDED, size=12, color=colors.text),
                write(text, 12, 500, color=colors.text, height=1.2, semantics_label=""),
            ],
            spacing=4,
            tight=True,
        ),
        bgcolor=ft.Colors.with_opacity(0.28, "#000000"),
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=8, vertical=1),
    )


def _next(part: tuple[str, int | None, str], facts: RowPaint, box: Box) -> ft.Control:
    """The word in a lighter weight than the number, where there is room for two."""
    word, gain, _ = part
    color = facts.colors.text
    said = (word, 12, 400), (f"+{gain}", 14, 600)
    inside = [write(*each, color=color, semantics_label="") for each in said]
    shown = [] if gain is None else inside
    return ft.Row([*shown], spacing=4, alignment=ft.MainAxisAlignment.END, **at(box))


def _gain(part: tuple[str, int | None, str], facts: RowPaint, box: Box) -> ft.Control:
    """What the next cross adds, or that the row is locked or closed, where there is little room."""
    word, gain, closed_label = part
    in_columns = facts.boxes.mode is Mode.COLUMNS
    lies = ft.MainAxisAlignment.END if in_columns else ft.MainAxisAlignment.CENTER
    added = "" if gain is None else f"{word} +{gain}"
    if len(added) * _LETTER > box.width:
        added = f"+{gain}"
    size = facts.theme.held(12, _SMALL_GROWS)
    color = facts.colors.text
    said = write(closed_label or added, size, 500, color=color, height=1.2, semantics_label="")
    return ft.Row([said], alignment=lies, **at(box))


def _ring_around(box: Box, radius: float, color: str) -> ft.Control:
    """A ring of 3 dp around a cell."""
    return ft.Container(
        left=box.x - 3,
        top=box.y - 3,
        width=box.width + 6,
        height=box.height + 6,
        border=ft.Border.all(3, color),
        border_radius=radius + 3,
        ignore_interactions=True,
    )


def _lock(part: tuple[Lock, str], facts: RowPaint, box: Box) -> ft.Control:
    lock, spoken = part
    colors, identifier = facts.colors, f"{facts.row}-lock"
    icon = ft.Icon(
        ft.Icons.LOCK_OPEN_ROUNDED if lock in _STILL_OPEN else ft.Icons.LOCK_ROUNDED,
        size=19 if facts.boxes.mode is Mode.ROWS else 20,
        color=colors.text,
        opacity=0.45 if lock is Lock.MINE else 1,
    )
    return tappable(
        identifier,
        spoken,
        _crossed(icon, facts, box) if lock is Lock.MINE else icon,
        lambda: facts.tap(identifier),
        ring=facts.theme.ring(facts.letter, closed=lock is Lock.ELSEWHERE),
        place={"left": box.x, "top": box.y},
        width=box.width,
        height=box.height,
        alignment=ft.Alignment.CENTER,
    )


def _crossed(icon: ft.Control, facts: RowPaint, box: Box) -> ft.Control:
    """An own lock: its cross is written in a square in its middle."""
    width, height = box.width, box.height
    side = min(width, height, 34.0)
    square = Box((width - side) / 2, (height - side * 1.3) / 2, side, side * 1.3)
    color = facts.theme.pen if facts.letter == "y" else facts.colors.text
    shapes = ink(cross(f"{facts.seed}{facts.letter}-lock", square), color)
    canvas = cv.Canvas(shapes=shapes, width=width, height=height)
    return ft.Stack([icon, canvas], width=width, height=height, alignment=ft.Alignment.CENTER)

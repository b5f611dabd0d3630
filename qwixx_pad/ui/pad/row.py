"""One row of the sheet: a coloured band with paper cells and a lock."""

from typing import Any

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.guards import component, handler, memo
from qwixx_pad.ui.pad.cell import RowFacts, cell_control, cell_part
from qwixx_pad.ui.pad.geometry import Box, Mode
from qwixx_pad.ui.pad.hit_test import dead_stretches, is_dead, meant_cell
from qwixx_pad.ui.pad.source import Parts, Still
from qwixx_pad.ui.pad.view import BandLook, Lock
from qwixx_pad.ui.parts.ink import ink
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.motion import SLOW, motion, swapped
from qwixx_pad.ui.parts.node import Node
from qwixx_pad.ui.parts.tap import Tap, tappable
from qwixx_pad.ui.pen import cross
from qwixx_pad.ui.plan import BandPlan
from qwixx_pad.ui.tokens import Band, Theme

BAND_RADIUS = 13
_WORD_FROM = 60
"""A cap that is narrower, in dp, has no room for more than a short word of four letters."""
_SHORT = 4
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
        f"{row} ground": look.lock is Lock.ELSEWHERE,
        f"{row} name": (look.name, look.pill),
        f"{row} gain": (look.next_word, look.gain, look.shut),
        f"{row} points": ("" if look.hidden else str(look.points), look.points_spoken),
        f"{row} lock": (look.lock, look.lock_spoken),
        f"{row} dead": tuple(is_dead(cell) for cell in look.cells),
        **cells,
    }


def row_control(
    parts: Parts, facts: RowFacts, *, ring_last: bool = False, key: str | None = None
) -> ft.Control:
    """The band of one row; `ring_last`: its last cell is in a ring, for it is asked about."""
    return parts.show(f"{facts.row} spoken", _named, parts, facts, ring_last, key=key)


def row_picture(  # noqa: PLR0913 - a row, its place, its colours, its pen
    look: BandLook, plan: BandPlan, theme: Theme, tap: Tap, seed: str, *, ring_last: bool = False
) -> ft.Control:
    """The band of one row as it is.

    Args:
        look: What to paint.
        plan: Where.
        theme: In which colours.
        tap: Called with a cell's token, or with `r-lock`.
        seed: Whose pen it is.
        ring_last: Whether the last cell is in a ring: it is the one that is asked about.
    """
    facts = RowFacts(look.letter, look.prefix, plan, theme, seed, tap)
    return row_control(Still(row_parts(look)), facts, ring_last=ring_last)


def _named(spoken: str, parts: Parts, facts: RowFacts, ring_last: bool) -> ft.Control:  # noqa: FBT001 - a fact
    return ft.Semantics(label=spoken, container=True, content=_inside(parts, facts, ring_last))


@memo
@component
def _inside(parts: Parts, facts: RowFacts, ring_last: bool) -> ft.Control:  # noqa: FBT001 - a fact
    row, plan = facts.row, facts.plan
    ring = [_ring_around(plan.cells[-1], plan.radius, facts.theme.pen)] if ring_last else []
    return ft.Stack(
        width=plan.width,
        height=plan.height,
        controls=[
            parts.show(f"{row} ground", _ground, facts),
            _touch(plan.row.touch, parts, facts),
            *_head(parts, facts),
            *(parts.show(f"{row} {i}", cell_control, facts, i) for i in range(len(plan.cells))),
            parts.show(f"{row} lock", _lock, facts),
            *ring,
            parts.show(f"{row} dead", _dead_touches, parts, facts),
        ],
    )


def _ground(shut: bool, facts: RowFacts) -> ft.Control:  # noqa: FBT001 - a part
    """The coloured band with its darker end; the outline lies over it and moves nothing."""
    plan, colors, outline = facts.plan, facts.colors, facts.colors.outline
    band, cap = (colors.closed_band, colors.closed_cap) if shut else (colors.band, colors.cap)
    end = ft.Container(**_at(plan.cap), bgcolor=cap)
    edge = (
        None
        if outline is None
        else ft.BoxDecoration(
            border=ft.Border.all(facts.theme.edge, outline), border_radius=BAND_RADIUS
        )
    )
    return ft.Container(
        content=ft.Stack([end]),
        width=plan.width,
        height=plan.height,
        bgcolor=band,
        border_radius=BAND_RADIUS,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        foreground_decoration=edge,
        animate=motion(facts.theme, SLOW),
    )


def _touch(box: Box, parts: Parts, facts: RowFacts) -> ft.Control:
    """Takes what falls beside the cells that do something, and asks which of them was meant."""

    def lifted(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        at, look = event.local_position, parts[f"{facts.row} look"]
        cell = None if at is None else meant_cell(look, facts.plan.row, box.x + at.x, box.y + at.y)
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


def _dead_touches(_: tuple[bool, ...], parts: Parts, facts: RowFacts) -> ft.Control:
    """Lie over the dead cells and take a finger's taps from them.

    Keys and screen readers do not see them: these choose the cell itself and hear its reason.
    """
    plan, look = facts.plan, parts[f"{facts.row} look"]
    stretches = [_touch(box, parts, facts) for box in dead_stretches(look, plan.row)]
    return ft.Stack([*stretches], width=plan.width, height=plan.height)


def _mark(colors: Band, size: float) -> ft.Control:
    return ft.Icon(getattr(ft.Icons, colors.mark), size=size, color=colors.text)


def _head(parts: Parts, facts: RowFacts) -> list[ft.Control]:
    """Mark, name and points; the points are a node of their own, the rest is in the band's name."""
    heads = {Mode.ROWS: _row_head, Mode.COLUMNS: _column_head, Mode.LANDSCAPE: _side_head}
    return heads[facts.plan.mode](parts, facts)


def _row_head(parts: Parts, facts: RowFacts) -> list[ft.Control]:
    plan, row = facts.plan, facts.row
    at_end = Box(plan.cap.x, 0, plan.cap.width, plan.head.height)
    return [
        parts.show(f"{row} name", _row_name, facts),
        *([parts.show(f"{row} gain", _next, facts)] if plan.shows_next else []),
        parts.show(f"{row} points", _points, facts, 17, at_end),
    ]


def _column_head(parts: Parts, facts: RowFacts) -> list[ft.Control]:
    plan, row = facts.plan, facts.row
    upper = 30 if plan.shows_next else plan.head.height
    below = Box(plan.head.x, upper - 3, plan.head.width, plan.head.height - upper)
    points = Box(plan.head.x + 24, 0, plan.head.width - 24, upper)
    end = ft.MainAxisAlignment.END
    gain = [parts.show(f"{row} gain", _gain, facts, below, end)] if plan.shows_next else []
    return [
        _unspoken(ft.Row([_mark(facts.colors, 18)]), Box(plan.head.x, 0, 24, upper)),
        parts.show(f"{row} points", _points, facts, 20, points, ft.Alignment.CENTER_RIGHT),
        *gain,
    ]


def _side_head(parts: Parts, facts: RowFacts) -> list[ft.Control]:
    plan, cap, middle, row = facts.plan, facts.plan.cap, facts.plan.height / 2, facts.row
    mark = ft.Row([_mark(facts.colors, 20)], alignment=ft.MainAxisAlignment.CENTER)
    if not plan.shows_next:
        whole = Box(cap.x, 0, cap.width, plan.height)
        return [
            _unspoken(mark, plan.head),
            parts.show(f"{row} points", _points, facts, 20, whole),
        ]
    upper, below = Box(cap.x, middle - 22, cap.width, 28), Box(cap.x, middle + 6, cap.width, 18)
    return [
        _unspoken(mark, plan.head),
        parts.show(f"{row} points", _points, facts, 22, upper),
        parts.show(f"{row} gain", _gain, facts, below, ft.MainAxisAlignment.CENTER),
    ]


def _unspoken(content: ft.Control, box: Box) -> ft.Control:
    return Node(content=content, exclude_semantics=True, **_at(box))


def _at(box: Box) -> dict[str, Any]:
    return {"left": box.x, "top": box.y, "width": box.width, "height": box.height}


def _points(
    part: tuple[str, str],
    facts: RowFacts,
    size: float,
    box: Box,
    middle: ft.Alignment = ft.Alignment.CENTER,
) -> ft.Control:
    shown, spoken = part
    fitting = facts.theme.two_digits(size, box.width)
    number = write(shown, fitting, 700, color=facts.colors.text, height=1.0)
    return Node(
        identifier=f"{facts.prefix}points-{facts.letter}",
        label=spoken,
        container=True,
        exclude_semantics=True,
        content=ft.Container(swapped(number, facts.theme), alignment=middle),
        **_at(box),
    )


def _row_name(part: tuple[str, str | None], facts: RowFacts) -> ft.Control:
    name, pill = part
    colors = facts.colors
    inside: list[ft.Control] = [
        _mark(colors, 16),
        write(name, 14, 600, color=colors.text, height=1.2),
        *([] if pill is None else [_pill(pill, colors)]),
    ]
    return _unspoken(ft.Row(inside, spacing=4), facts.plan.head)


def _pill(text: str, colors: Band) -> ft.Control:
    return ft.Container(
        content=ft.Row(
            [
                ft.Icon(ft.Icons.LOCK_ROUNDED, size=12, color=colors.text),
                write(text, 12, 500, color=colors.text, height=1.2),
            ],
            spacing=4,
            tight=True,
        ),
        bgcolor=ft.Colors.with_opacity(0.28, "#000000"),
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=8, vertical=1),
    )


def _next(part: tuple[str, int | None, str], facts: RowFacts) -> ft.Control:
    """The word in a lighter weight than the number, where there is room for two."""
    word, gain, _ = part
    color = facts.colors.text
    said = [write(word, 12, 400, color=color), write(f"+{gain}", 14, 600, color=color)]
    inside = [] if gain is None else said
    row = ft.Row([*inside], spacing=4, alignment=ft.MainAxisAlignment.END)
    return _unspoken(row, facts.plan.head)


def _gain(
    part: tuple[str, int | None, str], facts: RowFacts, box: Box, lies: ft.MainAxisAlignment
) -> ft.Control:
    """What the next cross adds, or that the row is locked or closed, where there is little room."""
    word, gain, shut = part
    mode, cap = facts.plan.mode, facts.plan.cap
    wide = mode is Mode.COLUMNS or cap.width >= _WORD_FROM or len(word) <= _SHORT
    added = "" if gain is None else f"{word} +{gain}" if wide else f"+{gain}"
    size = facts.theme.held(12, _SMALL_GROWS)
    said = shut or added
    text = [write(said, size, 500, color=facts.colors.text, height=1.2)] if said else []
    return _unspoken(ft.Row([*text], alignment=lies), box)


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


def _lock(part: tuple[Lock, str], facts: RowFacts) -> ft.Control:
    lock, spoken = part
    plan, colors, identifier = facts.plan, facts.colors, f"{facts.row}-lock"
    icon = ft.Icon(
        ft.Icons.LOCK_OPEN_ROUNDED if lock in _STILL_OPEN else ft.Icons.LOCK_ROUNDED,
        size=19 if plan.mode is Mode.ROWS else 20,
        color=colors.text,
        opacity=0.45 if lock is Lock.MINE else 1,
    )
    return tappable(
        identifier,
        spoken,
        _crossed(icon, facts) if lock is Lock.MINE else icon,
        lambda: facts.tap(identifier),
        ring=facts.theme.ring(facts.letter, shut=lock is Lock.ELSEWHERE),
        place={"left": plan.lock.x, "top": plan.lock.y},
        width=plan.lock.width,
        height=plan.lock.height,
        alignment=ft.Alignment.CENTER,
    )


def _crossed(icon: ft.Control, facts: RowFacts) -> ft.Control:
    """An own lock: its cross is written in a square in its middle."""
    width, height = facts.plan.lock.width, facts.plan.lock.height
    side = min(width, height, 34.0)
    square = Box((width - side) / 2, (height - side * 1.3) / 2, side, side * 1.3)
    color = facts.theme.pen if facts.letter == "y" else facts.colors.text
    shapes = ink(cross(f"{facts.seed}{facts.letter}-lock", square), color)
    canvas = cv.Canvas(shapes=shapes, width=width, height=height)
    return ft.Stack([icon, canvas], width=width, height=height, alignment=ft.Alignment.CENTER)

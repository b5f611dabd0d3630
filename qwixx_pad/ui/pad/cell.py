"""One cell of a row: a number on paper, what has become of it, and the pen's strokes on it."""

from dataclasses import dataclass, field
from typing import Any

import flet as ft
from flet import canvas as cv

from qwixx_pad.core.layout import Mark
from qwixx_pad.ui.design.bands import Band
from qwixx_pad.ui.design.drawing import (
    FLAT,
    LOW,
    SQUARE,
    WIDE,
    Stroke,
    cross,
    cross_box,
    ink,
    outline,
    strike,
)
from qwixx_pad.ui.design.primitives import Node, Tap, corner, motion, tappable, write
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.geometry import Box, Mode, RowBoxes, below, beside
from qwixx_pad.ui.pad.printed import printed, second_box
from qwixx_pad.ui.pad.view import BandLook, CellLook, Kind, Lock

_INACTIVE = {Kind.SKIPPED, Kind.CLOSED, Kind.VOID}
_DONE = {Kind.CROSSED, Kind.DOUBLED}
_CONNECTS = "LINK_ROUNDED"
"""The icon of a field between two numbers."""
_PIP_STEP, _BESIDE_PIPS = 1.6, 34.0
"""From one pip to the next, as a multiple of its size; what two digits and edges take beside them,
in dp."""
_PAIR = 1.5
"""From this width on, as a multiple of its height, a cell has two numbers side by side."""
_MARK = 10
"""Of a colour, beside a number that is printed in another one than its row; in dp."""


@dataclass(frozen=True, slots=True)
class CellPart:
    """What is painted of a cell.

    Attributes:
        look: The cell.
        closed: Whether others have closed its row.
        marked: Whether the mark of its colour is beside its number, for its row has several.
        pips: Crosses so far and crosses needed, where it waits for them; else None.
    """

    look: CellLook
    closed: bool
    marked: bool
    pips: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class RowPaint:
    """What all parts of one row are painted with.

    Attributes:
        letter: The row.
        prefix: Before every identifier, where several sheets are on one screen.
        boxes: Where its parts lie.
        theme: In which colours.
        seed: Whose pen it is.
        tap: Told the identifier of what is tapped.
    """

    letter: str
    prefix: str
    boxes: RowBoxes
    theme: Theme
    seed: str
    tap: Tap = field(repr=False)

    @property
    def row(self) -> str:
        """What the names of its parts begin with, and the identifier of its lock."""
        return f"{self.prefix}{self.letter}"

    @property
    def colors(self) -> Band:
        """Its colours."""
        return self.theme.bands[self.letter]

    @property
    def has_lock(self) -> bool:
        """Whether it is a row of numbers that ends in a lock."""
        return self.boxes.lock is not None

    def colors_of(self, cell: CellLook) -> Band:
        """The colours that a cell is printed in: its own, or those of the row."""
        return self.theme.bands.get(cell.color, self.colors)


def cell_part(row: BandLook, cell: CellLook) -> CellPart:
    """The part of one cell."""
    pips = row.pips if cell.kind is Kind.WAITING else None
    marked = bool(row.inks) and cell.kind is Kind.OPEN
    return CellPart(cell, row.lock is Lock.ELSEWHERE, marked, pips)


def cell_control(part: CellPart, facts: RowPaint, index: int) -> ft.Control:
    """A cell that is tapped for its token; `index` counts from 0 in printed order."""
    cell, box, theme = part.look, facts.boxes.cells[index], facts.theme
    fill, color = _cell_colors(part, facts)
    place, written = corner(box), _written(part, facts, box, color)
    paper: dict[str, Any] = {
        "width": box.width,
        "height": box.height,
        "bgcolor": fill,
        "border_radius": _radius(cell, box, facts),
        "alignment": ft.Alignment.CENTER,
        "foreground_decoration": _edge(cell.kind, color, facts),
        "animate": motion(theme),
    }
    if not cell.token:
        field = ft.Container(written, **paper)
        return Node(label=cell.spoken, exclude_semantics=True, content=field, **place)
    identifier = f"{facts.prefix}{cell.token}"
    return tappable(
        identifier,
        cell.spoken,
        written,
        lambda: facts.tap(identifier),
        checked=cell.kind in _DONE,
        dead=cell.kind in _INACTIVE and not cell.quiet,
        ring=theme.ring(facts.letter, closed=part.closed),
        place=place,
        **paper,
    )


def _radius(cell: CellLook, box: Box, facts: RowPaint) -> float:
    """Of its corners; a field without a number in a row of numbers is round."""
    is_field = cell.number is None and facts.has_lock
    return min(box.width, box.height) / 2 if is_field else facts.boxes.radius


def _cell_colors(part: CellPart, facts: RowPaint) -> tuple[str, str]:
    """Fill and number."""
    colors = facts.colors_of(part.look)
    match part.look.kind:
        case Kind.OPEN | Kind.READY | Kind.CROSSED if part.look.mark is Mark.STEP:
            return facts.theme.pen, facts.theme.paper
        case Kind.SKIPPED if not part.closed:
            return colors.skipped, colors.skipped_ink
        case Kind.SKIPPED | Kind.CLOSED | Kind.UNSHARED | Kind.VOID:
            return colors.closed_cell, colors.closed_ink
        case Kind.WAITING:
            return colors.waiting, colors.number
    return facts.theme.paper, colors.number


def _edge(kind: Kind, color: str, facts: RowPaint) -> ft.BoxDecoration | None:
    """In high contrast every cell has an edge: dark on paper, else as its number."""
    if not facts.theme.strong:
        return None
    color = color if kind in _INACTIVE | {Kind.UNSHARED} else facts.theme.pen
    return ft.BoxDecoration(border=ft.Border.all(1, color), border_radius=facts.boxes.radius)


def _written(part: CellPart, facts: RowPaint, box: Box, color: str) -> ft.Control:
    """The number, and over it what the pen has written."""
    number = _number(part, facts, box, color)
    strokes = _strokes(part.look, facts, box, color)
    if not strokes:
        return number
    crossed = part.look.kind in _DONE
    return ft.Stack(
        [number, cv.Canvas(shapes=strokes, width=box.width, height=box.height)],
        width=box.width,
        height=box.height,
        alignment=_corner(box) if crossed else ft.Alignment.CENTER,
    )


def _strokes(cell: CellLook, facts: RowPaint, box: Box, color: str) -> list[cv.Shape]:
    own, mark = Box(0, 0, box.width, box.height), f"{facts.seed}{cell.token}"
    shapes = printed(cell, own, color, facts.boxes.radius)
    if cell.kind in _DONE:
        pen = facts.theme.paper if cell.mark is Mark.STEP else facts.theme.pen
        shapes += ink(_crosses(cell, mark, own), pen, faint=cell.unsent)
    elif cell.kind in {Kind.SKIPPED, Kind.VOID}:
        shapes += ink(strike(mark, own), color)
    return [*shapes, _ring(own, facts)] if cell.undoable and not cell.quiet else shapes


def _crosses(cell: CellLook, mark: str, box: Box) -> tuple[Stroke, ...]:
    """One cross, or two: side by side for one that counts twice, else each in its own box."""
    whole = cross_box(box)
    if cell.kind is Kind.CROSSED:
        return cross(mark, whole)
    if cell.apart:
        second = cross(f"{mark} again", second_box(box).inset(-2, -2), stretched=True)
        return (*cross(mark, whole), *second)
    if whole.width > whole.height:
        halves = beside(whole, [0.0, 0.0], 0)
    else:
        halves = below(whole, [whole.height / 2] * 2, 0)
    return tuple(stroke for i, half in enumerate(halves) for stroke in cross(f"{mark}{i}", half))


def _ring(box: Box, facts: RowPaint) -> cv.Shape:
    """The ring of a fresh cross, drawn inside the cell so that nothing moves."""
    theme = facts.theme
    width = 3 if theme.strong else 2
    paint, radius = outline(theme.pen, width), facts.boxes.radius - 1
    return cv.Rect(1, 1, box.width - 2, box.height - 2, border_radius=radius, paint=paint)


def _number(part: CellPart, facts: RowPaint, box: Box, color: str) -> ft.Control:
    """The number, small in a corner of a crossed cell; a last one with what stands beside it."""
    kind, boxes = part.look.kind, facts.boxes
    crossed = kind in _DONE
    if part.look.number is None:
        return _field(part.look, facts, box, color)
    size = facts.theme.two_digits(boxes.small if crossed else boxes.number, box.width)
    weight = 500 if kind in _INACTIVE | {Kind.UNSHARED} else 600
    number = write(str(part.look.number), size, weight, color=color, height=1.0)
    if part.look.other is not None:
        both = _pair((part.look.number, part.look.other), size, weight, color, box)
        both.margin = _from_corner(box) if crossed else None
        return both
    if crossed:
        number.margin = _from_corner(box)
    elif part.look.apart and _is_upright(box):
        number.margin = ft.Margin.only(bottom=8)
    if kind is Kind.READY:
        lock = ft.Icon(ft.Icons.LOCK_OPEN_ROUNDED, size=13 if _is_tall(box) else 16, color=color)
        return _beside(number, lock, boxes.mode, box)
    if part.pips is not None:
        pips = _pips(part.pips, _pip(part.pips[1], box, boxes.mode), color)
        return _beside(number, pips, boxes.mode, box)
    if part.marked:
        mark = getattr(ft.Icons, facts.colors_of(part.look).mark)
        return _beside(number, ft.Icon(mark, size=_MARK, color=color), boxes.mode, box)
    return number


def _field(cell: CellLook, facts: RowPaint, box: Box, color: str) -> ft.Control:
    """A field without a number: the mark of its colour, or that it connects those beside it."""
    icon = getattr(ft.Icons, _CONNECTS if facts.has_lock else facts.colors_of(cell).mark)
    return ft.Icon(icon, size=min(18.0, min(box.width, box.height) * 0.6), color=color)


def _pair(
    numbers: tuple[int, int], size: float, weight: int, color: str, box: Box
) -> ft.Row | ft.Column:
    """Two numbers of which each may be read as the other."""
    wide = box.width >= _PAIR * box.height or box.width >= WIDE
    size = min(size, (box.width - _MARK - 8) / 2 if wide else (box.height - _MARK) / 2)
    one, other = (write(str(each), size, weight, color=color, height=1.0) for each in numbers)
    sign = ft.Icons.SWAP_HORIZ_ROUNDED if wide else ft.Icons.SWAP_VERT_ROUNDED
    between = ft.Icon(sign, size=_MARK, color=color)
    if wide:
        return ft.Row([one, between, other], spacing=2, tight=True)
    middle = ft.CrossAxisAlignment.CENTER
    return ft.Column([one, between, other], spacing=0, tight=True, horizontal_alignment=middle)


def _is_upright(box: Box) -> bool:
    return box.height > box.width


def _is_tall(box: Box) -> bool:
    return box.width < SQUARE and box.height >= FLAT


def _corner(box: Box) -> ft.Alignment:
    return ft.Alignment.TOP_CENTER if _is_tall(box) else ft.Alignment.TOP_LEFT


def _from_corner(box: Box) -> ft.Margin:
    if _is_tall(box):
        return ft.Margin.only(top=8 if box.height >= LOW else 5)
    return ft.Margin.only(left=3 if box.height < FLAT else 5, top=4)


def _beside(number: ft.Control, extra: ft.Control, mode: Mode, box: Box) -> ft.Control:
    if mode is Mode.COLUMNS:
        return ft.Row([number, extra], spacing=7, tight=True)
    return ft.Column(
        [number, extra],
        spacing=5 if box.height >= FLAT else 1,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _pip(needs: int, box: Box, mode: Mode) -> float:
    """Size of each of so many pips, below the number or beside it."""
    room = box.width - _BESIDE_PIPS if mode is Mode.COLUMNS else box.width
    most = 3.0 if box.width < SQUARE else 4.4
    return min(most, room / (_PIP_STEP * needs - _PIP_STEP + 1))


def _pips(pips: tuple[int, int], size: float, color: str) -> ft.Control:
    """A pip for each cross that a last number needs, those that are there filled."""
    have, needs = pips
    line = 0.8
    inner = size - line
    at = [i * size * _PIP_STEP for i in range(needs)]
    rings = [cv.Path.Oval(x + line / 2, line / 2, inner, inner) for x in at]
    filled = [cv.Path.Oval(x, 0, size, size) for x in at[:have]]
    paths: list[cv.Shape] = [cv.Path([*rings], paint=outline(color, line))]
    if filled:
        paths.append(cv.Path([*filled], paint=ft.Paint(color=color)))
    return cv.Canvas(shapes=paths, width=size * (_PIP_STEP * (needs - 1) + 1), height=size)

"""Turns plain shapes into Flet canvases."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, TypeVar, cast

import flet as ft
from flet import canvas as cv

from qwixx_pad.ui.context import current_theme
from qwixx_pad.ui.design.primitives import SemanticsNode, box_args, decorative, tap_target
from qwixx_pad.ui.flet_support.flet_patches import component, memo
from qwixx_pad.ui.geometry import Box, bounding_box
from qwixx_pad.ui.sheet.boxes import RowBoxes
from qwixx_pad.ui.sheet.drawing import draw_picture
from qwixx_pad.ui.sheet.footer import draw_extra
from qwixx_pad.ui.sheet.look import SheetLook
from qwixx_pad.ui.sheet.row_look import RowLook
from qwixx_pad.ui.sheet.rows import picture_boxes, picture_height
from qwixx_pad.ui.sheet.shapes import Letters, Paint, Path, Shape, Side, Verb

T = TypeVar("T")
_ALIGNMENTS = {
    Side.LEFT: ft.Alignment(-1, 0),
    Side.MIDDLE: ft.Alignment(0, 0),
    Side.RIGHT: ft.Alignment(1, 0),
}

_BASELINE_SHIFT = {"Rubik": 0.053, "Kalam": 0.099}
"""How much lower the letters of a font are drawn to look centred, as a multiple of their size: a
canvas divides the space above and below them unevenly.
"""


class LeafMemo:
    """Reuses the controls and shapes of a leaf (see `view_source`) between builds.

    Flet compares them by identity, so that a new cross sends only its own strokes.
    """

    def __init__(self) -> None:
        self._before: dict[Hashable, object] = {}
        self._now: dict[Hashable, object] = {}

    def start_build(self) -> "LeafMemo":
        """Begin another build; what the last one did not use is dropped."""
        self._before = self._now
        self._now = {}
        return self

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The object that the last build made under this key; `make()` if there was none.

        The key must contain everything that `make` depends on. Use each key once in a build.
        """
        made = self._before.get(key)
        if made is None:
            made = make()
        self._now[key] = made
        return cast("T", made)


def use_leaf_memo(*facts: object) -> LeafMemo:
    """Start a build with the memo of this leaf; a changed fact gives an empty memo."""
    leaf_memo: LeafMemo = ft.use_memo(LeafMemo, [*facts])
    return leaf_memo.start_build()


_LAYER_OPACITY = 0.999
"""Puts a canvas on a Flutter layer of its own, so that a change repaints nothing around it.

The difference from 1 is invisible. Flet has no control for a repaint boundary.
"""


def shape_canvas(
    shapes: Sequence[Shape],
    leaf_memo: LeafMemo | None = None,
    **place: Any,  # noqa: ANN401 - other arguments of `cv.Canvas`
) -> cv.Canvas:
    """Build a canvas with these shapes, the lowest first.

    With `leaf_memo` unchanged shapes are used again; their names must differ then. `place` are
    other arguments of the canvas: its size, and its place in a stack.
    """
    if leaf_memo is None:
        return cv.Canvas([_to_shape(shape, LeafMemo()) for shape in shapes], **place)
    painted = [
        leaf_memo.get(shape, partial(_to_shape, shape, leaf_memo, shape.name)) for shape in shapes
    ]
    return cv.Canvas(painted, opacity=_LAYER_OPACITY, **place)


def _to_shape(shape: Shape, leaf_memo: LeafMemo, key: str | None = None) -> cv.Shape:
    return _to_text(shape, key) if isinstance(shape, Letters) else _to_path(shape, leaf_memo, key)


def _to_text(letters: Letters, key: str | None) -> cv.Shape:
    style = ft.TextStyle(
        size=letters.size, height=1, color=letters.color, font_family=letters.family
    )
    if letters.struck:
        style.decoration = ft.TextDecoration.LINE_THROUGH
    x, y = letters.point
    shift = letters.size * _BASELINE_SHIFT.get(letters.family.split()[0], 0)
    text = cv.Text(
        x, round(y + shift, 2), letters.text, style, alignment=_ALIGNMENTS[letters.side], key=key
    )
    if letters.max_width:
        text.max_width = letters.max_width
        text.max_lines = letters.max_lines
        text.ellipsis = "…"
    return text


def _to_path(path: Path, leaf_memo: LeafMemo, key: str | None) -> cv.Shape:
    elements = [
        leaf_memo.get((path.name, at, part), partial(_ELEMENTS[part[0]], *part[1:]))
        for at, part in enumerate(path.parts)
    ]
    paint = leaf_memo.get((path.name, path.paint), lambda: _to_paint(path.paint))
    return cv.Path(elements, paint=paint, key=key)


def _to_rect(x: float, y: float, width: float, height: float, *radii: float) -> cv.Path.PathElement:
    if len({*radii}) == 1:
        return cv.Path.Rect(x, y, width, height, radii[0])
    upper_left, upper_right, lower_right, lower_left = radii
    corners = ft.BorderRadius(upper_left, upper_right, lower_left, lower_right)
    return cv.Path.Rect(x, y, width, height, corners)


_ELEMENTS: dict[float, Callable[..., cv.Path.PathElement]] = {
    Verb.MOVE: cv.Path.MoveTo,
    Verb.LINE: cv.Path.LineTo,
    Verb.BEND: cv.Path.QuadraticTo,
    Verb.RECT: _to_rect,
    Verb.OVAL: cv.Path.Oval,
    Verb.CLOSE: cv.Path.Close,
}
"""Makes Flet's element for each verb of a path."""


def _to_paint(paint: Paint) -> ft.Paint:
    if paint.gradient is not None:
        begin, end = paint.gradient
        blend = ft.PaintLinearGradient(begin, end, colors=[paint.color, paint.second_color])
        return ft.Paint(gradient=blend)
    if not paint.width:
        return ft.Paint(color=paint.color)
    line = ft.Paint(color=paint.color, stroke_width=paint.width, style=ft.PaintingStyle.STROKE)
    if paint.round:
        line.stroke_cap = ft.StrokeCap.ROUND
    return line


_MIN_LETTER_DP = 5.5
"""Smaller letters are left out of a thumbnail."""


@memo
@component
def sheet_thumbnail(look: SheetLook, width: float, seed: str) -> ft.Control:
    """Build a small picture of a sheet, `width` dp wide; `seed` is that of its pen.

    It is hidden from screen readers: the text beside it says the same.
    """
    theme = current_theme()
    boxes = picture_boxes(look.layout, width)
    sketch = draw_picture(
        look.rows, boxes.rows, boxes.links, theme, seed, min_letter_dp=_MIN_LETTER_DP
    )
    if boxes.extra is not None and look.extra is not None:
        draw_extra(sketch, look.extra.icon, boxes.extra, look.layout, theme)
    return decorative(shape_canvas(sketch.shapes(), width=width, height=picture_height(width)))


def rows_picture(
    rows: Sequence[RowLook],
    boxes: Sequence[RowBoxes],
    links: Sequence[Box],
    seed: str,
    asked_position: int | None = None,
) -> ft.Control:
    """Draw print and ink of rows on one canvas; `asked_position` as for `draw_picture`."""
    whole = bounding_box([row.box for row in boxes])
    shapes = draw_picture(
        rows, boxes, links, current_theme(), seed, asked_position=asked_position
    ).shapes()
    return shape_canvas(shapes, width=whole.right, height=whole.bottom)


def readable_rows(
    look: SheetLook,
    boxes: Sequence[RowBoxes],
    links: Sequence[Box],
    seed: str,
) -> ft.Control:
    """Draw the rows of a sheet; a screen reader finds each cell, lock and number of points."""
    nodes = [_readable_row(row, where) for row, where in zip(look.rows, boxes, strict=True)]
    return ft.Stack([rows_picture(look.rows, boxes, links, seed), *nodes])


def _readable_row(row: RowLook, boxes: RowBoxes) -> ft.Control:
    nodes: list[ft.Control] = [
        tap_target(cell.token, cell.spoken, None, box, checked=cell.is_crossed)
        for cell, box in zip(row.cells, boxes.cells, strict=True)
    ]
    if boxes.lock is not None:
        nodes.append(tap_target(f"{row.letter}-lock", row.lock_spoken, None, boxes.lock))
    if boxes.points is not None:
        nodes.append(tap_target(f"points-{row.letter}", row.points_spoken, None, boxes.points))
    return SemanticsNode(
        label=row.spoken, container=True, content=ft.Stack(nodes), **box_args(boxes.box)
    )

"""Crosses in pencil: what a page draws over its picture of a sheet while the pad starts. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from math import floor
from typing import TypeAlias

from qwixx_pad.ui.geometry import Box, bounding_box
from qwixx_pad.ui.sheet.boxes import RowBoxes, SheetBoxes
from qwixx_pad.ui.sheet.cells import RowCells
from qwixx_pad.ui.sheet.drawing import UNSENT_OPACITY, written_shapes
from qwixx_pad.ui.sheet.footer import PenaltyBoxes, penalty_shapes
from qwixx_pad.ui.sheet.look import SheetLook
from qwixx_pad.ui.sheet.row_look import RowLook
from qwixx_pad.ui.sheet.shapes import Letters, Path, Shape, Sketch, Verb
from qwixx_pad.ui.text import CellKind
from qwixx_pad.ui.theme.tokens import Theme

PencilCross: TypeAlias = dict[str, object]
"""A cross for the script of a page. Boxes are x, y, width and height in dp.

- `tap`, `spoken`: the identifier that it presses, and its text for a screen reader;
- `at`: the point in the safe area that everything below is seen from;
- `box`: where a tap means it;
- `number`: two boxes of its number, now and beside the cross; missing if it does not move;
- `fill`: the colour of its field, to cover what goes; missing if nothing does;
- `old`: the box of what goes, if that is more than the number;
- `pen`: the colour of its strokes;
- `strokes`: the width and the path in SVG of each.
"""
_SVG: dict[float, str] = {Verb.MOVE: "M", Verb.LINE: "L", Verb.BEND: "Q"}
_HALF_GAP_DP = 1.0
"""Half of the gap between two cells."""


def pencil_crosses(
    look: SheetLook, sheet: SheetBoxes, theme: Theme, seed: str
) -> Iterator[PencilCross]:
    """Yield a cross for each legal cell, row by row, then one for the next penalty.

    They look like crosses that are not sent yet. `seed` is that of the sheet's pen, so that the pad
    draws the same strokes once they are entered.
    """
    for row, boxes in zip(look.rows, sheet.rows, strict=True):
        for at, cell in enumerate(row.cells):
            if cell.is_legal:
                drawn = _cell_cross(row, at, boxes, theme, seed)
                yield {"tap": cell.token, "spoken": cell.spoken} | drawn
    taken = look.penalties
    if taken < len(sheet.penalties):
        drawn = _penalty_cross(taken, sheet.penalties, theme, seed)
        yield {"tap": "penalty", "spoken": look.spoken_penalties[taken]} | drawn


def _cell_cross(row: RowLook, at: int, boxes: RowBoxes, theme: Theme, seed: str) -> PencilCross:
    box = boxes.cells[at]
    twice = row.printed_row.double_mask >> at & 1
    kind = CellKind.DOUBLED if twice else CellKind.CROSSED
    crossed = replace(row.cells[at], kind=kind, is_unsent=True)
    alone = replace(boxes, cells=(box,))
    before, after = (
        written_shapes(replace(row, cells=(cell,)), alone, theme, seed)
        for cell in (row.cells[at], crossed)
    )
    fill = RowCells(Sketch(), row, boxes, theme).cell_colors(crossed).fill
    return _cross(boxes.box, box, fill, before, after)


def _penalty_cross(taken: int, boxes: Sequence[Box], theme: Theme, seed: str) -> PencilCross:
    whole = bounding_box(boxes)
    inside = [box.relative_to(whole) for box in boxes]
    before, after = (
        penalty_shapes(PenaltyBoxes(taken + more, len(boxes), unsent=more), inside, theme, seed)
        for more in (0, 1)
    )
    return _cross(whole, inside[taken], theme.paper, before, after)


def _cross(
    corner: Box, box: Box, fill: str, before: Sequence[Shape], after: Sequence[Shape]
) -> PencilCross:
    """Describe a cross by what is written before and after it, seen from a corner."""
    gone = {each.name: each for each in before if isinstance(each, Letters)}
    new = {each.name: each for each in after if isinstance(each, Letters)}
    stays = {name for name in gone if name in new and gone[name].box == new[name].box}
    old = [gone[name].box for name in gone.keys() - stays]
    moved = [(gone[name].box, new[name].box) for name in gone.keys() & new.keys() - stays]
    pen = f",{UNSENT_OPACITY}"
    strokes = [each for each in after if isinstance(each, Path) and each.paint.color.endswith(pen)]
    zero = Box(floor(box.x), floor(box.y), 0, 0)  # whole, so that no stroke moves
    cross: PencilCross = {
        "at": [round(corner.x + zero.x, 1), round(corner.y + zero.y, 1)],
        "box": _numbers(box.inset(-_HALF_GAP_DP, -_HALF_GAP_DP).rounded_out(), zero),
        "pen": f"{strokes[0].paint.color.removesuffix(pen)}{round(255 * UNSENT_OPACITY):02X}",
        "strokes": [[each.paint.width, _svg_path(each, zero)] for each in strokes],
    }
    if moved:
        boxes = (bounding_box(each) for each in zip(*moved, strict=True))
        cross["number"] = [_numbers(each, zero) for each in boxes]
    if old:
        cross["fill"] = fill
    if len(old) > len(moved):
        cross["old"] = _numbers(bounding_box(old), zero)
    return cross


def _svg_path(path: Path, zero: Box) -> str:
    edges = zero.x, zero.y
    parts = []
    for verb, *points in path.parts:
        numbers = [f"{point - edge:g}" for point, edge in zip(points, cycle(edges), strict=False)]
        parts.append(f"{_SVG[verb]}{' '.join(numbers)}")
    return "".join(parts)


def _numbers(box: Box, zero: Box) -> list[float]:
    seen = box.relative_to(zero)
    return [round(each, 1) for each in (seen.x, seen.y, seen.width, seen.height)]

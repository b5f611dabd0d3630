"""Help for large or shaky fingers: which cell a tap beside the legal ones was meant for. Pure.

Cells of a row are narrower than a finger. Beside a legal cell lie gaps, and cells that can only
answer why not; a tap there that comes near enough is taken for the legal one.
"""

from collections.abc import Sequence
from itertools import groupby

from qwixx_pad.ui.pad.view import BandLook, CellLook, Kind
from qwixx_pad.ui.plan import BandPlan, Box, Mode

REACH = 24.0
"""A legal cell is meant where its middle is no farther than this from the finger, in dp."""
_EDGE = 5.0
"""Around the cells of a band a tap still counts, in dp."""


def is_legal(cell: CellLook) -> bool:
    """Whether a tap crosses the cell."""
    return cell.kind in {Kind.OPEN, Kind.READY}


def is_dead(cell: CellLook) -> bool:
    """Whether a tap on the cell can only be answered with a reason."""
    return not (is_legal(cell) or cell.fresh or cell.kind is Kind.UNSHARED)


def meant_cell(look: BandLook, plan: BandPlan, x: float, y: float) -> CellLook | None:
    """The cell that a finger means; None where it means none.

    How far a cell is counts along the band alone: across it no other cell lies. Of a tap on a
    cell that does something, that cell is meant. In a gap it is the nearest legal cell beside it.

    Args:
        look: The row.
        plan: Where its cells are.
        x: From the left edge of the band.
        y: From its upper edge.
    """
    cells = tuple(zip(look.cells, plan.cells, strict=True))
    hit = next((cell for cell, box in cells if _holds(box, x, y)), None)
    if hit is not None and not is_dead(hit):
        return hit
    reach = max(REACH, _own_reach(plan))
    away = [(_away(box, plan.mode, x, y), cell) for cell, box in cells if is_legal(cell)]
    near = min((far for far in away if far[0] <= reach), key=lambda far: far[0], default=None)
    return hit if near is None else near[1]


def dead_stretches(look: BandLook, plan: BandPlan) -> tuple[Box, ...]:
    """Where the dead cells of a band lie; those beside each other are one stretch."""
    cells = zip(look.cells, plan.cells, strict=True)
    runs = groupby(cells, key=lambda pair: is_dead(pair[0]))
    return tuple(_around([box for _, box in run]) for dead, run in runs if dead)


def cells_area(plan: BandPlan) -> Box:
    """All cells of a band with their gaps and a little of its edge."""
    whole = _around(plan.cells)
    left, top = max(0.0, whole.x - _EDGE), max(0.0, whole.y - _EDGE)
    right, bottom = min(plan.width, whole.right + _EDGE), min(plan.height, whole.bottom + _EDGE)
    return Box(left, top, right - left, bottom - top)


def _holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x < box.right and box.y <= y < box.bottom


def _away(box: Box, mode: Mode, x: float, y: float) -> float:
    if mode is Mode.COLUMNS:
        return abs(y - (box.y + box.height / 2))
    return abs(x - (box.x + box.width / 2))


def _own_reach(plan: BandPlan) -> float:
    """From the middle of a cell over the gap beside it, but not into the next cell."""
    first, second = plan.cells[:2]
    if plan.mode is Mode.COLUMNS:
        return second.y - first.y - first.height / 2
    return second.x - first.x - first.width / 2


def _around(boxes: Sequence[Box]) -> Box:
    first, last = boxes[0], boxes[-1]
    return Box(first.x, first.y, last.right - first.x, last.bottom - first.y)

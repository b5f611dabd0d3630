"""Help for large or shaky fingers: which cell a tap beside the legal ones was meant for. Pure.

Cells of a row are narrower than a finger. Beside a legal cell lie gaps, and cells that can only
answer why not; a tap there that comes near enough is taken for the legal one.
"""

from itertools import groupby

from qwixx_pad.ui.pad.geometry import Box, Mode, RowBoxes, around
from qwixx_pad.ui.pad.view import BandLook, CellLook, Kind


def is_legal(cell: CellLook) -> bool:
    """Whether a tap crosses the cell."""
    return cell.kind in {Kind.OPEN, Kind.READY}


def is_dead(cell: CellLook) -> bool:
    """Whether a tap on the cell can only be answered with a reason."""
    return not (is_legal(cell) or cell.undoable or cell.kind is Kind.UNSHARED)


def meant_cell(look: BandLook, row: RowBoxes, x: float, y: float) -> CellLook | None:
    """The cell that a finger means; None where it means none.

    How far a cell is counts along its line of cells alone. Of a tap on a cell that does something,
    that cell is meant. In a gap it is the nearest legal cell beside it.

    Args:
        look: The row.
        row: Where its cells are.
        x: From the left edge of the row.
        y: From its upper edge.
    """
    along, across = (y, x) if row.mode is Mode.COLUMNS else (x, y)
    cells = tuple(zip(look.cells, row.cells, strict=True))
    hit = next((cell for cell, box in cells if _holds(box, x, y)), None)
    if hit is not None and not is_dead(hit):
        return hit
    line = min((_line(box, row.mode) for box in row.cells), key=lambda line: abs(across - line))
    away = [
        (abs(along - _middle(box, row.mode)), cell)
        for cell, box in cells
        if is_legal(cell) and _line(box, row.mode) == line
    ]
    near = min((far for far in away if far[0] <= row.reach), key=lambda far: far[0], default=None)
    return hit if near is None else near[1]


def dead_stretches(look: BandLook, row: RowBoxes) -> tuple[Box, ...]:
    """Where the dead cells of a row lie; those beside each other are one stretch."""
    cells = zip(look.cells, row.cells, strict=True)
    runs = groupby(cells, key=lambda pair: (is_dead(pair[0]), _line(pair[1], row.mode)))
    return tuple(around([box for _, box in run]) for (dead, _), run in runs if dead)


def _holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x < box.right and box.y <= y < box.bottom


def _middle(box: Box, mode: Mode) -> float:
    """Of a cell, in the direction in which the cells run."""
    return box.middle[1 if mode is Mode.COLUMNS else 0]


def _line(box: Box, mode: Mode) -> float:
    """The middle of the line that a cell stands in, across the direction of the cells."""
    return box.middle[0 if mode is Mode.COLUMNS else 1]

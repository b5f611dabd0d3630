"""The stops of the keyboard focus on a pad, and the cell that a tap meant. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from qwixx_pad.ui.actions import TAKEN_PENALTY
from qwixx_pad.ui.play.geometry.screen_boxes import Geometry
from qwixx_pad.ui.sheet.boxes import Axis, Box, RowBoxes, SheetBoxes
from qwixx_pad.ui.sheet.look import SheetLook
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook

_ARROWS = {
    "Arrow Left": (Axis.ACROSS, -1),
    "Arrow Right": (Axis.ACROSS, 1),
    "Arrow Up": (Axis.DOWN, -1),
    "Arrow Down": (Axis.DOWN, 1),
}
"""Along which axis an arrow leads, and whether back or on."""
_ENDS = {"Home": 0, "End": -1}
KEYS = frozenset({*_ARROWS, *_ENDS})
"""The keys that move the focus."""
_ROUNDING = 1e-6
"""Boxes that touch overlap by no more than this, when fractions have been added."""
_BUTTONS = ("end-turn", "done", "change", "in", "to-pad", "finish")
"""Identifiers of the button at a table, one at a time."""
_BELOW_ROWS = ("undo-message", "finish")
"""Identifiers in words that come and go, below the rows."""


@dataclass(frozen=True, slots=True)
class KeyStop:
    """One place for the focus.

    Attributes:
        identifier: Of what can be tapped there.
        box: Its box on the screen.
        row: The row that it belongs to; empty outside of the rows.
        spoken: The text for something printed, where the keys have a cursor; None for a word,
            which takes the focus itself.
    """

    identifier: str
    box: Box
    row: str = ""
    spoken: str | None = None


def next_stop(stops: Sequence[KeyStop], at: str, key: str) -> str | None:
    """Return the identifier to which one of `CURSOR_KEYS` leads, or None.

    `current` has the focus; if it is unknown, the first cell is next.
    """
    here = next((stop for stop in stops if stop.identifier == at), None)
    if here is None:
        to = next((stop for stop in stops if stop.row), None)
    elif key in _ENDS:
        to = _line(stops, here)[_ENDS[key]]
    else:
        to = _nearest(stops, here, key)
    return None if to is None else to.identifier


def _nearest(stops: Sequence[KeyStop], here: KeyStop, key: str) -> KeyStop | None:
    """Find the nearest stop ahead; up and down the one that is least off to the side."""
    axis, _ = _ARROWS[key]

    def cost(there: KeyStop) -> tuple[float, float]:
        aside = abs(here.box.middle[axis.other.value] - there.box.middle[axis.other.value])
        gap = _gap(here, there, key)
        return (gap, aside) if axis is Axis.ACROSS else (aside, gap)

    best = min(_ahead(stops, here, key), key=cost, default=None)
    if key != "Arrow Down" or not here.row:
        return best
    if best is not None and (best.row or best.identifier in _BELOW_ROWS):
        return best
    # below the last row a reader finds the penalties, wherever they are
    return next((stop for stop in stops if stop.identifier == "penalty"), best)


def _ahead(stops: Sequence[KeyStop], here: KeyStop, key: str) -> list[KeyStop]:
    """List what may be next: sideways only at the same height, up and down the nearest line.

    From outside of the rows it is the nearest straight ahead, so that a rail is one way.
    """
    axis, _ = _ARROWS[key]
    ahead = [stop for stop in stops if _gap(here, stop, key) > -_ROUNDING]
    straight = [stop for stop in ahead if _meet(here, stop, axis.other)]
    if axis is Axis.ACROSS:
        return straight
    ahead = ahead if here.row else straight or ahead
    near = min(ahead, key=lambda stop: _gap(here, stop, key), default=here)
    return [stop for stop in ahead if _meet(near, stop, axis)]


def _line(stops: Sequence[KeyStop], here: KeyStop) -> list[KeyStop]:
    """List the whole row of a cell; outside of the rows all that is at one height."""
    if here.row:
        return [stop for stop in stops if stop.row == here.row]
    level = [stop for stop in stops if not stop.row and _meet(here, stop, Axis.DOWN)]
    return sorted(level or [here], key=lambda stop: stop.box.x)


def _gap(here: KeyStop, there: KeyStop, key: str) -> float:
    """Return the distance ahead of another stop; negative if it is not ahead."""
    axis, way = _ARROWS[key]
    (start, end), (low, high) = here.box.span(axis), there.box.span(axis)
    return low - end if way > 0 else start - high


def _meet(one: KeyStop, other: KeyStop, axis: Axis) -> bool:
    """Return whether two boxes have more than an edge in common, seen along an axis."""
    (start, end), (low, high) = one.box.span(axis), other.box.span(axis)
    return min(end, high) - max(start, low) > _ROUNDING


def focus_map(
    geometry: Geometry,
    looks: Sequence[SheetLook],
    seats: Sequence[int] = (),
    turned: Sequence[bool] = (),
    prefixes: Sequence[str] = ("",),
) -> tuple[KeyStop, ...]:
    """List all stops of a screen, of its sheets from the first corner on.

    Standings have their seats (from 1) in their order; a single sheet has none. Each sheet may
    be rotated by half, and has a prefix before its identifiers.
    """
    halves = turned or [False] * len(looks)
    sheets = zip(geometry.sheets, looks, halves, prefixes, strict=True)
    return (
        *_around(geometry),
        *(KeyStop(f"seat-{s}", box) for s, box in zip(seats, geometry.chips, strict=False)),
        *(
            replace(
                stop,
                identifier=f"{prefix}{stop.identifier}",
                box=stop.box.scaled(sheet.scale).within(sheet.box, turned=half),
                row=stop.row and f"{prefix}{stop.row}",
            )
            for sheet, look, half, prefix in sheets
            for stop in _sheet(sheet, look)
        ),
    )


def _around(geometry: Geometry) -> Iterator[KeyStop]:
    """Yield the stops of no sheet; several names where only one of them is there at a time."""
    bar, back, button = geometry.bar, geometry.back, geometry.button
    ends = geometry.way_back if button is None and not geometry.chips else None
    places = {
        ("menu",): bar.menu,
        ("undo",): bar.undo,
        ("redo",): bar.redo,
        ("undo-message",): geometry.way_back,
        ("to-pad",): back,
        tuple(name for name in _BUTTONS if back is None or name != "to-pad"): button,
        ("finish",): ends,
        ("close-now",): geometry.foot,
    }
    for names, box in places.items():
        if box is not None:
            yield from (KeyStop(name, box) for name in names)


def _sheet(sheet: SheetBoxes, look: SheetLook) -> Iterator[KeyStop]:
    """Yield the stops of one sheet, seen from its corner."""
    taken, said = look.penalties, look.spoken_penalties
    if taken < len(said):
        free = sheet.penalties[taken:] or sheet.penalties[-1:]
        yield KeyStop("penalty", free[0], spoken=said[taken])
    if look.copied and taken:
        yield KeyStop(TAKEN_PENALTY, sheet.penalties[taken - 1], spoken=said[taken - 1])
    if sheet.turn is not None:
        yield KeyStop("turn", sheet.turn)
    if look.extra is not None and sheet.sum.extra is not None:
        yield KeyStop(look.extra.identifier, sheet.sum.extra, spoken=look.extra.spoken)
    if look.explains:
        yield KeyStop("total", sheet.sum.total, spoken=look.spoken_total)
    for row, boxes in zip(look.rows, sheet.rows, strict=True):
        yield from _row(row, boxes)


def _row(look: RowLook, row: RowBoxes) -> Iterator[KeyStop]:
    """Yield the cells of a row and its lock, in printed order."""
    for cell, box in zip(look.cells, row.cells, strict=True):
        if cell.token:
            yield KeyStop(cell.token, box.within(row.box), look.letter, cell.spoken)
    if row.lock is not None:
        yield KeyStop(
            f"{look.letter}-lock", row.lock.within(row.box), look.letter, look.lock_spoken
        )


def meant_cell(look: RowLook, row: RowBoxes, x: float, y: float) -> CellLook | None:
    """Return the cell at a point, seen from the corner of the row; None where none is meant.

    How far a cell is counts along its line of cells alone. Of a tap on a cell that does something,
    that cell is meant. In a gap it is the nearest legal cell beside it.
    """
    if not _holds(row.touch, x, y):
        return None
    axis, cells = row.mode.axis, tuple(zip(look.cells, row.cells, strict=True))
    along, across = (x, y) if axis is Axis.ACROSS else (y, x)
    hit = next((cell for cell, box in cells if _holds(box, x, y)), None)
    if hit is not None and not hit.is_dead:
        return hit
    lines = [box.middle[axis.other.value] for box in row.cells]
    line = min(lines, key=lambda middle: abs(across - middle))
    near = [
        (abs(along - box.middle[axis.value]), cell)
        for (cell, box), middle in zip(cells, lines, strict=True)
        if cell.is_legal and middle == line
    ]
    far, cell = min(near, key=lambda each: each[0], default=(inf, hit))
    return cell if far <= row.reach else hit


def _holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x < box.right and box.y <= y < box.bottom

"""Where keys lead the focus on a pad, and which cell a tap beside the legal ones meant. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.ui.actions import TAKEN_PENALTY
from qwixx_pad.ui.play.geometry.screen_boxes import Geometry
from qwixx_pad.ui.sheet.boxes import Box, Mode, RowBoxes, SheetBoxes
from qwixx_pad.ui.sheet.look import SheetLook
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook

_AHEAD = {"Arrow Left": -1, "Arrow Up": -1, "Arrow Right": 1, "Arrow Down": 1}
_ACROSS = {"Arrow Left", "Arrow Right"}
_ENDS = {"Home": 0, "End": -1}
KEYS = frozenset({*_AHEAD, *_ENDS})
"""The keys that move the focus."""
_ROUNDING = 1e-6
"""Boxes that touch overlap by no more than this, when fractions have been added."""
_BUTTONS = ("end-turn", "done", "change", "in", "to-pad", "finish")
"""What can stand in the place of the button at a table."""
_TOLD = ("undo-message", "finish")
"""What stands in words that come and go, below the rows."""


@dataclass(frozen=True, slots=True)
class KeyStop:
    """One place for the focus.

    Attributes:
        identifier: Of what can be tapped there.
        box: Where it lies on the screen.
        row: The row that it belongs to; empty outside of the rows.
        spoken: What is said of something printed, where the keys have a cursor; None for a word,
            which takes the focus itself.
    """

    identifier: str
    box: Box
    row: str = ""
    spoken: str | None = None


def next_stop(stops: Sequence[KeyStop], at: str, key: str) -> str | None:
    """Where one of `KEYS` leads; None where it leads nowhere.

    `at` has the focus; a stranger means that the first cell is next.
    """
    here = next((stop for stop in stops if stop.identifier == at), None)
    if here is None:
        first = next((stop for stop in stops if stop.row), None)
        return None if first is None else first.identifier
    if key in _ENDS:
        return _line(stops, here)[_ENDS[key]].identifier
    best = min(_ahead(stops, here, key), key=lambda s: _cost(here.box, s.box, key), default=None)
    between = best is not None and (best.row or best.identifier in _TOLD)
    if key == "Arrow Down" and here.row and not between:
        # below the last row a reader finds the misthrows, wherever they lie
        best = next((stop for stop in stops if stop.identifier == "penalty"), best)
    return None if best is None else best.identifier


def _ahead(stops: Sequence[KeyStop], here: KeyStop, key: str) -> list[KeyStop]:
    """What may be next: to the sides only on the same height, up and down the nearest line.

    From beside the rows it is the nearest of what lies straight ahead, so that a rail is one way.
    """
    ahead = [stop for stop in stops if _gap(here.box, stop.box, key) > -_ROUNDING]
    if key in _ACROSS:
        return [stop for stop in ahead if _meet(_aside(here.box, key), _aside(stop.box, key))]
    straight = [stop for stop in ahead if _meet(_aside(here.box, key), _aside(stop.box, key))]
    ahead = ahead if here.row else straight or ahead
    near = min(ahead, key=lambda stop: _gap(here.box, stop.box, key), default=here)
    return [stop for stop in ahead if _meet(_along(near.box, key), _along(stop.box, key))]


def _line(stops: Sequence[KeyStop], here: KeyStop) -> list[KeyStop]:
    """The whole row of a cell; beside the rows, all that lies on one height."""
    if here.row:
        return [stop for stop in stops if stop.row == here.row]
    beside = [stop for stop in stops if not stop.row]
    height = _aside(here.box, "Arrow Right")
    level = [stop for stop in beside if _meet(height, _aside(stop.box, "Arrow Right"))]
    return sorted(level, key=lambda stop: stop.box.x)


def _along(box: Box, key: str) -> tuple[float, float]:
    return (box.x, box.right) if key in _ACROSS else (box.y, box.bottom)


def _aside(box: Box, key: str) -> tuple[float, float]:
    return (box.y, box.bottom) if key in _ACROSS else (box.x, box.right)


def _gap(here: Box, there: Box, key: str) -> float:
    """How far ahead something lies; below nothing if it does not."""
    (start, end), (low, high) = _along(here, key), _along(there, key)
    return low - end if _AHEAD[key] > 0 else start - high


def _meet(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two stretches have more than an edge in common."""
    return min(one[1], other[1]) - max(one[0], other[0]) > _ROUNDING


def _cost(here: Box, there: Box, key: str) -> tuple[float, float]:
    """To the sides the nearest; up and down the one that is least aside."""
    off = abs(sum(_aside(here, key)) - sum(_aside(there, key)))
    gap = _gap(here, there, key)
    return (gap, off) if key in _ACROSS else (off, gap)


def focus_map(
    geometry: Geometry,
    looks: Sequence[SheetLook],
    seats: Sequence[int] = (),
    turned: Sequence[bool] = (),
    prefixes: Sequence[str] = ("",),
) -> tuple[KeyStop, ...]:
    """All places on a screen, of its sheets from the first corner on.

    Standings have their seats (from 1) as they stand there; a single sheet has none. Each sheet may
    be turned by half, and has a prefix before its identifiers.
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
    """What belongs to no sheet; several names where one of them stands there at a time."""
    bar, back, button = geometry.bar, geometry.back, geometry.button
    yield from (KeyStop("menu", bar.menu), KeyStop("undo", bar.undo), KeyStop("redo", bar.redo))
    yield KeyStop("undo-message", geometry.way_back)
    if back is not None:
        yield KeyStop("to-pad", back)
    if button is not None:
        names = (name for name in _BUTTONS if back is None or name != "to-pad")
        yield from (KeyStop(name, button) for name in names)
    elif not geometry.chips:
        yield KeyStop("finish", geometry.way_back)
    if geometry.foot is not None:
        yield KeyStop("close-now", geometry.foot)


def _sheet(sheet: SheetBoxes, look: SheetLook) -> Iterator[KeyStop]:
    """What belongs to one sheet, seen from its corner."""
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
    """The cells of a row and its lock, in printed order."""
    for cell, box in zip(look.cells, row.cells, strict=True):
        if cell.token:
            yield KeyStop(cell.token, box.within(row.box), look.letter, cell.spoken)
    if row.lock is not None:
        yield KeyStop(
            f"{look.letter}-lock", row.lock.within(row.box), look.letter, look.lock_spoken
        )


def meant_cell(look: RowLook, row: RowBoxes, x: float, y: float) -> CellLook | None:
    """The cell that a finger means, seen from the corner of the row; None where it means none.

    How far a cell is counts along its line of cells alone. Of a tap on a cell that does something,
    that cell is meant. In a gap it is the nearest legal cell beside it.
    """
    if not _holds(row.touch, x, y):
        return None
    along, across = (y, x) if row.mode is Mode.COLUMNS else (x, y)
    cells = tuple(zip(look.cells, row.cells, strict=True))
    hit = next((cell for cell, box in cells if _holds(box, x, y)), None)
    if hit is not None and not hit.is_dead:
        return hit
    line = min((_across(box, row.mode) for box in row.cells), key=lambda line: abs(across - line))
    away = [
        (abs(along - _middle(box, row.mode)), cell)
        for cell, box in cells
        if cell.is_legal and _across(box, row.mode) == line
    ]
    near = min((far for far in away if far[0] <= row.reach), key=lambda far: far[0], default=None)
    return hit if near is None else near[1]


def _holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x < box.right and box.y <= y < box.bottom


def _middle(box: Box, mode: Mode) -> float:
    """Of a cell, in the direction in which the cells run."""
    return box.middle[1 if mode is Mode.COLUMNS else 0]


def _across(box: Box, mode: Mode) -> float:
    """The middle of the line that a cell stands in, across the direction of the cells."""
    return box.middle[0 if mode is Mode.COLUMNS else 1]

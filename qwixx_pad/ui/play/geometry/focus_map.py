"""The stops of the keyboard focus on a pad, and where the arrow keys lead. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.ui.actions import TAKEN_PENALTY
from qwixx_pad.ui.geometry import Axis, Box
from qwixx_pad.ui.play.geometry.screen_boxes import Geometry
from qwixx_pad.ui.sheet.boxes import SheetBoxes
from qwixx_pad.ui.sheet.look import SheetLook

_ARROW_AXES = {
    "Arrow Left": Axis.ACROSS,
    "Arrow Right": Axis.ACROSS,
    "Arrow Up": Axis.DOWN,
    "Arrow Down": Axis.DOWN,
}
"""The axis along which each arrow key moves the focus."""
_ENDS = {"Home": 0, "End": -1}
"""The index in a line of stops that a key leads to."""
CURSOR_KEYS = frozenset({*_ARROW_AXES, *_ENDS})
"""The keys that move the focus."""
_ROUNDING_DP = 1e-6
"""Boxes that only touch may overlap by this much, because fractions have been added."""
_BUTTONS = ("end-turn", "done", "change", "in", "to-pad", "finish")
"""The identifiers that the button at a table can have, one at a time; on paper it also leads to
the next sheet.
"""
_BELOW_ROWS = ("undo-message", "finish")
"""Identifiers of the buttons that a message below the rows can have."""


@dataclass(frozen=True, slots=True)
class FocusStop:
    """One place for the focus.

    Attributes:
        identifier: The identifier of what can be tapped there.
        box: Its box on the screen.
        row: The letter of its row, after the sheet's prefix; empty outside of the rows.
        spoken: The text for something printed, where only the pad's own cursor can be; None for a
            button, which takes the focus itself.
    """

    identifier: str
    box: Box
    row: str = ""
    spoken: str | None = None


def next_stop(stops: Sequence[FocusStop], current: str, key: str) -> str | None:
    """The identifier that one of `CURSOR_KEYS` leads to from `current`; None if nothing is there.

    If no stop is called `current`, the first cell is next.
    """
    here = next((stop for stop in stops if stop.identifier == current), None)
    if here is None:
        to = next((stop for stop in stops if stop.row), None)
    elif key in _ENDS:
        to = _stops_in_line(stops, here)[_ENDS[key]]
    else:
        to = _nearest_stop(stops, here, key)
    return None if to is None else to.identifier


def _nearest_stop(stops: Sequence[FocusStop], here: FocusStop, key: str) -> FocusStop | None:
    """Find the nearest stop ahead; up and down the one that is least off to the side."""
    axis = _ARROW_AXES[key]
    across = axis.perpendicular.value

    def stop_cost(there: FocusStop) -> tuple[float, float]:
        aside = abs(here.box.middle[across] - there.box.middle[across])
        gap = _distance_ahead(here, there, key)
        return (gap, aside) if axis is Axis.ACROSS else (aside, gap)

    best = min(_stops_ahead(stops, here, key), key=stop_cost, default=None)
    if key != "Arrow Down" or not here.row:
        return best
    if best is not None and (best.row or best.identifier in _BELOW_ROWS):
        return best
    # Below the last row are the penalties, wherever they are on the screen.
    return next((stop for stop in stops if stop.identifier == "penalty"), best)


def _stops_ahead(stops: Sequence[FocusStop], here: FocusStop, key: str) -> list[FocusStop]:
    """List the candidates: sideways only at the same height, up and down in the nearest line.

    From outside of the rows, up and down prefer what is straight ahead: a rail is one column.
    """
    axis = _ARROW_AXES[key]
    ahead = [stop for stop in stops if _distance_ahead(here, stop, key) > -_ROUNDING_DP]
    straight = [stop for stop in ahead if _overlap(here, stop, axis.perpendicular)]
    if axis is Axis.ACROSS:
        return straight
    ahead = ahead if here.row else straight or ahead
    near = min(ahead, key=lambda stop: _distance_ahead(here, stop, key), default=here)
    return [stop for stop in ahead if _overlap(near, stop, axis)]


def _stops_in_line(stops: Sequence[FocusStop], here: FocusStop) -> list[FocusStop]:
    """List the whole row of a cell; outside of the rows everything at its height, left to right."""
    if here.row:
        return [stop for stop in stops if stop.row == here.row]
    level = [stop for stop in stops if not stop.row and _overlap(here, stop, Axis.DOWN)]
    return sorted(level or [here], key=lambda stop: stop.box.x)


def _distance_ahead(here: FocusStop, there: FocusStop, key: str) -> float:
    """The distance to another stop in an arrow's direction; negative if it is not ahead."""
    start, end = here.box.span(_ARROW_AXES[key])
    low, high = there.box.span(_ARROW_AXES[key])
    return low - end if key in {"Arrow Right", "Arrow Down"} else start - high


def _overlap(one: FocusStop, other: FocusStop, axis: Axis) -> bool:
    """True if two boxes have more than an edge in common, seen along an axis."""
    start, end = one.box.span(axis)
    low, high = other.box.span(axis)
    return min(end, high) - max(start, low) > _ROUNDING_DP


def focus_map(
    geometry: Geometry,
    looks: Sequence[SheetLook],
    seats: Sequence[int] = (),
    rotated: Sequence[bool] = (),
    prefixes: Sequence[str] = ("",),
) -> tuple[FocusStop, ...]:
    """List all stops of a screen.

    Args:
        geometry: The boxes of the screen.
        looks: What is seen of each sheet, in the order of `geometry.sheets`.
        seats: The seats in the standings, in their order; none for a single sheet.
        rotated: For each sheet, whether it is rotated by half; empty if none is.
        prefixes: For each sheet, what its identifiers begin with.
    """
    halves = rotated or [False] * len(looks)
    stops = _screen_stops(geometry)
    stops += (
        FocusStop(f"seat-{seat}", box) for seat, box in zip(seats, geometry.chips, strict=False)
    )
    stops += (
        replace(
            stop,
            identifier=f"{prefix}{stop.identifier}",
            box=stop.box.scaled(sheet.scale).placed_in(sheet.box, rotated=half),
            row=stop.row and f"{prefix}{stop.row}",
        )
        for sheet, look, half, prefix in zip(geometry.sheets, looks, halves, prefixes, strict=True)
        for stop in _sheet_stops(sheet, look)
    )
    return tuple(stops)


def _screen_stops(geometry: Geometry) -> list[FocusStop]:
    """List the stops that belong to no sheet.

    Several identifiers may share a box, because only one of them is there at a time.
    """
    bar = geometry.bar
    alone = geometry.button is None and not geometry.chips
    buttons = [*_BUTTONS, *(f"next-{seat}" for seat, _ in enumerate(geometry.chips, 1))]
    if geometry.back is not None:
        buttons.remove("to-pad")
    places = [
        ("menu", bar.menu),
        ("undo", bar.undo),
        ("redo", bar.redo),
        ("undo-message", geometry.message_button),
        ("cancel", geometry.message_button),
        ("to-pad", geometry.back),
        *((name, geometry.button) for name in buttons),
        ("finish", geometry.message_button if alone else None),
        ("close-now", geometry.foot),
    ]
    return [FocusStop(identifier, box) for identifier, box in places if box is not None]


def _sheet_stops(sheet: SheetBoxes, look: SheetLook) -> Iterator[FocusStop]:
    """Yield the stops of one sheet, seen from its corner."""
    taken = look.penalties
    text = look.spoken_penalties
    if taken < len(text):
        free = sheet.penalties[taken:] or sheet.penalties[-1:]
        yield FocusStop("penalty", free[0], spoken=text[taken])
    if look.on_paper and taken:
        yield FocusStop(TAKEN_PENALTY, sheet.penalties[taken - 1], spoken=text[taken - 1])
    if sheet.rotate is not None:
        yield FocusStop("turn", sheet.rotate)
    if look.extra is not None and sheet.sum.extra is not None:
        yield FocusStop(look.extra.identifier, sheet.sum.extra, spoken=look.extra.spoken)
    if look.needs_explanation:
        yield FocusStop("total", sheet.sum.total, spoken=look.spoken_total)
    for row, boxes in zip(look.rows, sheet.rows, strict=True):
        for cell, box in zip(row.cells, boxes.cells, strict=True):
            if cell.token:
                yield FocusStop(cell.token, box.placed_in(boxes.box), row.letter, cell.spoken)
        if boxes.lock is not None:
            lock = boxes.lock.placed_in(boxes.box)
            yield FocusStop(f"{row.letter}-lock", lock, row.letter, row.lock_spoken)

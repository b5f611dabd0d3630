"""Where the focus of a keyboard can stop on the pad, and where an arrow leads from there. Pure.

The boxes are those of the plan, so that arrows go the way the eye does; what is not on the
screen at the moment is left out by who asks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from qwixx_pad.ui.pad.view import BandLook, PadLook
from qwixx_pad.ui.plan import BandPlan, Box, Mode, PadPlan, Space
from qwixx_pad.ui.plan_cards import CardsPlan

_AHEAD = {"Arrow Left": -1, "Arrow Up": -1, "Arrow Right": 1, "Arrow Down": 1}
_ACROSS = {"Arrow Left", "Arrow Right"}
_ENDS = {"Home": 0, "End": -1}
KEYS = frozenset({*_AHEAD, *_ENDS})
"""The keys that move the focus."""
_TOUCH = 1.0
"""Boxes that overlap by less only touch, in dp."""
_ICON = 48.0
_BUTTONS = ("end-turn", "done", "change", "close-now", "to-pad", "finish")
"""What can stand in the place of the button at a table."""
_BESIDE_BACK = tuple(name for name in _BUTTONS if name != "to-pad")
"""What can stand there while the button that leads back stands beside it."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One place for the focus.

    Attributes:
        identifier: Of what can be tapped there.
        box: Where it lies on the screen.
        row: The row that it belongs to; empty outside of the rows.
    """

    identifier: str
    box: Box
    row: str = ""


def next_stop(stops: Sequence[Stop], at: str, key: str) -> str | None:
    """Where a key leads; None where it leads nowhere.

    Args:
        stops: All that there are now.
        at: The one that has the focus; a stranger means that the first cell is next.
        key: One of `KEYS`.
    """
    here = next((stop for stop in stops if stop.identifier == at), None)
    if here is None:
        first = next((stop for stop in stops if stop.row), None)
        return None if first is None else first.identifier
    if key in _ENDS:
        return _line(stops, here)[_ENDS[key]].identifier
    best = min(_ahead(stops, here, key), key=lambda s: _cost(here.box, s.box, key), default=None)
    return None if best is None else best.identifier


def _ahead(stops: Sequence[Stop], here: Stop, key: str) -> list[Stop]:
    """What may be next: to the sides only on the same height, up and down the nearest line."""
    ahead = [stop for stop in stops if _gap(here.box, stop.box, key) > -_TOUCH]
    if key in _ACROSS:
        return [stop for stop in ahead if _meet(_aside(here.box, key), _aside(stop.box, key))]
    near = min(ahead, key=lambda stop: _gap(here.box, stop.box, key), default=here)
    return [stop for stop in ahead if _meet(_along(near.box, key), _along(stop.box, key))]


def _line(stops: Sequence[Stop], here: Stop) -> list[Stop]:
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
    return min(one[1], other[1]) - max(one[0], other[0]) > _TOUCH


def _cost(here: Box, there: Box, key: str) -> tuple[float, float]:
    """To the sides the nearest; up and down the one that is least aside."""
    off = abs(sum(_aside(here, key)) - sum(_aside(there, key)))
    gap = _gap(here, there, key)
    return (gap, off) if key in _ACROSS else (off, gap)


def pad_stops(
    plan: PadPlan,
    space: Space,
    look: PadLook,
    seats: Sequence[int] = (),
    *,
    has_back: bool = False,
) -> tuple[Stop, ...]:
    """All places on a pad.

    Args:
        plan: Where things lie.
        space: The screen.
        look: The sheet.
        seats: Those in the standings (from 1), as they stand there; none for a single sheet.
        has_back: Whether a button that leads back stands beside the other one.
    """
    height = max(space.height, plan.height)
    if plan.mode is Mode.LANDSCAPE:
        return _landscape(plan, height, look, seats, has_back=has_back)
    right = 2 * plan.edge + plan.width
    top = plan.top + (6 if plan.mode is Mode.ROWS else 0)
    under = 10 if plan.mode is Mode.ROWS else 6
    rows_at = top + (plan.standings + under if plan.standings else 0)
    down = plan.mode is Mode.ROWS
    foot = height - plan.bottom - (plan.sum_line + 10 if down else 0) - plan.box_height
    strip = rows_at + len(look.bands) * (plan.band.height + plan.gap)
    return (
        *_bar(0, right, plan.top),
        *_chips(Box(plan.edge, top, plan.width, plan.standings), seats),
        *_bands(look, plan, plan.edge, rows_at, down=down),
        *_side([("undo-message", "finish")], Box(right - 110, strip, 100, 30), 30),
        *_foot(
            look,
            plan,
            Box(plan.edge, foot, plan.width, plan.box_height),
            alone=not seats,
            has_back=has_back,
        ),
        *_board(look, Box(right - 140, height - plan.bottom - 40, 40, 40), in_line=down),
    )


def _bar(left: float, right: float, height: float) -> tuple[Stop, ...]:
    y = (height - _ICON) / 2
    return (
        Stop("menu", Box(left + 2, y, _ICON, _ICON)),
        Stop("undo", Box(right - 2 - 2 * _ICON, y, _ICON, _ICON)),
        Stop("redo", Box(right - 2 - _ICON, y, _ICON, _ICON)),
    )


def _chips(whole: Box, seats: Sequence[int]) -> list[Stop]:
    across = whole.width / max(len(seats), 1)
    return [
        Stop(f"seat-{seat}", Box(whole.x + i * across, whole.y, across - 2, whole.height))
        for i, seat in enumerate(seats if whole.height else ())
    ]


def _bands(look: PadLook, plan: PadPlan, x: float, y: float, *, down: bool = True) -> list[Stop]:
    """The rows, one below or one beside the other."""
    step = (0.0, plan.band.height + plan.gap) if down else (plan.band.width + plan.gap, 0.0)
    return [
        stop
        for i, band in enumerate(look.bands)
        for stop in _band(band, plan.band, x + i * step[0], y + i * step[1])
    ]


def _band(look: BandLook, plan: BandPlan, x: float, y: float) -> list[Stop]:
    """The cells of a row and its lock, in printed order."""
    row = f"{look.prefix}{look.letter}"
    names = [*(f"{look.prefix}{cell.token}" for cell in look.cells), f"{row}-lock"]
    boxes = [*plan.cells, plan.lock]
    return [Stop(name, _moved(box, x, y), row) for name, box in zip(names, boxes, strict=False)]


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.x + x, box.y + y, box.width, box.height)


def _foot(look: PadLook, plan: PadPlan, whole: Box, *, alone: bool, has_back: bool) -> list[Stop]:
    """The misthrows and the button beside them; alone in rows, they stand at the right end."""
    if has_back:
        middle = whole.x + 62 + (whole.width - 62) / 2
        return [
            Stop(f"{look.prefix}penalty", Box(whole.x, whole.y, 56, whole.height)),
            Stop("to-pad", Box(whole.x + 62, whole.y, 60, whole.height)),
            *(Stop(name, Box(middle, whole.y, 60, whole.height)) for name in _BESIDE_BACK),
        ]
    boxes = 4 * plan.box + 18
    at_right = alone and plan.mode is Mode.ROWS
    x = whole.right - boxes if at_right else whole.x
    box = Box(x + look.misthrows[0] * (plan.box + 6), whole.y, plan.box, whole.height)
    beside = Box(whole.x + boxes + 6, whole.y, 60, whole.height)
    return [Stop(f"{look.prefix}penalty", box), *(Stop(name, beside) for name in _BUTTONS)]


def _board(look: PadLook, box: Box, *, in_line: bool) -> list[Stop]:
    if look.extra is None:
        return []
    return [Stop(f"{look.prefix}board", box if in_line else _moved(box, 0, -6))]


def _side(names: Sequence[Sequence[str]], first: Box, step: float) -> list[Stop]:
    """Things below each other, several names where one of them stands there at a time."""
    return [Stop(name, _moved(first, 0, i * step)) for i, each in enumerate(names) for name in each]


def _landscape(
    plan: PadPlan, height: float, look: PadLook, seats: Sequence[int], *, has_back: bool
) -> tuple[Stop, ...]:
    """The rows at the left; at the right a rail; below, the standings or the strip."""
    y = (height - plan.height) / 2 + plan.bottom
    x = plan.edge + plan.band.width + 8
    strip = y + len(look.bands) * (plan.band.height + plan.gap) + 1
    low = strip - plan.gap + max(plan.points, plan.standings) - 2 * plan.box_height - 7
    taken, across = look.misthrows[0], plan.box + 6
    penalty = Box(x + taken % 2 * across, low + taken // 2 * (plan.box_height + 7), 51, 38)
    whole = Box(plan.edge, strip, plan.band.width, plan.standings)
    return (
        *_bands(look, plan, plan.edge, y),
        Stop("undo", Box(x, y, _ICON, _ICON)),
        Stop("redo", Box(x + plan.rail - _ICON, y, _ICON, _ICON)),
        Stop("menu", Box(x, y + 55, plan.rail, _ICON)),
        *_side([_BESIDE_BACK if has_back else _BUTTONS], Box(x, low - 60, plan.rail, 46), 0),
        *_side([("to-pad",)] if has_back else [], Box(x, low - 110, plan.rail, 46), 0),
        Stop(f"{look.prefix}penalty", penalty),
        *_chips(whole, seats),
        *_side([("undo-message",)], Box(x - 110, strip, 100, 34), 0),
        *_board(look, Box(x - 60, height - plan.bottom - 46, 50, 40), in_line=True),
    )


def card_stops(plan: CardsPlan, looks: Sequence[PadLook], turned: Sequence[bool]) -> list[Stop]:
    """All places where every sheet of a table is on one screen.

    Args:
        plan: Where the sheets lie.
        looks: The sheets, from the first corner on.
        turned: Whether each is turned by half.
    """
    bar, y = plan.bar, plan.bar.y + 6
    ends = ("undo-last", "redo-last", *_BUTTONS, "penalty", "menu")
    stops = [Stop("undo", Box(bar.x + 60, y, _ICON, _ICON))]
    stops += [Stop("redo", Box(bar.x + 120, y, _ICON, _ICON))]
    stops += [Stop(name, Box(bar.right - 168, y, 168, _ICON)) for name in ends[2:-1]]
    menu = Box(bar.right + 10 if plan.facing else bar.x, y, _ICON, _ICON)
    stops.append(Stop("menu", menu))
    for card, band, look, half in zip(plan.cards, plan.bands, looks, turned, strict=True):
        own = _card(card, band, look, plan.gap)
        stops += [Stop(s.identifier, _half(s.box, card), s.row) for s in own] if half else own
    return stops


def _card(card: Box, band: BandPlan, look: PadLook, gap: float) -> list[Stop]:
    """One sheet: what stands in its head, and its rows."""
    boxes, x = Box(card.right - 300, card.y + 6, 44, 44), card.x + 10
    top, step = card.y + 50 + gap, band.height + gap
    return [
        Stop(f"{look.prefix}turn", Box(card.x + 160, card.y + 6, 44, 44)),
        Stop(f"{look.prefix}penalty", _moved(boxes, 50 * look.misthrows[0] / 2, 0)),
        *_board(look, Box(card.right - 150, card.y + 12, 50, 44), in_line=False),
        *(s for i, row in enumerate(look.bands) for s in _band(row, band, x, top + i * step)),
    ]


def _half(box: Box, card: Box) -> Box:
    """Where a box lies when its sheet is turned by half."""
    x, y = card.x + card.right - box.right, card.y + card.bottom - box.bottom
    return Box(x, y, box.width, box.height)

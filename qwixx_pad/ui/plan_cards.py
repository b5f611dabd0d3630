"""Where the sheets of a table lie when one large screen shows them all, in dp. Pure."""

from dataclasses import dataclass

from qwixx_pad.ui.plan import BandPlan, Box, Space, side_band

LEAST = 600
"""A screen whose smaller side is below this shows one sheet at a time."""
_EDGE, _GAP, _BAR, _PADDING, _HEAD = 12.0, 12.0, 60.0, 10.0, 56.0
_WIDE = 900


@dataclass(frozen=True, slots=True)
class CardsPlan:
    """All sheets on one screen.

    Attributes:
        bar: Where the bar lies: above, or between two that face each other.
        cards: One box a seat.
        bands: The inside of a band on each card.
        gap: Between two bands.
        facing: Whether two players sit opposite each other, the second sheet turned.
    """

    bar: Box
    cards: tuple[Box, ...]
    bands: tuple[BandPlan, ...]
    gap: float
    facing: bool


def plan_cards(space: Space, seats: int, rows: int, cells: int) -> CardsPlan:
    """The plan for so many seats with sheets of so many rows of so many cells."""
    facing = seats == 2  # noqa: PLR2004 - two sit face to face
    boxes = _facing(space) if facing else _grid(space, seats)
    gap = 6.0
    bands = tuple(_band(box, rows, cells, gap) for box in boxes)
    middle = (space.height - _BAR) / 2
    bar = Box(_EDGE, middle if facing else 0, space.width - 2 * _EDGE, _BAR)
    return CardsPlan(bar, boxes, bands, gap, facing)


def _facing(space: Space) -> tuple[Box, ...]:
    """The first player's sheet below, the second one's above."""
    height = (space.height - _BAR - 2 * _EDGE) / 2
    width = space.width - 2 * _EDGE
    return (
        Box(_EDGE, space.height - _EDGE - height, width, height),
        Box(_EDGE, _EDGE, width, height),
    )


def _grid(space: Space, seats: int) -> tuple[Box, ...]:
    """Two columns on a wide screen, one on an upright one; an odd last sheet is wide."""
    columns = 2 if space.width > space.height else 1
    lines = -(-seats // columns)
    height = (space.height - _BAR - _EDGE - _GAP * (lines - 1)) / lines
    whole = space.width - 2 * _EDGE
    width = (whole - _GAP * (columns - 1)) / columns
    boxes = []
    for seat in range(seats):
        line, column = divmod(seat, columns)
        alone = column == 0 and seat == seats - 1
        x, y = _EDGE + column * (width + _GAP), _BAR + line * (height + _GAP)
        boxes.append(Box(x, y, whole if alone else width, height))
    return tuple(boxes)


def _band(card: Box, rows: int, cells: int, gap: float) -> BandPlan:
    free = card.height - _HEAD - _PADDING - gap * (rows - 1)
    whole = Box(0, 0, card.width - 2 * _PADDING, free / rows)
    wide = card.width >= _WIDE
    ends = (44.0, 45.0, 75.0) if wide else (33.0, 36.0, 52.0)
    return side_band(whole, cells, ends=ends, gap=5 if wide else 3)

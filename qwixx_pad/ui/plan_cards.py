"""Where the sheets of a table lie when one large screen shows them all, in dp. Pure."""

from dataclasses import dataclass

from qwixx_pad.ui.plan import BandPlan, Box, Space, side_band

LEAST = 600
"""A screen whose smaller side is below this shows one sheet at a time."""
_LEAST_CELL = 24.0
"""No side of a cell is shorter than this, in dp: else one sheet is shown at a time."""
_EDGE, _BAR, _HEAD, _SIDE = 12.0, 60.0, 50.0, 10.0
_WIDE = 900


@dataclass(frozen=True, slots=True)
class _Spacing:
    """Room between two cards, below the rows of one, and between two of its rows; in dp."""

    gap: float
    padding: float
    rows: float


_ROOMY, _TIGHT = _Spacing(12, 10, 6), _Spacing(8, 6, 4)


@dataclass(frozen=True, slots=True)
class CardsPlan:
    """All sheets on one screen.

    Attributes:
        bar: Where the bar lies: above, or between two that face each other.
        cards: One box a corner, clockwise.
        bands: The inside of a band on each card.
        gap: Between two bands.
        padding: Below the lowest of them.
        facing: Whether two players sit opposite each other, the second sheet turned.
    """

    bar: Box
    cards: tuple[Box, ...]
    bands: tuple[BandPlan, ...]
    gap: float
    padding: float
    facing: bool

    @property
    def fits(self) -> bool:
        """Whether every cell is large enough for a finger."""
        cells = (band.cells[0] for band in self.bands)
        return all(min(cell.width, cell.height) >= _LEAST_CELL for cell in cells)


def plan_cards(space: Space, seats: int, rows: int, cells: int) -> CardsPlan:
    """The plan for so many seats with sheets of so many rows of so many cells.

    Where cells would be too small, everything stands closer.
    """
    roomy = _plan(space, seats, rows, cells, _ROOMY)
    return roomy if roomy.fits else _plan(space, seats, rows, cells, _TIGHT)


def _plan(space: Space, seats: int, rows: int, cells: int, spacing: _Spacing) -> CardsPlan:
    facing = seats == 2  # noqa: PLR2004 - two sit face to face
    boxes = _facing(space) if facing else _clockwise(_grid(space, seats, spacing.gap))
    bands = tuple(_band(box, rows, cells, spacing) for box in boxes)
    middle = (space.height - _BAR) / 2
    bar = Box(_EDGE, middle if facing else 0, space.width - 2 * _EDGE, _BAR)
    return CardsPlan(bar, boxes, bands, spacing.rows, spacing.padding, facing)


def _facing(space: Space) -> tuple[Box, ...]:
    """The first corner is the lower one, the second one is opposite."""
    height = (space.height - _BAR - 2 * _EDGE) / 2
    width = space.width - 2 * _EDGE
    return (
        Box(_EDGE, space.height - _EDGE - height, width, height),
        Box(_EDGE, _EDGE, width, height),
    )


def _clockwise(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """From the upper left corner along the upper edge, down at the right, and up at the left."""
    left = [box for box in boxes if box.x == boxes[0].x]
    right = [box for box in boxes if box.x > boxes[0].x]
    if not right:
        return boxes
    first, *below = left
    return (first, *right, *reversed(below))


def _grid(space: Space, seats: int, gap: float) -> tuple[Box, ...]:
    """Two columns on a wide screen, one on an upright one; an odd last sheet is wide."""
    columns = 2 if space.width > space.height else 1
    lines = -(-seats // columns)
    height = (space.height - _BAR - _EDGE - gap * (lines - 1)) / lines
    whole = space.width - 2 * _EDGE
    width = (whole - gap * (columns - 1)) / columns
    boxes = []
    for seat in range(seats):
        line, column = divmod(seat, columns)
        alone = column == 0 and seat == seats - 1
        x, y = _EDGE + column * (width + gap), _BAR + line * (height + gap)
        boxes.append(Box(x, y, whole if alone else width, height))
    return tuple(boxes)


def _band(card: Box, rows: int, cells: int, spacing: _Spacing) -> BandPlan:
    free = card.height - _HEAD - spacing.padding - spacing.rows * rows
    whole = Box(0, 0, card.width - 2 * _SIDE, free / rows)
    wide = card.width >= _WIDE
    ends = (44.0, 45.0, 75.0) if wide else (33.0, 36.0, 52.0)
    return side_band(whole, cells, ends=ends, gap=5 if wide else 3)

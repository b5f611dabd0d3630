"""Where everything lies on the screen: from the space there is to numbers, in dp.

Pure. The figures are the visual design's; each is written once, here.
"""

from dataclasses import dataclass
from enum import Enum, auto

from qwixx_pad.settings import Direction

CELLS_LEFT = 5
"""From the left edge of a band to its first cell."""
ROOMY = 720
"""From this free height on, the strip of points is shown and bars take their full height."""
WIDEST_PAD = 1200
_SHALLOW = 360
_STANDINGS = 54.0
_LOW_BAND = 50
"""A band below this height has no room for words below its points."""


class Mode(Enum):
    """How the pad lies."""

    ROWS = auto()
    COLUMNS = auto()
    LANDSCAPE = auto()


@dataclass(frozen=True, slots=True)
class Space:
    """What the screen leaves to the pad: width and height inside the safe areas, in dp."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in dp."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class BandPlan:
    """The inside of one band, seen from its upper left corner.

    Attributes:
        mode: Which way its cells run.
        width, height: Of the whole band.
        cells: One box a cell, in printed order.
        lock: What is tapped for the lock.
        cap: The darker end of the band.
        head: Where mark and name stand.
        number: Size of an open number; `small` is that of a crossed one.
        radius: Of a cell's corners.
    """

    mode: Mode
    width: float
    height: float
    cells: tuple[Box, ...]
    lock: Box
    cap: Box
    head: Box
    number: float
    small: float
    radius: float
    shows_next: bool = True


@dataclass(frozen=True, slots=True)
class PadPlan:
    """The whole play screen.

    Attributes:
        mode: How the pad lies.
        width: Of the pad, edges left out.
        edge: Left and right of the pad.
        band: The inside of each band.
        gap: Between two bands.
        top: Height of the bar above; 0 where a rail takes its part.
        points: Height of the strip of points; 0 without it.
        box: Side of a misthrow box; `box_height` its height.
        sum_line: Height of the sum line; 0 where only the total is left.
        bottom: Below the foot.
        rail: Width of the rail at the right; 0 without it.
        standings: Height of the strip of seats; 0 for a single sheet.
        height: Of all; more than the screen has means that the pad scrolls.
    """

    mode: Mode
    width: float
    edge: float
    band: BandPlan
    gap: float
    top: float
    points: float
    box: float
    box_height: float
    sum_line: float
    bottom: float
    rail: float
    height: float
    standings: float = 0


def choose_mode(space: Space, direction: Direction) -> Mode:
    """Rows, columns or landscape: by the space first, then by what the player has set."""
    if space.width > space.height:
        return Mode.LANDSCAPE
    if direction is Direction.AUTO:
        # the larger smaller side of a cell is the easier one to hit
        across = _row_cell_width(space.width - 12, 11)
        down = _column_cell_height(space.height, 11)
        return Mode.COLUMNS if down > across else Mode.ROWS
    return Mode.COLUMNS if direction is Direction.COLUMNS else Mode.ROWS


def plan_pad(  # noqa: PLR0913 - the space, the sheet, and what stands around it
    space: Space,
    direction: Direction,
    rows: int,
    cells: int,
    *,
    table: bool = False,
    board: bool = False,
) -> PadPlan:
    """The plan of the play screen.

    Args:
        space: What the screen leaves.
        direction: How the rows shall lie.
        rows: How many rows the sheet has.
        cells: How many cells the longest of them has.
        table: Whether standings and a button have to find room.
        board: Whether the sheet has a field for extra points.
    """
    mode = choose_mode(space, direction)
    if mode is Mode.LANDSCAPE:
        return _landscape(space, rows, cells, table=table)
    if mode is Mode.COLUMNS:
        return _columns(space, rows, cells, _STANDINGS if table else 0, board=board)
    return _table_rows(space, rows, cells) if table else _rows(space, rows, cells)


def _clamp(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))


def _row_cell_width(width: float, cells: int, gap: float = 2) -> float:
    return (width - CELLS_LEFT - gap * (cells - 1) - 4 - 28) / cells


def _rows(space: Space, rows: int, cells: int) -> PadPlan:
    roomy = space.height >= ROOMY
    top, gap, strip = 56.0, (10.0 if roomy else 6.0), (33.0 if roomy else 26.0)
    points, box, line = (
        (46.0 if roomy else 0.0),
        (48.0 if roomy else 44.0),
        (56.0 if roomy else 52.0),
    )
    bottom = 12.0 if roomy else 8.0
    foot = 12 + box + 12 + line + bottom
    around = top + 6 + (gap + points if points else 0) + foot + gap * (rows - 1)
    cell = _clamp(44, (space.height - around) / rows - strip - 5, 80)
    width = min(space.width, WIDEST_PAD) - 12
    band = _row_band(width, strip, cell, cells)
    return PadPlan(
        mode=Mode.ROWS,
        width=width,
        edge=(space.width - width) / 2,
        band=band,
        gap=gap,
        top=top,
        points=points,
        box=box,
        box_height=box,
        sum_line=line,
        bottom=bottom,
        rail=0,
        height=around + rows * band.height,
    )


def _table_rows(space: Space, rows: int, cells: int) -> PadPlan:
    """Rows below the standings; the strip of points gives its place to them."""
    top, under, gap, strip, box = 56.0, 10.0, 8.0, 28.0, 52.0
    around = top + 6 + _STANDINGS + under + gap * (rows - 1) + 10 + box + 10 + box + gap
    cell = _clamp(44, (space.height - around) / rows - strip - 5, 90)
    width = min(space.width, WIDEST_PAD) - 12
    band = _row_band(width, strip, cell, cells)
    return PadPlan(
        mode=Mode.ROWS,
        width=width,
        edge=(space.width - width) / 2,
        band=band,
        gap=gap,
        top=top,
        points=0,
        box=46,
        box_height=box,
        sum_line=box,
        bottom=gap,
        rail=0,
        height=around + rows * band.height,
        standings=_STANDINGS,
    )


def _row_band(width: float, strip: float, cell: float, cells: int) -> BandPlan:
    across, height = _row_cell_width(width, cells), strip + cell + 5
    return BandPlan(
        mode=Mode.ROWS,
        width=width,
        height=height,
        cells=tuple(Box(CELLS_LEFT + i * (across + 2), strip, across, cell) for i in range(cells)),
        lock=Box(width - 28, strip, 28, cell + 5),
        cap=Box(width - 28, 0, 28, height),
        head=Box(10, 0, width - 28 - 10 - 10, strip),
        number=_clamp(15.5, across * 0.6, 24),
        small=11.5 if cell < 54 else 13,  # noqa: PLR2004 - the design's limit
        radius=7,
    )


def _column_bars(height: float) -> tuple[float, float, float]:
    """Head, lock and bottom of the columns, in dp."""
    return (44, 36, 16) if height >= ROOMY else (32, 30, 10)


def _column_cell_height(height: float, cells: int, standings: float = 0) -> float:
    head, lock, bottom = _column_bars(height)
    free = height - 60 - (standings + 6 if standings else 0) - head - lock - 6 - 52 - bottom
    return _clamp(26, (free - 3 * (cells - 1)) / cells, 56)


def _columns(space: Space, rows: int, cells: int, standings: float, *, board: bool) -> PadPlan:
    head, lock, bottom = _column_bars(space.height)
    cell = _column_cell_height(space.height, cells, standings)
    width = min(space.width, 760) - 12
    across = (width - 6 * (rows - 1)) / rows
    down = cells * cell + 3 * (cells - 1)
    height = head + down + lock
    band = BandPlan(
        mode=Mode.COLUMNS,
        width=across,
        height=height,
        cells=tuple(Box(5, head + i * (cell + 3), across - 10, cell) for i in range(cells)),
        lock=Box(0, height - lock + 4, across, lock - 4),
        cap=Box(0, height - lock + 4, across, lock - 4),
        head=Box(10, 0, across - 18, head),
        number=20,
        small=13,
        radius=9,
        shows_next=space.height >= ROOMY,
    )
    return PadPlan(
        mode=Mode.COLUMNS,
        width=width,
        edge=(space.width - width) / 2,
        band=band,
        gap=6,
        top=60,
        points=0,
        box=min(
            48, (width * (0.56 - (0.14 if standings else 0) - (0.07 if board else 0)) - 18) / 4
        ),
        box_height=52,
        sum_line=52,
        bottom=bottom,
        rail=0,
        height=60 + (standings + 6 if standings else 0) + height + 6 + 52 + bottom,
        standings=standings,
    )


def _landscape(space: Space, rows: int, cells: int, *, table: bool) -> PadPlan:
    shallow = space.height < _SHALLOW
    edge, gap, rail = 8.0, 5.0, 108.0
    strip = 34.0 if shallow and table else 0.0 if shallow else 38.0
    line = 0.0 if shallow else 46.0
    below = (6 + strip if strip else 0) + (9 + line if line else 0)
    around = 2 * edge + below + gap * (rows - 1)
    band_height = _clamp(44, (space.height - around) / rows, 112)
    whole = min(space.width, WIDEST_PAD) - 2 * edge
    band = _landscape_band(whole - rail - 8, band_height, cells)
    return PadPlan(
        mode=Mode.LANDSCAPE,
        width=whole,
        edge=(space.width - whole) / 2,
        band=band,
        gap=gap,
        top=0,
        points=0 if table else strip,
        box=51,
        box_height=38 if shallow else 48,
        sum_line=line,
        bottom=edge,
        rail=rail,
        height=around + rows * band_height,
        standings=strip if table else 0,
    )


def _landscape_band(width: float, height: float, cells: int) -> BandPlan:
    return side_band(Box(0, 0, width, height), cells, ends=(40, 38, 62), gap=3)


def side_band(whole: Box, cells: int, *, ends: tuple[float, float, float], gap: float) -> BandPlan:
    """A band with its mark at the left, lock and points at the right.

    Args:
        whole: Its size.
        cells: How many.
        ends: Widths of the head, the lock and the cap.
        gap: Between two cells.
    """
    width, height = whole.width, whole.height
    head, lock, cap = ends
    across = (width - head - lock - 6 - cap - gap * (cells - 1)) / cells
    cells_right = head + cells * across + gap * (cells - 1)
    return BandPlan(
        mode=Mode.LANDSCAPE,
        width=width,
        height=height,
        cells=tuple(Box(head + i * (across + gap), 5, across, height - 10) for i in range(cells)),
        lock=Box(cells_right + 3, 5, lock, height - 10),
        cap=Box(width - cap, 0, cap, height),
        head=Box(0, 0, head, height),
        number=_clamp(17, across * 0.43, 24),
        small=13 if height >= _LOW_BAND else 11,
        radius=8,
        shows_next=height >= _LOW_BAND,
    )

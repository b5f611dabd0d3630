"""Where everything lies on the play screen: from the space there is to numbers, in dp. Pure."""

from qwixx_pad.settings import Direction
from qwixx_pad.ui.plan import CELLS_LEFT, WIDEST_PAD, BandPlan, Box, Mode, PadPlan, Space, side_band

ROOMY = 720
"""From this free height on, the strip of points is shown and bars take their full height."""
_SHALLOW = 360
_STANDINGS = 54.0
_NAME, _TITLE = 14, 19
"""Sizes of a row's name and of the name in the bar, in sp."""


def choose_mode(space: Space, direction: Direction) -> Mode:
    """Rows, columns or landscape: by the space first, then by what the player has set."""
    if space.width > space.height:
        return Mode.LANDSCAPE
    if direction is Direction.AUTO:
        # the larger smaller side of a cell is the easier one to hit
        across = _row_cell_width(space.width - 12, 11)
        down = _column_cell_height(space, 11)
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
        return _columns(space, rows, cells, _seats(space) if table else 0, board=board)
    return _table_rows(space, rows, cells) if table else _rows(space, rows, cells)


def _clamp(least: float, value: float, most: float) -> float:
    return max(least, min(value, most))


def _row_cell_width(width: float, cells: int, gap: float = 2) -> float:
    return (width - CELLS_LEFT - gap * (cells - 1) - 4 - 28) / cells


def _rows(space: Space, rows: int, cells: int) -> PadPlan:
    roomy = space.height >= ROOMY
    top, gap = _bar(space), (10.0 if roomy else 6.0)
    strip = max(33.0 if roomy else 26.0, space.lines(_NAME))
    points, box, line = (
        (46.0 * max(1, space.text) if roomy and not space.large else 0.0),
        (48.0 if roomy else 44.0),
        (56.0 if roomy else 52.0),
    )
    bottom = 12.0 if roomy else 8.0
    beside = box if space.large else max(box, space.lines(16, 13) + 2)
    foot = 12 + beside + 12 + line + bottom
    around = top + 6 + (gap + points if points else 0) + foot + gap * (rows - 1)
    cell = _clamp(44, (space.height - around) / rows - strip - 5, 80)
    band = _row_band(space, strip, cell, cells)
    return PadPlan(
        mode=Mode.ROWS,
        width=band.width,
        edge=(space.width - band.width) / 2,
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
    top, under, gap, box = _bar(space), 10.0, 8.0, 52.0
    strip, seats = max(28.0, space.lines(_NAME)), _seats(space)
    button = 66.0 if space.large else box
    around = top + 6 + seats + under + gap * (rows - 1) + 10 + button + 10 + box + gap
    cell = _clamp(44, (space.height - around) / rows - strip - 5, 90)
    band = _row_band(space, strip, cell, cells)
    return PadPlan(
        mode=Mode.ROWS,
        width=band.width,
        edge=(space.width - band.width) / 2,
        band=band,
        gap=gap,
        top=top,
        points=0,
        box=46,
        box_height=button,
        sum_line=box,
        bottom=gap,
        rail=0,
        height=around + rows * band.height,
        standings=seats,
    )


def _bar(space: Space) -> float:
    """The bar above: a name and a line below it, which takes two where letters are large."""
    return max(56.0, space.lines(_TITLE, *([13] * (2 if space.large else 1))) + 4)


def _seats(space: Space) -> float:
    """The strip of seats: a name above a total."""
    return max(_STANDINGS, space.lines(13, 18) + 6)


def _row_band(space: Space, strip: float, cell: float, cells: int) -> BandPlan:
    width = min(space.width, WIDEST_PAD) - 12
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
        shows_next=not space.large,
    )


def _column_bars(height: float) -> tuple[float, float, float]:
    """Head, lock and bottom of the columns, in dp."""
    return (44, 36, 16) if height >= ROOMY else (32, 30, 10)


def _column_cell_height(space: Space, cells: int, standings: float = 0) -> float:
    head, lock, _ = _column_bars(space.height)
    free = space.height - _around_columns(space, standings) - head - lock
    return _clamp(26, (free - 3 * (cells - 1)) / cells, 56)


def _around_columns(space: Space, standings: float) -> float:
    """What stands above and below the columns, in dp."""
    bottom = _column_bars(space.height)[2]
    return _column_top(space) + (standings + 6 if standings else 0) + 6 + 52 + bottom


def _column_top(space: Space) -> float:
    return max(60.0, _bar(space))


def _columns(space: Space, rows: int, cells: int, standings: float, *, board: bool) -> PadPlan:
    head, lock, bottom = _column_bars(space.height)
    cell = _column_cell_height(space, cells, standings)
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
        shows_next=space.height >= ROOMY and not space.large,
    )
    return PadPlan(
        mode=Mode.COLUMNS,
        width=width,
        edge=(space.width - width) / 2,
        band=band,
        gap=6,
        top=_column_top(space),
        points=0,
        box=min(
            48, (width * (0.56 - (0.14 if standings else 0) - (0.07 if board else 0)) - 18) / 4
        ),
        box_height=52,
        sum_line=52,
        bottom=bottom,
        rail=0,
        height=_around_columns(space, standings) + height,
        standings=standings,
    )


def _landscape(space: Space, rows: int, cells: int, *, table: bool) -> PadPlan:
    shallow = space.height < _SHALLOW
    edge, gap, rail = 8.0, 5.0, 108.0 + 40 * max(0.0, space.text - 1)
    strip = _side_strip(space, table=table)
    line = 0.0 if shallow else 46.0
    below = (6 + strip if strip else 0) + (9 + line if line else 0)
    around = 2 * edge + below + gap * (rows - 1)
    band_height = _clamp(44, (space.height - around) / rows, 112)
    whole = min(space.width, WIDEST_PAD) - 2 * edge
    band = Box(0, 0, whole - rail - 8, band_height)
    return PadPlan(
        mode=Mode.LANDSCAPE,
        width=whole,
        edge=(space.width - whole) / 2,
        band=side_band(band, cells, ends=(40, 38, 62), gap=3, large=space.large),
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


def _side_strip(space: Space, *, table: bool) -> float:
    """Below the rows of a wide screen: the seats of a table, or the points of a single sheet."""
    if table:
        return max(34.0 if space.height < _SHALLOW else 38.0, space.lines(16) + 4)
    return 0.0 if space.height < _SHALLOW or space.large else 38.0 * max(1, space.text)

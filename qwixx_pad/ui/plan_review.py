"""Where the review of a game lies on the screen, in dp. Pure."""

from dataclasses import dataclass

from qwixx_pad.ui.plan import CELLS_LEFT, WIDEST_PAD, BandPlan, Box, Mode, Space

BAR, SEATS, STEP, SCRUBBER, PLAY = 56.0, 48.0, 58.0, 52.0, 56.0
"""Heights of the bar, the chips of the seats, the card of a step, the scrubber, the play button."""
GAP = 6.0
"""Between two bands."""
_EDGE, _BETWEEN, _STRIP, _CAP = 6.0, 12.0, 26.0, 28.0
_CELL, _HIGHEST_CELL = 42.0, 72.0
_NAME = 14
_WIDE_FROM, _WIDEST_COLUMN, _SHARE = 700, 760.0, 0.55
_PLOT, _HIGHEST_PLOT = 132.0, 340.0
_CARD = 150.0
"""About the height of the chart's card without its grid, and of the space between all cards."""
_ROOMY = 700
"""From this height on, a screen with two columns has room below its bands."""


@dataclass(frozen=True, slots=True)
class ReviewPlan:
    """The whole review.

    Attributes:
        wide: Whether the bands stand at the left and all else at the right.
        roomy: Whether there is room below the bands of a wide screen.
        edge: Left and right of everything.
        between: Between the two columns of a wide screen.
        band: The inside of each band.
        column: Width of what is not the bands.
        plot: Height of the chart, its words left out.
    """

    wide: bool
    roomy: bool
    edge: float
    between: float
    band: BandPlan
    column: float
    plot: float


def plan_review(space: Space, rows: int, cells: int) -> ReviewPlan:
    """The plan of a review for sheets of so many rows of so many cells."""
    if space.width >= _WIDE_FROM and space.width > space.height:
        return _wide(space, rows, cells)
    width = min(space.width - 2 * _EDGE, _WIDEST_COLUMN)
    edge, strip = (space.width - width) / 2, _strip(space)
    band = review_band(width, _CELL, cells, strip)
    return ReviewPlan(
        wide=False, roomy=False, edge=edge, between=0, band=band, column=width, plot=_PLOT
    )


def _wide(space: Space, rows: int, cells: int) -> ReviewPlan:
    whole = min(space.width, WIDEST_PAD) - 2 * _EDGE
    left = round((whole - _BETWEEN) * _SHARE)
    larger, strip = max(1.0, space.text), _strip(space)
    free = (space.height - BAR * larger - 2 * GAP - GAP * (rows - 1)) / rows
    cell = max(_CELL, min(free - strip - 5, _HIGHEST_CELL))
    around = (BAR + SEATS + STEP) * larger + SCRUBBER + PLAY + _CARD
    return ReviewPlan(
        wide=True,
        roomy=space.height >= _ROOMY,
        edge=(space.width - whole) / 2,
        between=_BETWEEN,
        band=review_band(left, cell, cells, strip),
        column=whole - _BETWEEN - left,
        plot=max(_PLOT, min(space.height - around, _HIGHEST_PLOT)),
    )


def _strip(space: Space) -> float:
    """Above the cells: a row's name."""
    return max(_STRIP, space.lines(_NAME))


def review_band(width: float, cell: float, cells: int, strip: float = _STRIP) -> BandPlan:
    """A row that is looked at: lower than one that is played on.

    Args:
        width: Of the band.
        cell: Height of its cells.
        cells: How many.
        strip: Above them, in dp.
    """
    across = (width - CELLS_LEFT - 2 * (cells - 1) - 4 - _CAP) / cells
    height = strip + cell + 5
    return BandPlan(
        mode=Mode.ROWS,
        width=width,
        height=height,
        cells=tuple(Box(CELLS_LEFT + i * (across + 2), strip, across, cell) for i in range(cells)),
        lock=Box(width - _CAP, strip, _CAP, cell + 5),
        cap=Box(width - _CAP, 0, _CAP, height),
        head=Box(10, 0, width - _CAP - 20, strip),
        number=max(15.5, min(across * 0.6, 22)),
        small=11.5 if cell < 54 else 13,  # noqa: PLR2004 - the design's limit
        radius=7,
    )

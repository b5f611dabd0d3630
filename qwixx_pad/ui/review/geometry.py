"""Where everything lies on a review, in dp. Pure."""

from dataclasses import dataclass

from qwixx_pad.core.layout import Layout
from qwixx_pad.ui.pad.geometry import WIDEST_PAD
from qwixx_pad.ui.sheet.boxes import Box, RowBoxes, Space
from qwixx_pad.ui.sheet.rows import GAP, STRIP, Upright, link_boxes, shown_rows

BAR, SEATS, STEP, SCRUBBER, PLAY = 56.0, 48.0, 58.0, 52.0, 56.0
"""Heights of the bar, the chips of the seats, the card of a step, the scrubber, the play button."""
_EDGE, _BETWEEN = 6.0, 12.0
_CELL, _HIGHEST_CELL = 42.0, 72.0
_NAME_SIZE = 14
_WIDE_FROM, _WIDEST_COLUMN, _SHARE = 700, 760.0, 0.55
_PLOT, _HIGHEST_PLOT = 132.0, 340.0
_CARD = 150.0
"""About the height of the chart's card without its grid, and of the space between all cards."""
_ROOMY = 700
"""From this height on, a screen with two columns has room below its rows."""


@dataclass(frozen=True, slots=True)
class ReviewGeometry:
    """The whole review.

    Attributes:
        wide: Whether the rows stand at the left and all else at the right.
        roomy: Whether there is room below the rows of a wide screen.
        edge: Left and right of everything.
        between: Between the two columns of a wide screen.
        rows: Seen from the corner of the first one.
        links: For each chain of the layout, what lies between its two cells; seen likewise.
        column: Width of what is not the rows.
        plot: Height of the chart, its words left out.
    """

    wide: bool
    roomy: bool
    edge: float
    between: float
    rows: tuple[RowBoxes, ...]
    links: tuple[Box, ...]
    column: float
    plot: float


def review_geometry(space: Space, layout: Layout) -> ReviewGeometry:
    """The boxes of a review."""
    if space.width >= _WIDE_FROM and space.width > space.height:
        return _wide(space, layout)
    width = min(space.width - 2 * _EDGE, _WIDEST_COLUMN)
    rows = shown_rows(layout, width, _CELL, _strip(space))
    return ReviewGeometry(
        wide=False,
        roomy=False,
        edge=(space.width - width) / 2,
        between=0,
        rows=rows,
        links=link_boxes(layout, rows),
        column=width,
        plot=_PLOT,
    )


def _wide(space: Space, layout: Layout) -> ReviewGeometry:
    whole = min(space.width, WIDEST_PAD) - 2 * _EDGE
    left = round((whole - _BETWEEN) * _SHARE)
    larger, strip = max(1.0, space.text), _strip(space)
    measures = Upright(layout, left, strip)
    between = GAP * (len(layout.rows) - 1)
    free = space.height - BAR * larger - 2 * GAP - between - measures.height(0)
    cell = max(_CELL, min(free / measures.cell_lines(), _HIGHEST_CELL))
    around = (BAR + SEATS + STEP) * larger + SCRUBBER + PLAY + _CARD
    rows = shown_rows(layout, left, cell, strip)
    return ReviewGeometry(
        wide=True,
        roomy=space.height >= _ROOMY,
        edge=(space.width - whole) / 2,
        between=_BETWEEN,
        rows=rows,
        links=link_boxes(layout, rows),
        column=whole - _BETWEEN - left,
        plot=max(_PLOT, min(space.height - around, _HIGHEST_PLOT)),
    )


def _strip(space: Space) -> float:
    """Above the cells: a row's name."""
    return max(STRIP, space.lines(_NAME_SIZE))

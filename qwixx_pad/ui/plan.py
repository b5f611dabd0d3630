"""What says where everything lies on the screen, in dp, and the plan of a band on its side.

Pure. The figures are the visual design's; each is written once, here and in the other plans.
"""

from dataclasses import dataclass
from enum import Enum, auto

from qwixx_pad.ui.tokens import LARGE_TEXT

CELLS_LEFT = 5
"""From the left edge of a band to its first cell."""
WIDEST_PAD = 1200
_LOW_BAND = 50
"""A band below this height has no room for words below its points."""


class Mode(Enum):
    """How the pad lies."""

    ROWS = auto()
    COLUMNS = auto()
    LANDSCAPE = auto()


@dataclass(frozen=True, slots=True)
class Space:
    """What the screen leaves to the pad.

    Attributes:
        width, height: Inside the safe areas, in dp.
        text: How many times larger than designed the device shows letters.
    """

    width: float
    height: float
    text: float = 1.0

    @property
    def large(self) -> bool:
        """Whether letters are so large that what is said twice is left out."""
        return self.text >= LARGE_TEXT

    def lines(self, *sizes: float) -> float:
        """How high lines of letters of these sizes are, below each other; in dp."""
        return sum(sizes) * max(1.0, self.text) * 1.2


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


def side_band(
    whole: Box, cells: int, *, ends: tuple[float, float, float], gap: float, large: bool = False
) -> BandPlan:
    """A band with its mark at the left, lock and points at the right.

    Args:
        whole: Its size.
        cells: How many.
        ends: Widths of the head, the lock and the cap.
        gap: Between two cells.
        large: Whether letters are so large that there is no room for words below the points.
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
        number=max(17, min(across * 0.43, 24)),
        small=13 if height >= _LOW_BAND else 11,
        radius=8,
        shows_next=height >= _LOW_BAND and not large,
    )

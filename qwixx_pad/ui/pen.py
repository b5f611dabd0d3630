"""The pen: crosses and strike lines as they are written by hand, no two alike. Pure.

A seed is spelt from the player, the row and the number, so that a cross never changes: not on
redraw, not on undo, not in a small picture of the same sheet.
"""

from dataclasses import dataclass, replace
from random import Random

from qwixx_pad.ui.pad.geometry import Box

Point = tuple[float, float]

SQUARE, WIDE = 48, 64
"""From these widths on a cell counts as square, and as wide; in dp."""
LOW = 54
"""Below this height a cell has less room for its number; in dp."""
FLAT = 34
"""Below this height the number stands beside the cross, not above it; in dp."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One movement of the pen: a quadratic curve with round ends, in dp."""

    start: Point
    bend: Point
    end: Point
    width: float


def cross_box(cell: Box) -> Box:
    """Where in a cell its cross is written, so that the small number can still be read."""
    if cell.width >= WIDE:
        return Box(cell.x + cell.width * 0.14, cell.y, cell.width * 0.86, cell.height)
    if cell.height < FLAT:
        beside = cell.width * 0.42  # two digits have no room above it
        return Box(cell.x + beside, cell.y + 4, cell.width - beside, cell.height - 5)
    if cell.width >= SQUARE:
        return Box(cell.x + 9, cell.y + 13, cell.width - 9, cell.height - 13)
    down = 13 if cell.height < LOW else 15
    return Box(cell.x, cell.y + down, cell.width, cell.height - down - 2)


def cross(seed: str, box: Box, *, stretched: bool = False) -> tuple[Stroke, ...]:
    """The strokes of a cross; each is drawn twice, the second time shorter and wider: pressure.

    Args:
        seed: Whose cross and where.
        box: What it fills, in dp.
        stretched: Fill the box in both directions, as in a misthrow box.
    """
    rng = Random(seed)  # noqa: S311 - handwriting, not secrets
    tall = not stretched and box.width <= 0.9 * box.height
    half_wide, half_high = _halves(box, stretched=stretched)
    x = box.x + box.width / 2 + rng.uniform(-0.03, 0.03) * box.width
    y = box.y + box.height / 2 + rng.uniform(-0.025, 0.025) * box.height
    width = _cell_nib(box) if tall else max(1.2, min(4.4, 0.36 * half_wide))

    def corner(right: int, down: int) -> Point:
        across, along = rng.uniform(0.86, 1.10), rng.uniform(0.86, 1.10)
        return (x + right * half_wide * across, y + down * half_high * along)

    first = _pressed(rng, corner(-1, -1), corner(1, 1), width)
    second = _pressed(rng, corner(1, -1), corner(-1, 1), width * 0.95)
    return (*first, *second)


def small_cross(seed: str, box: Box) -> tuple[Stroke, ...]:
    """The same cross without the pressure of the pen, for a small picture."""
    first, _, second, _ = cross(seed, box, stretched=True)
    width = round(first.width * 1.12, 2)  # between the light and the pressed part
    return replace(first, width=width), replace(second, width=width)


def _halves(box: Box, *, stretched: bool) -> tuple[float, float]:
    if stretched:
        return 0.38 * box.width, 0.38 * box.height
    if box.width > 0.9 * box.height:
        return 0.31 * box.height, 0.31 * box.height
    half_wide = 0.36 * box.width
    return half_wide, min(0.56 * box.width, 0.34 * box.height)


def _cell_nib(box: Box) -> float:
    """One pen for all upright cells, a finer one where they are low."""
    return 4.1 if box.height >= cross_box(Box(0, 0, 0, LOW)).height else 3.6


def _pressed(rng: Random, start: Point, end: Point, width: float) -> tuple[Stroke, Stroke]:
    along, aside = rng.uniform(0.4, 0.6), rng.choice((-1, 1)) * rng.uniform(0.04, 0.11)
    dx, dy = end[0] - start[0], end[1] - start[1]
    bend = (start[0] + along * dx - aside * dy, start[1] + along * dy + aside * dx)
    whole = Stroke(start, bend, end, width * 0.82)
    return whole, _beginning(whole, rng.uniform(0.5, 0.7), width)


def _beginning(stroke: Stroke, share: float, width: float) -> Stroke:
    """The first part of a curve (de Casteljau), with more pressure."""

    def between(one: Point, other: Point) -> Point:
        return (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)

    bend = between(stroke.start, stroke.bend)
    return Stroke(stroke.start, bend, between(bend, between(stroke.bend, stroke.end)), width)


def strike(seed: str, cell: Box) -> tuple[Stroke, ...]:
    """The thin line through a skipped number: tapered by two strokes."""
    rng = Random(seed)  # noqa: S311 - handwriting, not secrets
    half = min(0.34 * cell.width, 15)
    x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
    start = (x - half, y + rng.uniform(-1.4, 1.4))
    end = (x + half, y + rng.uniform(-1.4, 1.4))
    whole = Stroke(start, ((start[0] + end[0]) / 2, y), end, 1.6)
    return whole, _beginning(whole, 0.6, 2.0)

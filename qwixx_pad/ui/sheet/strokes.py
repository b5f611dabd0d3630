"""Strokes of the pen, no two alike: the same seed writes the same again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from qwixx_pad.ui.sheet.boxes import Box, below, beside
from qwixx_pad.ui.sheet.shapes import Layer, Paint, Point, Sketch

SQUARE, WIDE = 48, 64
"""From these widths on a cell counts as square, and as wide; in dp."""
LOW = 54
"""Below this height a cell has less room for its number; in dp."""
FLAT = 34
"""Below this height the number stands beside the cross, not above it; in dp."""
_BENDS = 22
"""From this side on the eye sees that the strokes of a cross bend and are pressed; in dp."""
_WRITTEN = 2048
"""Crosses that are remembered: a row is written anew with each of its crosses."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One movement of the pen: a quadratic curve with round ends, in dp.

    One that is `straight` is so small that a line does as well.
    """

    start: Point
    bend: Point
    end: Point
    width: float
    straight: bool = False


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


@lru_cache(maxsize=_WRITTEN)
def cross(seed: str, box: Box, *, stretched: bool = False) -> tuple[Stroke, ...]:
    """The strokes of a cross; each is drawn twice, the second time shorter and wider: pressure.

    Where the eye would see neither bend nor pressure each is one straight line. One that is
    stretched fills its box in both directions, as in a misthrow box.
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
    second = _pressed(rng, corner(1, -1), corner(-1, 1), width)
    if min(box.width, box.height) >= _BENDS or not stretched:
        return (*first, *second)
    return tuple(replace(x, width=width, straight=True) for x in (first[0], second[0]))


def crosses(seed: str, cell: Box, second: Box | None, *, twice: bool) -> Iterator[Stroke]:
    """One cross of a cell, or two: in a box of its own (`second`), else side by side."""
    whole = cross_box(cell)
    if not twice or second is not None:
        yield from cross(seed, whole)
    if not twice:
        return
    if second is not None:
        yield from cross(f"{seed} again", second.inset(-2, -2), stretched=True)
        return
    upright = whole.width <= whole.height
    halves = below(whole, [whole.height / 2] * 2, 0) if upright else beside(whole, [0.0, 0.0], 0)
    for at, half in enumerate(halves):
        yield from cross(f"{seed}{at}", half)


def strike(seed: str, cell: Box) -> Stroke:
    """The thin line through a skipped number: on so short a way no eye sees it bend or taper.

    Its ends lie on whole dp, like those of a curve: see `Sketch.curve`.
    """
    rng = Random(seed)  # noqa: S311 - handwriting, not secrets
    half = min(0.34 * cell.width, 15)
    x, y = cell.middle
    start = (round(x - half), round(y + rng.uniform(-1.4, 1.4)))
    end = (round(x + half), round(y + rng.uniform(-1.4, 1.4)))
    return Stroke(start, cell.middle, end, 2.0, straight=True)


def draw_strokes(sketch: Sketch, strokes: Iterable[Stroke], color: str) -> None:
    """What the pen writes, over all else."""
    for stroke in strokes:
        paint = Paint(color, round(stroke.width, 2), round=True)
        if stroke.straight:
            sketch.line(Layer.PEN, paint, stroke.start, stroke.end)
        else:
            sketch.curve(Layer.PEN, paint, stroke.start, stroke.bend, stroke.end)


def _halves(box: Box, *, stretched: bool) -> tuple[float, float]:
    if stretched:
        return 0.38 * box.width, 0.38 * box.height
    if box.width > 0.9 * box.height:
        return 0.38 * box.height, 0.38 * box.height
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

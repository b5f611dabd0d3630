"""Plain shapes, and strokes of the pen: a drawing before it is painted.

No two strokes of the pen are alike, but the same seed always gives the same strokes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, auto
from functools import lru_cache, wraps
from operator import itemgetter
from random import Random
from typing import Concatenate, ParamSpec, TypeAlias

from qwixx_pad.ui.geometry import EQUAL_SHARE, Axis, Box, split_box

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = float | tuple[float, float, float, float]
"""Radii of the corners, in dp: of all, or of each, clockwise from the upper left."""


class Layer(IntEnum):
    """The layers of a drawing, the lowest first."""

    GROUND = auto()
    END = auto()
    """The darker end of a row's ground, and blocks of other colours on it."""
    FIELD = auto()
    EDGE = auto()
    """Marks around numbers, and outlines of rows."""
    LETTER = auto()
    PEN = auto()


class Verb(IntEnum):
    """The parts of a path, each with its numbers."""

    MOVE = auto()
    """To x, y."""
    LINE = auto()
    """To x, y."""
    BEND = auto()
    """A quadratic curve by its bend x, y to its end x, y."""
    CLOSE = auto()
    RECT = auto()
    """x, y, width, height and the radii of its four corners."""
    OVAL = auto()
    """x, y, width, height."""


PathPart: TypeAlias = tuple[float, ...]
"""A verb and its numbers, in dp."""


@dataclass(frozen=True, slots=True)
class Paint:
    """How a path is painted.

    Attributes:
        color: Hex, with an opacity after a comma if it has one.
        width: Of a line, in dp; 0 fills the path.
        round: Whether a line has round ends.
        second_color: The second colour of a gradient; empty without one.
        gradient: The points between which the colours change; None without a gradient.
    """

    color: str
    width: float = 0.0
    round: bool = False
    second_color: str = ""
    gradient: tuple[Point, Point] | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """All parts of a layer that are painted alike; its name is unique in the drawing."""

    name: str
    paint: Paint
    parts: tuple[PathPart, ...]


DIGIT_WIDTH = 0.65
"""Width of a digit, as a multiple of its size."""
_DIGIT_HEIGHT = 0.74
"""Height of a digit, as a multiple of its size."""
_ICONS = "MaterialIcons"
"""The font family of icons."""


class Side(IntEnum):
    """The side of some letters that is at their point, halfway up."""

    LEFT = -1
    MIDDLE = 0
    RIGHT = 1


@dataclass(frozen=True, slots=True)
class Letters:
    """Letters, or a character of the icon font.

    Attributes:
        name: Unique in the drawing.
        text: What is written.
        point: In dp; see `Side`.
        size: In dp; it does not grow by itself.
        color: As for `Paint`.
        family: The font family.
        side: The side that is at the point.
        max_width: The width at which they are cut, in dp; 0 for none.
        max_lines: The number of lines of that width.
        struck: Whether a line goes through them.
    """

    name: str
    text: str
    point: Point
    size: float
    color: str
    family: str
    side: Side = Side.MIDDLE
    max_width: float = 0.0
    max_lines: int = 1
    struck: bool = False

    @property
    def box(self) -> Box:
        """About the box of a number or an icon, in dp."""
        width = height = self.size
        if self.family != _ICONS:
            width *= DIGIT_WIDTH * len(self.text)
            height *= _DIGIT_HEIGHT
        x, y = self.point
        return Box(x - width * (1 + self.side) / 2, y - height / 2, width, height)


Shape: TypeAlias = Path | Letters


class Sketch:
    """Collects shapes; those that are painted alike in one layer become one path.

    Letters smaller than `min_letter_dp` are left out.
    """

    def __init__(self, min_letter_dp: float = 0.0) -> None:
        self._min_letter_dp = min_letter_dp
        self._x = 0.0
        self._y = 0.0
        self._paths: dict[tuple[Layer, Paint], list[PathPart]] = {}
        self._letters: list[Letters] = []

    def move_to(self, box: Box) -> "Sketch":
        """Draw relative to the corner of a box from now on."""
        self._x = box.x
        self._y = box.y
        return self

    def draw_rect(self, layer: Layer, paint: Paint, box: Box, corners: Corners = 0.0) -> None:
        radii = corners if isinstance(corners, tuple) else (max(corners, 0.0),) * 4
        if paint.gradient is not None:
            start, end = map(self._point_at, paint.gradient)
            paint = replace(paint, gradient=(start, end))
        self._add_parts(
            layer, paint, (Verb.RECT, *self._box_part(box), *map(_to_hundredths, radii))
        )

    def draw_edge(self, paint: Paint, box: Box, radius: float) -> None:
        """Draw a line along the inside of a box."""
        half = paint.width / 2
        self.draw_rect(Layer.EDGE, paint, box.inset(half, half), radius - half)

    def draw_field(self, fill: str, edge: Paint, box: Box, radius: float) -> None:
        """Draw a filled box with an edge."""
        self.draw_rect(Layer.FIELD, Paint(fill), box, radius)
        self.draw_edge(edge, box, radius)

    def draw_oval(self, layer: Layer, paint: Paint, box: Box) -> None:
        self._add_parts(layer, paint, (Verb.OVAL, *self._box_part(box)))

    def draw_outline(self, layer: Layer, paint: Paint, corners: Sequence[Point]) -> None:
        """Draw a closed line from corner to corner."""
        first, *others = map(self._point_at, corners)
        lines = [(Verb.LINE, *corner) for corner in others]
        self._add_parts(layer, paint, (Verb.MOVE, *first), *lines, (Verb.CLOSE,))

    def draw_line(self, layer: Layer, paint: Paint, start: Point, end: Point) -> None:
        self._add_parts(
            layer, paint, (Verb.MOVE, *self._point_at(start)), (Verb.LINE, *self._point_at(end))
        )

    def draw_curve(self, layer: Layer, paint: Paint, start: Point, bend: Point, end: Point) -> None:
        """Draw a curve of handwriting, in whole dp: nobody sees a difference, and less is sent."""
        bent = (Verb.BEND, *self._whole_point(bend), *self._whole_point(end))
        self._add_parts(layer, paint, (Verb.MOVE, *self._whole_point(start)), bent)

    def draw_letters(self, letters: Letters) -> None:
        """Draw letters, unless they are too small to read."""
        if letters.text and letters.size >= self._min_letter_dp:
            self._letters.append(
                replace(
                    letters, point=self._point_at(letters.point), size=_to_hundredths(letters.size)
                )
            )

    def draw_icon(self, name: str, icon: str, place: Point, size: float, color: str) -> None:
        """Draw an icon around a point."""
        self.draw_letters(Letters(name, icon, place, size, color, _ICONS))

    def shapes(self) -> tuple[Shape, ...]:
        """All shapes, the lowest layer first; within a layer in the order of their first part."""
        below: list[Shape] = []
        above: list[Shape] = []
        for layer, paint in sorted(self._paths, key=itemgetter(0)):
            ends = "r" if paint.round else ""
            name = f"{layer}{paint.color}{paint.second_color}{paint.width:g}{ends}"
            path = Path(name, paint, (*self._paths[layer, paint],))
            (below if layer < Layer.LETTER else above).append(path)
        return (*below, *self._letters, *above)

    def _add_parts(self, layer: Layer, paint: Paint, *parts: PathPart) -> None:
        self._paths.setdefault((layer, paint), []).extend(parts)

    def _box_part(self, box: Box) -> PathPart:
        return (
            *self._point_at((box.x, box.y)),
            _to_hundredths(box.width),
            _to_hundredths(box.height),
        )

    def _whole_point(self, point: Point) -> Point:
        return round(point[0] + self._x), round(point[1] + self._y)

    def _point_at(self, point: Point) -> Point:
        return _to_hundredths(point[0] + self._x), _to_hundredths(point[1] + self._y)


DrawArgs = ParamSpec("DrawArgs")
"""The arguments of a drawing besides its sketch."""


def as_shapes(
    draw: Callable[Concatenate[Sketch, DrawArgs], object],
) -> Callable[DrawArgs, tuple[Shape, ...]]:
    """Make a function that draws on a sketch into one that returns shapes."""

    @wraps(draw)
    def collect_shapes(*given: DrawArgs.args, **named: DrawArgs.kwargs) -> tuple[Shape, ...]:
        sketch = Sketch()
        draw(sketch, *given, **named)
        return sketch.shapes()

    return collect_shapes


def _to_hundredths(length: float) -> float:
    """Round to hundredths of a dp, so that equal shapes stay equal."""
    short = round(length, 2)
    return int(short) if short == int(short) else short


SQUARE_CELL_DP = 48
"""A cell at least this wide has its small number in the corner."""
WIDE_CELL_DP = 64
"""A cell at least this wide has room for a cross beside its number."""
LOW_CELL_DP = 54
"""A lower cell has less room for its number."""
FLAT_CELL_DP = 34
"""A lower cell has its number beside the cross, not above it."""
_MIN_BEND_DP = 22
"""In a smaller box nobody sees that the strokes of a stretched cross bend."""
_MAX_CACHED_CROSSES = 2048
"""A row is redrawn with each of its crosses."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A movement of the pen: a quadratic curve with round ends, in dp.

    `is_straight`: it is so small that a line looks the same.
    """

    start: Point
    bend: Point
    end: Point
    width: float
    is_straight: bool = False


def cross_box(cell: Box, number_width: float = 0.0) -> Box:
    """The part of a cell for its cross, so that the small number can still be read.

    `number_width` is that of the number in a flat cell, with the edge before it, in dp.
    """
    if cell.width >= WIDE_CELL_DP:
        return Box(cell.x + cell.width * 0.14, cell.y, cell.width * 0.86, cell.height)
    if cell.height < FLAT_CELL_DP:
        left = max(cell.width * 0.42, number_width)  # two digits have no room above it
        return Box(cell.x + left, cell.y + 4, cell.width - left, cell.height - 5)
    if cell.width >= SQUARE_CELL_DP:
        return Box(cell.x + 9, cell.y + 13, cell.width - 9, cell.height - 13)
    down = 13 if cell.height < LOW_CELL_DP else 15
    return Box(cell.x, cell.y + down, cell.width, cell.height - down - 2)


@lru_cache(maxsize=_MAX_CACHED_CROSSES)
def cross_strokes(seed: str, box: Box, *, stretched: bool = False) -> tuple[Stroke, ...]:
    """The strokes of a cross, each drawn twice: whole, then its first part with more pressure.

    `stretched`: it fills its box in both directions, as for a penalty. In a small box each of its
    strokes is one straight line.
    """
    rng = Random(seed)  # noqa: S311 - handwriting, not secrets
    is_tall = not stretched and box.width <= 0.9 * box.height
    half_wide, half_high = _half_sizes(box, stretched=stretched)
    x = box.x + box.width / 2 + rng.uniform(-0.03, 0.03) * box.width
    y = box.y + box.height / 2 + rng.uniform(-0.025, 0.025) * box.height
    width = _cell_nib(box) if is_tall else max(1.2, min(4.4, 0.36 * half_wide))

    def stroke_end(right: int, down: int) -> Point:
        across = rng.uniform(0.86, 1.10)
        along = rng.uniform(0.86, 1.10)
        return (x + right * half_wide * across, y + down * half_high * along)

    first = _pressed_strokes(rng, stroke_end(-1, -1), stroke_end(1, 1), width)
    second = _pressed_strokes(rng, stroke_end(1, -1), stroke_end(-1, 1), width)
    if min(box.width, box.height) >= _MIN_BEND_DP or not stretched:
        return (*first, *second)
    return tuple(replace(stroke, width=width, is_straight=True) for stroke in (first[0], second[0]))


def cell_strokes(
    seed: str, cell: Box, second: Box | None, number_width: float, *, twice: bool
) -> Iterator[Stroke]:
    """The strokes of one cross of a cell or of two: in the `second` box, else side by side.

    `number_width` as for `cross_box`.
    """
    whole = cross_box(cell, number_width)
    if twice and second is None:
        longer = Axis.DOWN if whole.width <= whole.height else Axis.ACROSS
        for at, half in enumerate(split_box(whole, longer, [EQUAL_SHARE, EQUAL_SHARE])):
            yield from cross_strokes(f"{seed}{at}", half)
        return
    yield from cross_strokes(seed, whole)
    if twice and second is not None:
        yield from cross_strokes(f"{seed} again", second.inset(-2, -2), stretched=True)


def strike_through(seed: str, cell: Box) -> Stroke:
    """The thin line through a number that was passed over; it is too short to bend.

    Its ends are on whole dp, as in `Sketch.draw_curve`.
    """
    rng = Random(seed)  # noqa: S311 - handwriting, not secrets
    half = min(0.34 * cell.width, 15)
    x, y = cell.middle
    start = (round(x - half), round(y + rng.uniform(-1.4, 1.4)))
    end = (round(x + half), round(y + rng.uniform(-1.4, 1.4)))
    return Stroke(start, cell.middle, end, 2.0, is_straight=True)


def draw_strokes(sketch: Sketch, strokes: Iterable[Stroke], color: str) -> None:
    """Draw strokes on top of everything else."""
    for stroke in strokes:
        paint = Paint(color, round(stroke.width, 2), round=True)
        if stroke.is_straight:
            sketch.draw_line(Layer.PEN, paint, stroke.start, stroke.end)
        else:
            sketch.draw_curve(Layer.PEN, paint, stroke.start, stroke.bend, stroke.end)


def _half_sizes(box: Box, *, stretched: bool) -> tuple[float, float]:
    if stretched:
        return 0.38 * box.width, 0.38 * box.height
    if box.width > 0.9 * box.height:
        return 0.38 * box.height, 0.38 * box.height
    return 0.36 * box.width, min(0.56 * box.width, 0.34 * box.height)


def _cell_nib(box: Box) -> float:
    """Width of the pen in upright cells; finer where they are low or narrow."""
    nib = 4.1 if box.height >= cross_box(Box(0, 0, 0, LOW_CELL_DP)).height else 3.6
    return min(nib, 0.24 * box.width)


def _pressed_strokes(rng: Random, start: Point, end: Point, width: float) -> tuple[Stroke, Stroke]:
    along = rng.uniform(0.4, 0.6)
    aside = rng.choice((-1, 1)) * rng.uniform(0.04, 0.11)
    dx = end[0] - start[0]
    dy = end[1] - start[1]
    bend = (start[0] + along * dx - aside * dy, start[1] + along * dy + aside * dx)
    whole = Stroke(start, bend, end, width * 0.82)
    return whole, _first_part(whole, rng.uniform(0.5, 0.7), width)


def _first_part(stroke: Stroke, share: float, width: float) -> Stroke:
    """The first part of a curve, by de Casteljau's algorithm."""

    def point_between(one: Point, other: Point) -> Point:
        return (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)

    bend = point_between(stroke.start, stroke.bend)
    end = point_between(bend, point_between(stroke.bend, stroke.end))
    return Stroke(stroke.start, bend, end, width)

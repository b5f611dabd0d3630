"""Plain shapes: what a drawing consists of before anything paints it. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, auto
from typing import TypeAlias

from qwixx_pad.ui.sheet.boxes import Box

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = float | tuple[float, float, float, float]
"""Radii of the corners: of all, or of each, clockwise from the upper left one; in dp."""


class Layer(IntEnum):
    """What lies on what: the first is the lowest."""

    GROUND = auto()
    END = auto()
    """The darker end of a ground, and blocks of other colours on it."""
    FIELD = auto()
    EDGE = auto()
    """What is printed around a number, and the outline of a row."""
    LETTER = auto()
    PEN = auto()


class Verb(IntEnum):
    """The parts of a path, and the numbers that follow each."""

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


Part: TypeAlias = tuple[float, ...]
"""A verb and its numbers, in dp."""


@dataclass(frozen=True, slots=True)
class Paint:
    """How a path is painted.

    Attributes:
        color: Hex, in front of it the opacity where there is one.
        width: Of a line, in dp; 0 fills the path.
        round: Whether a line has round ends.
        other: Where a filling goes over into a second colour, that one.
        across: ... and the two points between which it does.
    """

    color: str
    width: float = 0.0
    round: bool = False
    other: str = ""
    across: tuple[Point, Point] | None = None


@dataclass(frozen=True, slots=True)
class Path:
    """All parts of a layer that are painted alike; `name` tells it from the others."""

    name: str
    paint: Paint
    parts: tuple[Part, ...]


class Side(IntEnum):
    """Which point of some letters lies at their place: always halfway up."""

    LEFT = -1
    MIDDLE = 0
    RIGHT = 1


@dataclass(frozen=True, slots=True)
class Letters:
    """Letters, or one sign of the font of icons.

    Attributes:
        name: Tells them from the others of a drawing.
        text: What is written.
        place: Where, in dp; see `Side`.
        size: In dp; they do not grow by themselves.
        color: Hex.
        family: The font family.
        side: Which of their points lies at the place.
        room: Their greatest width, in dp, beyond which they are cut; 0 for any.
        lines: How many lines of that width there may be.
        struck: Whether a line goes through them.
    """

    name: str
    text: str
    place: Point
    size: float
    color: str
    family: str
    side: Side = Side.MIDDLE
    room: float = 0.0
    lines: int = 1
    struck: bool = False


Shape: TypeAlias = Path | Letters


class Sketch:
    """Collects shapes; those that are painted alike in one layer are one path.

    Letters that are smaller than `least`, in dp, are left out.
    """

    def __init__(self, least: float = 0.0) -> None:
        self.least = least
        self._x = self._y = 0.0
        self._paths: dict[tuple[Layer, Paint], list[Part]] = {}
        self._letters: list[Letters] = []

    def within(self, box: Box) -> "Sketch":
        """Draw from now on as seen from the corner of a box."""
        self._x, self._y = box.x, box.y
        return self

    def reads(self, size: float) -> bool:
        """Whether letters of this size, in dp, are drawn."""
        return size >= self.least

    def rect(self, layer: Layer, paint: Paint, box: Box, corners: Corners = 0.0) -> None:
        """A rectangle with round corners."""
        radii = corners if isinstance(corners, tuple) else (max(corners, 0.0),) * 4
        x, y = self._at((box.x, box.y))
        if paint.across is not None:
            start, end = map(self._at, paint.across)
            paint = replace(paint, across=(start, end))
        self._add(layer, paint, (Verb.RECT, x, y, *_size(box), *map(_short, radii)))

    def oval(self, layer: Layer, paint: Paint, box: Box) -> None:
        """An oval that fills a box."""
        x, y = self._at((box.x, box.y))
        self._add(layer, paint, (Verb.OVAL, x, y, *_size(box)))

    def outline(self, layer: Layer, paint: Paint, corners: Sequence[Point]) -> None:
        """A closed line from corner to corner."""
        for at, corner in enumerate(corners):
            self._add(layer, paint, (Verb.LINE if at else Verb.MOVE, *self._at(corner)))
        self._add(layer, paint, (Verb.CLOSE,))

    def line(self, layer: Layer, paint: Paint, start: Point, end: Point) -> None:
        """A straight line."""
        self._add(layer, paint, (Verb.MOVE, *self._at(start)))
        self._add(layer, paint, (Verb.LINE, *self._at(end)))

    def curve(self, layer: Layer, paint: Paint, start: Point, bend: Point, end: Point) -> None:
        """A curve of a hand, in whole dp: no eye sees less, and they are short to be sent."""
        self._add(layer, paint, (Verb.MOVE, *self._whole(start)))
        self._add(layer, paint, (Verb.BEND, *self._whole(bend), *self._whole(end)))

    def write(self, letters: Letters) -> None:
        """Some letters; nothing where they would be too small to be read, or none."""
        if letters.text and self.reads(letters.size):
            place, size = self._at(letters.place), _short(letters.size)
            self._letters.append(replace(letters, place=place, size=size))

    def shapes(self) -> tuple[Shape, ...]:
        """All that was drawn, from the lowest layer on."""
        return tuple(self._shapes())

    def _shapes(self) -> Iterator[Shape]:
        numbered = sorted(enumerate(self._paths), key=lambda each: (each[1][0], each[0]))
        paths = [
            (key[0], Path(_name(*key), key[1], tuple(self._paths[key]))) for _, key in numbered
        ]
        yield from (path for layer, path in paths if layer < Layer.LETTER)
        yield from self._letters
        yield from (path for layer, path in paths if layer > Layer.LETTER)

    def _add(self, layer: Layer, paint: Paint, part: Part) -> None:
        self._paths.setdefault((layer, paint), []).append(part)

    def _whole(self, point: Point) -> Point:
        return round(point[0] + self._x), round(point[1] + self._y)

    def _at(self, point: Point) -> Point:
        return _short(point[0] + self._x), _short(point[1] + self._y)


def _name(layer: Layer, paint: Paint) -> str:
    return f"{layer}{paint.color}{paint.other}{paint.width:g}{'r' * paint.round}"


def _size(box: Box) -> Point:
    return _short(box.width), _short(box.height)


def _short(length: float) -> float:
    """A length in hundredths of a dp: equal shapes stay equal, whatever was added up."""
    short = round(length, 2)
    return int(short) if short == int(short) else short

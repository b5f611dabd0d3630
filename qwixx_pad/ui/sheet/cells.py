"""How the cells of a row are drawn: fields, what is printed there, numbers and pips. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from qwixx_pad.core.layout import Mark
from qwixx_pad.ui.design.tokens import Band, Theme, family
from qwixx_pad.ui.sheet.boxes import Box, Mode, RowBoxes
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook
from qwixx_pad.ui.sheet.shapes import (
    FLAT,
    LOW,
    SQUARE,
    WIDE,
    Layer,
    Letters,
    Paint,
    Point,
    Side,
    Sketch,
)
from qwixx_pad.ui.text import Kind

SIGNS = {
    "FAVORITE_ROUNDED": "\uf738",
    "STAR_ROUNDED": "\U000f01d4",
    "ECO_ROUNDED": "\uf6f2",
    "WATER_DROP_ROUNDED": "\U000f03b4",
    "REDEEM_ROUNDED": "\U000f00e6",
    "SWAP_HORIZ_ROUNDED": "\U000f01fa",
    "FILTER_VINTAGE_ROUNDED": "\uf75f",
    "STAIRS_ROUNDED": "\U000f01cd",
    "CASINO_ROUNDED": "\uf61f",
    "ADD_ROUNDED": "\uf537",
    "TOUR_ROUNDED": "\U000f0246",
    "LOCAL_FLORIST_ROUNDED": "\uf86c",
    "LOCK_ROUNDED": "\uf889",
    "LOCK_OPEN_ROUNDED": "\uf887",
    "LINK_ROUNDED": "\uf85a",
    "SWAP_VERT_ROUNDED": "\U000f01fc",
    "CHECK_ROUNDED": "\uf636",
    "VISIBILITY_OFF_ROUNDED": "\U000f0292",
}
"""Icons by the names that the design has for them."""
LOCK, LOCK_OPEN, CONNECTS = SIGNS["LOCK_ROUNDED"], SIGNS["LOCK_OPEN_ROUNDED"], SIGNS["LINK_ROUNDED"]
CHECK, HIDDEN = SIGNS["CHECK_ROUNDED"], SIGNS["VISIBILITY_OFF_ROUNDED"]
SWAP, SWAP_UPRIGHT = SIGNS["SWAP_HORIZ_ROUNDED"], SIGNS["SWAP_VERT_ROUNDED"]


_LINE, _FRAME = 1.6, 2.4
"""Widths of the line of a symbol and of a box around a number, in dp."""
_SECOND, _ASIDE = 10.0, 4.0
"""Side of the box for a second cross, and what is free below it; in dp."""
_TALLEST = 1.35
"""Of a symbol, as a multiple of its width."""
_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_OCTAGON = (
    *((0.4, -1), (1, -0.4), (1, 0.4), (0.4, 1)),
    *((-0.4, 1), (-1, 0.4), (-1, -0.4), (-0.4, -1)),
)
"""Corners, clockwise, in a square from -1 to 1."""
_POINTS, _DENT = 8, 0.76
"""Points of a star, and how far from its middle the dents between them lie."""
_THIN = 26.0
"""Of a cell whose shorter side is less than this, in dp, the lines are finer."""


def draw_mark(sketch: Sketch, cell: CellLook, box: Box, color: str, radius: float) -> None:
    """What stands around a number: nothing around most."""
    fine = min(1.0, min(box.width, box.height) / _THIN)
    pen, mark = Paint(color, round(_LINE * fine, 1)), cell.printed.mark
    if cell.apart:
        second = second_box(box)
        if second.width < box.width:
            sketch.rect(Layer.EDGE, pen, second, 2.0)
    elif cell.printed.weight > 1:
        for edge in (1.0, 4.0 * fine):
            sketch.rect(Layer.EDGE, pen, box.inset(edge, edge), max(radius - edge, 0.0))
    elif mark in {Mark.BOX, Mark.LINK}:
        frame = Paint(color, round(_FRAME * fine, 1))
        sketch.rect(Layer.EDGE, frame, box.inset(2 * fine, 2 * fine), radius - fine)
    else:
        draw_symbol(sketch, mark, box, pen)


def draw_symbol(sketch: Sketch, mark: Mark | None, box: Box, pen: Paint) -> None:
    """The symbol of a pair, as large as fits into a box; nothing for other marks."""
    corners = [*_symbol(mark, box)]
    if corners:
        sketch.outline(Layer.EDGE, pen, corners)


def second_box(cell: Box) -> Box:
    """Where the second cross of a number is made: below it, or beside it where the cell is wide."""
    if cell.width >= cell.height:
        return Box(cell.right - _SECOND - 2, cell.middle[1] - _SECOND / 2, _SECOND, _SECOND)
    return Box(cell.middle[0] - _SECOND / 2, cell.bottom - _SECOND - _ASIDE, _SECOND, _SECOND)


def _symbol(mark: Mark | None, cell: Box) -> Iterator[Point]:
    (x, y), across = cell.middle, min(cell.width / 2 - 2, cell.height / 2 - 2)
    high = min(across * _TALLEST, cell.height / 2 - 2)
    match mark:
        case Mark.FEWEST:
            yield from _round(x, y, [across] * 48)
        case Mark.EACH:
            yield from ((x, y - high), (x + across, y), (x, y + high), (x - across, y))
        case Mark.LOWEST:
            yield from ((x + a * across * 0.86, y + b * across * 0.86) for a, b in _SQUARE)
        case Mark.PLUS:
            yield from ((x + a * across, y + b * across) for a, b in _OCTAGON)
        case Mark.WAIVE:
            yield from _round(x, y, [across + 1, across * _DENT] * _POINTS)


def _round(x: float, y: float, radii: Sequence[float]) -> Iterator[Point]:
    """Points around a middle, clockwise from above, so far from it."""
    for i, radius in enumerate(radii):
        turn = 2 * pi * i / len(radii)
        yield x + radius * sin(turn), y - radius * cos(turn)


_QUIET = {Kind.SKIPPED, Kind.CLOSED, Kind.VOID, Kind.UNSHARED}
DIGIT = 0.65
"""Width of a digit, as a multiple of its size."""
_PIP_STEP, _BESIDE_PIPS = 1.6, 34.0
"""From one pip to the next, as a multiple of its size; what two digits and edges take beside them,
in dp."""
_PIP_LINE = 0.8
_PAIR = 1.5
"""From this width on, as a multiple of its height, a cell has two numbers side by side."""
_MARK = 10.0
"""Of a colour, beside a number that is printed in another one than its row; in dp."""


@dataclass(frozen=True, slots=True)
class RowCells:
    """The cells of one row while they are drawn, seen from its corner."""

    sketch: Sketch
    row: RowLook
    boxes: RowBoxes
    theme: Theme

    @property
    def colors(self) -> Band:
        """The colours of the row."""
        return self.theme.bands[self.row.letter]

    def cell_colors(self, cell: CellLook) -> tuple[str, str]:
        """Fill and number."""
        colors = self.theme.bands.get(cell.printed.color, self.colors)
        match cell.kind:
            case Kind.OPEN | Kind.READY | Kind.CROSSED if cell.printed.mark is Mark.STEP:
                return self.theme.pen, self.theme.paper
            case Kind.SKIPPED if not self.row.closed:
                return colors.skipped, colors.skipped_ink
            case Kind.SKIPPED | Kind.CLOSED | Kind.UNSHARED | Kind.VOID:
                return colors.closed_cell, colors.closed_ink
            case Kind.WAITING:
                return colors.waiting, colors.number
        return self.theme.paper, colors.number

    def is_changed(self, at: int, cell: CellLook) -> bool:
        """Whether a field is not as it was printed: it is out, or its pips are over."""
        had_pips = bool(self.row.printed.lock_mask >> at & 1)
        return cell.kind in _QUIET or (had_pips and cell.kind is not Kind.WAITING)

    def field(self, at: int, cell: CellLook, *, again: bool = False) -> None:
        """A field, and what is printed around its number; `again`: over the one that was printed.

        That lies on whole dp, around the printed one: nothing of it shines, and less is sent.
        """
        box, (fill, color), radius = self.boxes.cells[at], self.cell_colors(cell), self.boxes.radius
        is_field = cell.printed.number is None and self.boxes.lock is not None
        corners = min(box.width, box.height) / 2 if is_field else radius
        ground, round_ = (box.whole(), int(corners) - 1) if again else (box, corners)
        self.sketch.rect(Layer.FIELD, Paint(fill), ground, round_)
        if self.theme.strong:  # in high contrast every cell has an edge
            edge = Paint(color if cell.kind in _QUIET else self.theme.pen, 1.0)
            self.sketch.edge(edge, box, corners)
        draw_mark(self.sketch, cell, box, color, radius)

    def numbers(self) -> None:
        """The number of each cell: it is ink, for it moves aside and pales."""
        for at, (cell, box) in enumerate(zip(self.row.cells, self.boxes.cells, strict=True)):
            self._number(at, cell, box, self.cell_colors(cell)[1])

    def _number(self, at: int, cell: CellLook, box: Box, color: str) -> None:
        """The number, small in a corner of a crossed cell."""
        number, other = cell.printed.number, cell.printed.other
        if number is None:
            icon = CONNECTS if self.boxes.lock is not None else self._own_mark(cell)
            size = min(18.0, min(box.width, box.height) * 0.6)
            self.sketch.sign(f"{at}", icon, box.middle, size, color)
            return
        done = cell.is_crossed
        if done and not self.has_small:
            return
        size = self.grown(self.boxes.small if done else self.boxes.number, box.width)
        if other is not None:
            self._pair(at, cell, box, size, color)
        elif done:
            place, side = _corner(box, size)
            self.sketch.write(Letters(f"{at}", str(number), place, size, color, family(600), side))
        else:
            self._open_number(at, cell, box, size, color)

    def _open_number(self, at: int, cell: CellLook, box: Box, size: float, color: str) -> None:
        """In the middle, or beside what stands there too."""
        number, weight = str(cell.printed.number), 500 if cell.kind in _QUIET else 600
        beside, icon = self._beside(cell, box), self._beside_sign(cell)
        middle, place = box.middle, box.middle
        if beside:
            middle, place = self._two(box, size, beside, len(number))
        elif cell.apart and box.height > box.width:
            middle = middle[0], middle[1] - 4
        self.sketch.write(Letters(f"{at}", number, middle, size, color, family(weight)))
        if beside and icon:
            self.sketch.sign(f"{at}+", icon, place, beside, color)

    def _beside_sign(self, cell: CellLook) -> str:
        """The sign beside a number that is not crossed, if there is one."""
        if cell.kind is Kind.READY:
            return LOCK_OPEN
        marked = cell.kind is Kind.OPEN and bool(self.row.printed.inks)
        return self._own_mark(cell) if marked else ""

    def _own_mark(self, cell: CellLook) -> str:
        return SIGNS[self.theme.bands.get(cell.printed.color, self.colors).mark]

    def _beside(self, cell: CellLook, box: Box) -> float:
        """Size of what stands beside a number, in dp; 0 for nothing, as in small pictures."""
        if not self.has_small:
            return 0.0
        if cell.kind is Kind.WAITING:
            return self._pip(box)
        if cell.kind is Kind.READY:
            return 13.0 if _is_tall(box) else 16.0
        return _MARK if self._beside_sign(cell) else 0.0

    def _two(self, box: Box, size: float, beside: float, digits: int) -> tuple[Point, Point]:
        """The middles of a number and of what stands beside it, both in the middle of a cell."""
        (x, y), wide = box.middle, beside
        if self.boxes.mode is Mode.COLUMNS:
            if beside < _MARK:
                wide = self._pips_width(box)
            number = size * DIGIT * digits
            left = x - (number + 7 + wide) / 2
            return (left + number / 2, y), (left + number + 7 + wide / 2, y)
        whole = size + (5 if box.height >= FLAT else 1) + beside
        return (x, y - whole / 2 + size / 2), (x, y + whole / 2 - beside / 2)

    def _pair(self, at: int, cell: CellLook, box: Box, size: float, color: str) -> None:
        """Two numbers of which each may be read as the other."""
        numbers, done = (cell.printed.number, cell.printed.other), cell.is_crossed
        wide = box.width >= _PAIR * box.height or box.width >= WIDE
        size = min(size, (box.width - _MARK - 8) / 2 if wide else (box.height - _MARK) / 2)
        x, y = box.middle
        if wide:
            half = size * DIGIT * 2 / 2 + _MARK / 2 + 2
            if done:
                x, y = box.x + 5 + half + size * DIGIT, box.y + 4 + size / 2
            places = (x - half, y), (x + half, y)
        else:
            y = box.y + 8 + size + _MARK / 2 if done and _is_tall(box) else y
            places = (x, y - _MARK / 2 - size / 2), (x, y + _MARK / 2 + size / 2)
        for name, number, place in zip((f"{at}", f"{at}b"), numbers, places, strict=True):
            self.sketch.write(Letters(name, str(number), place, size, color, family(600)))
        self.sketch.sign(f"{at}+", SWAP if wide else SWAP_UPRIGHT, (x, y), _MARK, color)

    def grown(self, size: float, width: float) -> float:
        """Letters that grow with the device's as far as two digits have room, in dp."""
        return self.theme.two_digits(size, width) * self.theme.text

    @property
    def has_small(self) -> bool:
        """Whether there is room for a small number beside a cross."""
        return self.boxes.small > 0

    def _pip(self, box: Box) -> float:
        """Size of each of so many pips, below the number or beside it."""
        columns = self.boxes.mode is Mode.COLUMNS
        room = box.width - _BESIDE_PIPS if columns else box.width
        needs = self.row.printed.needs
        return min(3.0 if box.width < SQUARE else 4.4, room / (_PIP_STEP * (needs - 1) + 1))

    def _pips_width(self, box: Box) -> float:
        return self._pip(box) * (_PIP_STEP * (self.row.printed.needs - 1) + 1)

    def _pip_boxes(self, box: Box) -> Iterator[Box]:
        size, wide = self._pip(box), self._pips_width(box)
        digits = len(str(self.row.printed.lock_number))
        number = self.grown(self.boxes.number, box.width)
        _, (x, y) = self._two(box, number, size, digits)
        for at in range(self.row.printed.needs):
            yield Box(x - wide / 2 + at * size * _PIP_STEP, y - size / 2, size, size)

    def pips(self, cell: CellLook, box: Box) -> None:
        """A pip for each cross that a last number needs."""
        if cell.kind is Kind.WAITING and self.has_small:
            edge = Paint(self.cell_colors(cell)[1], _PIP_LINE)
            for pip in self._pip_boxes(box):
                self.sketch.oval(Layer.EDGE, edge, pip.inset(_PIP_LINE / 2, _PIP_LINE / 2))

    def filled_pips(self) -> None:
        """Those that are there."""
        for cell, box in zip(self.row.cells, self.boxes.cells, strict=True):
            if cell.kind is Kind.WAITING and self.has_small:
                fill = Paint(self.cell_colors(cell)[1])
                for pip in [*self._pip_boxes(box)][: self.row.towards]:
                    self.sketch.oval(Layer.EDGE, fill, pip)


def _is_tall(box: Box) -> bool:
    return box.width < SQUARE and box.height >= FLAT


def _corner(box: Box, size: float) -> tuple[Point, Side]:
    """Where the number of a crossed cell stands, and which of its points lies there."""
    if _is_tall(box):
        return (box.middle[0], box.y + (8 if box.height >= LOW else 5) + size / 2), Side.MIDDLE
    return (box.x + (3 if box.height < FLAT else 5), box.y + 4 + size / 2), Side.LEFT

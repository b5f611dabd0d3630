"""How the cells of a row are drawn: fields, numbers, marks and pips. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import cos, pi, sin
from typing import NamedTuple

from qwixx_pad.core.layout import Mark
from qwixx_pad.ui.geometry import Box
from qwixx_pad.ui.sheet.boxes import RowBoxes, RowMode
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook
from qwixx_pad.ui.sheet.shapes import (
    DIGIT_WIDTH,
    FLAT_CELL_DP,
    LOW_CELL_DP,
    SQUARE_CELL_DP,
    WIDE_CELL_DP,
    Layer,
    Letters,
    Paint,
    Point,
    Side,
    Sketch,
)
from qwixx_pad.ui.text import CellKind
from qwixx_pad.ui.theme.bands import Band
from qwixx_pad.ui.theme.tokens import Theme, font_family

ICON_GLYPHS = {
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
"""Characters of the icon font, by the names of the icons."""
LOCK_GLYPH = ICON_GLYPHS["LOCK_ROUNDED"]
LOCK_OPEN_GLYPH = ICON_GLYPHS["LOCK_OPEN_ROUNDED"]
LINK_GLYPH = ICON_GLYPHS["LINK_ROUNDED"]
CHECK_GLYPH = ICON_GLYPHS["CHECK_ROUNDED"]
HIDDEN_GLYPH = ICON_GLYPHS["VISIBILITY_OFF_ROUNDED"]
SWAP_GLYPH = ICON_GLYPHS["SWAP_HORIZ_ROUNDED"]
SWAP_UPRIGHT_GLYPH = ICON_GLYPHS["SWAP_VERT_ROUNDED"]


_SYMBOL_LINE_DP = 1.6
"""Width of the line of a symbol."""
_FRAME_LINE_DP = 2.4
"""Width of the line of a box around a number."""
_SECOND_BOX_DP = 10.0
"""Side of the box for a second cross."""
_SECOND_BOX_GAP_DP = 4.0
"""Below that box."""
_MAX_ASPECT = 1.35
"""The greatest height of a symbol, as a multiple of its width."""
_SQUARE_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_OCTAGON_CORNERS = (
    (0.4, -1),
    (1, -0.4),
    (1, 0.4),
    (0.4, 1),
    (-0.4, 1),
    (-1, 0.4),
    (-1, -0.4),
    (-0.4, -1),
)
"""Clockwise, in a square from -1 to 1."""
_STAR_POINTS = 8
_STAR_DENT = 0.76
"""Distance of the dents between the points from the middle, as a share of that of the points."""
_THIN_CELL_DP = 26.0
"""A cell whose shorter side is less than this has finer lines."""


def draw_mark(sketch: Sketch, cell: CellLook, box: Box, color: str, radius: float) -> None:
    """Draw what is printed around a number, if anything."""
    fine = min(1.0, min(box.width, box.height) / _THIN_CELL_DP)
    pen = Paint(color, round(_SYMBOL_LINE_DP * fine, 1))
    mark = cell.printed_cell.mark
    if cell.has_second_box:
        second = second_box(box)
        if second.width < box.width:
            sketch.draw_rect(Layer.EDGE, pen, second, 2.0)
    elif cell.printed_cell.weight > 1:
        for edge in (1.0, 4.0 * fine):
            sketch.draw_rect(Layer.EDGE, pen, box.inset(edge, edge), max(radius - edge, 0.0))
    elif mark in {Mark.BOX, Mark.LINK}:
        frame = Paint(color, round(_FRAME_LINE_DP * fine, 1))
        sketch.draw_rect(Layer.EDGE, frame, box.inset(2 * fine, 2 * fine), radius - fine)
    else:
        draw_symbol(sketch, mark, box, pen)


def draw_symbol(sketch: Sketch, mark: Mark | None, box: Box, pen: Paint) -> None:
    """Draw the symbol of a pair as large as it fits into a box; nothing for other marks."""
    corners = [*_symbol_corners(mark, box)]
    if corners:
        sketch.draw_outline(Layer.EDGE, pen, corners)


def second_box(cell: Box) -> Box:
    """The box for a second cross of a number: below it, or beside it in a wide cell."""
    x, y = cell.middle
    if cell.width >= cell.height:
        corner = cell.right - _SECOND_BOX_DP - 2, y - _SECOND_BOX_DP / 2
    else:
        corner = x - _SECOND_BOX_DP / 2, cell.bottom - _SECOND_BOX_DP - _SECOND_BOX_GAP_DP
    return Box(*corner, _SECOND_BOX_DP, _SECOND_BOX_DP)


def _symbol_corners(mark: Mark | None, cell: Box) -> Iterator[Point]:
    x, y = cell.middle
    across = min(cell.width / 2 - 2, cell.height / 2 - 2)
    high = min(across * _MAX_ASPECT, cell.height / 2 - 2)
    match mark:
        case Mark.FEWEST:
            yield from _circle_points(x, y, [across] * 48)
        case Mark.EACH:
            yield from ((x, y - high), (x + across, y), (x, y + high), (x - across, y))
        case Mark.LOWEST:
            yield from ((x + a * across * 0.86, y + b * across * 0.86) for a, b in _SQUARE_CORNERS)
        case Mark.PLUS:
            yield from ((x + a * across, y + b * across) for a, b in _OCTAGON_CORNERS)
        case Mark.WAIVE:
            yield from _circle_points(x, y, [across + 1, across * _STAR_DENT] * _STAR_POINTS)


def _circle_points(x: float, y: float, radii: Sequence[float]) -> Iterator[Point]:
    """Yield points around a middle, clockwise from the top, each at its own distance."""
    for i, radius in enumerate(radii):
        angle = 2 * pi * i / len(radii)
        yield x + radius * sin(angle), y - radius * cos(angle)


_OUT_KINDS = {CellKind.SKIPPED, CellKind.CLOSED, CellKind.VOID, CellKind.UNSHARED}
_PIP_STEP = 1.6
"""From one pip to the next, as a multiple of its size."""
_PIPS_MARGIN_DP = 34.0
"""What two digits and the edges take from the pips beside them."""
_PIP_LINE_DP = 0.8
_FLAT_EDGE_DP = 3.0
"""Before the number of a flat cell that is crossed."""
_NUMBER_SHARE = 0.63
"""The greatest share of its width for the number and that edge; the rest is for the cross."""
_PAIR_ASPECT = 1.5
"""A cell at least this much wider than high has its two numbers side by side."""
_COLOR_MARK_DP = 10.0
"""Size of the icon of a number's colour, if it is not that of its row."""


class CellColors(NamedTuple):
    """The colours of a cell; its number's are those of what is printed around it too."""

    fill: str
    number: str


@dataclass(frozen=True, slots=True)
class RowCells:
    """Draws the cells of one row, seen from its corner."""

    sketch: Sketch
    row: RowLook
    boxes: RowBoxes
    theme: Theme

    @property
    def row_colors(self) -> Band:
        return self.theme.bands[self.row.letter]

    def cell_colors(self, cell: CellLook) -> CellColors:
        colors = self.theme.bands.get(cell.printed_cell.color, self.row_colors)
        match cell.kind:
            case CellKind.OPEN | CellKind.READY | CellKind.CROSSED if (
                cell.printed_cell.mark is Mark.STEP
            ):
                return CellColors(self.theme.pen, self.theme.paper)
            case CellKind.SKIPPED if not self.row.is_closed:
                return CellColors(colors.skipped, colors.skipped_number)
            case CellKind.SKIPPED | CellKind.CLOSED | CellKind.UNSHARED | CellKind.VOID:
                return CellColors(colors.closed_cell, colors.closed_number)
            case CellKind.WAITING:
                return CellColors(colors.waiting, colors.number)
        return CellColors(self.theme.paper, colors.number)

    def is_changed(self, at: int, cell: CellLook) -> bool:
        """True if a field is no longer as printed: it cannot be crossed, or its pips are gone."""
        had_pips = bool(self.row.printed_row.lock_mask >> at & 1)
        return cell.kind in _OUT_KINDS or (had_pips and cell.kind is not CellKind.WAITING)

    def draw_field(self, at: int, cell: CellLook, *, over_print: bool = False) -> None:
        """Draw a field and what is printed around its number.

        `over_print`: it covers the printed field, which shines through nowhere because this one
        extends to whole dp. Whole numbers are also shorter to send.
        """
        box = self.boxes.cells[at]
        fill, color = self.cell_colors(cell)
        is_round = cell.printed_cell.number is None and self.boxes.lock is not None
        radius = min(box.width, box.height) / 2 if is_round else self.boxes.radius
        if over_print:
            self.sketch.draw_rect(Layer.FIELD, Paint(fill), box.rounded_out(), int(radius) - 1)
        else:
            self.sketch.draw_rect(Layer.FIELD, Paint(fill), box, radius)
        if self.theme.high_contrast:  # every cell has an edge
            edge = Paint(color if cell.kind in _OUT_KINDS else self.theme.pen, 1.0)
            self.sketch.draw_edge(edge, box, radius)
        draw_mark(self.sketch, cell, box, color, self.boxes.radius)

    def draw_numbers(self) -> None:
        """Draw the numbers. They are ink, because they move aside and turn pale."""
        for at, (cell, box) in enumerate(zip(self.row.cells, self.boxes.cells, strict=True)):
            self._draw_number(at, cell, box, self.cell_colors(cell).number)

    def _draw_number(self, at: int, cell: CellLook, box: Box, color: str) -> None:
        """Draw a number, small in a corner of a crossed cell; in a field without one its icon."""
        number = cell.printed_cell.number
        if number is None:
            icon = LINK_GLYPH if self.boxes.lock is not None else self._color_glyph(cell)
            size = min(18.0, min(box.width, box.height) * 0.6)
            self.sketch.draw_icon(f"{at}", icon, box.middle, size, color)
            return
        if not cell.is_crossed:
            size = self.grown_size(self.boxes.number_sp, box.width)
        elif self.has_small_numbers:
            size = self._small_number_size(cell, box)
        else:
            return
        if cell.printed_cell.other is not None:
            self._draw_number_pair(at, cell, box, size, color)
        elif cell.is_crossed:
            place, side = _corner_number_point(box, size)
            self.sketch.draw_letters(
                Letters(f"{at}", str(number), place, size, color, font_family(600), side)
            )
        else:
            self._draw_open_number(at, cell, box, size, color)

    def _small_number_size(self, cell: CellLook, box: Box) -> float:
        """Size of the number of a crossed cell, in dp; smaller in a flat one, beside the cross."""
        size = self.grown_size(self.boxes.small_sp, box.width)
        if box.height >= FLAT_CELL_DP or cell.printed_cell.other is not None:
            return size
        digits = len(str(cell.printed_cell.number))
        return min(size, (box.width * _NUMBER_SHARE - _FLAT_EDGE_DP) / (DIGIT_WIDTH * digits))

    def flat_number_width(self, cell: CellLook, box: Box) -> float:
        """Width of the number before the cross in a flat cell, in dp; 0 in other cells."""
        number = cell.printed_cell.number
        if number is None or cell.printed_cell.other is not None or box.height >= FLAT_CELL_DP:
            return 0.0
        return _FLAT_EDGE_DP + self._small_number_size(cell, box) * DIGIT_WIDTH * len(str(number))

    def _draw_open_number(self, at: int, cell: CellLook, box: Box, size: float, color: str) -> None:
        """Draw the number in the middle, with the icon or pips beside it if there are any."""
        number = str(cell.printed_cell.number)
        family = font_family(500 if cell.kind in _OUT_KINDS else 600)
        icon = self._side_glyph(cell)
        icon_size = self._side_glyph_size(cell, box)
        middle = box.middle
        place = box.middle
        if icon_size:
            middle, place = self._paired_middles(box, size, icon_size, len(number))
        elif cell.has_second_box and box.height > box.width:
            middle = middle[0], middle[1] - 4
        self.sketch.draw_letters(Letters(f"{at}", number, middle, size, color, family))
        if icon and icon_size:
            self.sketch.draw_icon(f"{at}+", icon, place, icon_size, color)

    def _side_glyph(self, cell: CellLook) -> str:
        """The icon beside a number that is not crossed; empty for none."""
        if cell.kind is CellKind.READY:
            return LOCK_OPEN_GLYPH
        marked = cell.kind is CellKind.OPEN and bool(self.row.printed_row.cell_colors)
        return self._color_glyph(cell) if marked else ""

    def _color_glyph(self, cell: CellLook) -> str:
        return ICON_GLYPHS[self.theme.bands.get(cell.printed_cell.color, self.row_colors).icon]

    def _side_glyph_size(self, cell: CellLook, box: Box) -> float:
        """Size of the icon or of a pip beside a number, in dp; 0 for none, as in thumbnails."""
        if not self.has_small_numbers:
            return 0.0
        if cell.kind is CellKind.WAITING:
            return self._pip_size(box)
        if cell.kind is CellKind.READY:
            return 13.0 if _is_tall(box) else 16.0
        return _COLOR_MARK_DP if self._side_glyph(cell) else 0.0

    def _paired_middles(
        self, box: Box, size: float, icon_size: float, digits: int
    ) -> tuple[Point, Point]:
        """The centres of a number and of the icon or the pips beside it, which share the middle."""
        x, y = box.middle
        if self.boxes.mode is RowMode.COLUMNS:
            icon = self._pips_width(box) if icon_size < _COLOR_MARK_DP else icon_size
            number = size * DIGIT_WIDTH * digits
            left = x - (number + 7 + icon) / 2
            return (left + number / 2, y), (left + number + 7 + icon / 2, y)
        whole = size + (5 if box.height >= FLAT_CELL_DP else 1) + icon_size
        return (x, y - whole / 2 + size / 2), (x, y + whole / 2 - icon_size / 2)

    def _draw_number_pair(self, at: int, cell: CellLook, box: Box, size: float, color: str) -> None:
        """Draw two numbers, either of which can be read as the other."""
        x, y = box.middle
        if box.width >= _PAIR_ASPECT * box.height or box.width >= WIDE_CELL_DP:
            icon = SWAP_GLYPH
            size = min(size, (box.width - _COLOR_MARK_DP - 8) / (4 * DIGIT_WIDTH))
            half = size * DIGIT_WIDTH + _COLOR_MARK_DP / 2 + 2
            if cell.is_crossed:
                x = box.x + 5 + half + size * DIGIT_WIDTH
                y = box.y + 4 + size / 2
            first, second = (x - half, y), (x + half, y)
        else:
            icon = SWAP_UPRIGHT_GLYPH
            size = min(size, (box.height - _COLOR_MARK_DP) / 2)
            if cell.is_crossed and _is_tall(box):
                y = box.y + 8 + size + _COLOR_MARK_DP / 2
            first = x, y - _COLOR_MARK_DP / 2 - size / 2
            second = x, y + _COLOR_MARK_DP / 2 + size / 2
        number = str(cell.printed_cell.number)
        other = str(cell.printed_cell.other)
        family = font_family(600)
        self.sketch.draw_letters(Letters(f"{at}", number, first, size, color, family))
        self.sketch.draw_letters(Letters(f"{at}b", other, second, size, color, family))
        self.sketch.draw_icon(f"{at}+", icon, (x, y), _COLOR_MARK_DP, color)

    def grown_size(self, size: float, width: float) -> float:
        """The size of letters that grow as far as two digits fit into `width`, in dp."""
        return self.theme.two_digits(size, width) * self.theme.text_scale

    @property
    def has_small_numbers(self) -> bool:
        """True if there is room for a small number beside a cross."""
        return self.boxes.small_sp > 0

    def _pip_size(self, box: Box) -> float:
        """The size of a pip, in dp."""
        room = box.width - (_PIPS_MARGIN_DP if self.boxes.mode is RowMode.COLUMNS else 0)
        needs = self.row.printed_row.crosses_to_lock
        return min(3.0 if box.width < SQUARE_CELL_DP else 4.4, room / (_PIP_STEP * (needs - 1) + 1))

    def _pips_width(self, box: Box) -> float:
        return self._pip_size(box) * (_PIP_STEP * (self.row.printed_row.crosses_to_lock - 1) + 1)

    def _pip_boxes(self, cell: CellLook, box: Box) -> Iterator[Box]:
        """Yield a box for each cross that a last number needs; none for other cells."""
        if cell.kind is not CellKind.WAITING or not self.has_small_numbers:
            return
        size = self._pip_size(box)
        digits = len(str(self.row.printed_row.lock_number))
        number = self.grown_size(self.boxes.number_sp, box.width)
        _, (x, y) = self._paired_middles(box, number, size, digits)
        left = x - self._pips_width(box) / 2
        for at in range(self.row.printed_row.crosses_to_lock):
            yield Box(left + at * size * _PIP_STEP, y - size / 2, size, size)

    def draw_pips(self, cell: CellLook, box: Box) -> None:
        """Draw a pip for each cross that a last number needs."""
        for pip in self._pip_boxes(cell, box):
            edge = Paint(self.cell_colors(cell).number, _PIP_LINE_DP)
            self.sketch.draw_oval(Layer.EDGE, edge, pip.inset(_PIP_LINE_DP / 2, _PIP_LINE_DP / 2))

    def draw_filled_pips(self) -> None:
        """Fill a pip for each cross so far."""
        for cell, box in zip(self.row.cells, self.boxes.cells, strict=True):
            for pip in islice(self._pip_boxes(cell, box), self.row.lock_crosses):
                self.sketch.draw_oval(Layer.EDGE, Paint(self.cell_colors(cell).number), pip)


def _is_tall(box: Box) -> bool:
    return box.width < SQUARE_CELL_DP and box.height >= FLAT_CELL_DP


def _corner_number_point(box: Box, size: float) -> tuple[Point, Side]:
    """The place of a crossed cell's number, and which of its sides is there."""
    if _is_tall(box):
        above = 8 if box.height >= LOW_CELL_DP else 5
        return (box.middle[0], box.y + above + size / 2), Side.MIDDLE
    edge = _FLAT_EDGE_DP if box.height < FLAT_CELL_DP else 5
    return (box.x + edge, box.y + 4 + size / 2), Side.LEFT

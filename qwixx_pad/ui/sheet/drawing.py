"""How rows are drawn: the print, which a game never changes, and the ink. Pure.

Both are drawn by the same functions. The ink repeats the field of a cell that differs from its
print, and contains all numbers, for these move aside and turn pale.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from qwixx_pad.core.layout import BONUS_LETTERS, CellRef, Mark
from qwixx_pad.ui.geometry import Box, bounding_box
from qwixx_pad.ui.sheet.boxes import RowBoxes, RowMode
from qwixx_pad.ui.sheet.cells import (
    ICON_GLYPHS,
    LOCK_GLYPH,
    LOCK_OPEN_GLYPH,
    RowCells,
    second_box,
)
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook
from qwixx_pad.ui.sheet.shapes import (
    DIGIT_WIDTH,
    Layer,
    Letters,
    Paint,
    Point,
    Side,
    Sketch,
    Stroke,
    as_shapes,
    cell_strokes,
    cross_strokes,
    draw_strokes,
    strike_through,
)
from qwixx_pad.ui.text import CellKind, LockState
from qwixx_pad.ui.theme.bands import contrast_ratio
from qwixx_pad.ui.theme.tokens import Theme, font_family, text_width

UNSENT_OPACITY = 0.35
"""Of entries that are on this device only."""
_CROSSED_LOCK_OPACITY = 0.45
"""Of a lock below its cross."""
_MAX_RADIUS_DP = 13.0
"""Of a row's corners."""
_MAX_RADIUS_SHARE = 0.38
"""The same as a share of the row's height."""
_BLOCK_MARGIN_DP = 2.5
"""How far a block of another colour extends beyond the cells on it."""
_BLEND_SHARE = 0.04
"""How far a blend of two colours extends to each side of the middle, as a share of the row."""
_LINK_LINE_DP = 1.5
"""Width of the edges of a link between two cells."""
_NAME_SP = 14.0
_WORD_SP = 12.0
_MAX_WORD_SCALE = 1.25
"""How much words grow in boxes that do not grow."""
_CURSOR_RING_DP = 2.0
"""Width of each of the cursor's two rings, and of the gap between them."""
_WORD_MARGIN_DP = 8.0
"""At the sides of a word below the points of a row."""
_FADED_OPACITY = 0.7
"""Of the ground over cells that cannot be chosen now."""
_LETTER_WIDTH = 0.55
"""About the width of a letter, as a multiple of its size."""


@as_shapes
def print_shapes(
    sketch: Sketch,
    rows: Sequence[RowLook],
    boxes: Sequence[RowBoxes],
    links: Sequence[Box],
    theme: Theme,
) -> None:
    """Draw what is printed, seen from the corner of the sheet; `rows` are `blank_rows`."""
    for row, where in zip(rows, boxes, strict=True):
        _RowDrawing(sketch.move_to(where.box), row, where, theme).draw_print()
    _draw_links(sketch, links, theme)


@as_shapes
def overlay_shapes(
    sketch: Sketch,
    ringed: Sequence[CellRef],
    boxes: Sequence[RowBoxes],
    links: Sequence[Box],
    theme: Theme,
) -> None:
    """Draw links and rings, which lie over rows that are redrawn."""
    for place in ringed:
        row = boxes[place.row]
        _draw_ring(sketch.move_to(row.box), row, place.position, theme)
    _draw_links(sketch, links, theme)


@as_shapes
def choice_shapes(
    sketch: Sketch,
    lit: Sequence[CellRef],
    rows: Sequence[RowLook],
    boxes: Sequence[RowBoxes],
    theme: Theme,
) -> None:
    """Fade all cells but the `lit` ones, which get wide rings; see `SheetLook.lit_cells`."""
    for index, (row, where) in enumerate(zip(rows, boxes, strict=True)):
        sketch.move_to(where.box)
        faded = Paint(f"{theme.bands[row.letter].band},{_FADED_OPACITY}")
        for at, cell in enumerate(where.cells):
            if CellRef(index, at) not in lit:
                sketch.draw_rect(Layer.FIELD, faded, cell.rounded_out(), int(where.radius) - 1)
    for place in lit:
        row_boxes = boxes[place.row]
        _draw_wide_ring(sketch.move_to(row_boxes.box), row_boxes, place.position, theme)


@as_shapes
def closed_row_shapes(sketch: Sketch, row: RowLook, boxes: RowBoxes, theme: Theme) -> None:
    """Draw the print of a row that another seat has closed, from its corner; else nothing."""
    if row.is_closed:
        _RowDrawing(sketch, row, boxes, theme).draw_print()


@as_shapes
def ink_shapes(sketch: Sketch, row: RowLook, boxes: RowBoxes, theme: Theme, seed: str) -> None:
    """Draw the ink of one row, seen from its corner."""
    _RowDrawing(sketch, row, boxes, theme).draw_ink(seed)


@as_shapes
def written_shapes(sketch: Sketch, row: RowLook, boxes: RowBoxes, theme: Theme, seed: str) -> None:
    """Draw what is written in the cells of a row, seen from its corner: numbers and crosses."""
    drawing = _RowDrawing(sketch, row, boxes, theme)
    drawing.draw_numbers()
    drawing.draw_crosses(seed)


def draw_picture(  # noqa: PLR0913 - rows, where they lie, and how they are painted
    rows: Sequence[RowLook],
    boxes: Sequence[RowBoxes],
    links: Sequence[Box],
    theme: Theme,
    seed: str,
    *,
    min_letter_dp: float = 0.0,
    asked_position: int | None = None,
) -> Sketch:
    """Draw print and ink together, for a sheet that is only looked at.

    Letters smaller than `min_letter_dp` are left out. The cell at `asked_position` of the first row
    gets a wide ring.
    """
    sketch = Sketch(min_letter_dp)
    for row, where in zip(rows, boxes, strict=True):
        drawing = _RowDrawing(sketch.move_to(where.box), row, where, theme)
        drawing.draw_print()
        drawing.draw_filled_pips()
        drawing.draw_numbers()
        drawing.draw_pen(seed)
        for at in row.ringed_positions:
            _draw_ring(sketch, where, at, theme)
        drawing.draw_words()
    _draw_links(sketch, links, theme)
    if asked_position is not None:
        _draw_wide_ring(sketch.move_to(boxes[0].box), boxes[0], asked_position, theme)
    return sketch


@as_shapes
def cursor_shapes(sketch: Sketch, box: Box, letter: str, theme: Theme) -> None:
    """Draw the two rings of the keyboard cursor; `letter` is that of its row, else empty."""
    color = theme.ring_color(letter) if letter in theme.bands else theme.ink
    between = max(theme.paper, theme.pen, key=lambda other: contrast_ratio(color, other))
    for paint in (Paint(color, 3 * _CURSOR_RING_DP), Paint(between, _CURSOR_RING_DP)):
        sketch.draw_rect(Layer.PEN, paint, box.inset(-_CURSOR_RING_DP, -_CURSOR_RING_DP), 9.0)


def _draw_wide_ring(sketch: Sketch, row: RowBoxes, at: int, theme: Theme) -> None:
    """Draw a ring around a cell that is asked about, over its edge."""
    outer = row.cells[at].inset(-_LINK_LINE_DP, -_LINK_LINE_DP)
    sketch.draw_rect(
        Layer.PEN, Paint(theme.pen, 2 * _LINK_LINE_DP), outer, row.radius + _LINK_LINE_DP
    )


def _draw_ring(sketch: Sketch, row: RowBoxes, at: int, theme: Theme) -> None:
    """Draw a ring inside the cell of a cross that can be undone."""
    line = Paint(theme.pen, 3.0 if theme.high_contrast else 2.0)
    sketch.draw_rect(Layer.PEN, line, row.cells[at].inset(1, 1), row.radius - 1)


def _draw_links(sketch: Sketch, links: Sequence[Box], theme: Theme) -> None:
    """Draw bars of paper from cell to cell, with edges along their sides."""
    sketch.move_to(Box(0, 0, 0, 0))
    edge = Paint(theme.pen, _LINK_LINE_DP)
    for box in links:
        sketch.draw_rect(Layer.EDGE, Paint(theme.paper), box)
        inner = box.inset(_LINK_LINE_DP / 2, _LINK_LINE_DP / 2)
        if box.width > box.height:
            for y in (inner.y, inner.bottom):
                sketch.draw_line(Layer.EDGE, edge, (box.x, y), (box.right, y))
        else:
            for x in (inner.x, inner.right):
                sketch.draw_line(Layer.EDGE, edge, (x, box.y), (x, box.bottom))


class _RowDrawing(RowCells):
    """Draws one row, seen from its corner."""

    def draw_print(self) -> None:
        """Draw the ground of the row and its cells as they are now."""
        self._draw_ground()
        self._draw_row_icon()
        for at, cell in enumerate(self.row.cells):
            self.draw_field(at, cell)
            self.draw_pips(cell, self.boxes.cells[at])

    def draw_ink(self, seed: str) -> None:
        """Draw numbers, crosses, words, and the fields that differ from their print."""
        if not self.row.is_closed:
            for at, cell in enumerate(self.row.cells):
                if self.is_changed(at, cell):
                    self.draw_field(at, cell, over_print=True)
            self.draw_filled_pips()
        self.draw_numbers()
        self.draw_pen(seed)
        self.draw_words()

    # what a row lies on

    def _draw_ground(self) -> None:
        boxes = self.boxes
        colors = self.row_colors
        is_closed = self.row.is_closed
        whole = boxes.box.relative_to(boxes.box)
        radius = min(_MAX_RADIUS_DP, boxes.box.height * _MAX_RADIUS_SHARE)
        band = Paint(colors.closed_band if is_closed else colors.band)
        self.sketch.draw_rect(Layer.GROUND, self._two_color_paint() or band, whole, radius)
        if boxes.cap is not None:
            cap = Paint(colors.closed_cap if is_closed else colors.cap)
            corners = (
                (0, 0, radius, radius) if boxes.mode is RowMode.COLUMNS else (0, radius, radius, 0)
            )
            self.sketch.draw_rect(Layer.END, cap, boxes.cap, corners)
        self._draw_blocks()
        if colors.outline is not None:
            outline = Paint(colors.outline, 2 if self.theme.high_contrast else 1)
            self.sketch.draw_edge(outline, whole, radius)

    def _two_color_paint(self) -> Paint | None:
        """A blend of both neighbours' colours for a row of bonus numbers; None for other rows."""
        if not self.row.printed_row.bonus_for:
            return None
        one, other = (self.theme.bands[letter].band for letter in self.row.printed_row.bonus_for)
        before = 0.5 - _BLEND_SHARE
        after = 0.5 + _BLEND_SHARE
        if self.boxes.mode is RowMode.COLUMNS:
            width = self.boxes.box.width
            gradient = ((width * before, 0.0), (width * after, 0.0))
        else:
            height = self.boxes.box.height
            gradient = ((0.0, height * before), (0.0, height * after))
        return Paint(one, second_color=other, gradient=gradient)

    def _draw_blocks(self) -> None:
        """Draw a block of colour behind each run of cells that have another colour than the row."""
        inks = zip(self.row.printed_row.cell_colors, self.boxes.cells, strict=False)
        for ink, run in groupby(inks, key=itemgetter(0)):
            if ink != self.row.letter:
                colors = self.theme.bands[ink]
                fill = Paint(colors.closed_band if self.row.is_closed else colors.band)
                cells = bounding_box([box for _, box in run])
                block = cells.inset(-_BLOCK_MARGIN_DP, -_BLOCK_MARGIN_DP)
                self.sketch.draw_rect(Layer.END, fill, block, self.boxes.radius + _BLOCK_MARGIN_DP)

    def _draw_row_icon(self) -> None:
        """Draw the icon at the head of a row; rows of bonus numbers have none."""
        head = self.boxes.head
        if head is None or self.row.letter in BONUS_LETTERS:
            return
        x, y = head.middle
        size = 20.0
        if self.boxes.mode is RowMode.COLUMNS:
            size = 18.0
            x = head.x + size / 2
        elif self.boxes.mode is RowMode.ROWS and self.boxes.lock is not None:  # before the name
            size = 16.0
            x = head.x + size / 2
        self.sketch.draw_icon(
            "mark", ICON_GLYPHS[self.row_colors.icon], (x, y), size, self.row_colors.text
        )

    # what the pen writes

    def draw_pen(self, seed: str) -> None:
        """Draw all that the pen has written, also on the lock."""
        self.draw_crosses(seed)
        if self.boxes.lock is not None:
            self._draw_lock(self.boxes.lock, f"{seed}{self.row.letter}-lock")

    def draw_crosses(self, seed: str) -> None:
        """Draw the crosses of cells, and lines through cells that were passed over."""
        for cell, box in zip(self.row.cells, self.boxes.cells, strict=True):
            name = f"{seed}{cell.token}"
            if cell.is_crossed:
                ink = self.theme.paper if cell.printed_cell.mark is Mark.STEP else self.theme.pen
                color = f"{ink},{UNSENT_OPACITY}" if cell.is_unsent else ink
                draw_strokes(self.sketch, self._cross_strokes(name, cell, box), color)
            elif cell.kind in {CellKind.SKIPPED, CellKind.VOID} and self.has_small_numbers:
                draw_strokes(self.sketch, [strike_through(name, box)], self.cell_colors(cell)[1])

    def _cross_strokes(self, name: str, cell: CellLook, box: Box) -> Iterator[Stroke]:
        is_doubled = cell.kind is CellKind.DOUBLED
        if self.has_small_numbers:
            second = second_box(box) if cell.has_second_box else None
            yield from cell_strokes(
                name, box, second, self.flat_number_width(cell, box), twice=is_doubled
            )
            return
        side = min(box.width, box.height)
        square = box.inset((box.width - side) / 2, (box.height - side) / 2)
        yield from cross_strokes(name, square, stretched=True)
        if is_doubled:
            yield from cross_strokes(
                f"{name}1", square.inset(side * 0.08, side * 0.08), stretched=True
            )

    def _draw_lock(self, box: Box, name: str) -> None:
        """Draw the lock, and the cross on this sheet's own lock."""
        color = self.row_colors.text
        icon = LOCK_OPEN_GLYPH if self.row.lock is LockState.OPEN else LOCK_GLYPH
        side = min(box.width, box.height, 34.0)
        size = min(19.0 if self.boxes.mode is RowMode.ROWS else 20.0, side * 0.72)
        if self.row.lock is not LockState.MINE:
            self.sketch.draw_icon("lock", icon, box.middle, size, color)
            return
        pale = f"{color},{_CROSSED_LOCK_OPACITY}"
        self.sketch.draw_icon("lock", icon, box.middle, size, pale)
        pen = self.theme.pen if self.row.letter == "y" else color
        place = box.inset((box.width - side) / 2, max((box.height - side * 1.3) / 2, 0.0))
        strokes = cross_strokes(name, place, stretched=not self.has_small_numbers)
        draw_strokes(self.sketch, strokes, pen)

    # words

    def draw_words(self) -> None:
        """Draw the name of a row, its points, and what its next cross adds."""
        points = self.boxes.points
        gain = self.boxes.gain
        if points is not None:
            has_gain = self.row.gain is not None or self.row.closed_label
            if self.boxes.mode is RowMode.LANDSCAPE and gain is not None and not has_gain:
                points = bounding_box([points, gain])
            self._draw_points(points)
        if self.boxes.mode is not RowMode.ROWS:
            if gain is not None:
                self._draw_gain(gain)
        elif self.boxes.head is not None and self.row.name:
            self._draw_name(self.boxes.head)

    def _end_point(self, box: Box) -> tuple[Point, Side]:
        """The point for the words of a row: right in columns, else in the middle of their box."""
        if self.boxes.mode is RowMode.COLUMNS:
            return (box.right, box.middle[1]), Side.RIGHT
        return box.middle, Side.MIDDLE

    def _draw_points(self, box: Box) -> None:
        text = self.row.points
        fits = box.width / (0.7 * max(2, len(text)))
        size = min(self.grown_size(self.boxes.points_sp, box.width), fits)
        place, side = self._end_point(box)
        self.sketch.draw_letters(
            Letters("sum", text, place, size, self.row_colors.text, font_family(700), side)
        )

    def _draw_name(self, head: Box) -> None:
        """Draw the name at the left, and who has closed the row or the next gain at the right."""
        size = _NAME_SP * self.theme.text_scale
        y = head.middle[1]
        color = self.row_colors.text
        name = Letters(
            "name", self.row.name, (head.x + 20, y), size, color, font_family(600), Side.LEFT
        )
        self.sketch.draw_letters(name)
        small = _WORD_SP * self.theme.text_scale
        end = (self.boxes.gain or head).right
        if self.row.closed_by_text:
            text = self.row.closed_by_text
            free = end - head.x - 36 - size * text_width(self.row.name)
            if (free - 4) / (text_width(text) + 1) < _WORD_SP and self.row.closed_label:
                text = self.row.closed_label
            fits = (free - 4) / (text_width(text) + 1)
            small = max(min(small, _WORD_SP), min(small, fits))
            self.sketch.draw_icon("shut", LOCK_GLYPH, (end - small / 2, y), small, color)
            place = (end - small - 4, y)
            self.sketch.draw_letters(
                Letters(
                    name="pill",
                    text=text,
                    point=place,
                    size=small,
                    color=color,
                    family=font_family(500),
                    side=Side.RIGHT,
                    max_width=max(free - small - 4, small),
                )
            )
        elif self.row.gain is not None and self.boxes.gain is not None:
            text = f"+{self.row.gain}"
            self.sketch.draw_letters(
                Letters("gain", text, (end, y), size, color, font_family(600), Side.RIGHT)
            )
            place = (end - size * DIGIT_WIDTH * len(text) - 4, y)
            self.sketch.draw_letters(
                Letters(
                    "next", self.row.next_word, place, small, color, font_family(400), Side.RIGHT
                )
            )

    def _draw_gain(self, box: Box) -> None:
        """Draw what the next cross adds, or that the row is closed, where there is little room."""
        size = self.theme.capped_size(_WORD_SP, _MAX_WORD_SCALE) * self.theme.text_scale
        text = self.row.closed_label
        if text:  # as large as it fits
            fits = (box.width - _WORD_MARGIN_DP) / (_LETTER_WIDTH * len(text))
            size = max(size, min(_NAME_SP * self.theme.text_scale, fits))
        elif self.row.gain is not None:
            text = f"{self.row.next_word} +{self.row.gain}"
            if len(text) * size * _LETTER_WIDTH > box.width:
                text = f"+{self.row.gain}"
        place, side = self._end_point(box)
        self.sketch.draw_letters(
            Letters(
                "gain", text, place, size, self.row_colors.text, font_family(500), side, box.width
            )
        )

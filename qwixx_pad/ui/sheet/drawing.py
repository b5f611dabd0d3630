"""How rows are drawn: the print, which a game never changes, and the ink on it. Pure.

Print and ink are drawn by the same strokes: the ink has the field of a cell where it is not as it
was printed, and all numbers, for these move aside and pale.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from qwixx_pad.core.layout import BONUS_LETTERS, CellRef, Mark
from qwixx_pad.ui.geometry import Box, bounding_box
from qwixx_pad.ui.sheet.boxes import RowBoxes, RowMode
from qwixx_pad.ui.sheet.cells import (
    DIGIT_WIDTH,
    ICON_GLYPHS,
    LOCK_GLYPH,
    LOCK_OPEN_GLYPH,
    RowCells,
    second_box,
)
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook
from qwixx_pad.ui.sheet.shapes import (
    Layer,
    Letters,
    Paint,
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
from qwixx_pad.ui.theme.tokens import Theme, contrast_ratio, font_family, text_width

UNSENT_OPACITY = 0.35
"""Opacity of what stands on one device only."""
_CROSSED_LOCK_OPACITY = 0.45
"""Opacity of the lock below its cross."""
_MAX_RADIUS_DP = 13.0
_MAX_RADIUS_SHARE = 0.38
"""Of a row's corners, in dp; the most that it may be, as a share of its height."""
_BLOCK_MARGIN_DP = 2.5
"""How far a block of another colour reaches beyond the cells on it, in dp."""
_BLEND_SHARE = 0.04
"""Of the way between two colours, what lies on each side of the middle."""
_LINK_LINE_DP = 1.5
"""Width of the edges of what links two cells, in dp."""
_NAME_SP = 14.0
_WORD_SP = 12.0
_MAX_WORD_SCALE = 1.25
"""Letters of a name and of other words, in sp; how much the latter grow in boxes that do not."""
_CURSOR_RING_DP = 2.0
"""Width of each of the two rings around what the keys are bound to, and between them, in dp."""
_WORD_MARGIN_DP = 8.0
"""Beside a word below the points of a row, in dp."""
_FADED_OPACITY = 0.7
"""Of a row over its cells while a choice is made of others."""
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
    """Draw what is printed, seen from the corner of the sheet; the rows are `blank_rows`."""
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
    """Draw what lies over rows that are drawn anew: links, and rings."""
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
    """Fade all cells into their rows but those to choose from, which have wide rings."""
    for index, (row, where) in enumerate(zip(rows, boxes, strict=True)):
        sketch.move_to(where.box)
        fade = Paint(f"{theme.bands[row.letter].band},{_FADED_OPACITY}")
        for at, cell in enumerate(where.cells):
            if CellRef(index, at) not in lit:
                sketch.draw_rect(Layer.FIELD, fade, cell.rounded_out(), int(where.radius) - 1)
    for place in lit:
        row_boxes = boxes[place.row]
        _draw_wide_ring(sketch.move_to(row_boxes.box), row_boxes, place.position, theme)


@as_shapes
def closed_row_shapes(sketch: Sketch, row: RowLook, boxes: RowBoxes, theme: Theme) -> None:
    """Draw a row that others have closed, seen from its corner; nothing of an open one."""
    if row.is_closed:
        _RowDrawing(sketch, row, boxes, theme).draw_print()


@as_shapes
def ink_shapes(sketch: Sketch, row: RowLook, boxes: RowBoxes, theme: Theme, seed: str) -> None:
    """Draw what is written on one row, seen from its corner."""
    _RowDrawing(sketch, row, boxes, theme).draw_ink(seed)


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
    """Print and ink together, for a sheet that is only looked at.

    Letters that are smaller than `least`, in dp, are left out. A cell that is asked about, by its
    position in the only row, has a wide ring.
    """
    sketch = Sketch(min_letter_dp)
    for row, where in zip(rows, boxes, strict=True):
        drawn = _RowDrawing(sketch.move_to(where.box), row, where, theme)
        drawn.draw_print()
        drawn.draw_filled_pips()
        drawn.draw_numbers()
        drawn.draw_pen(seed)
        for at in row.ringed_positions:
            _draw_ring(sketch, where, at, theme)
        drawn.draw_words()
    _draw_links(sketch, links, theme)
    if asked_position is not None:
        _draw_wide_ring(sketch.move_to(boxes[0].box), boxes[0], asked_position, theme)
    return sketch


@as_shapes
def cursor_shapes(sketch: Sketch, box: Box, letter: str, theme: Theme) -> None:
    """Draw the two rings of the cursor; on a row with its letter, else empty.

    The newest cross has one, inside its cell.
    """
    color = theme.ring_color(letter) if letter in theme.bands else theme.ink
    between = max(theme.paper, theme.pen, key=lambda other: contrast_ratio(color, other))
    for paint in (Paint(color, 3 * _CURSOR_RING_DP), Paint(between, _CURSOR_RING_DP)):
        sketch.draw_rect(Layer.PEN, paint, box.inset(-_CURSOR_RING_DP, -_CURSOR_RING_DP), 9.0)


def _draw_wide_ring(sketch: Sketch, row: RowBoxes, at: int, theme: Theme) -> None:
    """Around a cell that is asked about, over its edge."""
    cell = row.cells[at].inset(-_LINK_LINE_DP, -_LINK_LINE_DP)
    paint = Paint(theme.pen, 2 * _LINK_LINE_DP)
    sketch.draw_rect(Layer.PEN, paint, cell, row.radius + _LINK_LINE_DP)


def _draw_ring(sketch: Sketch, row: RowBoxes, at: int, theme: Theme) -> None:
    """Around a cross that can be taken back; inside the cell, so that nothing moves."""
    paint = Paint(theme.pen, 3.0 if theme.high_contrast else 2.0)
    sketch.draw_rect(Layer.PEN, paint, row.cells[at].inset(1, 1), row.radius - 1)


def _draw_links(sketch: Sketch, links: Sequence[Box], theme: Theme) -> None:
    """Bars of paper from cell to cell, with edges along their sides."""
    sketch.move_to(Box(0, 0, 0, 0))
    edge = Paint(theme.pen, _LINK_LINE_DP)
    for box in links:
        sketch.draw_rect(Layer.EDGE, Paint(theme.paper), box)
        aside = box.inset(_LINK_LINE_DP / 2, _LINK_LINE_DP / 2)
        if box.width > box.height:
            for y in (aside.y, aside.bottom):
                sketch.draw_line(Layer.EDGE, edge, (box.x, y), (box.right, y))
        else:
            for x in (aside.x, aside.right):
                sketch.draw_line(Layer.EDGE, edge, (x, box.y), (x, box.bottom))


class _RowDrawing(RowCells):
    """One row while it is drawn, seen from its corner."""

    def draw_print(self) -> None:
        """Draw the row as printed with its cells as they are now, also once it is closed."""
        self._draw_ground()
        self._draw_row_icon()
        for at, cell in enumerate(self.row.cells):
            self.draw_field(at, cell)
            self.draw_pips(cell, self.boxes.cells[at])

    def draw_ink(self, seed: str) -> None:
        """Numbers, what was written on the print, and what is out."""
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
        closed = self.row.is_closed
        whole = Box(0, 0, boxes.box.width, boxes.box.height)
        radius = min(_MAX_RADIUS_DP, boxes.box.height * _MAX_RADIUS_SHARE)
        band, cap = (colors.closed_band, colors.closed_cap) if closed else (colors.band, colors.cap)
        self.sketch.draw_rect(Layer.GROUND, self._two_color_paint() or Paint(band), whole, radius)
        if boxes.cap is not None:
            below = boxes.mode is RowMode.COLUMNS
            corners = (0, 0, radius, radius) if below else (0, radius, radius, 0)
            self.sketch.draw_rect(Layer.END, Paint(cap), boxes.cap, corners)
        self._draw_blocks()
        if colors.outline is not None:
            outline = Paint(colors.outline, 2 if self.theme.high_contrast else 1)
            self.sketch.draw_edge(outline, whole, radius)

    def _two_color_paint(self) -> Paint | None:
        """Return the colours of the two rows beside a row of bonus numbers, half each."""
        if not self.row.printed_row.bonus_for:
            return None
        one, other = (self.theme.bands[letter].band for letter in self.row.printed_row.bonus_for)
        width = self.boxes.box.width
        height = self.boxes.box.height
        if self.boxes.mode is RowMode.COLUMNS:
            across = ((width * (0.5 - _BLEND_SHARE), 0.0), (width * (0.5 + _BLEND_SHARE), 0.0))
        else:
            across = ((0.0, height * (0.5 - _BLEND_SHARE)), (0.0, height * (0.5 + _BLEND_SHARE)))
        return Paint(one, second_color=other, gradient=across)

    def _draw_blocks(self) -> None:
        """Behind each run of cells in another colour than the row's a block of that colour."""
        inks = zip(self.row.printed_row.cell_colors, self.boxes.cells, strict=False)
        for ink, run in groupby(inks, key=itemgetter(0)):
            if ink != self.row.letter:
                colors = self.theme.bands[ink]
                fill = Paint(colors.closed_band if self.row.is_closed else colors.band)
                place = bounding_box([box for _, box in run]).inset(
                    -_BLOCK_MARGIN_DP, -_BLOCK_MARGIN_DP
                )
                self.sketch.draw_rect(Layer.END, fill, place, self.boxes.radius + _BLOCK_MARGIN_DP)

    def _draw_row_icon(self) -> None:
        """Draw the mark at the head of a row; a row of bonus numbers has colours instead."""
        head = self.boxes.head
        text = self.row_colors.text
        if head is None or self.row.letter in BONUS_LETTERS:
            return
        named = self.boxes.mode is RowMode.ROWS and self.boxes.lock is not None
        size = 16.0 if named else 18.0 if self.boxes.mode is RowMode.COLUMNS else 20.0
        left = named or self.boxes.mode is RowMode.COLUMNS
        x = head.x + size / 2 if left else head.middle[0]
        self.sketch.draw_icon(
            "mark", ICON_GLYPHS[self.row_colors.icon], (x, head.middle[1]), size, text
        )

    # what the pen writes

    def draw_pen(self, seed: str) -> None:
        """Crosses, and lines through what was passed over."""
        for cell, box in zip(self.row.cells, self.boxes.cells, strict=True):
            name = f"{seed}{cell.token}"
            if cell.is_crossed:
                ink = self.theme.paper if cell.printed_cell.mark is Mark.STEP else self.theme.pen
                color = f"{ink},{UNSENT_OPACITY}" if cell.is_unsent else ink
                draw_strokes(self.sketch, self._cross_strokes(name, cell, box), color)
            elif cell.kind in {CellKind.SKIPPED, CellKind.VOID} and self.has_small_numbers:
                draw_strokes(self.sketch, [strike_through(name, box)], self.cell_colors(cell)[1])
        if self.boxes.lock is not None:
            self._draw_lock(self.boxes.lock, f"{seed}{self.row.letter}-lock")

    def _cross_strokes(self, name: str, cell: CellLook, box: Box) -> Iterator[Stroke]:
        twice = cell.kind is CellKind.DOUBLED
        if self.has_small_numbers:
            second = second_box(box) if cell.has_second_box else None
            yield from cell_strokes(
                name, box, second, self.flat_number_width(cell, box), twice=twice
            )
            return
        side = min(box.width, box.height)
        square = box.inset((box.width - side) / 2, (box.height - side) / 2)
        yield from cross_strokes(name, square, stretched=True)
        if twice:
            yield from cross_strokes(
                f"{name}1", square.inset(side * 0.08, side * 0.08), stretched=True
            )

    def _draw_lock(self, box: Box, name: str) -> None:
        """Draw the lock, and the cross on an own one."""
        mine = self.row.lock is LockState.MINE
        color = self.row_colors.text
        icon = LOCK_OPEN_GLYPH if self.row.lock is LockState.OPEN else LOCK_GLYPH
        side = min(box.width, box.height, 34.0)
        size = min(19.0 if self.boxes.mode is RowMode.ROWS else 20.0, side * 0.72)
        pale = f"{color},{_CROSSED_LOCK_OPACITY}" if mine else color
        self.sketch.draw_icon("lock", icon, box.middle, size, pale)
        if mine:
            pen = self.theme.pen if self.row.letter == "y" else color
            across = (box.width - side) / 2
            down = (box.height - side * 1.3) / 2
            square = box.inset(across, max(down, 0.0))
            written = cross_strokes(name, square, stretched=not self.has_small_numbers)
            draw_strokes(self.sketch, written, pen)

    # words

    def draw_words(self) -> None:
        """Draw the name of a row, its points, and the gain of its next cross."""
        if self.boxes.points is not None:
            below = self.boxes.mode is RowMode.LANDSCAPE and self.boxes.gain
            empty = self.row.gain is None and not self.row.closed_label
            boxes = [self.boxes.points, *([below] if below and empty else [])]
            self._draw_points(bounding_box(boxes))
        if self.boxes.mode is not RowMode.ROWS:
            if self.boxes.gain is not None:
                self._draw_gain(self.boxes.gain)
        elif self.boxes.head is not None and self.row.name:
            self._draw_name(self.boxes.head)

    def _draw_points(self, box: Box) -> None:
        shown = self.row.points
        fits = box.width / (0.7 * max(2, len(shown)))
        size = min(self.grown_size(self.boxes.points_sp, box.width), fits)
        columns = self.boxes.mode is RowMode.COLUMNS
        place = (box.right, box.middle[1]) if columns else box.middle
        side = Side.RIGHT if columns else Side.MIDDLE
        self.sketch.draw_letters(
            Letters("sum", shown, place, size, self.row_colors.text, font_family(700), side)
        )

    def _draw_name(self, head: Box) -> None:
        """Draw the name at the left; at the right who has closed the row, or what comes next."""
        size = _NAME_SP * self.theme.text_scale
        y = head.middle[1]
        color = self.row_colors.text
        name = Letters(
            "name", self.row.name, (head.x + 20, y), size, color, font_family(600), Side.LEFT
        )
        self.sketch.draw_letters(name)
        small = _WORD_SP * self.theme.text_scale
        end = (self.boxes.gain or head).right
        free = end - head.x - 36 - size * text_width(self.row.name)
        if self.row.closed_by_text:
            said = self.row.closed_by_text
            most = free - 4
            if most / (text_width(said) + 1) < _WORD_SP and self.row.closed_label:
                said = self.row.closed_label
            small = max(min(small, _WORD_SP), min(small, most / (text_width(said) + 1)))
            self.sketch.draw_icon("shut", LOCK_GLYPH, (end - small / 2, y), small, color)
            right = (end - small - 4, y)
            room = max(free - small - 4, small)
            self.sketch.draw_letters(
                Letters("pill", said, right, small, color, font_family(500), Side.RIGHT, room)
            )
        elif self.row.gain is not None and self.boxes.gain is not None:
            added = f"+{self.row.gain}"
            self.sketch.draw_letters(
                Letters("gain", added, (end, y), size, color, font_family(600), Side.RIGHT)
            )
            before = end - size * DIGIT_WIDTH * len(added) - 4
            place = (before, y)
            word = self.row.next_word
            thin = font_family(400)
            self.sketch.draw_letters(Letters("next", word, place, small, color, thin, Side.RIGHT))

    def _draw_gain(self, box: Box) -> None:
        """Draw the gain of the next cross, or that the row is closed, in little space."""
        columns = self.boxes.mode is RowMode.COLUMNS
        gain = self.row.gain
        size = self.theme.capped_size(_WORD_SP, _MAX_WORD_SCALE) * self.theme.text_scale
        said = self.row.closed_label
        if said:  # as large as it fits
            fits = (box.width - _WORD_MARGIN_DP) / (_LETTER_WIDTH * len(said))
            size = max(size, min(_NAME_SP * self.theme.text_scale, fits))
        elif gain is not None:
            said = f"{self.row.next_word} +{gain}"
            if len(said) * size * _LETTER_WIDTH > box.width:
                said = f"+{gain}"
        place = (box.right, box.middle[1]) if columns else box.middle
        side = Side.RIGHT if columns else Side.MIDDLE
        color = self.row_colors.text
        medium = font_family(500)
        self.sketch.draw_letters(Letters("gain", said, place, size, color, medium, side, box.width))

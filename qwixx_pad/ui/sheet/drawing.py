"""How rows are drawn: the print, which a game never changes, and the ink on it. Pure.

Print and ink are drawn by the same strokes: the ink has the field of a cell where it is not as it
was printed, and all numbers, for these move aside and pale.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from qwixx_pad.core.layout import BONUS_LETTERS, Mark, Place
from qwixx_pad.ui.design.tokens import Theme, contrast, family
from qwixx_pad.ui.sheet.boxes import Box, Mode, RowBoxes, around
from qwixx_pad.ui.sheet.cells import DIGIT, LOCK, LOCK_OPEN, SIGNS, RowCells, second_box
from qwixx_pad.ui.sheet.row_look import CellLook, RowLook
from qwixx_pad.ui.sheet.shapes import (
    Layer,
    Letters,
    Paint,
    Side,
    Sketch,
    Stroke,
    cross,
    crosses,
    draw_strokes,
    drawn,
    strike,
)
from qwixx_pad.ui.text import Kind, Lock

FAINT = 0.35
"""Opacity of what stands on one device only."""
_PALE = 0.45
"""Opacity of the lock below its cross."""
_RADIUS, _ROUND = 13.0, 0.38
"""Of a row's corners, in dp; the most that it may be, as a share of its height."""
_BLOCK = 2.5
"""How far a block of another colour reaches beyond the cells on it, in dp."""
_BETWEEN = 0.04
"""Of the way between two colours, what lies on each side of the middle."""
_LINK = 1.5
"""Width of the edges of what links two cells, in dp."""
_NAME, _WORD, _SMALL_GROWS = 14.0, 12.0, 1.25
"""Letters of a name and of other words, in sp; how much the latter grow in boxes that do not."""
_BOTH_RINGS = 2.0
"""Width of each of the two rings around what the keys are bound to, and between them, in dp."""
_LETTER = 0.55
"""About the width of a letter, as a multiple of its size."""


@drawn
def print_of(
    sketch: Sketch,
    rows: Sequence[RowLook],
    boxes: Sequence[RowBoxes],
    links: Sequence[Box],
    theme: Theme,
) -> None:
    """What is printed, as seen from the corner of the sheet; the rows are those of `blank_rows`."""
    for row, where in zip(rows, boxes, strict=True):
        _Row(sketch.within(where.box), row, where, theme).print()
    _draw_links(sketch, links, theme)


@drawn
def over_of(
    sketch: Sketch,
    ringed: Sequence[Place],
    boxes: Sequence[RowBoxes],
    links: Sequence[Box],
    theme: Theme,
) -> None:
    """What lies over rows that are drawn anew: links, and rings."""
    for place in ringed:
        row = boxes[place.row]
        _draw_ring(sketch.within(row.box), row, place.position, theme)
    _draw_links(sketch, links, theme)


@drawn
def veil_of(sketch: Sketch, row: RowLook, boxes: RowBoxes, theme: Theme) -> None:
    """A row once others have closed it, seen from its corner; nothing of an open one."""
    if row.closed:
        _Row(sketch, row, boxes, theme).print()


@drawn
def ink_of(sketch: Sketch, row: RowLook, boxes: RowBoxes, theme: Theme, seed: str) -> None:
    """What has been written on one row, as seen from its corner."""
    _Row(sketch, row, boxes, theme).ink(seed)


def picture_of(  # noqa: PLR0913 - rows, where they lie, and how they are painted
    rows: Sequence[RowLook],
    boxes: Sequence[RowBoxes],
    links: Sequence[Box],
    theme: Theme,
    seed: str,
    *,
    least: float = 0.0,
    asked: int | None = None,
) -> Sketch:
    """Print and ink together, for a sheet that is only looked at.

    Letters that are smaller than `least`, in dp, are left out. A cell that is asked about, by its
    position in the only row, has a wide ring.
    """
    sketch = Sketch(least)
    for row, where in zip(rows, boxes, strict=True):
        drawn = _Row(sketch.within(where.box), row, where, theme)
        drawn.print()
        drawn.filled_pips()
        drawn.numbers()
        drawn.pen(seed)
        for at in row.ringed:
            _draw_ring(sketch, where, at, theme)
        drawn.words()
    _draw_links(sketch, links, theme)
    if asked is not None:
        ring = sketch.within(boxes[0].box)
        cell = boxes[0].cells[asked].inset(-_LINK, -_LINK)
        ring.rect(Layer.PEN, Paint(theme.pen, 2 * _LINK), cell, boxes[0].radius + _LINK)
    return sketch


@drawn
def cursor_of(sketch: Sketch, box: Box, letter: str, theme: Theme) -> None:
    """The two rings around what the keys are bound to; of a row its letter, else empty.

    The newest cross has one, inside its cell.
    """
    color = theme.ring(letter) if letter in theme.bands else theme.ink
    between = max(theme.paper, theme.pen, key=lambda other: contrast(color, other))
    for paint in (Paint(color, 3 * _BOTH_RINGS), Paint(between, _BOTH_RINGS)):
        sketch.rect(Layer.PEN, paint, box.inset(-_BOTH_RINGS, -_BOTH_RINGS), 9.0)


def _draw_ring(sketch: Sketch, row: RowBoxes, at: int, theme: Theme) -> None:
    """Around a cross that can be taken back; inside the cell, so that nothing moves."""
    paint = Paint(theme.pen, 3.0 if theme.strong else 2.0)
    sketch.rect(Layer.PEN, paint, row.cells[at].inset(1, 1), row.radius - 1)


def _draw_links(sketch: Sketch, links: Sequence[Box], theme: Theme) -> None:
    """Bars of paper from cell to cell, with edges along their sides."""
    sketch.within(Box(0, 0, 0, 0))
    edge = Paint(theme.pen, _LINK)
    for box in links:
        sketch.rect(Layer.EDGE, Paint(theme.paper), box)
        aside = box.inset(_LINK / 2, _LINK / 2)
        if box.width > box.height:
            for y in (aside.y, aside.bottom):
                sketch.line(Layer.EDGE, edge, (box.x, y), (box.right, y))
        else:
            for x in (aside.x, aside.right):
                sketch.line(Layer.EDGE, edge, (x, box.y), (x, box.bottom))


class _Row(RowCells):
    """One row while it is drawn, seen from its corner."""

    def print(self) -> None:
        """The row as it would be printed with its cells as they are now, also once it is closed."""
        self._ground()
        self._mark()
        for at, cell in enumerate(self.row.cells):
            self.field(at, cell)
            self.pips(cell, self.boxes.cells[at])

    def ink(self, seed: str) -> None:
        """Numbers, what was written on the print, and what is out."""
        if not self.row.closed:
            for at, cell in enumerate(self.row.cells):
                if self.is_changed(at, cell):
                    self.field(at, cell, again=True)
            self.filled_pips()
        self.numbers()
        self.pen(seed)
        self.words()

    # what a row lies on

    def _ground(self) -> None:
        boxes, colors, closed = self.boxes, self.colors, self.row.closed
        whole = Box(0, 0, boxes.box.width, boxes.box.height)
        radius = min(_RADIUS, boxes.box.height * _ROUND)
        band, cap = (colors.closed_band, colors.closed_cap) if closed else (colors.band, colors.cap)
        self.sketch.rect(Layer.GROUND, self._both() or Paint(band), whole, radius)
        if boxes.cap is not None:
            below = boxes.mode is Mode.COLUMNS
            corners = (0, 0, radius, radius) if below else (0, radius, radius, 0)
            self.sketch.rect(Layer.END, Paint(cap), boxes.cap, corners)
        self._blocks()
        if colors.outline is not None:
            self.sketch.edge(Paint(colors.outline, self.theme.edge), whole, radius)

    def _both(self) -> Paint | None:
        """The colours of the two rows that a row of bonus numbers lies between, each its half."""
        if not self.row.printed.between:
            return None
        one, other = (self.theme.bands[letter].band for letter in self.row.printed.between)
        width, height = self.boxes.box.width, self.boxes.box.height
        if self.boxes.mode is Mode.COLUMNS:
            across = ((width * (0.5 - _BETWEEN), 0.0), (width * (0.5 + _BETWEEN), 0.0))
        else:
            across = ((0.0, height * (0.5 - _BETWEEN)), (0.0, height * (0.5 + _BETWEEN)))
        return Paint(one, other=other, across=across)

    def _blocks(self) -> None:
        """Behind each run of cells in another colour than the row's a block of that colour."""
        inks = zip(self.row.printed.inks, self.boxes.cells, strict=False)
        for ink, run in groupby(inks, key=itemgetter(0)):
            if ink != self.row.letter:
                colors = self.theme.bands[ink]
                fill = Paint(colors.closed_band if self.row.closed else colors.band)
                place = around([box for _, box in run]).inset(-_BLOCK, -_BLOCK)
                self.sketch.rect(Layer.END, fill, place, self.boxes.radius + _BLOCK)

    def _mark(self) -> None:
        """The mark of the row at its head; the colours of a row of bonus numbers say it."""
        head, text = self.boxes.head, self.colors.text
        if head is None or self.row.letter in BONUS_LETTERS:
            return
        named = self.boxes.mode is Mode.ROWS and self.boxes.lock is not None
        size = 16.0 if named else 18.0 if self.boxes.mode is Mode.COLUMNS else 20.0
        left = named or self.boxes.mode is Mode.COLUMNS
        x = head.x + size / 2 if left else head.middle[0]
        self.sketch.sign("mark", SIGNS[self.colors.mark], (x, head.middle[1]), size, text)

    # what the pen writes

    def pen(self, seed: str) -> None:
        """Crosses, and lines through what was passed over."""
        for cell, box in zip(self.row.cells, self.boxes.cells, strict=True):
            name = f"{seed}{cell.token}"
            if cell.is_crossed:
                ink = self.theme.paper if cell.printed.mark is Mark.STEP else self.theme.pen
                color = f"{ink},{FAINT}" if cell.unsent else ink
                draw_strokes(self.sketch, self._crosses(name, cell, box), color)
            elif cell.kind in {Kind.SKIPPED, Kind.VOID} and self.has_small:
                draw_strokes(self.sketch, [strike(name, box)], self.cell_colors(cell)[1])
        if self.boxes.lock is not None:
            self._lock(self.boxes.lock, f"{seed}{self.row.letter}-lock")

    def _crosses(self, name: str, cell: CellLook, box: Box) -> Iterator[Stroke]:
        twice = cell.kind is Kind.DOUBLED
        if self.has_small:
            second = second_box(box) if cell.apart else None
            yield from crosses(name, box, second, twice=twice)
            return
        side = min(box.width, box.height)
        square = box.inset((box.width - side) / 2, (box.height - side) / 2)
        yield from cross(name, square, stretched=True)
        if twice:
            yield from cross(f"{name}1", square.inset(side * 0.08, side * 0.08), stretched=True)

    def _lock(self, box: Box, name: str) -> None:
        """The lock, and the cross on an own one."""
        mine, color = self.row.lock is Lock.MINE, self.colors.text
        icon = LOCK_OPEN if self.row.lock in {Lock.OPEN, Lock.CLOSING} else LOCK
        side = min(box.width, box.height, 34.0)
        size = min(19.0 if self.boxes.mode is Mode.ROWS else 20.0, side * 0.72)
        pale = f"{color},{_PALE}" if mine else color
        self.sketch.sign("lock", icon, box.middle, size, pale)
        if mine:
            pen = self.theme.pen if self.row.letter == "y" else color
            across, down = (box.width - side) / 2, (box.height - side * 1.3) / 2
            square = box.inset(across, max(down, 0.0))
            written = cross(name, square, stretched=not self.has_small)
            draw_strokes(self.sketch, written, pen)

    # words

    def words(self) -> None:
        """What a row is called, what it is worth, and what its next cross adds."""
        if self.boxes.points is not None:
            self._points(self.boxes.points)
        if self.boxes.mode is not Mode.ROWS:
            if self.boxes.gain is not None:
                self._gain(self.boxes.gain)
        elif self.boxes.head is not None and self.row.name:
            self._name(self.boxes.head)

    def _points(self, box: Box) -> None:
        shown = self.row.points
        fits = box.width / (0.7 * max(2, len(shown)))
        size = min(self.grown(self.boxes.points_size, box.width), fits)
        columns = self.boxes.mode is Mode.COLUMNS
        place = (box.right, box.middle[1]) if columns else box.middle
        side = Side.RIGHT if columns else Side.MIDDLE
        self.sketch.write(Letters("sum", shown, place, size, self.colors.text, family(700), side))

    def _name(self, head: Box) -> None:
        """The name at the left; at the right who has closed the row, or what comes next."""
        size, y, color = _NAME * self.theme.text, head.middle[1], self.colors.text
        name = Letters("name", self.row.name, (head.x + 20, y), size, color, family(600), Side.LEFT)
        self.sketch.write(name)
        small, end = _WORD * self.theme.text, (self.boxes.gain or head).right
        free = end - head.x - 36 - size * _LETTER * len(self.row.name)
        if self.row.pill:
            whole = (free - 4) / (_LETTER * len(self.row.pill) + 1)
            small = max(min(small, _WORD), min(small, whole))
            self.sketch.sign("shut", LOCK, (end - small / 2, y), small, color)
            right, room = (end - small - 4, y), max(free - small - 4, small)
            medium = family(500)
            self.sketch.write(
                Letters("pill", self.row.pill, right, small, color, medium, Side.RIGHT, room)
            )
        elif self.row.gain is not None and self.boxes.gain is not None:
            added = f"+{self.row.gain}"
            self.sketch.write(
                Letters("gain", added, (end, y), size, color, family(600), Side.RIGHT)
            )
            before = end - size * DIGIT * len(added) - 4
            place, word, thin = (before, y), self.row.next_word, family(400)
            self.sketch.write(Letters("next", word, place, small, color, thin, Side.RIGHT))

    def _gain(self, box: Box) -> None:
        """What the next cross adds, or that the row is closed, where there is little room."""
        columns, gain = self.boxes.mode is Mode.COLUMNS, self.row.gain
        size = self.theme.held(_WORD, _SMALL_GROWS) * self.theme.text
        said = self.row.closed_label
        if not said and gain is not None:
            said = f"{self.row.next_word} +{gain}"
            if len(said) * size * _LETTER > box.width:
                said = f"+{gain}"
        place = (box.right, box.middle[1]) if columns else box.middle
        side = Side.RIGHT if columns else Side.MIDDLE
        color, medium = self.colors.text, family(500)
        self.sketch.write(Letters("gain", said, place, size, color, medium, side, box.width))

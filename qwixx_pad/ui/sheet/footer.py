"""How what stands beside the rows is drawn: penalties, the sum, what pairs bring. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.scoring import row_points
from qwixx_pad.ui.design.tokens import SUMS, Theme, family, mix
from qwixx_pad.ui.sheet.boxes import (
    Axis,
    Box,
    SumBoxes,
    adds_beside,
    block_boxes,
    has_extra,
    split,
    worth_boxes,
)
from qwixx_pad.ui.sheet.cells import CHECK, HIDDEN, SIGNS, draw_symbol
from qwixx_pad.ui.sheet.drawing import FAINT
from qwixx_pad.ui.sheet.look import ExtraLook, PairLook
from qwixx_pad.ui.sheet.shapes import (
    Layer,
    Letters,
    Paint,
    Side,
    Sketch,
    cross,
    draw_strokes,
    drawn,
)

_EDGE, _WIDE_EDGE = 1.5, 2.0
"""Widths of the edge of a field, and of one of a row, in dp."""
_BOX_RADIUS, _SMALL_RADIUS, _FIELD_RADIUS, _TOTAL_RADIUS = 10.0, 6.0, 10.0, 16.0
_STRIP_RADIUS, _FLAG_RADIUS = 18.0, 7.0
_PENALTY, _TINY = 15.0, 10.0
"""Letters in a box for a penalty, and in one that is only looked at, in sp."""
_FLAG = (18.0, 17.0)
"""Width and height of the mark in the corner of a field, in dp."""
_AROUND, _HAND, _BOLD = 8.0, 1.85, 1.5
"""What is free beside the digits of a field, in dp; how large one may be, by hand and as it is
printed, as a multiple of the room that it has in width."""
_DIGIT, _LETTER = 0.66, 0.52
"""About the widths of a bold digit and of a letter, as multiples of their size."""
_LINE, _FITS = 1.1, 0.46
"""Height of a line in the strip of points; size of digits that fit, as a share of the room."""
_SYMBOL, _PAIR, _LOST = 20.0, 12.0, 0.6
"""Side of the symbol of a pair, in dp; its letters, in sp; what is left of one that is lost."""


def scored(layout: Layout) -> tuple[str, ...]:
    """Letters of the rows that have points of their own."""
    return tuple(row.letter for row in layout.rows if row.lock_mask)


@dataclass(frozen=True, slots=True)
class Penalties:
    """The boxes for penalties, how many are taken, and how many of the last stand here only.

    Small ones are only looked at, all in one box; of `deaf` ones the next hears no finger yet.
    """

    taken: int
    most: int
    unsent: int = 0
    small: bool = False
    deaf: bool = False

    def is_unsent(self, at: int) -> bool:
        """Whether the one with this index stands on this device only."""
        return self.taken - self.unsent <= at < self.taken


@drawn
def penalties_of(
    sketch: Sketch, penalties: Penalties, boxes: Sequence[Box], theme: Theme, seed: str
) -> None:
    """The boxes for penalties: those that are taken, the next one, and later ones."""
    taken, small = penalties.taken, penalties.small
    if small:
        (block,) = boxes
        boxes = [box.within(block) for box in block_boxes(block, penalties.most)]
    for at, box in enumerate(boxes):
        later = at > taken or (at == taken and (small or penalties.deaf))
        fill, edge, color = _penalty_colors(theme, later=later)
        radius = _SMALL_RADIUS if small else _BOX_RADIUS
        sketch.field(fill, Paint(edge, _EDGE), box, radius)
        if at < taken:
            color = f"{theme.pen},{FAINT}" if penalties.is_unsent(at) else theme.pen
            inside = box.inset(4 if small else 5, 3)
            draw_strokes(sketch, cross(f"{seed}-{at}", inside, stretched=True), color)
        else:
            size = theme.held(_TINY, 1) if small else theme.two_digits(_PENALTY, box.width)
            sketch.write(Letters(f"{at}", "−5", box.middle, size * theme.text, color, family(500)))


def _penalty_colors(theme: Theme, *, later: bool) -> tuple[str, str, str]:
    """Of the ground of a box, its edge and its letters; paler for those that are not the next."""
    if later and theme.dark:
        return theme.surface, theme.line, theme.ink2
    fill, edge, color = theme.paper, theme.box, theme.on_paper
    faint = f",{theme.later}" if later else ""
    return fill + faint, edge + faint, color + faint


@drawn
def sum_print(sketch: Sketch, layout: Layout, boxes: SumBoxes, line: Box, theme: Theme) -> None:
    """The fields of the rows and of the penalties, and the signs between them.

    The boxes are seen as `line` is, which holds them all; what is drawn is seen from its corner.
    """
    letters = (*scored(layout), "")
    for at, (letter, box) in enumerate(zip(letters, _fields(boxes, line), strict=True)):
        if letter:
            colors = theme.bands[letter]
            sketch.field(theme.paper, Paint(colors.frame, _WIDE_EDGE), box, _FIELD_RADIUS)
            _flag(sketch, f"f{at}", box, colors.mark, (colors.text, colors.band))
        else:
            sketch.field(theme.paper, Paint(theme.box, _EDGE), box, _FIELD_RADIUS)
    extra = ("+" if adds_beside(layout) else " ") if has_extra(layout) else ""
    signs = "+" * (len(boxes.fields) - 1) + "−" + extra + "="
    size = theme.held(17) * theme.text
    for at, (text, box) in enumerate(zip(signs, boxes.signs, strict=True)):
        middle = box.seen_from(line).middle
        sketch.write(Letters(f"s{at}", text.strip(), middle, size, theme.ink2, family(500)))


@drawn
def sum_digits(
    sketch: Sketch, fields: Sequence[str], boxes: SumBoxes, line: Box, theme: Theme
) -> None:
    """What stands in each of the fields (see `SheetLook.fields`); the rest as in `sum_print`."""
    for at, (points, box) in enumerate(zip(fields, _fields(boxes, line), strict=True)):
        _by_hand(sketch, f"{at}", points, box, theme)


def _fields(boxes: SumBoxes, line: Box) -> tuple[Box, ...]:
    minus = () if boxes.minus is None else (boxes.minus,)
    return tuple(box.seen_from(line) for box in (*boxes.fields, *minus))


@drawn
def extra_of(sketch: Sketch, extra: ExtraLook, box: Box, layout: Layout, theme: Theme) -> None:
    """The field beside those of the rows: points of a pawn and the like, or a key without any."""
    field = box.seen_from(box)
    draw_extra(sketch, extra.icon, field, layout, theme)
    _by_hand(sketch, "extra", "" if extra.points is None else str(extra.points), field, theme)


def draw_extra(sketch: Sketch, icon: str, box: Box, layout: Layout, theme: Theme) -> None:
    """The same before there are any points."""
    radius = min(_FIELD_RADIUS, box.height * 0.3)
    sketch.field(theme.paper, Paint(theme.box, _EDGE), box, radius)
    flag = adds_beside(layout) and max(box.width, box.height) >= 2 * _FLAG[0]
    if flag:
        _flag(sketch, "flag", box, icon, (theme.on_primary, theme.primary))
    else:
        size = min(24.0, box.height * 0.7)
        sketch.sign("flag", SIGNS[icon], box.middle, size, theme.on_paper)


def _flag(sketch: Sketch, name: str, box: Box, icon: str, colors: tuple[str, str]) -> None:
    """A mark in the upper left corner of a field."""
    corner, (color, fill) = Box(box.x, box.y, *_FLAG), colors
    sketch.rect(Layer.EDGE, Paint(fill), corner, (_FIELD_RADIUS, 0, _FLAG_RADIUS, 0))
    sketch.sign(name, SIGNS[icon], corner.middle, 11.0, color)


def _by_hand(sketch: Sketch, name: str, points: str, field: Box, theme: Theme) -> None:
    """Points in a field, a little aside of the mark in its corner."""
    fits = (field.width - _AROUND) / max(2, len(points)) * _HAND
    size = min(theme.held(24, 1.1) * theme.text, fits)
    x, y = field.middle
    sketch.write(Letters(name, points, (x + 2, y + 1), size, theme.pen, SUMS))


@drawn
def total_of(sketch: Sketch, total: int | None, title: str, box: Box, theme: Theme) -> None:
    """The total, or a sign where it is hidden; of its box only the size counts."""
    place = box.seen_from(box)
    sketch.rect(Layer.GROUND, Paint(theme.primary), place, min(_TOTAL_RADIUS, box.height / 2))
    digits, (x, y) = "−" * (total is not None and total < 0) + f"{abs(total or 0)}", place.middle
    fits = (box.width - _AROUND) / len(digits) * _BOLD
    size = min(theme.held(28) * theme.text, fits)
    if title and not theme.large:
        small, thin = 15 * theme.text, family(400)
        wide, number = small * _LETTER * len(title), size * _DIGIT * len(digits)
        left = x - (wide + 10 + number) / 2
        faint = mix(theme.on_primary, theme.primary, 0.25)
        sketch.write(Letters("title", title, (left, y), small, faint, thin, Side.LEFT))
        x = left + wide + 10 + number / 2
    if total is None:
        sketch.sign("total", HIDDEN, (x, y), 24.0, theme.on_primary)
    else:
        sketch.write(Letters("total", digits, (x, y), size, theme.on_primary, family(700)))


@drawn
def worth_of(sketch: Sketch, box: Box, most: int, title: str, theme: Theme) -> None:
    """How many points so many crosses of a row are worth, up to `most`; a word may stand before."""
    name, numbers, lines = worth_boxes(box, most, titled=bool(title))
    sketch.rect(Layer.GROUND, Paint(theme.surface), box.seen_from(box), _STRIP_RADIUS)
    for line in lines:
        sketch.rect(Layer.FIELD, Paint(theme.line), line)
    if name is not None:
        place, size, thin = (name.x, name.middle[1]), 14 * theme.text, family(400)
        sketch.write(Letters("title", title, place, size, theme.ink2, thin, Side.LEFT))
    for crosses, number in enumerate(numbers, 1):
        _worth(sketch, crosses, number, theme)


def _worth(sketch: Sketch, crosses: int, box: Box, theme: Theme) -> None:
    """So many crosses, and below what they are worth."""
    fits = box.width * _FITS
    texts = (
        (f"{crosses}×", min(11, fits), 400, theme.ink2),
        (str(row_points(crosses)), min(13, fits), 600, theme.ink),
    )
    sizes = [theme.held(size) * theme.text for _, size, _, _ in texts]
    heights = [size * _LINE for size in sizes]
    middle = box.center(Axis.DOWN, sum(heights) + 2)
    places = split(middle, Axis.DOWN, heights, 2)
    for at, ((text, _, weight, color), place) in enumerate(zip(texts, places, strict=True)):
        name = f"{crosses}{'x' * at}"
        sketch.write(Letters(name, text, place.middle, sizes[at], color, family(weight)))


@drawn
def pair_of(sketch: Sketch, look: PairLook, box: Box, theme: Theme) -> None:
    """What a pair brings, by its symbol; with a line through it where it is lost."""
    place = box.seen_from(box)
    sketch.rect(Layer.GROUND, Paint(theme.surface), place, _BOX_RADIUS)
    faint = f",{_LOST}" if look.lost else ""
    color = (theme.ink if look.done else theme.ink2) + faint
    symbol = Box(3, (box.height - _SYMBOL) / 2, _SYMBOL, _SYMBOL)
    if look.done:
        sketch.sign("symbol", CHECK, symbol.middle, _SYMBOL, theme.gain)
    else:
        draw_symbol(sketch, look.mark, symbol, Paint(color, 1.6))
    room = box.width - symbol.right - 6
    longest = max(len(word) for word in look.text.split())
    size = min(theme.held(_PAIR, 1.1) * theme.text, room / (0.56 * longest))
    sketch.write(
        Letters(
            "text",
            look.text,
            (symbol.right + 3, place.middle[1]),
            size,
            color,
            family(500 if look.done else 400),
            Side.LEFT,
            room=ceil(room),
            lines=2,
            struck=look.lost,
        )
    )

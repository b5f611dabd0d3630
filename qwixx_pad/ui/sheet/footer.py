"""How the rest of a sheet is drawn: penalties, the sum line, the effects of pairs. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.scoring import row_points
from qwixx_pad.ui.geometry import Axis, Box, split_box
from qwixx_pad.ui.sheet.boxes import SumBoxes, has_extra_points, penalty_block_boxes, worth_boxes
from qwixx_pad.ui.sheet.cells import CHECK_GLYPH, HIDDEN_GLYPH, ICON_GLYPHS, draw_symbol
from qwixx_pad.ui.sheet.drawing import UNSENT_OPACITY
from qwixx_pad.ui.sheet.look import ExtraLook, PairLook
from qwixx_pad.ui.sheet.shapes import (
    Layer,
    Letters,
    Paint,
    Side,
    Sketch,
    as_shapes,
    cross_strokes,
    draw_strokes,
)
from qwixx_pad.ui.text import signed_text
from qwixx_pad.ui.theme.bands import mix_colors
from qwixx_pad.ui.theme.tokens import HANDWRITING, Theme, font_family

_EDGE_DP = 1.5
"""Width of the edge of a field."""
_WIDE_EDGE_DP = 2.0
"""Width of the edge of a row's field."""
_BOX_RADIUS_DP = 10.0
_SMALL_RADIUS_DP = 6.0
_FIELD_RADIUS_DP = 10.0
_TOTAL_RADIUS_DP = 16.0
_STRIP_RADIUS_DP = 18.0
_FLAG_RADIUS_DP = 7.0
_PENALTY_SP = 15.0
_SMALL_PENALTY_SP = 10.0
"""On a sheet that is not played on."""
_FLAG_DP = (18.0, 17.0)
"""Width and height of the icon's ground in the corner of a field."""
_FIELD_PADDING_DP = 8.0
"""At the sides of the digits of a field, together."""
_HANDWRITING_SCALE = 1.85
"""The largest size of a written digit, as a multiple of the width that it has."""
_BOLD_SCALE = 1.5
"""The same for a printed digit."""
_BOLD_DIGIT_WIDTH = 0.66
"""About the width of a bold digit, as a multiple of its size."""
_LETTER_WIDTH = 0.52
"""About the width of a letter, as a multiple of its size."""
_LINE_HEIGHT = 1.1
"""Of a line in the strip of points, as a multiple of the size of its letters."""
_STRIP_DIGIT_SCALE = 0.46
"""The largest size of digits in the strip of points, as a share of the width of their box."""
_SYMBOL_DP = 20.0
"""Side of the symbol of a pair."""
_PAIR_SP = 12.0
_LOST_OPACITY = 0.6
"""Of a pair whose effect is lost."""


@dataclass(frozen=True, slots=True)
class PenaltyBoxes:
    """The state of a sheet's penalties.

    Attributes:
        taken: How many are taken.
        limit: How many there are.
        unsent: How many of the last ones are on this device only.
        is_small: Whether they are only looked at, all in one box.
    """

    taken: int
    limit: int
    unsent: int = 0
    is_small: bool = False


@as_shapes
def penalty_shapes(
    sketch: Sketch, penalties: PenaltyBoxes, boxes: Sequence[Box], theme: Theme, seed: str
) -> None:
    """Draw the penalties: those that are taken, the next one, and later ones."""
    taken = penalties.taken
    small = penalties.is_small
    if small:
        (block,) = boxes
        boxes = [box.placed_in(block) for box in penalty_block_boxes(block, penalties.limit)]
    for at, box in enumerate(boxes):
        fill, edge, color = _penalty_colors(theme, later=at > taken or (at == taken and small))
        radius = _SMALL_RADIUS_DP if small else _BOX_RADIUS_DP
        sketch.draw_field(fill, Paint(edge, _EDGE_DP), box, radius)
        if at < taken:
            is_unsent = at >= taken - penalties.unsent
            pen = f"{theme.pen},{UNSENT_OPACITY}" if is_unsent else theme.pen
            draw_strokes(
                sketch,
                cross_strokes(f"{seed}-{at}", box.inset(4 if small else 5, 3), stretched=True),
                pen,
            )
            continue
        if small:
            size = theme.capped_size(_SMALL_PENALTY_SP, 1)
        else:
            size = theme.two_digits(_PENALTY_SP, box.width)
        sketch.draw_letters(
            Letters(f"{at}", "−5", box.middle, size * theme.text_scale, color, font_family(500))
        )


def _penalty_colors(theme: Theme, *, later: bool) -> tuple[str, str, str]:
    """Colours of a box, its edge and its letters; paler if it is a `later` one than the next."""
    if later and theme.dark:
        return theme.surface, theme.line, theme.ink2
    opacity = f",{theme.later_opacity}" if later else ""
    return theme.paper + opacity, theme.frame + opacity, theme.on_paper + opacity


@as_shapes
def sum_print_shapes(
    sketch: Sketch, layout: Layout, boxes: SumBoxes, line: Box, theme: Theme
) -> None:
    """Draw the fields of the sum line, and the signs between them.

    `boxes` are seen from where `line` is, which contains them; shapes are seen from its corner.
    """
    *fields, penalties = _field_boxes(boxes, line)
    letters = [row.letter for row in layout.rows if row.lock_mask]
    for at, (letter, box) in enumerate(zip(letters, fields, strict=True)):
        colors = theme.bands[letter]
        sketch.draw_field(theme.paper, Paint(colors.frame, _WIDE_EDGE_DP), box, _FIELD_RADIUS_DP)
        _draw_flag(sketch, f"f{at}", box, colors.icon, color=colors.text, fill=colors.band)
    sketch.draw_field(theme.paper, Paint(theme.frame, _EDGE_DP), penalties, _FIELD_RADIUS_DP)
    signs = "+" * (len(fields) - 1) + ("−+=" if has_extra_points(layout) else "−=")
    size = theme.capped_size(17) * theme.text_scale
    for at, (sign, box) in enumerate(zip(signs, boxes.signs, strict=True)):
        sketch.draw_letters(
            Letters(
                f"s{at}", sign, box.relative_to(line).middle, size, theme.ink2, font_family(500)
            )
        )


@as_shapes
def sum_digit_shapes(
    sketch: Sketch, fields: Sequence[str], boxes: SumBoxes, line: Box, theme: Theme
) -> None:
    """Draw the points in the fields; `boxes` and `line` as for `sum_print_shapes`."""
    for at, (points, box) in enumerate(zip(fields, _field_boxes(boxes, line), strict=True)):
        _write_points(sketch, f"{at}", points, box, theme)


def _field_boxes(boxes: SumBoxes, line: Box) -> tuple[Box, ...]:
    minus = () if boxes.minus is None else (boxes.minus,)
    return tuple(box.relative_to(line) for box in (*boxes.fields, *minus))


@as_shapes
def extra_shapes(sketch: Sketch, extra: ExtraLook, box: Box, layout: Layout, theme: Theme) -> None:
    """Draw the extra field with its points, if it has any."""
    field = box.relative_to(box)
    draw_extra(sketch, extra.icon, field, layout, theme)
    _write_points(sketch, "extra", "" if extra.points is None else str(extra.points), field, theme)


def draw_extra(sketch: Sketch, icon: str, box: Box, layout: Layout, theme: Theme) -> None:
    """Draw the extra field before there are points, or the button for a lucky number."""
    radius = min(_FIELD_RADIUS_DP, box.height * 0.3)
    adds = has_extra_points(layout)
    if adds:
        sketch.draw_field(theme.paper, Paint(theme.frame, _EDGE_DP), box, radius)
    else:
        sketch.draw_rect(Layer.FIELD, Paint(theme.surface2), box, radius)
    if adds and max(box.width, box.height) >= 2 * _FLAG_DP[0]:
        _draw_flag(sketch, "flag", box, icon, color=theme.on_primary, fill=theme.primary)
    else:
        sketch.draw_icon(
            "flag",
            ICON_GLYPHS[icon],
            box.middle,
            min(24.0, box.height * 0.7),
            theme.on_paper if adds else theme.ink,
        )


def _draw_flag(  # noqa: PLR0913 - an icon, its place and its colours
    sketch: Sketch, name: str, box: Box, icon: str, *, color: str, fill: str
) -> None:
    """Draw an icon in the upper left corner of a field."""
    corner = Box(box.x, box.y, *_FLAG_DP)
    sketch.draw_rect(Layer.EDGE, Paint(fill), corner, (_FIELD_RADIUS_DP, 0, _FLAG_RADIUS_DP, 0))
    sketch.draw_icon(name, ICON_GLYPHS[icon], corner.middle, 11.0, color)


def _write_points(sketch: Sketch, name: str, points: str, field: Box, theme: Theme) -> None:
    """Write points into a field, a little away from the icon in its corner."""
    fits = (field.width - _FIELD_PADDING_DP) / max(2, len(points)) * _HANDWRITING_SCALE
    size = min(theme.capped_size(24, 1.1) * theme.text_scale, fits)
    x, y = field.middle
    sketch.draw_letters(Letters(name, points, (x + 2, y + 1), size, theme.pen, HANDWRITING))


@as_shapes
def total_shapes(sketch: Sketch, total: int | None, title: str, box: Box, theme: Theme) -> None:
    """Draw the total, or an icon where it is hidden; only the size of `box` matters."""
    place = box.relative_to(box)
    sketch.draw_rect(
        Layer.GROUND, Paint(theme.primary), place, min(_TOTAL_RADIUS_DP, box.height / 2)
    )
    digits = signed_text(total or 0)
    x, y = place.middle
    fits = (box.width - _FIELD_PADDING_DP) / len(digits) * _BOLD_SCALE
    size = min(theme.capped_size(28) * theme.text_scale, fits)
    if title and not theme.has_large_text:
        small = 15 * theme.text_scale
        title_width = small * _LETTER_WIDTH * len(title)
        number_width = size * _BOLD_DIGIT_WIDTH * len(digits)
        left = x - (title_width + 10 + number_width) / 2
        pale = mix_colors(theme.on_primary, theme.primary, 0.25)
        sketch.draw_letters(
            Letters("title", title, (left, y), small, pale, font_family(400), Side.LEFT)
        )
        x = left + title_width + 10 + number_width / 2
    if total is None:
        sketch.draw_icon("total", HIDDEN_GLYPH, (x, y), 24.0, theme.on_primary)
    else:
        sketch.draw_letters(
            Letters("total", digits, (x, y), size, theme.on_primary, font_family(700))
        )


@as_shapes
def worth_shapes(sketch: Sketch, box: Box, max_crosses: int, title: str, theme: Theme) -> None:
    """Draw what each number of crosses up to `max_crosses` is worth, after a title if any."""
    name, numbers, lines = worth_boxes(box, max_crosses, titled=bool(title))
    sketch.draw_rect(Layer.GROUND, Paint(theme.surface), box.relative_to(box), _STRIP_RADIUS_DP)
    for line in lines:
        sketch.draw_rect(Layer.FIELD, Paint(theme.line), line)
    if name is not None:
        sketch.draw_letters(
            Letters(
                name="title",
                text=title,
                point=(name.x, name.middle[1]),
                size=14 * theme.text_scale,
                color=theme.ink2,
                family=font_family(400),
                side=Side.LEFT,
            )
        )
    for crosses, number in enumerate(numbers, 1):
        _draw_worth(sketch, crosses, number, theme)


def _draw_worth(sketch: Sketch, crosses: int, box: Box, theme: Theme) -> None:
    """Draw a number of crosses, and below it what they are worth."""
    fits = box.width * _STRIP_DIGIT_SCALE
    small = theme.capped_size(min(11, fits)) * theme.text_scale
    large = theme.capped_size(min(13, fits)) * theme.text_scale
    heights = [small * _LINE_HEIGHT, large * _LINE_HEIGHT]
    lines = box.centered_part(Axis.DOWN, sum(heights) + 2)
    upper, lower = split_box(lines, Axis.DOWN, heights, 2)
    text = f"{crosses}×"
    points = str(row_points(crosses))
    sketch.draw_letters(
        Letters(f"{crosses}", text, upper.middle, small, theme.ink2, font_family(400))
    )
    sketch.draw_letters(
        Letters(f"{crosses}x", points, lower.middle, large, theme.ink, font_family(600))
    )


@as_shapes
def pair_shapes(sketch: Sketch, look: PairLook, box: Box, theme: Theme) -> None:
    """Draw the symbol of a pair and its effect, which is struck through if it is lost."""
    place = box.relative_to(box)
    sketch.draw_rect(Layer.GROUND, Paint(theme.surface), place, _BOX_RADIUS_DP)
    color = theme.ink if look.done else theme.ink2
    if look.lost:
        color = f"{color},{_LOST_OPACITY}"
    symbol = Box(3, (box.height - _SYMBOL_DP) / 2, _SYMBOL_DP, _SYMBOL_DP)
    if look.done:
        sketch.draw_icon("symbol", CHECK_GLYPH, symbol.middle, _SYMBOL_DP, theme.gain)
    else:
        draw_symbol(sketch, look.mark, symbol, Paint(color, 1.6))
    room = box.width - symbol.right - 6
    longest = max(len(word) for word in look.text.split())
    sketch.draw_letters(
        Letters(
            name="text",
            text=look.text,
            point=(symbol.right + 3, place.middle[1]),
            size=min(theme.capped_size(_PAIR_SP, 1.1) * theme.text_scale, room / (0.56 * longest)),
            color=color,
            family=font_family(500 if look.done else 400),
            side=Side.LEFT,
            max_width=ceil(room),
            max_lines=2,
            struck=look.lost,
        )
    )

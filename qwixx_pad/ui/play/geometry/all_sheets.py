"""The boxes of all sheets of a table on one screen: cards round a device, or a board. Pure.

A board is looked at from far away. Bars, cards and their heads are lists of slots, from left to
right or from the top down, with sizes and gaps in dp. To move or resize a part, change its line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import ALIGNED_KINDS, Layout
from qwixx_pad.ui.geometry import (
    EQUAL_SHARE,
    Axis,
    Box,
    ScreenSpace,
    Slot,
    bounding_box,
    box_grid,
    lay_out,
    split_box,
    total_length,
)
from qwixx_pad.ui.play.geometry.screen_boxes import (
    BAR_FACE_DP,
    BAR_ICON_DP,
    BarBoxes,
    Geometry,
    PadContents,
)
from qwixx_pad.ui.sheet.boxes import RowMode, SheetBoxes, SumBoxes, has_extra_field
from qwixx_pad.ui.sheet.rows import MIN_CELL_DP, PAIRS_HEIGHT_DP, Landscape, with_links

MIN_SCREEN_DP = 600
"""A screen whose smaller side is below this shows one sheet at a time."""
_EDGE = 12.0
"""Free around everything on the screen, and between two sheets of a board."""
_SIDE = 10.0
"""Free at both sides of a card's rows."""
_WIDE_SCREEN_DP = 900
"""From this width on, a card has wider ends of rows, a hint leaves a part of the title free, and a
board may be on a television.
"""
_TELEVISION_DP = 1920
"""From this width on, cards may be on a television too."""
_CUT_SHARE = 0.025
"""The share of a screen's width and height that a television may cut off at each edge."""
_BAR_HEIGHT = 60.0
_BUTTON_WIDTH = 168.0
_BUTTON_HEIGHT = 52.0
_TITLE = 238.0
"""Width of the title between two players who face each other."""
_HINT_HEIGHT = 52.0
_HEAD_HEIGHT = 50.0
_TARGET = 44.0
"""Side of a tap target in a card's head."""
_TOTAL_WIDTH = 74.0
_EXTRA_WIDTH = 52.0
"""Of the field next to the total."""
_NAME = 88.0
"""Least width of a name in a card's head."""
_LABEL = 76.0
"""Least width of the word "Penalties" there."""
_NARROW_ENDS = (33.0, 36.0, 52.0)
"""Widths of a row's head, lock and cap on a narrow card."""
_WIDE_ENDS = (44.0, 45.0, 75.0)
"""The same on a wide card."""


@dataclass(frozen=True, slots=True)
class _Spacing:
    """How close the parts of cards are, in dp.

    Attributes:
        gap: Between two cards.
        padding: Below the rows of a card.
        rows: Between two rows.
        inset: Around the cells of a row.
    """

    gap: float
    padding: float
    rows: float
    inset: float = 5.0


_SPACINGS = (
    _Spacing(gap=12, padding=10, rows=6),
    _Spacing(gap=8, padding=6, rows=4),
    _Spacing(gap=8, padding=6, rows=3, inset=2),
)
"""From the widest to the tightest, which is only for sheets of more than `_FEW_ROWS`."""
_FEW_ROWS = 4


# cards


def cards_geometry(
    space: ScreenSpace, layout: Layout, contents: PadContents, slips: Sequence[Layout] = ()
) -> Geometry | None:
    """Lay out all cards of a table, with the widest spacing that leaves cells large enough.

    None if the screen or the cells would be too small. `slips` are the layouts of the seats, where
    they differ.
    """
    if min(space.width, space.height) < MIN_SCREEN_DP:
        return None
    for spacing in _SPACINGS if len(layout.rows) > _FEW_ROWS else _SPACINGS[:-1]:
        cards = _cards_clockwise(space, slips or [layout] * contents.seats, contents, spacing)
        if cards.min_cell_side >= MIN_CELL_DP:
            return cards
    return None


def _cards_clockwise(
    space: ScreenSpace, slips: Sequence[Layout], contents: PadContents, spacing: _Spacing
) -> Geometry:
    """Lay out cards clockwise below the bar; of two, face to face, the second is above it.

    A screen that is no wider than high has the cards in one column.
    """
    facing = contents.seats == 2  # noqa: PLR2004 - two sit face to face
    whole = _seen_part(space, _TELEVISION_DP)
    if facing:
        bar = Slot("bar", _BAR_HEIGHT, children=_middle_bar_slots(contents))
        slots = [Slot("edge", _EDGE), Slot("second"), bar, Slot("first")]
        parts = lay_out(whole, Axis.DOWN, slots)
        places: tuple[Box, ...] = (parts["first"], parts["second"])
    else:
        slots = [Slot("bar", _BAR_HEIGHT, children=_top_bar_slots(contents)), Slot("cards")]
        parts = lay_out(whole, Axis.DOWN, slots)
        columns = 2 if space.width > space.height else 1
        places = _boxes_clockwise(box_grid(parts["cards"], contents.seats, columns, spacing.gap))
    button = parts.get("button")
    hint = _hint_box(parts, facing=facing)
    return Geometry(
        mode=RowMode.LANDSCAPE,
        width=space.width,
        height=space.height,
        sheets=tuple(
            card_boxes(place, slip, spacing) for place, slip in zip(places, slips, strict=True)
        ),
        bar=BarBoxes.from_parts(parts["bar"], parts),
        message=parts["title"],
        facing=facing,
        button=button and button.centered_part(Axis.DOWN, _BUTTON_HEIGHT),
        hint=hint.centered_part(Axis.DOWN, _HINT_HEIGHT) if contents.hint else None,
    )


def _seen_part(space: ScreenSpace, television_dp: float) -> Box:
    """The part of a screen inside its edges, which are wider from a width of `television_dp` on.

    It begins at the screen's upper edge, except on a television.
    """
    share = _CUT_SHARE if space.width >= television_dp else 0.0
    top = space.height * share
    across = max(_EDGE, space.width * share)
    return Box(across, top, space.width - 2 * across, space.height - top - max(_EDGE, top))


def _boxes_clockwise(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Order boxes along the upper edge from the left, down at the right, back up at the left.

    A single column goes from the top down.
    """
    first = boxes[0]
    right = [box for box in boxes if box.x > first.x]
    below = [box for box in boxes[1:] if box.x == first.x]
    return (first, *right, *(reversed(below) if right else below))


def _top_bar_slots(contents: PadContents) -> list[Slot]:
    """The bar above all sheets: menu, disc and title at the left, the rest at the right."""
    return [
        Slot("menu", BAR_ICON_DP),
        Slot("face", BAR_FACE_DP, 4),
        Slot("title", EQUAL_SHARE, 14),
        Slot("undo", BAR_ICON_DP, 4),
        Slot("redo", BAR_ICON_DP, 4),
        Slot("button", _BUTTON_WIDTH if contents.button else 0, 4),
    ]


def _middle_bar_slots(contents: PadContents) -> list[Slot]:
    """The bar between two players face to face: parts close together, unless it has hints."""
    if contents.hint:
        return [
            Slot("undo", BAR_ICON_DP),
            Slot("redo", BAR_ICON_DP, 8),
            Slot("face", BAR_FACE_DP, 8),
            Slot("title", EQUAL_SHARE, 12),
            Slot("button", _BUTTON_WIDTH if contents.button else 0, 8),
            Slot("menu", BAR_ICON_DP, 8),
        ]
    return [
        Slot("left"),
        Slot("undo", BAR_ICON_DP),
        Slot("redo", BAR_ICON_DP, 4),
        Slot("face", BAR_FACE_DP, 20),
        Slot("title", _TITLE, 16),
        Slot("button", _BUTTON_WIDTH if contents.button else 0, 4),
        Slot("menu", BAR_ICON_DP, 4),
        Slot("right"),
    ]


def _hint_box(parts: Mapping[str, Box], *, facing: bool) -> Box:
    """The place of a hint: over disc and title between two players, else over the end of the title.

    In a narrow bar it is the whole title.
    """
    title = parts["title"]
    if facing:
        return bounding_box([parts["face"], title])
    if parts["bar"].width + 2 * _EDGE < _WIDE_SCREEN_DP:
        return title
    free = (title.width - 4) / 3 + 4
    return title.cut_along(Axis.ACROSS, title.x + free, title.width - free)


def card_boxes(
    box: Box, layout: Layout, spacing: _Spacing = _SPACINGS[0], *, turns: bool = True
) -> SheetBoxes:
    """Lay out one sheet as a card: its head, and its rows below.

    Without `turns` there is no button that rotates the card, and the name has its space.
    """
    inner = box.relative_to(box).inset(_SIDE, 0)
    rows = _card_landscape(layout, inner.width, spacing, wide=box.width >= _WIDE_SCREEN_DP)
    parts = lay_out(
        inner, Axis.DOWN, _card_slots(layout, spacing, _card_head_slots(layout, inner.width))
    )
    name = parts["name"]
    turn = parts["turn"]
    sheet = SheetBoxes(
        box,
        rows.row_boxes(parts["rows"]),
        split_box(parts["penalties"], Axis.ACROSS, [_TARGET] * layout.penalties, 6),
        SumBoxes(parts["total"], parts.get("extra")),
        label=parts["label"],
        avatar=parts["face"].centered_part(Axis.DOWN, BAR_FACE_DP),
        name=name if turns else bounding_box([name, turn]),
        rotate=turn if turns else None,
    )
    return with_links(sheet, layout, spacing.rows)


def _card_slots(layout: Layout, spacing: _Spacing, head: Sequence[Slot] = ()) -> list[Slot]:
    """The parts of a card from the top down."""
    return [
        Slot("edge", _HEAD_HEIGHT - _TARGET),
        Slot("head", _TARGET, children=head),
        Slot("rows", EQUAL_SHARE, spacing.rows),
        Slot("pairs", PAIRS_HEIGHT_DP if layout.pairs else 0, spacing.rows),
        Slot("bottom", spacing.padding),
    ]


def _card_head_slots(layout: Layout, width: float) -> list[Slot]:
    """The parts of a card's head from left to right; the name has what the others leave."""
    parts = [
        Slot("face", BAR_FACE_DP),
        Slot("name", _NAME, 7),
        Slot("turn", _TARGET, 7),
        Slot("label", EQUAL_SHARE, 7),
        Slot("penalties", layout.penalties * (_TARGET + 6) - 6, 7),
        Slot("extra", _EXTRA_WIDTH if has_extra_field(layout) else 0, 7),
        Slot("total", _TOTAL_WIDTH, 7),
    ]
    name_width = max(_NAME, _NAME + (width - total_length(parts)) - _LABEL)
    return [replace(part, size=name_width) if part.name == "name" else part for part in parts]


def _card_landscape(layout: Layout, width: float, spacing: _Spacing, *, wide: bool) -> Landscape:
    return Landscape(
        layout,
        width,
        ends=_WIDE_ENDS if wide else _NARROW_ENDS,
        between=5.0 if wide else 3.0,
        gap=spacing.rows,
        inset=spacing.inset,
    )


# a board


_CELL = 38.0
"""Least width of a cell, before it is scaled."""
_ROW = 50.0
"""Least height of a row, before it is scaled."""
_HIGHEST_ROW = 92.0
"""Largest height of a row, before it is scaled."""
_BAR_SHARE = 0.115
"""Height of the bar as a share of a screen's."""
_BAR_WIDTH = 14.0
"""The bar is at least so many times wider than high, unless it has its least height."""
_FACE = 0.62
"""Diameter of the roller's disc, as a share of the bar's height."""
_BETWEEN = 0.12
"""The gap between two parts of the bar, as a share of its height."""
_NUMBER_WIDE = 0.58
"""Size of a row's numbers, as a share of a cell's width; they are read from far away."""
_NUMBER_HIGH = 0.6
"""The same as a share of a cell's height; the smaller of the two is used."""


def board_geometry(
    space: ScreenSpace, slips: Sequence[Layout], *, has_undo_buttons: bool
) -> Geometry:
    """Lay out all sheets of a table in the order of `slips`, and the bar above them.

    All sheets have one scale. The number of columns is the one that makes the cells large and fills
    the space. With `has_undo_buttons`, undo and redo are in the bar.
    """
    high = max(_BAR_HEIGHT, min(space.height * _BAR_SHARE, space.width / _BAR_WIDTH))
    whole = _seen_part(space, _WIDE_SCREEN_DP)
    whole = replace(whole, height=max(high + 1, whole.height))
    above, free = split_box(whole, Axis.DOWN, [high, EQUAL_SHARE])
    seats = len(slips)
    arrangements = [
        _scaled_sheets(box_grid(free, seats, columns, _EDGE), slips)
        for columns in range(1, seats + 1)
    ]
    bar = _board_bar_boxes(above, has_undo_buttons=has_undo_buttons)
    return Geometry(
        mode=RowMode.LANDSCAPE,
        width=space.width,
        height=space.height,
        sheets=max(arrangements, key=_layout_score),
        bar=bar,
        message=bar.words,
    )


def _board_bar_boxes(bar: Box, *, has_undo_buttons: bool) -> BarBoxes:
    """Lay out menu, disc and title at the left, undo and redo at the right."""
    gap = bar.height * _BETWEEN
    icon = BAR_ICON_DP if has_undo_buttons else 0
    nothing = Box(bar.right, bar.y, 0, 0)
    parts = [
        Slot("menu", BAR_ICON_DP),
        Slot("face", bar.height * _FACE, gap),
        Slot("title", EQUAL_SHARE, gap),
        Slot("undo", icon, gap),
        Slot("redo", icon, gap),
    ]
    return BarBoxes.from_parts(
        bar, {"undo": nothing, "redo": nothing} | lay_out(bar, Axis.ACROSS, parts)
    )


def _layout_score(sheets: Sequence[SheetBoxes]) -> float:
    """Rate an arrangement: the scale of its sheets, times the area that they fill."""
    filled = sum(sheet.box.width * sheet.box.height for sheet in sheets) * sheets[0].scale ** 2
    return sheets[0].scale * filled


def _scaled_sheets(places: Sequence[Box], slips: Sequence[Layout]) -> tuple[SheetBoxes, ...]:
    """Lay out every sheet in its place, all at the largest scale that fits each of them."""
    sheets = [
        (place, slip, _card_size(slip, _ROW)) for place, slip in zip(places, slips, strict=True)
    ]
    scale = min(
        min(place.width / width, place.height / height) for place, _, (width, height) in sheets
    )
    return tuple(_scaled_sheet(place, slip, scale) for place, slip, _ in sheets)


def _scaled_sheet(place: Box, layout: Layout, scale: float) -> SheetBoxes:
    """Center one sheet in its place; it fills the height, unless its rows would get too high."""
    _, highest = _card_size(layout, _HIGHEST_ROW)
    height = min(place.height / scale, highest)
    corner = place.centered_part(Axis.DOWN, height * scale)
    boxes = card_boxes(Box(corner.x, corner.y, place.width / scale, height), layout, turns=False)
    rows = list(boxes.rows)
    for index, row in enumerate(rows):
        if layout.rows[index].kind in ALIGNED_KINDS:
            cell = row.cells[0]
            size = min(cell.width * _NUMBER_WIDE, cell.height * _NUMBER_HIGH)
            rows[index] = replace(row, number_sp=size)
    return replace(boxes, rows=tuple(rows), scale=scale)


def _card_size(layout: Layout, row: float) -> tuple[float, float]:
    """Width and height of a narrow card with the narrowest cells, and rows of a given height."""
    rows = _card_landscape(layout, 0, _SPACINGS[0], wide=False)
    height = total_length(_card_slots(layout, _SPACINGS[0])) + rows.total_height(row)
    return rows.width_for_cell(_CELL) + 2 * _SIDE, height

"""The boxes of all sheets of a table on one screen: cards round a device, or a board. Pure.

A board is looked at from far away. Bars, cards and their heads are lists of parts from left to
right, or from above downwards, with sizes and gaps in dp. To move or resize one, change
its line.
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
from qwixx_pad.ui.sheet.boxes import RowBoxes, RowMode, SheetBoxes, SumBoxes, has_extra_field
from qwixx_pad.ui.sheet.rows import MIN_CELL_DP, PAIRS_HEIGHT_DP, Landscape, with_links

MIN_SCREEN_DP = 600
"""A screen whose smaller side is below this shows one sheet at a time."""
_EDGE = 12.0
_SIDE = 10.0
"""Around all, and at the sides of a card's rows."""
_WIDE_SCREEN_DP = 900
"""From this width on there is more space in a card or in the bar, and a board may be on a
television."""
_TELEVISION_DP = 1920
_CUT_SHARE = 0.025
"""From this width on cards may be on a television too, and what it may cut off at each side."""
_BAR = 60.0
_BUTTON = 168.0
_BUTTON_HEIGHT = 52.0
_TITLE = 238.0
_HINT = 52.0
"""Height of the bar, width and height of its button, width of the title between two who face each
other, height of a hint."""
_HEAD = 50.0
_KEY = 44.0
_TOTAL = 74.0
_EXTRA = 52.0
"""Height of a card's head; sides of what is tapped in it, widths of total and field beside it."""
_NAME = 88.0
_LABEL = 76.0
"""Least width of a name in a card's head, and of the word for penalties there."""
_NARROW_ENDS = ((33.0, 36.0, 52.0), 3.0)
_WIDE_ENDS = ((44.0, 45.0, 75.0), 5.0)
"""Widths of the head, the lock and the cap of a row, and what is free between two cells."""
_FOUR_SHEETS = 4


@dataclass(frozen=True, slots=True)
class _Spacing:
    """Space between two cards, below the rows of one, between two rows, and around their cells."""

    gap: float
    padding: float
    rows: float
    inset: float = 5.0


_SPACINGS = (_Spacing(12, 10, 6), _Spacing(8, 6, 4), _Spacing(8, 6, 3, 2))
"""From the most to the least, which only sheets of more than four rows need."""


# cards


def cards_geometry(
    space: ScreenSpace, layout: Layout, contents: PadContents, slips: Sequence[Layout] = ()
) -> Geometry | None:
    """Lay out so many sheets on one screen; None where a cell would be too small.

    Where cells would be too small, everything moves closer.
    """
    if min(space.width, space.height) < MIN_SCREEN_DP:
        return None
    spacings = _SPACINGS[: 3 if len(layout.rows) > _FOUR_SHEETS else 2]
    each = slips or [layout] * contents.seats
    plans = (_cards_clockwise(space, each, contents, spacing) for spacing in spacings)
    return next((plan for plan in plans if plan.min_cell_side >= MIN_CELL_DP), None)


def _cards_clockwise(
    space: ScreenSpace, slips: Sequence[Layout], has: PadContents, spacing: _Spacing
) -> Geometry:
    """Lay out cards below the bar clockwise; of two, facing each other, the second one above it."""
    facing = has.seats == 2  # noqa: PLR2004 - two sit face to face
    slots = [Slot("bar", _BAR, children=_top_bar_slots(has)), Slot("cards")]
    if facing:
        bar = Slot("bar", _BAR, children=_middle_bar_slots(has))
        slots = [Slot("edge", _EDGE), Slot("second"), bar, Slot("first")]
    parts = lay_out(_seen_part(space, _TELEVISION_DP), Axis.DOWN, slots)
    if facing:
        places: tuple[Box, ...] = parts["first"], parts["second"]
    else:
        columns = 2 if space.width > space.height else 1
        places = _boxes_clockwise(box_grid(parts["cards"], has.seats, columns, spacing.gap))
    button = parts.get("button")
    hint = _hint_box(parts, facing=facing)
    return Geometry(
        mode=RowMode.LANDSCAPE,
        width=space.width,
        height=space.height,
        sheets=tuple(card_boxes(*each, spacing) for each in zip(places, slips, strict=True)),
        bar=BarBoxes.from_parts(parts["bar"], parts),
        message=parts["title"],
        facing=facing,
        button=button and button.centered_part(Axis.DOWN, _BUTTON_HEIGHT),
        hint=hint.centered_part(Axis.DOWN, _HINT) if has.hint else None,
    )


def _seen_part(space: ScreenSpace, television_dp: float) -> Box:
    """Return a screen without its edges: of a television, which is so wide, what each one shows.

    A bar reaches the upper edge.
    """
    share = _CUT_SHARE if space.width >= television_dp else 0.0
    top = space.height * share
    across = max(_EDGE, space.width * share)
    below = max(_EDGE, top)
    return Box(across, top, space.width - 2 * across, space.height - top - below)


def _boxes_clockwise(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """Sort along the upper edge from the left, down at the right, and back at the left."""
    left = [box for box in boxes if box.x == boxes[0].x]
    right = [box for box in boxes if box.x > boxes[0].x]
    if not right:
        return boxes
    first, *below = left
    return (first, *right, *reversed(below))


def _top_bar_slots(has: PadContents) -> list[Slot]:
    """List the bar above all sheets: menu, disc and title at the left, the rest at the right."""
    return [
        Slot("menu", BAR_ICON_DP),
        Slot("face", BAR_FACE_DP, 4),
        Slot("title", EQUAL_SHARE, 14),
        Slot("undo", BAR_ICON_DP, 4),
        Slot("redo", BAR_ICON_DP, 4),
        Slot("button", _BUTTON * has.button, 4),
    ]


def _middle_bar_slots(has: PadContents) -> list[Slot]:
    """List the bar between two who face each other, close together or wide for hints."""
    if has.hint:
        return [
            Slot("undo", BAR_ICON_DP),
            Slot("redo", BAR_ICON_DP, 8),
            Slot("face", BAR_FACE_DP, 8),
            Slot("title", EQUAL_SHARE, 12),
            Slot("button", _BUTTON * has.button, 8),
            Slot("menu", BAR_ICON_DP, 8),
        ]
    return [
        Slot("left"),
        Slot("undo", BAR_ICON_DP),
        Slot("redo", BAR_ICON_DP, 4),
        Slot("face", BAR_FACE_DP, 20),
        Slot("title", _TITLE, 16),
        Slot("button", _BUTTON * has.button, 4),
        Slot("menu", BAR_ICON_DP, 4),
        Slot("right"),
    ]


def _hint_box(parts: Mapping[str, Box], *, facing: bool) -> Box:
    """Choose disc and title between two, else the title's end; all of it in a narrow bar."""
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

    Where nothing rotates it, its name has that space.
    """
    wide = box.width >= _WIDE_SCREEN_DP
    inner = box.relative_to(box).inset(_SIDE, 0)
    rows = _card_landscape(layout, inner.width, spacing, wide=wide)
    parts = lay_out(
        inner, Axis.DOWN, _card_slots(layout, spacing, _card_head_slots(layout, inner.width))
    )
    name = parts["name"]
    turn = parts["turn"]
    sheet = SheetBoxes(
        box,
        rows.row_boxes(parts["rows"]),
        split_box(parts["penalties"], Axis.ACROSS, [_KEY] * layout.penalties, 6),
        SumBoxes(parts["total"], parts.get("extra")),
        label=parts["label"],
        avatar=parts["face"].centered_part(Axis.DOWN, BAR_FACE_DP),
        name=name if turns else bounding_box([name, turn]),
        rotate=turn if turns else None,
    )
    return with_links(sheet, layout, spacing.rows)


def _card_slots(layout: Layout, spacing: _Spacing, head: Sequence[Slot] = ()) -> list[Slot]:
    """List the parts of a card from above downwards."""
    return [
        Slot("edge", _HEAD - _KEY),
        Slot("head", _KEY, children=head),
        Slot("rows", EQUAL_SHARE, spacing.rows),
        Slot("pairs", PAIRS_HEIGHT_DP * bool(layout.pairs), spacing.rows),
        Slot("bottom", spacing.padding),
    ]


def _card_head_slots(layout: Layout, width: float) -> list[Slot]:
    """List the parts of a card's head from left to right: the name has what is left of a width."""
    parts = [
        Slot("face", BAR_FACE_DP),
        Slot("name", _NAME, 7),
        Slot("turn", _KEY, 7),
        Slot("label", EQUAL_SHARE, 7),
        Slot("penalties", layout.penalties * (_KEY + 6) - 6, 7),
        Slot("extra", _EXTRA * has_extra_field(layout), 7),
        Slot("total", _TOTAL, 7),
    ]
    free = width - total_length(parts)
    widened = replace(parts[1], size=max(_NAME, _NAME + free - _LABEL))
    return [widened if part.name == "name" else part for part in parts]


def _card_landscape(layout: Layout, width: float, spacing: _Spacing, *, wide: bool) -> Landscape:
    ends, between = _WIDE_ENDS if wide else _NARROW_ENDS
    return Landscape(layout, width, ends, between, spacing.rows, spacing.inset)


# a board


_CELL = 38.0
_ROW = 50.0
_HIGHEST_ROW = 92.0
"""Least width of a cell, least and largest height of a row, before they are scaled."""
_BAR_SHARE = 0.115
_BAR_WIDTH = 14.0
"""Height of the bar as a share of a screen's, and how many times wider than high it is at least."""
_FACE = 0.62
_BETWEEN = 0.12
"""Of the height of the bar, the roller's disc, and what is free between two parts."""
_NUMBER_WIDE = 0.58
_NUMBER_HIGH = 0.6
"""Of a cell's width and height, the size of a number in a row of them: it is read from far away."""


def board_geometry(
    space: ScreenSpace, slips: Sequence[Layout], *, has_undo_buttons: bool
) -> Geometry:
    """Lay out all sheets of a table, from the first corner on, and the bar above them.

    The sheets are scaled alike, in as many columns as make their cells large and fill the space.
    With `has_undo_buttons`, undo and redo are in the bar.
    """
    high = max(_BAR, min(space.height * _BAR_SHARE, space.width / _BAR_WIDTH))
    whole = _seen_part(space, _WIDE_SCREEN_DP)
    whole = replace(whole, height=max(high + 1, whole.height))
    above, free = split_box(whole, Axis.DOWN, [high, EQUAL_SHARE])
    seats = len(slips)
    ways = [
        _scaled_sheets(box_grid(free, seats, columns, _EDGE), slips)
        for columns in range(1, seats + 1)
    ]
    bar = _board_bar_boxes(above, keys=has_undo_buttons)
    return Geometry(
        mode=RowMode.LANDSCAPE,
        width=space.width,
        height=space.height,
        sheets=max(ways, key=_layout_score),
        bar=bar,
        message=bar.words,
    )


def _board_bar_boxes(bar: Box, *, keys: bool) -> BarBoxes:
    """Lay out menu, disc and title at the left, undo and redo at the right."""
    gap = bar.height * _BETWEEN
    icon = BAR_ICON_DP * keys
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
    """Rate a layout: the size of its sheets, times the area that they fill."""
    filled = sum(sheet.box.width * sheet.box.height for sheet in sheets) * sheets[0].scale ** 2
    return sheets[0].scale * filled


def _scaled_sheets(places: Sequence[Box], slips: Sequence[Layout]) -> tuple[SheetBoxes, ...]:
    """Lay out every sheet in its place, all at the largest scale that fits each of them."""

    def scale_to_fit(place: Box, layout: Layout) -> float:
        width, height = _card_size(layout, _ROW)
        return min(place.width / width, place.height / height)

    scale = min(map(scale_to_fit, places, slips))
    return tuple(_scaled_sheet(*each, scale) for each in zip(places, slips, strict=True))


def _scaled_sheet(place: Box, layout: Layout, scale: float) -> SheetBoxes:
    """Center one sheet in its place, as large as that unless its rows get too high."""
    _, highest = _card_size(layout, _HIGHEST_ROW)
    height = min(place.height / scale, highest)
    corner = place.centered_part(Axis.DOWN, height * scale)
    boxes = card_boxes(Box(corner.x, corner.y, place.width / scale, height), layout, turns=False)
    rows = tuple(
        _with_large_numbers(row) if printed.kind in ALIGNED_KINDS else row
        for row, printed in zip(boxes.rows, layout.rows, strict=True)
    )
    return replace(boxes, rows=rows, scale=scale)


def _card_size(layout: Layout, row: float) -> tuple[float, float]:
    """Return width and height of a narrow card with the least cells and rows of a height."""
    rows = _card_landscape(layout, 0, _SPACINGS[0], wide=False)
    height = total_length(_card_slots(layout, _SPACINGS[0])) + rows.total_height(row)
    return rows.width_for_cell(_CELL) + 2 * _SIDE, height


def _with_large_numbers(row: RowBoxes) -> RowBoxes:
    cell = row.cells[0]
    return replace(row, number_sp=min(cell.width * _NUMBER_WIDE, cell.height * _NUMBER_HIGH))

"""The boxes of a pad with one sheet, on an upright screen or a wide one. Pure.

Each screen is a list of slots, from the top down or from left to right, with sizes and gaps in dp.
To move or resize a part, change its line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import Layout
from qwixx_pad.layouts.checking import MAX_PENALTIES
from qwixx_pad.settings import Direction
from qwixx_pad.ui.geometry import (
    EQUAL_SHARE,
    LARGE_TEXT_SCALE,
    MAX_PAD_DP,
    Axis,
    Box,
    ScreenSpace,
    Slot,
    lay_out,
    split_box,
    total_length,
)
from qwixx_pad.ui.play.geometry.screen_boxes import (
    BAR_FACE_DP,
    BAR_ICON_DP,
    SINGLE_SHEET,
    BarBoxes,
    Geometry,
    PadContents,
)
from qwixx_pad.ui.sheet.boxes import RowMode, SheetBoxes, SumBoxes, has_extra_field, sum_boxes
from qwixx_pad.ui.sheet.rows import (
    MIN_CELL_DP,
    PAIRS_HEIGHT_DP,
    Columns,
    Landscape,
    Upright,
    with_links,
)
from qwixx_pad.ui.theme.tokens import MAX_CELL_TEXT_SCALE

_EDGE = 6.0
"""At the sides of an upright pad and above its rows."""
_APART = 6.0
"""Between two chips or penalties."""
_HINT_HEIGHT = 68.0
_MESSAGE_HEIGHT = 48.0
_EXTRA_WIDTH = 46.0
"""Of the field next to a total."""
_BLOCK_WIDTH = 56.0
"""Of all penalties in one box."""
_LOW_SCREEN_DP = 600
"""Below this height an upright screen has smaller gaps, at a table or with large text."""
_ROOMY_SCREEN_DP = 720
"""From this height on columns have larger heads, and a single sheet with rows shows the strip."""
_ROW_NAME_SP = 14
_TITLE_SP = 19
_SUBTITLE_SP = 13
_SHALLOW = 360
"""A wide screen below this height has no sum line."""
_WIDE_EDGE = 8.0
"""Around everything on a wide screen."""
_WIDE_GAP = 5.0
"""Between two rows on a wide screen."""
_RAIL_WIDTH = 108.0
_HIGHEST_RAIL = 320
"""The height that a rail needs at most; a sheet of few rows is lower."""
_RAIL_LABEL_HEIGHT = 17


def pad_geometry(
    space: ScreenSpace, direction: Direction, layout: Layout, contents: PadContents = SINGLE_SHEET
) -> Geometry:
    """Lay out a pad with one sheet.

    Where an upright screen has no space for a hint, it covers the bar's title or a table's sum.
    """
    if space.width > space.height:
        return _landscape_geometry(space, layout, contents)
    pad = _upright_geometry(space, direction, layout, contents)
    if not contents.hint or pad.height <= space.height:
        return pad
    pad = _upright_geometry(space, direction, layout, replace(contents, hint=False))
    sum_ = pad.first_sheet.sum
    # At a table only the bar names the owner of the sheet, so the hint covers the sum instead,
    # unless the sum has a field that can be tapped.
    if pad.chips and sum_.line == pad.message and sum_.extra is None:
        return replace(pad, hint=pad.message)
    return replace(pad, hint=pad.bar.words)


def _pad_boxes(  # noqa: PLR0913, PLR0917 - a screen and what it is made of
    mode: RowMode,
    layout: Layout,
    contents: PadContents,
    measures: Upright | Columns | Landscape,
    parts: Mapping[str, Box],
    bar: BarBoxes,
    total: float = 0,
) -> Geometry:
    """Build a screen from parts named like its boxes, and `whole`, `rows` and `penalty N`.

    Without a part `message`, messages cover the bar. In a part `line`, which is the sum, the last
    `total` dp are the total; without that part the total is a part of its own.
    """
    whole = parts["whole"]
    line = parts.get("line")
    penalties = [box for name, box in parts.items() if name.startswith("penalty")]
    sheet = SheetBoxes(
        whole,
        measures.row_boxes(parts["rows"]),
        tuple(penalties[: layout.penalties]),
        sum_boxes(line, total, layout) if line else SumBoxes(parts["total"], parts.get("extra")),
        label=parts.get("label"),
    )
    chips: tuple[Box, ...] = ()
    if "seats" in parts:
        chips = split_box(parts["seats"], Axis.ACROSS, [EQUAL_SHARE] * contents.seats, _APART)
    return Geometry(
        mode=mode,
        width=whole.width,
        height=whole.height,
        sheets=(with_links(sheet, layout, measures.gap),),
        bar=bar,
        message=parts.get("message", bar.words),
        chips=chips,
        strip=parts.get("strip"),
        foot=parts.get("foot"),
        back=parts.get("back"),
        button=parts.get("button"),
        banner=parts.get("banner"),
        hint=parts.get("hint"),
    )


def _upright_geometry(
    space: ScreenSpace, direction: Direction, layout: Layout, contents: PadContents
) -> Geometry:
    """Lay out rows or columns, as the player has set or as fits the space left by a hint."""
    hint = _HINT_HEIGHT + _EDGE if contents.hint else 0
    free = replace(space, height=space.height - hint)
    if direction is Direction.COLUMNS or (
        direction is Direction.AUTO and _fits_columns(free, layout, contents.seats)
    ):
        return _columns_geometry(free, space, layout, contents)
    return _rows_geometry(free, space, layout, contents)


def _fits_columns(space: ScreenSpace, layout: Layout, seats: int) -> bool:
    """True if columns have larger cells; where rows take several lines, if columns fit."""
    rows = Upright(layout, _row_width(space), 0)
    columns = _column_measures(space, layout)
    if rows.line_count > 1:
        free = space.height - total_length(_column_slots(space, seats))
        return columns.total_height(MIN_CELL_DP) <= free
    free = space.height - total_length(_column_slots(space, 0))
    return columns.cell_height(free) > rows.cell_width


def _lay_upright(
    screen: ScreenSpace, measures: Upright | Columns, slots: Sequence[Slot]
) -> dict[str, Box]:
    """Lay out `slots` from the top down, as wide as the rows; the box `whole` is the whole screen.

    If the slot `rows`, whose height is set here, does not fit, `whole` is higher than the screen.
    """
    taken = total_length(slots)
    rows = measures.fitted_height(screen.height - taken)
    height = screen.height if rows <= screen.height - taken else taken + rows
    whole = Box(0, 0, screen.width, height)
    middle = whole.centered_part(Axis.ACROSS, measures.width)
    sized = [replace(slot, size=rows) if slot.name == "rows" else slot for slot in slots]
    return {**lay_out(middle, Axis.DOWN, sized), "whole": whole}


def _bar_height(space: ScreenSpace, *, table: bool) -> float:
    """The height of the bar, in dp: a title and a subtitle.

    Large text takes two lines: at a table in both, else only in the subtitle on a high screen.
    """
    if not space.has_large_text:
        return max(56.0, space.lines_height(_TITLE_SP, _SUBTITLE_SP) + 4)
    lines = 2 if table or space.height >= _LOW_SCREEN_DP else 1
    name = 2 * MAX_CELL_TEXT_SCALE if table else LARGE_TEXT_SCALE
    return (_TITLE_SP * name + _SUBTITLE_SP * lines * LARGE_TEXT_SCALE) * 1.2 + 4


def _bar_boxes(parts: Mapping[str, Box], *, face: bool) -> BarBoxes:
    """Lay out the bar, as wide as the screen; a message covers disc and title."""
    bar = parts["whole"].cut_along(Axis.DOWN, 0, parts["bar"].height)
    slots = [
        Slot("menu", BAR_ICON_DP),
        Slot("face", BAR_FACE_DP if face else 0),
        Slot("title", EQUAL_SHARE, 9),
        Slot("undo", BAR_ICON_DP),
        Slot("redo", BAR_ICON_DP),
    ]
    inside = lay_out(bar.inset(2, 0), Axis.ACROSS, slots)
    start = inside["menu"].right
    words = bar.cut_along(Axis.ACROSS, start, inside["undo"].x - start)
    return BarBoxes.from_parts(bar, inside | {"words": words})


def _standings_height(space: ScreenSpace, seats: int) -> float:
    """The height of the standings, with names above totals; 0 for a single sheet."""
    return max(54.0, space.lines_height(13, 18) + 6) if seats else 0


def _row_width(space: ScreenSpace) -> float:
    return min(space.width, MAX_PAD_DP) - 2 * _EDGE


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Heights on an upright screen with rows, in dp, at a text scale of 1.

    Attributes:
        name: Above the cells of a row.
        gap: Between two rows, and above the strip.
        apart: Above the foot and above the sum; at a table also below the standings.
        foot: Penalties and buttons.
        penalty: The side of a penalty.
        bottom: Below the sum.
        line: The sum.
        strip: The strip with the points for each number of crosses; 0 for none.
        least, most: The limits for a cell.
    """

    name: float
    gap: float
    apart: float
    foot: float
    penalty: float
    bottom: float
    line: float = 52.0
    strip: float = 0.0
    least: float = 44.0
    most: float = 80.0


_SINGLE = _Sizes(name=26, gap=6, apart=12, foot=44, penalty=44, bottom=8)
_LOW_SINGLE = replace(_SINGLE, apart=8, bottom=4)
_ROOMY_SINGLE = _Sizes(name=33, gap=10, apart=12, foot=48, penalty=48, bottom=12, line=56, strip=46)
_TABLE = _Sizes(name=28, gap=8, apart=10, foot=52, penalty=46, bottom=8, most=90)
_LOW_TABLE = replace(_TABLE, gap=5, apart=6, foot=48, bottom=4, least=37)


def _sizes(space: ScreenSpace, seats: int) -> _Sizes:
    """Choose the heights of a screen; at a table the standings replace the strip."""
    if seats:
        return _LOW_TABLE if space.height < _LOW_SCREEN_DP else _TABLE
    if space.height >= _ROOMY_SCREEN_DP:
        return _ROOMY_SINGLE
    return _LOW_SINGLE if space.has_large_text and space.height < _LOW_SCREEN_DP else _SINGLE


def _rows_geometry(
    space: ScreenSpace, screen: ScreenSpace, layout: Layout, contents: PadContents
) -> Geometry:
    """Lay out the rows below bar or standings; below them strip, penalties, buttons and sum."""
    sizes = _sizes(space, contents.seats)
    large = space.has_large_text
    foot = sizes.foot
    if large and contents.seats:
        foot += 14
    elif not (large or contents.seats):
        foot += max(0, space.lines_height(16, 13) + 2 - foot)
    slots = [
        Slot("bar", _bar_height(space, table=bool(contents.seats))),
        Slot("seats", _standings_height(space, contents.seats), _EDGE),
        Slot("rows", EQUAL_SHARE, sizes.apart if contents.seats else _EDGE),
        Slot("pairs", PAIRS_HEIGHT_DP if layout.pairs else 0, sizes.gap),
        Slot("strip", 0 if large else sizes.strip * max(1, space.text_scale), sizes.gap),
        Slot("hint", _HINT_HEIGHT if contents.hint else 0, _EDGE),
        Slot("free"),
        Slot("foot", foot, sizes.apart, _row_foot_slots(layout, contents, sizes.penalty)),
        Slot("line", sizes.line, sizes.apart),
        Slot("bottom", sizes.bottom),
    ]
    measures = Upright(
        layout,
        _row_width(space),
        max(sizes.name, space.lines_height(_ROW_NAME_SP)),
        sizes.gap,
        gain=not large,
        min_cell=sizes.least,
        max_cell=sizes.most,
    )
    parts = _lay_upright(screen, measures, slots)
    if not large:
        parts["message"] = _words_box(parts)
    bar = _bar_boxes(parts, face=not (contents.seats or large))
    return _pad_boxes(RowMode.ROWS, layout, contents, measures, parts, bar, measures.width * 0.22)


def _words_box(parts: Mapping[str, Box]) -> Box:
    """Choose the place of a message.

    It is the space between strip and foot if that is enough and holds no hint, else the strip.
    Without a strip it is the label of the penalties or the sum.
    """
    strip = parts.get("strip")
    if strip is None:
        return parts.get("label", parts["line"])
    free = strip.cut_along(Axis.DOWN, strip.bottom, parts["foot"].y - strip.bottom)
    if "hint" in parts or free.height < _MESSAGE_HEIGHT + 2 * _EDGE:
        return strip
    return free.centered_part(Axis.DOWN, _MESSAGE_HEIGHT)


def _row_foot_slots(layout: Layout, contents: PadContents, side: float) -> list[Slot]:
    """Penalties and buttons; without buttons, the label at the left and squares at the right."""
    if contents.seats or contents.button:
        return _foot_slots(layout, contents, side, 12)
    squares = [
        Slot(
            f"square {n}",
            side,
            8 if n else 10,
            [Slot("above"), Slot(f"penalty {n}", side), Slot("below")],
        )
        for n in range(layout.penalties)
    ]
    return [Slot("edge", 6), Slot("label"), *squares]


def _foot_slots(
    layout: Layout, contents: PadContents, side: float, gap: float, ends: Sequence[Slot] = ()
) -> list[Slot]:
    """Penalties, each `side` wide, then the button after a gap, then `ends`.

    With a second button, `back`, the penalties share one box; the first one stays where it is.
    """
    penalties = [
        Slot(f"penalty {n}", side, _APART) for n in range(_max_penalties(layout, contents))
    ]
    if contents.back:
        back = Slot("back", total_length(penalties) - _BLOCK_WIDTH - _APART, _APART)
        penalties = [Slot("penalty 0", _BLOCK_WIDTH), back]
    return [*penalties, Slot("button", EQUAL_SHARE if contents.button else 0, gap), *ends]


def _max_penalties(layout: Layout, contents: PadContents) -> int:
    """The penalties to reserve space for; at a table any seat's sheet may come in front."""
    return MAX_PENALTIES if contents.seats else layout.penalties


def _column_measures(space: ScreenSpace, layout: Layout) -> Columns:
    width = min(space.width, 760) - 2 * _EDGE
    if space.height < _ROOMY_SCREEN_DP:
        return Columns(layout, width, head=32.0, lock=30.0, gain=False)
    return Columns(layout, width, head=44.0, lock=36.0, gain=not space.has_large_text)


def _column_slots(
    space: ScreenSpace, seats: int, middle: Sequence[Slot] = (), foot: Sequence[Slot] = ()
) -> list[Slot]:
    """The parts from the top down, with `middle` below the rows."""
    return [
        Slot("bar", max(60.0, _bar_height(space, table=bool(seats)))),
        Slot("seats", _standings_height(space, seats)),
        Slot("rows", EQUAL_SHARE, _EDGE if seats else 0),
        *middle,
        Slot("free"),
        Slot("foot", 52.0, _EDGE, foot),
        Slot("bottom", 16.0 if space.height >= _ROOMY_SCREEN_DP else 10.0),
    ]


def _columns_geometry(
    space: ScreenSpace, screen: ScreenSpace, layout: Layout, contents: PadContents
) -> Geometry:
    """Lay out columns side by side; penalties, buttons and total in one line below."""
    measures = _column_measures(space, layout)
    extra = has_extra_field(layout)
    penalties_share = 0.56
    if contents.seats:
        penalties_share -= 0.14
    if extra:
        penalties_share -= 0.07
    side = min(48, (measures.width * penalties_share - 18) / 4)
    ends = [
        Slot("extra", _EXTRA_WIDTH if extra else 0, _EDGE),
        Slot("total", 68.0 if contents.button or contents.back else EQUAL_SHARE, _EDGE),
    ]
    below = [
        Slot("pairs", PAIRS_HEIGHT_DP if layout.pairs else 0, _EDGE),
        Slot("hint", _HINT_HEIGHT if contents.hint else 0, _EDGE),
    ]
    foot = _foot_slots(layout, contents, side, _EDGE, ends)
    parts = _lay_upright(screen, measures, _column_slots(space, contents.seats, below, foot))
    bar = _bar_boxes(parts, face=not (contents.seats or space.has_large_text))
    return _pad_boxes(RowMode.COLUMNS, layout, contents, measures, parts, bar)


def _landscape_geometry(space: ScreenSpace, layout: Layout, contents: PadContents) -> Geometry:
    """Lay out rows at the left and a rail at the right; standings or strip, and the sum, below."""
    width = min(space.width, MAX_PAD_DP) - 2 * _WIDE_EDGE
    rail_width = _RAIL_WIDTH + 40 * max(0.0, space.text_scale - 1)
    measures = Landscape(
        layout,
        width - rail_width - 8,
        ends=(40, 38, 62),
        between=3,
        gap=_WIDE_GAP,
        has_large_text=space.has_large_text,
    )
    foot = _landscape_foot_height(space, table=bool(contents.seats))
    below = [
        Slot("pairs", PAIRS_HEIGHT_DP if layout.pairs else 0, _WIDE_GAP),
        Slot("free"),
        Slot("foot", foot, 6, [Slot("seats" if contents.seats else "strip")]),
    ]
    line = Slot("line", 46.0 if space.height >= _SHALLOW else 0, 9)
    free = space.height - 2 * _WIDE_EDGE - total_length([Slot("upper"), line])
    beneath = total_length([Slot("rows"), *below])
    rows = measures.fitted_height(free - beneath)
    upper = max(rows + beneath, min(free, _HIGHEST_RAIL))
    rail = _rail_slots(space, layout, contents, titled=bool(foot) and not contents.seats)
    inside = [
        Slot("left", EQUAL_SHARE, children=[Slot("rows", rows), *below]),
        Slot("rail", rail_width, 8, rail),
    ]
    page = [Slot("upper", upper, children=inside), line]
    height = space.height if upper <= free else total_length(page) + 2 * _WIDE_EDGE
    whole = Box(0, 0, space.width, height)
    parts = lay_out(
        whole.centered_part(Axis.ACROSS, width).centered_part(Axis.DOWN, total_length(page)),
        Axis.DOWN,
        page,
    )
    banner = replace(parts["banner"], height=max(0.0, parts["banner"].height))
    words = parts.get("foot", banner)
    message = parts.get("line", words) if contents.seats else words
    parts |= {"whole": whole, "banner": banner, "message": message}
    if contents.hint:
        parts["hint"] = words
    bar = BarBoxes(
        box=None,
        menu=parts["menu"],
        face=None,
        title=parts["menu"],
        words=banner,
        undo=parts["undo"],
        redo=parts["redo"],
    )
    return _pad_boxes(RowMode.LANDSCAPE, layout, contents, measures, parts, bar, rail_width)


def _landscape_foot_height(space: ScreenSpace, *, table: bool) -> float:
    """The height below the rows: for a table's standings, or the strip of a single sheet."""
    if table:
        return max(34.0 if space.height < _SHALLOW else 38.0, space.lines_height(16) + 4)
    if space.height < _SHALLOW or space.has_large_text:
        return 0.0
    return 38.0 * max(1, space.text_scale)


def _rail_slots(
    space: ScreenSpace, layout: Layout, contents: PadContents, *, titled: bool
) -> list[Slot]:
    """Undo and redo, menu, banner, button, total or label, and penalties two in a line.

    A second button takes space from the penalties; the first one stays where it is.
    """
    shallow = space.height < _SHALLOW
    extra = _EXTRA_WIDTH if has_extra_field(layout) else 0
    gap = 4.0 if shallow else 7.0
    side = 38.0 if shallow else 48.0
    penalties = [
        Slot(f"pair {n}", side, gap, [Slot(f"penalty {n}", 51), Slot(f"penalty {n + 1}", 51, 6)])
        for n in range(0, _max_penalties(layout, contents), 2)
    ]
    if contents.back:
        block = Slot("penalty 0", total_length(penalties) - BAR_ICON_DP - gap, gap)
        penalties = [Slot("back", BAR_ICON_DP, gap), block]
    return [
        Slot(
            "ends",
            BAR_ICON_DP,
            children=[Slot("undo", BAR_ICON_DP), Slot("between"), Slot("redo", BAR_ICON_DP)],
        ),
        Slot("menu", BAR_ICON_DP, gap),
        Slot("banner", EQUAL_SHARE, gap),
        Slot("button", BAR_ICON_DP if contents.button else 0, gap),
        Slot(
            "sum",
            40.0 if shallow else 0,
            gap,
            [Slot("extra", extra), Slot("total", 56 if extra else _RAIL_WIDTH, 6)],
        ),
        Slot(
            "label",
            _RAIL_LABEL_HEIGHT * min(space.text_scale, MAX_CELL_TEXT_SCALE) if titled else 0,
            gap,
        ),
        *penalties,
    ]

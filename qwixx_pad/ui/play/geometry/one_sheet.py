"""The boxes of a pad with one sheet: an upright screen, or a wide one. Pure.

Each screen is a list of parts from above downwards, or from left to right, with sizes and gaps in
dp. To move or resize one, change its line.
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
_APART = 6.0
"""At the sides of an upright pad and above its rows; between two chips or penalties."""
_HINT = 68.0
_MESSAGE = 48.0
"""Heights of a hint, and of words in a place of their own."""
_EXTRA = 46.0
_BLOCK = 56.0
"""Widths of the field beside a total, and of all penalties as one box."""
_LOW_SCREEN_DP = 600
_ROOMY_SCREEN_DP = 720
"""Below this height all at a table is closer; from this height on there is space for more."""
_NAME = 14
_TITLE = 19
_LINE = 13
"""Sizes of a row's name, and of the name and the line in the bar, in sp."""
_SHALLOW = 360
_WIDE_EDGE = 8.0
_WIDE_GAP = 5.0
"""A wide screen below this height has no sum line; around all, and between two rows."""
_RAIL = 108.0
_HIGHEST_RAIL = 320
"""Width of a rail, and the height that it needs at most: more than a sheet of few rows is high."""
_LABEL = 17
"""Height of a line that says what the penalties are called."""


def pad_geometry(
    space: ScreenSpace, direction: Direction, layout: Layout, contents: PadContents = SINGLE_SHEET
) -> Geometry:
    """Lay out a pad with one sheet.

    A hint that has no space of its own on an upright screen takes the place of something quiet.
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
    """Build a screen of parts named as its boxes are, with `whole`, `rows`, `penalty 0` and on.

    Words on what was tapped appear in the bar where no part is called `message`. In a line with the
    sum the total is so wide; without that line it is a part.
    """
    whole = parts["whole"]
    seats = parts.get("seats")
    line = parts.get("line")
    penalties = [box for name, box in parts.items() if name.startswith("penalty")]
    sheet = SheetBoxes(
        whole,
        measures.row_boxes(parts["rows"]),
        tuple(penalties[: layout.penalties]),
        sum_boxes(line, total, layout) if line else SumBoxes(parts["total"], parts.get("extra")),
        label=parts.get("label"),
    )
    return Geometry(
        mode=mode,
        width=whole.width,
        height=whole.height,
        sheets=(with_links(sheet, layout, measures.gap),),
        bar=bar,
        message=parts.get("message", bar.words),
        chips=split_box(seats, Axis.ACROSS, [EQUAL_SHARE] * contents.seats, _APART)
        if seats
        else (),
        strip=parts.get("strip"),
        foot=parts.get("foot"),
        back=parts.get("back"),
        button=parts.get("button"),
        banner=parts.get("banner"),
        hint=parts.get("hint"),
    )


# upright


def _upright_geometry(
    space: ScreenSpace, direction: Direction, layout: Layout, contents: PadContents
) -> Geometry:
    """Lay out in rows or columns: as the player has set, or else by the space left by a hint."""
    hint = _HINT + _EDGE if contents.hint else 0
    free = replace(space, height=space.height - hint)
    if direction is Direction.COLUMNS or (
        direction is Direction.AUTO and _fits_columns(free, layout, contents.seats)
    ):
        return _columns_geometry(free, space, layout, contents)
    return _rows_geometry(free, space, layout, contents)


def _fits_columns(space: ScreenSpace, layout: Layout, seats: int) -> bool:
    """Return whether the smaller side of a cell is larger in columns."""
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
    """Lay out a screen from above downwards, as wide as its rows; `whole` is all of it.

    It is higher than the screen where its `rows`, which share in `slots`, do not fit.
    """
    taken = total_length(slots)
    rows = measures.fitted_height(screen.height - taken)
    height = screen.height if rows <= screen.height - taken else taken + rows
    whole = Box(0, 0, screen.width, height)
    middle = whole.centered_part(Axis.ACROSS, measures.width)
    sized = [replace(slot, size=rows) if slot.name == "rows" else slot for slot in slots]
    return {**lay_out(middle, Axis.DOWN, sized), "whole": whole}


def _bar_height(space: ScreenSpace, *, table: bool) -> float:
    """Return the height of the bar: a name and a line.

    For large letters, which stop growing there, the line may take two, at a table the name too; a
    sheet alone needs that height on a low screen.
    """
    if not space.has_large_text:
        return max(56.0, space.lines_height(_TITLE, _LINE) + 4)
    lines = 2 if table or space.height >= _LOW_SCREEN_DP else 1
    name = 2 * MAX_CELL_TEXT_SCALE if table else LARGE_TEXT_SCALE
    return (_TITLE * name + _LINE * lines * LARGE_TEXT_SCALE) * 1.2 + 4


def _bar_boxes(parts: Mapping[str, Box], *, face: bool) -> BarBoxes:
    """Lay out the bar, as wide as the screen; words take the place of disc and title."""
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
    """Return the height of the strip of seats: names above totals; 0 for a single sheet."""
    return max(54.0, space.lines_height(13, 18) + 6) if seats else 0


def _row_width(space: ScreenSpace) -> float:
    return min(space.width, MAX_PAD_DP) - 2 * _EDGE


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Heights on an upright screen with rows, in dp, where letters are as designed.

    Attributes:
        name: Above the cells of a row.
        gap: Between two rows, and above the strip.
        apart: Above the foot and above the sum; at a table also below the standings.
        foot: Penalties and buttons.
        penalty: One of them.
        bottom: Below the sum.
        line: The sum.
        strip: What crosses are worth.
        least, most: Of a cell.
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
"""Of a low screen with large letters."""
_ROOMY_SINGLE = _Sizes(name=33, gap=10, apart=12, foot=48, penalty=48, bottom=12, line=56, strip=46)
_TABLE = _Sizes(name=28, gap=8, apart=10, foot=52, penalty=46, bottom=8, most=90)
_LOW_TABLE = replace(_TABLE, gap=5, apart=6, foot=48, bottom=4, least=37)


def _sizes(space: ScreenSpace, seats: int) -> _Sizes:
    """Choose the heights of a screen; at a table the standings take the place of the strip."""
    if seats:
        return _LOW_TABLE if space.height < _LOW_SCREEN_DP else _TABLE
    if space.height >= _ROOMY_SCREEN_DP:
        return _ROOMY_SINGLE
    return _LOW_SINGLE if space.has_large_text and space.height < _LOW_SCREEN_DP else _SINGLE


def _rows_geometry(
    space: ScreenSpace, screen: ScreenSpace, layout: Layout, contents: PadContents
) -> Geometry:
    """Lay out rows below bar or standings; below them strip, penalties, buttons and sum."""
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
        Slot("hint", _HINT if contents.hint else 0, _EDGE),
        Slot("free"),
        Slot("foot", foot, sizes.apart, _row_foot_slots(layout, contents, sizes.penalty)),
        Slot("line", sizes.line, sizes.apart),
        Slot("bottom", sizes.bottom),
    ]
    measures = Upright(
        layout,
        _row_width(space),
        max(sizes.name, space.lines_height(_NAME)),
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
    """Choose the space between strip and foot if it is enough, else one of the two."""
    strip = parts.get("strip")
    if strip is None:
        return parts.get("label", parts["line"])
    free = strip.cut_along(Axis.DOWN, strip.bottom, parts["foot"].y - strip.bottom)
    if "hint" in parts or free.height < _MESSAGE + 2 * _EDGE:
        return strip
    return free.centered_part(Axis.DOWN, _MESSAGE)


def _row_foot_slots(layout: Layout, contents: PadContents, side: float) -> list[Slot]:
    """List penalties and buttons; alone, the label at the left and squares at the right."""
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
    """List penalties, each so wide, button and ends.

    A second button takes space of the penalties, so that the first one stays where it is.
    """
    penalties = [
        Slot(f"penalty {n}", side, _APART) for n in range(_max_penalties(layout, contents))
    ]
    if contents.back:
        back = Slot("back", total_length(penalties) - _BLOCK - _APART, _APART)
        penalties = [Slot("penalty 0", _BLOCK), back]
    return [*penalties, Slot("button", EQUAL_SHARE if contents.button else 0, gap), *ends]


def _max_penalties(layout: Layout, contents: PadContents) -> int:
    """Return for how many penalties there is room: at a table for the most of any sheet."""
    return MAX_PENALTIES if contents.seats else layout.penalties


def _column_measures(space: ScreenSpace, layout: Layout) -> Columns:
    width = min(space.width, 760) - 2 * _EDGE
    if space.height < _ROOMY_SCREEN_DP:
        return Columns(layout, width, 32.0, 30.0, gain=False)
    return Columns(layout, width, 44.0, 36.0, gain=not space.has_large_text)


def _column_slots(
    space: ScreenSpace, seats: int, middle: Sequence[Slot] = (), foot: Sequence[Slot] = ()
) -> list[Slot]:
    """List the parts from above downwards, with `middle` below the rows."""
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
        Slot("extra", _EXTRA if extra else 0, _EDGE),
        Slot("total", 68.0 if contents.button or contents.back else EQUAL_SHARE, _EDGE),
    ]
    below = [
        Slot("pairs", PAIRS_HEIGHT_DP if layout.pairs else 0, _EDGE),
        Slot("hint", _HINT if contents.hint else 0, _EDGE),
    ]
    foot = _foot_slots(layout, contents, side, _EDGE, ends)
    parts = _lay_upright(screen, measures, _column_slots(space, contents.seats, below, foot))
    bar = _bar_boxes(parts, face=not (contents.seats or space.has_large_text))
    return _pad_boxes(RowMode.COLUMNS, layout, contents, measures, parts, bar)


# wide


def _landscape_geometry(space: ScreenSpace, layout: Layout, contents: PadContents) -> Geometry:
    """Lay out rows at the left, a rail at the right; standings or points and sum below."""
    width = min(space.width, MAX_PAD_DP) - 2 * _WIDE_EDGE
    rail_width = _RAIL + 40 * max(0.0, space.text_scale - 1)
    measures = Landscape(
        layout,
        width - rail_width - 8,
        (40, 38, 62),
        3,
        _WIDE_GAP,
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
    """Return the height below the rows: a table's seats, or the points of a single sheet."""
    if table:
        return max(34.0 if space.height < _SHALLOW else 38.0, space.lines_height(16) + 4)
    if space.height < _SHALLOW or space.has_large_text:
        return 0.0
    return 38.0 * max(1, space.text_scale)


def _rail_slots(
    space: ScreenSpace, layout: Layout, contents: PadContents, *, titled: bool
) -> list[Slot]:
    """List undo and redo, menu, words, button, total or label, and penalties two in a line.

    A second button takes space of the penalties, so that the first one stays where it is.
    """
    shallow = space.height < _SHALLOW
    extra = _EXTRA if has_extra_field(layout) else 0
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
            [Slot("extra", extra), Slot("total", 56 if extra else _RAIL, 6)],
        ),
        Slot("label", _LABEL * min(space.text_scale, MAX_CELL_TEXT_SCALE) if titled else 0, gap),
        *penalties,
    ]

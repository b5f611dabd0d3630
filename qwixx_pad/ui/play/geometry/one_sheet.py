"""Where everything lies on a pad with one sheet: an upright screen, or a wide one. Pure.

Each screen is a list of parts from above downwards, or from left to right, with sizes and gaps in
dp. Who wants to move or resize one changes its line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import Layout
from qwixx_pad.layouts.checking import MOST_PENALTIES
from qwixx_pad.service.settings import Direction
from qwixx_pad.ui.design.tokens import CELL_TEXT
from qwixx_pad.ui.play.geometry.screen_boxes import (
    ALONE,
    FACE,
    ICON,
    WIDEST_PAD,
    BarBoxes,
    Beside,
    Geometry,
)
from qwixx_pad.ui.sheet.boxes import (
    SHARE,
    Axis,
    Box,
    Mode,
    SheetBoxes,
    Slot,
    Space,
    SumBoxes,
    has_extra,
    lay,
    room,
    split,
    sum_boxes,
)
from qwixx_pad.ui.sheet.rows import LEAST, PAIRS, Columns, Landscape, Upright, link_sheet

_EDGE, _APART = 6.0, 6.0
"""At the sides of an upright pad and above its rows; between two chips or penalties."""
_HINT, _MESSAGE = 68.0, 48.0
"""Heights of a hint, and of words in a place of their own."""
_EXTRA, _BLOCK = 46.0, 56.0
"""Widths of the field beside a total, and of all penalties as one box."""
_LOW, _ROOMY = 600, 720
"""Below this height all at a table stands closer; from this height on there is room for more."""
_NAME, _TITLE = 14, 19
"""Sizes of a row's name and of the name in the bar, in sp."""
_SHALLOW, _WIDE_EDGE, _WIDE_GAP = 360, 8.0, 5.0
"""A wide screen below this height has no sum line; around all, and between two rows."""
_RAIL, _HIGHEST_RAIL = 108.0, 320
"""Width of a rail, and the height that it needs at most: more than a sheet of few rows is high."""
_LABEL = 17
"""Height of a line that says what the penalties are called."""


def pad_geometry(
    space: Space, direction: Direction, layout: Layout, has: Beside = ALONE
) -> Geometry:
    """The boxes of a pad with one sheet.

    A hint that has no room of its own on an upright screen takes the place of something quiet.
    """
    if space.width > space.height:
        return _landscape(space, layout, has)
    pad = _upright(space, direction, layout, has)
    if not has.hint or pad.height <= space.height:
        return pad
    pad = _upright(space, direction, layout, replace(has, hint=False))
    return replace(pad, hint=_quiet_place(pad))


def _quiet_place(pad: Geometry) -> Box:
    """At a table the name says whose sheet it is: it stays where nothing in the sum is tapped."""
    sum_ = pad.sheet.sum
    if pad.chips and sum_.line == pad.message and sum_.extra is None:
        return pad.message
    return pad.bar.words


def _pad(  # noqa: PLR0913, PLR0917 - a screen and the parts of it
    mode: Mode,
    sheet: SheetBoxes,
    bar: BarBoxes,
    message: Box,
    parts: Mapping[str, Box | None],
    has: Beside,
) -> Geometry:
    """A screen with one sheet, its parts named as the boxes of a screen are."""
    seats = parts.get("seats")
    return Geometry(
        mode=mode,
        width=sheet.box.width,
        height=sheet.box.height,
        sheets=(sheet,),
        bar=bar,
        message=message,
        chips=split(seats, Axis.ACROSS, [SHARE] * has.seats, _APART) if seats else (),
        strip=parts.get("strip"),
        foot=parts.get("foot"),
        back=parts.get("back"),
        button=parts.get("button"),
        banner=parts.get("banner"),
        hint=parts.get("hint"),
    )


# upright


def _upright(space: Space, direction: Direction, layout: Layout, has: Beside) -> Geometry:
    """In rows or columns: as the player has set, or else by the space that a hint leaves."""
    free = replace(space, height=space.height - has.hint * (_HINT + _EDGE))
    columns = direction is Direction.COLUMNS
    if direction is Direction.AUTO:
        columns = _fits_columns(free, layout, has.seats)
    return (_columns if columns else _rows)(free, space, layout, has)


def _fits_columns(space: Space, layout: Layout, seats: int) -> bool:
    """Whether the smaller side of a cell, the one that is hard to hit, is larger in columns."""
    rows, columns = Upright(layout, _row_width(space), 0), _column_measures(space, layout)
    if rows.lines > 1:
        return columns.height(LEAST) <= space.height - room(_around_columns(space, seats))
    return columns.cell_in(space.height - room(_around_columns(space, 0))) > rows.across


def _lay_upright(
    screen: Space, measures: Upright | Columns, around: Sequence[Slot], below: Sequence[Slot]
) -> dict[str, Box]:
    """Lay all parts of a screen, which is higher (`whole`) where its rows do not fit.

    Args:
        screen: All of it.
        measures: Of the rows.
        around: From above downwards, with one that is called `middle` for the rows.
        below: What follows the rows there.
    """
    middle = [Slot("rows"), *below]
    taken = room(around) + room(middle)
    rows = measures.height_in(screen.height - taken)
    height = screen.height if rows <= screen.height - taken else taken + rows
    whole = Box(0, 0, screen.width, height)
    parts = lay(whole.center(Axis.ACROSS, measures.width), Axis.DOWN, around)
    parts |= lay(parts["middle"], Axis.DOWN, [Slot("rows", rows), *below])
    return parts | {"whole": whole, "bar": whole.cut(Axis.DOWN, 0, parts["bar"].height)}


def _bar_height(space: Space) -> float:
    """The bar above: a name and a line below it, which takes two where letters are large."""
    return max(56.0, space.lines(_TITLE, *([13] * (2 if space.large else 1))) + 4)


def _bar(bar: Box, *, face: bool) -> BarBoxes:
    """The bar above: its icons, and between them disc and title."""
    icons = [Slot("menu", ICON), Slot("words"), Slot("undo", ICON), Slot("redo", ICON)]
    parts = lay(bar.inset(2, 0), Axis.ACROSS, icons)
    disc, title = split(parts["words"], Axis.ACROSS, [FACE * face, SHARE], 9)
    return BarBoxes.of(bar, parts | {"title": title} | ({"face": disc} if face else {}))


def _standings_height(space: Space, seats: int) -> float:
    """The strip of seats: a name above a total; 0 for a single sheet."""
    return max(54.0, space.lines(13, 18) + 6) if seats else 0


def _row_width(space: Space) -> float:
    return min(space.width, WIDEST_PAD) - 2 * _EDGE


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
_ROOMY_SINGLE = _Sizes(name=33, gap=10, apart=12, foot=48, penalty=48, bottom=12, line=56, strip=46)
_TABLE = _Sizes(name=28, gap=8, apart=10, foot=52, penalty=46, bottom=8, most=90)
_LOW_TABLE = replace(_TABLE, gap=5, apart=6, foot=48, bottom=4, least=37)


def _sizes(space: Space, seats: int) -> _Sizes:
    """At a table the standings take the place of the strip."""
    if seats:
        return _LOW_TABLE if space.height < _LOW else _TABLE
    return _ROOMY_SINGLE if space.height >= _ROOMY else _SINGLE


def _rows(space: Space, screen: Space, layout: Layout, has: Beside) -> Geometry:
    """Rows below the bar or the standings; below them strip, penalties and buttons, and the sum."""
    sizes, large = _sizes(space, has.seats), space.large
    words = 14 * large if has.seats else max(0, space.lines(16, 13) + 2 - sizes.foot) * (not large)
    measures = Upright(
        layout,
        _row_width(space),
        max(sizes.name, space.lines(_NAME)),
        sizes.gap,
        gain=not large,
        least=sizes.least,
        most=sizes.most,
    )
    around = [
        Slot("bar", _bar_height(space)),
        Slot("seats", _standings_height(space, has.seats), _EDGE),
        Slot("middle", SHARE, sizes.apart if has.seats else _EDGE),
        Slot("foot", sizes.foot + words, sizes.apart),
        Slot("line", sizes.line, sizes.apart),
        Slot("bottom", sizes.bottom),
    ]
    below = [
        Slot("pairs", PAIRS * bool(layout.pairs), sizes.gap),
        Slot("strip", 0 if large else sizes.strip * max(1, space.text), sizes.gap),
        Slot("hint", _HINT * has.hint, _EDGE),
    ]
    parts = _lay_upright(screen, measures, around, below)
    bar = _bar(parts["bar"], face=not (has.seats or large))
    if has.seats or has.button:
        penalties, foot = _foot(parts["foot"], layout, has, sizes.penalty, 12)
    else:
        penalties, foot = _single_foot(parts["foot"], layout, sizes.penalty)
    parts |= foot
    sheet = SheetBoxes(
        parts["whole"],
        measures.rows(parts["rows"]),
        penalties,
        sum_boxes(parts["line"], measures.width * 0.22, layout),
        label=parts.get("label"),
    )
    message = bar.words if large else _place_of_words(parts)
    return _pad(Mode.ROWS, link_sheet(sheet, layout, sizes.gap), bar, message, parts, has)


def _place_of_words(parts: Mapping[str, Box]) -> Box:
    """Between strip and foot where there is room and no hint, else in the place of one of them."""
    strip, foot = parts.get("strip"), parts["foot"]
    if strip is None:
        return parts.get("label", parts["line"])
    free = strip.cut(Axis.DOWN, strip.bottom, foot.y - strip.bottom)
    if "hint" in parts or free.height < _MESSAGE + 2 * _EDGE:
        return strip
    return free.center(Axis.DOWN, _MESSAGE)


def _column_measures(space: Space, layout: Layout) -> Columns:
    roomy = space.height >= _ROOMY
    head, lock = (44.0, 36.0) if roomy else (32.0, 30.0)
    width = min(space.width, 760) - 2 * _EDGE
    return Columns(layout, width, head, lock, gain=roomy and not space.large)


def _around_columns(space: Space, seats: int) -> list[Slot]:
    return [
        Slot("bar", max(60.0, _bar_height(space))),
        Slot("seats", _standings_height(space, seats)),
        Slot("middle", SHARE, _EDGE * bool(seats)),
        Slot("foot", 52.0, _EDGE),
        Slot("bottom", 16.0 if space.height >= _ROOMY else 10.0),
    ]


def _columns(space: Space, screen: Space, layout: Layout, has: Beside) -> Geometry:
    """Columns side by side, penalties, buttons and total in one line below."""
    measures, seats, extra = _column_measures(space, layout), bool(has.seats), has_extra(layout)
    below = [
        Slot("pairs", PAIRS * bool(layout.pairs), _EDGE),
        Slot("hint", _HINT * has.hint, _EDGE),
    ]
    parts = _lay_upright(screen, measures, _around_columns(space, has.seats), below)
    bar = _bar(parts["bar"], face=not (seats or space.large))
    side = min(48, (measures.width * (0.56 - 0.14 * seats - 0.07 * extra) - 18) / 4)
    ends = [
        Slot("extra", _EXTRA * extra, _EDGE),
        Slot("total", 68.0 if has.button or has.back else SHARE, _EDGE),
    ]
    penalties, foot = _foot(parts["foot"], layout, has, side, _EDGE, ends)
    sum_ = SumBoxes(foot["total"], foot.get("extra"))
    sheet = SheetBoxes(parts["whole"], measures.rows(parts["rows"]), penalties, sum_)
    return _pad(Mode.COLUMNS, link_sheet(sheet, layout, _EDGE), bar, bar.words, parts | foot, has)


def _foot(  # noqa: PLR0913, PLR0917 - a line and what stands in it
    line: Box, layout: Layout, has: Beside, side: float, gap: float, ends: Sequence[Slot] = ()
) -> tuple[tuple[Box, ...], dict[str, Box]]:
    """Lay penalties, each so wide, buttons and ends side by side; all but penalties by their names.

    A way back takes of the room of the penalties, so that the other button stays where it is.
    """
    most = MOST_PENALTIES if has.seats else layout.penalties
    penalties = Slot("penalties", most * (side + _APART) - _APART)
    button = Slot("button", SHARE if has.button else 0, gap)
    parts = lay(line, Axis.ACROSS, [penalties, button, *ends])
    if has.back:
        block, back = split(parts["penalties"], Axis.ACROSS, [_BLOCK, SHARE], _APART)
        return (block,), parts | {"back": back}
    return split(parts["penalties"], Axis.ACROSS, [side] * layout.penalties, _APART), parts


def _single_foot(line: Box, layout: Layout, side: float) -> tuple[tuple[Box, ...], dict[str, Box]]:
    """Of a single sheet: what the penalties are called at the left, their boxes at the right."""
    width = (side + 8) * layout.penalties - 8
    parts = lay(line, Axis.ACROSS, [Slot("edge", 6), Slot("label"), Slot("penalties", width, 10)])
    squares = parts["penalties"].center(Axis.DOWN, side)
    return split(squares, Axis.ACROSS, [side] * layout.penalties, 8), parts


# wide


def _landscape(space: Space, layout: Layout, has: Beside) -> Geometry:
    """The rows at the left, the rail at the right; below them standings or points, and the sum."""
    width, rail_width = (
        min(space.width, WIDEST_PAD) - 2 * _WIDE_EDGE,
        _RAIL + 40 * max(0.0, space.text - 1),
    )
    page = [Slot("upper"), Slot("line", 46.0 * (space.height >= _SHALLOW), 9)]
    low = Slot("seats" if has.seats else "strip", _low_height(space, table=bool(has.seats)), 6)
    left = [Slot("rows"), Slot("pairs", PAIRS * bool(layout.pairs), _WIDE_GAP), Slot("free"), low]
    measures = Landscape(
        layout, width - rail_width - 8, (40, 38, 62), 3, _WIDE_GAP, large=space.large
    )
    free = space.height - 2 * _WIDE_EDGE - room(page)
    rows = measures.height_in(free - room(left))
    upper = max(rows + room(left), min(free, _HIGHEST_RAIL))
    high = upper + room(page)
    whole = Box(0, 0, space.width, space.height if upper <= free else high + 2 * _WIDE_EDGE)
    parts = lay(whole.center(Axis.ACROSS, width).center(Axis.DOWN, high), Axis.DOWN, page)
    upper_left, rail = split(parts["upper"], Axis.ACROSS, [SHARE, rail_width], 8)
    parts |= lay(upper_left, Axis.DOWN, [Slot("rows", rows), *left[1:]])
    penalties, in_rail = _rail(rail, space, layout, has, titled="strip" in parts)
    parts |= in_rail
    line, low_box, banner = parts.get("line"), parts.get(low.name), parts["banner"]
    sum_ = sum_boxes(line, rail_width, layout) if line else _only_total(parts["total"], layout)
    sheet = SheetBoxes(
        whole, measures.rows(parts["rows"]), penalties, sum_, label=parts.get("label")
    )
    words = low_box or banner
    undo, _, redo = split(parts["ends"], Axis.ACROSS, [ICON, SHARE, ICON])
    menu = parts["menu"]
    bar = BarBoxes(None, menu, None, menu, banner, undo, redo)
    message = line if line and has.seats else words
    shown = parts | {"foot": low_box, "hint": words if has.hint else None}
    return _pad(Mode.LANDSCAPE, link_sheet(sheet, layout, _WIDE_GAP), bar, message, shown, has)


def _low_height(space: Space, *, table: bool) -> float:
    """Below the rows: the seats of a table, or the points of a single sheet."""
    if table:
        return max(34.0 if space.height < _SHALLOW else 38.0, space.lines(16) + 4)
    return 0.0 if space.height < _SHALLOW or space.large else 38.0 * max(1, space.text)


def _rail(
    rail: Box, space: Space, layout: Layout, has: Beside, *, titled: bool
) -> tuple[tuple[Box, ...], dict[str, Box]]:
    """Lay undo and redo, menu, words, button, total or label and penalties below each other.

    Returns the penalties, and all else by its name. A way back takes of the room of the penalties.
    """
    shallow = space.height < _SHALLOW
    gap, side = (4.0, 38.0) if shallow else (7.0, 48.0)
    lines = -(-(MOST_PENALTIES if has.seats else layout.penalties) // 2)
    parts = lay(
        rail,
        Axis.DOWN,
        [
            Slot("ends", ICON),
            Slot("menu", ICON, gap),
            Slot("banner", SHARE, gap),
            Slot("button", ICON * has.button, gap),
            Slot("total", 40.0 * shallow, gap),
            Slot("label", _LABEL * min(space.text, CELL_TEXT) * titled, gap),
            Slot("penalties", lines * (side + gap) - gap, gap),
        ],
    )
    banner = parts["banner"]
    parts["banner"] = replace(banner, height=max(0.0, banner.height))
    if has.back:
        back, block = split(parts["penalties"], Axis.DOWN, [ICON, SHARE], gap)
        return (block,), parts | {"back": back}
    pairs = split(parts["penalties"], Axis.DOWN, [side] * lines, gap)
    boxes = [box for pair in pairs for box in split(pair, Axis.ACROSS, [51, 51], 6)]
    return tuple(boxes[: layout.penalties]), parts


def _only_total(box: Box, layout: Layout) -> SumBoxes:
    """Where there is no room for the sum: the total, and what has to be tapped beside it."""
    parts = [Slot("extra", _EXTRA * has_extra(layout)), Slot("total", SHARE, 6)]
    beside = lay(box.cut(Axis.ACROSS, box.x, _RAIL), Axis.ACROSS, parts)
    return SumBoxes(beside["total"], beside.get("extra"))

"""Where everything lies on a pad: a box for each part, in dp; here those of an upright one. Pure.

Painter, keyboard, hit test and the bright row of a question read these boxes and reckon nothing.
"""

from dataclasses import dataclass, replace

from qwixx_pad.core.layout import Layout
from qwixx_pad.layouts.checking import MOST_PENALTIES
from qwixx_pad.service.settings import Direction
from qwixx_pad.ui.sheet.boxes import (
    Box,
    Mode,
    SheetBoxes,
    Space,
    SumBoxes,
    beside,
    has_extra,
    sum_boxes,
)
from qwixx_pad.ui.sheet.rows import LEAST, PAIRS, Columns, Upright, sheet_boxes

WIDEST_PAD = 1200
ICON, FACE = 48.0, 36.0
"""Sides of a round button and of a player's disc."""
_BLOCK, _WAY_BACK = 56.0, 100.0
"""Widths of all penalties as one box, and of a word that takes back."""
_APART = 6.0
"""Between two chips or penalties."""
_ROOMY = 720
"""From this free height on, the strip of points is shown and bars take their full height."""
_LOW = 600
"""Below this height everything at a table stands closer, so that the sum is seen."""
_EDGE, _HINT, _STANDINGS = 6.0, 68.0, 54.0
"""At the sides of the pad, and above its rows; heights of a hint and of the strip of seats."""
_FOOT, _MESSAGE = 52.0, 48.0
"""Heights of the line below columns, and of words in a place of their own."""
_NAME, _TITLE = 14, 19
"""Sizes of a row's name and of the name in the bar, in sp."""


@dataclass(frozen=True, slots=True)
class BarBoxes:
    """The bar above a pad, between two sheets, or what a rail has in its place.

    Attributes:
        box: All of it; None where a rail takes its part.
        menu: Leads to all that is not playing; in a rail also whose sheet it is.
        face: The disc; None without one.
        title: Whose sheet or roll it is, with a line below.
        words: Between menu and undo: a message takes the place of disc and title for a while.
        undo, redo: What takes back and brings back.
    """

    box: Box | None
    menu: Box
    face: Box | None
    title: Box
    words: Box
    undo: Box
    redo: Box


@dataclass(frozen=True, slots=True)
class Geometry:
    """A whole screen with one sheet or several, seen from the screen's upper left corner.

    Attributes:
        mode: How the rows lie.
        width, height: Of all; higher than the screen means that the pad scrolls.
        sheets: From the first corner on, clockwise; a pad has one.
        bar: Menu, title, undo and redo.
        message: Where words on what was tapped appear: in place of the strip, of the sum, of the
            label, of the title, or in a rail. On a tablet those that are no seat's.
        way_back: In `message`, what takes back or ends; about as wide as its word.
        facing: Whether the second of two sheets is turned by half, to who sits opposite.
        chips: The standings, one box a seat; empty for a single sheet.
        strip: What crosses are worth, or words in its place; None where there is no room.
        foot: Penalties and buttons together: where it is said whom the table waits for.
        back, button: The two buttons of a table; None where they are not.
        banner: In a rail, words that must be seen; None without a rail.
        hint: What a first game explains, in a place of its own or of something quiet; None where
            nothing is explained.
    """

    mode: Mode
    width: float
    height: float
    sheets: tuple[SheetBoxes, ...]
    bar: BarBoxes
    message: Box
    way_back: Box
    facing: bool = False
    chips: tuple[Box, ...] = ()
    strip: Box | None = None
    foot: Box | None = None
    back: Box | None = None
    button: Box | None = None
    banner: Box | None = None
    hint: Box | None = None

    @property
    def sheet(self) -> SheetBoxes:
        """The only sheet of a pad, or the first one."""
        return self.sheets[0]

    @property
    def offer(self) -> Box | None:
        """Where larger cells are offered to a single sheet in rows; None elsewhere."""
        alone = self.mode is Mode.ROWS and not self.chips
        place = (self.strip or self.sheet.sum.line) if self.message in self.shared else self.message
        return place if alone else None

    @property
    def shared(self) -> tuple[Box | None, ...]:
        """Where words can take the place of something quiet."""
        own = self.sheet.label, self.sheet.sum.line
        return (self.bar.words, self.banner, self.strip, self.foot, *own)

    def is_narrow(self, box: Box) -> bool:
        """Whether words in this place have room for nothing beside them."""
        return box in {self.bar.words, self.banner, self.sheet.label}

    @property
    def smallest(self) -> float:
        """The shortest side of any cell, in dp."""
        return min(
            min(cell.width, cell.height) * sheet.scale
            for sheet in self.sheets
            for row in sheet.rows
            for cell in row.cells
        )


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the sheet: seats in the standings, 0 for a single sheet, and buttons.

    One button may stand beside the penalties, and a second one that leads back to another sheet. A
    hint keeps its room in a game in which something may be explained.
    """

    seats: int = 0
    button: bool = False
    back: bool = False
    hint: bool = False


def way_back(message: Box, sum_: SumBoxes) -> Box:
    """Where a message has what takes back or ends; in the place of the sum the total stays."""
    if message == sum_.line and sum_.note is not None:
        message = sum_.note
    return Box(message.right - 4 - _WAY_BACK, message.y, _WAY_BACK, message.height)


def chips(box: Box, seats: int) -> tuple[Box, ...]:
    """The standings, one box a seat."""
    return beside(box, [0.0] * seats, _APART) if seats else ()


def foot_boxes(
    line: Box, layout: Layout, has: Beside, side: float, gap: float, *ends: float
) -> tuple[tuple[Box, ...], tuple[Box, ...], tuple[Box, ...]]:
    """Boxes for the penalties, the buttons, and the ends of the line; ends of 0 take what is left.

    A way back takes of the room of the penalties, so that the other button stays where it is.
    """
    most = MOST_PENALTIES if has.seats else layout.penalties
    room = most * (side + _APART) - _APART
    first, *others = beside(line, [room, *[0.0] * has.button, *ends], gap)
    keys, others = others[: has.button], others[has.button :]
    if has.back:
        block, back = beside(first, [_BLOCK, 0.0], _APART)
        return (block,), (back, *keys), tuple(others)
    penalties = beside(first, [side] * layout.penalties, _APART)
    return penalties, tuple(keys), tuple(others)


ALONE = Beside()


def upright_geometry(
    space: Space, direction: Direction, layout: Layout, has: Beside = ALONE
) -> Geometry:
    """The boxes of an upright pad with one sheet."""
    if has.hint:
        less = replace(space, height=space.height - _HINT - _EDGE)
        hinted = _upright(less, space.height, direction, layout, has)
        if hinted.hint is not None:
            return hinted
    alone = _upright(space, space.height, direction, layout, replace(has, hint=False))
    return replace(alone, hint=_free_for_hint(alone)) if has.hint else alone


def _free_for_hint(pad: Geometry) -> Box:
    """Where a hint stands that has no place of its own.

    At a table the name says whose sheet it is: so it stays where nothing in the sum is tapped.
    """
    sum_ = pad.sheet.sum
    if pad.chips and sum_.line == pad.message and sum_.extra is None:
        return pad.message
    return pad.bar.words


def _choose_mode(space: Space, direction: Direction, layout: Layout, seats: int) -> Mode:
    """Rows or columns: as the player has set, or else by the space."""
    if direction is not Direction.AUTO:
        return Mode.COLUMNS if direction is Direction.COLUMNS else Mode.ROWS
    # the larger smaller side of a cell is the easier one to hit
    rows, columns = Upright(layout, _row_width(space), 0), _column_measures(space, layout)
    if rows.lines > 1:
        taken = _around_columns(space, _standings(space, seats))
        fits = columns.height(LEAST) <= space.height - taken
        return Mode.COLUMNS if fits else Mode.ROWS
    down = columns.cell_in(space.height - _around_columns(space, 0))
    return Mode.COLUMNS if down > rows.across else Mode.ROWS


def _upright(
    space: Space, screen: float, direction: Direction, layout: Layout, has: Beside
) -> Geometry:
    """Boxes on an upright screen so high, of which the sheet gets so much space."""
    mode = _choose_mode(space, direction, layout, has.seats)
    return (_columns if mode is Mode.COLUMNS else _rows)(space, screen, layout, has)


def _bar_height(space: Space) -> float:
    """The bar above: a name and a line below it, which takes two where letters are large."""
    return max(56.0, space.lines(_TITLE, *([13] * (2 if space.large else 1))) + 4)


def _bar(space: Space, height: float, *, face: bool) -> BarBoxes:
    y, end = (height - ICON) / 2, space.width - 2
    menu, redo = Box(2, y, ICON, ICON), Box(end - ICON, y, ICON, ICON)
    undo = Box(redo.x - ICON, y, ICON, ICON)
    disc = Box(menu.right, (height - FACE) / 2, FACE, FACE) if face else None
    title = (menu if disc is None else disc).right + 9
    return BarBoxes(
        box=Box(0, 0, space.width, height),
        menu=menu,
        face=disc,
        title=Box(title, 0, undo.x - title, height),
        words=Box(menu.right, 0, undo.x - menu.right, height),
        undo=undo,
        redo=redo,
    )


def _standings(space: Space, seats: int) -> float:
    """The strip of seats: a name above a total; 0 for a single sheet."""
    return max(_STANDINGS, space.lines(13, 18) + 6) if seats else 0


def _row_width(space: Space) -> float:
    return min(space.width, WIDEST_PAD) - 2 * _EDGE


@dataclass(frozen=True, slots=True)
class _Heights:
    """What stands above and below the rows of an upright pad, in dp.

    Attributes:
        gap: Between two rows, and above the strip.
        name: Above the cells of a row.
        seats: The standings and what is free below them.
        strip: What crosses are worth.
        foot: Penalties and buttons; `box` is one penalty.
        apart: Above and below the foot.
        line: The sum.
        bottom: Below it.
        most, least: Of a cell; where four of them are below each other.
    """

    gap: float
    name: float
    seats: float
    strip: float
    foot: float
    box: float
    apart: float
    line: float
    bottom: float
    most: float
    least: float = 44

    @classmethod
    def of(cls, space: Space, seats: int) -> "_Heights":
        """At a table the standings take the place of the strip."""
        name, roomy = space.lines(_NAME), space.height >= _ROOMY
        if seats:
            standings, foot = _standings(space, seats), 66.0 if space.large else 52.0
            if space.height < _LOW:
                close = standings + 6, 0, foot - 4, 46, 6, 52, 4, 90, 37
                return cls(5, max(28, name), *close)
            return cls(8, max(28, name), standings + 10, 0, foot, 46, 10, 52, 8, 90)
        strip = 46.0 * max(1, space.text) if roomy and not space.large else 0.0
        box = 48.0 if roomy else 44.0
        foot = box if space.large else max(box, space.lines(16, 13) + 2)
        if roomy:
            return cls(10, max(33, name), 0, strip, foot, box, 12, 56, 12, 80)
        return cls(6, max(26, name), 0, strip, foot, box, 12, 52, 8, 80)

    def around(self, rows: int, pairs: float) -> float:
        """All but the rows; the gaps between them are in it."""
        strip = self.gap + self.strip if self.strip else 0
        foot = self.apart + self.foot + self.apart + self.line + self.bottom
        return self.seats + self.gap * (rows - 1) + pairs + strip + foot


def _rows(space: Space, screen: float, layout: Layout, has: Beside) -> Geometry:
    """Rows below the bar or the standings; below them strip, penalties and buttons, and the sum."""
    high, bar = _Heights.of(space, has.seats), _bar_height(space)
    rows = Upright(layout, _row_width(space), high.name, gain=not space.large)
    pairs = high.gap + PAIRS if layout.pairs else 0
    taken = bar + _EDGE + high.around(len(layout.rows), pairs)
    cell = rows.cell_in(space.height - taken, high.most, high.least)
    needs = taken + rows.height(cell)
    x, y = (space.width - rows.width) / 2, bar + _EDGE + high.seats
    height = max(screen, needs)
    line = Box(x, height - high.bottom - high.line, rows.width, high.line)
    foot = Box(x, line.y - high.apart - high.foot, rows.width, high.foot)
    last = y + rows.height(cell) + high.gap * (len(layout.rows) - 1) + pairs
    strip = Box(x, last + high.gap, rows.width, high.strip) if high.strip else None
    hint = Box(x, (strip.bottom if strip else last) + _EDGE, rows.width, _HINT)
    penalties, keys, _ = foot_boxes(foot, layout, has, high.box, 12)
    label = None
    if not (has.seats or has.button):
        label, penalties = _single_foot(foot, high.box, layout)
    sum_ = sum_boxes(line, rows.width * 0.22, layout)
    placed = rows.rows(cell, x, y, high.gap)
    top = _bar(space, bar, face=not (has.seats or space.large))
    message = top.words if space.large else strip or label or line
    free = foot.y - last - high.gap - high.strip
    if message == strip and not has.hint and free >= _MESSAGE + 2 * _EDGE:
        message = Box(x, foot.y - (free + _MESSAGE) / 2, rows.width, _MESSAGE)
    whole = Box(0, 0, space.width, height)
    return Geometry(
        mode=Mode.ROWS,
        width=space.width,
        height=height,
        sheets=(sheet_boxes(whole, layout, placed, penalties, sum_, label, gap=high.gap),),
        bar=top,
        message=message,
        way_back=way_back(message, sum_),
        chips=chips(Box(x, bar + _EDGE, rows.width, _standings(space, has.seats)), has.seats),
        strip=strip,
        foot=foot,
        back=keys[0] if has.back else None,
        button=keys[-1] if has.button else None,
        hint=hint if has.hint and needs <= space.height else None,
    )


def _single_foot(foot: Box, side: float, layout: Layout) -> tuple[Box, tuple[Box, ...]]:
    """Of a single sheet: what the penalties are called at the left, their boxes at the right."""
    across = (side + 8) * layout.penalties - 8
    label, right = beside(Box(foot.x + 6, foot.y, foot.width - 6, foot.height), [0, across], 10)
    boxes = Box(right.x, foot.y + (foot.height - side) / 2, across, side)
    return label, beside(boxes, [side] * layout.penalties, 8)


def _around_columns(space: Space, standings: float) -> float:
    """What stands above and below the columns, in dp."""
    above = _column_top(space) + (standings + _EDGE if standings else 0)
    return above + _EDGE + _FOOT + _bottom(space)


def _bottom(space: Space) -> float:
    """Below the foot of the columns."""
    return 16 if space.height >= _ROOMY else 10


def _column_top(space: Space) -> float:
    return max(60.0, _bar_height(space))


def _column_measures(space: Space, layout: Layout) -> Columns:
    roomy = space.height >= _ROOMY
    head, lock = (44.0, 36.0) if roomy else (32.0, 30.0)
    width = min(space.width, 760) - 2 * _EDGE
    return Columns(layout, width, head, lock, gain=roomy and not space.large)


def _columns(space: Space, screen: float, layout: Layout, has: Beside) -> Geometry:
    """Columns side by side, penalties, buttons and total in one line below."""
    columns, top, seats = (
        _column_measures(space, layout),
        _column_top(space),
        _standings(space, has.seats),
    )
    pairs = _EDGE + PAIRS if layout.pairs else 0
    taken = _around_columns(space, seats) + pairs
    cell = columns.cell_in(space.height - taken)
    needs = taken + columns.height(cell)
    height, x = max(screen, needs), (space.width - columns.width) / 2
    y = top + (seats + _EDGE if seats else 0)
    foot = Box(x, height - _bottom(space) - _FOOT, columns.width, _FOOT)
    last = y + columns.height(cell) + pairs
    hint = Box(x, last + _EDGE, columns.width, _HINT)
    extra = [46.0] if has_extra(layout) else []
    total = 68.0 if has.button or has.back else 0.0
    share = 0.56 - 0.14 * bool(seats) - 0.07 * bool(extra)
    side = min(48, (columns.width * share - 18) / 4)
    penalties, keys, ends = foot_boxes(foot, layout, has, side, _EDGE, *extra, total)
    sum_ = SumBoxes(ends[-1], ends[0] if extra else None)
    bar = _bar(space, top, face=not (seats or space.large))
    whole, placed = Box(0, 0, space.width, height), columns.rows(cell, x, y)
    return Geometry(
        mode=Mode.COLUMNS,
        width=space.width,
        height=height,
        sheets=(sheet_boxes(whole, layout, placed, penalties, sum_, gap=_EDGE),),
        bar=bar,
        message=bar.words,
        way_back=way_back(bar.words, sum_),
        chips=chips(Box(x, top, columns.width, seats), has.seats),
        foot=foot,
        back=keys[0] if has.back else None,
        button=keys[-1] if has.button else None,
        hint=hint if has.hint and needs <= space.height else None,
    )

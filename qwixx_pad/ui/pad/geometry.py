"""Where everything on a pad lies: a box for each part, in dp. Pure.

Painter, focus map, hit test and the bright row of a question read these boxes and reckon nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from qwixx_pad.ui.design.tokens import LARGE_TEXT


class Mode(Enum):
    """Which way the cells of a row run, and what stands around them."""

    ROWS = auto()
    """To the right, the row's name above them: an upright screen."""
    COLUMNS = auto()
    """Downwards: an upright screen, for large fingers."""
    LANDSCAPE = auto()
    """To the right, the row's mark at their left and its points at their right."""


@dataclass(frozen=True, slots=True)
class Space:
    """What the screen leaves to the pad.

    Attributes:
        width, height: Inside the safe areas, in dp.
        text: How many times larger than designed the device shows letters.
    """

    width: float
    height: float
    text: float = 1.0

    @property
    def large(self) -> bool:
        """Whether letters are so large that what is said twice is left out."""
        return self.text >= LARGE_TEXT

    def lines(self, *sizes: float) -> float:
        """How high lines of letters of these sizes are, below each other; in dp."""
        return sum(sizes) * max(1.0, self.text) * 1.2


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in dp."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def scaled(self, by: float) -> "Box":
        """The same, so many times larger, as far away from the corner that it is seen from."""
        return Box(self.x * by, self.y * by, self.width * by, self.height * by)

    def within(self, outer: "Box", *, turned: bool = False) -> "Box":
        """Where it lies beside `outer`, if it is seen from the upper left corner of that one.

        Args:
            outer: What it lies in.
            turned: Whether that one is turned by half.
        """
        x = outer.width - self.right if turned else self.x
        y = outer.height - self.bottom if turned else self.y
        return Box(outer.x + x, outer.y + y, self.width, self.height)

    def seen_from(self, outer: "Box") -> "Box":
        """The same, seen from the upper left corner of a box that both lie beside."""
        return Box(self.x - outer.x, self.y - outer.y, self.width, self.height)

    def inset(self, across: float, upright: float) -> "Box":
        """What is left of it between edges at its sides, and above and below."""
        width, height = self.width - 2 * across, self.height - 2 * upright
        return Box(self.x + across, self.y + upright, width, height)


def around(boxes: Sequence[Box]) -> Box:
    """The least box that holds all of these."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(x, y, right - x, bottom - y)


def beside(box: Box, shares: Sequence[float], gap: float) -> tuple[Box, ...]:
    """Boxes side by side that fill this one.

    Args:
        box: What they fill.
        shares: How wide each is, in dp; those of 0 divide alike what the others leave.
        gap: Between two of them.
    """
    flexible = sum(not share for share in shares)
    left = box.width - sum(shares) - gap * (len(shares) - 1)
    each, x, boxes = left / max(flexible, 1), box.x, []
    for share in shares:
        boxes.append(Box(x, box.y, share or each, box.height))
        x += (share or each) + gap
    return tuple(boxes)


def grid(whole: Box, boxes: int, columns: int, gap: float) -> tuple[Box, ...]:
    """So many boxes that fill this one, row by row; those in the last line share its width."""
    lines = -(-boxes // columns)
    height = (whole.height - gap * (lines - 1)) / lines
    placed: list[Box] = []
    for line in range(lines):
        y, left = whole.y + line * (height + gap), min(columns, boxes - line * columns)
        placed += beside(Box(whole.x, y, whole.width, height), [0.0] * left, gap)
    return tuple(placed)


def below(box: Box, heights: Sequence[float], gap: float) -> tuple[Box, ...]:
    """Boxes below each other, so high and as wide as this one, in the middle of it.

    Args:
        box: What they lie in.
        heights: From the highest to the lowest one.
        gap: Between two of them.
    """
    y = box.y + (box.height - sum(heights) - gap * (len(heights) - 1)) / 2
    boxes = []
    for height in heights:
        boxes.append(Box(box.x, y, box.width, height))
        y += height + gap
    return tuple(boxes)


@dataclass(frozen=True, slots=True)
class RowBoxes:
    """One row of a sheet.

    Attributes:
        box: The whole row, its coloured ground; seen from the corner of its sheet.
        mode: Which way its cells run.
        cells: One box a cell, in printed order; this and all below are seen from the corner of
            `box`. A long row has two lines of them.
        lock: What is tapped for the lock; None for a row without one.
        cap: The darker end of the ground, below the lock; None for a row without a lock.
        head: Where the mark stands, and in rows also the name; None where cells are all there is.
        points: Where the row's points stand; None for a row that has none of its own.
        gain: Where it is said what the next cross adds; None where there is no room.
        touch: In it a finger beside a cell still means one.
        reach: How far the middle of a cell may be from the finger that means it.
        number, small: Sizes of an open number and of a crossed one, in sp.
        points_size: Size of the points, in sp.
        radius: Of a cell's corners.
    """

    box: Box
    mode: Mode
    cells: tuple[Box, ...]
    lock: Box | None
    cap: Box | None
    head: Box | None
    points: Box | None
    gain: Box | None
    touch: Box
    reach: float
    number: float
    small: float
    points_size: float
    radius: float


@dataclass(frozen=True, slots=True)
class SumBoxes:
    """What a sheet is worth; seen from the corner of the sheet.

    Attributes:
        total: The sum.
        extra: The points beside the rows, before the total; None where the sheet has none.
        line: Fields, signs and total together; None where there is only the total.
        note: What words beside the extra points and the total get of the line; None without one.
        fields: The points of each row that has some; empty without a line.
        minus: The points lost; None without a line.
        signs: Between the fields, left to right: plus, minus, plus before the extra points, equals.
    """

    total: Box
    extra: Box | None = None
    line: Box | None = None
    note: Box | None = None
    fields: tuple[Box, ...] = ()
    minus: Box | None = None
    signs: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetBoxes:
    """One sheet: its rows and all that belongs to it alone, seen from the corner of `box`.

    Attributes:
        box: All of it: a card on a tablet, else the whole pad; seen from the screen's corner.
        rows: Top to bottom, as they are printed.
        links: For each chain of the layout, what lies between its two cells.
        pairs: For each of its pairs, where it is said what it brings.
        penalties: The boxes of the penalties, from the first; one box for all of them where two
            buttons need the room.
        sum: What it is worth.
        label: What the boxes of the penalties are called; None where nobody says so.
        face, name, turn: On a card: the disc, whose sheet it is, and what turns it.
        scale: How many times larger than in these boxes it is painted, from its corner.
    """

    box: Box
    rows: tuple[RowBoxes, ...]
    links: tuple[Box, ...]
    pairs: tuple[Box, ...]
    penalties: tuple[Box, ...]
    sum: SumBoxes
    label: Box | None = None
    face: Box | None = None
    name: Box | None = None
    turn: Box | None = None
    scale: float = 1.0


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

"""The boxes of a play screen, one for each part, in dp. Pure.

Painter, keyboard, hit test and the highlighted row of a question read these boxes. They compute
no positions of their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from qwixx_pad.ui.geometry import Axis, Box
from qwixx_pad.ui.sheet.boxes import RowMode, SheetBoxes

BAR_ICON_DP = 48.0
"""Side of a round button."""
BAR_FACE_DP = 36.0
"""Diameter of a player's disc."""
_MESSAGE_BUTTON_DP = 100.0
"""Width of the undo button in a message."""


@dataclass(frozen=True, slots=True)
class BarBoxes:
    """The bar above a pad or between two sheets, or its parts in a rail.

    Attributes:
        box: The whole bar; None in a rail.
        menu: The menu button; in a rail it also names the owner of the sheet.
        face: The disc of a player; None where there is none.
        title: Two lines: whose sheet or whose turn, and details.
        words: A message covers this box for a while: disc and title, from menu to undo.
        undo, redo: The buttons.
    """

    box: Box | None
    menu: Box
    face: Box | None
    title: Box
    words: Box
    undo: Box
    redo: Box

    @classmethod
    def from_parts(cls, box: Box, parts: Mapping[str, Box]) -> "BarBoxes":
        """Build a bar from parts side by side, named like the attributes.

        Icons and the disc become square. Without a part `words`, a message covers the title.
        """
        face = parts.get("face")
        title = parts["title"]
        return cls(
            box=box,
            menu=parts["menu"].centered_part(Axis.DOWN, BAR_ICON_DP),
            face=face and face.centered_part(Axis.DOWN, face.width),
            title=title,
            words=parts.get("words", title),
            undo=parts["undo"].centered_part(Axis.DOWN, BAR_ICON_DP),
            redo=parts["redo"].centered_part(Axis.DOWN, BAR_ICON_DP),
        )


@dataclass(frozen=True, slots=True)
class Geometry:
    """A whole screen with one sheet or several, seen from the screen's upper left corner.

    Attributes:
        mode: The direction of the rows.
        width, height: The size of everything. If it is higher than the screen, the pad scrolls.
        sheets: In the order of `TableState.seats_clockwise`; a pad has one.
        bar: Menu, title, undo and redo.
        message: The place for a message, often over something quiet such as the strip or the title.
            Where all sheets are shown it is for messages about no single seat.
        facing: Whether the second of two sheets is rotated by half, for the player opposite.
        chips: The standings, one box a seat; empty for a single sheet.
        strip: The strip that says how many points a number of crosses is worth; None without one.
        foot: Penalties and buttons together; "Waiting for …" covers it.
        back, button: The two buttons of a table; None where there are none.
        banner: In a rail, for a banner; None without a rail.
        hint: For a hint, in a place of its own or over something quiet; None if no hint can come.
    """

    mode: RowMode
    width: float
    height: float
    sheets: tuple[SheetBoxes, ...]
    bar: BarBoxes
    message: Box
    facing: bool = False
    chips: tuple[Box, ...] = ()
    strip: Box | None = None
    foot: Box | None = None
    back: Box | None = None
    button: Box | None = None
    banner: Box | None = None
    hint: Box | None = None

    @property
    def first_sheet(self) -> SheetBoxes:
        """The only sheet of a pad, or the first one."""
        return self.sheets[0]

    @property
    def message_button(self) -> Box:
        """The button in `message`, where it never covers the total."""
        sum_ = self.first_sheet.sum
        words = self.message
        if words == sum_.line and sum_.note is not None:
            words = sum_.note
        return words.cut_along(
            Axis.ACROSS, words.right - 4 - _MESSAGE_BUTTON_DP, _MESSAGE_BUTTON_DP
        )

    @property
    def columns_offer(self) -> Box | None:
        """The place for the offer of columns; None if it is not a single sheet in rows."""
        if self.mode is not RowMode.ROWS or self.chips:
            return None
        if self.message in self.message_places:
            return self.strip or self.first_sheet.sum.line
        return self.message

    @property
    def message_places(self) -> tuple[Box | None, ...]:
        """The places of something quiet that a message can cover."""
        return (
            self.bar.words,
            self.banner,
            self.strip,
            self.foot,
            self.first_sheet.label,
            self.first_sheet.sum.line,
        )

    def is_narrow(self, box: Box) -> bool:
        """True if a place has room for text, but not for a button next to it."""
        return box in {self.bar.words, self.banner, self.first_sheet.label}

    @property
    def min_cell_side(self) -> float:
        """The shortest side of any cell, in dp."""
        return min(
            min(cell.width, cell.height) * sheet.scale
            for sheet in self.sheets
            for row in sheet.rows
            for cell in row.cells
        )


@dataclass(frozen=True, slots=True)
class PadContents:
    """The parts around the sheet of a pad.

    Attributes:
        seats: How many seats the standings have; 0 for a single sheet.
        button: Whether there is a button next to the penalties.
        back: Whether a second button leads back to another sheet.
        hint: Whether to reserve space for hints.
    """

    seats: int = 0
    button: bool = False
    back: bool = False
    hint: bool = False


SINGLE_SHEET = PadContents()

"""The boxes of a play screen, one for each part, in dp. Pure.

Painter, keyboard, hit test and the bright row of a question read these boxes and reckon nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from qwixx_pad.ui.geometry import Axis, Box
from qwixx_pad.ui.sheet.boxes import RowMode, SheetBoxes

BAR_ICON_DP = 48.0
BAR_FACE_DP = 36.0
"""Sides of a round button and of a player's disc."""
_MESSAGE_BUTTON_DP = 100.0
"""Width of a word that takes back."""


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

    @classmethod
    def from_parts(cls, box: Box, parts: Mapping[str, Box]) -> "BarBoxes":
        """Build a bar from parts side by side, named as here; icons and the disc are square."""
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
        width, height: Of all; higher than the screen means that the pad scrolls.
        sheets: From the first corner on, clockwise; a pad has one.
        bar: Menu, title, undo and redo.
        message: Where words on what was tapped appear: in place of the strip, of the sum, of the
            label, of the title, or in a rail. With all sheets those that are no seat's.
        facing: Whether the second of two sheets is rotated by half, to the player opposite.
        chips: The standings, one box a seat; empty for a single sheet.
        strip: What crosses are worth, or words in its place; None where there is no room.
        foot: Penalties and buttons together: also the place of whom the table waits for.
        back, button: The two buttons of a table; None where they are not.
        banner: In a rail, words that must be seen; None without a rail.
        hint: What a first game explains, in a place of its own or of something quiet; None where
            nothing is explained.
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
        """The button in `message`: as wide as its word, and never over the total."""
        sum_ = self.first_sheet.sum
        words = self.message
        if words == sum_.line and sum_.note is not None:
            words = sum_.note
        return words.cut_along(
            Axis.ACROSS, words.right - 4 - _MESSAGE_BUTTON_DP, _MESSAGE_BUTTON_DP
        )

    @property
    def columns_offer(self) -> Box | None:
        """The place for the offer of larger cells to a single sheet in rows; None elsewhere."""
        if self.mode is not RowMode.ROWS or self.chips:
            return None
        if self.message in self.message_places:
            return self.strip or self.first_sheet.sum.line
        return self.message

    @property
    def message_places(self) -> tuple[Box | None, ...]:
        """The places in which words can replace something quiet."""
        sheet = self.first_sheet
        return (self.bar.words, self.banner, self.strip, self.foot, sheet.label, sheet.sum.line)

    def is_narrow(self, box: Box) -> bool:
        """Return whether this place has room for words only."""
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
    """Parts around the sheet: seats in the standings, 0 for a single sheet, and buttons.

    One button may be beside the penalties, and a second one that leads back to another sheet. A
    hint keeps its space in a game in which something may be explained.
    """

    seats: int = 0
    button: bool = False
    back: bool = False
    hint: bool = False


SINGLE_SHEET = PadContents()

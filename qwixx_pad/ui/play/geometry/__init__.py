"""The boxes of everything on a play screen, in dp. Pure.

`one_sheet` lays out the pad, upright and wide. `all_sheets` lays out all sheets of a table, as
cards or as a board.
"""

from qwixx_pad.ui.play.geometry.all_sheets import MIN_SCREEN_DP, board_geometry, cards_geometry
from qwixx_pad.ui.play.geometry.focus_map import (
    CURSOR_KEYS,
    FocusStop,
    focus_map,
    next_stop,
)
from qwixx_pad.ui.play.geometry.one_sheet import pad_geometry
from qwixx_pad.ui.play.geometry.screen_boxes import SINGLE_SHEET, Geometry, PadContents

__all__ = [
    "CURSOR_KEYS",
    "MIN_SCREEN_DP",
    "SINGLE_SHEET",
    "FocusStop",
    "Geometry",
    "PadContents",
    "board_geometry",
    "cards_geometry",
    "focus_map",
    "next_stop",
    "pad_geometry",
]

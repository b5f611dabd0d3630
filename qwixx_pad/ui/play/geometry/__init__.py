"""The boxes of everything on a play screen, in dp. Pure.

`one_sheet` has the pad, upright and wide; `all_sheets` the cards round a device and the board.
"""

from qwixx_pad.ui.play.geometry.all_sheets import LEAST_SCREEN, board_geometry, cards_geometry
from qwixx_pad.ui.play.geometry.focus_map import KEYS, KeyStop, focus_map, meant_cell, next_stop
from qwixx_pad.ui.play.geometry.one_sheet import pad_geometry
from qwixx_pad.ui.play.geometry.screen_boxes import ALONE, WIDEST_PAD, Beside, Geometry

__all__ = [
    "ALONE",
    "KEYS",
    "LEAST_SCREEN",
    "WIDEST_PAD",
    "Beside",
    "Geometry",
    "KeyStop",
    "board_geometry",
    "cards_geometry",
    "focus_map",
    "meant_cell",
    "next_stop",
    "pad_geometry",
]

"""The painting of a play screen: a frame, its leaves, and the cards over it."""

from qwixx_pad.ui.play.paint.frame import Frame, forced_cells, frame_of
from qwixx_pad.ui.play.paint.menu import actions_card, finish_card
from qwixx_pad.ui.play.paint.painter import paint_screen
from qwixx_pad.ui.play.paint.questions import is_asked, question_over_pad

__all__ = [
    "Frame",
    "actions_card",
    "finish_card",
    "forced_cells",
    "frame_of",
    "is_asked",
    "paint_screen",
    "question_over_pad",
]

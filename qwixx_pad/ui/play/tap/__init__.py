"""What a tap on a play screen does."""

from qwixx_pad.ui.play.tap.controller import PadController

__all__ = ["PadController"]

"""The effects of taps on a play screen."""

from qwixx_pad.ui.play.tap.controller import PadController

__all__ = ["PadController"]

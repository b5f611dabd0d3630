"""Drawings that lie over buttons: where no screen reader is, a canvas takes every tap upon it."""

import flet as ft
import flet.canvas as cv
from flet.components.component import Component

from qwixx_pad.ui.flet_support.keyboard import TapArea, TapButton

BUTTONS = (TapButton, TapArea)
IN_FLOW = (ft.Column, ft.Row, ft.ListView, ft.TextField)
"""They place what they hold themselves."""


def covered(tab):
    """The identifiers of the buttons in a stack below a drawing that takes their taps."""
    found = []
    below = []
    for control, (x, y, width, height) in _placed(next(tab.walk()), (0, 0), (0, 0)):
        if isinstance(control, BUTTONS):
            below.append((control.data, x + width / 2, y + height / 2))
        else:
            found += [n for n, a, b in below if x < a < x + width and y < b < y + height]
    return found


def _placed(control, corner, size):
    """Buttons and drawings in the order of painting, with left, top, width and height in dp."""
    while isinstance(control, Component):
        control = control._b
    if isinstance(control, list):
        for each in control:
            yield from _placed(each, corner, size)
    if not isinstance(control, ft.Control) or isinstance(control, IN_FLOW):
        return
    place = (getattr(control, side, None) or 0 for side in ("left", "top"))
    corner = tuple(a + b for a, b in zip(corner, place, strict=True))
    own = (getattr(control, side, None) for side in ("width", "height"))
    size = tuple(a or b for a, b in zip(own, size, strict=True))
    if getattr(control, "ignore_interactions", None):
        return
    if isinstance(control, (*BUTTONS, cv.Canvas)):
        yield control, (*corner, *size)
    elif not isinstance(control, ft.GestureDetector):
        inside = [*(getattr(control, "controls", None) or []), getattr(control, "content", None)]
        yield from _placed(inside, corner, size)

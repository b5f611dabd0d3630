"""Wherever the colour of a row means something, its mark or its name is shown too.

The miniature is left out: it is a picture next to words that say all of it, too small for marks.
So is the scrubber: the card above says the row of the one that the thumb is on.
"""

import flet as ft
from flet.components.component import Component

from qwixx_pad.ui.theme.tokens import LIGHT

NEAR = 7
"""So many levels around a colour are looked at."""
PIP = 8
"""What is smaller is a pip of a cell, and belongs to the row around it."""
NAMES = {"r": "Red", "y": "Yellow", "g": "Green", "b": "Blue"}
SAID_ELSEWHERE = {"table-code", "correcting", "scrubber"}
"""The tiles of a code are only coloured, a banner is yellow to be seen; the scrubber: see above."""


def bare(tab):
    """The rows that the screen in front shows by their colour only."""
    front = next(c for c in tab.walk() if isinstance(c, ft.View))
    return [
        letter
        for letter, around in colored(front, ())
        if not any(says(each, letter) for each in around[-NEAR:])
        and not any(getattr(each, "identifier", None) in SAID_ELSEWHERE for each in around)
        and not holds_a_banner(around[-1])
    ]


def holds_a_banner(control):
    return getattr(control, "identifier", None) in SAID_ELSEWHERE or any(
        holds_a_banner(part) for part in parts(control)
    )


def colored(control, around):
    """Everything in a row's colour: which row, and the control around it."""
    for letter in NAMES:
        colors = LIGHT.bands[letter]
        fill = getattr(control, "bgcolor", None)
        small = (getattr(control, "width", 0) or PIP) < PIP
        if fill in {colors.band, colors.closed_band} and not small:
            yield letter, (*around, control)
    for part in parts(control):
        yield from colored(part, (*around, control))


def parts(control):
    if isinstance(control, Component):
        body = control._b
        return body if isinstance(body, list) else [body]
    inside = [getattr(control, "content", None), *(getattr(control, "controls", None) or [])]
    return [part for part in inside if part is not None and not isinstance(part, str)]


def says(control, letter):
    """Whether a control shows the mark or the name of a row."""
    if isinstance(control, ft.Icon):
        return control.icon == getattr(ft.Icons, LIGHT.bands[letter].icon)
    if isinstance(control, ft.Text):
        return NAMES[letter] in (control.value or "")
    return any(says(part, letter) for part in parts(control))

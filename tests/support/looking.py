"""How a person at a device taps: with a look at what has just come."""

import re

from qwixx_pad.ui.flet_support.times import TIMES

LOOK = TIMES.second_tap + 0.2
"""Seconds of a look: no double tap, at a busy server neither."""
_CELL = re.compile(r"(\d:)?[a-z]\d+")


def looks_first(tapped: str, identifier: str) -> bool:
    """Whether a person who has tapped one thing looks before the next.

    Cells of a sheet are crossed one after the other without; all else may have come with the tap
    before, even where something of the same name was on the screen before.
    """
    both = _CELL.fullmatch(tapped) and _CELL.fullmatch(identifier)
    return bool(tapped) and (tapped == identifier or not both)

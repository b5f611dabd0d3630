"""Recognizes double taps and held keys, which count as one tap. Pure."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import dist, inf

from qwixx_pad.ui.flet_support.times import Times

_SAME_POINT_DP = 10
"""The most that a finger strays in a double tap; less than half of the narrowest cell."""
_SAME_BUTTON_DP = 24
"""The same on one button; farther away the button itself has moved, as a penalty box does."""
_HELD_KEY_S = 0.1
"""A held key repeats faster than this, and faster than fingers tap."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap.

    Attributes:
        identifier: Of what it presses; empty between buttons.
        point: Where a finger was lifted on the screen, in dp; None if unknown, as for keys and
            screen readers.
        may_repeat: Whether a second one means the same again, as for undo.
    """

    identifier: str
    point: tuple[float, float] | None = None
    may_repeat: bool = False


class SecondTaps:
    """Tells second taps from taps that are meant.

    A second tap comes soon after the first, at the same place: at the same point, or on the same
    button if no point is known. A button that the first tap has brought to that place, or uncovered
    by removing its own, counts as the same place. Of two taps on `fixed` buttons, the later one is
    not second; nor is another tap on a button that may repeat.

    Args:
        times: With the longest pause before a second tap, and the clock.
        fixed: Identifiers of buttons that have the same place on every screen.
    """

    def __init__(self, times: Times, fixed: AbstractSet[str]) -> None:
        self._times = times
        self._fixed = fixed
        self._first = Tap("")
        self._since = -inf
        self._newest = -inf
        self._came: set[str] = set()
        self._went: set[str] = set()

    def add(self, identifier: str) -> None:
        """Note a button that has come to the screen, unless it was only rebuilt."""
        if identifier in self._went:
            self._went.remove(identifier)
        else:
            self._came.add(identifier)

    def remove(self, identifier: str) -> None:
        """Note a button that has left the screen."""
        if identifier in self._came:
            self._came.remove(identifier)
        else:
            self._went.add(identifier)

    def is_second(self, tap: Tap) -> bool:
        """True if a tap is a second one.

        A second tap on the same button, or of a held key, starts the pause again. One on a button
        that has come or was uncovered does not, so that this button soon reacts however often it
        was tapped.
        """
        now = self._times.clock()
        pause = now - self._newest
        self._newest = now
        if now - self._since >= self._times.second_tap or not self._is_at_same_place(tap):
            self._first = tap
            self._since = now
            self._came.clear()
            self._went.clear()
            return False
        if tap.identifier == self._first.identifier or pause < _HELD_KEY_S:
            self._since = now
        return True

    def _is_at_same_place(self, tap: Tap) -> bool:
        first = self._first
        same = bool(tap.identifier) and tap.identifier == first.identifier
        if (same and tap.may_repeat) or {first.identifier, tap.identifier} <= self._fixed:
            return False
        if tap.point and first.point:
            return dist(tap.point, first.point) <= (_SAME_BUTTON_DP if same else _SAME_POINT_DP)
        return same or tap.identifier in self._came or first.identifier in self._went

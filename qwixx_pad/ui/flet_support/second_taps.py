"""A double tap is one tap: what a finger, a worn screen or a held key sends twice. Pure."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import dist, inf

from qwixx_pad.ui.flet_support.times import Times

_SAME_POINT_DP = 10
"""How far a finger strays that comes down twice; less than half of the narrowest cell."""
_SAME_BUTTON_DP = 24
"""The same on one button, which is another place only if it has moved, as a box for penalties."""
_HELD_KEY_S = 0.1
"""What a held key sends comes faster than this, and faster than fingers do."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A tap, as far as it is known.

    Attributes:
        identifier: What it presses; empty for a gap between buttons.
        point: Where a finger was lifted on the screen, in dp; None where nobody knows, as of keys,
            readers, and whatever takes the focus.
        may_repeat: Whether a second one means the same once more, as of undo.
    """

    identifier: str
    point: tuple[float, float] | None = None
    may_repeat: bool = False


class SecondTaps:
    """Tells second taps on one place from taps that are meant.

    The place is the point, or the button where that is not known. What the first tap has brought
    there, or laid open by taking its own button away, counts as the same place.

    Args:
        times: What is a second tap.
        fixed: Buttons that keep their places from screen to screen, as the bar's do.
    """

    def __init__(self, times: Times, fixed: AbstractSet[str]) -> None:
        self._times = times
        self._fixed = fixed
        self._first = Tap("")
        self._since = self._newest = -inf
        self._came: set[str] = set()
        self._went: set[str] = set()

    def add(self, identifier: str) -> None:
        """Note a button that has come to the screen; one that is only built anew was there."""
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
        """Return whether a tap is a second one.

        Others have to wait anew after a second one on the same button, or of a held key; what came
        or was laid open is there for a finger at its time, however often that was too early.
        """
        now = self._times.clock()
        before = self._newest
        self._newest = now
        if now - self._since >= self._times.second_tap or not self._is_at_same_place(tap):
            self._first = tap
            self._since = now
            self._came.clear()
            self._went.clear()
            return False
        if tap.identifier == self._first.identifier or now - before < _HELD_KEY_S:
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

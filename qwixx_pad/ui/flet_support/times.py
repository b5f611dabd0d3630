"""How long a pad waits before it does something by itself."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic

from qwixx_pad.multiplayer.presence import DEFAULT_ABSENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """All of them, of one pad; in seconds.

    Attributes:
        result: A finished sheet is shown before the result takes its place.
        message: Words are shown on the pad,
        review_message: and in a review.
        forced: Between two forced crosses,
        all_forced: and until the last of many is there.
        too_soon: After a change of turns a roll that has no entry is not ended for so long: a
            finger that came down on the button that was there a moment ago means no penalty.
        second_tap: For so long after a tap another one on the same place is not meant.
        chances: From an entry on: what it changes is on the screen before a chance is reckoned.
        step: A step of a review that plays by itself stands.
        phone_away: A phone is away before that is told,
        unsent: or an entry unsent.
        away_after: How long a device looks at no table before others may act in its stead.
        clock: By which taps are told apart: seconds since some moment.
    """

    result: float = 0.5
    message: float = 4.0
    review_message: float = 6.0
    forced: float = 0.15
    all_forced: float = 0.9
    too_soon: float = 0.8
    second_tap: float = 0.6
    chances: float = 0.3
    step: float = 0.6
    phone_away: float = 10.0
    unsent: float = 4.0
    away_after: timedelta = DEFAULT_ABSENCE.timeout
    clock: Callable[[], float] = monotonic


TIMES = Times()

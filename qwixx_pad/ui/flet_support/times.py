"""How long a pad waits before it does something by itself."""

from dataclasses import dataclass
from datetime import timedelta

from qwixx_pad.multiplayer.permissions import DEFAULT_ABSENCE


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
            finger that came down twice, or on the button that stood there a moment ago, means no
            penalty.
        chances: From an entry on: what it changes is on the screen before a chance is reckoned.
        step: A step of a review that plays by itself stands.
        phone_away: A phone is away before that is told,
        unsent: or an entry unsent.
        away_after: How long a device looks at no table before others may act in its stead.
    """

    result: float = 0.5
    message: float = 4.0
    review_message: float = 6.0
    forced: float = 0.15
    all_forced: float = 0.9
    too_soon: float = 0.8
    chances: float = 0.3
    step: float = 0.6
    phone_away: float = 10.0
    unsent: float = 4.0
    away_after: timedelta = DEFAULT_ABSENCE.timeout


TIMES = Times()

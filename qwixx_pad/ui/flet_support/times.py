"""Delays and timeouts of a pad."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic

from qwixx_pad.multiplayer.presence import DEFAULT_ABSENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Delays and timeouts; in seconds, except `away_after`.

    Attributes:
        result: From the end of a game to its result.
        message: How long a message is shown on the pad.
        review_message: How long a message is shown in a review.
        forced: Between two forced crosses.
        all_forced: Until all forced crosses are shown, however many.
        too_soon: How long after a change of turns a roll without an entry cannot be ended: a finger
            aimed at the button that was there before does not give a penalty.
        second_tap: How long another tap at the same place counts as a second tap.
        chances: From an entry to the computation of chances, so that the entry is painted first.
        step: How long a review that plays by itself shows a step.
        phone_away: How long a phone is away before that is shown.
        unsent: How long an entry is unsent before that is shown.
        mount: How long taps on the picture of a screen wait until it is there.
        away_after: How long a device does not look at its table before others may act for it.
        clock: The time for telling taps apart, from an arbitrary start.
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
    mount: float = 1.0
    away_after: timedelta = DEFAULT_ABSENCE.timeout
    clock: Callable[[], float] = monotonic


TIMES = Times()

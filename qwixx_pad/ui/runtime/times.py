"""How long a pad waits before it does something by itself."""

from dataclasses import dataclass
from datetime import timedelta

from qwixx_pad.tables.rights import ABSENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """All of them, of one pad.

    Attributes:
        away_after: How long a device looks at no table before others may act in its stead.
    """

    away_after: timedelta = ABSENCE.after


TIMES = Times()

"""The head of a game as somebody else tells it, in a file or from afar: believed in nothing."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from qwixx_pad.core.game import Setup
from qwixx_pad.service.settings import clean_name
from qwixx_pad.storage import GameHead
from qwixx_pad.storage.summary import LONG_AGO, whole

MOST_NAMES = 20
"""Names that are read of one game; a table has five."""
_IDENTIFIER = re.compile(r"[0-9A-Za-z_-]{1,64}")
_LATEST = datetime(9000, 1, 1, tzinfo=UTC)


def read_head(game: Mapping[str, Any], setup: str) -> GameHead:
    """The head that plain values stand for; whether there is such a setup is not asked.

    Args:
        game: Its `id`, its `names` and when it was `started`, or anything.
        setup: The head of its game line.

    Raises:
        ValueError, TypeError, KeyError, OverflowError: It is none.
    """
    name = game["id"]
    if _IDENTIFIER.fullmatch(name) is None:
        raise ValueError(name)
    return GameHead(name, setup, _names(game["names"]), moment(game["started"]))


def proper_head(head: GameHead, setup: Setup) -> GameHead:
    """A head as this pad would write it, a name a seat.

    Args:
        head: As it was told.
        setup: What its setup stands for.
    """
    names = (*head.names, *("",) * setup.seats)[: setup.seats]
    return replace(head, setup=setup.text, names=names)


def moment(text: str) -> datetime:
    """A time in UTC, from ISO text with a zone.

    Raises:
        ValueError, TypeError, OverflowError: It is none, or long before or after all of us.
    """
    at = datetime.fromisoformat(text)
    if at.utcoffset() is None:
        raise ValueError(text)
    return plausible(at.astimezone(UTC))


def plausible(at: datetime) -> datetime:
    """The same time.

    Raises:
        ValueError: It is long before or after all of us.
    """
    if not LONG_AGO <= at < _LATEST:
        raise ValueError(at)
    return at


def _names(names: object) -> tuple[str, ...]:
    if not isinstance(names, list) or len(names) > MOST_NAMES:
        raise TypeError(names)
    if not all(isinstance(name, str) for name in names):
        raise TypeError(names)
    return tuple(clean_name(whole(name)) for name in names)

"""What a relay tells of a table, read from JSON values as docs/wire.md describes them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from qwixx_pad.service.device_identity import OWNER
from qwixx_pad.storage import GameHead, SavedEntry
from qwixx_pad.tables.seating import Seating

ME = OWNER.key
"""What this phone is known by on its own screens; a relay knows each device by another key."""


@dataclass(frozen=True, slots=True)
class Told:
    """News of a table; what is None has not changed.

    Attributes:
        seating: Who sits where; what this phone holds is held by `ME`.
        here: The seats (from 1) whose device is connected.
        head: The game that has begun, or is played already when a phone comes.
        corner: Where round the table the sheet of its first seat lies, from 1.
        start: How many entries of its log stand before these.
        entries: Of the log, in order.
        rest: Of the log of the game before, behind all that this phone has said to know.
        number: The greatest of this phone's requests that stand in the log.
    """

    seating: Seating | None
    here: frozenset[int] | None
    head: GameHead | None
    corner: int
    start: int
    entries: tuple[SavedEntry, ...] | None
    rest: tuple[SavedEntry, ...] = ()
    number: int = 0


def read_told(plain: dict[str, Any], me: str) -> Told:
    """What a first answer or an update says.

    Args:
        plain: The message.
        me: What the relay knows this phone by.

    Raises:
        ValueError: It says something that cannot be.
    """
    try:
        return _told(plain, me)
    except (TypeError, KeyError, AttributeError, OverflowError) as error:
        raise ValueError("no news of a table") from error


def read_first(answer: dict[str, Any]) -> Seating:
    """Who sits where, by the first answer of a relay.

    Raises:
        ValueError: That does not say it.
    """
    seating = read_told(answer, str(answer["you"])).seating
    if seating is None:
        raise ValueError("no table")
    return seating


def _told(plain: dict[str, Any], me: str) -> Told:
    table, here, game = plain.get("table"), plain.get("here"), plain.get("game")
    return Told(
        None if table is None else _seating(table, me),
        None if here is None else frozenset(map(int, here)),
        None if game is None else _head(game),
        1 if game is None else int(game["corner"]),
        int(plain.get("from", 0)),
        tuple(_entries(plain["log"])) if "log" in plain else None,
        tuple(_entries(plain.get("rest", ()))),
        int(plain.get("number", 0)),
    )


def _seating(plain: dict[str, Any], me: str) -> Seating:
    seating = Seating.read(json.dumps(plain))
    if seating is None:
        raise ValueError("no table")
    chairs = tuple(replace(c, holder=ME) if c.holder == me else c for c in seating.chairs)
    opener = ME if seating.opener == me else seating.opener
    return replace(seating, opener=opener, chairs=chairs)


def _head(plain: dict[str, Any]) -> GameHead:
    names = tuple(map(str, plain["names"]))
    return GameHead(str(plain["id"]), str(plain["setup"]), names, _time(plain["started"]))


def _entries(log: Any) -> Iterator[SavedEntry]:  # noqa: ANN401 - whatever stands there
    for token, time in log:
        yield SavedEntry(str(token), _time(time))


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError("a time without a zone")
    return time.astimezone(UTC)

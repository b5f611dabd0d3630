"""A game as it is kept: a head and a list of tokens. Plain values."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class GameHead:
    """A game before its entries.

    Attributes:
        id: Unique among all games.
        setup: The head of its game line, such as `classic/3`.
        names: One a seat; empty where nobody said one.
        started: When, in UTC.
    """

    id: str
    setup: str
    names: tuple[str, ...]
    started: datetime


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """One entry: its token, and when it was made, in UTC."""

    token: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game with its entries, in order."""

    head: GameHead
    entries: tuple[SavedEntry, ...]

"""The changes that a journal's lines consist of: a word, then values that JSON can say."""

from collections.abc import Iterable, Sequence
from typing import Any

from qwixx_pad.store.saved import SavedEntry, SavedGame
from qwixx_pad.store.texts import moment

Change = list[Any]


def kept(text: str) -> str:
    """The same text.

    Raises:
        ValueError: There is half a character in it.
    """
    text.encode()
    return text


def begun(saved: SavedGame) -> Change:
    """A new game, with all of its entries.

    Raises:
        ValueError: A text or a time that cannot be kept.
    """
    head = saved.head
    about = [kept(head.setup), [*head.names], moment(head.started)]
    return ["game", kept(head.id), about, *_lists(saved.entries)]


def added(game: str, number: int, entries: Iterable[SavedEntry]) -> Change:
    """The next entries of a game, the first of them with this number.

    Raises:
        ValueError: As for `begun`.
    """
    return ["entries", game, number, *_lists(tuple(entries))]


def _lists(entries: Sequence[SavedEntry]) -> tuple[list[str], list[int]]:
    return [kept(entry.token) for entry in entries], [moment(entry.at) for entry in entries]

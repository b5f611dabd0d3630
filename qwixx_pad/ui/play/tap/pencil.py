"""Taps on the picture of a pad: which of them are still to be entered. Pure."""

from collections import deque
from typing import NamedTuple

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Cross, CrossField, Exchange
from qwixx_pad.identity.devices import PencilTaps
from qwixx_pad.ui.actions import MakeEntry, UnknownIdentifierError, find_pressable
from qwixx_pad.ui.text.translator import Translator


class MissingTaps(NamedTuple):
    """The taps that a game does not have yet.

    Attributes:
        taps: Their identifiers, in their order.
        has_changed: Whether the game has something else instead.
    """

    taps: tuple[str, ...]
    has_changed: bool


def missing_taps(taps: PencilTaps, game: Game) -> MissingTaps:
    """Compare taps with the log of their game.

    If the pad was closed while it entered them, it has the first of them, or all.
    """
    since = deque(entry.move for entry in game.log[taps.entries :])
    missing = deque(taps.taps)
    while missing:
        if since and since[0] == _move_of(missing[0]):
            since.popleft()
        elif not is_crossed(missing[0], game):
            break
        missing.popleft()
    return MissingTaps((*missing,), has_changed=bool(since) or len(game.log) < taps.entries)


def is_crossed(tap: str, game: Game) -> bool:
    """True if a tap means a cell of a single sheet that is crossed, perhaps with another one."""
    move = _move_of(tap)
    if not isinstance(move, Cross | CrossField | Exchange):
        return False
    sheet = game.position.sheet_of(1)
    place = sheet.target_cell(move)
    return place is not None and sheet.is_crossed(place)


def _move_of(tap: str) -> object:
    """The move that a tap enters; None if it has another meaning."""
    try:
        action = find_pressable(tap).does
    except UnknownIdentifierError:
        return None
    return action.entry if isinstance(action, MakeEntry) else None


def dropped_taps_text(count: int, tr: Translator) -> str:
    """Say that the newest taps were dropped."""
    return tr.ngettext(
        "Your last tap was not entered", "Your last {n} taps were not entered", count
    )

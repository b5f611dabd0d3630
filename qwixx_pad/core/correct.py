"""Mending a game after the fact, by entries like any others: nothing is erased from the log.

The newest entries are undone down to the place that was wrong, then what should stand is entered.
To take a correction back is to correct again, to what stood before.
"""

from dataclasses import dataclass

from qwixx_pad.core.game import Game, Refused, replay
from qwixx_pad.core.moves import Entry, Undo


@dataclass(frozen=True, slots=True)
class Correction:
    """Entries that turn what stands into something else, or why that cannot stand.

    Attributes:
        entries: To be entered in order; empty if nothing has to change or it is refused.
        refused: The entry of the wanted ones (from 0) that the rules do not accept, and why.
    """

    entries: tuple[Entry, ...]
    refused: Refused | None = None


def rewrite(game: Game, wanted: tuple[Entry, ...]) -> Correction:
    """The entries after which exactly these stand.

    Args:
        game: As it is now.
        wanted: What shall stand, in order; no undo or redo among them.
    """
    _, refused = replay(game.setup, wanted)
    if refused is not None:
        return Correction((), refused)
    standing = game.standing
    same = 0
    for old, new in zip(standing, wanted, strict=False):
        if old != new:
            break
        same += 1
    undone = (Entry(Undo()),) * (len(standing) - same)
    return Correction((*undone, *wanted[same:]))


def reopened(game: Game) -> Correction:
    """What takes the end of the game back, so that it can be played on."""
    standing = game.standing
    positions = game.timeline.positions
    keep = len(standing)
    while keep and positions[keep].over:
        keep -= 1
    return rewrite(game, standing[:keep])

"""How long the log of a game gets where it is kept; the rules know no bound.

An evening has under a hundred entries. Corrections stop first, for each copies what stands behind
it; then the game can still be played to its end, all of it taken back, and be declared finished.
"""

from collections.abc import Sequence

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Entry, Finish, Undo

CORRECTED, ENTERED, TAKEN_BACK = 4_000, 5_000, 10_000
"""Entries that a log has at most after a correction, after another entry, after an undo."""
LONGEST = TAKEN_BACK + 2
"""Entries of the longest log: behind the last undo come an end, and one that closes its action."""


def has_room(length: int, entries: Sequence[Entry]) -> bool:
    """Whether a log of so many entries takes these, made at one stroke."""
    moves = [entry.move for entry in entries]
    if all(isinstance(move, Finish) for move in moves):
        return True
    undone = all(isinstance(move, Undo) for move in moves)
    most = TAKEN_BACK if undone else ENTERED if len(moves) == 1 else CORRECTED
    return length + len(moves) <= most


def is_correctable(game: Game, place: int) -> bool:
    """Whether the log takes any correction at a place (from 0) among the entries that stand."""
    behind = len(game.standing) - max(place, 0)
    return len(game.log) + max(3, 2 * behind + 1) <= CORRECTED

"""How long the log of a game gets where it is kept; the rules know no bound.

An evening has under a hundred entries. Corrections stop first, for each copies what stands behind
it; then the game can still be played to its end, all of it taken back, and be declared finished.
"""

from collections.abc import Sequence

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import EndRoll, Entry, Finish, Undo
from qwixx_pad.core.table import Table

CORRECTED, ENTERED, TAKEN_BACK = 4_000, 5_000, 10_000
"""Entries that a log has at most after a correction, after another entry, after an undo."""
IN_A_ROLL = 32
"""Those that stand behind the last `/` at a table: an undo in front of others plays them anew."""
LONGEST = TAKEN_BACK + 2
"""Entries of the longest log: behind the last undo come an end, and one that closes its action."""


def has_room(game: Game, entries: Sequence[Entry]) -> bool:
    """Whether the log of a game takes these, made at one stroke."""
    moves = [entry.move for entry in entries]
    if all(isinstance(move, Finish) for move in moves):
        return True
    undone = all(isinstance(move, Undo) for move in moves)
    one = len(moves) == 1
    most = TAKEN_BACK if undone else ENTERED if one else CORRECTED
    more = one and not undone and not isinstance(moves[0], EndRoll)
    return len(game.log) + len(moves) <= most and not (more and _is_full_roll(game))


def _is_full_roll(game: Game) -> bool:
    return isinstance(game.position, Table) and game.timeline.in_this_roll >= IN_A_ROLL


def is_correctable(game: Game, place: int) -> bool:
    """Whether the log takes any correction at a place (from 0) among the entries that stand."""
    behind = len(game.standing) - max(place, 0)
    return len(game.log) + max(3, 2 * behind + 1) <= CORRECTED

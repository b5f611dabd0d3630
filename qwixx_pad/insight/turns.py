"""Where a game turned: the rolls that moved the chances most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.core.line import rolls
from qwixx_pad.core.moves import Finish
from qwixx_pad.insight import Chances


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll that has moved the chances of a seat.

    Attributes:
        roll: Which one, from 1.
        seat: Whose chance rose most in it, from 1.
        before, now: That chance when the roll began, and when it was over.
        entry: How many entries stood after the one of this roll that raised it most.
    """

    roll: int
    seat: int
    before: float
    now: float
    entry: int


def turns(game: Game, curve: Sequence[Chances], most: int = 3) -> tuple[Turn, ...]:
    """The rolls that moved the chance of a seat furthest upwards, in the order of the game.

    An end by hand makes the likely certain, and so turns nothing.

    Args:
        game: At a table of two seats or more.
        curve: Its chances, one a moment, as `chances` yields them.
        most: How many are wanted.
    """
    entries = game.standing
    played = (
        (r, begin, end - isinstance(entries[end - 1].move, Finish)) for r, begin, end in rolls(game)
    )
    moved = [_turn(curve, roll, begin, end) for roll, begin, end in played if end > begin]
    largest = sorted(moved, key=lambda turn: turn.before - turn.now)[:most]
    return tuple(sorted(largest, key=lambda turn: turn.roll))


def _turn(curve: Sequence[Chances], roll: int, begin: int, end: int) -> Turn:
    before, now = curve[begin].win, curve[end].win
    seat = max(range(len(now)), key=lambda i: now[i] - before[i])
    rises = {at: curve[at].win[seat] - curve[at - 1].win[seat] for at in range(begin + 1, end + 1)}
    entry = max(rises, key=lambda at: rises[at])
    return Turn(roll, seat + 1, before[seat], now[seat], entry)


def leads(game: Game, curve: Sequence[Chances]) -> Iterator[tuple[int, int]]:
    """The rolls after which another seat than before was the likeliest winner, and that seat."""
    ahead = None
    for roll, _, end in rolls(game):
        win = curve[end].win
        best = max(win)
        if win.count(best) == 1 and win.index(best) + 1 != ahead:
            ahead = win.index(best) + 1
            yield roll, ahead

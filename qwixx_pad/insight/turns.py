"""Where a game turned: the rolls that moved the chances most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.insight import Chances


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll that has moved the chances of a seat.

    Attributes:
        roll: Which one, from 1.
        seat: Whose chance rose most in it, from 1.
        before, now: That chance when the roll began, and when it was over.
        entry: How many entries stood after the one of this roll that raised it most.
        led: The seat that was most likely to win before, from 1; None if several were equally so.
        leads: The same when the roll was over.
    """

    roll: int
    seat: int
    before: float
    now: float
    entry: int
    led: int | None
    leads: int | None

    @property
    def turned(self) -> bool:
        """Whether another seat than before was the likeliest winner from then on."""
        return self.leads is not None and self.leads != self.led


def rolls(game: Game) -> Iterator[tuple[int, int, int]]:
    """Each roll that was played: its number, from 1, and the entries before it and after it."""
    positions = game.timeline.positions
    begin = 0
    for at in range(1, len(positions)):
        last = at == len(positions) - 1
        if last or positions[at].roll != positions[begin].roll:
            yield positions[begin].roll, begin, at
            begin = at


def turns(game: Game, curve: Sequence[Chances], most: int = 3) -> tuple[Turn, ...]:
    """The rolls that moved the chance of a seat furthest upwards, in the order of the game.

    Args:
        game: At a table of two seats or more.
        curve: Its chances, one a moment, as `chances` yields them.
        most: How many are wanted.
    """
    moved = [_turn(curve, *each) for each in rolls(game)]
    largest = sorted(moved, key=lambda turn: turn.before - turn.now)[:most]
    return tuple(sorted(largest, key=lambda turn: turn.roll))


def _turn(curve: Sequence[Chances], roll: int, begin: int, end: int) -> Turn:
    before, now = curve[begin].win, curve[end].win
    seat = max(range(len(now)), key=lambda i: now[i] - before[i])
    rises = {at: curve[at].win[seat] - curve[at - 1].win[seat] for at in range(begin + 1, end + 1)}
    entry = max(rises, key=lambda at: rises[at])
    return Turn(roll, seat + 1, before[seat], now[seat], entry, _likeliest(before), _likeliest(now))


def _likeliest(win: Sequence[float]) -> int | None:
    best = max(win)
    return win.index(best) + 1 if win.count(best) == 1 else None

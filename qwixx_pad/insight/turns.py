"""Where a game turned: the rolls that moved the chances most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.core.line import Step, Story, rolls
from qwixx_pad.core.moves import Finish
from qwixx_pad.core.positions import Position
from qwixx_pad.insight import Chances

CLEAR = 0.75
"""From this chance on (0 to 1) a seat counts as sure to win."""
_LEAST = 0.05
"""Rolls that moved no chance so far turned nothing."""


@dataclass(frozen=True, slots=True)
class TurningRoll:
    """A roll that has moved the chances of a seat.

    Attributes:
        roll: Which one, from 1.
        seat: Whose chance rose most in it, from 1.
        before, now: That chance when the roll began, and when it was over.
        entry: How many entries stood after the one of this roll that did it.
    """

    roll: int
    seat: int
    before: float
    now: float
    entry: int


def turns(story: Story, curve: Sequence[Chances], most: int = 3) -> tuple[TurningRoll, ...]:
    """The rolls that moved the chance of a seat furthest upwards, in the order of the game.

    An end by hand makes the likely certain, and so turns nothing; nor does a roll that begins and
    ends with one seat as likely to win as `CLEAR`, such as the last of most games.

    Args:
        story: Of a game at a table of two seats or more.
        curve: Its chances, one a moment, as `chances` yields them.
        most: How many are wanted.
    """
    turned = (_turn(story, curve, *each) for each in rolls(story.game))
    moved = [turn for turn in turned if turn is not None and turn.now - turn.before >= _LEAST]
    largest = sorted(moved, key=lambda turn: turn.before - turn.now)[:most]
    return tuple(sorted(largest, key=lambda turn: turn.roll))


def _turn(
    story: Story, curve: Sequence[Chances], roll: int, begin: int, end: int
) -> TurningRoll | None:
    positions, end = story.game.timeline.positions, _played(story.game, end)
    before, now = curve[begin].win, curve[end].win
    steps = [step for step in story.steps if begin < step.after <= end]
    seat = max(range(len(now)), key=lambda i: now[i] - before[i])
    clear = any(min(chances) >= CLEAR for chances in zip(before, now, strict=True))
    if clear or not steps:
        return None
    own = [step for step in steps if step.seat == seat + 1]
    step = _winning(own, positions[end]) if positions[end].over else _lock(own)
    if step is None:
        step = max(steps, key=lambda s: curve[s.after].win[seat] - curve[s.after - 1].win[seat])
    return TurningRoll(roll, seat + 1, before[seat], now[seat], step.after)


def _played(game: Game, end: int) -> int:
    """How many entries stood at the end of a roll, before an end by hand."""
    return end - isinstance(game.standing[end - 1].move, Finish)


def _lock(own: Sequence[Step]) -> Step | None:
    """What locked a row, if anything did: that it is closed for others shows when the roll ends."""
    return next((step for step in own if step.locked), None)


def _winning(own: Sequence[Step], end: Position) -> Step | None:
    """Of a seat's entries in the last roll the one without which it would not have won.

    Chances do not tell: what ends a game makes them nearly certain, whoever has brought that about
    by an entry before or after it. None if the seat would have won anyway.
    """
    best = max(own, key=lambda step: step.gain, default=None)
    if best is None:
        return None
    others = [sheet.total for seat, sheet in enumerate(end.sheets, 1) if seat != best.seat]
    return best if end.sheets[best.seat - 1].total - best.gain <= max(others) else None


def favourites(game: Game, curve: Sequence[Chances]) -> Iterator[tuple[int, int]]:
    """The rolls after which another seat than before was the likeliest winner, and that seat."""
    ahead = None
    for roll, _, end in rolls(game):
        win = curve[_played(game, end)].win
        best = max(win)
        if win.count(best) == 1 and win.index(best) + 1 != ahead:
            ahead = win.index(best) + 1
            yield roll, ahead

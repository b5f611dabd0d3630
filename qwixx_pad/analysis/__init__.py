"""The value of a position: the expected totals and the chances to win."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chances:
    """The expected totals and chances at one moment of a game.

    Attributes:
        points: The expected total of each seat, in seating order.
        spread: The standard deviation of each total.
        win: The chance of each seat to have the highest total alone, 0 to 1; empty on a single
            sheet.
        draw: The chance that the highest total is shared; 0 on a single sheet.
    """

    points: tuple[float, ...]
    spread: tuple[float, ...]
    win: tuple[float, ...] = ()
    draw: float = 0.0

    def win_of(self, seat: int) -> float:
        return self.win[seat - 1]

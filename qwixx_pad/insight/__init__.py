"""What a position is worth: the totals to be expected, and the chances to win."""

from collections.abc import Iterator
from dataclasses import dataclass

from qwixx_pad.core.game import Game


@dataclass(frozen=True, slots=True)
class Chances:
    """What is to be expected at one moment of a game.

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


def chances(game: Game) -> Iterator[Chances]:
    """The chances at each moment of a game: before its first entry, then after each that stands.

    They are reckoned one by one as they are asked for; nothing is yielded where `known` is false.
    """
    from qwixx_pad.insight.value import value_of  # noqa: PLC0415 - the table is read when asked for

    value = value_of(game.setup)
    if value is not None:
        yield from map(value.chances, game.timeline.positions)

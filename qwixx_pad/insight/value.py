"""TEMPORARY: stands in for the learnt value until it is trained."""

import math
from dataclasses import dataclass

from qwixx_pad.core.game import Setup
from qwixx_pad.core.positions import Position
from qwixx_pad.insight import Chances


@dataclass(frozen=True, slots=True)
class Value:
    """The value of the positions of one kind of game."""

    setup: Setup

    def chances(self, position: Position) -> Chances:
        """What is to be expected from a position of that game."""
        totals = [sheet.total for sheet in position.sheets]
        done = 1.0 if position.over else min(1.0, sum(totals) / (80 * len(totals)))
        points = tuple(t + (1 - done) * 80 for t in totals)
        spread = (25 * (1 - done),) * len(totals)
        if len(totals) == 1:
            return Chances(points, spread)
        if position.over:
            best = max(totals)
            alone = totals.count(best) == 1
            win = tuple(float(alone and t == best) for t in totals)
            return Chances(points, spread, win, float(not alone))
        scale = 30 * (1 - done) + 3
        weights = [math.exp((t - max(totals)) / scale) for t in totals]
        draw = 0.02
        whole = sum(weights)
        return Chances(points, spread, tuple((1 - draw) * w / whole for w in weights), draw)


def value_of(setup: Setup) -> Value | None:
    """The value of the positions of a game; None where none is known for its sheets."""
    known = setup.names in {"classic", "on_board"} and not setup.paper
    return Value(setup) if known else None

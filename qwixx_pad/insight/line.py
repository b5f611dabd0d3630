"""The chances along a game line, as the plain values that `chances` prints."""

from typing import Any

from qwixx_pad.core.game import Refused
from qwixx_pad.core.line import Line, refusal
from qwixx_pad.core.moves import parse
from qwixx_pad.core.timeline import Fold, Timeline
from qwixx_pad.insight import Chances
from qwixx_pad.insight.value import value_of

_DIGITS = 4
"""Behind the point of every figure."""


def chances_of(line: Line) -> tuple[dict[str, Any], Refused | None]:
    """The chances at the start of a line and after each accepted token, ready for JSON.

    Returns:
        `unknown` stands in the place of `after` where no value is known for the sheets; and the
        token at which the line stopped, if one was refused.
    """
    value, fold, refused = value_of(line.setup), Fold(Timeline.of(line.setup.position())), None
    positions = [fold.position]
    for at, token in enumerate(line.tokens):
        reason = fold.enter(parse(token))
        if reason is not None:
            refused = Refused(at, reason)
            break
        positions.append(fold.position)
    told: dict[str, Any] = {"layout": line.setup.names}
    if value is None:
        told["unknown"] = True
    else:
        told["after"] = [_after(at, each) for at, each in enumerate(value.along(positions), -1)]
    if refused is not None:
        told["refused"] = refusal(refused, line.tokens)
    return told, refused


def _after(at: int, chances: Chances) -> dict[str, Any]:
    """One moment: a draw is what the rounded chances to win leave, so that they come to 1."""
    told: dict[str, Any] = {"at": at, "points": [round(p, _DIGITS) for p in chances.points]}
    if chances.win:
        told["win"] = win = [round(chance, _DIGITS) for chance in chances.win]
        told["draw"] = max(0.0, round(1 - sum(win), _DIGITS))
    return told

"""What a seat could best have entered, where the sum of the white dice is known."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from qwixx_pad.core.corrections import white_shown
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import RowKind
from qwixx_pad.core.line import rolls
from qwixx_pad.core.moves import Cross, Penalty
from qwixx_pad.core.table import Table
from qwixx_pad.insight.value import Value, value_of

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


def advice(game: Game, roll: int, least: float = VOUCHED) -> Iterator[Advice]:
    """What the seats should rather have done in a roll whose white dice are known.

    Each choice is weighed as if the others had still to act, and the coloured dice were unknown.
    So nothing is said of a roller who left the white dice alone for a coloured one. Nothing is
    said either of a seat whose choice was as good but for less than `least`, of one that has
    crossed another number or sits out, nor where the white dice of the roll (from 1) are not in
    the log, or no value is known.
    """
    value, positions = value_of(game.setup), game.timeline.positions
    begin, end = next(((b, e) for number, b, e in rolls(game) if number == roll), (0, 0))
    start, after, entries = positions[begin], positions[end], game.standing[begin:end]
    white = white_shown(game, roll)
    if value is None or not isinstance(start, Table) or white is None:
        return
    for seat, sheet in enumerate(start.sheets, 1):
        crossed = (e.move for e in entries if e.seat == seat and isinstance(e.move, Cross))
        made = next(crossed, None)
        misthrown = after.sheets[seat - 1].penalties > sheet.penalties
        unsure = made is None and seat == start.active and not misthrown
        strange = made is not None and made.number != white
        if not (unsure or strange or seat in start.out | after.out):
            best, by = _best(value, start, seat, made, white)
            if by >= least:
                yield Advice(seat, roll, white, made, best, by)


def _best(
    value: Value, start: Table, seat: int, made: Cross | None, white: int
) -> tuple[Cross | None, float]:
    """The best use of the white dice, and how much better it was than what was made."""
    worth = {
        choice: value.chances(_then(start, seat, choice)).win[seat - 1]
        for choice in _choices(start, seat, white)
        if choice is not None or made is None or seat != start.active
    }
    best = max(worth, key=lambda choice: worth[choice])
    return best, worth[best] - worth.get(made, worth[best])


def _choices(start: Table, seat: int, white: int) -> Iterator[Cross | None]:
    """All that a seat may do with the white dice."""
    yield None
    for row in start.sheets[seat - 1].layout.rows:
        cross = Cross(row.letter, white)
        if row.kind is RowKind.NUMBERS and start.why_not(seat, cross) is None:
            yield cross


def _then(start: Table, seat: int, choice: Cross | None) -> Table:
    """The position once a seat has made its choice; for the roller, nothing is a misthrow."""
    if choice is not None:
        return start.play(seat, choice)
    if seat == start.active:
        return start.play(seat, Penalty())
    made = list(start.made)
    made[seat - 1] = 1
    return replace(start, made=tuple(made))

"""What a position is worth: the totals to be expected of it, and who will win."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from operator import mul
from typing import Any

from qwixx_pad.analysis import Chances, net
from qwixx_pad.analysis.net import Net, Vector, is_there, state_of
from qwixx_pad.core.effects import gain
from qwixx_pad.core.game import Game, Refused, Setup
from qwixx_pad.core.moves import Cross, parse
from qwixx_pad.core.notation import Line, refusal
from qwixx_pad.core.positions import Position
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.core.timeline import Fold, Timeline

_DIGITS = 4
"""Behind the point of every figure that `chances` prints."""
_ROWS = range(4)
_OUT = 11
_FEWEST_TO_WIN = 2
_MOST_LEAD, _LEAD_UNIT, _NEAR, _FAR = 3.0, 20.0, 8.0, 30.0
_MOST_SPREAD = 2.0
_SUMS = {white: (6 - abs(7 - white)) / 36 for white in range(2, 13)}
"""How likely each sum of the white dice is."""


@dataclass(frozen=True, slots=True)
class _Seat:
    """The input of the net for a seat.

    Attributes:
        total: Its points so far.
        rows: The states of its rows, top to bottom.
        penalties, extra: As on its sheet.
        acted: Whether it has entered something in this roll.
        out: Whether it sits out.
    """

    total: int
    rows: tuple[int, ...]
    penalties: int
    extra: int
    acted: bool
    out: bool


@dataclass(frozen=True, slots=True)
class Value:
    """The value of the positions of one kind of game.

    Attributes:
        learnt: What was learnt of the sheet.
        finish: Whether a turn is completed although the second row has closed (rule 10).
    """

    learnt: Net
    finish: bool
    _totals: dict[int, tuple[Sheet, int]] = field(default_factory=dict)

    def along(self, positions: Sequence[Position]) -> Iterator[Chances]:
        """Yield the chances at each moment of a game, reckoned one by one as they are asked for.

        A log that goes no further than the end of its game tells that nobody has crossed more.
        """
        *before, last = positions
        yield from map(self.chances, before)
        yield _at_the_end([*map(self._total, last.sheets)]) if last.over else self.chances(last)

    def chances(self, position: Position) -> Chances:
        """Return the chances at a position of that game."""
        totals = [self._total(sheet) for sheet in position.sheets]
        if isinstance(position, Table) and position.over and not position.settled:
            return self._last_crosses(position)
        if position.over or (len(totals) == 1 and position.sheets[0].arrived):
            return _at_the_end(totals)
        seats = [*self._seats(position, totals)]
        said = [*self._said(position, seats)]
        points = tuple(
            seat.total + (0.0 if seat.out else net.POINTS * heads[net.MEAN])
            for seat, heads in zip(seats, said, strict=True)
        )
        spread = tuple(
            0.0 if seat.out else net.POINTS * math.exp(min(heads[net.SPREAD], _MOST_SPREAD))
            for seat, heads in zip(seats, said, strict=True)
        )
        return Chances(points, spread, *_outcomes(totals, said))

    def _last_crosses(self, table: Table) -> Chances:
        """Return the chances while last crosses (rule 10) are open: each seat makes its best."""
        sums, seats = _white_sums(table), range(1, len(table.sheets) + 1)
        ends = [_at_the_end([self._at_most(table, s, white) for s in seats]) for white in sums]
        shares = [*sums.values()]
        points = _mean(shares, [end.points for end in ends])
        squares = _mean(shares, [[total**2 for total in end.points] for end in ends])
        spread = (math.sqrt(max(0.0, s - p**2)) for s, p in zip(squares, points, strict=True))
        win = _mean(shares, [end.win for end in ends])
        draw = sum(map(mul, shares, (end.draw for end in ends)))
        return Chances(points, tuple(spread), win, draw)

    def _at_most(self, table: Table, seat: int, white: int) -> int:
        """Return the total of a seat (from 1) with the best cross of this sum that it may make."""
        sheet, closed = table.sheets[seat - 1], table.closed_for(seat)
        gains = (gain(sheet, cross, closed) for cross in crosses(table, seat, white))
        return self._total(sheet) + max(gains, default=0)

    def _total(self, sheet: Sheet) -> int:
        """Return the points of a sheet; most sheets of a moment are those of the moment before."""
        known = self._totals.get(id(sheet))
        if known is None:
            known = self._totals[id(sheet)] = sheet, sheet.total
        return known[1]

    def _seats(self, position: Position, totals: Sequence[int]) -> Iterator[_Seat]:
        made = position.made if isinstance(position, Table) else (0,)
        penalised = position.active if isinstance(position, Table) and position.penalised else None
        for seat, (sheet, total) in enumerate(zip(position.sheets, totals, strict=True), 1):
            out, entered = seat in position.out, made[seat - 1] > 0
            shut = position.closed if out or entered else position.closed_for(seat)
            rows = tuple(_state(sheet, row, shut) for row in _ROWS)
            acted = entered or seat == penalised
            yield _Seat(total, rows, sheet.penalties, sheet.extra, acted, out)

    def _said(self, position: Position, seats: Sequence[_Seat]) -> Iterator[Vector]:
        """Yield the outputs of the net for each seat."""
        pair, shared = self.learnt.pair, self._shared(position, len(seats))
        others = [[pair(r, *seat.rows[r : r + 2], own=False) for seat in seats] for r in (0, 2)]
        for at, seat in enumerate(seats):
            pairs = [
                (pair(r, *seat.rows[r : r + 2], own=True), *theirs[:at], *theirs[at + 1 :])
                for r, theirs in zip((0, 2), others, strict=True)
            ]
            yield self.learnt.heads(pairs, [*shared, *_seen(position, seats, at)])

    def _shared(self, position: Position, seats: int) -> list[tuple[int, float]]:
        """Return the part of the context that all seats have in common."""
        seen = [(net.BIAS, 1.0), (net.SEATS + seats - 1, 1.0)]
        closed = min(len(position.closed), 2)
        left = position.rolls_left if isinstance(position, Table) else None
        return [
            *seen,
            *([(net.FINISH, 1.0)] if self.finish else ()),
            *([(net.CLOSING + closed - 1, 1.0)] if closed else ()),
            *([(net.LEFT + left, 1.0)] if left else ()),
        ]


def crosses(table: Table, seat: int, white: int) -> Iterator[Cross]:
    """Yield the legal crosses of a seat (from 1) with this white sum, top to bottom."""
    for row in table.layout.rows:
        cross = Cross(row.letter, white)
        if table.why_not(seat, cross) is None:
            yield cross


def _white_sums(table: Table) -> dict[int, float]:
    """Return the chance of each white sum; a lock by a seat that does not roll reveals it."""
    for row in table.layout.rows:
        if row.letter in table.locked_now and {*table.lockers(row.letter)} - {table.active}:
            return {row.lock_numbers[0]: 1.0}
    return _SUMS


def _state(sheet: Sheet, row: int, shut: frozenset[str]) -> int:
    marks, printed = sheet.marks[row], sheet.layout.rows[row]
    if printed.letter in shut or marks & printed.lock_mask:
        return net.CLOSED
    return state_of(marks.bit_length(), marks.bit_count())


def _seen(position: Position, seats: Sequence[_Seat], at: int) -> Iterator[tuple[int, float]]:
    """Yield the part of the context that is a seat's own (`at` from 0)."""
    me, others = seats[at], [*seats[:at], *seats[at + 1 :]]
    yield net.TURN + _turn(position, me, at + 1), 1.0
    yield net.PENALTIES + min(me.penalties, 3), 1.0
    yield net.THEIRS + min(max((seat.penalties for seat in others), default=0), 3), 1.0
    sheet = position.sheets[at]
    if isinstance(position, Table) and others:
        yield from _beside(position, me, others, at + 1)
    if sheet.layout.board is not None:
        yield net.BOARD, me.extra / _LEAD_UNIT
        yield net.BOARD + 1, max((seat.extra for seat in others), default=0) / _LEAD_UNIT
        yield net.BOARD + 2, float(sheet.arrived)


def _beside(
    table: Table, me: _Seat, others: Sequence[_Seat], number: int
) -> Iterator[tuple[int, float]]:
    """Yield how a seat stands beside the others, and what they have done in this roll."""
    waits = not me.out and table.made[number - 1] == 0
    late = table.locked_now - table.sheets[number - 1].own_locks if waits else ()
    yield net.CLOSING + 2, float(len(late))
    lead = me.total - max(seat.total for seat in others)
    mean = sum(seat.total for seat in others) / len(others)
    yield net.TOTAL, me.total / net.POINTS
    yield net.LEAD, _clamped(lead / _LEAD_UNIT)
    yield net.LEAD + 1, lead / (_NEAR + abs(lead))
    yield net.LEAD + 2, lead / (_FAR + abs(lead))
    yield net.LEAD + 3, _clamped((me.total - mean) / _LEAD_UNIT)
    made = [count for seat, count in enumerate(table.made, 1) if seat != number]
    yield net.ACTED, sum(count > 0 for count in made) / len(others)
    active = table.active != number
    yield net.ACTED + 1, float(active and (table.penalised or table.made[table.active - 1] > 0))


def _clamped(value: float) -> float:
    return min(max(value, -_MOST_LEAD), _MOST_LEAD)


def _turn(position: Position, me: _Seat, number: int) -> int:
    """Return the index of a seat (from 1) in the turn part of the context."""
    if me.out:
        return _OUT
    if not isinstance(position, Table):
        return 0
    if position.active == number:
        done = position.penalised or position.made[number - 1] >= position.layout.actions
        return 2 if done else int(me.acted)
    seats = len(position.sheets)
    behind = ((position.active + step - 1) % seats + 1 for step in range(1, seats))
    between = takewhile(lambda seat: seat != number, behind)
    distance = 1 + sum(seat not in position.out for seat in between)
    return 3 + 2 * (distance - 1) + me.acted


def _at_the_end(totals: Sequence[int]) -> Chances:
    points, still = tuple(map(float, totals)), (0.0,) * len(totals)
    if len(totals) < _FEWEST_TO_WIN:
        return Chances(points, still)
    best = max(totals)
    tied = totals.count(best) > 1
    return Chances(points, still, tuple(float(t == best and not tied) for t in totals), float(tied))


def _mean(shares: Vector, values: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the mean of each column, where lines count by their share."""
    return tuple(sum(map(mul, shares, column)) for column in zip(*values, strict=True))


def _outcomes(totals: Sequence[int], said: Sequence[Vector]) -> tuple[tuple[float, ...], float]:
    """Return the chance of each seat to win alone, and that of a tie.

    Each seat is as strong as its points to come, times how much points decide; a tie of the two
    strongest is as likely as the root of their chances, times how likely ties are.
    """
    if len(totals) < _FEWEST_TO_WIN:
        return (), 0.0
    heat = math.exp(sum(heads[net.HEAT] for heads in said) / len(said))
    strong = [
        heat * (total / net.POINTS + heads[net.MEAN]) + heads[net.STRENGTH]
        for total, heads in zip(totals, said, strict=True)
    ]
    top = sorted(strong)[-2:]
    tie = sum(heads[net.TIE] for heads in said) / len(said) + sum(top) / 2
    most = max(*strong, tie)
    *win, draw = (math.exp(each - most) for each in (*strong, tie))
    whole = sum(win) + draw
    return tuple(each / whole for each in win), draw / whole


def _learnt(setup: Setup) -> str | None:
    """Return the weights' name for a game; for one sheet alone its own, if there is one."""
    alone = (f"{setup.names}_alone",) if setup.seats == 1 else ()
    return None if setup.paper else next(filter(is_there, (*alone, setup.names)), None)


_net = cache(Net.read)


def is_known(setup: Setup) -> bool:
    """Return whether a value is known for the sheets of a game, as `value_of` gives it."""
    return _learnt(setup) is not None


def value_of(setup: Setup) -> Value | None:
    """Return the value of the positions of a game; None where none is known for its sheets.

    Known are some printed sheets, played in rolls and all on the same one: of sheets copied from
    paper nobody knows the order.
    """
    name = _learnt(setup)
    return None if name is None else Value(_net(name), setup.finish_turn)


def chances(game: Game) -> Iterator[Chances]:
    """Return the chances before the first entry and after each applied one; see `chances_along`.

    There are none where no value is known.
    """
    value = value_of(game.setup)
    return iter(()) if value is None else value.along(game.timeline.positions)


def chances_of(line: Line) -> tuple[dict[str, Any], Refused | None]:
    """Return the chances at the start of a line and after each accepted token, ready for JSON.

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

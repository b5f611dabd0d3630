"""The value of a position: which totals to expect of it, and who will win."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from operator import mul
from typing import Any, NamedTuple

from qwixx_pad.analysis import Chances, net
from qwixx_pad.analysis.net import Net, Vector, find_net, fits_sheets, has_weights
from qwixx_pad.analysis.parts import Halves, Parts, parts_of
from qwixx_pad.core.game import Game, Refused, Setup
from qwixx_pad.core.layout import ALIGNED_KINDS, Layout, RowKind
from qwixx_pad.core.moves import ChooseRow, Cross, parse_token
from qwixx_pad.core.notation import GameLine, report_refusal
from qwixx_pad.core.positions import Position
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table
from qwixx_pad.core.timeline import Fold, Timeline

_PRINTED_DIGITS = 4
"""Decimals of the figures that `qwixx-pad chances` prints."""
_MIN_SEATS_TO_WIN = 2
_MAX_LOG_SPREAD = 2.0


@dataclass(frozen=True, slots=True)
class _Seat:
    """The numbers that the net takes of a seat.

    Attributes:
        total: Its points so far.
        halves: The parts of its sheet.
        penalties: The penalties on its sheet.
        extra: The points of its pawn.
        acted: Whether it has entered something in this roll.
        out: Whether it sits out.
    """

    total: int
    halves: Halves
    penalties: int
    extra: int
    acted: bool
    out: bool


class _KnownTotal(NamedTuple):
    """The total of a sheet, which is held so that no other sheet can get its id."""

    sheet: Sheet
    total: int


@dataclass(frozen=True, slots=True)
class Value:
    """Values the positions of one kind of game.

    Attributes:
        weights: The net for the sheets.
        parts: The parts of the sheet of each seat, in seating order.
        finish_turn: Whether a turn is completed after the second row has closed (rule 10).
    """

    weights: Net
    parts: tuple[Parts, ...]
    finish_turn: bool
    _totals: dict[int, _KnownTotal] = field(default_factory=dict)

    def chances_along(self, positions: Sequence[Position]) -> Iterator[Chances]:
        """Yield the chances at each position of a game, computed when they are asked for.

        If the last position is over, its totals are final: no seat has crossed more.
        """
        *before, last = positions
        yield from map(self.chances_at, before)
        if last.is_over:
            yield _final_chances([*map(self._sheet_total, last.sheets)])
        else:
            yield self.chances_at(last)

    def chances_at(self, position: Position) -> Chances:
        """Compute the chances at a position.

        Where a seat has still to choose the row of forced crosses, it makes the best choice.
        """
        for seat, sheet in enumerate(position.sheets, 1):
            if sheet.pending_choices and position.must_choose(seat):
                return self._best_choice(position, seat)
        totals = [self._sheet_total(sheet) for sheet in position.sheets]
        if isinstance(position, Table) and position.is_over and not position.is_settled:
            return self._last_cross_chances(position)
        if position.is_over or (len(totals) == 1 and position.sheets[0].arrived):
            return _final_chances(totals)
        seats = [*self._net_seats(position, totals)]
        outputs = [*self._seat_heads(position, seats)]
        points = tuple(
            seat.total + (0.0 if seat.out else net.POINTS * heads[net.MEAN])
            for seat, heads in zip(seats, outputs, strict=True)
        )
        spread = tuple(
            0.0 if seat.out else net.POINTS * math.exp(min(heads[net.SPREAD], _MAX_LOG_SPREAD))
            for seat, heads in zip(seats, outputs, strict=True)
        )
        win, draw = _win_chances(totals, outputs)
        return Chances(points=points, spread=spread, win=win, draw=draw)

    def _best_choice(self, position: Position, seat: int) -> Chances:
        """The chances after the choice of a row that is best for its seat."""
        rows = position.sheet_of(seat).rows_to_choose(position.closed_for(seat))
        choices = [self.chances_at(position.with_move(seat, ChooseRow(row))) for row in rows]
        return max(choices, key=lambda c: c.win_of(seat) if c.win else c.points[seat - 1])

    def _last_cross_chances(self, table: Table) -> Chances:
        """Compute the chances of last crosses (rules 6 and 10): each seat makes its best."""
        sums = _white_sums(table)
        ends = [
            _final_chances([self._best_total(table, seat, white) for seat in table.seat_numbers])
            for white in sums
        ]
        shares = [*sums.values()]
        points = _weighted_mean(shares, [end.points for end in ends])
        squares = _weighted_mean(shares, [[total**2 for total in end.points] for end in ends])
        spread = (math.sqrt(max(0.0, s - p**2)) for s, p in zip(squares, points, strict=True))
        return Chances(
            points=points,
            spread=tuple(spread),
            win=_weighted_mean(shares, [end.win for end in ends]),
            draw=sum(map(mul, shares, (end.draw for end in ends))),
        )

    def _best_total(self, table: Table, seat: int, white: int) -> int:
        """The total of a seat after its best legal cross with this sum, or without one.

        A cross that leaves a choice of row (*Bonus B*) brings the best one.
        """
        totals = [self._sheet_total(table.sheet_of(seat))]
        waiting = [table.with_move(seat, cross) for cross in legal_crosses(table, seat, white)]
        for after in waiting:
            sheet = after.sheet_of(seat)
            rows = sheet.rows_to_choose(after.closed_for(seat))
            waiting += [after.with_move(seat, ChooseRow(row)) for row in rows]
            totals.append(sheet.total)
        return max(totals)

    def _sheet_total(self, sheet: Sheet) -> int:
        """The total of a sheet, remembered: most sheets do not change between two positions."""
        known = self._totals.get(id(sheet))
        if known is None:
            known = _KnownTotal(sheet, sheet.total)
            self._totals[id(sheet)] = known
        return known.total

    def _net_seats(self, position: Position, totals: Sequence[int]) -> Iterator[_Seat]:
        crosses = position.crosses_this_roll if isinstance(position, Table) else (0,)
        penalised = isinstance(position, Table) and position.penalised
        for seat, (sheet, total) in enumerate(zip(position.sheets, totals, strict=True), 1):
            is_out = seat in position.sitting_out
            has_crossed = crosses[seat - 1] > 0
            closed = closed_for_net(position, seat)
            yield _Seat(
                total=total,
                halves=self.parts[seat - 1].halves_of(sheet, closed),
                penalties=sheet.penalties,
                extra=sheet.board_points,
                acted=has_crossed or (penalised and seat == position.active),
                out=is_out,
            )

    def _seat_heads(self, position: Position, seats: Sequence[_Seat]) -> Iterator[Vector]:
        """Yield the outputs of the net for each seat."""
        vector_of = self.weights.half_vector
        shared = self._shared_context(position, len(seats))
        as_opponents = [[vector_of(half, own=False) for half in seat.halves] for seat in seats]
        for at, seat in enumerate(seats):
            others = [*as_opponents[:at], *as_opponents[at + 1 :]]
            own = [vector_of(half, own=True) for half in seat.halves]
            halves = [*zip(own, *others, strict=True)]
            yield self.weights.head_values(halves, [*shared, *_seat_context(position, seats, at)])

    def _shared_context(self, position: Position, seats: int) -> list[tuple[int, float]]:
        """The part of the context that all seats have in common."""
        closed = len(position.closed_rows)
        left = position.rolls_left if isinstance(position, Table) else None
        return [
            (net.BIAS, 1.0),
            (net.SEATS + seats - 1, 1.0),
            *([(net.FINISH, 1.0)] if self.finish_turn else ()),
            *([(net.ONE_CLOSED if closed == 1 else net.MORE_CLOSED, 1.0)] if closed else ()),
            *([(net.ROLLS_LEFT + left - 1, 1.0)] if left else ()),
        ]


def closed_for_net(position: Position, seat: int) -> frozenset[str]:
    """The rows that count as closed for a seat: once it can't cross, new locks do too."""
    has_crossed = isinstance(position, Table) and position.crosses_of(seat) > 0
    is_done = has_crossed or seat in position.sitting_out
    return position.closed_rows if is_done else position.closed_for(seat)


def legal_crosses(table: Table, seat: int, white: int) -> Iterator[Cross]:
    """Yield the crosses that a seat may make with this sum, top to bottom.

    What a lucky number, an exchange pair or a connection field allows besides is left out.
    """
    for row in table.sheet_of(seat).layout.rows:
        cross = Cross(row.letter, white)
        if row.kind in ALIGNED_KINDS and table.move_refusal(seat, cross) is None:
            yield cross


def _white_sums(table: Table) -> dict[int, float]:
    """The chance of each white sum; a lock by a passive seat leaves a single one."""
    for row in table.layout.rows if _locks_tell_sums(table.layout) else ():
        if row.letter in table.locked_this_roll:
            passive_seats = {*table.seats_with_lock(row.letter)} - {table.active}
            if passive_seats:
                return {row.lock_number: 1.0}
    sides = table.layout.dice_sides
    sums = range(2, 2 * sides + 1)
    return {white: (sides - abs(sides + 1 - white)) / sides**2 for white in sums}


def _locks_tell_sums(layout: Layout) -> bool:
    """True if only one sum of the white dice lets a passive seat lock a row."""
    several = any(row.locks > 1 for row in layout.rows)
    has_pairs = layout.row_of_kind(RowKind.EXCHANGE) is not None
    return not (several or has_pairs or layout.has_effects or layout.has_lucky_numbers)


def _seat_context(
    position: Position, seats: Sequence[_Seat], at: int
) -> Iterator[tuple[int, float]]:
    """Yield the part of the context that belongs to one seat, `at` its index from 0."""
    me = seats[at]
    others = [*seats[:at], *seats[at + 1 :]]
    yield net.TURN + _turn_slot(position, me, at + 1), 1.0
    yield net.PENALTIES + min(me.penalties, net.MOST_PENALTIES), 1.0
    theirs = max((seat.penalties for seat in others), default=0)
    yield net.THEIRS + min(theirs, net.MOST_PENALTIES), 1.0
    sheet = position.sheets[at]
    if isinstance(position, Table) and others:
        yield from _table_context(position, me, others, at + 1)
    if sheet.layout.board is not None:
        yield net.PAWN_POINTS, me.extra / net.LEAD_SCALE
        yield net.BEST_OTHER_PAWN, max((seat.extra for seat in others), default=0) / net.LEAD_SCALE
        yield net.PAWN_ARRIVED, float(sheet.arrived)


def _table_context(
    table: Table, me: _Seat, others: Sequence[_Seat], number: int
) -> Iterator[tuple[int, float]]:
    """Yield how a seat compares with the others, and what they have entered in this roll."""
    may_cross = not me.out and table.crosses_of(number) == 0
    late = table.locked_this_roll - table.sheet_of(number).own_locks if may_cross else ()
    yield net.LATE_LOCKS, float(len(late))
    lead = me.total - max(seat.total for seat in others)
    mean = sum(seat.total for seat in others) / len(others)
    yield net.TOTAL, me.total / net.POINTS
    yield net.LEAD, _clamp_lead(lead / net.LEAD_SCALE)
    yield net.NEAR_LEAD, lead / (net.NEAR_SCALE + abs(lead))
    yield net.FAR_LEAD, lead / (net.FAR_SCALE + abs(lead))
    yield net.LEAD_OVER_MEAN, _clamp_lead((me.total - mean) / net.LEAD_SCALE)
    crossed = [seat for seat in table.seat_numbers if seat != number and table.crosses_of(seat) > 0]
    yield net.OTHERS_ACTED, len(crossed) / len(others)
    active_acted = table.penalised or table.crosses_of(table.active) > 0
    yield net.ACTIVE_ACTED, float(table.active != number and active_acted)


def _clamp_lead(value: float) -> float:
    return min(max(value, -net.MOST_LEAD), net.MOST_LEAD)


def _turn_slot(position: Position, me: _Seat, number: int) -> int:
    """The slot of a seat, by its number, in the part of the context about turns."""
    if me.out:
        return net.OUT_SLOT
    if not isinstance(position, Table):
        return net.ACTIVE_SLOT
    if position.active == number:
        if position.penalised or position.crosses_of(number) >= position.layout.actions:
            return net.DONE_SLOT
        return net.ACTED_SLOT if me.acted else net.ACTIVE_SLOT
    seats = len(position.sheets)
    next_seats = ((position.active + step - 1) % seats + 1 for step in range(1, seats))
    between = takewhile(lambda seat: seat != number, next_seats)
    rolling_before = [seat for seat in between if seat not in position.sitting_out]
    slot = net.WAITING_SLOT + 2 * len(rolling_before)
    return slot + 1 if me.acted else slot


def _final_chances(totals: Sequence[int]) -> Chances:
    points = tuple(map(float, totals))
    no_spread = (0.0,) * len(totals)
    if len(totals) < _MIN_SEATS_TO_WIN:
        return Chances(points, no_spread)
    best = max(totals)
    if totals.count(best) > 1:
        return Chances(points, no_spread, win=(0.0,) * len(totals), draw=1.0)
    return Chances(points, no_spread, win=tuple(float(total == best) for total in totals))


def _weighted_mean(shares: Vector, values: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The mean of each column, where each line has a weight."""
    return tuple(sum(map(mul, shares, column)) for column in zip(*values, strict=True))


def _win_chances(
    totals: Sequence[int], outputs: Sequence[Vector]
) -> tuple[tuple[float, ...], float]:
    """The chance of each seat to win alone, and the chance of a tie.

    Each seat has a score: its expected total, times how much points decide, plus its strength. The
    score of a tie is the mean of the two highest plus how likely ties are. The chances are the
    softmax of the scores.
    """
    if len(totals) < _MIN_SEATS_TO_WIN:
        return (), 0.0
    heat = math.exp(sum(heads[net.HEAT] for heads in outputs) / len(outputs))
    strengths = [
        heat * (total / net.POINTS + heads[net.MEAN]) + heads[net.STRENGTH]
        for total, heads in zip(totals, outputs, strict=True)
    ]
    tie = sum(heads[net.TIE] for heads in outputs) / len(outputs) + sum(sorted(strengths)[-2:]) / 2
    most = max(*strengths, tie)
    *win, draw = (math.exp(each - most) for each in (*strengths, tie))
    whole = sum(win) + draw
    return tuple(each / whole for each in win), draw / whole


def _weights_name(setup: Setup) -> str | None:
    """The name of the weights for a game; None if there are none. One sheet may have its own."""
    boxes = {layout.box for layout in setup.layouts}
    if setup.paper or len(boxes) > 1:
        return None
    box = boxes.pop()
    sheets = {layout.name for layout in setup.layouts}
    names = [f"{box}_alone", box] if setup.seats == 1 else [box]
    return next((name for name in names if fits_sheets(name, sheets)), None)


def has_value(setup: Setup) -> bool:
    """True if there is a value for these sheets, here or to be fetched (`missing_weights`)."""
    return _weights_name(setup) is not None


def missing_weights(setup: Setup) -> str | None:
    """The name of the weights that `receive_weights` must get first; None if none are missing."""
    name = _weights_name(setup)
    return None if name is None or has_weights(name) else name


def value_of(setup: Setup) -> Value | None:
    """The value for the positions of a game.

    None if the sheets have none (`has_value`), or while their weights are missing.
    """
    name = _weights_name(setup)
    if name is None or not has_weights(name):
        return None
    return Value(find_net(name), tuple(map(parts_of, setup.layouts)), setup.finish_turn)


def game_chances(game: Game) -> Iterator[Chances]:
    """Yield the chances before the first applied entry and after each.

    Nothing if there is no value. See `chances_along`.
    """
    value = value_of(game.setup)
    return iter(()) if value is None else value.chances_along(game.timeline.positions)


def line_chances(line: GameLine) -> tuple[dict[str, Any], Refused | None]:
    """Describe as values for JSON the chances at the start of a game line and after each token.

    Returns:
        The description, with `unknown` instead of `after` if there is no value for the sheets, and
        the refused token at which it stopped; None if all were accepted.
    """
    value = value_of(line.setup)
    fold = Fold(Timeline.empty_log(line.setup.start_position()))
    refused = None
    positions = [fold.position]
    for at, token in enumerate(line.tokens):
        reason = fold.try_entry(parse_token(token))
        if reason is not None:
            refused = Refused(at, reason)
            break
        positions.append(fold.position)
    report: dict[str, Any] = {"layout": line.setup.names}
    if value is None:
        report["unknown"] = True
    else:
        moments = enumerate(value.chances_along(positions), -1)
        report["after"] = [_report_moment(at, chances) for at, chances in moments]
    if refused is not None:
        report["refused"] = report_refusal(refused, line.tokens)
    return report, refused


def _report_moment(at: int, chances: Chances) -> dict[str, Any]:
    """Describe the chances after a token.

    The draw is what the rounded wins leave, so they add up.
    """
    points = [round(p, _PRINTED_DIGITS) for p in chances.points]
    report: dict[str, Any] = {"at": at, "points": points}
    if chances.win:
        win = [round(chance, _PRINTED_DIGITS) for chance in chances.win]
        report["win"] = win
        report["draw"] = max(0.0, round(1 - sum(win), _PRINTED_DIGITS))
    return report

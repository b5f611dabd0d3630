"""The steps, leads and rolls of a played game, for its review."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from qwixx_pad.core.effects import forced_crosses, new_crosses
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import CellRef
from qwixx_pad.core.moves import (
    CELL_MOVES,
    CROSS_MOVES,
    ChooseRow,
    EndRoll,
    Move,
    Penalty,
)
from qwixx_pad.core.positions import Position
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table


@dataclass(frozen=True, slots=True)
class Step:
    """One move on one sheet, with what it changed.

    Attributes:
        after: The number of applied entries once it has happened, this one included.
        seat: Whose sheet it is, from 1.
        move: The entered move, or the penalty that the end of a roll gave (rule 8).
        roll: The number of the roll, from 1; where there are no rolls, as `after`.
        roller: The active seat of that roll; None where there are no rolls.
        gain: The points that it added, those of a lock included.
        total: The total of the sheet afterwards.
        cross_number: Which cross of its row it was, from 1; 0 for a move that is no cross of the
            roll.
        cells: The cells it crossed: the move's own first, then the forced ones in order.
        locked: The letters of the rows that it locked, top to bottom.
    """

    after: int
    seat: int
    move: Move
    roll: int
    roller: int | None
    gain: int
    total: int
    cross_number: int
    cells: tuple[CellRef, ...]
    locked: tuple[str, ...]

    @property
    def forced_cells(self) -> tuple[CellRef, ...]:
        """The cells crossed beyond the move's own; for a choice of row, all of them."""
        return self.cells if isinstance(self.move, ChooseRow) else self.cells[1:]


@dataclass(frozen=True, slots=True)
class LastingLead:
    """The moment from which the winner led to the end.

    Attributes:
        seat: The winner, from 1.
        roll: The number of the roll, from 1.
        after: The number of applied entries at that moment.
    """

    seat: int
    roll: int
    after: int


@dataclass(frozen=True, slots=True)
class Story:
    """A game with all its steps.

    Attributes:
        game: The game with its log.
        steps: What happened on the sheets, in order.
    """

    game: Game
    steps: tuple[Step, ...]

    @classmethod
    def from_game(cls, game: Game) -> "Story":
        """Derive the steps from the entries that still apply; what was undone leaves none."""
        moments = zip(game.applied, pairwise(game.timeline.positions), strict=True)
        steps = (
            step
            for index, (entry, (before, after)) in enumerate(moments, 1)
            for step in _entry_steps(index, entry.seat, entry.move, before, after)
        )
        return cls(game, tuple(steps))

    def steps_of_seat(self, seat: int) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.seat == seat)

    @property
    def roll_count(self) -> int:
        """The number of rolls that have an entry; on a single sheet the number of steps."""
        return len(self.total_curves[0]) - 1

    @property
    def total_curves(self) -> tuple[tuple[int, ...], ...]:
        """The totals of each seat, at the start and after each roll.

        On a single sheet there is a total after each step.
        """
        positions = self.game.timeline.positions
        if isinstance(positions[0], Table):
            moments = [0, *(span.end for span in roll_spans(self.game))]
        else:
            moments = [0, *(step.after for step in self.steps)]
        seats = range(len(positions[0].sheets))
        return tuple(tuple(positions[at].sheets[seat].total for at in moments) for seat in seats)

    @property
    def best_step(self) -> Step | None:
        """The step that gained most, the first if several did; None while nothing was gained."""
        winning = [step for step in self.steps if step.gain > 0]
        return max(winning, key=lambda step: step.gain, default=None)

    @property
    def last_lock(self) -> Step | None:
        """The step whose lock closed enough rows to end the game; None if no lock ended it."""
        enough = self.game.setup.layout.rows_to_end
        positions = enumerate(self.game.timeline.positions)
        end = next((index for index, p in positions if len(p.closed_rows) >= enough), None)
        return next((step for step in self.steps if step.after == end and step.locked), None)

    @property
    def lasting_lead(self) -> LastingLead | None:
        """When the winner took the lead for good; None on a single sheet or after a tie.

        Only the ends of rolls count: within a roll the order of entries says nothing about who
        leads.
        """
        positions = self.game.timeline.positions
        winner = _sole_leader(positions[-1])
        if winner is None:
            return None
        ends = [0, *(span.end for span in roll_spans(self.game))]
        begin = max(end for end in ends if _sole_leader(positions[end]) != winner)
        since = min(end for end in ends if end > begin)
        while since - 1 > begin and _sole_leader(positions[since - 1]) == winner:
            since -= 1
        return LastingLead(winner, positions[begin].roll, since)


class RollSpan(NamedTuple):
    """The place of a roll's entries in the log.

    Attributes:
        roll: The number of the roll, from 1.
        begin: The number of applied entries before it.
        end: The number of applied entries up to its last one.
    """

    roll: int
    begin: int
    end: int


def roll_spans(game: Game) -> Iterator[RollSpan]:
    """Yield the span of each roll that has an entry, in order; the last roll may be unfinished."""
    positions = game.timeline.positions
    begin = 0
    for at in range(1, len(positions)):
        last = at == len(positions) - 1
        if last or positions[at].roll != positions[begin].roll:
            yield RollSpan(positions[begin].roll, begin, at)
            begin = at


def _entry_steps(
    index: int, seat: int | None, move: Move, before: Position, after: Position
) -> Iterator[Step]:
    """Yield the steps of one entry: none or one, as `/` may give a penalty (rule 8)."""
    if isinstance(move, EndRoll):
        if before.active is None or _penalty_count(before) == _penalty_count(after):
            return
        seat = before.active
        move = Penalty()
    if seat is None and len(before.sheets) > 1:
        return
    yield _build_step(index, seat or 1, move, before, after)


def _penalty_count(position: Position) -> int:
    return sum(sheet.penalties for sheet in position.sheets)


def _build_step(index: int, seat: int, move: Move, before: Position, after: Position) -> Step:
    old = before.sheet_of(seat)
    new = after.sheet_of(seat)
    locked = new.new_locks(old)
    return Step(
        after=index,
        seat=seat,
        move=move,
        roll=before.roll if isinstance(before, Table) else index,
        roller=before.active,
        gain=new.total - old.total,
        total=new.total,
        cross_number=_cross_number(old, move),
        cells=_crossed_cells(old, new, move, before.closed_for(seat)),
        locked=tuple(row.letter for row in old.layout.rows if row.letter in locked),
    )


def _cross_number(sheet: Sheet, move: Move) -> int:
    """Count which cross of its row a move makes, from 1; 0 for a move that is no cross of the roll.

    Crosses in bonus rows do not count.
    """
    cell = sheet.target_cell(move) if isinstance(move, CROSS_MOVES) else None
    if cell is None:
        return 0
    once = sheet.crossed[cell.row]
    heavy = once & sheet.layout.rows[cell.row].double_mask
    return 1 + once.bit_count() + sheet.crossed_twice[cell.row].bit_count() + heavy.bit_count()


def _crossed_cells(
    before: Sheet, after: Sheet, move: Move, closed: frozenset[str]
) -> tuple[CellRef, ...]:
    """The cells that an entry crossed, in the order in which it crossed them."""
    crossed = set(new_crosses(before, after))
    if not crossed or not isinstance(move, CELL_MOVES):
        return ()
    order = (before.target_cell(move), *forced_crosses(before, move, closed))
    return tuple(dict.fromkeys(cell for cell in order if cell in crossed))


def _sole_leader(position: Position) -> int | None:
    """The seat with the highest total; None if several share it, or on a single sheet."""
    totals = [sheet.total for sheet in position.sheets]
    best = max(totals)
    alone = len(totals) > 1 and totals.count(best) == 1
    return totals.index(best) + 1 if alone else None

"""What happened in a game step by step, for its review: gains, leads and rolls."""

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
    """Something that happened on one sheet.

    Attributes:
        after: How many entries stand once it has happened: the moment to look at.
        seat: On whose sheet.
        move: What was entered; a penalty also where the end of a roll gave it (rule 8).
        roll: In which roll; on a single sheet the number of the step.
        roller: Whose roll it was; None on a single sheet.
        gain: What it was worth, the lock that came with it included.
        total: Of the sheet, once it has happened.
        cross_number: Which cross of its row it was, from 1; 0 where it is none.
        cells: What it has crossed: its own cell first, then those that it forced, in their order.
        locked: Letters of the rows that it has locked, top to bottom.
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
        """The cells that were crossed along with its own; with a chosen row all of them."""
        return self.cells if isinstance(self.move, ChooseRow) else self.cells[1:]


@dataclass(frozen=True, slots=True)
class LastingLead:
    """A seat that has come into the lead for good.

    Attributes:
        seat: From 1.
        roll: In which roll.
        after: How many entries stood then.
    """

    seat: int
    roll: int
    after: int


@dataclass(frozen=True, slots=True)
class Story:
    """A game as it can be told.

    Attributes:
        game: Whose story it is.
        steps: All that happened on the sheets, in order.
    """

    game: Game
    steps: tuple[Step, ...]

    @classmethod
    def from_game(cls, game: Game) -> "Story":
        """Return the story of a game, of what stands in it."""
        moments = zip(game.applied, pairwise(game.timeline.positions), strict=True)
        steps = (
            step
            for index, (entry, (before, after)) in enumerate(moments, 1)
            for step in _entry_steps(index, entry.seat, entry.move, before, after)
        )
        return cls(game, tuple(steps))

    def steps_of_seat(self, seat: int) -> tuple[Step, ...]:
        """Return the steps on the sheet of a seat."""
        return tuple(step for step in self.steps if step.seat == seat)

    @property
    def total_curves(self) -> tuple[tuple[int, ...], ...]:
        """The total of each seat: before the first roll, then after each; alone after each step."""
        positions = self.game.timeline.positions
        if isinstance(positions[0], Table):
            moments = [0, *(span.end for span in roll_spans(self.game))]
        else:
            moments = [0, *(step.after for step in self.steps)]
        seats = range(len(positions[0].sheets))
        return tuple(tuple(positions[at].sheets[seat].total for at in moments) for seat in seats)

    @property
    def best_step(self) -> Step | None:
        """The step that was worth most, the first of several; None before anything was won."""
        winning = [step for step in self.steps if step.gain > 0]
        return max(winning, key=lambda step: step.gain, default=None)

    @property
    def last_lock(self) -> Step | None:
        """The lock that closed enough rows to end the game; None if no lock did."""
        enough = self.game.setup.layout.rows_to_end
        positions = enumerate(self.game.timeline.positions)
        end = next((index for index, p in positions if len(p.closed_rows) >= enough), None)
        return next((step for step in self.steps if step.after == end and step.locked), None)

    @property
    def lasting_lead(self) -> LastingLead | None:
        """The moment the one winner took the lead for good; None on a single sheet or a tie.

        Who leads is seen at the ends of rolls: within one, what others enter counts together.
        """
        positions = self.game.timeline.positions
        winner = _sole_leader(positions[-1])
        ends = [0, *(span.end for span in roll_spans(self.game))]
        if winner is None:
            return None
        begin = max(end for end in ends if _sole_leader(positions[end]) != winner)
        since = min(end for end in ends if end > begin)
        while since - 1 > begin and _sole_leader(positions[since - 1]) == winner:
            since -= 1
        return LastingLead(winner, positions[begin].roll, since)


class RollSpan(NamedTuple):
    """The entries of a roll.

    Attributes:
        roll: Its number, from 1.
        begin: How many entries came before it.
        end: How many entries there are with it.
    """

    roll: int
    begin: int
    end: int


def roll_spans(game: Game) -> Iterator[RollSpan]:
    """Yield the span of each roll with an entry; the last roll may not be over."""
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
    """Yield the steps of an entry: an end of a roll may give a penalty (rule 8)."""
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
    """Which cross of its row a move makes, from 1; 0 for a move that is no cross of the roll.

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
    """Return the cells that an entry crossed, in order; on paper nothing is forced."""
    crossed = set(new_crosses(before, after))
    if not crossed or not isinstance(move, CELL_MOVES):
        return ()
    order = (before.target_cell(move), *forced_crosses(before, move, closed))
    return tuple(dict.fromkeys(cell for cell in order if cell in crossed))


def _sole_leader(position: Position) -> int | None:
    """Return the one seat whose total is the highest; None if several share it."""
    totals = [sheet.total for sheet in position.sheets]
    best = max(totals)
    alone = len(totals) > 1 and totals.count(best) == 1
    return totals.index(best) + 1 if alone else None

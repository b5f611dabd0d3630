"""What became of a game, step by step: what each entry was worth, and where the game turned."""

from collections.abc import Iterator
from dataclasses import dataclass

from qwixx_pad.core.effects import forced, new_crosses
from qwixx_pad.core.game import Game
from qwixx_pad.core.layout import Place
from qwixx_pad.core.moves import (
    CROSSINGS,
    ON_CELLS,
    Choose,
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
        seat: On whose sheet, from 1.
        move: What was entered; a penalty also where the end of a roll gave it (rule 8).
        roll: In which roll, from 1; on a single sheet the number of the step.
        roller: Whose roll it was, from 1; None on a single sheet.
        gain: What it was worth, the lock that came with it included.
        total: Of the sheet, once it has happened.
        nth: Which cross of its row it was, from 1; 0 where it is none.
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
    nth: int
    cells: tuple[Place, ...]
    locked: tuple[str, ...]

    @property
    def locks(self) -> bool:
        """Whether it crossed a lock."""
        return bool(self.locked)

    @property
    def forced(self) -> tuple[Place, ...]:
        """The cells that were crossed along with its own; with a chosen row all of them."""
        return self.cells if isinstance(self.move, Choose) else self.cells[1:]


@dataclass(frozen=True, slots=True)
class Lead:
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
    def of(cls, game: Game) -> "Story":
        """The story of a game, of what stands in it."""
        positions, standing = game.timeline.positions, game.standing
        pairs = zip(standing, positions, positions[1:], strict=False)
        steps = (
            step
            for index, (entry, before, after) in enumerate(pairs, 1)
            for step in _steps(index, entry.seat, entry.move, before, after)
        )
        return cls(game, tuple(steps))

    def of_seat(self, seat: int) -> tuple[Step, ...]:
        """What happened on the sheet of a seat, from 1."""
        return tuple(step for step in self.steps if step.seat == seat)

    @property
    def curves(self) -> tuple[tuple[int, ...], ...]:
        """The total of each seat: before the first roll, then after each; alone after each step."""
        positions = self.game.timeline.positions
        moments = [positions[0], *self._ends()]
        seats = range(len(positions[0].sheets))
        return tuple(tuple(p.sheets[seat].total for p in moments) for seat in seats)

    def _ends(self) -> Iterator[Position]:
        """The positions at which the curves have a point, the fresh sheets aside."""
        positions = self.game.timeline.positions
        if not isinstance(positions[0], Table):
            yield from (positions[step.after] for step in self.steps)
            return
        last = len(positions) - 1
        for index, position in enumerate(positions[1:], 1):
            turned = position.roll != positions[index - 1].roll
            if turned or index == last:
                yield position

    @property
    def best(self) -> Step | None:
        """The step that was worth most, the first of several; None before anything was won."""
        winning = [step for step in self.steps if step.gain > 0]
        return max(winning, key=lambda step: step.gain, default=None)

    @property
    def last_lock(self) -> Step | None:
        """The lock that closed enough rows to end the game; None if no lock did."""
        enough = self.game.setup.layout.rows_to_end
        positions = enumerate(self.game.timeline.positions)
        ended = next((index for index, p in positions if len(p.closed) >= enough), None)
        return next((step for step in self.steps if step.after == ended and step.locks), None)

    @property
    def lead(self) -> Lead | None:
        """When the one winner came into the lead for good; None on a single sheet or a tie."""
        positions = self.game.timeline.positions
        winner = _leader(positions[-1])
        if winner is None:
            return None
        since = len(positions) - 1
        while since and _leader(positions[since - 1]) == winner:
            since -= 1
        return Lead(winner, positions[max(0, since - 1)].roll, since)


def _steps(
    index: int, seat: int | None, move: Move, before: Position, after: Position
) -> Iterator[Step]:
    """What an entry did to the sheets: an end of a roll may give a penalty (rule 8)."""
    if isinstance(move, EndRoll):
        if before.active is None or _penalties(before) == _penalties(after):
            return
        seat, move = before.active, Penalty()
    if seat is None and len(before.sheets) > 1:
        return
    yield _step(index, seat or 1, move, before, after)


def _penalties(position: Position) -> int:
    return sum(sheet.penalties for sheet in position.sheets)


def _step(index: int, seat: int, move: Move, before: Position, after: Position) -> Step:
    old, new = before.sheets[seat - 1], after.sheets[seat - 1]
    locked = new.new_locks(old)
    return Step(
        after=index,
        seat=seat,
        move=move,
        roll=before.roll if isinstance(before, Table) else index,
        roller=before.active,
        gain=new.total - old.total,
        total=new.total,
        nth=_nth(old, old.place_of(move)) if isinstance(move, CROSSINGS) else 0,
        cells=_cells(old, new, move, before.closed_for(seat)),
        locked=tuple(row.letter for row in old.layout.rows if row.letter in locked),
    )


def _nth(sheet: Sheet, place: Place | None) -> int:
    """Which cross of its row one in a cell is, from 1: those of bonus rows are no crosses there."""
    if place is None:
        return 0
    row = place.row
    heavy = sheet.marks[row] & sheet.layout.rows[row].heavy
    return 1 + sum(each.bit_count() for each in (sheet.marks[row], sheet.seconds[row], heavy))


def _cells(before: Sheet, after: Sheet, move: Move, closed: frozenset[str]) -> tuple[Place, ...]:
    """What an entry has crossed, in the order in which it was done; on paper nothing is forced."""
    crossed = set(new_crosses(before, after))
    if not crossed or not isinstance(move, ON_CELLS):
        return ()
    own = before.place_of(move)
    order = (*((own,) if own else ()), *forced(before, move, closed))
    return tuple(dict.fromkeys(place for place in order if place in crossed))


def _leader(position: Position) -> int | None:
    """The one seat (from 1) whose total is the highest; None if several share it."""
    totals = [sheet.total for sheet in position.sheets]
    best = max(totals)
    alone = len(totals) > 1 and totals.count(best) == 1
    return totals.index(best) + 1 if alone else None

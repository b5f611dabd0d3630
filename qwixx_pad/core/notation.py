"""A game as one line of text, and what stands of it as the plain values that `replay` prints."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qwixx_pad.core.effects import forced, new_crosses
from qwixx_pad.core.game import Game, Refused, Setup, replay
from qwixx_pad.core.layout import Layout, Place
from qwixx_pad.core.moves import (
    CROSSINGS,
    ON_CELLS,
    Choose,
    EndRoll,
    Move,
    Penalty,
    parse,
)
from qwixx_pad.core.positions import Position
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.core.table import Table

_NAME = r"[a-z][a-z0-9_]*(?::[a-z0-9_-]+)?"
_HEAD = re.compile(rf"({_NAME}(?:,{_NAME})*)(?:/([1-9][0-9]?))?(?:\+(finish-turn|paper))?")
_SHOWN = 40


class HeadError(ValueError):
    """The head of a line names no known game; the text says which part."""


@dataclass(frozen=True, slots=True)
class Line:
    """A game line, read but not yet played: the setup and the tokens behind it."""

    setup: Setup
    tokens: tuple[str, ...]

    def play(self) -> tuple[Game, Refused | None]:
        """Play the tokens while they are legal."""
        return replay(self.setup, (parse(token) for token in self.tokens))


def read_setup(head: str, layouts: Mapping[str, Layout]) -> Setup:
    """Return the setup that the head of a game line stands for.

    Raises:
        HeadError: It is misspelt, names no known layout, or seats that the layout has not.
    """
    found = _HEAD.fullmatch(head)
    if found is None:
        expected = "LAYOUT[/SEATS][+finish-turn|+paper]"
        raise HeadError(f"cannot read {head[:_SHOWN]!r}; expected {expected}")
    seats = int(found[2] or 1)
    slips = [_known(name, layouts) for name in found[1].split(",")]
    if len(slips) > 1 and not _may_be_mixed(slips, seats):
        names = found[1][:_SHOWN]
        raise HeadError(f"cannot mix {names!r}: one name a seat, of one box, not all alike")
    first = slips[0]
    if not first.least_seats <= seats <= first.most_seats:
        raise HeadError(f"{first.name} has {first.least_seats} to {first.most_seats} seats")
    each = tuple(slips) if len(slips) > 1 else (first,) * seats
    return Setup(each, finish_turn=found[3] == "finish-turn", paper=found[3] == "paper")


def _known(name: str, layouts: Mapping[str, Layout]) -> Layout:
    layout = layouts.get(name)
    if layout is None:
        raise HeadError(f"no layout {name[:_SHOWN]!r}; known: {', '.join(sorted(layouts))}")
    return layout


def _may_be_mixed(slips: Sequence[Layout], seats: int) -> bool:
    boxes = {layout.box for layout in slips}
    alike = len({layout.name for layout in slips}) == 1
    return len(slips) == seats and not alike and len(boxes) == 1 and boxes != {""}


def read_line(text: str, layouts: Mapping[str, Layout]) -> Line:
    """Read a game line.

    Raises:
        HeadError: As for `read_setup`, or the line is empty.
    """
    head, *tokens = text.split() or [""]
    return Line(read_setup(head, layouts), tuple(tokens))


def report(game: Game, tokens: tuple[str, ...], refused: Refused | None) -> dict[str, Any]:
    """Report the position of a game, ready for JSON.

    Args:
        game: What was played.
        tokens: The tokens of its line, for naming the refused one.
        refused: Where the replay stopped, if it did.
    """
    position = game.position
    return {
        "layout": game.setup.names,
        "over": position.over,
        "active": position.active,
        "roll": position.roll,
        "closed": [r.letter for r in game.setup.layout.rows if r.letter in position.closed],
        "refused": None if refused is None else refusal(refused, tokens),
        "seats": [_seat(game, seat) for seat in range(1, game.setup.seats + 1)],
    }


def refusal(refused: Refused, tokens: tuple[str, ...]) -> dict[str, Any]:
    """Report at which token a line stopped, and why, ready for JSON."""
    return {"at": refused.at, "token": tokens[refused.at], "reason": refused.reason.value}


def _seat(game: Game, seat: int) -> dict[str, Any]:
    position, sheet = game.position, game.position.sheets[seat - 1]
    line, everybody = sheet.sum_line, position.out_of_play
    mine = position.closed_for(seat)
    return {
        "penalties": sheet.penalties,
        "extra": line.extra,
        "total": line.total,
        "out": seat in game.position.out,
        "can_undo": game.can_undo(seat),
        "can_redo": game.can_redo(seat),
        "rows": {
            row.letter: _row(sheet, i, line.rows[i], everybody if row.lock_mask else mine)
            for i, row in enumerate(sheet.layout.rows)
        },
    }


def _row(sheet: Sheet, row: int, points: int, closed: frozenset[str]) -> dict[str, Any]:
    printed = sheet.layout.rows[row]
    states = sheet.states(row, closed)
    return {
        "crosses": sheet.crosses(row),
        "points": points,
        "locked": sheet.locked(row),
        "cells": {cell.label: state for cell, state in zip(printed.cells, states, strict=True)},
    }


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
        """Return the story of a game, of what stands in it."""
        positions, standing = game.timeline.positions, game.standing
        pairs = zip(standing, positions, positions[1:], strict=False)
        steps = (
            step
            for index, (entry, before, after) in enumerate(pairs, 1)
            for step in _steps(index, entry.seat, entry.move, before, after)
        )
        return cls(game, tuple(steps))

    def of_seat(self, seat: int) -> tuple[Step, ...]:
        """Return the steps on the sheet of a seat (from 1)."""
        return tuple(step for step in self.steps if step.seat == seat)

    @property
    def curves(self) -> tuple[tuple[int, ...], ...]:
        """The total of each seat: before the first roll, then after each; alone after each step."""
        positions = self.game.timeline.positions
        moments = [positions[0], *self._ends()]
        seats = range(len(positions[0].sheets))
        return tuple(tuple(p.sheets[seat].total for p in moments) for seat in seats)

    def _ends(self) -> Iterator[Position]:
        """Return the positions at which the curves have a point, the fresh sheets aside."""
        positions = self.game.timeline.positions
        if isinstance(positions[0], Table):
            return (positions[end] for _, _, end in rolls(self.game))
        return (positions[step.after] for step in self.steps)

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
        return next((step for step in self.steps if step.after == ended and step.locked), None)

    @property
    def lead(self) -> Lead | None:
        """The moment the one winner took the lead for good; None on a single sheet or a tie.

        Who leads is seen at the ends of rolls: within one, what others enter counts together.
        """
        positions = self.game.timeline.positions
        winner, ends = _leader(positions[-1]), [0, *(end for *_, end in rolls(self.game))]
        if winner is None:
            return None
        begin = max(end for end in ends if _leader(positions[end]) != winner)
        since = min(end for end in ends if end > begin)
        while since - 1 > begin and _leader(positions[since - 1]) == winner:
            since -= 1
        return Lead(winner, positions[begin].roll, since)


def rolls(game: Game) -> Iterator[tuple[int, int, int]]:
    """Yield for each played roll its number, from 1, and the entry counts before and after.

    The last one may still run.
    """
    positions = game.timeline.positions
    begin = 0
    for at in range(1, len(positions)):
        last = at == len(positions) - 1
        if last or positions[at].roll != positions[begin].roll:
            yield positions[begin].roll, begin, at
            begin = at


def _steps(
    index: int, seat: int | None, move: Move, before: Position, after: Position
) -> Iterator[Step]:
    """Yield the steps of an entry: an end of a roll may give a penalty (rule 8)."""
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
    """Return the number of a cross in its row, from 1: those of bonus rows don't count there."""
    if place is None:
        return 0
    row = place.row
    heavy = sheet.marks[row] & sheet.layout.rows[row].heavy
    return 1 + sum(each.bit_count() for each in (sheet.marks[row], sheet.seconds[row], heavy))


def _cells(before: Sheet, after: Sheet, move: Move, closed: frozenset[str]) -> tuple[Place, ...]:
    """Return the cells that an entry crossed, in order; on paper nothing is forced."""
    crossed = set(new_crosses(before, after))
    if not crossed or not isinstance(move, ON_CELLS):
        return ()
    own = before.place_of(move)
    order = (*((own,) if own else ()), *forced(before, move, closed))
    return tuple(dict.fromkeys(place for place in order if place in crossed))


def _leader(position: Position) -> int | None:
    """Return the one seat (from 1) whose total is the highest; None if several share it."""
    totals = [sheet.total for sheet in position.sheets]
    best = max(totals)
    alone = len(totals) > 1 and totals.count(best) == 1
    return totals.index(best) + 1 if alone else None

"""Turning points of a game, and advice on single rolls, by the chances to win."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.value import Value, has_value, legal_crosses, value_of
from qwixx_pad.core.corrections import white_dice_sum
from qwixx_pad.core.game import Game, Setup
from qwixx_pad.core.moves import (
    Cross,
    CrossField,
    CrossNext,
    CrossTrackField,
    EndRoll,
    Entry,
    Exchange,
    Finish,
    Penalty,
)
from qwixx_pad.core.positions import Position
from qwixx_pad.core.story import RollSpan, Step, Story, roll_spans
from qwixx_pad.core.table import Table

CLEAR_CHANCE = 0.75
"""From this chance to win on (0 to 1), a seat counts as sure to win."""
_MIN_RISE = 0.05
"""The least rise of a chance (0 to 1) that is a turning point."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A roll that changed the chances of a seat.

    Attributes:
        roll: The number of the roll, from 1.
        seat: The seat whose chance rose most in it.
        before, now: That chance at the beginning and at the end of the roll.
        entry: The number of applied entries after the decisive one: in a game that is over, the one
            that won it, else the first lock of the seat; failing that, the one that raised
            the chance most, of the seat whose entries in this roll together raised it most.
    """

    roll: int
    seat: int
    before: float
    now: float
    entry: int


def find_turning_rolls(
    story: Story, curve: Sequence[Chances], most: int = 3
) -> tuple[TurningPoint, ...]:
    """Find the rolls in which the chance of a seat rose most, in the order of the game.

    An end by hand only makes the likely certain, so it is no turning point. Neither is a roll at
    whose beginning and end one seat's chance is at least `CLEAR_CHANCE`, like the last roll of most
    games.

    Args:
        story: The story of a game at a table of two seats or more.
        curve: The chances at each of its positions, as `game_chances` yields them.
        most: The most rolls to return.
    """
    points = (_turning_roll(story, curve, span) for span in roll_spans(story.game))
    risen = [each for each in points if each is not None and each.now - each.before >= _MIN_RISE]
    largest = sorted(risen, key=lambda point: point.before - point.now)[:most]
    return tuple(sorted(largest, key=lambda point: point.roll))


def _turning_roll(story: Story, curve: Sequence[Chances], span: RollSpan) -> TurningPoint | None:
    end = _entries_before_finish(story.game, span)
    before = curve[span.begin].win
    now = curve[end].win
    steps = [step for step in story.steps if span.begin < step.after <= end]
    seat = max(range(len(now)), key=lambda i: now[i] - before[i])
    clear = any(min(chances) >= CLEAR_CHANCE for chances in zip(before, now, strict=True))
    if clear or not steps:
        return None
    own = [step for step in steps if step.seat == seat + 1]
    position = story.game.timeline.positions[end]
    if position.is_over:
        step = _winning_step(own, position)
    else:  # a lock moves the chances only at the end of the roll, when it closes for the others
        step = next((step for step in own if step.locked), None)
    if step is None:
        step = _most_helpful_step(steps, curve, seat)
    return TurningPoint(span.roll, seat + 1, before[seat], now[seat], step.after)


def _most_helpful_step(steps: Sequence[Step], curve: Sequence[Chances], seat: int) -> Step:
    """The step that raised a chance most, of the seat whose steps together raised it most.

    Both crosses of the roller are one decision. `seat` is the index of the chance in `Chances.win`.
    """
    rises = {s.after: curve[s.after].win[seat] - curve[s.after - 1].win[seat] for s in steps}

    def rise_of_roll(step: Step) -> float:
        return sum(rises[other.after] for other in steps if other.seat == step.seat)

    return max(steps, key=lambda step: (rise_of_roll(step), rises[step.after]))


def _entries_before_finish(game: Game, span: RollSpan) -> int:
    """The number of entries up to the last one of a roll; an `end` is not counted."""
    is_finish = isinstance(game.applied[span.end - 1].move, Finish)
    return span.end - 1 if is_finish else span.end


def _winning_step(own: Sequence[Step], end: Position) -> Step | None:
    """The step that gained a seat most in the last roll, if it would not have won without it.

    None if it would have won anyway, or made no step. Chances are of no use here: any entry that
    ends the game makes them nearly certain.
    """
    best = max(own, key=lambda step: step.gain, default=None)
    if best is None:
        return None
    others = [sheet.total for seat, sheet in enumerate(end.sheets, 1) if seat != best.seat]
    return best if end.sheet_of(best.seat).total - best.gain <= max(others) else None


def favourite_changes(game: Game, curve: Sequence[Chances]) -> Iterator[tuple[int, int]]:
    """Yield each roll after which a new seat alone is the likeliest winner, and that seat.

    The first favourite counts as new.
    """
    favourite = None
    for span in roll_spans(game):
        win = curve[_entries_before_finish(game, span)].win
        best = max(win)
        if win.count(best) == 1 and win.index(best) + 1 != favourite:
            favourite = win.index(best) + 1
            yield span.roll, favourite


# The best use of the white dice, where their sum is known

MIN_ADVICE_GAIN = 0.03
"""The least gain of a chance (0 to 1) for which there is advice; see `docs/analysis.md`."""
_SIDES = 6
_UNCOMPARED_MOVES = (CrossField, CrossNext, CrossTrackField, Exchange)
"""Uses of the dice that advice doesn't compare: a seat that made one gets none in this roll."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A better use of the white dice of a roll.

    Attributes:
        seat: Whose use it is, from 1.
        roll: The number of the roll.
        white: The sum of the white dice.
        actual: What the seat crossed with it; None for nothing.
        best: What would have been better; None for nothing.
        by: By how much it raises the chance to win, 0 to 1.
    """

    seat: int
    roll: int
    white: int
    actual: Cross | None
    best: Cross | None
    by: float


def may_advise(setup: Setup) -> bool:
    """True if there can be advice on these sheets: their value is known, and so are their sums.

    A log has sums of dice with six sides only.
    """
    return has_value(setup) and setup.layout.dice_sides == _SIDES


def find_advice(game: Game, roll: int, seat: int, least: float = MIN_ADVICE_GAIN) -> Advice | None:
    """Find a better use of the white dice of a roll for a seat.

    Each choice is valued as if the others had still to act and the coloured dice were unknown; a
    cross instead of a penalty, as if none of a coloured die could follow. So there is no advice for
    a seat that sits out, whose first cross is another number, or that made the better cross too.
    Without a cross there is none for the roller unless it took a penalty, nor for others in a roll
    that has no `/`. Nor is there any if somebody could end the game with these white dice, or has
    ended it with a lock: then all depends on the crosses that the others make at the same time.

    Args:
        game: The game, as far as it was played.
        roll: The number of the roll.
        seat: Whose use of the dice it is, from 1.
        least: By how much the chance to win (0 to 1) must rise.

    Returns:
        None if there is no advice, also because the sum of the white dice or the value is unknown.
    """
    value = value_of(game.setup) if may_advise(game.setup) else None
    white = white_dice_sum(game, roll)
    span = next((span for span in roll_spans(game) if span.roll == roll), RollSpan(roll, 0, 0))
    start = game.timeline.positions[span.begin]
    after = game.timeline.positions[span.end]
    if (
        value is None
        or white is None
        or not (isinstance(start, Table) and isinstance(after, Table))
    ):
        return None
    entries = game.applied[span.begin : span.end]
    own = [entry.move for entry in entries if entry.seat == seat]
    actual = next((move for move in own if isinstance(move, Cross)), None)
    penalised = after.sheet_of(seat).penalties > start.sheet_of(seat).penalties
    if actual is None and not penalised:
        is_unsure = seat == start.active or entries[-1:] != (Entry(EndRoll()),)
    else:
        is_unsure = actual is not None and actual.number != white
    is_unsure = is_unsure or any(isinstance(move, _UNCOMPARED_MOVES) for move in own)
    was_out = seat in start.sitting_out | after.sitting_out
    is_end = (after.is_over and not after.ended_by_penalties) or _may_end_game(start, white)
    if is_unsure or was_out or is_end:
        return None
    best, by = _best_choice(value, start, seat, actual, white)
    made_too = best is not None and best in own
    return Advice(seat, roll, white, actual, best, by) if by >= least and not made_too else None


def _best_choice(
    value: Value, start: Table, seat: int, actual: Cross | None, white: int
) -> tuple[Cross | None, float]:
    """The best use of the white dice, and by how much it raises the chance to win."""
    is_last = actual is None or seat != start.active
    chances = {
        choice: value.chances_at(_after_choice(start, seat, choice, is_last=is_last)).win_of(seat)
        for choice in (None, *legal_crosses(start, seat, white))
        if choice is not None or is_last
    }
    best = max(chances, key=lambda choice: chances[choice])
    return best, chances[best] - chances.get(actual, chances[best])


def _may_end_game(start: Table, white: int) -> bool:
    """True if any seat could end the game with this sum."""
    return any(
        start.with_move(seat, cross).is_over
        for seat in start.seat_numbers
        for cross in legal_crosses(start, seat, white)
    )


def _after_choice(start: Table, seat: int, choice: Cross | None, *, is_last: bool) -> Table:
    """Play a seat's choice; after the last one it crosses nothing more in this roll.

    None is a penalty for the roller.
    """
    if choice is None and seat == start.active:
        return start.with_move(seat, Penalty())
    after = start if choice is None else start.with_move(seat, choice)
    crosses = list(after.crosses_this_roll)
    if is_last:
        crosses[seat - 1] = start.layout.actions
    return replace(after, crosses_this_roll=tuple(crosses))

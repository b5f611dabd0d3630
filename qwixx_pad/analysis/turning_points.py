"""Chances of single rolls: where a game turned, and what would have been better."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.value import Value, legal_crosses, value_of
from qwixx_pad.core.corrections import white_dice_sum
from qwixx_pad.core.game import Game
from qwixx_pad.core.moves import Cross, EndRoll, Entry, Finish, Penalty
from qwixx_pad.core.positions import Position
from qwixx_pad.core.story import RollSpan, Step, Story, roll_spans
from qwixx_pad.core.table import Table

CLEAR_CHANCE = 0.75
"""From this chance to win on (0 to 1), a seat counts as sure to win."""
_MIN_RISE = 0.05
"""The least rise of a chance (0 to 1) that is a turning point."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A roll that has moved the chances of a seat.

    Attributes:
        roll: Which one.
        seat: Whose chance rose most in it.
        before, now: That chance when the roll began, and when it was over.
        entry: How many entries stood after the one of this roll that did it.
    """

    roll: int
    seat: int
    before: float
    now: float
    entry: int


def find_turning_rolls(
    story: Story, curve: Sequence[Chances], most: int = 3
) -> tuple[TurningPoint, ...]:
    """Return the rolls that moved the chance of a seat furthest upwards, in the order of the game.

    An end by hand makes the likely certain, and so turns nothing; nor does a roll that begins and
    ends with one seat as likely to win as `CLEAR_CHANCE`, such as the last of most games.

    Args:
        story: Of a game at a table of two seats or more.
        curve: Its chances, one a moment, as `chances` yields them.
        most: How many are wanted.
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
        step = max(steps, key=lambda s: curve[s.after].win[seat] - curve[s.after - 1].win[seat])
    return TurningPoint(span.roll, seat + 1, before[seat], now[seat], step.after)


def _entries_before_finish(game: Game, span: RollSpan) -> int:
    """The number of entries up to the last one of a roll; an `end` is not counted."""
    is_finish = isinstance(game.applied[span.end - 1].move, Finish)
    return span.end - 1 if is_finish else span.end


def _winning_step(own: Sequence[Step], end: Position) -> Step | None:
    """Of a seat's entries in the last roll the one without which it would not have won.

    Chances do not tell: what ends a game makes them nearly certain, whoever has brought that about
    by an entry before or after it. None if the seat would have won anyway.
    """
    best = max(own, key=lambda step: step.gain, default=None)
    if best is None:
        return None
    others = [sheet.total for seat, sheet in enumerate(end.sheets, 1) if seat != best.seat]
    return best if end.sheet_of(best.seat).total - best.gain <= max(others) else None


def favourite_changes(game: Game, curve: Sequence[Chances]) -> Iterator[tuple[int, int]]:
    """Yield the rolls after which the likeliest winner changed, and that seat."""
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


@dataclass(frozen=True, slots=True)
class Advice:
    """The best use of the white dice of a roll.

    Attributes:
        seat: Whose.
        roll: Which one.
        white: What those dice showed together.
        actual: What it crossed with the white dice; None for nothing.
        best: What would have been better; None for nothing.
        by: By how much: the chance to win, 0 to 1.
    """

    seat: int
    roll: int
    white: int
    actual: Cross | None
    best: Cross | None
    by: float


def find_advice(game: Game, roll: int, seat: int, least: float = MIN_ADVICE_GAIN) -> Advice | None:
    """Find a better use of the white dice of a roll for a seat.

    Each choice is weighed as if the others had still to act, and the coloured dice were unknown.
    So nothing is said of a roller who left the white dice alone for a coloured one; nor of a seat
    that has crossed another number, sits out, or has entered nothing in a roll that was not ended
    as usual; nor where somebody could end the game with those dice, for then it depends on what
    the others crossed at the same time.

    Args:
        game: As far as it was played.
        roll: Which one.
        seat: Whose.
        least: By how much another choice must have been better (chance to win, 0 to 1).

    Returns:
        None where nothing is said: also where the log does not tell the white dice of the roll, or
        no value is known.
    """
    value = value_of(game.setup)
    white = white_dice_sum(game, roll)
    span = next((span for span in roll_spans(game) if span.roll == roll), RollSpan(roll, 0, 0))
    start = game.timeline.positions[span.begin]
    after = game.timeline.positions[span.end]
    if value is None or white is None or not isinstance(start, Table):
        return None
    entries = game.applied[span.begin : span.end]
    actual = next((e.move for e in entries if e.seat == seat and isinstance(e.move, Cross)), None)
    penalised = after.sheet_of(seat).penalties > start.sheet_of(seat).penalties
    if actual is None and not penalised:
        is_unsure = seat == start.active or entries[-1:] != (Entry(EndRoll()),)
    else:
        is_unsure = actual is not None and actual.number != white
    was_out = seat in start.sitting_out | after.sitting_out
    if is_unsure or was_out or _may_end_game(start, white):
        return None
    best, by = _best_choice(value, start, seat, actual, white)
    return Advice(seat, roll, white, actual, best, by) if by >= least else None


def _best_choice(
    value: Value, start: Table, seat: int, actual: Cross | None, white: int
) -> tuple[Cross | None, float]:
    """The best use of the white dice, and by what chance to win it beats the actual one."""
    chances = {
        choice: value.chances_at(_after_choice(start, seat, choice)).win_of(seat)
        for choice in (None, *legal_crosses(start, seat, white))
        if choice is not None or actual is None or seat != start.active
    }
    best = max(chances, key=lambda choice: chances[choice])
    return best, chances[best] - chances.get(actual, chances[best])


def _may_end_game(start: Table, white: int) -> bool:
    """Return whether somebody may end the game with this sum."""
    return any(
        start.with_move(seat, cross).is_over
        for seat in start.seat_numbers
        for cross in legal_crosses(start, seat, white)
    )


def _after_choice(start: Table, seat: int, choice: Cross | None) -> Table:
    """Return the position after a seat's choice; for the roller, None is a penalty."""
    if choice is not None:
        return start.with_move(seat, choice)
    if seat == start.active:
        return start.with_move(seat, Penalty())
    crosses = list(start.crosses_this_roll)
    crosses[seat - 1] = 1
    return replace(start, crosses_this_roll=tuple(crosses))

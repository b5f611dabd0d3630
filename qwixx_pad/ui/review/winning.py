"""The chance to win over time, and the rolls that turned a game, as lines and in words."""

from collections.abc import Sequence
from dataclasses import replace

from qwixx_pad.core.game import Game
from qwixx_pad.core.line import Step, Story, rolls
from qwixx_pad.i18n import isolated, phrase
from qwixx_pad.insight import Chances
from qwixx_pad.insight.turns import TurningRoll, favourites, turns
from qwixx_pad.ui.review import Reviewed, StepLook, entry_inside
from qwixx_pad.ui.review.chart import ChartLook, Cursor
from qwixx_pad.ui.review.review_parts import TurningPoint
from qwixx_pad.ui.speech.words import Words

Curve = Sequence[Chances]
"""The chances in a game of several, one a moment: before its first entry, then after each."""
_GRID = (0, 25, 50, 75, 100)


def moments(game: Game) -> tuple[float, ...]:
    """When each moment was, in rolls: the entries of one roll share the way from roll to roll."""
    shared = (
        roll - 1 + done / (end - begin)
        for roll, begin, end in rolls(game)
        for done in range(1, end - begin + 1)
    )
    return (0.0, *shared)


def win_chart(
    points: ChartLook, reviewed: Reviewed, story: Story, curve: Curve, words: Words
) -> ChartLook:
    """The chart of the chances in per cent, beside that of the points on the same sheet."""
    at = moments(reviewed.game)
    shown = next(line.seat for line in points.lines if line.own)
    lines = (
        replace(
            line,
            points=tuple((x, 100 * c.win[line.seat - 1]) for x, c in zip(at, curve, strict=True)),
        )
        for line in points.lines
    )
    return replace(
        points,
        grid=_GRID,
        unit="%",
        lines=tuple(lines),
        places=(0.0, *(at[step.after] for step in story.of_seat(shown))),
        spoken=_spoken(reviewed, curve, words),
    )


def win_cursor(reviewed: Reviewed, curve: Curve, seat: int, moment: int) -> Cursor:
    """Where a moment (in entries) lies on the line of a seat (from 1)."""
    return Cursor(moments(reviewed.game)[moment], 100 * curve[moment].win[seat - 1])


def _spoken(reviewed: Reviewed, curve: Curve, words: Words) -> str:
    """The curve as sentences: its begin, in which rolls others came to be ahead, its end."""
    begin, end = (_all(reviewed, curve[at], words) for at in (0, -1))
    first = words.text("Chance to win. At first {chances}.", chances=begin)
    ahead = (
        words.text("From roll {n} on {name} was ahead.", n=roll, name=reviewed.name(seat, words))
        for roll, seat in favourites(reviewed.game, curve)
    )
    return " ".join((first, *ahead, words.text("In the end {chances}.", chances=end)))


def _all(reviewed: Reviewed, chances: Chances, words: Words) -> str:
    if chances.draw == 1:
        return words.text("a draw")
    each = (
        f"{isolated(reviewed.name(seat, words))} {words.chance(win)}"
        for seat, win in enumerate(chances.win, 1)
    )
    return words.both([*each])


def with_chance(
    look: StepLook, curve: Curve | None, seat: int, step: Step | None, words: Words
) -> StepLook:
    """The card of a step (None for fresh pads) with what it changed; the same without a curve."""
    if curve is None:
        return look
    said = _change(curve, seat, step, words) if curve else ""
    spoken = f"{look.spoken}, {said}" if said else look.spoken
    return replace(look, chance=said, spoken=spoken)


def _change(curve: Curve, seat: int, step: Step | None, words: Words) -> str:
    after = step.after if step else 0
    before, now = (words.chance(curve[at].win[seat - 1]) for at in (max(0, after - 1), after))
    if before == now:
        return words.text("Chance to win {now}", now=now)
    # Translators: what an entry has changed, such as "Chance to win from 31% to 44%".
    return words.text("Chance to win from {before} to {now}", before=before, now=now)


# Who was the favourite from then on; who was so for a while, or won by it; who was not.
_LED = phrase("Roll {n}: {name} had the best chance from here, {before} to {now}")
_TURNED = phrase("Roll {n}: the game turned to {name}, {before} to {now}")
_MOVED = phrase("Roll {n}: {name} from {before} to {now}")


def turned(
    reviewed: Reviewed, story: Story, curve: Curve, words: Words
) -> tuple[TurningPoint, ...]:
    """The rolls that moved the chances most, in the order of the game."""
    ahead = [*favourites(reviewed.game, curve)]
    return tuple(_turned(turn, ahead, reviewed, story, words) for turn in turns(story, curve))


def _turned(
    turn: TurningRoll,
    ahead: Sequence[tuple[int, int]],
    reviewed: Reviewed,
    story: Story,
    words: Words,
) -> TurningPoint:
    for_good = turn.now < 1 and (turn.roll, turn.seat) in ahead[-1:]
    said = words.text(
        _LED if for_good else _TURNED if (turn.roll, turn.seat) in ahead else _MOVED,
        n=turn.roll,
        name=reviewed.name(turn.seat, words),
        before=words.chance(turn.before),
        now=words.chance(turn.now),
    )
    icon = "EMOJI_EVENTS_ROUNDED" if for_good else "TRENDING_UP_ROUNDED"
    step = next(step for step in story.steps if step.after == turn.entry)
    made = entry_inside(reviewed.game, step, words)
    if step.seat != turn.seat:
        # Translators: {what} is an entry such as "red 9" or "misthrow".
        made = words.text("{name}’s {what}", name=reviewed.name(step.seat, words), what=made)
    return TurningPoint(icon, f"{said}, {made}", step.seat, turn.entry)

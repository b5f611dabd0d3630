"""The moments of a game that are worth a look, and its lessons, in words. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from qwixx_pad.analysis import Chances
from qwixx_pad.analysis.lessons import (
    Average,
    Closing,
    Lesson,
    NoLock,
    OneShort,
    OthersRolls,
    OwnRolls,
    Skipped,
    Unusual,
    lessons,
)
from qwixx_pad.analysis.turning_points import Advice, TurningRoll, advice, favourites, turns
from qwixx_pad.core.moves import Close, Finish
from qwixx_pad.core.notation import Step, Story
from qwixx_pad.i18n import phrase
from qwixx_pad.library.library import Library
from qwixx_pad.ui.review import Reviewed, StepLook, entry_inside
from qwixx_pad.ui.text import signed, whole
from qwixx_pad.ui.text.translator import Words


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A moment of a game that is worth a look.

    Attributes:
        icon: Name of the icon beside it.
        text: A sentence.
        seat: The sheet to look at, from 1; None for everybody's.
        after: The moment to look at, in entries; None if unknown.
    """

    icon: str
    text: str
    seat: int | None
    after: int | None


def turning_points(
    reviewed: Reviewed, story: Story, words: Words, *, taught: bool = False, reckoned: bool = False
) -> tuple[TurningPoint, ...]:
    """Find the turning points of a game, in the order in which they are shown.

    If its sheet has `taught` a lesson, that replaces the biggest gain, and on a single sheet all of
    them. Where the chances are `reckoned`, they replace gain and lead.
    """
    if taught and reviewed.alone:
        return ()
    by_points = [_lead] if taught else [_biggest, _lead]
    told = [*([] if reckoned else by_points), _ending]
    points = (tell(reviewed, story, words) for tell in told)
    return tuple(point for point in points if point is not None)


def _biggest(reviewed: Reviewed, story: Story, words: Words) -> TurningPoint | None:
    best = story.best
    if best is None:
        return None
    move = entry_inside(reviewed.game, best, words)
    if reviewed.alone:
        said = words.text(
            "Biggest gain: {what}, +{gain} in step {n}",
            what=move,
            gain=best.gain,
            n=_number(story, best),
        )
    else:
        # Translators: {what} is an entry such as "red 9" or "misthrow".
        said = words.text(
            "Biggest gain: {name}’s {what}, +{gain} in roll {n}",
            name=reviewed.name(best.seat, words),
            what=move,
            gain=best.gain,
            n=best.roll,
        )
    return TurningPoint("TRENDING_UP_ROUNDED", said, best.seat, best.after)


def _number(story: Story, step: Step) -> int:
    """Return the number of a step on its sheet, from 1."""
    return story.of_seat(step.seat).index(step) + 1


def _lead(reviewed: Reviewed, story: Story, words: Words) -> TurningPoint | None:
    lead = story.lead
    if lead is None:
        return None
    over = reviewed.game.position.over
    name = reviewed.name(lead.seat, words)
    said = (
        words.text("{name} led from roll {n} on", name=name, n=lead.roll)
        if over
        else words.text("{name} has led since roll {n}", name=name, n=lead.roll)
    )
    return TurningPoint("EMOJI_EVENTS_ROUNDED", said, lead.seat, lead.after)


def _ending(reviewed: Reviewed, story: Story, words: Words) -> TurningPoint | None:
    """Describe the end of the game; None while it is open."""
    after = next(
        (i for i, position in enumerate(reviewed.game.timeline.positions) if position.over), None
    )
    if after is None:
        return None
    if isinstance(reviewed.game.standing[after - 1].move, Finish):
        return TurningPoint("FLAG_ROUNDED", _by_hand(reviewed, words), None, after)
    step = next((step for step in story.steps if step.after == after), None)
    if step is not None and isinstance(step.move, Close):
        said = words.of_row("Somebody closed {colour}: the end of the game", step.move.row)
        return TurningPoint("LOCK_ROUNDED", said, step.seat, after)
    if step is not None and _has_all_misthrows(reviewed, step):
        return TurningPoint("FLAG_ROUNDED", _last_misthrow(reviewed, step, words), step.seat, after)
    lock = step if step is not None and step.locked else story.last_lock
    if lock is not None:
        said = _last_lock(reviewed, story, lock, words)
        return TurningPoint("LOCK_ROUNDED", said, lock.seat, lock.after)
    said = words.text("The last round ended with roll {n}", n=reviewed.game.position.roll)
    return TurningPoint("TOUR_ROUNDED", said, None, after)


def _has_all_misthrows(reviewed: Reviewed, step: Step) -> bool:
    sheet = reviewed.game.timeline.positions[step.after].sheets[step.seat - 1]
    return sheet.penalties >= sheet.layout.penalties


def _by_hand(reviewed: Reviewed, words: Words) -> str:
    if reviewed.alone:
        return words.text("Finished by hand")
    return words.text("Finished by hand in roll {n}", n=reviewed.game.position.roll)


def _last_misthrow(reviewed: Reviewed, step: Step, words: Words) -> str:
    if reviewed.alone:
        return words.text("The last misthrow ended the game")
    name = reviewed.name(step.seat, words)
    return words.text("{name}’s last misthrow ended the game in roll {n}", name=name, n=step.roll)


def _last_lock(reviewed: Reviewed, story: Story, lock: Step, words: Words) -> str:
    letter = lock.locked[-1]
    if reviewed.alone:
        n = _number(story, lock)
        return words.of_row("The lock on {colour} ended the game in step {n}", letter, n=n)
    return words.of_row(
        "{name}’s lock on {colour} ended the game in roll {n}",
        letter,
        name=reviewed.name(lock.seat, words),
        n=lock.roll,
    )


# the chances

Curve = Sequence[Chances]
"""The chances in a game of several, one a moment: before its first entry, then after each."""


def with_chance(
    look: StepLook, curve: Curve | None, seat: int, step: Step | None, words: Words
) -> StepLook:
    """Add the chance to the card of a step (None: fresh sheets); unchanged without a curve."""
    if curve is None:
        return look
    return replace(look, chance=_change(curve, seat, step, words) if curve else "")


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
    """Describe the rolls that moved the chances most, in the order of the game."""
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


# lessons

_ICONS = {
    NoLock: "LOCK_OPEN_ROUNDED",
    OneShort: "LOCK_OPEN_ROUNDED",
    Skipped: "SKIP_NEXT_ROUNDED",
    OwnRolls: "CASINO_ROUNDED",
    OthersRolls: "GROUPS_ROUNDED",
    Unusual: "BAR_CHART_ROUNDED",
}


def usual_rows(own_games: Library | None, reviewed: Reviewed, seat: int) -> tuple[Average, ...]:
    """Return the usual rows of the player of a seat (from 1) in the stored games, if any."""
    if own_games is None:
        return ()
    rows = own_games.usual(reviewed.seed, seat)
    return tuple(Average(row.letter, row.points, row.sheets) for row in rows)


def lesson_lines(
    reviewed: Reviewed, story: Story, seat: int, usual: Sequence[Average], words: Words
) -> tuple[TurningPoint, ...]:
    """Describe the lessons of the sheet of a seat (from 1), a line each."""
    return tuple(
        TurningPoint(_ICONS[type(lesson)], _said(lesson, reviewed, seat, words), seat, lesson.after)
        for lesson in lessons(story, seat, usual)
    )


def _said(lesson: Lesson, reviewed: Reviewed, seat: int, words: Words) -> str:
    match lesson:
        case NoLock():
            return _no_lock(lesson, reviewed, words)
        case OneShort(row, needs, closing):
            needed, by = words.number(needs, inside=True), _by(closing, reviewed, words)
            # Translators: {needed} is a number as a word, such as "five".
            short = phrase("{row} was one cross short of its {needed} when closed by {by}")
            return words.of_row(short, row, needed=needed, by=by)
        case Skipped():
            return _skipped(lesson, reviewed, seat, words)
        case OwnRolls():
            return _own_rolls(lesson, words)
        case OthersRolls(rolls, used):
            return words.text("Others’ white dice used in {n} of {all} rolls", n=used, all=rolls)
        case Unusual(points, usual):
            return words.count(
                "{row} {points}, usually {usual} on {n} sheet",
                "{row} {points}, usually {usual} on {n} sheets",
                usual.sheets,
                row=words.row(usual.row),
                points=points,
                usual=whole(usual.points),
            )


def _no_lock(lesson: NoLock, reviewed: Reviewed, words: Words) -> str:
    facts = {
        "needed": words.number(lesson.needs, inside=True),
        "numbers": words.either([str(number) for number in lesson.numbers]),
        "points": lesson.points,
    }
    if lesson.closing is None:
        said = phrase("{row} had its {needed} and no lock: {numbers} would have been +{points}")
        return words.of_row(said, lesson.row, **facts)
    by = _by(lesson.closing, reviewed, words)
    # Translators: {needed} is a number as a word, such as "five", {by} a player or several.
    said = phrase("{row} had its {needed}, closed by {by}: {numbers} would have been +{points}")
    return words.of_row(said, lesson.row, by=by, **facts)


def _by(closing: Closing, reviewed: Reviewed, words: Words) -> str:
    """Name the players who closed a row."""
    names = [reviewed.name(seat, words) for seat in closing.seats]
    return words.both(names) or words.meant("closed by", "somebody")


def _skipped(lesson: Skipped, reviewed: Reviewed, seat: int, words: Words) -> str:
    sheet = reviewed.game.position.sheets[seat - 1]
    number = sheet.layout.cell(lesson.by).number
    in_all = words.count("{n} number skipped", "{n} numbers skipped", lesson.numbers)
    said = words.of_row(
        phrase("{row}: {skipped}, all by {cell}")
        if lesson.most == lesson.numbers
        # Translators: {skipped} is such as "4 numbers skipped", {cell} such as "the 6".
        else phrase("{row}: {skipped}, {n} of them by {cell}"),
        lesson.row,
        skipped=in_all,
        n=lesson.most,
        cell=words.cell_inside(sheet, lesson.by)
        if number is None
        else words.meant("skipped by", "the {n}", n=number),
    )
    if lesson.roll is None:
        return said
    if reviewed.alone:
        return words.text("{said} in step {n}", said=said, n=lesson.roll)
    return words.text("{said} in roll {n}", said=said, n=lesson.roll)


def _own_rolls(lesson: OwnRolls, words: Words) -> str:
    facts = {"all": lesson.rolls, "one": lesson.single, "none": lesson.none}
    if not lesson.none:
        return words.text("Of {all} own rolls {one} had one cross", **facts)
    said = (
        words.text("Of {all} own rolls {one} had one cross, {none} had none", **facts)
        if lesson.single
        else words.text("Of {all} own rolls {none} had no cross", **facts)
    )
    return ", ".join((said, *([signed(-lesson.cost)] if lesson.cost else [])))


# the white dice


def advised(story: Story, seat: int, index: int, words: Words) -> tuple[str, ...]:
    """Describe better uses of the white dice after so many steps of a seat (from 1), if any."""
    told = (advice(story.game, roll, seat) for roll in rolls_since(story, seat, index))
    return tuple(said_of_advice(each, words) for each in told if each is not None)


def rolls_since(story: Story, seat: int, index: int) -> range:
    """Return the roll (from 1) of the last of so many steps, and those unused until the next."""
    steps = story.of_seat(seat)
    first = steps[index - 1].roll if index else 1
    until = steps[index].roll if index < len(steps) else story.game.position.roll + 1
    return range(first, max(until, first + 1) if index else until)


def said_of_advice(advice: Advice, words: Words) -> str:
    """Describe an advice in a sentence."""
    percent = words.percent(round(100 * advice.by), 100)
    facts = {"roll": advice.roll, "n": advice.white, "percent": percent}
    if advice.best is None:
        # Translators: the sum of the white dice; {percent} is such as "3%", of the chance to win.
        said = phrase("Roll {roll}: leaving the white {n} out would have been {percent} better.")
        return words.text(said, **facts)
    # Translators: as above; what was really crossed stands beside it.
    said = phrase("Roll {roll}: the white {n} in {colour} would have been {percent} better.")
    return words.of_row(said, advice.best.row, **facts)

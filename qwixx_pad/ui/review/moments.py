"""The notable moments of a game and its lessons, as texts."""

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
    find_lessons,
)
from qwixx_pad.analysis.turning_points import (
    Advice,
    TurningPoint,
    favourite_changes,
    find_advice,
    find_turning_rolls,
)
from qwixx_pad.core.moves import Close, Finish
from qwixx_pad.core.story import Step, Story
from qwixx_pad.i18n import N_
from qwixx_pad.library.library import Library
from qwixx_pad.ui.correction import ReviewedGame, StepLook, step_entry_text
from qwixx_pad.ui.text import rounded_text, signed_text
from qwixx_pad.ui.text.translator import Translator


@dataclass(frozen=True, slots=True)
class Highlight:
    """A notable moment of a game.

    Attributes:
        icon: Name of its icon.
        text: A sentence.
        seat: The sheet to show; None for the one on the screen.
        after: The moment to show, in entries; None if unknown.
    """

    icon: str
    text: str
    seat: int | None
    after: int | None


def turning_points(
    reviewed: ReviewedGame,
    story: Story,
    tr: Translator,
    *,
    has_lessons: bool = False,
    has_chances: bool = False,
) -> tuple[Highlight, ...]:
    """Find the turning points of a game by its points, in the order in which they are shown.

    Lessons replace the biggest gain, and on a single sheet all turning points. Chances replace
    the biggest gain and the lead.
    """
    if has_lessons and reviewed.is_solo:
        return ()
    highlights = list[Highlight | None]()
    if not has_lessons and not has_chances:
        highlights.append(_biggest_gain(reviewed, story, tr))
    if not has_chances:
        highlights.append(_lead_highlight(reviewed, story, tr))
    highlights.append(_ending_highlight(reviewed, story, tr))
    return tuple(highlight for highlight in highlights if highlight is not None)


def _biggest_gain(reviewed: ReviewedGame, story: Story, tr: Translator) -> Highlight | None:
    best = story.best_step
    if best is None:
        return None
    entry = step_entry_text(reviewed.game, best, tr)
    if reviewed.is_solo:
        text = tr.gettext(
            "Biggest gain: {what}, +{gain} in step {n}",
            what=entry,
            gain=best.gain,
            n=_step_number(story, best),
        )
    else:
        # Translators: {what} is an entry such as "red 9" or "penalty".
        text = tr.gettext(
            "Biggest gain: {name}’s {what}, +{gain} in roll {n}",
            name=reviewed.seat_name(best.seat, tr),
            what=entry,
            gain=best.gain,
            n=best.roll,
        )
    return Highlight("TRENDING_UP_ROUNDED", text, best.seat, best.after)


def _step_number(story: Story, step: Step) -> int:
    """The number of a step on its sheet, from 1."""
    return story.steps_of_seat(step.seat).index(step) + 1


def _lead_highlight(reviewed: ReviewedGame, story: Story, tr: Translator) -> Highlight | None:
    lead = story.lasting_lead
    if lead is None:
        return None
    name = reviewed.seat_name(lead.seat, tr)
    if reviewed.game.position.is_over:
        text = tr.gettext("{name} led from roll {n} on", name=name, n=lead.roll)
    else:
        text = tr.gettext("{name} has led since roll {n}", name=name, n=lead.roll)
    return Highlight("EMOJI_EVENTS_ROUNDED", text, lead.seat, lead.after)


def _ending_highlight(reviewed: ReviewedGame, story: Story, tr: Translator) -> Highlight | None:
    """Describe the end of the game; None while it is open."""
    positions = reviewed.game.timeline.positions
    after = next((i for i, position in enumerate(positions) if position.is_over), None)
    if after is None:
        return None
    last_roll = reviewed.game.position.roll
    if isinstance(reviewed.game.applied[after - 1].move, Finish):
        if reviewed.is_solo:
            text = tr.gettext("Finished by hand")
        else:
            text = tr.gettext("Finished by hand in roll {n}", n=last_roll)
        return Highlight("FLAG_ROUNDED", text, None, after)
    step = next((step for step in story.steps if step.after == after), None)
    if step is not None:
        if isinstance(step.move, Close):
            text = tr.row_text("Someone closed {colour}: the end of the game", step.move.row)
            return Highlight("LOCK_ROUNDED", text, step.seat, after)
        sheet = positions[after].sheet_of(step.seat)
        if sheet.penalties >= sheet.layout.penalties:
            text = _last_penalty_text(reviewed, step, tr)
            return Highlight("FLAG_ROUNDED", text, step.seat, after)
    lock = step if step is not None and step.locked else story.last_lock
    if lock is not None:
        text = _last_lock_text(reviewed, story, lock, tr)
        return Highlight("LOCK_ROUNDED", text, lock.seat, lock.after)
    text = tr.gettext("The last round ended with roll {n}", n=last_roll)
    return Highlight("TOUR_ROUNDED", text, None, after)


def _last_penalty_text(reviewed: ReviewedGame, step: Step, tr: Translator) -> str:
    if reviewed.is_solo:
        return tr.gettext("The last penalty ended the game")
    name = reviewed.seat_name(step.seat, tr)
    return tr.gettext("{name}’s last penalty ended the game in roll {n}", name=name, n=step.roll)


def _last_lock_text(reviewed: ReviewedGame, story: Story, lock: Step, tr: Translator) -> str:
    letter = lock.locked[-1]
    if reviewed.is_solo:
        number = _step_number(story, lock)
        return tr.row_text("The lock on {colour} ended the game in step {n}", letter, n=number)
    return tr.row_text(
        "{name}’s lock on {colour} ended the game in roll {n}",
        letter,
        name=reviewed.seat_name(lock.seat, tr),
        n=lock.roll,
    )


# the chances

Curve = Sequence[Chances]
"""The chances in a game of several players: before its first entry, then after each."""


def with_chance(
    look: StepLook, curve: Curve | None, seat: int, moments: tuple[int, int], tr: Translator
) -> StepLook:
    """Add the chances at two moments to the card of a step.

    Without a curve, the card does not change; while the curve is empty, the chance has no text.
    """
    if curve is None:
        return look
    if not curve:
        return replace(look, chance="")
    before, now = (tr.chance_text(curve[at].win_of(seat)) for at in moments)
    if before == now:
        return replace(look, chance=tr.gettext("Chance to win {now}", now=now))
    # Translators: what an entry has changed, such as "Chance to win from 31% to 44%".
    changed = tr.gettext("Chance to win from {before} to {now}", before=before, now=now)
    return replace(look, chance=changed)


def chance_moments(step: Step | None, moment: int, entries: int) -> tuple[int, int]:
    """The moments whose chances a step's card compares: before and after the step.

    Before the first step, where `step` is None, both are the start. Where the last step is shown
    with later entries of others, both are the end.
    """
    after = step.after if step else 0
    if moment == entries > after:
        return moment, moment
    return max(0, after - 1), after


def chance_highlights(
    reviewed: ReviewedGame, story: Story, curve: Curve, tr: Translator
) -> tuple[Highlight, ...]:
    """Describe the rolls that changed the chances most, in the order of the game."""
    favourites = [*favourite_changes(reviewed.game, curve)]
    return tuple(
        _chance_highlight(turn, favourites, reviewed, story, tr)
        for turn in find_turning_rolls(story, curve)
    )


def _chance_highlight(
    turn: TurningPoint,
    favourites: Sequence[tuple[int, int]],
    reviewed: ReviewedGame,
    story: Story,
    tr: Translator,
) -> Highlight:
    """Describe a roll; `favourites` have the rolls that changed the favourite, and the new one."""
    icon = "TRENDING_UP_ROUNDED"
    text = N_("Roll {n}: {name} from {before} to {now}")
    if turn.now < 1 and (turn.roll, turn.seat) in favourites[-1:]:
        icon = "EMOJI_EVENTS_ROUNDED"
        text = N_("Roll {n}: {name} had the best chance from here, {before} to {now}")
    elif (turn.roll, turn.seat) in favourites:
        text = N_("Roll {n}: the game turned to {name}, {before} to {now}")
    change = tr.gettext(
        text,
        n=turn.roll,
        name=reviewed.seat_name(turn.seat, tr),
        before=tr.chance_text(turn.before),
        now=tr.chance_text(turn.now),
    )
    step = next(step for step in story.steps if step.after == turn.entry)
    entry = step_entry_text(reviewed.game, step, tr)
    if step.seat != turn.seat:
        # Translators: {what} is an entry such as "red 9" or "penalty".
        entry = tr.gettext("{name}’s {what}", name=reviewed.seat_name(step.seat, tr), what=entry)
    return Highlight(icon, f"{change}, {entry}", step.seat, turn.entry)


# lessons

_LESSON_ICONS = {
    NoLock: "LOCK_OPEN_ROUNDED",
    OneShort: "LOCK_OPEN_ROUNDED",
    Skipped: "SKIP_NEXT_ROUNDED",
    OwnRolls: "CASINO_ROUNDED",
    OthersRolls: "GROUPS_ROUNDED",
    Unusual: "BAR_CHART_ROUNDED",
}


def usual_rows(own_games: Library | None, reviewed: ReviewedGame, seat: int) -> tuple[Average, ...]:
    """The average rows in the stored games of the player of a seat; empty for a visitor."""
    if own_games is None:
        return ()
    rows = own_games.usual_rows(reviewed.game_id, seat)
    return tuple(Average(row.letter, row.points, row.sheets) for row in rows)


def lesson_lines(
    reviewed: ReviewedGame, story: Story, seat: int, usual: Sequence[Average], tr: Translator
) -> tuple[Highlight, ...]:
    """Describe the lessons of the sheet of a seat."""
    return tuple(
        Highlight(
            _LESSON_ICONS[type(lesson)],
            _lesson_text(lesson, reviewed, seat, tr),
            seat,
            lesson.after,
        )
        for lesson in find_lessons(story, seat, usual)
    )


def _lesson_text(lesson: Lesson, reviewed: ReviewedGame, seat: int, tr: Translator) -> str:
    match lesson:
        case NoLock():
            return _no_lock_text(lesson, reviewed, tr)
        case OneShort(row, needs, closing):
            # Translators: {needed} is a number as a word, such as "five".
            short = N_("{row} was one cross short of its {needed} when closed by {by}")
            return tr.row_text(
                short,
                row,
                needed=tr.number_word(needs, inside=True),
                by=_closed_by_text(closing, reviewed, tr),
            )
        case Skipped():
            return _skipped_text(lesson, reviewed, seat, tr)
        case OwnRolls():
            return _own_rolls_text(lesson, tr)
        case OthersRolls(rolls, used):
            return tr.gettext("Others’ white dice used in {n} of {all} rolls", n=used, all=rolls)
        case Unusual(points, usual):
            return tr.ngettext(
                "{row} {points}, usually {usual} on {n} sheet",
                "{row} {points}, usually {usual} on {n} sheets",
                usual.sheets,
                row=tr.row_name(usual.row),
                points=points,
                usual=rounded_text(usual.points),
            )


def _no_lock_text(lesson: NoLock, reviewed: ReviewedGame, tr: Translator) -> str:
    values = {
        "needed": tr.number_word(lesson.needs, inside=True),
        "numbers": tr.join_or([str(number) for number in lesson.numbers]),
        "points": lesson.points,
    }
    if lesson.closing is None:
        text = N_("{row} had its {needed} and no lock: {numbers} would have been +{points}")
        return tr.row_text(text, lesson.row, **values)
    by = _closed_by_text(lesson.closing, reviewed, tr)
    # Translators: {needed} is a number as a word, such as "five", {by} a player or several.
    text = N_("{row} had its {needed}, closed by {by}: {numbers} would have been +{points}")
    return tr.row_text(text, lesson.row, by=by, **values)


def _closed_by_text(closing: Closing, reviewed: ReviewedGame, tr: Translator) -> str:
    """Name the players who closed a row."""
    names = [reviewed.seat_name(seat, tr) for seat in closing.seats]
    return tr.join_and(names) or tr.pgettext("closed by", "someone")


def _skipped_text(lesson: Skipped, reviewed: ReviewedGame, seat: int, tr: Translator) -> str:
    sheet = reviewed.game.position.sheet_of(seat)
    number = sheet.layout.cell(lesson.by).number
    text = tr.row_text(
        N_("{row}: {skipped}, all by {cell}")
        if lesson.most == lesson.numbers
        # Translators: {skipped} is such as "4 numbers skipped", {cell} such as "the 6".
        else N_("{row}: {skipped}, {n} of them by {cell}"),
        lesson.row,
        skipped=tr.ngettext("{n} number skipped", "{n} numbers skipped", lesson.numbers),
        n=lesson.most,
        cell=tr.cell_text(sheet, lesson.by)
        if number is None
        else tr.pgettext("skipped by", "the {n}", n=number),
    )
    if lesson.roll is None:
        return text
    if reviewed.is_solo:
        return tr.gettext("{said} in step {n}", said=text, n=lesson.roll)
    return tr.gettext("{said} in roll {n}", said=text, n=lesson.roll)


def _own_rolls_text(lesson: OwnRolls, tr: Translator) -> str:
    values = {"all": lesson.rolls, "one": lesson.single, "none": lesson.none}
    if not lesson.none:
        return tr.gettext("Of {all} own rolls, {one} had one cross", **values)
    if lesson.single:
        text = tr.gettext("Of {all} own rolls, {one} had one cross, {none} had none", **values)
    else:
        text = tr.gettext("Of {all} own rolls, {none} had no cross", **values)
    return f"{text}, {signed_text(-lesson.cost)}" if lesson.cost else text


# the white dice


def advice_texts(story: Story, seat: int, index: int, tr: Translator) -> tuple[str, ...]:
    """Describe better uses of the white dice after the first `index` steps of a seat, if any."""
    found = (find_advice(story.game, roll, seat) for roll in rolls_since(story, seat, index))
    return tuple(advice_text(advice, tr) for advice in found if advice is not None)


def rolls_since(story: Story, seat: int, index: int) -> range:
    """The roll of step `index` of a seat, from 1, and the rolls until its next step.

    0 stands for the rolls before its first step.
    """
    steps = story.steps_of_seat(seat)
    first = steps[index - 1].roll if index else 1
    end = steps[index].roll if index < len(steps) else story.game.position.roll + 1
    return range(first, max(end, first + 1) if index else end)


def advice_text(advice: Advice, tr: Translator) -> str:
    percent = tr.percent(round(100 * advice.by), 100)
    values = {"roll": advice.roll, "n": advice.white, "percent": percent}
    if advice.best is None:
        # Translators: the sum of the white dice; {percent} is such as "3%", of the chance to win.
        text = N_("Roll {roll}: leaving the white {n} out would have been {percent} better.")
        return tr.gettext(text, **values)
    # Translators: as above; what was really crossed is said beside it.
    text = N_("Roll {roll}: the white {n} in {colour} would have been {percent} better.")
    return tr.row_text(text, advice.best.row, **values)

"""What the log alone teaches of the sheet in front, in words: the lines of a card in a review."""

from collections.abc import Sequence

from qwixx_pad.archive.library import Library
from qwixx_pad.core.line import Story
from qwixx_pad.i18n import phrase
from qwixx_pad.insight.lessons import (
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
from qwixx_pad.ui.review import Reviewed
from qwixx_pad.ui.review.review_parts import TurningPoint
from qwixx_pad.ui.speech import signed, whole
from qwixx_pad.ui.speech.words import Words

_ICONS = {
    NoLock: "LOCK_OPEN_ROUNDED",
    OneShort: "LOCK_OPEN_ROUNDED",
    Skipped: "SKIP_NEXT_ROUNDED",
    OwnRolls: "CASINO_ROUNDED",
    OthersRolls: "GROUPS_ROUNDED",
    Unusual: "BAR_CHART_ROUNDED",
}


def usual_rows(own_games: Library | None, reviewed: Reviewed, seat: int) -> tuple[Average, ...]:
    """What the player of a seat (from 1) usually reaches, among the kept games if there are any."""
    if own_games is None:
        return ()
    rows = own_games.usual(reviewed.seed, seat)
    return tuple(Average(row.letter, row.points, row.sheets) for row in rows)


def lesson_lines(
    reviewed: Reviewed, story: Story, seat: int, usual: Sequence[Average], words: Words
) -> tuple[TurningPoint, ...]:
    """What there is to learn of the sheet of a seat (from 1), a line each."""
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
    """Who has closed a row."""
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

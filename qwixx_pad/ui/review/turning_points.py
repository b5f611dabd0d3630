"""Where a game turned, in words: the biggest gain, the lead for good, what ended it. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from qwixx_pad.core.moves import Close, Cross, Finish, Move
from qwixx_pad.core.story import Step, Story
from qwixx_pad.ui.review import Reviewed, what
from qwixx_pad.ui.speech.words import Words


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One of them.

    Attributes:
        icon: Name of the icon beside it.
        text: A sentence.
        seat: Whose sheet tells it, from 1; None for everybody's.
        after: How many entries stood then: the moment to look at.
    """

    icon: str
    text: str
    seat: int | None
    after: int


def turning_points(reviewed: Reviewed, story: Story, words: Words) -> tuple[TurningPoint, ...]:
    """The turning points of a game, in the order in which they are told."""
    return tuple(
        point
        for point in (
            _biggest(reviewed, story, words),
            _lead(reviewed, story, words),
            _ending(reviewed, story, words),
        )
        if point is not None
    )


def _biggest(reviewed: Reviewed, story: Story, words: Words) -> TurningPoint | None:
    best = story.best
    if best is None:
        return None
    move = _what(best, words)
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


def _what(step: Step, words: Words) -> str:
    said = what(step.move, words)
    return words.text("{what} with the lock", what=said) if step.locks else said


def _number(story: Story, step: Step) -> int:
    """Which step of its sheet it was, from 1."""
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
    """What ended the game; None while it is open."""
    positions = reviewed.game.timeline.positions
    after = next((i for i, position in enumerate(positions) if position.over), None)
    if after is None:
        return None
    step = next((step for step in story.steps if step.after == after), None)
    move = reviewed.game.standing[after - 1].move
    sentences = _endings(reviewed, story, step, move, words)
    icon, said, seat, told = next(sentences)
    return TurningPoint(icon, said, seat, told or after)


def _endings(
    reviewed: Reviewed, story: Story, step: Step | None, move: Move, words: Words
) -> Iterator[tuple[str, str, int | None, int]]:
    """The sentences that fit, the best first: icon, words, seat and moment."""
    if isinstance(move, Finish):
        yield "FLAG_ROUNDED", _by_hand(reviewed, words), None, 0
    if step is not None and isinstance(step.move, Close):
        said = words.of_row("Somebody closed {colour}: the end of the game", step.move.row)
        yield "LOCK_ROUNDED", said, step.seat, step.after
    if step is not None and _has_all_misthrows(reviewed, step):
        yield "FLAG_ROUNDED", _last_misthrow(reviewed, step, words), step.seat, step.after
    lock = step if step is not None and step.locks else story.last_lock
    if lock is not None:
        yield "LOCK_ROUNDED", _last_lock(reviewed, story, lock, words), lock.seat, lock.after
    roll = reviewed.game.position.roll
    yield "TOUR_ROUNDED", words.text("The last round ended with roll {n}", n=roll), None, 0


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
    letter = lock.move.row if isinstance(lock.move, Cross) else ""
    if reviewed.alone:
        n = _number(story, lock)
        return words.of_row("The lock on {colour} ended the game in step {n}", letter, n=n)
    return words.of_row(
        "{name}’s lock on {colour} ended the game in roll {n}",
        letter,
        name=reviewed.name(lock.seat, words),
        n=lock.roll,
    )

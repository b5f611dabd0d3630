"""What the white dice of a roll would better have been used for, in words. Pure."""

from qwixx_pad.core.line import Story
from qwixx_pad.i18n import phrase
from qwixx_pad.insight.advice import Advice, advice
from qwixx_pad.ui.speech.words import Words


def advised(story: Story, seat: int, index: int, words: Words) -> tuple[str, ...]:
    """What is said after so many steps of a seat (from 1), a sentence a roll; as a rule nothing."""
    told = (advice(story.game, roll, seat) for roll in rolls_since(story, seat, index))
    return tuple(said_of_advice(each, words) for each in told if each is not None)


def rolls_since(story: Story, seat: int, index: int) -> range:
    """The roll (from 1) of the last of so many steps of a seat, and those unused until the next."""
    steps = story.of_seat(seat)
    first = steps[index - 1].roll if index else 1
    until = steps[index].roll if index < len(steps) else story.game.position.roll + 1
    return range(first, max(until, first + 1) if index else until)


def said_of_advice(advice: Advice, words: Words) -> str:
    """A sentence on a roll."""
    percent = words.percent(round(100 * advice.by), 100)
    facts = {"roll": advice.roll, "n": advice.white, "percent": percent}
    if advice.best is None:
        # Translators: the sum of the white dice; {percent} is such as "3%", of the chance to win.
        said = phrase("Roll {roll}: leaving the white {n} out would have been {percent} better.")
        return words.text(said, **facts)
    # Translators: as above; what was really crossed stands beside it.
    said = phrase("Roll {roll}: the white {n} in {colour} would have been {percent} better.")
    return words.of_row(said, advice.best.row, **facts)

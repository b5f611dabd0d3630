"""Numbers as they are printed: whole, to one decimal, signed, as a part of others. Pure."""

from qwixx_pad import i18n
from qwixx_pad.ui.words import Words

PERCENT_FROM = 10
"""A smaller sample deserves no percentage."""


def signed(number: int) -> str:
    """A number with the sign that is printed, not typed."""
    return str(number).replace("-", "−")


def whole(number: float) -> str:
    """A number to the nearest whole one, halves up, with the minus that is printed."""
    return signed(int((number + 0.5) // 1))


def tenths(number: float, words: Words) -> str:
    """A number to one decimal, with the printed minus."""
    return i18n.tenths(number, words.tongue.locale)


def with_sign(number: float, words: Words) -> str:
    """A difference to one decimal, a plus or the printed minus before it."""
    text = tenths(number, words)
    return f"+{text}" if round(number, 1) > 0 else text


def part_of(part: int, all_of_them: int, words: Words) -> str:
    """A part in words: `4 of 9`, and from ten on as a percentage."""
    if all_of_them < PERCENT_FROM:
        return words.text("{n} of {all}", n=part, all=all_of_them)
    return percent(part, all_of_them, words)


def percent(part: int, all_of_them: int, words: Words) -> str:
    """A part of a hundred."""
    return i18n.percent(part / all_of_them, words.tongue.locale)


def between(low: int, high: int, words: Words) -> str:
    """A range; a dash beside a minus would be hard to read."""
    if low < 0:
        return words.text("{low} to {high}", low=whole(low), high=whole(high))
    return words.text("{low}–{high}", low=low, high=high)  # noqa: RUF001 - the dash of a range

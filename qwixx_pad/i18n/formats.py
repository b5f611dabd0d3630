"""How a language writes days and numbers, as the Unicode locale data have it.

Every function takes a locale such as `de`, `de_AT` or `en_GB`.
"""

from datetime import date

from babel.dates import format_skeleton, get_day_names
from babel.numbers import format_decimal, format_percent

_GROUPED_FROM = 1000


def day_and_month(day: date, locale: str) -> str:
    """Such as `3 Nov`."""
    return format_skeleton("MMMd", day, locale=locale)


def whole_day(day: date, locale: str) -> str:
    """Such as `3 Nov 2026`."""
    return format_skeleton("yMMMd", day, locale=locale)


def month_and_year(day: date, locale: str) -> str:
    """Such as `Nov 2026`."""
    return format_skeleton("yMMM", day, locale=locale)


def weekday(day: date, locale: str) -> str:
    """Such as `Monday`, as a label begins."""
    name = str(get_day_names("wide", context="stand-alone", locale=locale)[day.weekday()])
    return name[:1].upper() + name[1:]


def whole(number: int, locale: str) -> str:
    """A number without decimals; thousands are set apart, and a minus is the printed one."""
    if abs(number) < _GROUPED_FROM:
        return str(number).replace("-", "−")
    return format_decimal(number, locale=locale).replace("-", "−")


def tenths(number: float, locale: str) -> str:
    """A number to one decimal, with the minus that is printed; nothing is minus nought."""
    rounded = round(number, 1) + 0.0
    return format_decimal(rounded, "#,##0.0", locale=locale).replace("-", "−")


def percent(share: float, locale: str) -> str:
    """A share from 0 to 1 as a part of a hundred, such as `38 %`."""
    return format_percent(share, locale=locale)

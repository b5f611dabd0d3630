"""The languages of the pad: one catalogue a language, and English as it stands in the source."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from unicodedata import bidirectional

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton, get_day_names
from babel.numbers import format_decimal, format_percent, get_decimal_symbol

_FOLDER = Path(__file__).parent
SOURCE_LANGUAGE = "en"
"""The language of the texts in the source."""
_SOURCE_LOCALE = "en_GB"
ISOLATE = "\u2068"
END_ISOLATE = "\u2069"
"""Invisible signs: the text between them has its own direction and changes no other."""
_FROM_THE_RIGHT = frozenset({"R", "AL", "AN"})


def available_languages() -> tuple[str, ...]:
    """Return the codes of all languages that the pad speaks, such as `de`; English first."""
    return (SOURCE_LANGUAGE, *sorted({path.stem for path in _FOLDER.glob("*.[pm]o")}))


def N_(message: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a text that is translated later, where it is shown, so that translators get it."""
    return message


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Mark a text about a number that is translated later, where it is shown."""
    return one, many


def isolate_text(text: str) -> str:
    """Keep a piece of a sentence, such as a name, from turning round what stands beside it.

    Nothing but letters and digits that are read from the right could, so all else stays as it is;
    so does what has been put together from isolated pieces. Names, places, notes and titles bring
    no signs of direction with them: `clean_text` and the checks of a sheet's file see to that.
    """
    if text.isascii() or ISOLATE in text:
        return text
    turns = any(bidirectional(letter) in _FROM_THE_RIGHT for letter in text)
    return f"{ISOLATE}{text}{END_ISOLATE}" if turns else text


def join_isolated(texts: Iterable[str]) -> str:
    """Put names, or other pieces of a sentence, one behind the other."""
    return ", ".join(map(isolate_text, texts))


def fill_placeholders(message: str, values: Mapping[str, object]) -> str:
    """Fill the placeholders of a sentence, each with a piece that turns nothing round."""
    return message.format_map(
        {x: isolate_text(value) if isinstance(value, str) else value for x, value in values.items()}
    )


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language; English where there is none."""
    if language == SOURCE_LANGUAGE or language not in available_languages():
        return NullTranslations()
    ready = _FOLDER / f"{language}.mo"
    return GNUTranslations(
        BytesIO(ready.read_bytes() if ready.exists() else compile_catalogue(language))
    )


def compile_catalogue(language: str) -> bytes:
    """Return a catalogue as programs read it: the same bytes whenever it is made."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - not where catalogues are ready
    from babel.messages.pofile import read_po  # noqa: PLC0415 - as above

    machine = BytesIO()
    with (_FOLDER / f"{language}.po").open("rb") as text:
        catalogue = read_po(text, locale=language)
    catalogue.creation_date = datetime.fromtimestamp(0, UTC)  # else it would be now
    write_mo(machine, catalogue)
    return machine.getvalue()


@dataclass(frozen=True, slots=True)
class AppLocale:
    """The language and locale of a device.

    Attributes:
        language: Whose catalogue, such as `de`.
        code: How it writes days and numbers, such as `de_AT`.
    """

    language: str = SOURCE_LANGUAGE
    code: str = _SOURCE_LOCALE


ENGLISH = AppLocale()


def choose_locale(chosen: str, wanted: Sequence[str]) -> AppLocale:
    """Return the chosen language, else the device's first that the pad has, else English.

    Args:
        chosen: A code such as `de`; empty for what the device wants.
        wanted: Codes of the device such as `de`, `de-AT` or `pt_BR`, the most wanted first. One of
            the chosen language tells how that is written here.
    """
    spoken = available_languages()
    for locale in filter(None, map(_parse_locale, wanted)):
        if locale.language in ({chosen} if chosen in spoken else spoken):
            return AppLocale(locale.language, str(locale))
    return AppLocale(chosen, chosen) if chosen in spoken and chosen != SOURCE_LANGUAGE else ENGLISH


def _parse_locale(code: str) -> Locale | None:
    """Parse a language code; return None if it is unknown."""
    try:
        return Locale.parse(code.replace("_", "-"), sep="-")
    except (ValueError, TypeError, UnknownLocaleError):
        return None


def native_name(language: str) -> str:
    """Return a language's own name, capitalised, such as `Deutsch`."""
    name = Locale(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


_GROUPED_FROM = 1000


def format_day_month(day: date, locale: str) -> str:
    """Return a text such as `3 Nov`."""
    return format_skeleton("MMMd", day, locale=locale)


def format_full_date(day: date, locale: str) -> str:
    """Return a text such as `3 Nov 2026`."""
    return format_skeleton("yMMMd", day, locale=locale)


def format_month_year(day: date, locale: str) -> str:
    """Return a text such as `Nov 2026`."""
    return format_skeleton("yMMM", day, locale=locale)


def weekday_name(day: date, locale: str) -> str:
    """Return a text such as `Monday`, as a label begins."""
    name = str(get_day_names("wide", context="stand-alone", locale=locale)[day.weekday()])
    return name[:1].upper() + name[1:]


def first_weekday(locale: str) -> int:
    """Return the day with which a week begins, from 0 for Monday."""
    return Locale.parse(locale).first_week_day


def weekday_letters(locale: str) -> tuple[str, ...]:
    """Return a week in as few letters as there can be, from its first day: `M`, `T` and so on."""
    names = get_day_names("narrow", context="stand-alone", locale=locale)
    first = first_weekday(locale)
    return tuple(str(names[(first + day) % 7]) for day in range(7))


def has_decimal_comma(locale: str) -> bool:
    """Return whether a comma stands before decimals."""
    return get_decimal_symbol(locale) == ","


def format_integer(number: int, locale: str) -> str:
    """Return a number without decimals; thousands are set apart, and a minus is the printed one."""
    if abs(number) < _GROUPED_FROM:
        return str(number).replace("-", "−")
    return format_decimal(number, locale=locale).replace("-", "−")


def format_tenths(number: float, locale: str) -> str:
    """Return a number to one decimal, with the minus that is printed; nothing is minus nought."""
    return format_decimal(round(number, 1) + 0.0, "#,##0.0", locale=locale).replace("-", "−")


def format_share(share: float, locale: str) -> str:
    """Return a share from 0 to 1 as a part of a hundred, such as `38 %`."""
    return format_percent(share, locale=locale)

"""The languages of the pad: one catalogue for each, and English as it is in the source."""

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
    """The codes of all languages, such as "de"; English first."""
    return (SOURCE_LANGUAGE, *sorted({path.stem for path in _FOLDER.glob("*.[pm]o")}))


def N_(message: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a text for translators; it is translated where it is shown."""
    return message


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Mark a text with a number for translators; it is translated where it is shown."""
    return one, many


def isolate_text(text: str) -> str:
    """Keep a piece of a sentence, such as a name, from reversing the text around it.

    Only letters and digits that are read from the right can do that, so other pieces stay as they
    are, as do pieces that contain isolated ones. Names, places, notes and titles contain no signs
    of direction: `clean_text` and the checks of layout files remove or refuse them.
    """
    if text.isascii() or ISOLATE in text:
        return text
    turns = any(bidirectional(letter) in _FROM_THE_RIGHT for letter in text)
    return f"{ISOLATE}{text}{END_ISOLATE}" if turns else text


def join_isolated(texts: Iterable[str]) -> str:
    """Join names or other pieces of a sentence with commas."""
    return ", ".join(map(isolate_text, texts))


def fill_placeholders(message: str, values: Mapping[str, object]) -> str:
    """Fill the placeholders of a sentence; values that are text are isolated."""
    return message.format_map(
        {x: isolate_text(value) if isinstance(value, str) else value for x, value in values.items()}
    )


@cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language; English if there is none."""
    if language == SOURCE_LANGUAGE or language not in available_languages():
        return NullTranslations()
    ready = _FOLDER / f"{language}.mo"
    return GNUTranslations(
        BytesIO(ready.read_bytes() if ready.exists() else compile_catalogue(language))
    )


def compile_catalogue(language: str) -> bytes:
    """Compile a catalogue to the format of `gettext`; the same source gives the same bytes."""
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
    """A language and its conventions.

    Attributes:
        language: The language of the catalogue, such as "de".
        code: The locale for dates and numbers, such as "de_AT".
    """

    language: str = SOURCE_LANGUAGE
    code: str = _SOURCE_LOCALE


ENGLISH = AppLocale()


def choose_locale(chosen: str, wanted: Sequence[str]) -> AppLocale:
    """Choose the language and locale: the chosen one, else the device's first known, else English.

    Args:
        chosen: A code such as "de"; empty to follow the device.
        wanted: The codes of the device such as "de", "de-AT" or "pt_BR", in order of preference.
            One of the chosen language decides on its locale.
    """
    spoken = available_languages()
    for locale in filter(None, map(_parse_locale, wanted)):
        if locale.language in ({chosen} if chosen in spoken else spoken):
            return AppLocale(locale.language, str(locale))
    return AppLocale(chosen, chosen) if chosen in spoken and chosen != SOURCE_LANGUAGE else ENGLISH


def _parse_locale(code: str) -> Locale | None:
    """Parse a code such as "de-AT" or "de_AT"; None if it is unknown."""
    try:
        return Locale.parse(code.replace("_", "-"), sep="-")
    except (ValueError, TypeError, UnknownLocaleError):
        return None


def capitalized(text: str) -> str:
    """Write the first letter in upper case, and the others as they are."""
    return f"{text[:1].upper()}{text[1:]}"


def native_name(language: str) -> str:
    """The name of a language in itself, capitalised, such as "Deutsch"."""
    return capitalized(Locale(language).get_display_name(language) or language)


_GROUPED_FROM = 1000


def format_day_month(day: date, locale: str) -> str:
    """Such as `3 Nov`."""
    return format_skeleton("MMMd", day, locale=locale)


def format_full_date(day: date, locale: str) -> str:
    """Such as `3 Nov 2026`."""
    return format_skeleton("yMMMd", day, locale=locale)


def format_month_year(day: date, locale: str) -> str:
    """Such as `Nov 2026`."""
    return format_skeleton("yMMM", day, locale=locale)


def weekday_name(day: date, locale: str) -> str:
    """The name of a weekday, capitalised, such as "Monday"."""
    names = get_day_names("wide", context="stand-alone", locale=locale)
    return capitalized(str(names[day.weekday()]))


def first_weekday(locale: str) -> int:
    """The first day of the week, from 0 for Monday."""
    return Locale.parse(locale).first_week_day


def weekday_letters(locale: str) -> tuple[str, ...]:
    """The shortest names of the weekdays, from the first day of the week: `M`, `T` and so on."""
    names = get_day_names("narrow", context="stand-alone", locale=locale)
    first = first_weekday(locale)
    return tuple(str(names[(first + day) % 7]) for day in range(7))


def has_decimal_comma(locale: str) -> bool:
    return get_decimal_symbol(locale) == ","


def format_integer(number: int, locale: str) -> str:
    """Format a number with grouped thousands and a printed minus."""
    if abs(number) < _GROUPED_FROM:
        return str(number).replace("-", "−")
    return format_decimal(number, locale=locale).replace("-", "−")


def format_tenths(number: float, locale: str) -> str:
    """Format a number with one decimal and a printed minus; zero never has a minus."""
    return format_decimal(round(number, 1) + 0.0, "#,##0.0", locale=locale).replace("-", "−")


def format_share(share: float, locale: str) -> str:
    """Format a share from 0 to 1 in per cent, such as `38 %`."""
    return format_percent(share, locale=locale)

"""The languages of the pad: one catalogue a language, and English as it stands in the source."""

from collections.abc import Iterable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

_FOLDER = Path(__file__).parent
SOURCE = "en"
"""The language that stands in the source."""


def languages() -> tuple[str, ...]:
    """The codes of all languages that the pad speaks, such as `de`; English first."""
    return (SOURCE, *sorted(path.stem for path in _FOLDER.glob("*.po")))


def phrase(message: str) -> str:
    """Mark a text that is translated later, where it is shown, so that translators get it."""
    return message


@cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language; English where there is none."""
    file = _FOLDER / f"{language}.po"
    if language not in languages() or not file.exists():
        return NullTranslations()
    compiled = BytesIO()
    with file.open("rb") as text:
        write_mo(compiled, read_po(text, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def choose_language(wanted: Iterable[str]) -> str:
    """The first language of a device that the pad speaks, else English.

    Args:
        wanted: Codes such as `de`, `de-AT` or `pt_BR`, the most wanted first.
    """
    spoken = set(languages())
    codes = (code.replace("_", "-").split("-")[0].lower() for code in wanted)
    return next((code for code in codes if code in spoken), SOURCE)

"""The languages of the pad: gettext catalogues, and English as it stands in the source."""

import gettext
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent


@cache
def catalogue(language: str) -> gettext.NullTranslations:
    """The catalogue of a language, such as `de`; English where there is none."""
    return gettext.translation("pad", _FOLDER, [language], fallback=True)

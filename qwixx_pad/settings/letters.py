"""Which letters of a name a browser can show, and which it has to ask for."""

import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from unicodedata import category

_SHOWN_LETTERS_FILE = Path(__file__).with_name("shown_letters.bits")
_FIRST_SOUGHT_LETTER = "\u0590"
"""Letters before the first of Hebrew stand in the fonts that are loaded with the pad."""
_INVISIBLE_CATEGORIES = frozenset({"Cf", "Mc", "Mn"})
"""What changes or joins the letters beside it."""
_SYMBOL_CATEGORY = "So"
_EMOJI = range(0x1F000, 0x1FB00)
"""Where those stand that are newer than Python's Unicode."""


def unicode_category(letter: str) -> str:
    """Tell a letter from a mark, a symbol and so on, in Unicode's word."""
    kind = category(letter)
    return _SYMBOL_CATEGORY if kind == "Cn" and ord(letter) in _EMOJI else kind


def is_printable(letter: str) -> bool:
    """Tell whether a letter has a look of its own, or is a plain space."""
    return letter.isprintable() or unicode_category(letter) == _SYMBOL_CATEGORY


def has_glyphs(name: str) -> bool:
    """Tell whether the pad's fonts for browsers have each letter of a name."""
    return all(
        _is_shown(ord(each)) or unicode_category(each) in _INVISIBLE_CATEGORIES for each in name
    )


def _is_shown(letter: int) -> bool:
    """Tell whether a font has a letter, by one bit each as `.ci/cut_fonts.py` writes them."""
    byte_index, bit = divmod(letter, 8)
    return byte_index < len(_shown_bits()) and bool(_shown_bits()[byte_index] >> bit & 1)


@cache
def _shown_bits() -> bytes:
    return zlib.decompress(_SHOWN_LETTERS_FILE.read_bytes())


def letters_to_load(names: Iterable[str]) -> str:
    """Collect the letters for which a browser may have to ask, each once."""
    return "".join(
        sorted({letter for name in names for letter in name if letter >= _FIRST_SOUGHT_LETTER})
    )


def starts_with_emoji(initial: str) -> bool:
    """Tell whether a name begins with an emoji."""
    return unicode_category(initial[:1] or " ") == _SYMBOL_CATEGORY

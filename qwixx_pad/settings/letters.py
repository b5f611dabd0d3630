"""Which letters of names the pad's fonts for browsers can show, and which must be loaded."""

import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from unicodedata import category

_SHOWN_LETTERS_FILE = Path(__file__).with_name("shown_letters.bits")
_FIRST_SOUGHT_LETTER = "\u0590"
"""The fonts that every browser loads have all letters before Hebrew."""
_INVISIBLE_CATEGORIES = frozenset({"Cf", "Mc", "Mn"})
"""Unicode's categories of characters that change or join their neighbours."""
_SYMBOL_CATEGORY = "So"
_EMOJI = range(0x1F000, 0x1FB00)
"""Unassigned code points in this range are emoji that are newer than Python's Unicode."""


def unicode_category(letter: str) -> str:
    """The Unicode category of a letter, with newer emoji counted as symbols."""
    kind = category(letter)
    return _SYMBOL_CATEGORY if kind == "Cn" and ord(letter) in _EMOJI else kind


def is_printable(letter: str) -> bool:
    """True if a letter is visible or a plain space."""
    return letter.isprintable() or unicode_category(letter) == _SYMBOL_CATEGORY


def has_glyphs(name: str) -> bool:
    """True if the pad's fonts for browsers have all letters of a name."""
    return all(
        _is_shown(ord(each)) or unicode_category(each) in _INVISIBLE_CATEGORIES for each in name
    )


def _is_shown(letter: int) -> bool:
    """True if the bit of a code point is set; `.ci/cut_fonts.py` writes the bits."""
    byte_index, bit = divmod(letter, 8)
    return byte_index < len(_shown_bits()) and bool(_shown_bits()[byte_index] >> bit & 1)


@cache
def _shown_bits() -> bytes:
    return zlib.decompress(_SHOWN_LETTERS_FILE.read_bytes())


def letters_to_load(names: Iterable[str]) -> str:
    """The letters that a browser may have to load a font for, each once, sorted."""
    return "".join(
        sorted({letter for name in names for letter in name if letter >= _FIRST_SOUGHT_LETTER})
    )


def starts_with_emoji(initial: str) -> bool:
    return unicode_category(initial[:1] or " ") == _SYMBOL_CATEGORY

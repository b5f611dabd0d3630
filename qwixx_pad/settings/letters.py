"""Which letters of a name a browser can show, and which it has to ask for."""

import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from unicodedata import category

_SHOWN = Path(__file__).with_name("shown_letters.bits")
_SOUGHT = "\u0590"
"""Letters before the first of Hebrew stand in the fonts that are loaded with the pad."""
_UNSEEN = frozenset({"Cf", "Mc", "Mn"})
"""What changes or joins the letters beside it."""
_PICTURE = "So"
_EMOJI = range(0x1F000, 0x1FB00)
"""Where those stand that are newer than Python's Unicode."""


def kind_of(letter: str) -> str:
    """Tell a letter from a mark, a symbol and so on, in Unicode's word."""
    kind = category(letter)
    return _PICTURE if kind == "Cn" and ord(letter) in _EMOJI else kind


def is_printable(letter: str) -> bool:
    """Tell whether a letter has a look of its own, or is a plain space."""
    return letter.isprintable() or kind_of(letter) == _PICTURE


def can_show(name: str) -> bool:
    """Tell whether the pad's fonts for browsers have each letter of a name."""
    return all(_is_shown(ord(each)) or kind_of(each) in _UNSEEN for each in name)


def _is_shown(letter: int) -> bool:
    """Tell whether a font has a letter, by one bit each as `.ci/cut_fonts.py` writes them."""
    place, bit = divmod(letter, 8)
    return place < len(_bits()) and bool(_bits()[place] >> bit & 1)


@cache
def _bits() -> bytes:
    return zlib.decompress(_SHOWN.read_bytes())


def sought_letters(names: Iterable[str]) -> str:
    """Collect the letters for which a browser may have to ask, each once."""
    return "".join(sorted({letter for name in names for letter in name if letter >= _SOUGHT}))


def is_picture(initial: str) -> bool:
    """Tell whether a name begins with an emoji."""
    return kind_of(initial[:1] or " ") == _PICTURE

"""Names of plain small letters and digits, made of what people call things."""

import re
import unicodedata

_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not take apart into a plain one and its mark."""


def plain_name(text: str, joint: str) -> str:
    """A name that every file system and every game line takes.

    Args:
        text: What somebody calls something; what is no letter from a to z and no digit, also
            without its marks, is left out.
        joint: What stands between the words.

    Returns:
        Empty where nothing is left.
    """
    apart = unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN)
    unmarked = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return re.sub("[^a-z0-9]+", joint, unmarked).strip(joint)

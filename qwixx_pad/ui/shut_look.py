"""Why a pad cannot be opened, in words. Pure."""

from qwixx_pad.i18n import phrase
from qwixx_pad.store import StoreError, TooNew
from qwixx_pad.ui.words import Words

_TOO_NEW = (
    phrase("Your games are from a newer Qwixx Pad."),
    phrase("Update Qwixx Pad first. Nothing was changed."),
)
_ELSE = (
    phrase("Your games cannot be opened."),
    phrase("Nothing is lost. Free some space on this device, then try again."),
)


def why_shut(error: StoreError, words: Words) -> tuple[str, str]:
    """What is the matter, and what helps.

    Args:
        error: Why the games could not be opened.
        words: The language.
    """
    title, detail = _TOO_NEW if isinstance(error, TooNew) else _ELSE
    return words.text(title), words.text(detail)

"""Why a pad cannot be opened, in words. Pure."""

from qwixx_pad.i18n import phrase
from qwixx_pad.storage import DiskFull, OtherVersion, StoreError
from qwixx_pad.ui.words import Words

_OTHER_VERSION = (
    phrase("Your games are from another version of Qwixx Pad."),
    phrase("Open them with that version. Nothing was changed."),
)
_FULL = (
    phrase("Your games cannot be opened."),
    phrase("Nothing is lost. Free some space on this device, then try again."),
)
_ELSE = (
    phrase("Your games cannot be opened."),
    phrase("Nothing was changed. What stands in the way is said below; then try again."),
)


def why_shut(error: StoreError, words: Words) -> tuple[str, str]:
    """What is the matter, and what helps.

    Args:
        error: Why the games could not be opened.
        words: The language.
    """
    kinds = {OtherVersion: _OTHER_VERSION, DiskFull: _FULL}
    title, detail = kinds.get(type(error), _ELSE)
    return words.text(title), words.text(detail)

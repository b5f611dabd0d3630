"""Sheets of one's own that came with games: kept as texts beside the settings, by their names.

The name of such a sheet holds a hash of its text, so a text never needs to be changed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from qwixx_pad.core.layout import Layout
from qwixx_pad.layouts import is_own, read
from qwixx_pad.storage import Storage, StorageError

_KEY = "sheet "


def key_of(sheet: str) -> str:
    """The key of the setting that keeps the text of an own sheet."""
    return f"{_KEY}{sheet}"


class WithOwn(Mapping[str, Layout]):
    """Sheets, and beside them those of one's own whose texts are at hand.

    As for `Layouts`, only the printed ones are listed; an own one is read when it is asked for.

    Args:
        known: The sheets that come with the pad.
        text_of: Gives the text of an own sheet by its name; None where there is none.
    """

    def __init__(self, known: Mapping[str, Layout], text_of: Callable[[str], str | None]) -> None:
        self._known = known
        self._text_of = text_of
        self._read: dict[str, Layout] = {}

    def __getitem__(self, name: str) -> Layout:
        """The layout of a name.

        Raises:
            KeyError: There is none.
        """
        known = self._read.get(name) or self._known.get(name)
        if known is not None:
            return known
        text = self._text_of(name) if is_own(name) else None
        layout = None if text is None else read(name, text)
        if layout is None:
            raise KeyError(name)
        return self._read.setdefault(name, layout)

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def kept_in(storage: Storage) -> Callable[[str], str | None]:
    """What gives the text of an own sheet that a storage keeps."""

    def text_of(sheet: str) -> str | None:
        with suppress(StorageError):
            return storage.settings().get(key_of(sheet))
        return None

    return text_of


def texts_of(sheets: Iterable[str], kept: Mapping[str, str]) -> dict[str, str]:
    """The texts of those of these sheets that are one's own and kept among the settings."""
    keys = {sheet: key_of(sheet) for sheet in sheets if is_own(sheet)}
    return {sheet: kept[key] for sheet, key in keys.items() if key in kept}

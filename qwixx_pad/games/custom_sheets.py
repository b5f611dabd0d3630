"""The sheets of a pad: printed and custom ones.

The texts of custom sheets are stored among the settings, by the names of the sheets. A name
contains a hash of the text. So no text ever changes, and a game finds its sheet even if that is no
longer offered. A key of its own marks a sheet as offered.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from types import MappingProxyType

from qwixx_pad.core.layout import Layout
from qwixx_pad.layouts import (
    MAX_NAME_CHARS,
    canonical_text,
    clean_line,
    custom_from_toml,
    is_custom,
    plain_title,
    read_custom,
    with_custom_name,
)
from qwixx_pad.settings import ascii_slug
from qwixx_pad.storage import Storage, StorageError

MAX_CUSTOM_SHEETS = 100
"""Custom sheets that are offered, at most."""
_TEXT_PREFIX = "sheet "
_DESCRIPTION_PREFIX = "sheet-info "
_OFFER_PREFIX = "sheet-offered "
DESCRIPTION_KEYS = ("title", "description")
"""The texts of a custom sheet for people, by their keys in a layout file."""
_DEFAULT_NAME = "sheet"
_MAX_NAME_SCAN_CHARS = 200
"""Characters of a file's name that are read."""
_ORDER_NUMBER = re.compile(r"[0-9]{9}")
_NO_LAYOUTS: Mapping[str, Layout] = MappingProxyType({})


class SheetRefusal(Enum):
    """Why a valid custom sheet is not added."""

    KNOWN = "it is here already"
    CLASH = "another one has its name"
    TOO_MANY = "there are too many"


@dataclass(frozen=True, slots=True)
class SheetText:
    """A custom sheet as it is transferred.

    Attributes:
        name: Its name in a game line.
        text: Its canonical text.
        title: For people; may be empty.
        description: For people; may be empty.
    """

    name: str
    text: str
    title: str = ""
    description: str = ""

    @classmethod
    def from_layout(cls, layout: Layout) -> "SheetText":
        lines = map(clean_line, DESCRIPTION_KEYS, (layout.title, layout.description))
        return cls(layout.name, canonical_text(layout), *lines)

    @classmethod
    def from_untrusted(cls, name: str, text: object, descriptions: object) -> "SheetText | None":
        """Build a sheet from untrusted values; None if its text does not match its name."""
        if not isinstance(text, str):
            return None
        lines = descriptions if isinstance(descriptions, Mapping) else {}
        title, description = (
            line if isinstance(line := lines.get(key), str) else "" for key in DESCRIPTION_KEYS
        )
        return cls(name, text, title, description).checked()

    def checked(self) -> "SheetText | None":
        """The sheet with clean descriptions; None if its text does not match its name."""
        layout = self.layout
        return None if layout is None else SheetText.from_layout(layout)

    @property
    def descriptions(self) -> dict[str, str]:
        """Its texts for people that are not empty, by their keys in a layout file."""
        lines = zip(DESCRIPTION_KEYS, (self.title, self.description), strict=True)
        return {key: line for key, line in lines if line}

    @property
    def layout(self) -> Layout | None:
        """The sheet; None if its text does not match its name."""
        layout = read_custom(self.name, self.text)
        if layout is None:
            return None
        return replace(layout, title=self.title, description=self.description)


def layout_from_file(content: bytes, file: str = "") -> Layout:
    """Parse a custom sheet from untrusted TOML.

    It is named after its file, or after its title if there is no file.

    Raises:
        LayoutFileError: It is invalid; the error lists all problems.
    """
    name = _sheet_name(file.removesuffix(".toml")) or _DEFAULT_NAME
    layout = custom_from_toml(name, content)
    return layout if file else with_custom_name(_sheet_name(layout.title) or name, layout)


def _sheet_name(text: str) -> str:
    return ascii_slug(text[:_MAX_NAME_SCAN_CHARS], "_")[:MAX_NAME_CHARS].strip("_")


def custom_texts(sheets: Iterable[str], settings: Mapping[str, str]) -> Iterator[SheetText]:
    """Yield those of these sheets that are custom and stored in the settings."""
    for sheet in filter(is_custom, sheets):
        text = settings.get(f"{_TEXT_PREFIX}{sheet}")
        if text is not None:
            lines = settings.get(f"{_DESCRIPTION_PREFIX}{sheet}", "").split("\n")
            yield SheetText(sheet, text, *map(clean_line, DESCRIPTION_KEYS, lines))


def offered_sheets(settings: Mapping[str, str]) -> tuple[str, ...]:
    """The names of the custom sheets that are offered, in the order in which they were added."""
    keys = (key for key in settings if key.startswith(_OFFER_PREFIX))
    ordered = sorted(keys, key=lambda key: (settings[key], key))
    return tuple(key.removeprefix(_OFFER_PREFIX) for key in ordered)


def offer_settings(
    sheets: Iterable[str], settings: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """The settings that offer more custom sheets after all others, as far as there is room.

    Args:
        sheets: Their names.
        settings: All settings now.
    """
    current = offered_sheets(settings)
    last = max((settings[f"{_OFFER_PREFIX}{sheet}"] for sheet in current), default="")
    first = int(last) + 1 if _ORDER_NUMBER.fullmatch(last) else 1
    new = (sheet for sheet in dict.fromkeys(sheets) if sheet not in current)
    added = islice(new, max(0, MAX_CUSTOM_SHEETS - len(current)))
    return tuple(
        (f"{_OFFER_PREFIX}{sheet}", f"{number:09}") for number, sheet in enumerate(added, first)
    )


class ExtendedLayouts(Mapping[str, Layout]):
    """Sheets, extended by the custom ones whose texts can be found.

    As in `Layouts`, only the printed ones are listed; a custom one is read on demand.
    """

    def __init__(
        self, layouts: Mapping[str, Layout], find_text: Callable[[str], SheetText | None]
    ) -> None:
        self._layouts = layouts
        self._find_text = find_text
        self._cache: dict[str, Layout] = {}

    def __getitem__(self, name: str) -> Layout:
        """Find the layout of a name.

        Raises:
            KeyError: There is none.
        """
        known = self._cache.get(name) or self._layouts.get(name)
        if known is not None:
            return known
        text = self._find_text(name) if is_custom(name) else None
        layout = None if text is None else text.layout
        if layout is None:
            raise KeyError(name)
        return self._cache.setdefault(name, layout)

    def __iter__(self) -> Iterator[str]:
        return iter(self._layouts)

    def __len__(self) -> int:
        return len(self._layouts)


class SheetCatalog(ExtendedLayouts):
    """All sheets of the games of a pad.

    Args:
        printed: The sheets that come with the pad.
        storage: Stores the custom ones.
        session_layouts: Custom sheets, by their names, that are offered while this program runs.
    """

    def __init__(
        self,
        printed: Mapping[str, Layout],
        storage: Storage,
        session_layouts: Mapping[str, Layout] = _NO_LAYOUTS,
    ) -> None:
        super().__init__(printed, self._stored_text)
        self._storage = storage
        self._session_layouts: Mapping[str, Layout] = {}
        self._settings: Mapping[str, str] = {}
        self._lent: dict[str, SheetText] = {}
        self.reload_settings()
        self._session_layouts = {
            name: layout
            for name, layout in session_layouts.items()
            if self.add_refusal(layout) is not SheetRefusal.CLASH
        }

    def __getitem__(self, name: str) -> Layout:
        """Find the layout of a name.

        Raises:
            KeyError: There is none.
        """
        return self._session_layouts.get(name) or super().__getitem__(name)

    def reload_settings(self) -> None:
        """Read the settings again; if the disk cannot be read, nothing changes."""
        with suppress(StorageError):
            self._settings = self._storage.read_settings()
            self._cache.clear()

    def _stored_text(self, sheet: str) -> SheetText | None:
        """Find a custom sheet in the settings, or else among the lent ones.

        The settings are read again first, since another program may have added it.
        """
        stored = next(custom_texts([sheet], self._settings), None)
        if stored is not None:
            return stored
        with suppress(StorageError):
            self._settings = self._storage.read_settings()
        return next(custom_texts([sheet], self._settings), self._lent.get(sheet))

    def lend(self, sheet: SheetText) -> bool:
        """Make a checked sheet from elsewhere available on this run, without offering it.

        Returns:
            Whether its name now stands for its text here; False if another sheet has the name.
        """
        known = self.get(sheet.name)
        if known is not None:
            return canonical_text(known) == sheet.text
        if self._stored_text(sheet.name) is not None:  # a newer version may read it
            return False
        self._lent[sheet.name] = sheet
        return True

    @property
    def custom_layouts(self) -> tuple[Layout, ...]:
        """The custom sheets that are offered: the stored ones, then those of this run."""
        offered = (
            sheet for sheet in offered_sheets(self._settings) if sheet not in self._session_layouts
        )
        stored = (self[sheet] for sheet in offered if sheet in self)
        return (*stored, *self._session_layouts.values())

    def find_choosable(self, sheet: str) -> Layout | None:
        """Find a sheet that may be chosen; None if it is unknown or no longer offered."""
        if is_custom(sheet) and sheet not in self._session_layouts and not self.is_offered(sheet):
            return None
        return self.get(sheet)

    def is_offered(self, sheet: str) -> bool:
        """True if a custom sheet is offered, on this run and later."""
        return sheet in offered_sheets(self._settings)

    def title_of(self, sheet: str) -> str:
        """The title of a custom sheet, or one made from its name."""
        layout = self.get(sheet)
        return (layout.title if layout else "") or plain_title(sheet)

    def add_refusal(self, layout: Layout) -> SheetRefusal | None:
        """Why a custom sheet cannot be added; None if it can.

        Hashes are short, so that two texts may have one name. The stored one stays.
        """
        known = self.get(layout.name)
        if known is not None and canonical_text(known) != canonical_text(layout):
            return SheetRefusal.CLASH
        if self.is_offered(layout.name):
            return SheetRefusal.KNOWN
        offered = offered_sheets(self._settings)
        return SheetRefusal.TOO_MANY if len(offered) >= MAX_CUSTOM_SHEETS else None

    def add(self, layout: Layout) -> None:
        """Store a custom sheet, and offer it from now on.

        Raises:
            StorageError: It is not offered.
        """
        self.save_layouts(layout)
        self._save_settings(offer_settings([layout.name], self._settings))

    def remove(self, sheet: str) -> None:
        """Stop offering a custom sheet; the games that were played on it still find it.

        Raises:
            StorageError: It is still offered.
        """
        self._storage.drop_setting(f"{_OFFER_PREFIX}{sheet}")
        self.reload_settings()

    def save_layouts(self, *layouts: Layout) -> None:
        """Store the custom ones among these sheets, before a game is played on them.

        Raises:
            StorageError: The disk refuses them.
        """
        self.save_texts(
            SheetText.from_layout(layout) for layout in layouts if is_custom(layout.name)
        )

    def save_texts(self, sheets: Iterable[SheetText]) -> None:
        """Store sheets from elsewhere; the title and description of a stored one stay.

        Raises:
            StorageError: The disk refuses them.
        """
        for sheet in sheets:
            settings = [(f"{_TEXT_PREFIX}{sheet.name}", sheet.text)]
            key = f"{_DESCRIPTION_PREFIX}{sheet.name}"
            if sheet.descriptions and key not in self._settings:
                settings.insert(0, (key, f"{sheet.title}\n{sheet.description}"))
            self._save_settings(settings)

    def _save_settings(self, settings: Iterable[tuple[str, str]]) -> None:
        changed = [(key, text) for key, text in settings if self._settings.get(key) != text]
        for key, text in changed:
            self._storage.put_setting(key, text)
        if changed:
            self.reload_settings()

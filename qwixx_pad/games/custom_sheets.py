"""The sheets that a pad plays on: the printed ones, and those of one's own.

The text of an own sheet is kept beside the settings, by the name of the sheet. That holds a hash
of the text, so no text ever needs to be changed, and a game finds the sheet that it was played on
even where nobody is offered that any more. What is offered says so under a key of its own.
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
    LONGEST_NAME,
    canonical_text,
    clean_line,
    from_toml,
    is_own,
    named,
    plain_title,
    read,
)
from qwixx_pad.settings import plain_name
from qwixx_pad.storage import Storage, StorageError

MOST_OWN = 100
"""How many sheets of one's own are offered at most."""
_TEXT, _TOLD, _OFFERED = "sheet ", "sheet-info ", "sheet-offered "
TOLD = ("title", "description")
"""What people are told of an own sheet, by the keys of a layout file."""
_NAMELESS = "sheet"
_READ = 200
"""Characters of a file's name that are looked at."""
_PLACE = re.compile(r"[0-9]{9}")
_NONE: Mapping[str, Layout] = MappingProxyType({})


class SheetRefusal(Enum):
    """Why a sound sheet of one's own is not added."""

    KNOWN = "it is here already"
    CLASH = "another one has its name"
    TOO_MANY = "there are too many"


@dataclass(frozen=True, slots=True)
class SheetText:
    """A sheet of one's own as it is carried: its name in a game line, and its canonical text.

    For people it has a title, and says what it is about; both may be empty.
    """

    name: str
    text: str
    title: str = ""
    about: str = ""

    @classmethod
    def of(cls, layout: Layout) -> "SheetText":
        """What is carried of a sheet."""
        title, about = map(clean_line, TOLD, (layout.title, layout.about))
        return cls(layout.name, canonical_text(layout), title, about)

    @classmethod
    def believed(cls, name: str, text: object, told: object) -> "SheetText | None":
        """What somebody else has written; None if it is not the sheet of this name."""
        layout = read(name, text) if isinstance(text, str) else None
        if layout is None:
            return None
        lines = told if isinstance(told, Mapping) else {}
        title, about = (lines[k] if isinstance(lines.get(k), str) else "" for k in TOLD)
        return cls.of(replace(layout, title=title, about=about))

    @property
    def told(self) -> dict[str, str]:
        """What people are told of it, by the keys of a layout file."""
        lines = zip(TOLD, (self.title, self.about), strict=True)
        return {key: line for key, line in lines if line}

    @property
    def layout(self) -> Layout | None:
        """The sheet; None where the text is not that of its name."""
        layout = read(self.name, self.text)
        return None if layout is None else replace(layout, title=self.title, about=self.about)


def from_file(content: bytes, file: str = "") -> Layout:
    """A sheet of one's own that is to be added: TOML, from whomever.

    It is named by its file; by its title where there is none.

    Raises:
        LayoutFileError: With all that is wrong with it.
    """
    name = _name(file.removesuffix(".toml")) or _NAMELESS
    layout = from_toml(name, content)
    return layout if file else named(_name(layout.title) or name, layout)


def _name(text: str) -> str:
    return plain_name(text[:_READ], "_")[:LONGEST_NAME].strip("_")


def carried(sheets: Iterable[str], kept: Mapping[str, str]) -> Iterator[SheetText]:
    """Those of these sheets that are one's own and kept among the settings."""
    for sheet in filter(is_own, sheets):
        text = kept.get(f"{_TEXT}{sheet}")
        if text is not None:
            told = kept.get(f"{_TOLD}{sheet}", "").split("\n")
            yield SheetText(sheet, text, *map(clean_line, TOLD, told))


def offered(kept: Mapping[str, str]) -> tuple[str, ...]:
    """The own sheets that are offered, by their names, in the order in which they came."""
    places = {key: place for key, place in kept.items() if key.startswith(_OFFERED)}
    ordered = sorted(places, key=lambda key: (places[key], key))
    return tuple(key.removeprefix(_OFFERED) for key in ordered)


def offers(sheets: Iterable[str], kept: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The settings that have more own sheets offered, behind all others, as far as there is room.

    Args:
        sheets: By their names.
        kept: All settings now.
    """
    now = offered(kept)
    last = max((kept[f"{_OFFERED}{sheet}"] for sheet in now), default="")
    first = int(last) + 1 if _PLACE.fullmatch(last) else 1
    more = islice((s for s in dict.fromkeys(sheets) if s not in now), max(0, MOST_OWN - len(now)))
    return tuple((f"{_OFFERED}{sheet}", f"{place:09}") for place, sheet in enumerate(more, first))


class WithOwn(Mapping[str, Layout]):
    """Sheets, and beside them those of one's own whose texts are at hand.

    As for `Layouts`, only the printed ones are listed; an own one is read when it is asked for.
    """

    def __init__(
        self, known: Mapping[str, Layout], carried: Callable[[str], SheetText | None]
    ) -> None:
        self._known = known
        self._carried = carried
        self._read: dict[str, Layout] = {}

    def __getitem__(self, name: str) -> Layout:
        """The layout of a name; raises KeyError where there is none."""
        known = self._read.get(name) or self._known.get(name)
        if known is not None:
            return known
        text = self._carried(name) if is_own(name) else None
        layout = None if text is None else text.layout
        if layout is None:
            raise KeyError(name)
        return self._read.setdefault(name, layout)

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


class Sheets(WithOwn):
    """All sheets that games of a pad may be on.

    Args:
        printed: Those that come with the pad.
        storage: Keeps those of one's own.
        given: Own ones that are offered while this program runs, by their names.
    """

    def __init__(
        self,
        printed: Mapping[str, Layout],
        storage: Storage,
        given: Mapping[str, Layout] = _NONE,
    ) -> None:
        super().__init__(printed, self._kept_text)
        self._storage = storage
        self._given: Mapping[str, Layout] = {}
        self._kept: Mapping[str, str] = {}
        self.reread()
        self._given = {
            s: given[s] for s in given if self.refusal(given[s]) is not SheetRefusal.CLASH
        }

    def __getitem__(self, name: str) -> Layout:
        """The layout of a name; raises KeyError where there is none."""
        return self._given.get(name) or super().__getitem__(name)

    def reread(self) -> None:
        """Look at the disk again; where it does not answer, what was known stays."""
        with suppress(StorageError):
            self._kept = self._storage.settings()
            self._read.clear()

    def _kept_text(self, sheet: str) -> SheetText | None:
        """An own sheet that is kept; another program may have brought it just now."""
        found = next(carried([sheet], self._kept), None)
        if found is None:
            with suppress(StorageError):
                self._kept = self._storage.settings()
        return found or next(carried([sheet], self._kept), None)

    @property
    def own(self) -> tuple[Layout, ...]:
        """The sheets of one's own that are offered: kept ones, then those that were given."""
        kept = [sheet for sheet in offered(self._kept) if sheet not in self._given]
        return (*(self[sheet] for sheet in kept if sheet in self), *self._given.values())

    def shown(self, sheet: str) -> Layout | None:
        """A sheet that may be chosen; None where there is none, or it is offered no longer."""
        away = is_own(sheet) and sheet not in self._given and not self.is_kept(sheet)
        return None if away else self.get(sheet)

    def is_kept(self, sheet: str) -> bool:
        """Whether an own sheet is offered until somebody removes it."""
        return sheet in offered(self._kept)

    def title(self, sheet: str) -> str:
        """What an own sheet is called by people."""
        layout = self.get(sheet)
        return (layout.title if layout else "") or plain_title(sheet)

    def refusal(self, layout: Layout) -> SheetRefusal | None:
        """Why an own sheet cannot be added; None where it can.

        Two texts can have one name, for a hash is short: the one that is here stays.
        """
        here = self.get(layout.name)
        if here is not None and canonical_text(here) != canonical_text(layout):
            return SheetRefusal.CLASH
        if self.is_kept(layout.name):
            return SheetRefusal.KNOWN
        full = len(offered(self._kept)) >= MOST_OWN
        return SheetRefusal.TOO_MANY if full else None

    def add(self, layout: Layout) -> None:
        """Offer an own sheet from now on.

        Raises:
            StorageError: Nothing is offered that was not before.
        """
        self.keep(layout)
        self._write(offers([layout.name], self._kept))

    def remove(self, sheet: str) -> None:
        """Offer an own sheet no longer; games that were played on it still find it.

        Raises:
            StorageError: It is still offered.
        """
        self._storage.drop_setting(f"{_OFFERED}{sheet}")
        self.reread()

    def keep(self, *layouts: Layout) -> None:
        """Keep those of these sheets that are one's own, before a game is played on them.

        Raises:
            StorageError: The disk does not take them.
        """
        self.keep_texts(SheetText.of(layout) for layout in layouts if is_own(layout.name))

    def keep_texts(self, sheets: Iterable[SheetText]) -> None:
        """Keep sheets as they are carried; what people are told of one that is here stays.

        Raises:
            StorageError: The disk does not take them.
        """
        for sheet in sheets:
            told = f"{_TOLD}{sheet.name}", f"{sheet.title}\n{sheet.about}"
            said = [told] if sheet.told and told[0] not in self._kept else []
            self._write([*said, (f"{_TEXT}{sheet.name}", sheet.text)])

    def _write(self, settings: Iterable[tuple[str, str]]) -> None:
        changed = [(key, text) for key, text in settings if self._kept.get(key) != text]
        for key, text in changed:
            self._storage.put_setting(key, text)
        if changed:
            self.reread()

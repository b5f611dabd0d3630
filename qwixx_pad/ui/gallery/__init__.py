"""The sheets to choose from, in their order, and the words on each. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from qwixx_pad.core.game import Setup
from qwixx_pad.core.layout import Layout
from qwixx_pad.games.session import GameService
from qwixx_pad.layouts import is_own
from qwixx_pad.settings import Settings
from qwixx_pad.ui.sheet.look import SheetLook, kept_look
from qwixx_pad.ui.text.translator import Words

_PICTURES = 64
_EXAMPLE = 7
"""The seed of the picture of a kind of random sheets while none was chosen."""


@dataclass(frozen=True, slots=True)
class SheetChoice:
    """A sheet that can be chosen.

    Attributes:
        name: Its name in a game line.
        title: Its name for people.
        about: What is different on it, a sentence.
        spoken: Both, for a screen reader.
        picture: The sheet before its first cross.
        chosen: Whether it is taken now.
        favourite: Whether it has a star.
        too_many: Why so many people cannot play on it; empty if they can.
    """

    name: str
    title: str
    about: str
    spoken: str
    picture: SheetLook
    chosen: bool = False
    favourite: bool = False
    too_many: str = ""


@dataclass(frozen=True, slots=True)
class SheetGroup:
    """Sheets under a heading."""

    title: str
    sheets: tuple[SheetChoice, ...]


@dataclass(frozen=True, slots=True)
class Choosing:
    """The sheets for somebody who chooses one."""

    service: GameService
    settings: Settings
    words: Words
    chosen: str
    seats: int = 1

    def groups(self) -> tuple[SheetGroup, ...]:
        """Return all sheets but those from a seed, each once: own and recent ones first."""
        return tuple(self._groups())

    def _groups(self) -> Iterator[SheetGroup]:
        words, settings = self.words, self.settings
        listed: set[str] = set()
        own = [layout for layout in self.service.layouts if is_own(layout.name)]
        yield from self._group(words.text("Your own sheets"), own, listed)
        for title, names in (
            (words.text("Last played"), settings.sheets),
            (words.text("Favourites"), settings.favourites),
        ):
            known = filter(None, map(self.service.sheets.shown, names))
            yield from self._group(title, known, listed)
        printed = [layout for layout in self.service.layouts if not is_own(layout.name)]
        alone = [layout for layout in printed if not layout.family]
        alone.sort(key=lambda layout: not layout.default)
        # Translators: heading above sheets that are sold alone, not two or more in one box.
        yield from self._group(words.text("One in a box"), alone, listed)
        for family in sorted({x.family for x in printed if x.family}, key=words.text):
            of_it = [layout for layout in printed if layout.family == family]
            yield from self._group(words.text(family), of_it, listed)

    def kind(self, kind: str, name: str | None) -> SheetChoice:
        """Describe a kind of random sheets.

        Args:
            kind: Which.
            name: The sheet of the seed that was chosen; None shows the picture of any.
        """
        layout = self.service.layout(name or f"{kind}:{_EXAMPLE}")
        look = self.look(layout)
        if name is None:
            look = replace(look, title=self.words.layout(f"{kind}:"), chosen=False, favourite=False)
        return replace(look, name=kind, spoken=_spoken(look))

    def _group(
        self, title: str, layouts: Iterable[Layout], listed: set[str]
    ) -> Iterator[SheetGroup]:
        """Yield a group of those that no group above has shown, if there are any."""
        new = [layout for layout in layouts if layout.name not in listed]
        listed.update(layout.name for layout in new)
        if new:
            yield SheetGroup(title, tuple(self.look(layout) for layout in new))

    def look(self, layout: Layout) -> SheetChoice:
        """Describe one sheet."""
        words, most = self.words, layout.most_seats
        title, about = words.layout(layout.name), words.about(layout)
        too_many = ""
        if self.seats > most:
            too_many = words.count("For {n} player.", "For up to {n} players.", most)
        look = SheetChoice(
            name=layout.name,
            title=title,
            about=about,
            spoken="",
            picture=blank_look(layout, words),
            chosen=layout.name == self.chosen,
            favourite=layout.name in self.settings.favourites,
            too_many=too_many,
        )
        return replace(look, spoken=_spoken(look))


def _spoken(look: SheetChoice) -> str:
    return " ".join(filter(None, (f"{look.title}.", look.about, look.too_many)))


@lru_cache(maxsize=_PICTURES)
def blank_look(layout: Layout, words: Words) -> SheetLook:
    """Return a sheet before its first cross."""
    return kept_look(Setup.of(layout).position().sheets[0], frozenset(), words)

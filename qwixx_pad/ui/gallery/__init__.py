"""The sheets to choose from, in their order, and the texts of each. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from qwixx_pad.core.game import Setup
from qwixx_pad.core.layout import Layout
from qwixx_pad.games.custom_sheets import MAX_CUSTOM_SHEETS, SheetRefusal
from qwixx_pad.games.session import GameService
from qwixx_pad.i18n import N_
from qwixx_pad.layouts import is_custom
from qwixx_pad.settings import Settings
from qwixx_pad.ui.sheet.look import SheetLook, stored_look
from qwixx_pad.ui.text.translator import Translator

_MAX_PICTURES = 64
_EXAMPLE_SEED = 7
"""The seed of the sheet that represents a kind of random sheets before one is chosen."""


_SHEET_REFUSALS = {
    SheetRefusal.KNOWN: N_("{sheet} is already here."),
    SheetRefusal.CLASH: N_(
        "Another sheet is already called {sheet}, or was before you removed it. Give this one "
        "another name."
    ),
    SheetRefusal.TOO_MANY: N_("You have {n} sheets of your own. Remove one first."),
}


def sheet_refusal_text(refusal: SheetRefusal, title: str, tr: Translator) -> str:
    """Explain why a custom sheet is not added."""
    return tr.gettext(_SHEET_REFUSALS[refusal], sheet=title, n=MAX_CUSTOM_SHEETS)


@dataclass(frozen=True, slots=True)
class SheetChoice:
    """A sheet that can be chosen.

    Attributes:
        name: Its name in a game line.
        title: Its name for players.
        about: A sentence on its differences.
        picture: The sheet before its first cross.
        chosen: Whether it is the chosen one.
        favourite: Whether it has a star.
        seat_limit_text: Why it has too few seats for the players; empty if it has enough.
    """

    name: str
    title: str
    about: str
    picture: SheetLook
    chosen: bool = False
    favourite: bool = False
    seat_limit_text: str = ""

    @property
    def spoken(self) -> str:
        """All its texts, for a screen reader."""
        return " ".join(filter(None, (f"{self.title}.", self.about, self.seat_limit_text)))


@dataclass(frozen=True, slots=True)
class SheetGroup:
    """Sheets below a heading."""

    title: str
    sheets: tuple[SheetChoice, ...]


@dataclass(frozen=True, slots=True)
class SheetPicker:
    """The sheets to choose from, for a number of `seats`; `chosen` names the chosen one."""

    service: GameService
    settings: Settings
    tr: Translator
    chosen: str
    seats: int = 1

    def iter_groups(self) -> Iterator[SheetGroup]:
        """Yield all sheets but random ones, each once: custom and recent ones first."""
        tr = self.tr
        settings = self.settings
        listed: set[str] = set()
        own = [layout for layout in self.service.offered_layouts if is_custom(layout.name)]
        yield from self._new_group(tr.gettext("Your own sheets"), own, listed)
        for title, names in (
            (tr.gettext("Last played"), settings.recent_sheets),
            (tr.gettext("Favourites"), settings.favourites),
        ):
            known = filter(None, map(self.service.sheets.find_choosable, names))
            yield from self._new_group(title, known, listed)
        printed = [layout for layout in self.service.offered_layouts if not is_custom(layout.name)]
        alone = [layout for layout in printed if not layout.family]
        alone.sort(key=lambda layout: not layout.default)
        # Translators: heading above sheets that are sold alone, not two or more in one box.
        yield from self._new_group(tr.gettext("One sheet per box"), alone, listed)
        families = {layout.family for layout in printed if layout.family}
        for family in sorted(families, key=tr.gettext):
            members = [layout for layout in printed if layout.family == family]
            yield from self._new_group(tr.gettext(family), members, listed)

    def random_choice(self, kind: str, name: str | None) -> SheetChoice:
        """Describe a kind of random sheets.

        Args:
            kind: The part of their names before the seed.
            name: The sheet of the chosen seed; None shows an example.
        """
        if name is not None:
            return replace(self.sheet_choice(self.service.layout(name)), name=kind)
        example = self.sheet_choice(self.service.layout(f"{kind}:{_EXAMPLE_SEED}"))
        title = self.tr.layout_title(f"{kind}:")
        return replace(example, name=kind, title=title, chosen=False, favourite=False)

    def _new_group(
        self, title: str, layouts: Iterable[Layout], listed: set[str]
    ) -> Iterator[SheetGroup]:
        """Yield a group of the layouts that are not in `listed` yet, if any, and add them there."""
        new = [layout for layout in layouts if layout.name not in listed]
        listed.update(layout.name for layout in new)
        if new:
            yield SheetGroup(title, tuple(self.sheet_choice(layout) for layout in new))

    def sheet_choice(self, layout: Layout) -> SheetChoice:
        tr = self.tr
        seat_limit_text = ""
        if self.seats > layout.max_seats:
            seat_limit_text = tr.ngettext(
                "For {n} player.", "For up to {n} players.", layout.max_seats
            )
        return SheetChoice(
            name=layout.name,
            title=tr.layout_title(layout.name),
            about=tr.layout_description(layout),
            picture=blank_look(layout, tr),
            chosen=layout.name == self.chosen,
            favourite=layout.name in self.settings.favourites,
            seat_limit_text=seat_limit_text,
        )


@lru_cache(maxsize=_MAX_PICTURES)
def blank_look(layout: Layout, tr: Translator) -> SheetLook:
    """The look of a sheet before its first cross."""
    return stored_look(Setup.for_layout(layout).start_position().sheets[0], frozenset(), tr)

"""Which kept games a list shows, and which part of it is in sight. Pure."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from qwixx_pad.i18n import phrase
from qwixx_pad.storage.summary import State, Wanted
from qwixx_pad.ui.stats_look import Span
from qwixx_pad.ui.words import Words

CHUNK = 8
"""Rows that come and go together."""
EXTENT = 82.0
"""From one row to the next, in dp."""
_AHEAD = 1.0
"""How many screens above and below are kept ready."""


class Shown(StrEnum):
    """Which games."""

    EVERY = "every"
    OPEN = "open"
    DELETED = "deleted"

    def text(self, words: Words) -> str:
        """Its name."""
        return words.text(_SHOWN[self])


_SHOWN = {
    Shown.EVERY: phrase("All games"),
    # Translators: games that are still open.
    Shown.OPEN: phrase("Unfinished"),
    # Translators: games that were deleted.
    Shown.DELETED: phrase("Deleted"),
}


@dataclass(frozen=True, slots=True)
class Sought:
    """What the player looks for.

    Attributes:
        search: Letters of a player's name.
        layout: Name of a printed sheet; empty for all.
        span: How far back.
        shown: Finished or not, deleted or not.
    """

    search: str = ""
    layout: str = ""
    span: Span = Span.ALL
    shown: Shown = Shown.EVERY

    def wanted(self, now: datetime) -> Wanted:
        """The same in the words of the store."""
        return Wanted(
            search=self.search.strip(),
            layout=self.layout,
            since=self.span.since(now),
            state=State.OPEN if self.shown is Shown.OPEN else None,
            deleted=self.shown is Shown.DELETED,
        )

    @property
    def narrowed(self) -> bool:
        """Whether some games are left out."""
        return self != Sought(shown=self.shown)

    def found_nothing(self, words: Words) -> tuple[str, str]:
        """Two friendly lines where no game is shown."""
        if self.narrowed:
            return words.text("No game fits."), words.text("Try other letters or a longer time.")
        if self.shown is Shown.OPEN:
            detail = words.text("Every game here has come to its end.")
            return words.text("No unfinished game."), detail
        if self.shown is Shown.DELETED:
            detail = words.text("Deleted games wait here until you put them back.")
            return words.text("Nothing deleted."), detail
        detail = words.text("Get the six dice. Tap what you would cross.")
        return words.text("A fresh pad."), detail


@dataclass(frozen=True, slots=True)
class Window:
    """The chunks of a long list that are built: from `first` up to, not with, `end`.

    `extent` is from one row to the next, in dp.
    """

    first: int
    end: int
    extent: float = EXTENT

    def above(self, total: int) -> float:
        """Height of what is left out above, in dp."""
        return min(self.first * CHUNK, total) * self.extent

    def below(self, total: int) -> float:
        """Height of what is left out below, in dp."""
        return max(0, total - self.end * CHUNK) * self.extent


def window(pixels: float, height: float, total: int, extent: float = EXTENT) -> Window:
    """The window for a list that was scrolled.

    Args:
        pixels: How far, in dp.
        height: Of what is seen, in dp.
        total: Rows there are.
        extent: From one row to the next, in dp.
    """
    chunk = CHUNK * extent
    chunks = -(-total // CHUNK)
    first = int(max(0.0, pixels - _AHEAD * height) // chunk)
    end = int((max(0.0, pixels) + (1 + _AHEAD) * height) // chunk) + 1
    last = max(0, chunks - 1)
    return Window(min(first, last), min(end, chunks), extent)

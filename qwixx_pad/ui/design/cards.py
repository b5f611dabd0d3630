"""What a card over a page says and where it leads, as one value, and the one painter of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import flet as ft

from qwixx_pad.ui.design.controls import colored, outlined, tonal
from qwixx_pad.ui.design.primitives import Tap, beside, write
from qwixx_pad.ui.design.tokens import ASIDE, BODY, TITLE, Theme
from qwixx_pad.ui.speech.words import Words

_PAIR = 2


@dataclass(frozen=True, slots=True)
class Way:
    """A button that tells its identifier: `button` paints it, or the colour of row `letter` does.

    `more` is what a button knows besides, such as its icon or whether its words may take two lines.
    """

    identifier: str
    text: str
    button: Callable[..., ft.Control] = tonal
    height: float = 50
    letter: str = ""
    more: dict[str, Any] = field(default_factory=dict)

    def painted(self, theme: Theme, tap: Tap) -> ft.Control:
        """The button."""
        identifier, look = self.identifier, {"height": self.height, **self.more}
        if self.letter:
            return colored(
                theme, self.letter, identifier, self.text, lambda: tap(identifier), **look
            )
        return self.button(theme, identifier, self.text, lambda: tap(identifier), **look)


@dataclass(frozen=True, slots=True)
class Card:
    """Something that is asked or offered.

    Attributes:
        title: What it is about, in words or as a head of its own.
        lines: What is said, from above; words are written as a text.
        ways: What can be done, from above; several in one share a line.
        aside: Said more quietly, below the title; empty for nothing.
        apart: Between ways that share a line, in dp.
    """

    title: str | ft.Control
    lines: Sequence[str | ft.Control] = ()
    ways: Sequence[Way | Sequence[Way]] = ()
    aside: str = ""
    apart: float = 10

    def painted(self, theme: Theme, tap: Tap) -> list[ft.Control]:
        """What stands on the card, from above; each way tells its identifier to `tap`."""
        aside = [write(self.aside, ASIDE, color=theme.ink2, height=1.35)] if self.aside else []
        return [
            self._title(theme),
            *aside,
            *(_line(line, theme) for line in self.lines),
            *(self._way(way, theme, tap) for way in self.ways),
        ]

    def _title(self, theme: Theme) -> ft.Control:
        if isinstance(self.title, str):
            return write(self.title, TITLE, color=theme.ink)
        return self.title

    def _way(self, way: Way | Sequence[Way], theme: Theme, tap: Tap) -> ft.Control:
        if isinstance(way, Way):
            return way.painted(theme, tap)
        return beside([each.painted(theme, tap) for each in way], theme, spacing=self.apart)


def _line(line: str | ft.Control, theme: Theme) -> ft.Control:
    return write(line, BODY, color=theme.ink, height=1.35) if isinstance(line, str) else line


def in_pairs(ways: Sequence[Way], *, low: bool) -> Sequence[Way | Sequence[Way]]:
    """Ways below each other; on a low screen two share a line."""
    return [ways[at : at + _PAIR] for at in range(0, len(ways), _PAIR)] if low else ways


def rules_and_settings(words: Words, height: float) -> Sequence[Way]:
    """The two ways that stand in every menu, in one line."""
    texts = {"rules": words.text("Rules"), "settings": words.text("Settings")}
    return [
        Way(identifier, text, height=height, more={"size": 16})
        for identifier, text in texts.items()
    ]


def cancel(text: str, height: float = 50, **more: Any) -> Way:  # noqa: ANN401 - as in `Way`
    """The way back to what lies beneath the card."""
    return Way("cancel", text, outlined, height, more=more)

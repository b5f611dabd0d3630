"""What every screen of one session is given: space, colours, language, settings."""

from collections.abc import Callable
from dataclasses import dataclass

from qwixx_pad.service.session import EntryOutcome
from qwixx_pad.service.settings import Hint, Settings
from qwixx_pad.ui.design.primitives import WIDEST
from qwixx_pad.ui.design.tokens import Theme
from qwixx_pad.ui.pad.geometry import Space
from qwixx_pad.ui.runtime.session_scope import SessionScope
from qwixx_pad.ui.speech.spoken import Voice
from qwixx_pad.ui.speech.words import Words

Turn = Callable[[Callable[[], None]], Callable[[], None]]


@dataclass(frozen=True, slots=True)
class ScreenContext:
    """The surroundings of a screen.

    Attributes:
        space: What the device leaves between its safe areas.
        theme: Light or dark.
        words: The language.
        settings: What the player has set.
        run_in_session: Wraps a function so that it runs as this session's own, whoever calls it.
        scope: What must stop when the session ends.
        change: Keeps new values of settings, by their names; every screen is told.
        learn: Keeps that a hint was seen; None where the game is known already.
    """

    space: Space
    theme: Theme
    words: Words
    settings: Settings
    run_in_session: Turn
    scope: SessionScope
    change: Callable[..., EntryOutcome]
    learn: Callable[[Hint], object] | None = None

    @property
    def column(self) -> float:
        """Width of the column of a screen that is read, in dp."""
        return min(self.space.width, WIDEST) - 32

    @property
    def voice(self) -> Voice:
        """How things are told."""
        return Voice(self.words, self.settings.hide_points)

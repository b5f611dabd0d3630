"""What a browser that runs the pad by itself says about itself."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from qwixx_pad.service.observable import Observable


@dataclass(frozen=True, slots=True)
class BrowserState:
    """How the pad stands in its browser.

    Attributes:
        keeps: Whether games are kept at all; if not, they are gone with the page.
        damaged: Whether there is a file that could not be read, and is left as it is.
        lasts: Whether the browser has promised never to clear them; None: it was not asked yet.
        renewed: Whether a newer version of the pad waits.
    """

    keeps: bool = True
    damaged: bool = False
    lasts: bool | None = None
    renewed: bool = False


class Browser(Observable):
    """The browser that runs the pad.

    Args:
        tell: Says a word to the page.
        keeps: Whether games are kept at all.
        damaged: Whether there is a file that could not be read.

    Attributes:
        standing: As it is now.
    """

    def __init__(
        self, tell: Callable[[str], object], *, keeps: bool, damaged: bool = False
    ) -> None:
        super().__init__()
        self._tell = tell
        self.standing = BrowserState(keeps, damaged)

    def hear(self, word: str) -> None:
        """Take in what the page says; words of a newer page are passed over."""
        changes = {
            "lasts": {"lasts": True},
            "may go": {"lasts": False},
            "update": {"renewed": True},
        }
        if word in changes:
            self.standing = replace(self.standing, **changes[word])
            self._changed()

    def shown(self) -> None:
        """Say that there is something to see."""
        self._tell("shown")

    def keep(self) -> None:
        """Ask that the games are never cleared."""
        self._tell("lasting")

    def renew(self) -> None:
        """Go over to the newer version; the page is loaded again."""
        self._tell("update")

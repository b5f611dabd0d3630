"""Where a table and its games are kept: by this pad for its own, by a relay for strangers."""

from collections.abc import Iterable
from typing import Protocol

from qwixx_pad.core.layout import Layout
from qwixx_pad.service.session import OpenGame
from qwixx_pad.service.settings import Person


class Keeping(Protocol):
    """What a table needs of the place where it is kept. `GameService` is the pad's own."""

    def layout(self, name: str) -> Layout:
        """The printed sheet of a name.

        Raises:
            KeyError: There is none.
        """

    def start(
        self,
        layout: str,
        names: tuple[str, ...],
        *,
        finish_turn: bool = False,
        reuse_blank: bool = False,
        corner: int = 1,
    ) -> OpenGame:
        """A game on fresh sheets, as `GameService.start`.

        Raises:
            StorageError: It cannot be kept.
        """

    def open(self, game_id: str) -> OpenGame:
        """A kept game.

        Raises:
            StorageError: It cannot be read now, or there is none.
        """

    def keep_note(self, key: str, text: str) -> bool:
        """Keep a text; whether it is kept now."""

    def remember(self, people: Iterable[Person]) -> None:
        """These have begun a game."""

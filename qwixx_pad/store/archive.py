"""What history, statistics, import, delete and undo ask of a store.

The entries are the truth. A summary is made from them when somebody asks for games whose entries
have changed since; how, the caller knows, for the store knows no rules.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from qwixx_pad.store.merging import Intake
from qwixx_pad.store.protocol import SavedGame
from qwixx_pad.store.statistics import Numbers, Standing
from qwixx_pad.store.summary import Summary, Wanted

Summarise = Callable[[SavedGame], Summary]
BATCH = 200
"""Summaries that are kept at once."""


def in_batches(refresh_some: Callable[[], int]) -> int:
    """Refresh batch by batch until a batch is empty.

    Args:
        refresh_some: Does one batch, and says of how many.

    Returns:
        How many there were in all.
    """
    made = 0
    while batch := refresh_some():
        made += batch
    return made


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has played here, and how many games of several or alone."""

    name: str
    games: int


class Archive(Protocol):
    """All kept games: found by their summaries, deleted and put back, merged.

    Wherever `mine` is asked for, it is the name of the pad's owner, whose single sheets may be
    nameless. All that is read may raise a StoreError where the disk does not answer.
    """

    def refresh(self) -> int:
        """Make the summaries that have become stale.

        Returns:
            How many were made.

        Raises:
            CannotWrite: The disk does not take them; what was found before is still found.
        """

    def rebuild(self) -> int:
        """Make all summaries again from the entries.

        Returns:
            How many were made.

        Raises:
            CannotWrite: As for `refresh`.
        """

    def page(self, wanted: Wanted, offset: int, limit: int, mine: str = "") -> tuple[Summary, ...]:
        """Some of the games that are asked for, the latest first.

        Args:
            wanted: Which ones.
            offset: How many are left out.
            limit: How many at most.
            mine: Name of the pad's owner.
        """

    def count(self, wanted: Wanted, mine: str = "") -> int:
        """How many games are asked for."""

    def find(self, game: str) -> Summary | None:
        """The summary of one game, deleted or not."""

    def players(self, mine: str = "") -> tuple[Player, ...]:
        """Everybody with a name, who has played most first; as the name was written last."""

    def layouts(self) -> tuple[str, ...]:
        """The printed sheets that were played on; those made from a seed once, as `NAME:`."""

    def numbers(self, wanted: Wanted, mine: str = "") -> Numbers:
        """The figures of one player, of a group that played together, or of everybody.

        Args:
            wanted: One player: that player's sheets; several: all sheets of their games; none:
                all sheets.
            mine: Name of the pad's owner.
        """

    def standings(self, wanted: Wanted, mine: str = "") -> tuple[Standing, ...]:
        """The players of a group, or everybody, each with a few figures."""

    def each(self) -> Iterator[tuple[SavedGame, str | None]]:
        """Every kept game with its entries, and when it was deleted if it was; oldest first.

        It may be read to its end while others write; what they add meanwhile may be missing.
        """

    def same(self, digest: str) -> str | None:
        """A game with this fingerprint, if there is one; rather one that is not deleted."""

    def delete(self, games: Iterable[str], at: datetime) -> None:
        """Take games out of the list and the statistics; their entries stay.

        Raises:
            Conflict: One of them is not there; nothing has changed.
            CannotWrite: Nothing has changed.
        """

    def put_back(self, games: Iterable[str]) -> None:
        """Have deleted games in the list again.

        Raises:
            CannotWrite: Nothing has changed.
        """

    def is_deleted(self, game: str) -> bool:
        """Whether a game was deleted."""

    def deleted(self) -> tuple[str, ...]:
        """The identifiers of the deleted games."""

    def wipe(self, games: Iterable[str]) -> None:
        """Remove games for good, their entries too.

        Raises:
            CannotWrite: Nothing has changed.
        """

    def take_in(self, intake: Intake) -> None:
        """Keep all that an import brings, and what is needed to take it back.

        Raises:
            Conflict: A game was changed meanwhile; nothing was written.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be kept; nothing was written.
        """

    def can_take_back(self) -> bool:
        """Whether there is an import to take back."""

    def take_back(self) -> int:
        """Take the last import back out. What was played on since then stays.

        Returns:
            How many games it concerned.

        Raises:
            CannotWrite: Nothing has changed.
        """

"""The store on a journal: one line an entry, on disk before the call returns."""

from collections.abc import Callable

from qwixx_pad.store.archive import Archive, Summarise
from qwixx_pad.store.journal.archive import JournalArchive
from qwixx_pad.store.journal.changes import added, begun, kept
from qwixx_pad.store.journal.file import Journal
from qwixx_pad.store.protocol import Conflict, GameHead, SavedEntry, SavedGame


class JournalStore:
    """A store on a journal.

    Args:
        journal: Open, and sound.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def start(self, head: GameHead) -> None:
        """Keep a new game without entries; see `Store`."""
        game = begun(SavedGame(head, ()))
        with self._journal.writing() as (content, changes):
            if head.id in content.games:
                raise Conflict(f"game {head.id} is here already")
            changes.append(game)

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Keep the next entries of a game; see `Store`."""
        more = added(game, number, entries)
        with self._journal.writing() as (content, changes):
            if len(content.log(game).tokens) != number:
                raise Conflict(f"entry {number} of game {game} is not the next one")
            changes.append(more)

    def load(self, game: str) -> SavedGame:
        """A game with its entries; see `Store`."""
        with self._journal.reading() as content:
            return content.saved(game)

    def length(self, game: str) -> int:
        """How many entries a game has; see `Store`."""
        with self._journal.reading() as content:
            return len(content.log(game).tokens)

    def games(self) -> tuple[str, ...]:
        """The identifiers of all games; see `Store`."""
        with self._journal.reading() as content:
            return tuple(content.in_order())

    def newest(self) -> SavedGame | None:
        """The game that was started last; see `Store`."""
        with self._journal.reading() as content:
            games = (game for game in reversed(content.in_order()) if game not in content.deleted)
            newest = next(games, None)
            return None if newest is None else content.saved(newest)

    def settings(self) -> dict[str, str]:
        """All settings, as texts."""
        with self._journal.reading() as content:
            return dict(content.settings)

    def put_setting(self, key: str, value: str) -> None:
        """Keep one setting; see `Store`."""
        setting = ["set", kept(key), kept(value)]
        with self._journal.writing() as (_, changes):
            changes.append(setting)

    def drop_setting(self, key: str) -> None:
        """Keep a setting no longer; see `Store`."""
        kept(key)
        with self._journal.writing() as (content, changes):
            if key in content.settings:
                changes.append(["unset", key])

    def archive(self, summarise: Summarise) -> Archive:
        """All kept games; see `Store`."""
        return JournalArchive(self._journal, summarise)

    def watch(self, tell: Callable[[], None]) -> None:
        """Call `tell` after each change; see `Store`."""
        self._journal.watch(tell)

    def settle(self) -> None:
        """Have the file say how long it is; see `Store`."""
        self._journal.settle()

    def close(self) -> None:
        """Let go of the file."""
        self._journal.close()

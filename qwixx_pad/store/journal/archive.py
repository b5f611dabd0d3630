"""The archive on a journal: found and counted over all summaries, which are in memory."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from qwixx_pad.store.archive import BATCH, Player, Summarise, in_batches
from qwixx_pad.store.journal import merging
from qwixx_pad.store.journal.changes import summarised
from qwixx_pad.store.journal.counting import numbers, people, sheets_of, standings
from qwixx_pad.store.journal.file import Journal
from qwixx_pad.store.journal.finding import found
from qwixx_pad.store.merging import UNDO, Intake
from qwixx_pad.store.protocol import Conflict, SavedGame
from qwixx_pad.store.statistics import Numbers, Standing
from qwixx_pad.store.summary import Summary, Wanted
from qwixx_pad.store.texts import sheets_in, stamp


class JournalArchive:
    """All kept games; see `Archive`.

    Args:
        journal: Where they are.
        summarise: Makes a summary.
    """

    def __init__(self, journal: Journal, summarise: Summarise) -> None:
        self._journal = journal
        self._summarise = summarise

    def refresh(self) -> int:
        """Make the summaries that have become stale; see `Archive`."""
        return in_batches(self._refresh_some)

    def _refresh_some(self) -> int:
        with self._journal.reading() as content:
            if not content.stale:
                return 0
        with self._journal.writing() as (content, changes):
            games = sorted(content.stale)[:BATCH]
            changes.extend(summarised(self._summarise(content.saved(game))) for game in games)
            return len(games)

    def rebuild(self) -> int:
        """Make all summaries again from the entries; see `Archive`."""
        with self._journal.writing() as (content, changes):
            changes.append(["stale", [*content.games]])
        return self.refresh()

    def page(self, wanted: Wanted, offset: int, limit: int, mine: str = "") -> tuple[Summary, ...]:
        """Some of the games that are asked for, the latest first; see `Archive`."""
        first = max(0, offset)
        return tuple(self._found(wanted, mine)[first : first + max(0, limit)])

    def _found(self, wanted: Wanted, mine: str) -> list[Summary]:
        with self._journal.reading() as content:
            return found(content, wanted, mine)

    def count(self, wanted: Wanted, mine: str = "") -> int:
        """How many games are asked for."""
        return len(self._found(wanted, mine))

    def find(self, game: str) -> Summary | None:
        """The summary of one game, deleted or not."""
        with self._journal.reading() as content:
            return content.summaries.get(game)

    def players(self, mine: str = "") -> tuple[Player, ...]:
        """Everybody with a name, who has played most first; see `Archive`."""
        known = people(sheets_of(self._found(Wanted(), mine)), mine)
        return tuple(Player(name, len(sheets)) for _, name, sheets in known)

    def layouts(self) -> tuple[str, ...]:
        """The printed sheets that were played on."""
        return sheets_in(summary.layout for summary in self._found(Wanted(), ""))

    def numbers(self, wanted: Wanted, mine: str = "") -> Numbers:
        """The figures of one player, of a group, or of everybody; see `Archive`."""
        return numbers(self._found(wanted, mine), wanted, mine)

    def standings(self, wanted: Wanted, mine: str = "") -> tuple[Standing, ...]:
        """The players of a group, or everybody, each with a few figures."""
        return standings(self._found(wanted, mine), wanted, mine)

    def each(self) -> Iterator[tuple[SavedGame, str | None]]:
        """Every kept game, and when it was deleted if it was; see `Archive`."""
        with self._journal.reading() as content:
            games = content.in_order()
        for game in games:
            with self._journal.reading() as content:
                here = content.saved(game) if game in content.games else None
                deleted = content.deleted.get(game)
            if here is not None:
                yield here, deleted

    def same(self, digest: str) -> str | None:
        """A game with this fingerprint, if there is one; rather one that is not deleted."""
        with self._journal.reading() as content:
            games = [game for game, known in content.summaries.items() if known.digest == digest]
            return min(games, key=content.deleted.__contains__, default=None)

    def delete(self, games: Iterable[str], at: datetime) -> None:
        """Take games out of the list and the statistics; see `Archive`."""
        gone = dict.fromkeys(games, stamp(at))
        with self._journal.writing() as (content, changes):
            if not gone.keys() <= content.games.keys():
                raise Conflict("a game that is not here cannot be deleted")
            new = gone.keys() - content.deleted.keys()
            changes.extend(["delete", game, gone[game]] for game in sorted(new))

    def put_back(self, games: Iterable[str]) -> None:
        """Have deleted games in the list again; see `Archive`."""
        with self._journal.writing() as (content, changes):
            changes.extend(["put_back", game] for game in games if game in content.deleted)

    def is_deleted(self, game: str) -> bool:
        """Whether a game was deleted."""
        with self._journal.reading() as content:
            return game in content.deleted

    def deleted(self) -> tuple[str, ...]:
        """The identifiers of the deleted games."""
        with self._journal.reading() as content:
            return tuple(sorted(content.deleted))

    def wipe(self, games: Iterable[str]) -> None:
        """Remove games for good, their entries too; see `Archive`."""
        gone = dict.fromkeys(games)
        with self._journal.writing() as (content, changes):
            changes.extend(["wipe", game] for game in gone if game in content.games)

    def take_in(self, intake: Intake) -> None:
        """Keep all that an import brings; see `Archive`."""
        with self._journal.writing() as (content, changes):
            changes.extend(merging.taken_in(content, intake))

    def can_take_back(self) -> bool:
        """Whether there is an import to take back."""
        with self._journal.reading() as content:
            return UNDO in content.settings

    def take_back(self) -> int:
        """Take the last import back out; see `Archive`."""
        with self._journal.writing() as (content, changes):
            changes.extend(merging.taken_back(content))
            return len(content.imported)

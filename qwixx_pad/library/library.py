"""All kept games of the pad's owner: found, counted, corrected, deleted, carried out and in."""

import asyncio
import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from qwixx_pad.core.game import Correction
from qwixx_pad.core.layout import Layout
from qwixx_pad.core.notation import HeadError, read_setup
from qwixx_pad.core.sheet import Sheet
from qwixx_pad.games.custom_sheets import Sheets
from qwixx_pad.games.session import Failure, GameService, Reason, failure_of
from qwixx_pad.history.index import Archive, Index, Player
from qwixx_pad.history.series import Records, Series
from qwixx_pad.history.statistics import Numbers, RowNumbers, Standing
from qwixx_pad.layouts import installed
from qwixx_pad.library import exchange, importing, sharing
from qwixx_pad.library.importing import Preview
from qwixx_pad.library.summaries import (
    NO_REMARK,
    RECKONING,
    REMARKS,
    Remark,
    remark_key,
    remark_of,
    sheet_of,
    summarise,
    with_letters,
)
from qwixx_pad.observable import Observable
from qwixx_pad.settings import Settings
from qwixx_pad.storage import Notice, SavedGame, Storage, StorageError, data_folder, open_storage
from qwixx_pad.storage.saved import UNDO
from qwixx_pad.storage.summary import GameQuery, State, Summary


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept game, ready to be shown.

    Attributes:
        summary: What is known of it.
        sheets: One a seat; empty for a game that this version cannot read.
        remark: What was written about it.
    """

    summary: Summary
    sheets: tuple[Sheet, ...] = ()
    remark: Remark = NO_REMARK

    @property
    def closed(self) -> frozenset[str]:
        """Letters of the rows that others have closed for some seat."""
        rows = (row for score in self.summary.scores for row in score.rows)
        return frozenset(row.letter for row in rows if row.closed)

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.summary.state is State.OVER


class Library(Observable):
    """The owner's games. Where the disk does not answer, there are none for the moment."""

    def __init__(self, service: GameService, storage: Storage) -> None:
        super().__init__()
        self._service = service
        self._storage = storage
        self._sheets = service.sheets
        self._emptied: tuple[str, ...] = ()
        self._archive = Archive(storage, lambda saved: summarise(saved, service.sheets))

    @property
    def mine(self) -> str:
        """Name of the pad's owner."""
        return self._service.settings.name

    @property
    def notice(self) -> Notice | None:
        """What the owner has to know about the file of the games; None as a rule."""
        return self._storage.notice

    def go_on_with_copy(self) -> Failure | None:
        """Take the older copy that is told for the games from now on."""
        answer = self._done(self._storage.go_on_with_copy)
        self.came_in()
        return answer

    def stay_with_newest(self) -> None:
        """Say no more of an older copy that lies beside."""
        self._storage.stay_with_newest()

    # finding

    def fold(self) -> None:
        """Let the file say what was played in few lines, with what is known of it."""
        with suppress(StorageError):
            _ = self._archive.index
            self._storage.fold()

    def page(self, wanted: GameQuery, offset: int, limit: int) -> tuple[Kept, ...]:
        """Some of the games that are asked for, the latest first."""
        found = self._index.page(self._also_remarked(wanted), offset, limit, self.mine)
        remarks = self._service.notes(REMARKS)
        return tuple(self._kept(summary, remarks) for summary in found)

    def _also_remarked(self, wanted: GameQuery) -> GameQuery:
        """The same, where a search finds letters of a place or a note too."""
        if not wanted.search:
            return wanted
        found = with_letters(wanted.search, self._service.notes(REMARKS))
        return replace(wanted, remarked=found)

    @property
    def _index(self) -> Index:
        """All games as they are now; none where the disk does not answer."""
        with suppress(StorageError):
            return self._archive.index
        return Index()

    def _kept(self, summary: Summary, remarks: Mapping[str, str]) -> Kept:
        remark = remark_of(summary.game, remarks)
        if not summary.scores:
            return Kept(summary, remark=remark)
        try:
            setup = read_setup(summary.setup, self._sheets)
        except HeadError:
            return Kept(summary, remark=remark)
        each = zip(summary.scores, setup.layouts, strict=True)
        return Kept(summary, tuple(sheet_of(*seat) for seat in each), remark)

    def count(self, wanted: GameQuery) -> int:
        """How many games are asked for."""
        return self._index.count(self._also_remarked(wanted), self.mine)

    def find(self, game: str) -> Kept | None:
        """One game, deleted or not."""
        found = self._index.find(game)
        return None if found is None else self._kept(found, self._service.notes(REMARKS))

    def last_together(self) -> Summary | None:
        """The game of several that began last; None if there is none."""
        return self._index.last_together

    def series(self, game: str) -> Series | None:
        """The series of a game as it stood at its end, decided by as many games as was set."""
        return self._index.series(game, self._service.settings.best_of)

    def records(self, game: str) -> Records:
        """What the pad's owner has reached in a game for the first time."""
        return self._index.records(game, self.mine)

    def usual(self, game: str, seat: int) -> tuple[RowNumbers, ...]:
        """The rows of the other sheets like that of a seat (from 1) that its player finished."""
        return self._index.usual(game, seat, self.mine)

    def players(self) -> tuple[Player, ...]:
        """Everybody who has played here by name, who has played most first."""
        return self._index.players(self.mine)

    def names(self) -> frozenset[str]:
        """Collect the names that stand in games."""
        games = self._index.all(GameQuery(), self.mine)
        return frozenset(name for game in games for name in game.names)

    def layouts(self) -> tuple[str, ...]:
        """The printed sheets that were played on."""
        return self._index.layouts()

    def numbers(self, wanted: GameQuery) -> Numbers:
        """The figures of one player, of a group, or of everybody.

        Raises:
            StorageError: They cannot be read now.
        """
        return self._archive.index.numbers(wanted, self.mine)

    def standings(self, wanted: GameQuery) -> tuple[Standing, ...]:
        """The players of a group, or everybody, each with a few figures.

        Raises:
            StorageError: They cannot be read now.
        """
        return self._archive.index.standings(wanted, self.mine)

    # changing

    def delete(self, game: str) -> Failure | None:
        """Take a game out of the list and the statistics; it can be put back."""
        return self._done(lambda: self._storage.delete((game,), self._service.now()))

    def delete_all(self) -> Failure | None:
        """Take all games out; they can be put back."""
        return self._done(self._empty)

    def _empty(self) -> None:
        gone = self._archive.index.deleted
        games = tuple(game for game in self._storage.games() if game not in gone)
        self._storage.delete(games, self._service.now())
        self._emptied = games

    def put_all_back(self) -> Failure | None:
        """Undo the last `delete_all`; what was deleted before it stays so."""
        return self._done(lambda: self._storage.put_back(self._emptied))

    def put_back(self, game: str) -> Failure | None:
        """Have a deleted game in the list again."""
        return self._done(lambda: self._storage.put_back((game,)))

    def wipe(self, wanted: GameQuery) -> Failure | None:
        """Remove those of the deleted games that are asked for, for good."""
        deleted = replace(wanted, deleted=True)
        if deleted == GameQuery(deleted=True):  # fresh sheets too, which no list shows
            return self._done(lambda: self._wipe(self._archive.index.deleted))
        return self._done(lambda: self._wipe([s.game for s in self._all(deleted)]))

    def _wipe(self, games: Collection[str]) -> None:
        self._storage.wipe(games)
        for key in {remark_key(game) for game in games} & {*self._service.notes(REMARKS)}:
            self._storage.drop_setting(key)

    def annotate(self, game: str, remark: Remark) -> Failure | None:
        """Keep what was written about a game, in place of what was; nothing if that is empty."""
        key = remark_key(game)
        if remark == remark_of(game, self._service.notes(key)):
            return None
        if remark:
            return self._done(lambda: self._storage.put_setting(key, remark.text))
        return self._done(lambda: self._storage.drop_setting(key))

    def correct(self, game: str, correction: Correction) -> Reason | None:
        """Mend a game after the fact."""
        try:
            answer = self._service.open(game).enter(*correction.entries)
        except StorageError as error:
            return Failure.of(error)
        self._changed()
        return answer

    def _done(self, do: Callable[[], object]) -> Failure | None:
        failure = failure_of(do)
        if failure is None:
            self._changed()
        return failure

    # out

    def saved(self, game: str) -> SavedGame:
        """One game with its entries.

        Raises:
            StorageError: There is none, or it cannot be read now.
        """
        return self._storage.load(game)

    def all_saved(self) -> Iterator[SavedGame]:
        """All games that are not deleted, with their entries, oldest first.

        Raises:
            StorageError: They cannot be read now.
        """
        return (saved for saved, deleted in self._storage.each() if deleted is None)

    def game_file(self, game: str) -> str:
        """One game as a file that another pad opens.

        Raises:
            StorageError: As for `saved`.
        """
        return "".join(self._written([(self.saved(game), None)]))

    def _written(
        self,
        games: Iterable[tuple[SavedGame, str | None]],
        settings: Settings | None = None,
    ) -> Iterator[str]:
        """The file with some games, and with the sheets of one's own that they were played on."""
        return exchange.written(games, self._service.now(), settings, self._storage.settings())

    def history_file(self) -> Iterator[str]:
        """All games that are not deleted, as a file.

        Raises:
            StorageError: They cannot be read now.
        """
        return self._written((saved, None) for saved in self.all_saved())

    def backup_file(self) -> Iterator[str]:
        """Everything: all games, the deleted ones too, and the settings.

        Raises:
            StorageError: They cannot be read now.
        """
        return self._written(self._storage.each(), self._service.settings)

    def games_table(self, wanted: GameQuery, *, decimal_comma: bool = False) -> Iterator[str]:
        """A line a sheet, for a spreadsheet; see `games_csv`.

        Raises:
            StorageError: They cannot be read now.
        """
        return sharing.games_csv(self._all(wanted), decimal_comma=decimal_comma)

    def _all(self, wanted: GameQuery) -> Iterator[Summary]:
        return self._archive.index.all(self._also_remarked(wanted), self.mine)

    def game_table(self, summary: Summary, *, decimal_comma: bool = False) -> str:
        """One game, a line a sheet, for a spreadsheet."""
        return "".join(sharing.games_csv([summary], decimal_comma=decimal_comma))

    def numbers_table(self, wanted: GameQuery, *, decimal_comma: bool = False) -> Iterator[str]:
        """A line a player, for a spreadsheet; see `games_csv`.

        Raises:
            StorageError: They cannot be read now.
        """
        names = [line.name for line in self.standings(wanted)]
        rows = ((name, self.numbers(replace(wanted, players=(name,)))) for name in names)
        kinds = dict.fromkeys(row.kind for row in self.numbers(wanted).rows)
        return sharing.numbers_csv(rows, tuple(kinds), decimal_comma=decimal_comma)

    # in

    def preview(self, data: bytes, largest: int = exchange.LARGEST) -> Preview:
        """What a file would add; nothing is written.

        Raises:
            RefusedError: The file is not taken in.
            StorageError: The games here cannot be read now.
        """
        bundle = exchange.read(data, self._service.now(), largest)
        kept = self._storage.settings()
        return importing.preview(
            bundle, self._storage.load, self._archive.index, self._sheets, kept
        )

    def take_in(self, preview: Preview) -> Failure | None:
        """Do what was shown."""
        failure = failure_of(lambda: self.write_in(preview))
        if failure is None:
            self.came_in()
        return failure

    def write_in(self, preview: Preview) -> None:
        """Do what was shown and tell nobody yet: thousands of games are better written aside.

        Raises:
            StorageError: Nothing was written.
        """
        self._sheets.keep_texts(preview.sheets)
        if preview.intake:  # one that adds nothing leaves the last to be taken back
            self._storage.take_in(preview.intake)
        self._sheets.reread()
        if preview.sheets:  # games that are here already may be on one of them
            self._storage.doubt(State.UNREADABLE)
        self.fold()

    def came_in(self) -> None:
        """Tell everybody that games and settings have come in, or were taken back."""
        self._service.reread()
        self._changed()

    def can_take_back(self) -> bool:
        """Whether there is an import to take back."""
        with suppress(StorageError):
            return UNDO in self._storage.settings()
        return False

    def take_back(self) -> Failure | None:
        """Take the last import back out."""
        answer = self._done(self._storage.take_back)
        self.came_in()
        return answer


IDLE = 3.0
"""Seconds after a change in which nothing else has changed, as after the end of a game."""
LATEST = 15.0
"""Seconds after a change, at a table that never rests."""


class Settling:
    """Settles a storage where a loop runs; a command closes its own at once, which settles too."""

    def __init__(self, storage: Storage, idle: float = IDLE, latest: float = LATEST) -> None:
        self._storage, self._idle, self._wait_at_most = storage, idle, latest
        self._due: asyncio.TimerHandle | None = None
        self._latest = 0.0
        storage.watch(self._stir)

    def _stir(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        now = loop.time()
        if self._due is None:
            self._latest = now + self._wait_at_most
        else:
            self._due.cancel()
        wait = max(
            0.0, min(self._idle, self._latest - now)
        )  # a browser's loop refuses what is past
        self._due = loop.call_later(wait, self._settle)

    def _settle(self) -> None:
        self._due = None
        self._storage.settle()


@contextmanager
def opened_library(
    data: Path | None = None,
    own: Mapping[str, Layout] = MappingProxyType({}),
) -> Iterator[tuple[GameService, Library, Notice | None]]:
    """Open the storage once; close it at the end.

    Args:
        data: Folder of the games; None is the platform's place for them.
        own: Sheets of one's own that are offered meanwhile, by their names.

    Raises:
        StorageError: The games can neither be opened nor set aside; the text says why.
    """
    storage, notice = open_storage(data_folder(data), now=_now(), reckoning=RECKONING)
    Settling(storage)
    sheets = Sheets(installed(), storage, own)
    service = GameService(storage, sheets, _now, lambda: uuid.uuid4().hex)
    library = Library(service, storage)
    try:
        library.fold()
        yield service, library, notice
    finally:
        storage.close()


def _now() -> datetime:
    return datetime.now(UTC)

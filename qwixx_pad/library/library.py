"""All stored games of the pad's owner: queries, corrections, deletion, export and import."""

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
from qwixx_pad.games.custom_sheets import SheetCatalog
from qwixx_pad.games.session import Failure, GameService, Reason, storage_failure
from qwixx_pad.history.index import Index, LiveIndex, Player
from qwixx_pad.history.players import PlayerStats
from qwixx_pad.history.rows import RowStats
from qwixx_pad.history.series import Evening, PersonalRecords, Series
from qwixx_pad.history.statistics import Statistics
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.library import exchange, importing, links, sharing
from qwixx_pad.library.checkpoints import IdleCheckpointer
from qwixx_pad.library.importing import ImportPreview
from qwixx_pad.library.links import ALL_BUT_NOTES, LinkContent
from qwixx_pad.library.renaming import RenamePreview, preview_rename
from qwixx_pad.library.summaries import (
    NO_REMARK,
    REMARK_PREFIX,
    SUMMARY_VERSION,
    Remark,
    games_with_remark,
    read_remark,
    remark_key,
    sheet_from_score,
    summarise,
    without_remarks,
)
from qwixx_pad.observable import Observable
from qwixx_pad.settings import Settings
from qwixx_pad.storage import Notice, SavedGame, Storage, StorageError, data_folder, open_storage
from qwixx_pad.storage.saved import UNDO_IMPORT_KEY, PlayerRename
from qwixx_pad.storage.summary import GameQuery, GameState, Summary


@dataclass(frozen=True, slots=True)
class LibraryGame:
    """A stored game, ready to be shown.

    Attributes:
        summary: Its totals and their sources.
        sheets: One a seat; empty for a game that this version cannot read.
        remark: The owner's remark about it.
    """

    summary: Summary
    sheets: tuple[Sheet, ...] = ()
    remark: Remark = NO_REMARK

    @property
    def closed_letters(self) -> frozenset[str]:
        return frozenset(
            row.letter for score in self.summary.scores for row in score.rows if row.closed
        )

    @property
    def has_ended(self) -> bool:
        return self.summary.state is GameState.OVER


class Library(Observable):
    """The owner's games. While the disk does not answer, most queries find none."""

    def __init__(self, service: GameService, storage: Storage) -> None:
        super().__init__()
        self._service = service
        self._storage = storage
        self._sheets = service.sheets
        self._last_deleted: tuple[str, ...] = ()
        self.last_import: ImportPreview | None = None
        """The last import that was applied here and can be undone; None for none."""
        self._live_index = LiveIndex(storage, lambda saved: summarise(saved, service.sheets))

    @property
    def settings(self) -> Settings:
        return self._service.settings

    @property
    def owner_name(self) -> str:
        return self._service.settings.name

    @property
    def storage_notice(self) -> Notice | None:
        """A notice for the owner on the file of the games; None if the file is in order."""
        return self._storage.notice

    def adopt_older_copy(self) -> Failure | None:
        return self._reload_after(self._storage.adopt_older_copy)

    def dismiss_older_copy(self) -> None:
        self._storage.dismiss_older_copy()

    # queries

    def games_in_play(self) -> tuple[Summary, ...]:
        """The unfinished games, the latest first; none that were copied from paper."""
        found = self._current_index.matching_summaries(GameQuery(state=GameState.OPEN))
        return tuple(summary for summary in found if not summary.is_from_paper)

    def compact(self) -> None:
        """Summarise all games and compact their file; if the disk refuses that, it stays."""
        with suppress(StorageError):
            _ = self._live_index.read_index()
            self._storage.compact()

    def page(self, query: GameQuery, offset: int, limit: int) -> tuple[LibraryGame, ...]:
        """Some of the matching games, the latest first."""
        found = self._current_index.page(
            self._with_remark_matches(query), offset, limit, self.owner_name
        )
        remarks = self._service.read_notes(REMARK_PREFIX)
        return tuple(self._library_game(summary, remarks) for summary in found)

    def _with_remark_matches(self, query: GameQuery) -> GameQuery:
        """Extend a query: its search also finds letters of a place or a note."""
        if not query.search:
            return query
        found = games_with_remark(query.search, self._service.read_notes(REMARK_PREFIX))
        return replace(query, remark_matches=found)

    @property
    def _current_index(self) -> Index:
        """All games as they are now; none while the disk does not answer."""
        with suppress(StorageError):
            return self._live_index.read_index()
        return Index()

    def _library_game(self, summary: Summary, remarks: Mapping[str, str]) -> LibraryGame:
        remark = read_remark(summary.game, remarks)
        if not summary.scores:
            return LibraryGame(summary, remark=remark)
        try:
            setup = read_setup(summary.setup, self._sheets)
        except HeadError:
            return LibraryGame(summary, remark=remark)
        sheets = tuple(
            sheet_from_score(score, layout)
            for score, layout in zip(summary.scores, setup.layouts, strict=True)
        )
        return LibraryGame(summary, sheets, remark)

    def count_games(self, query: GameQuery) -> int:
        return self._current_index.count_games(self._with_remark_matches(query), self.owner_name)

    def evenings(self, query: GameQuery) -> tuple[Evening, ...]:
        """The evenings of the matching games, the latest first."""
        return self._current_index.evenings(
            self._with_remark_matches(query), self.owner_name, self._service.settings.best_of
        )

    def find(self, game: str) -> LibraryGame | None:
        """The game with an identifier, deleted or not."""
        summary = self._current_index.find(game)
        remarks = self._service.read_notes(REMARK_PREFIX)
        return None if summary is None else self._library_game(summary, remarks)

    def is_deleted(self, game: str) -> bool:
        return game in self._current_index.deleted

    def last_multiplayer_game(self) -> Summary | None:
        """The multiplayer game that began last, even without entries."""
        return self._current_index.last_multiplayer_game

    def series_of(self, game: str) -> Series | None:
        """The series of a game as it was at its end; None if it is in none.

        The settings say how many games a series has at most.
        """
        return self._current_index.series_until_game(game, self._service.settings.best_of)

    def records_in(self, game: str) -> PersonalRecords:
        """The records that the pad's owner set in a game."""
        return self._current_index.records_in(game, self.owner_name)

    def usual_rows(self, game: str, seat: int) -> tuple[RowStats, ...]:
        """Mean rows of the other sheets that the player of a seat finished on the same print."""
        return self._current_index.usual_row_stats(game, seat, self.owner_name)

    def players(self) -> tuple[Player, ...]:
        """Everybody who has played here by name, the most frequent first."""
        return self._current_index.players(self.owner_name)

    def names(self) -> frozenset[str]:
        games = self._current_index.matching_summaries(GameQuery(), self.owner_name)
        return frozenset(name for game in games for name in game.names)

    def played_layouts(self) -> tuple[str, ...]:
        """The printed sheets of all games; those from a seed once, as `NAME:`."""
        return self._current_index.played_layouts()

    def played_seats(self) -> tuple[int, ...]:
        """The numbers of players that games have had, ascending, each once."""
        return self._current_index.played_seats()

    def statistics_of(self, query: GameQuery) -> Statistics:
        """The figures of one player, of a group, or of everybody.

        Raises:
            StorageError: They cannot be read now.
        """
        return self._live_index.read_index().player_statistics(query, self.owner_name)

    def player_stats(self, query: GameQuery) -> tuple[PlayerStats, ...]:
        """The players of a group, or everybody, each with a few figures.

        Raises:
            StorageError: They cannot be read now.
        """
        return self._live_index.read_index().player_stats(query, self.owner_name)

    # changes

    def delete(self, game: str) -> Failure | None:
        """Remove a game from the list and the statistics; it can be restored."""
        return self._notify_if_done(lambda: self._storage.delete((game,), self._service.now()))

    def delete_all(self) -> Failure | None:
        """Delete all games; they can be restored."""
        return self._notify_if_done(self._delete_all_games)

    def _delete_all_games(self) -> None:
        deleted = self._live_index.read_index().deleted
        games = tuple(game for game in self._storage.game_ids() if game not in deleted)
        self._storage.delete(games, self._service.now())
        self._last_deleted = games

    def restore_all(self) -> Failure | None:
        """Undo the last `delete_all` of this process; games deleted before it stay so."""
        return self._notify_if_done(lambda: self._storage.restore(self._last_deleted))

    def restore_game(self, game: str) -> Failure | None:
        """Undo the deletion of a game."""
        return self._notify_if_done(lambda: self._storage.restore((game,)))

    def purge_deleted(self, query: GameQuery) -> Failure | None:
        """Remove the matching deleted games for good."""
        deleted = replace(query, deleted=True)
        if deleted == GameQuery(deleted=True):  # fresh sheets too, which no list shows
            return self._notify_if_done(
                lambda: self._purge_games(self._live_index.read_index().deleted)
            )
        return self._notify_if_done(
            lambda: self._purge_games([each.game for each in self._matching_summaries(deleted)])
        )

    def _purge_games(self, games: Collection[str]) -> None:
        self._storage.purge(games)
        remarks = self._service.read_notes(REMARK_PREFIX)
        for key in remarks.keys() & {remark_key(game) for game in games}:
            self._storage.drop_setting(key)

    def annotate(self, game: str, remark: Remark) -> Failure | None:
        """Replace the remark about a game; an empty one removes it."""
        key = remark_key(game)
        if remark == read_remark(game, self._service.read_notes(key)):
            return None
        if remark:
            return self._notify_if_done(lambda: self._storage.put_setting(key, remark.stored_text))
        return self._notify_if_done(lambda: self._storage.drop_setting(key))

    def correct_game(self, game: str, correction: Correction) -> Reason | None:
        """Enter a correction of a stored game; the reason if that is refused."""
        try:
            answer = self._service.open(game).enter(*correction.entries)
        except StorageError as error:
            return Failure.from_error(error)
        self._notify_watchers()
        return answer

    def _notify_if_done(self, action: Callable[[], object]) -> Failure | None:
        failure = storage_failure(action)
        if failure is None:
            self._notify_watchers()
        return failure

    # a player's name

    def preview_rename(self, old: str, new: str, open_games: Collection[str] = ()) -> RenamePreview:
        """Compute what another name for a player would change, as `renaming.preview_rename`.

        Raises:
            StorageError: The games here cannot be read now.
        """
        settings = Settings.from_texts(self._storage.read_settings())
        return preview_rename(old, new, self._storage.read_names(), settings, open_games)

    def rename_player(self, preview: RenamePreview) -> Failure | None:
        """Carry out a previewed renaming."""
        return self._reload_after(lambda: self._storage.rename(preview.rename))

    def last_rename(self) -> PlayerRename | None:
        """The last renaming, if it can be undone."""
        with suppress(StorageError):
            return self._storage.last_rename()
        return None

    def undo_rename(self) -> Failure | None:
        """Undo the last renaming. Seats and settings that were changed since then stay."""
        return self._reload_after(self._storage.undo_rename)

    def _reload_after(self, action: Callable[[], object]) -> Failure | None:
        """Run an action that changes open games and settings too, and read all of them again."""
        failure = storage_failure(action)
        self.reload_and_notify()
        return failure

    # export

    def iter_saved(self) -> Iterator[SavedGame]:
        """Yield all games that are not deleted, with their entries, oldest first.

        Raises:
            StorageError: They cannot be read now.
        """
        return (saved for saved, deleted in self._storage.iter_games() if deleted is None)

    def game_file(self, *games: str, remarks: bool = True) -> str:
        """Some games as a file that another pad opens, with their remarks or without.

        Raises:
            StorageError: One is missing, or cannot be read now.
        """
        saved = ((self._storage.load(game), None) for game in games)
        return "".join(self._encode_games(saved, remarks=remarks))

    def pack_games(
        self,
        games: Iterable[str],
        content: LinkContent = ALL_BUT_NOTES,
        moment: int | None = None,
    ) -> str:
        """The item of a link with some games, in their order; see `links.pack_games`.

        Raises:
            LinkTooLongError: No link holds that much.
            StorageError: One is missing, or cannot be read now.
        """
        saved = [self._storage.load(game) for game in games]
        return links.pack_games(saved, self._storage.read_settings(), content, moment)

    def _encode_games(
        self,
        games: Iterable[tuple[SavedGame, str | None]],
        settings: Settings | None = None,
        *,
        remarks: bool = True,
    ) -> Iterator[str]:
        """Yield the file with some games, and with the custom sheets that they were played on."""
        stored = self._storage.read_settings()
        known = stored if remarks else without_remarks(stored)
        return exchange.encode_file(games, self._service.now(), settings, known)

    def history_file(self) -> Iterator[str]:
        """Yield all games that the list shows, as a file.

        Raises:
            StorageError: They cannot be read now.
        """
        return self._encode_games((saved, None) for saved in self.iter_listed())

    def iter_listed(self) -> Iterator[SavedGame]:
        """Yield all games that the list shows, oldest first.

        Raises:
            StorageError: They cannot be read now.
        """
        counted = {summary.game for summary in self._matching_summaries(GameQuery())}
        return (saved for saved in self.iter_saved() if saved.head.id in counted)

    def backup_file(self) -> Iterator[str]:
        """Yield everything as a file: all games, the deleted ones too, and the settings.

        Raises:
            StorageError: They cannot be read now.
        """
        return self._encode_games(self._storage.iter_games(), self._service.settings)

    def games_table(self, query: GameQuery, *, decimal_comma: bool = False) -> Iterator[str]:
        """Yield a line a sheet, for a spreadsheet; see `games_csv`.

        Raises:
            StorageError: They cannot be read now.
        """
        return sharing.games_csv(self._matching_summaries(query), decimal_comma=decimal_comma)

    def _matching_summaries(self, query: GameQuery) -> Iterator[Summary]:
        return self._live_index.read_index().matching_summaries(
            self._with_remark_matches(query), self.owner_name
        )

    def game_table(self, summary: Summary, *, decimal_comma: bool = False) -> str:
        """One game, a line a sheet, for a spreadsheet."""
        return "".join(sharing.games_csv([summary], decimal_comma=decimal_comma))

    def statistics_table(self, query: GameQuery, *, decimal_comma: bool = False) -> Iterator[str]:
        """Yield a line a player, for a spreadsheet; see `statistics_csv`.

        Raises:
            StorageError: They cannot be read now.
        """
        rows = (
            (each.name, self.statistics_of(replace(query, players=(each.name,))))
            for each in self.player_stats(query)
        )
        kinds = dict.fromkeys(row.row_kind for row in self.statistics_of(query).rows)
        return sharing.statistics_csv(rows, tuple(kinds), decimal_comma=decimal_comma)

    # import

    def preview_import(
        self, data: bytes, max_bytes: int = exchange.MAX_IMPORT_BYTES
    ) -> ImportPreview:
        """Compute the changes of a file's import; nothing is written.

        Raises:
            ImportRefusedError: The file is not imported.
            StorageError: The games here cannot be read now.
        """
        return self.preview_file(links.read_games(data, self._service.now(), max_bytes))

    def preview_file(self, file: exchange.ExchangeFile) -> ImportPreview:
        """Compute the changes of an import; nothing is written.

        Raises:
            StorageError: The games here cannot be read now.
        """
        settings = self._storage.read_settings()
        return importing.preview_import(
            file, self._storage.load, self._live_index.read_index(), self._sheets, settings
        )

    def apply_import(self, preview: ImportPreview) -> Failure | None:
        return self._reload_after(lambda: self.write_import(preview))

    def write_import(self, preview: ImportPreview) -> None:
        """Apply a previewed import and notify nobody; it may run in another thread.

        Raises:
            StorageError: Nothing was written.
        """
        self._sheets.save_texts(preview.sheets)
        if preview.batch:  # one that adds nothing leaves the last to be undone
            self._storage.import_games(preview.batch)
            self.last_import = preview
        self._sheets.reload_settings()
        if preview.sheets:  # games that are here already may be on one of them
            self._storage.invalidate_summaries(GameState.UNREADABLE)
        self.compact()

    def reload_and_notify(self) -> None:
        """Read open games and settings again, and notify the watchers."""
        self._service.reload_all()
        self._notify_watchers()

    def can_undo_import(self) -> bool:
        with suppress(StorageError):
            return UNDO_IMPORT_KEY in self._storage.read_settings()
        return False

    def undo_import(self) -> Failure | None:
        return self._reload_after(self._storage.undo_import)


@contextmanager
def opened_library(
    data: Path | None = None,
    custom: Mapping[str, Layout] = MappingProxyType({}),
) -> Iterator[tuple[GameService, Library, Notice | None]]:
    """Open the storage and yield the games in it; close it at the end.

    Args:
        data: Folder of the games; None for the platform's.
        custom: Custom sheets that are offered while it is open, by their names.

    Raises:
        StorageError: The games can neither be opened nor set aside; the text says why.
    """
    storage, notice = open_storage(
        data_folder(data), now=datetime.now(UTC), summary_version=SUMMARY_VERSION
    )
    IdleCheckpointer(storage)
    sheets = SheetCatalog(installed_layouts(), storage, custom)
    service = GameService(storage, sheets, lambda: datetime.now(UTC), lambda: uuid.uuid4().hex)
    library = Library(service, storage)
    try:
        library.compact()
        yield service, library, notice
    finally:
        storage.close()

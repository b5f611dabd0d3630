"""The preview of an import. The same game twice is one game."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from qwixx_pad.core.layout import Layout
from qwixx_pad.core.notation import HeadError, read_setup
from qwixx_pad.games.custom_sheets import (
    MAX_CUSTOM_SHEETS,
    ExtendedLayouts,
    SheetText,
    offer_settings,
)
from qwixx_pad.games.played_game import normalized_head, sheet_names_in
from qwixx_pad.history.index import Index
from qwixx_pad.layouts import canonical_text, is_custom
from qwixx_pad.library.exchange import ExchangeFile, IncomingGame
from qwixx_pad.library.summaries import game_state, line_digest, remark_key, replay_saved
from qwixx_pad.settings import Settings
from qwixx_pad.storage import SavedGame, UnknownGame
from qwixx_pad.storage.saved import ImportBatch
from qwixx_pad.storage.summary import GameState, iso_timestamp

_UUID_NAMESPACE = uuid.UUID("5c1ab3a6-9f0e-4c58-8a57-7179786b7061")
"""Namespace of the identifiers of games without one, so that equal games get the same."""

_MAX_FILE_SHEETS = 5 * MAX_CUSTOM_SHEETS
"""Most custom sheets that one file brings."""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The changes that an import would make.

    Attributes:
        batch: The changes to write.
        known: Games stored here in the same state.
        unreadable: Games that are invalid or break the rules.
        too_long: Games with more entries than a pad stores.
        unknown_layouts: Imported games whose printed sheet is unknown here.
        sheets: Custom sheets that are not here yet.
        offered_count: Number of custom sheets that will be offered and are not now.
        damaged_sheets: Number of names of such sheets with an invalid text.
        clashing_sheets: Number of such sheets with the name of another one here.
        new_remarks: Number of games without a remark that get one.
        new_deleted, new_blank: How many of the new games come as deleted ones, or with nothing on
            any sheet: they are in no list.
        known_uncounted: How many of the known games are such in the file.
        adopted, kept: Keys of the settings that differ in the file: those that come, and those
            that stay because they were chosen here.
    """

    batch: ImportBatch
    known: int
    unreadable: int
    too_long: int = 0
    unknown_layouts: int = 0
    sheets: tuple[SheetText, ...] = ()
    offered_count: int = 0
    damaged_sheets: int = 0
    clashing_sheets: int = 0
    new_remarks: int = 0
    new_deleted: int = 0
    new_blank: int = 0
    known_uncounted: int = 0
    adopted: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.batch or self.sheets)

    @property
    def settings_count(self) -> int:
        """Number of new settings, without offered sheets and remarks."""
        return len(self.batch.settings) - self.offered_count - self.new_remarks

    @property
    def new_count(self) -> int:
        """Number of new games that count."""
        return len(self.batch.new_games) - self.new_deleted - self.new_blank

    @property
    def known_count(self) -> int:
        """Number of known games that count."""
        return self.known - self.known_uncounted

    @property
    def game_count(self) -> int:
        """Number of games in the file that count."""
        changed = {game for game, *_ in self.batch.continued} | {*self.batch.restored}
        left_out = self.unreadable + self.too_long
        return self.new_count + len(changed) + self.known_count + left_out


class _ImportSorter:
    """A sorter of the games of a file, one after the other, by the games that are here."""

    def __init__(
        self,
        load: Callable[[str], SavedGame],
        index: Index,
        layouts: Mapping[str, Layout],
    ) -> None:
        self._load = load
        self._index = index
        self.sheets: dict[str, SheetText] = {}
        self._layouts = ExtendedLayouts(layouts, self.sheets.get)
        self.clashing: set[str] = set()
        self.new: dict[str, tuple[SavedGame, str | None]] = {}
        self.continued: dict[str, tuple[str, int, SavedGame]] = {}
        self.restored: set[str] = set()
        self.remarks: dict[str, str] = {}
        self.blank: set[str] = set()
        self.known = 0
        self.known_uncounted = 0
        self.unreadable = 0

    def sort_game(self, incoming: IncomingGame) -> None:
        """Sort one game into new, continued, known or unreadable."""
        self.add_sheets(incoming.sheets)
        clash = any(self._is_clashing(sheet) for sheet in incoming.sheets)
        normalized = None if clash else self._normalized(incoming)
        if normalized is None:
            self.unreadable += 1
            return
        known = self.known
        saved = normalized.saved if normalized.saved.head.id else _with_new_id(normalized.saved)
        self._sort_named(replace(normalized, saved=saved), has_id=saved is normalized.saved)
        if not normalized.counts:
            self.known_uncounted += self.known - known

    def add_sheets(self, sheets: Iterable[SheetText]) -> None:
        """Add the sheets that come with a game and are not here yet."""
        for sheet in sheets:
            if sheet.name not in self._layouts:
                if len(self.sheets) < _MAX_FILE_SHEETS:
                    self.sheets[sheet.name] = sheet
            elif self._is_clashing(sheet):
                self.clashing.add(sheet.name)

    def _is_clashing(self, sheet: SheetText) -> bool:
        """Return whether another sheet has its name: hashes are short, and anybody may make one."""
        here = self._layouts.get(sheet.name)
        return here is not None and canonical_text(here) != sheet.text

    def _knows_sheets(self, setup: str) -> bool:
        return all(name in self._layouts for name in sheet_names_in(setup).split(","))

    @property
    def unknown_layouts(self) -> int:
        """Number of imported games on sheets that are unknown here."""
        coming = [*self.new.values(), *((saved, None) for *_, saved in self.continued.values())]
        return sum(not self._knows_sheets(saved.head.setup) for saved, _ in coming)

    def _sort_named(self, incoming: IncomingGame, *, has_id: bool) -> None:
        local = self._find_local(incoming.saved, has_id=has_id)
        if local is None:
            self._add_new(incoming)
        elif _starts_with(incoming.saved, local):
            self._add_continued(incoming, local)
        elif _starts_with(local, incoming.saved):
            self._count_known(incoming, local)
        else:
            self._sort_named(replace(incoming, saved=_with_new_id(incoming.saved)), has_id=True)
            return
        if incoming.remark:
            self.remarks[remark_key(incoming.saved.head.id)] = incoming.remark.stored_text

    def _normalized(self, incoming: IncomingGame) -> IncomingGame | None:
        """Return it as this pad would write it, a name a seat; None if the rules do not accept it.

        A game on a sheet that only a newer pad knows stays unchanged.
        """
        saved, head = incoming.saved, incoming.saved.head
        try:
            setup = read_setup(head.setup, self._layouts)
        except HeadError:
            named = head.id or is_custom(head.setup)
            return None if not named or self._knows_sheets(head.setup) else incoming
        normalized = replace(saved, head=normalized_head(head, setup))
        state = game_state(replay_saved(normalized, self._layouts))
        if state is GameState.UNREADABLE:
            return None
        return replace(incoming, saved=normalized, is_blank=state is GameState.UNTOUCHED)

    def _find_local(self, saved: SavedGame, *, has_id: bool) -> SavedGame | None:
        """Return the game here with this identifier, or, without one, with this very line.

        Games found earlier in the file count too.
        """
        head = saved.head
        if head.id in self.new:
            return self.new[head.id][0]
        if head.id in self.continued:
            return self.continued[head.id][2]
        same = None if has_id else self._index.find_duplicate(line_digest(saved))
        try:
            return self._load(same or head.id)
        except UnknownGame:
            return None

    def _add_new(self, incoming: IncomingGame) -> None:
        deleted = None if incoming.deleted_at is None else iso_timestamp(incoming.deleted_at)
        game = incoming.saved.head.id
        self.new[game] = (incoming.saved, deleted)
        self.blank.discard(game)
        if incoming.is_blank and deleted is None:
            self.blank.add(game)

    def _add_continued(self, incoming: IncomingGame, local: SavedGame) -> None:
        game = local.head.id
        here = len(local.entries)
        if len(incoming.saved.entries) == here:
            self._count_known(incoming, local)
        elif game in self.new:
            self._add_new(incoming)
            self.known += 1
        else:
            if game in self.continued:
                here = self.continued[game][1]
                self.known += 1
            self.continued[game] = (game, here, incoming.saved)
            self._restore_deleted(incoming, game)

    def _count_known(self, incoming: IncomingGame, local: SavedGame) -> None:
        """Count a game that is here already, though it may be restored."""
        game = local.head.id
        met = game in self.continued or game in self.restored
        if not self._restore_deleted(incoming, game) or met:
            self.known += 1

    def _restore_deleted(self, incoming: IncomingGame, game: str) -> bool:
        """Restore a game deleted here and not there; return whether it was one."""
        back = incoming.deleted_at is None and game not in self.new and game in self._index.deleted
        if back:
            self.restored.add(game)
        return back


def _starts_with(one: SavedGame, other: SavedGame) -> bool:
    mine, theirs = ([entry.token for entry in saved.entries] for saved in (one, other))
    return one.head.setup == other.head.setup and mine[: len(theirs)] == theirs


def _with_new_id(saved: SavedGame) -> SavedGame:
    """Return it under another identifier, derived from the old one and the entries."""
    name = uuid.uuid5(_UUID_NAMESPACE, f"{saved.head.id} {line_digest(saved)}").hex
    return replace(saved, head=replace(saved.head, id=name))


def preview_import(
    file: ExchangeFile,
    load: Callable[[str], SavedGame],
    index: Index,
    layouts: Mapping[str, Layout],
    settings: Mapping[str, str],
) -> ImportPreview:
    """Compute the changes of an import, without writing any."""
    sorter = _ImportSorter(load, index, layouts)
    sorter.add_sheets(file.offered_texts)
    for incoming in file.games:
        sorter.sort_game(incoming)
    sheets = [each.name for each in file.offered_texts if each.name not in sorter.clashing]
    offered = offer_settings(sheets, settings)
    missing = [(key, text) for key, text in file.settings if key not in settings]
    current = Settings.from_texts(settings).to_texts()
    differing = [key for key, text in file.settings if text != current[key]]
    remarks = [(key, text) for key, text in sorter.remarks.items() if key not in settings]
    return ImportPreview(
        ImportBatch(
            new_games=tuple(sorter.new.values()),
            continued=tuple(
                (game, here, saved.entries[here:])
                for game, here, saved in sorter.continued.values()
            ),
            restored=tuple(sorted(sorter.restored)),
            settings=(*missing, *offered, *remarks),
        ),
        sorter.known,
        sorter.unreadable + file.unreadable,
        file.too_long,
        sorter.unknown_layouts,
        tuple(sorter.sheets.values()),
        offered_count=len(offered),
        damaged_sheets=len(file.damaged_sheets),
        clashing_sheets=len(sorter.clashing),
        new_remarks=len(remarks),
        new_deleted=sum(deleted is not None for _, deleted in sorter.new.values()),
        new_blank=len(sorter.blank),
        known_uncounted=sorter.known_uncounted,
        adopted=tuple(key for key in differing if key not in settings),
        kept=tuple(key for key in differing if key in settings),
    )

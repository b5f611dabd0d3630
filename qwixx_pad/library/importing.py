"""What a file would add to the games that are here. The same game twice is one game."""

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
from qwixx_pad.games.played_game import normalized_head
from qwixx_pad.history.index import Index
from qwixx_pad.layouts import canonical_text, is_custom
from qwixx_pad.library.exchange import ExchangeFile, IncomingGame
from qwixx_pad.library.summaries import line_digest, remark_key, replay_saved, sheet_names_in
from qwixx_pad.storage import SavedGame, UnknownGame
from qwixx_pad.storage.saved import ImportBatch
from qwixx_pad.storage.summary import iso_timestamp

_UUID_NAMESPACE = uuid.UUID("5c1ab3a6-9f0e-4c58-8a57-7179786b7061")
"""Names of games that bring none are made in this space, so that the same game has the same."""

_MAX_FILE_SHEETS = 5 * MAX_CUSTOM_SHEETS
"""How many sheets of one's own one file brings at most."""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What an import would do, before it is done.

    Attributes:
        batch: What would be written.
        known: Games that are here as they are there.
        unreadable: Games that make no sense, or that the rules do not accept.
        too_long: Games with more entries than any that a pad keeps.
        unknown_layouts: Games among those that come in whose printed sheet is not known here.
        sheets: Sheets of one's own that are not here yet.
        offered_count: How many sheets of one's own will be offered that are not now.
        damaged_sheets: How many names of such sheets stand for nothing that is a sheet.
        clashing_sheets: How many of such sheets have the name of another one that is here.
        new_remarks: How many games get a remark that have none.
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

    def __bool__(self) -> bool:
        return bool(self.batch or self.sheets)

    @property
    def settings_count(self) -> int:
        """How many settings come in that say neither what is offered nor what was written."""
        return len(self.batch.settings) - self.offered_count - self.new_remarks

    @property
    def game_count(self) -> int:
        """How many games the file has."""
        changed = {game for game, *_ in self.batch.continued} | {*self.batch.restored}
        left_out = self.unreadable + self.too_long
        return len(self.batch.new_games) + len(changed) + self.known + left_out


class _ImportSorter:
    """Sorts the games of a file, one after the other, beside those that are here."""

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
        self.known = 0
        self.unreadable = 0

    def sort_game(self, incoming: IncomingGame) -> None:
        """Put one game where it belongs."""
        self.add_sheets(incoming.sheets)
        clash = any(self._is_clashing(sheet) for sheet in incoming.sheets)
        saved = None if clash else self._normalized(incoming.saved)
        if saved is None:
            self.unreadable += 1
        else:
            self._sort_named(_with_id(replace(incoming, saved=saved)), has_id=bool(saved.head.id))

    def add_sheets(self, sheets: Iterable[SheetText]) -> None:
        """Let games be played on the sheets that come with one and are not here yet."""
        for sheet in sheets:
            if sheet.name not in self._layouts:
                if len(self.sheets) < _MAX_FILE_SHEETS:
                    self.sheets[sheet.name] = sheet
            elif self._is_clashing(sheet):
                self.clashing.add(sheet.name)

    def _is_clashing(self, sheet: SheetText) -> bool:
        """Whether another sheet has its name: a hash is short, and anybody may have made it."""
        here = self._layouts.get(sheet.name)
        return here is not None and canonical_text(here) != sheet.text

    def _knows_sheets(self, setup: str) -> bool:
        return all(name in self._layouts for name in sheet_names_in(setup).split(","))

    @property
    def unknown_layouts(self) -> int:
        """How many games that come in are on sheets that are not known here."""
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

    def _normalized(self, saved: SavedGame) -> SavedGame | None:
        """As this pad would write it, a name a seat; None if the rules do not accept it.

        What is on a sheet that only a newer pad knows stays as it is.
        """
        head = saved.head
        try:
            setup = read_setup(head.setup, self._layouts)
        except HeadError:
            named = head.id or is_custom(head.setup)
            return None if not named or self._knows_sheets(head.setup) else saved
        normalized = replace(saved, head=normalized_head(head, setup))
        return None if replay_saved(normalized, self._layouts) is None else normalized

    def _find_local(self, saved: SavedGame, *, has_id: bool) -> SavedGame | None:
        """The game that is here under this identifier, or, without one, with this very line.

        It counts as here too once it was met in the file.
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
        self.new[incoming.saved.head.id] = (incoming.saved, deleted)

    def _add_continued(self, incoming: IncomingGame, local: SavedGame) -> None:
        game, here = local.head.id, len(local.entries)
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
        """It is here already, though it may come back."""
        game = local.head.id
        met = game in self.continued or game in self.restored
        if not self._restore_deleted(incoming, game) or met:
            self.known += 1

    def _restore_deleted(self, incoming: IncomingGame, game: str) -> bool:
        """Whether it was deleted here and is not deleted there."""
        back = incoming.deleted_at is None and game not in self.new and game in self._index.deleted
        if back:
            self.restored.add(game)
        return back


def _starts_with(one: SavedGame, other: SavedGame) -> bool:
    mine, theirs = ([entry.token for entry in saved.entries] for saved in (one, other))
    return one.head.setup == other.head.setup and mine[: len(theirs)] == theirs


def _with_id(incoming: IncomingGame) -> IncomingGame:
    """With an identifier: the file's own, or one that the same game always gets."""
    return (
        incoming
        if incoming.saved.head.id
        else replace(incoming, saved=_with_new_id(incoming.saved))
    )


def _with_new_id(saved: SavedGame) -> SavedGame:
    """Under another identifier, made of the old one and of what was entered."""
    name = uuid.uuid5(_UUID_NAMESPACE, f"{saved.head.id} {line_digest(saved)}").hex
    return replace(saved, head=replace(saved.head, id=name))


def preview_import(
    file: ExchangeFile,
    load: Callable[[str], SavedGame],
    index: Index,
    layouts: Mapping[str, Layout],
    settings: Mapping[str, str],
) -> ImportPreview:
    """What taking in the content of a file would do."""
    sorter = _ImportSorter(load, index, layouts)
    sorter.add_sheets(file.offered_texts)
    for incoming in file.games:
        sorter.sort_game(incoming)
    sheets = [each.name for each in file.offered_texts if each.name not in sorter.clashing]
    offered = offer_settings(sheets, settings)
    missing = [(key, text) for key, text in file.settings if key not in settings]
    remarks = [(key, text) for key, text in sorter.remarks.items() if key not in settings]
    intake = ImportBatch(
        new_games=tuple(sorter.new.values()),
        continued=tuple(
            (game, here, saved.entries[here:]) for game, here, saved in sorter.continued.values()
        ),
        restored=tuple(sorted(sorter.restored)),
        settings=(*missing, *offered, *remarks),
    )
    return ImportPreview(
        intake,
        sorter.known,
        sorter.unreadable + file.unreadable,
        file.too_long,
        sorter.unknown_layouts,
        tuple(sorter.sheets.values()),
        offered_count=len(offered),
        damaged_sheets=len(file.damaged_sheets),
        clashing_sheets=len(sorter.clashing),
        new_remarks=len(remarks),
    )

"""The preview of an import: the games of a file, compared with those that are stored here."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

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
"""Most custom sheets that are taken from one file."""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The changes that an import would make.

    Attributes:
        batch: The changes to write.
        known: Number of games that are stored here with the same entries or more and are not
            restored, and of games that the file repeats.
        known_as: Identifiers that the known games have here, which may differ from the file's.
        unreadable: Number of games that are invalid, break the rules, or are on a custom sheet with
            the name of another one here.
        too_long: Number of games with more entries than a pad stores.
        unknown_layouts: Number of imported games whose printed sheet this pad does not know.
        sheets: Custom sheets that are not stored here.
        offered_count: Number of custom sheets that will be offered and are not now.
        damaged_sheets: Number of custom sheets with an invalid text.
        clashing_sheets: Number of custom sheets with the name of another one here.
        new_remarks: Number of games that get a remark.
        new_deleted, new_blank: Numbers of new games that no list has: those that are deleted, and
            those with nothing on any sheet.
        known_uncounted: Number of known games that are deleted or blank in the file.
        adopted: Keys of settings that differ in the file and are taken from it.
        kept: Keys of settings that differ in the file and stay, because they were chosen here.
    """

    batch: ImportBatch
    known: int
    unreadable: int
    known_as: tuple[str, ...] = ()
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
        """Number of new settings, without those that offer sheets, and without remarks."""
        return len(self.batch.settings) - self.offered_count - self.new_remarks

    @property
    def new_count(self) -> int:
        """Number of new games that lists and statistics count."""
        return len(self.batch.new_games) - self.new_deleted - self.new_blank

    @property
    def known_count(self) -> int:
        """Number of known games that lists and statistics count."""
        return self.known - self.known_uncounted

    @property
    def game_count(self) -> int:
        """Number of games in the file, except new or known ones that are deleted or blank."""
        changed = {game for game, *_ in self.batch.continued} | {*self.batch.restored}
        left_out = self.unreadable + self.too_long
        return self.new_count + len(changed) + self.known_count + left_out


class _ContinuedGame(NamedTuple):
    """A game of a file with more entries than the same game has here, and their number here."""

    here: int
    saved: SavedGame


class _ImportSorter:
    """Sorts the games of a file, one after the other, by the games that are stored here."""

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
        self.continued: dict[str, _ContinuedGame] = {}
        self.restored: set[str] = set()
        self.remarks: dict[str, str] = {}
        self.blank: set[str] = set()
        self.known = 0
        self.known_as: list[str] = []
        self.known_uncounted = 0
        self.unreadable = 0

    def sort_game(self, incoming: IncomingGame) -> None:
        """Sort one game into new, continued, restored, known or unreadable."""
        self.add_sheets(incoming.sheets)
        is_clashing = any(self._is_clashing(sheet) for sheet in incoming.sheets)
        normalized = None if is_clashing else self._normalized(incoming)
        if normalized is None:
            self.unreadable += 1
            return
        known_before = self.known
        if normalized.saved.head.id:
            self._sort_named(normalized, has_id=True)
        else:
            saved = _with_new_id(normalized.saved)
            self._sort_named(replace(normalized, saved=saved), has_id=False)
        if not normalized.counts:
            self.known_uncounted += self.known - known_before

    def add_sheets(self, sheets: Iterable[SheetText]) -> None:
        """Add the sheets that are not stored here, up to `_MAX_FILE_SHEETS`, and note clashes."""
        for sheet in sheets:
            if sheet.name not in self._layouts:
                if len(self.sheets) < _MAX_FILE_SHEETS:
                    self.sheets[sheet.name] = sheet
            elif self._is_clashing(sheet):
                self.clashing.add(sheet.name)

    def _is_clashing(self, sheet: SheetText) -> bool:
        """True if another sheet here has its name: hashes are short, and anybody may forge one."""
        here = self._layouts.get(sheet.name)
        return here is not None and canonical_text(here) != sheet.text

    def _knows_sheets(self, setup: str) -> bool:
        return all(name in self._layouts for name in sheet_names_in(setup).split(","))

    @property
    def unknown_layouts(self) -> int:
        """Number of imported games on sheets that this pad does not know."""
        saved_games = [saved for saved, _ in self.new.values()]
        saved_games += [continued.saved for continued in self.continued.values()]
        return sum(not self._knows_sheets(saved.head.setup) for saved in saved_games)

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
        """The game as this pad would write it, a name a seat; None if the rules refuse it.

        A game on an unknown sheet stays unchanged if it has an identifier or the sheet is custom;
        else the result is None too.
        """
        head = incoming.saved.head
        try:
            setup = read_setup(head.setup, self._layouts)
        except HeadError:
            named = head.id or is_custom(head.setup)
            return None if not named or self._knows_sheets(head.setup) else incoming
        normalized = replace(incoming.saved, head=normalized_head(head, setup))
        state = game_state(replay_saved(normalized, self._layouts))
        if state is GameState.UNREADABLE:
            return None
        return replace(incoming, saved=normalized, is_blank=state is GameState.UNTOUCHED)

    def _find_local(self, saved: SavedGame, *, has_id: bool) -> SavedGame | None:
        """The game here with this identifier; without one, that with the same game line.

        Games found earlier in the file count too.
        """
        head = saved.head
        if head.id in self.new:
            return self.new[head.id][0]
        if head.id in self.continued:
            return self.continued[head.id].saved
        same = None if has_id else self._index.games_by_digest.get(line_digest(saved))
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
                here = self.continued[game].here
                self.known += 1
            self.continued[game] = _ContinuedGame(here, incoming.saved)
            self._restore_deleted(incoming, game)

    def _count_known(self, incoming: IncomingGame, local: SavedGame) -> None:
        """Count a known game; if it is deleted here and not in the file, restore it instead."""
        game = local.head.id
        is_repeated = game in self.continued or game in self.restored
        if not self._restore_deleted(incoming, game) or is_repeated:
            self.known += 1
            self.known_as.append(game)

    def _restore_deleted(self, incoming: IncomingGame, game: str) -> bool:
        """Restore a game that is deleted here and not in the file; True if it was one."""
        if incoming.deleted_at is not None or game in self.new or game not in self._index.deleted:
            return False
        self.restored.add(game)
        return True


def _starts_with(longer: SavedGame, shorter: SavedGame) -> bool:
    return (
        longer.head.setup == shorter.head.setup
        and len(longer.entries) >= len(shorter.entries)
        and all(a.token == b.token for a, b in zip(longer.entries, shorter.entries, strict=False))
    )


def _with_new_id(saved: SavedGame) -> SavedGame:
    """The game under another identifier, derived from the old one and the entries."""
    name = uuid.uuid5(_UUID_NAMESPACE, f"{saved.head.id} {line_digest(saved)}").hex
    return replace(saved, head=replace(saved.head, id=name))


def preview_import(
    file: ExchangeFile,
    load: Callable[[str], SavedGame],
    index: Index,
    layouts: Mapping[str, Layout],
    settings: Mapping[str, str],
) -> ImportPreview:
    """Compute the changes of an import; nothing is written."""
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
        batch=ImportBatch(
            new_games=tuple(sorter.new.values()),
            continued=tuple(
                (game, here, saved.entries[here:])
                for game, (here, saved) in sorter.continued.items()
            ),
            restored=tuple(sorted(sorter.restored)),
            settings=(*missing, *offered, *remarks),
        ),
        known=sorter.known,
        known_as=tuple(sorter.known_as),
        unreadable=sorter.unreadable + file.unreadable,
        too_long=file.too_long,
        unknown_layouts=sorter.unknown_layouts,
        sheets=tuple(sorter.sheets.values()),
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

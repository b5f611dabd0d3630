"""The storage: a journal that opens in whatever state its file is."""

import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from secrets import token_hex

from qwixx_pad.storage.content import (
    ImportedGame,
    JournalState,
    Record,
    RecordType,
    checked_text,
    decode_line,
    encode_entries,
    encode_game,
    encode_record,
)
from qwixx_pad.storage.folder import (
    JOURNAL_FILE,
    LOCK_TIMEOUT_S,
    LockTimeoutError,
    Notice,
    Recovery,
    file_lock,
)
from qwixx_pad.storage.journal_file import (
    Journal,
    JournalReading,
    append_line,
    find_older_copy,
    quarantine_journal,
    read_journal,
    replace_journal,
)
from qwixx_pad.storage.saved import (
    ABSENT_LENGTH,
    UNDO_IMPORT_KEY,
    CannotWrite,
    Conflict,
    GameHead,
    ImportBatch,
    PlayerRename,
    SavedEntry,
    SavedGame,
    Summaries,
    Summarise,
    settings_before_import,
    write_error_type,
)
from qwixx_pad.storage.summary import GameState, iso_timestamp, pack_summary, unpack_summary


def import_records(content: JournalState, batch: ImportBatch) -> Iterator[Record]:
    """The records of an import, with the data to undo it.

    Raises:
        Conflict: A game was changed meanwhile.
        ValueError: A text or a time that cannot be stored.
    """
    notes: dict[str, ImportedGame] = {}
    for saved, deleted in batch.new_games:
        game = saved.head.id
        if game in content.games or game in notes:
            raise Conflict(f"game {game} is here already")
        yield from encode_game(saved)
        if deleted is not None:
            yield encode_record(RecordType.DELETE, game, deleted)
        notes[game] = ImportedGame(game, ABSENT_LENGTH, len(saved.entries), None)
    for game, number, entries in batch.continued:
        if game not in content.games or content.games[game].length != number:
            raise Conflict(f"game {game} was changed meanwhile")
        yield encode_entries(game, number, entries)
        notes[game] = ImportedGame(game, number, number + len(entries), None)
    for game in batch.restored:
        if game in content.deleted:
            yield encode_record(RecordType.RESTORE, game)
            length = content.games[game].length
            note = notes.get(game, ImportedGame(game, length, length, None))
            notes[game] = note._replace(deleted_at=content.deleted[game])
    yield encode_record(RecordType.IMPORTED, *notes.values())
    for key, text in batch.settings:
        yield encode_record(RecordType.SET, checked_text(key), checked_text(text))
    backup = {key: [content.settings.get(key), text] for key, text in batch.settings}
    yield encode_record(RecordType.SET, UNDO_IMPORT_KEY, json.dumps(backup))


def undo_records(content: JournalState) -> Iterator[Record]:
    """The records that undo the last import; games whose logs have changed since stay."""
    for game, before, after, deleted in content.imported:
        if game not in content.games or content.games[game].length != after:
            continue
        if before == ABSENT_LENGTH:
            yield encode_record(RecordType.PURGE, game)
            continue
        yield encode_record(RecordType.TRUNCATE, game, before)
        if deleted is not None and game not in content.deleted:
            yield encode_record(RecordType.DELETE, game, deleted)
    yield encode_record(RecordType.IMPORTED)
    for key, value in settings_before_import(content.settings).items():
        yield (
            encode_record(RecordType.UNSET, key)
            if value is None
            else encode_record(RecordType.SET, key, value)
        )


class Storage(Journal):
    """A store of games and settings. After a method returns, its change is on the disk.

    Any text is stored unchanged, control characters and NUL included. Only a lone surrogate outside
    of names, and a time without a zone, is refused: with a ValueError, and nothing is written. A
    game with such an identifier is reported as unknown.
    """

    _new_summaries = 0
    """Summaries made since the last compacting."""

    def add_game(self, head: GameHead) -> None:
        """Store a new game without entries.

        Raises:
            Conflict: The identifier is taken.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be stored.
        """
        line = encode_game(SavedGame(head, ()))
        with self.write_access() as (content, records):
            if head.id in content.games:
                raise Conflict(f"game {head.id} is here already")
            records.extend(line)

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Store the next entries of a game; arguments and errors are those of `GameLog`."""
        record = encode_entries(game, number, entries)
        with self.write_access() as (content, records):
            if content.game_log(game).length != number:
                raise Conflict(f"entry {number} of game {game} is not the next one")
            records.append(record)

    def load(self, game: str) -> SavedGame:
        """Load a game with its entries; errors are those of `GameLog`."""
        with self.read_access() as content:
            return content.decode_game(game)

    def game_ids(self) -> tuple[str, ...]:
        """The identifiers of all games, deleted ones too, in the order of their start."""
        with self.read_access() as content:
            return tuple(sorted(content.games, key=content.start_key))

    def newest_game(self) -> SavedGame | None:
        """The game that was started last and is not deleted; None if there is none."""
        with self.read_access() as content:
            games = content.games.keys() - content.deleted.keys()
            newest = max(games, key=content.start_key, default=None)
            return None if newest is None else content.decode_game(newest)

    def read_settings(self) -> dict[str, str]:
        """All settings, as texts by their keys."""
        with self.read_access() as content:
            return dict(content.settings)

    def put_setting(self, key: str, value: str) -> None:
        """Store one setting.

        Raises:
            CannotWrite: Nothing was written.
            ValueError: A text that cannot be stored.
        """
        setting = encode_record(RecordType.SET, checked_text(key), checked_text(value))
        with self.write_access() as (_, records):
            records.append(setting)

    def drop_setting(self, key: str) -> None:
        """Remove a setting, if it is there.

        Raises:
            CannotWrite: Nothing was written.
            ValueError: A key that cannot be stored.
        """
        checked_text(key)
        with self.write_access() as (content, records):
            if key in content.settings:
                records.append(encode_record(RecordType.UNSET, key))

    def read_summaries(
        self, summarise: Summarise, known_version: object = None
    ) -> Summaries | None:
        """Read the summaries of all games, whichever process wrote them.

        Args:
            summarise: Makes the summary of a game by the rules; called for each game of which none
                is stored, or none of all its entries.
            known_version: Version of the last result.

        Returns:
            None if nothing was written since `known_version`.

        Raises:
            StorageError: The disk does not answer.
        """
        while True:
            with self.read_access() as content:
                for game in [*islice(content.stale, _SUMMARY_BATCH)]:
                    summary = summarise(content.decode_game(game))
                    content.set_summary(unpack_summary(pack_summary(summary)))  # as it will be read
                    self._new_summaries += 1
                if content.stale:
                    continue
                version = (content, content.applied_records)
                if version == known_version:
                    return None
                return Summaries(version, dict(content.summaries), frozenset(content.deleted))

    def invalidate_summaries(self, state: GameState) -> None:
        """Have the summaries of all games in a state made again, when they are next read."""
        with self.read_access() as content:
            stale = (game for game, known in content.summaries.items() if known.state is state)
            content.stale.update(dict.fromkeys(stale))
            content.applied_records += 1

    def compact(self) -> None:
        """Rewrite the file with one line a game, if many more lines or summaries have gathered.

        If the disk refuses that, the file stays as it is, and nothing is raised.
        """
        with self.read_access() as content:
            games = len(content.games)
            excess_lines = self._reading.lines - games
        if self._new_summaries > 16 + games // 100 or excess_lines > 500 + games // 4:
            self.rewrite()
            self._new_summaries = 0

    def iter_games(self) -> Iterator[tuple[SavedGame, str | None]]:
        """Yield every stored game, and when it was deleted if it was; oldest first.

        Others may write meanwhile; what they add may be missing.
        """
        for game in self.game_ids():
            with self.read_access() as content:
                saved = content.decode_game(game) if game in content.games else None
                deleted = content.deleted.get(game)
            if saved is not None:
                yield saved, deleted

    def delete(self, games: Iterable[str], at: datetime) -> None:
        """Take games out of the list and the statistics; their entries stay.

        Raises:
            Conflict: One of them does not exist; nothing has changed.
            CannotWrite: Nothing has changed.
        """
        wanted = set(games)
        timestamp = iso_timestamp(at)
        with self.write_access() as (content, records):
            if not wanted <= content.games.keys():
                raise Conflict("a game that is not here cannot be deleted")
            records.extend(
                encode_record(RecordType.DELETE, game, timestamp)
                for game in sorted(wanted - content.deleted.keys())
            )

    def restore(self, games: Iterable[str]) -> None:
        """Undo the deletion of games.

        Raises:
            CannotWrite: Nothing has changed.
        """
        with self.write_access() as (content, records):
            records.extend(
                encode_record(RecordType.RESTORE, game) for game in games if game in content.deleted
            )

    def purge(self, games: Iterable[str]) -> None:
        """Remove games for good, their entries too.

        Raises:
            CannotWrite: Nothing has changed.
        """
        with self.write_access() as (content, records):
            records.extend(
                encode_record(RecordType.PURGE, game)
                for game in dict.fromkeys(games)
                if game in content.games
            )

    def import_games(self, batch: ImportBatch) -> None:
        """Store all games and settings of an import, and the data to undo it.

        Raises:
            Conflict: A game was changed meanwhile; nothing was written.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be stored; nothing was written.
        """
        with self.write_access() as (content, records):
            records.extend(import_records(content, batch))

    def undo_import(self) -> None:
        """Undo the last import; games and settings that have changed since stay as they are.

        Raises:
            CannotWrite: Nothing has changed.
        """
        with self.write_access() as (content, records):
            records.extend(undo_records(content))

    def read_names(self) -> dict[str, tuple[str, ...]]:
        """The names in all games, one a seat, by game; of deleted games too."""
        with self.read_access() as content:
            return {game: log.names for game, log in content.games.items()}

    def last_rename(self) -> PlayerRename | None:
        """The part of the last renaming of a player that can be undone; None if nothing can."""
        with self.read_access() as content:
            return content.undoable_rename()

    def rename(self, rename: PlayerRename) -> None:
        """Give seats and settings the new name of a player; entries stay as they are.

        Raises:
            Conflict: A seat was renamed meanwhile; nothing was written.
            UnknownGame: A game was removed meanwhile; nothing was written.
            CannotWrite: Nothing was written.
        """
        with self.write_access() as (content, records):
            for game, seat, before in rename.seats:
                if content.game_log(game).names[seat - 1] != before:
                    raise Conflict(f"game {game} was changed meanwhile")
            records.append(encode_record(RecordType.RENAME, *rename))

    def undo_rename(self) -> None:
        """Undo the last renaming. Seats and settings that were changed since then stay.

        Raises:
            CannotWrite: Nothing was written.
        """
        with self.write_access() as (content, records):
            if content.undoable_rename():
                records.append(encode_record(RecordType.UNDO_RENAME))


_SUMMARY_BATCH = 200
"""Summaries that are made while others cannot write: about a fifth of a second."""


def open_storage(
    folder: Path, *, now: datetime, summary_version: int = 0, lock_timeout_s: float = LOCK_TIMEOUT_S
) -> tuple[Storage, Notice | None]:
    """Open the storage of a folder; also return a notice for its owner (None: nothing).

    If nothing can be written but the file is whole, its games can be read, and each attempt to
    write raises CannotWrite.

    Args:
        folder: Created, for its owner only, if it is missing.
        now: Dates the name of a file that is set aside.
        summary_version: Of summaries by the present rules; others are made again.
        lock_timeout_s: How long to wait, each time, for another program that writes there.

    Raises:
        CannotWrite: The folder or the file can neither be used nor read.
        OtherVersion: The file is of another version of the pad and is left untouched.
    """
    path = folder / JOURNAL_FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        message = f"cannot use the folder {folder}: {error.strerror or error}"
        raise write_error_type(error)(message) from error
    for file in folder.glob("pad.*"):
        if file.is_fifo():
            raise CannotWrite(f"cannot use {file}: it is a pipe, which may never be written to")
    try:
        with file_lock(folder, timeout_s=lock_timeout_s):
            reading, found = _open_or_repair(path, now, summary_version)
    except LockTimeoutError as error:
        raise CannotWrite(f"{path} is held by another program") from error
    except OSError as error:
        reading = _open_read_only(path, summary_version, error)
        found = find_older_copy(reading, path)
    storage = Storage(path, reading, found, lock_timeout_s)
    storage.checkpoint()
    return storage, storage.notice


def _open_or_repair(
    path: Path, now: datetime, summary_version: int
) -> tuple[JournalReading, Notice | None]:
    """Read the journal, and repair it if it is damaged; make a new one where there is none."""
    if not path.exists():
        replace_journal(path, JournalState(summary_version, identity=token_hex(8)), 2)
    reading = read_journal(path, summary_version)
    if copy := find_older_copy(reading, path):
        return reading, copy
    recovery = _repair_tail(path, reading, now)
    return (reading if recovery is None else read_journal(path, summary_version)), recovery


def _repair_tail(path: Path, reading: JournalReading, now: datetime) -> Recovery | None:
    """Mend the end of a journal, or rescue what is left of it.

    A line without its end was never confirmed: if it breaks off, it is removed. If only its end is
    missing, it stays. If another byte is in the place of its end, the file is damaged.

    Returns:
        Where the damaged file is now; None if it was sound or is mended.
    """
    tail = reading.tail
    is_whole = None not in decode_line(tail)
    has_wrong_end = None not in decode_line(tail[:-1])
    is_sound = bool(reading.end) and not reading.is_damaged and not has_wrong_end
    if is_sound and tail:
        append_line(path, reading, tail + b"\n" if is_whole else b"")
        action = "finished" if is_whole else "dropped"
        logging.getLogger("qwixx_pad").warning("%s: %s a line that broke off", path, action)
    if is_whole or has_wrong_end:
        reading.read_lines([(tail if is_whole else tail[:-1]) + b"\n"])
    elif reading.is_damaged:  # the disk had confirmed more than there is: some of it may be sound
        reading.content.apply_line(decode_line(tail))
    return None if is_sound and not reading.is_damaged else _quarantine(path, reading, now)


def _quarantine(path: Path, reading: JournalReading, now: datetime) -> Recovery:
    """Rename a damaged journal to a dated name, and write what is readable in its place."""
    content = reading.content
    for game, summary in content.summaries.items():
        if summary.entries != content.games[game].length:
            content.stale[game] = None
    # a process that has the file open knows more lines than this, and writes them again
    generation = reading.generation - 1
    has_loss = reading.is_damaged or not reading.end
    return quarantine_journal(path, content, generation, now, has_loss=has_loss)


def _open_read_only(path: Path, summary_version: int, error: OSError) -> JournalReading:
    """Read a journal that cannot be written to.

    Raises:
        CannotWrite: There is nothing to read either.
    """
    with suppress(OSError):
        reading = read_journal(path, summary_version)
        if reading.end and not reading.is_damaged:
            return reading
    raise write_error_type(error)(f"cannot use {path}: {error.strerror or error}") from error

"""The storage: a journal, opened whatever state it is in."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from secrets import token_hex

from qwixx_pad.storage.content import (
    Cell,
    Content,
    Imported,
    RecordType,
    added,
    begun,
    cell,
    cells_in,
    encodable,
)
from qwixx_pad.storage.folder import (
    DATABASE,
    JOURNAL,
    PATIENCE,
    HeldError,
    LeftAlone,
    Notice,
    Rescue,
    alone,
    name_aside,
    synchronise,
)
from qwixx_pad.storage.journal_file import (
    HEAD_NOTE,
    Journal,
    JournalReading,
    append,
    older_copy,
    read,
    replace,
    set_aside,
)
from qwixx_pad.storage.saved import (
    NEW,
    UNDO,
    CannotWrite,
    Conflict,
    GameHead,
    Intake,
    OldFormat,
    SavedEntry,
    SavedGame,
    Summaries,
    Summarise,
    fault_of,
    memory_of,
    remembered,
)
from qwixx_pad.storage.summary import State, packed, stamp, unpacked


def taken_in(content: Content, intake: Intake) -> Iterator[Cell]:
    """What an import changes, and what is needed to take it back.

    Raises:
        Conflict: A game was changed meanwhile.
        ValueError: A text or a time that cannot be kept.
    """
    notes: dict[str, Imported] = {}
    for saved, deleted in intake.new:
        game = saved.head.id
        if game in content.games or game in notes:
            raise Conflict(f"game {game} is here already")
        yield from begun(saved)
        if deleted is not None:
            yield cell(RecordType.DELETE, game, deleted)
        notes[game] = Imported(game, NEW, len(saved.entries), None)
    for game, number, entries in intake.longer:
        if game not in content.games or content.games[game].length != number:
            raise Conflict(f"game {game} was changed meanwhile")
        yield added(game, number, entries)
        notes[game] = Imported(game, number, number + len(entries), None)
    for game in intake.back:
        if game in content.deleted:
            yield cell(RecordType.RESTORE, game)
            length = content.games[game].length
            note = notes.get(game, Imported(game, length, length, None))
            notes[game] = note._replace(deleted=content.deleted[game])
    yield cell(RecordType.IMPORTED, *notes.values())
    for key, value in intake.settings:
        yield cell(RecordType.SET, encodable(key), encodable(value))
    yield cell(RecordType.SET, UNDO, memory_of(content.settings, dict(intake.settings)))


def taken_back(content: Content) -> Iterator[Cell]:
    """What takes the last import back. What was played on since then stays."""
    for game, before, after, deleted in content.imported:
        if game not in content.games or content.games[game].length != after:
            continue
        if before == NEW:
            yield cell(RecordType.PURGE, game)
            continue
        yield cell(RecordType.TRUNCATE, game, before)
        if deleted is not None and game not in content.deleted:
            yield cell(RecordType.DELETE, game, deleted)
    yield cell(RecordType.IMPORTED)
    for key, value in remembered(content.settings).items():
        yield cell(RecordType.UNSET, key) if value is None else cell(RecordType.SET, key, value)


class Storage(Journal):
    """A place for games and settings. What returned without an error is on the disk.

    Any text is kept as it is, control characters and NUL included. Only half a character (a lone
    surrogate) is refused outside of names, and so is a time without a zone: with a ValueError,
    and nothing is written. Of a game asked for by such an identifier it is said to be unknown.
    """

    def __init__(
        self, path: Path, reading: JournalReading, notice: Notice | None, patience: float
    ) -> None:
        super().__init__(path, reading, notice, patience)
        self._summed = 0

    def start(self, head: GameHead) -> None:
        """Keep a new game without entries.

        Raises:
            Conflict: The identifier is taken.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be kept.
        """
        game = begun(SavedGame(head, ()))
        with self.writing() as (content, cells):
            if head.id in content.games:
                raise Conflict(f"game {head.id} is here already")
            cells.extend(game)

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Keep the next entries of a game, as `GameLog`."""
        more = added(game, number, entries)
        with self.writing() as (content, cells):
            if content.log(game).length != number:
                raise Conflict(f"entry {number} of game {game} is not the next one")
            cells.append(more)

    def load(self, game: str) -> SavedGame:
        """A game with its entries, as `GameLog`."""
        with self.reading() as content:
            return content.saved(game)

    def games(self) -> tuple[str, ...]:
        """The identifiers of all games, in the order in which they were started."""
        with self.reading() as content:
            return tuple(content.in_order())

    def newest(self) -> SavedGame | None:
        """The game that was started last and is not deleted; None where there is none."""
        with self.reading() as content:
            games = content.games.keys() - content.deleted.keys()
            newest = max(games, key=content.place_of, default=None)
            return None if newest is None else content.saved(newest)

    def settings(self) -> dict[str, str]:
        """All settings, as texts."""
        with self.reading() as content:
            return dict(content.settings)

    def put_setting(self, key: str, value: str) -> None:
        """Keep one setting.

        Raises:
            CannotWrite: Nothing was written.
            ValueError: A text that cannot be kept.
        """
        setting = cell(RecordType.SET, encodable(key), encodable(value))
        with self.writing() as (_, cells):
            cells.append(setting)

    def drop_setting(self, key: str) -> None:
        """Keep a setting no longer; one that is not there may be dropped too.

        Raises:
            CannotWrite: Nothing was written.
            ValueError: A key that could not have been kept.
        """
        encodable(key)
        with self.writing() as (content, cells):
            if key in content.settings:
                cells.append(cell(RecordType.UNSET, key))

    def summaries(self, summarise: Summarise, known: object = None) -> Summaries | None:
        """What is known of all games, whoever has written them.

        Args:
            summarise: Makes a summary of a game, as the rules have it, where there is none of all
                its entries.
            known: The mark of what was told before.

        Returns:
            None if nothing was written since then.

        Raises:
            StorageError: The disk does not answer.
        """
        while True:
            with self.reading() as content:
                for game in [*islice(content.stale, _AT_ONCE)]:
                    made = summarise(content.saved(game))
                    content.put_summary(unpacked(packed(made)))  # as it will be read
                    self._summed += 1
                if content.stale:
                    continue
                mark = (content, content.applied)
                if mark == known:
                    return None
                return Summaries(mark, dict(content.summaries), frozenset(content.deleted))

    def doubt(self, state: State) -> None:
        """Have the summaries of all games of a state made again when they are asked for."""
        with self.reading() as content:
            doubted = (game for game, known in content.summaries.items() if known.state is state)
            content.stale.update(dict.fromkeys(doubted))
            content.applied += 1

    def fold(self) -> None:
        """Let what was played be one line a game, with its summary, once enough has gathered.

        What the disk does not take now it takes the next time: nothing is raised.
        """
        with self.reading() as content:
            games = len(content.games)
        if self._summed > 16 + games // 100 or self.scattered > 500 + games // 4:
            self.rewrite()
            self._summed = 0

    def each(self) -> Iterator[tuple[SavedGame, str | None]]:
        """Every kept game with its entries, and when it was deleted if it was; oldest first.

        It may be read to its end while others write; what they add meanwhile may be missing.
        """
        for game in self.games():
            with self.reading() as content:
                here = content.saved(game) if game in content.games else None
                deleted = content.deleted.get(game)
            if here is not None:
                yield here, deleted

    def delete(self, games: Iterable[str], at: datetime) -> None:
        """Take games out of the list and the statistics; their entries stay.

        Raises:
            Conflict: One of them is not there; nothing has changed.
            CannotWrite: Nothing has changed.
        """
        gone = dict.fromkeys(games, stamp(at))
        with self.writing() as (content, cells):
            if not gone.keys() <= content.games.keys():
                raise Conflict("a game that is not here cannot be deleted")
            new = gone.keys() - content.deleted.keys()
            cells.extend(cell(RecordType.DELETE, game, gone[game]) for game in sorted(new))

    def put_back(self, games: Iterable[str]) -> None:
        """Have deleted games in the list again.

        Raises:
            CannotWrite: Nothing has changed.
        """
        with self.writing() as (content, cells):
            cells.extend(
                cell(RecordType.RESTORE, game) for game in games if game in content.deleted
            )

    def wipe(self, games: Iterable[str]) -> None:
        """Remove games for good, their entries too.

        Raises:
            CannotWrite: Nothing has changed.
        """
        gone = dict.fromkeys(games)
        with self.writing() as (content, cells):
            cells.extend(cell(RecordType.PURGE, game) for game in gone if game in content.games)

    def take_in(self, intake: Intake) -> None:
        """Keep all that an import brings, and what is needed to take it back.

        Raises:
            Conflict: A game was changed meanwhile; nothing was written.
            CannotWrite: Nothing was written.
            ValueError: A text or a time that cannot be kept; nothing was written.
        """
        with self.writing() as (content, cells):
            cells.extend(taken_in(content, intake))

    def take_back(self) -> int:
        """Take the last import back out. What was played on since then stays.

        Returns:
            How many games it concerned.

        Raises:
            CannotWrite: Nothing has changed.
        """
        with self.writing() as (content, cells):
            cells.extend(taken_back(content))
            return len(content.imported)


_AT_ONCE = 200
"""Summaries that are made while nobody else can write: about a fifth of a second."""


def open_storage(
    folder: Path, *, now: datetime, reckoning: int = 0, patience: float = PATIENCE
) -> tuple[Storage, Notice | None]:
    """The storage of a folder, and what its owner has to know about it (None: nothing).

    A file of a version before the first release is renamed, and a new one begun. Where nothing can
    be written but a whole file is there, its games can be read as they are
    now, and each attempt to write raises CannotWrite.

    Args:
        folder: Made, for its owner only, if it is not there.
        now: Dates the name of a file that is set aside.
        reckoning: Of the summaries that are as the rules have it now; others are made again.
        patience: Seconds that another program which writes there is waited for, each time.

    Raises:
        CannotWrite: The folder or the file can neither be used nor read.
        OtherVersion: The file is of another version of the pad and is left untouched.
    """
    path = folder / JOURNAL
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        said = f"cannot use the folder {folder}: {error.strerror or error}"
        raise fault_of(error)(said) from error
    try:
        with alone(folder, patience=patience):
            reading, rescue = _made_sound(path, now, reckoning)
    except HeldError as error:
        raise CannotWrite(f"{path} is held by another program") from error
    except OSError as error:
        reading = _looked_at(path, reckoning, error)
        rescue = older_copy(reading, path)
    older = folder / DATABASE
    notice = rescue or (LeftAlone(older) if older.exists() else None)
    storage = Storage(path, reading, notice, patience)
    storage.settle()
    return storage, storage.notice


def _made_sound(path: Path, now: datetime, reckoning: int) -> tuple[JournalReading, Notice | None]:
    """The journal once it is whole; a new one where there is none."""
    if not path.exists():
        replace(path, Content(reckoning, identity=token_hex(8)), 2)
    try:
        reading = read(path, reckoning)
    except OldFormat:
        aside = _leave_alone(path, now)
        return _made_sound(path, now, reckoning)[0], LeftAlone(aside)
    if copy := older_copy(reading, path):
        return reading, copy
    rescue = _weighed(path, reading, now)
    return (reading if rescue is None else read(path, reckoning)), rescue


def _leave_alone(path: Path, now: datetime) -> Path:
    """Rename a journal that is not read, and the note beside it; return its dated name."""
    aside = name_aside(path, now, "old-format")
    with suppress(FileNotFoundError):
        (path.parent / HEAD_NOTE).rename(aside.with_suffix(".head"))
    path.rename(aside)
    synchronise(path.parent)
    return aside


def _weighed(path: Path, reading: JournalReading, now: datetime) -> Rescue | None:
    """Mend the end of a journal, or rescue what there is of it.

    A line whose end is not there was never said to be kept: where it breaks off, it goes. Where
    it is all there but for its end, it stays.
    """
    tail = reading.tail
    whole, spoilt = (None not in cells_in(line) for line in (tail, tail[:-1]))
    sound = bool(reading.end) and not reading.lost and not spoilt
    if sound and tail:
        append(path, reading, tail + b"\n" if whole else b"")
        said = "finished" if whole else "dropped"
        logging.getLogger("qwixx_pad").warning("%s: %s a line that broke off", path, said)
    if whole or spoilt:
        reading.take([(tail if whole else tail[:-1]) + b"\n"])
    elif reading.lost:  # the disk had confirmed more than there is: some of it may be sound
        reading.content.take(cells_in(tail))
    return None if sound and not reading.lost else _set_aside(path, reading, now)


def _set_aside(path: Path, reading: JournalReading, now: datetime) -> Rescue:
    """Keep a damaged journal under a dated name, and what it still says in its place."""
    content = reading.content
    for game, summary in content.summaries.items():
        if summary.entries != content.games[game].length:
            content.stale[game] = None
    lost = reading.lost or not reading.end
    less = reading.turn - 1  # whoever has it open knows more, and writes that again
    return set_aside(path, content, less, now, lost=lost)


def _looked_at(path: Path, reckoning: int, why: OSError) -> JournalReading:
    """A journal that can only be read.

    Raises:
        CannotWrite: There is nothing to read either.
    """
    with suppress(OSError):
        reading = read(path, reckoning)
        if reading.end and not reading.lost:
            return reading
    raise fault_of(why)(f"cannot use {path}: {why.strerror or why}") from why

"""The storage in plain Python: a file of lines, one a write, opened whatever state it is in."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from qwixx_pad.storage import JOURNAL, HeldError, Rescue, alone, keep_as, name_aside
from qwixx_pad.storage.journal.content import Change, Content, Imported, added, begun, kept
from qwixx_pad.storage.journal.file import (
    Journal,
    JournalReading,
    append,
    changes_in,
    read,
    replace,
)
from qwixx_pad.storage.protocol import (
    NEW,
    UNDO,
    CannotWrite,
    Conflict,
    GameHead,
    Intake,
    News,
    SavedEntry,
    SavedGame,
    Summarise,
    fault_of,
    memory_of,
    remembered,
)
from qwixx_pad.storage.summary import packed, stamp


def taken_in(content: Content, intake: Intake) -> Iterator[Change]:
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
        yield begun(saved)
        if deleted is not None:
            yield ["delete", game, deleted]
        notes[game] = Imported(game, NEW, len(saved.entries), None)
    for game, number, entries in intake.longer:
        if game not in content.games or len(content.games[game].tokens) != number:
            raise Conflict(f"game {game} was changed meanwhile")
        yield added(game, number, entries)
        notes[game] = Imported(game, number, number + len(entries), None)
    for game in intake.back:
        if game in content.deleted:
            yield ["put_back", game]
            length = len(content.games[game].tokens)
            note = notes.get(game, Imported(game, length, length, None))
            notes[game] = note._replace(deleted=content.deleted[game])
    yield ["imported", list(notes.values())]
    for key, value in intake.settings:
        yield ["set", kept(key), kept(value)]
    yield ["set", UNDO, memory_of(content.settings, dict(intake.settings))]


def taken_back(content: Content) -> Iterator[Change]:
    """What takes the last import back. What was played on since then stays."""
    for game, before, after, deleted in content.imported:
        if game not in content.games or len(content.games[game].tokens) != after:
            continue
        if before == NEW:
            yield ["wipe", game]
            continue
        yield ["cut", game, before]
        if deleted is not None and game not in content.deleted:
            yield ["delete", game, deleted]
    yield ["imported", []]
    for key, value in remembered(content.settings).items():
        yield ["unset", key] if value is None else ["set", key, value]


class _JournalMark(NamedTuple):
    """Of which content something was told, and how far that had come."""

    content: Content
    applied: int
    made: int
    wiped: int


class JournalStorage:
    """A storage on a journal.

    Args:
        journal: Open, and sound.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def start(self, head: GameHead) -> None:
        """Keep a new game without entries; see `Storage`."""
        game = begun(SavedGame(head, ()))
        with self._journal.writing() as (content, changes):
            if head.id in content.games:
                raise Conflict(f"game {head.id} is here already")
            changes.append(game)

    def append(self, game: str, number: int, *entries: SavedEntry) -> None:
        """Keep the next entries of a game; see `Storage`."""
        more = added(game, number, entries)
        with self._journal.writing() as (content, changes):
            if len(content.log(game).tokens) != number:
                raise Conflict(f"entry {number} of game {game} is not the next one")
            changes.append(more)

    def load(self, game: str) -> SavedGame:
        """A game with its entries; see `Storage`."""
        with self._journal.reading() as content:
            return content.saved(game)

    def length(self, game: str) -> int:
        """How many entries a game has; see `Storage`."""
        with self._journal.reading() as content:
            return len(content.log(game).tokens)

    def games(self) -> tuple[str, ...]:
        """The identifiers of all games; see `Storage`."""
        with self._journal.reading() as content:
            return tuple(content.in_order())

    def newest(self) -> SavedGame | None:
        """The game that was started last; see `Storage`."""
        with self._journal.reading() as content:
            games = (game for game in reversed(content.in_order()) if game not in content.deleted)
            newest = next(games, None)
            return None if newest is None else content.saved(newest)

    def settings(self) -> dict[str, str]:
        """All settings, as texts."""
        with self._journal.reading() as content:
            return dict(content.settings)

    def put_setting(self, key: str, value: str) -> None:
        """Keep one setting; see `Storage`."""
        setting = ["set", kept(key), kept(value)]
        with self._journal.writing() as (_, changes):
            changes.append(setting)

    def drop_setting(self, key: str) -> None:
        """Keep a setting no longer; see `Storage`."""
        kept(key)
        with self._journal.writing() as (content, changes):
            if key in content.settings:
                changes.append(["unset", key])

    def refresh(self, summarise: Summarise, most: int) -> int:
        """Make summaries that have become stale; see `Storage`."""
        with self._journal.reading() as content:
            if not content.stale:
                return 0
        with self._journal.writing() as (content, changes):
            games = sorted(content.stale)[:most]
            made = (summarise(content.saved(game)) for game in games)
            changes.extend(["summary", *packed(summary)] for summary in made)
            return len(games)

    def outdate(self) -> None:
        """Let all summaries be stale."""
        with self._journal.writing() as (content, changes):
            changes.append(["stale", [*content.games]])

    def news(self, mark: object) -> News | None:
        """What is not known yet; see `Storage`."""
        with self._journal.reading() as content:
            known = mark if isinstance(mark, _JournalMark) and mark.content is content else None
            now = _JournalMark(content, content.applied, content.made, len(content.wiped))
            if known == now:
                return None
            made, wiped = (0, 0) if known is None else (known.made, known.wiped)
            return News(
                mark=now,
                anew=known is None,
                summaries=(*islice(reversed(content.summaries.values()), now.made - made),),
                gone=(*(g for g in content.wiped[wiped:] if g not in content.summaries),),
                deleted=frozenset(content.deleted),
            )

    def each(self) -> Iterator[tuple[SavedGame, str | None]]:
        """Every kept game, and when it was deleted if it was; see `Storage`."""
        for game in self.games():
            with self._journal.reading() as content:
                here = content.saved(game) if game in content.games else None
                deleted = content.deleted.get(game)
            if here is not None:
                yield here, deleted

    def delete(self, games: Iterable[str], at: datetime) -> None:
        """Take games out of the list and the statistics; see `Storage`."""
        gone = dict.fromkeys(games, stamp(at))
        with self._journal.writing() as (content, changes):
            if not gone.keys() <= content.games.keys():
                raise Conflict("a game that is not here cannot be deleted")
            new = gone.keys() - content.deleted.keys()
            changes.extend(["delete", game, gone[game]] for game in sorted(new))

    def put_back(self, games: Iterable[str]) -> None:
        """Have deleted games in the list again; see `Storage`."""
        with self._journal.writing() as (content, changes):
            changes.extend(["put_back", game] for game in games if game in content.deleted)

    def wipe(self, games: Iterable[str]) -> None:
        """Remove games for good, their entries too; see `Storage`."""
        gone = dict.fromkeys(games)
        with self._journal.writing() as (content, changes):
            changes.extend(["wipe", game] for game in gone if game in content.games)

    def take_in(self, intake: Intake) -> None:
        """Keep all that an import brings; see `Storage`."""
        with self._journal.writing() as (content, changes):
            changes.extend(taken_in(content, intake))

    def take_back(self) -> int:
        """Take the last import back out; see `Storage`."""
        with self._journal.writing() as (content, changes):
            changes.extend(taken_back(content))
            return len(content.imported)

    def watch(self, tell: Callable[[], None]) -> None:
        """Call `tell` after each change; see `Storage`."""
        self._journal.watch(tell)

    def settle(self) -> None:
        """Have the file say how long it is; see `Storage`."""
        self._journal.settle()

    def close(self) -> None:
        """Let go of the file."""
        self._journal.close()


_SPARE = 1000
"""Lines more than are needed, and more than as many again, make it worth to write them anew."""


def open_journal(folder: Path, *, now: datetime) -> tuple[JournalStorage, Rescue | None]:
    """The storage on the journal of a folder, and what had to be rescued to open it.

    Args and errors are those of `storage.open_storage`.
    """
    path = folder / JOURNAL
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        said = f"cannot use the folder {folder}: {error.strerror or error}"
        raise fault_of(error)(said) from error
    try:
        with alone(folder):
            reading, rescue = _made_sound(path, now)
    except HeldError as error:
        raise CannotWrite(f"{path} is held by another program") from error
    except OSError as error:
        reading, rescue = _looked_at(path, error), None
    storage = JournalStorage(Journal(path, reading))
    storage.settle()
    return storage, rescue


def _made_sound(path: Path, now: datetime) -> tuple[JournalReading, Rescue | None]:
    """The journal once it is whole; a new one where there is none."""
    if not path.exists():
        replace(path, Content().lines())
    reading = read(path)
    rescue = _weighed(path, reading, now)
    if rescue is None and reading.lines > 2 * reading.content.fewest + _SPARE:
        with suppress(OSError):  # where there is no room for it, the long one does as well
            replace(path, reading.content.lines())
    return reading, rescue


def _weighed(path: Path, reading: JournalReading, now: datetime) -> Rescue | None:
    """Mend the end of a journal, or rescue what there is of it.

    A line whose end is not there was never said to be kept: where it breaks off, it goes. Where
    it is all there but for its end, it stays.
    """
    tail, end = reading.tail, reading.end
    whole, spoilt = (changes_in(line) is not None for line in (tail, tail[:-1]))
    if whole or spoilt:
        reading.take((tail if whole else tail[:-1]) + b"\n")
    if reading.lost or spoilt or not reading.end:
        return _set_aside(path, reading, now)
    if tail:
        append(path, end, tail + b"\n" if whole else b"")
        said = "finished" if whole else "dropped"
        logging.getLogger("qwixx_pad").warning("%s: %s a line that broke off", path, said)
    return None


def _set_aside(path: Path, reading: JournalReading, now: datetime) -> Rescue:
    """Keep a damaged journal under a dated name, and what it still says in its place."""
    aside, content = name_aside(path, now), reading.content
    keep_as(path, aside)
    content.summaries.clear()  # they may tell of entries that are lost
    content.stale.update(dict.fromkeys(content.games))
    replace(path, content.lines())
    entries = sum(len(log.tokens) for log in content.games.values())
    return Rescue(aside, len(content.games), entries, reading.lost or not reading.end)


def _looked_at(path: Path, why: OSError) -> JournalReading:
    """A journal that can only be read.

    Raises:
        CannotWrite: There is nothing to read either.
    """
    with suppress(OSError):
        reading = read(path)
        if reading.end and not reading.lost:
            return reading
    raise fault_of(why)(f"cannot use {path}: {why.strerror or why}") from why

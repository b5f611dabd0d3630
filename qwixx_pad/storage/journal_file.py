"""The file of a journal: a line a write, confirmed by the disk before it counts.

The first line states how long the file was when its last line was added, which reveals a truncated
file; how many lines came before those of this file, which reveals an older copy; and a word that
all copies share, which reveals the games of another pad. It is written first, so it never claims
too much. Others may write too: a reader first reads what is new. A new file replaces the old one by
its name, so there is always a whole one.
"""

import gc
import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from io import RawIOBase
from pathlib import Path
from threading import RLock
from typing import NamedTuple

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.storage.content import (
    JOURNAL_VERSION,
    JournalState,
    Record,
    RecordType,
    decode_line,
    encode_line,
)
from qwixx_pad.storage.folder import (
    Notice,
    OlderCopy,
    Recovery,
    file_lock,
    link_or_copy,
    quarantine_path,
    sync_folder,
)
from qwixx_pad.storage.saved import CannotWrite, StorageError, write_error_type


def first_line(identity: str, confirmed: int, lines_before: int) -> bytes:
    """The first line of a journal: as long for all values, so that it can be overwritten.

    Args:
        identity: A word that all copies of these games share.
        confirmed: Bytes that the disk has confirmed.
        lines_before: Lines written before those of this file.
    """
    values = f'{JOURNAL_VERSION},"{identity}",{confirmed:<16},{lines_before:<16}'
    return encode_line([f"{RecordType.JOURNAL} [{values}]".encode()])


@dataclass(slots=True)
class JournalReading:
    """A journal, read up to some line.

    Attributes:
        content: All that these lines have stored.
        end: Their length in bytes.
        lines: Their number.
        tail: What follows the last line's end: a line that broke off.
        has_invalid_record: Whether a record in these lines is invalid.
        file_state: Device, inode, size and time of the last change, as `os.stat` gives them.
    """

    content: JournalState
    end: int = 0
    lines: int = 0
    tail: bytes = b""
    has_invalid_record: bool = False
    file_state: tuple[int, ...] = ()

    def read_lines(self, lines: Iterable[bytes]) -> None:
        """Read further lines, each with its line end unless it broke off.

        Raises:
            OtherVersion: Another version of the pad has written it.
        """
        self.tail = b""
        for line in lines:
            if not line.endswith(b"\n"):
                self.tail = line
                return
            self.has_invalid_record |= not self.content.apply_line(decode_line(line[:-1]))
            self.end += len(line)
            self.lines += 1

    @property
    def is_damaged(self) -> bool:
        """True if a record is invalid, more was confirmed, or the first line is missing."""
        return self.has_invalid_record or not 0 < self.content.confirmed_bytes <= self.end

    @property
    def generation(self) -> int:
        """Number of lines ever written: of two files of the same games the newer has more."""
        return self.content.lines_before + self.lines


def read_journal(path: Path, summary_version: int) -> JournalReading:
    """Read a journal from its beginning.

    Raises:
        OSError: It cannot be read.
        OtherVersion: Another version of the pad has written it.
    """
    return _read_update(path, JournalReading(JournalState(summary_version)))


def _read_update(path: Path, reading: JournalReading) -> JournalReading:
    """Read the lines that are new; all of them if it is another file than before."""
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
        is_same = [*reading.file_state[:2]] == [status.st_dev, status.st_ino]
        is_same &= file.readline().endswith(b",%-16d]\n" % reading.content.lines_before)
        if not is_same or status.st_size <= reading.end:
            reading = JournalReading(JournalState(reading.content.summary_version))
        file.seek(reading.end)
        with _gc_paused():
            reading.read_lines(file)
    reading.file_state = _file_state(status)
    return reading


def _file_state(status: os.stat_result) -> tuple[int, ...]:
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


@contextmanager
def _gc_paused() -> Iterator[None]:
    """Pause the garbage collector, which would rescan long-lived data again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def append_line(path: Path, reading: JournalReading, line: bytes) -> None:
    """Write a line behind what was read, over a rest that broke off there.

    An empty line only updates the first line and syncs the file.

    Raises:
        OSError: Nothing was written.
    """
    end = reading.end
    content = reading.content
    # some clocks do not tell two writes apart
    reading.file_state = (*reading.file_state[:2], -1, -1)
    with path.open("r+b", buffering=0) as file:
        try:
            file.truncate(end)
            file.seek(end)
            _write_all(file, line)
            file.seek(0)
            _write_all(file, first_line(content.identity, end, content.lines_before))
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                file.truncate(end)
            # a refused line is not read, even if the disk does not remove it
            reading.file_state = _file_state(os.fstat(file.fileno()))
            raise


def _write_all(file: RawIOBase, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def replace_journal(
    path: Path, content: JournalState, generation: int, quarantine: Path | None = None
) -> None:
    """Write a new file in the place of the old one, if there is one.

    Args:
        path: The file.
        content: Its content.
        generation: Number of lines ever written, with those of this file.
        quarantine: Another name for the old one.

    Raises:
        OSError: The old one is unchanged.
    """
    new_file = path.with_suffix(".new")
    lines = [encode_line(records) for records in content.compact_lines()]
    identity = content.identity
    before = generation - 1 - len(lines)
    length = len(first_line(identity, 0, before)) + sum(map(len, lines))
    try:
        with new_file.open("wb") as file:
            file.write(first_line(identity, length, before))
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        if quarantine is not None:
            link_or_copy(path, quarantine)
        new_file.replace(path)
    except BaseException:
        with suppress(OSError):
            new_file.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def quarantine_journal(
    path: Path, content: JournalState, generation: int, now: datetime, *, has_loss: bool
) -> Recovery:
    """Rename the present file to a dated name, and write what is known in its place.

    Raises:
        OSError: It is unchanged.
    """
    quarantine = quarantine_path(path, now)
    with suppress(OSError):  # its replacement may have fewer lines than were noted
        (path.parent / HEAD_NOTE).unlink(missing_ok=True)
    replace_journal(path, content, generation, quarantine)
    return Recovery(quarantine, len(content.games), has_loss)


class JournalProgress(NamedTuple):
    """Progress of a journal, noted in another file; a copy of the journal alone is older than it.

    Attributes:
        identity: A word that all copies of the games share.
        generation: Number of lines ever written.
        played_games: Number of games in the list that have an entry.
        noted_at: In seconds since 1970.
    """

    identity: str
    generation: int
    played_games: int
    noted_at: int

    @classmethod
    def read(cls, folder: Path) -> "JournalProgress | None":
        """The progress that was noted; None if none was, or what was is invalid."""
        with suppress(OSError, ValueError, TypeError):
            progress = cls(*read_json((folder / HEAD_NOTE).read_text(encoding="utf-8")))
            if [*map(type, progress)] == [str, int, int, int]:
                return progress
        return None

    def write(self, folder: Path) -> None:
        """Note it; not in a browser, where no other program uses the folder."""
        if sys.platform != "emscripten":
            with suppress(OSError):
                (folder / HEAD_NOTE).write_text(json.dumps(self), encoding="utf-8")


HEAD_NOTE = "pad.head"


def find_older_copy(
    reading: JournalReading, path: Path, progress: JournalProgress | None = None
) -> OlderCopy | None:
    """Compare a journal without damage with the progress noted; None if it is no older copy."""
    content = reading.content
    progress = progress or JournalProgress.read(path.parent)
    if (
        progress is None
        or reading.is_damaged
        or content.identity != progress.identity
        or reading.generation >= progress.generation
    ):
        return None
    missing = max(0, progress.played_games - content.played_count)
    return OlderCopy(path, missing, datetime.fromtimestamp(progress.noted_at, UTC))


class _DamagedError(OSError):
    """The file has less than is known, or is invalid."""


class Journal:
    """An open journal, for one thread at a time.

    Attributes:
        notice: For its owner: the last damage, or an older copy of the file.
    """

    def __init__(
        self, path: Path, reading: JournalReading, notice: Notice | None, lock_timeout_s: float
    ) -> None:
        self._path = path
        self._lock_timeout_s = lock_timeout_s
        self.notice = notice
        self._reading = reading
        self._generation = reading.generation
        self._progress: JournalProgress | None = None
        self._lock = RLock()
        self._closed = False
        self._on_change: Callable[[], None] = lambda: None

    def close(self) -> None:
        """Close the file; no method may be called afterwards."""
        self.checkpoint()
        self._closed = True

    def watch(self, on_change: Callable[[], None]) -> None:
        """Call `on_change` after each change that is on the disk."""
        self._on_change = on_change

    def checkpoint(self) -> None:
        """Update the length in the first line, so that a copy of the file alone is whole.

        It costs more than an entry, so it is done while nobody taps. Raises nothing: what the disk
        refuses now is written the next time, and nothing is lost by that.
        """
        with suppress(CannotWrite), self._exclusive_access():
            reading = self._reading
            if reading.content.confirmed_bytes < reading.end:
                append_line(self._path, reading, b"")
                reading.content.confirmed_bytes = reading.end
                reading.file_state = _file_state(self._path.stat())
            self._save_progress()

    def _current_progress(self, generation: int) -> JournalProgress:
        content = self._reading.content
        now = int(datetime.now(UTC).timestamp())
        return JournalProgress(content.identity, generation, content.played_count, now)

    def _save_progress(self) -> None:
        now = self._reading.content.identity, self._reading.generation
        if self._progress is None or self._progress[:2] != now:
            self._progress = self._current_progress(self._reading.generation)
            self._progress.write(self._path.parent)

    def adopt_older_copy(self) -> None:
        """Use the reported older copy for the games from now on.

        The games it replaces are stored under a dated name, if they are known.

        Raises:
            StorageError: Nothing has changed.
        """
        copy = self.notice
        now = datetime.now(UTC)
        if not isinstance(copy, OlderCopy):
            return
        with self._exclusive_access(has_choice=True):
            content = self._reading.content
            generation = self._generation
            if copy.awaits_choice:
                progress = JournalProgress.read(self._path.parent)
                generation = max(generation, progress.generation if progress else 0)
                quarantine = None
            else:
                content = read_journal(copy.path, content.summary_version).content
                quarantine = quarantine_path(self._path, now, "newer")
            replace_journal(self._path, content, generation + 1, quarantine)
            self._reading = read_journal(self._path, content.summary_version)
            self.notice = None
            self._save_progress()
        self._on_change()

    def dismiss_older_copy(self) -> None:
        """Stop reporting an older copy that was renamed, and is not in use."""
        if isinstance(self.notice, OlderCopy) and not self.notice.awaits_choice:
            self.notice = None

    def rewrite(self) -> None:
        """Write a new file, a game a line; if the disk has no space, the old one stays."""
        with suppress(CannotWrite), self._exclusive_access():
            replace_journal(self._path, self._reading.content, self._generation)
            self._catch_up()

    @contextmanager
    def read_access(self) -> Iterator[JournalState]:
        """Yield the content as it is now.

        Raises:
            StorageError: It cannot be read.
        """
        with self._lock:
            if self._closed:
                raise StorageError("the games could not be read: they are closed")
            with suppress(OSError):  # the content of a file that is gone is still known
                self._catch_up()
            yield self._reading.content

    @contextmanager
    def write_access(self) -> Iterator[tuple[JournalState, list[Record]]]:
        """Yield the present content, and a list for the records to be written together.

        Raises:
            CannotWrite: Nothing was written.
        """
        with self._exclusive_access():
            records: list[Record] = []
            yield self._reading.content, records
            if records:
                append_line(self._path, self._reading, encode_line(records))
                self._generation += 1
                with suppress(OSError):  # it is written; the next access reads it
                    self._catch_up()
        if records:
            self._on_change()

    @contextmanager
    def _exclusive_access(self, *, has_choice: bool = False) -> Iterator[None]:
        """Exclude other readers and writers, after reading what they wrote before.

        In the place of an older copy nothing is written unless `has_choice`.

        Raises:
            CannotWrite: It cannot be written to, or there was an error of the disk within.
        """
        try:
            with self._lock, file_lock(self._path.parent, timeout_s=self._lock_timeout_s):
                if self._closed:
                    raise CannotWrite("nothing was saved: the games are closed")
                try:
                    self._catch_up()
                except (_DamagedError, FileNotFoundError) as error:
                    if self._awaits_choice and not has_choice:
                        raise CannotWrite(str(self.notice)) from error
                    self._rewrite_damaged(error)
                self._generation = self._reading.generation
                if not has_choice:
                    self._require_newest()
                yield
        except OSError as error:
            raise write_error_type(error)(
                f"nothing was saved: {error.strerror or error}"
            ) from error

    @property
    def _awaits_choice(self) -> bool:
        """True if an older copy is in the place of the file, and its owner has not chosen."""
        return isinstance(self.notice, OlderCopy) and self.notice.awaits_choice

    def _require_newest(self) -> None:
        """Raise CannotWrite while an older copy waits; the newest file may be back by now."""
        if self._awaits_choice:
            self.notice = find_older_copy(self._reading, self._path)
            if self.notice:
                raise CannotWrite(str(self.notice))

    def _catch_up(self) -> None:
        """Read what was written since.

        Another process may remove the last line after this one read it, if its disk fails at that
        moment; and a new file may have replaced the old one. Then all is read again.

        Raises:
            OSError: It cannot be read.
        """
        known = self._reading
        now = _file_state(self._path.stat())
        if now == known.file_state:
            return
        reading = _read_update(self._path, known)
        if reading is known and reading.is_damaged:
            reading = read_journal(self._path, known.content.summary_version)
        before = known.content.identity
        if before and reading.content.identity not in {before, ""}:
            raise OSError(f"other games lie in {self._path} now")
        if reading.is_damaged or (
            reading.generation < self._generation and not self._awaits_choice
        ):
            known.file_state = (*now[:2], -1, -1)
            raise _DamagedError(f"{self._path} was damaged or replaced while it was open")
        self._reading = reading
        newest = max(self._generation, reading.generation - 1)
        self._generation = reading.generation if self._awaits_choice else newest
        with suppress(CannotWrite):
            self._require_newest()

    def _rewrite_damaged(self, error: OSError) -> None:
        """Write all that is known to a new file, and rename the present one, if there is one."""
        content = self._reading.content
        generation = self._generation + 1
        now = datetime.now(UTC)
        copy = None
        with suppress(OSError, StorageError):
            present = read_journal(self._path, content.summary_version)
            if not present.tail:
                progress = self._current_progress(self._generation)
                copy = find_older_copy(present, self._path, progress)
        if copy is not None:
            quarantine = quarantine_path(self._path, now, "older")
            replace_journal(self._path, content, generation, quarantine)
            self.notice = OlderCopy(quarantine, copy.missing_games, now)
        elif self._path.exists():
            self.notice = quarantine_journal(self._path, content, generation, now, has_loss=False)
        else:
            replace_journal(self._path, content, generation)
        self._reading = read_journal(self._path, content.summary_version)
        logging.getLogger("qwixx_pad").warning("%s; all was written again", error)

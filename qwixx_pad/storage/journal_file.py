"""The file of a journal: a line a write, which is on the disk before it counts.

The first line says how long the file was when the last line was written behind it, or that it has
not grown since: so a file that was cut off is known, though each of its lines is whole. It is
written in its place, before the disk is asked to confirm the line; so it never says too much. It
says how many lines there were before those of this file: so an older copy is known. And it has a
word of its own that all copies have: so the games of another pad are known.

Others may write to the same file: whoever asks reads first what has come since. A new file takes
the place of an old one by its name, so that there is always a whole one.
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
from qwixx_pad.storage.content import VERSION, Cell, Content, RecordType, cells_in, line_of
from qwixx_pad.storage.folder import (
    Notice,
    OlderCopy,
    Rescue,
    alone,
    keep_as,
    name_aside,
    synchronise,
)
from qwixx_pad.storage.saved import CannotWrite, StorageError, fault_of


def first_line(identity: str, confirmed: int, before: int) -> bytes:
    """The first line of a journal, always of the same length.

    Args:
        identity: Of these games.
        confirmed: Bytes that the disk has confirmed.
        before: Lines that were written before those of this file.
    """
    said = f'{RecordType.JOURNAL} [{VERSION},"{identity}",{confirmed:<16},{before:<16}]'
    return line_of([said.encode()])


@dataclass(slots=True)
class JournalReading:
    """A journal as far as it was read.

    Attributes:
        content: What its lines say.
        end: Bytes of these lines.
        lines: How many there are.
        tail: What stands behind the last end of a line: one that broke off.
        misfit: Whether something in between makes no sense.
        seen: Which file that was, and in which state.
    """

    content: Content
    end: int = 0
    lines: int = 0
    tail: bytes = b""
    misfit: bool = False
    seen: tuple[int, ...] = ()

    def take(self, lines: Iterable[bytes]) -> None:
        """Read on.

        Args:
            lines: What stands behind `end`, each with its end if it has one.

        Raises:
            OtherVersion: Another version of the pad has written it.
        """
        self.tail = b""
        for line in lines:
            if not line.endswith(b"\n"):
                self.tail = line
                return
            self.misfit |= not self.content.take(cells_in(line[:-1]))
            self.end += len(line)
            self.lines += 1

    @property
    def lost(self) -> bool:
        """Whether something makes no sense, more was there, or the first line is missing."""
        return self.misfit or not 0 < self.content.confirmed <= self.end

    @property
    def turn(self) -> int:
        """How many lines were ever written: of two files of the same games the newer has more."""
        return self.content.before + self.lines


def read(path: Path, reckoning: int) -> JournalReading:
    """A journal from its begin.

    Raises:
        OSError: It cannot be read.
        OtherVersion: Another version of the pad has written it.
    """
    return _read_on(path, JournalReading(Content(reckoning)))


def _read_on(path: Path, reading: JournalReading) -> JournalReading:
    """What was read, and what has come since; all from the begin, if it is another file."""
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
        is_same = [*reading.seen[:2]] == [status.st_dev, status.st_ino]
        is_same &= file.readline().endswith(b",%-16d]\n" % reading.content.before)
        if not is_same or status.st_size <= reading.end:
            reading = JournalReading(Content(reading.content.reckoning))
        file.seek(reading.end)
        with _undisturbed():
            reading.take(file)
    reading.seen = _seen(status)
    return reading


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep the collector of garbage from looking again and again at what is read to stay."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _seen(status: os.stat_result) -> tuple[int, ...]:
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def append(path: Path, reading: JournalReading, line: bytes) -> None:
    """Write a line behind what was read, in the place of what may have broken off there.

    Without a line the disk confirms what there is.

    Raises:
        OSError: Nothing was written.
    """
    end, content = reading.end, reading.content
    reading.seen = (*reading.seen[:2], -1, -1)  # some clocks do not tell two writes apart
    with path.open("r+b", buffering=0) as file:
        try:
            file.truncate(end)
            file.seek(end)
            _write(file, line)
            file.seek(0)
            _write(file, first_line(content.identity, end, content.before))
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                file.truncate(end)
            # what was refused is not read, even if the disk does not let go of it
            reading.seen = _seen(os.fstat(file.fileno()))
            raise


def _write(file: RawIOBase, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) or 0 :]


def replace(path: Path, content: Content, turn: int, aside: Path | None = None) -> None:
    """Put a new file in the place of the one that there is, if there is one.

    Args:
        path: The file.
        content: What it says.
        turn: How many lines were ever written, with those of this file.
        aside: Another name that the old one keeps.

    Raises:
        OSError: The old one is as it was.
    """
    fresh = path.with_suffix(".new")
    written = [line_of(cells) for cells in content.lines()]
    identity, before = content.identity, turn - 1 - len(written)
    length = len(first_line(identity, 0, before)) + sum(map(len, written))
    try:
        with fresh.open("wb") as file:
            file.write(first_line(identity, length, before))
            file.writelines(written)
            file.flush()
            os.fsync(file.fileno())
        if aside is not None:
            keep_as(path, aside)
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    synchronise(path.parent)


def set_aside(path: Path, content: Content, turn: int, now: datetime, *, lost: bool) -> Rescue:
    """Keep the file that there is under a dated name, and what is known in its place.

    Raises:
        OSError: It is as it was.
    """
    aside = name_aside(path, now)
    with suppress(OSError):  # what takes its place may have fewer lines than were noted
        (path.parent / HEAD_NOTE).unlink(missing_ok=True)
    replace(path, content, turn, aside)
    entries = sum(log.length for log in content.games.values())
    return Rescue(aside, len(content.games), entries, lost)


class Head(NamedTuple):
    """How far a journal was; it lies beside it, so an older copy of that alone is known.

    Attributes:
        identity: Of the games.
        turn: How many lines were ever written.
        games: How many had been played.
        at: When that was so, in seconds since 1970.
    """

    identity: str
    turn: int
    games: int
    at: int

    @classmethod
    def read(cls, folder: Path) -> "Head | None":
        """What was noted; None where nothing was, or nothing that makes sense."""
        with suppress(OSError, ValueError, TypeError):
            head = cls(*read_json((folder / HEAD_NOTE).read_text(encoding="utf-8")))
            if [*map(type, head)] == [str, int, int, int]:
                return head
        return None

    def write(self, folder: Path) -> None:
        """Note it; in a browser nobody else has the folder, and its files are few."""
        if sys.platform != "emscripten":
            with suppress(OSError):
                (folder / HEAD_NOTE).write_text(json.dumps(self), encoding="utf-8")

    def older_copy(self, reading: JournalReading, path: Path) -> OlderCopy | None:
        """What there is to say of a whole journal that is an older copy; None if it is none."""
        content = reading.content
        if reading.lost or content.identity != self.identity or reading.turn >= self.turn:
            return None
        missing = max(0, self.games - content.played)
        return OlderCopy(path, missing, datetime.fromtimestamp(self.at, UTC))


HEAD_NOTE = "pad.head"


def older_copy(reading: JournalReading, path: Path) -> OlderCopy | None:
    """Tell a journal that is an older copy by what was noted beside it; None if it is none."""
    head = Head.read(path.parent)
    return None if head is None else head.older_copy(reading, path)


class _BrokenError(OSError):
    """What is in the file is less than what is known, or makes no sense."""


class Journal:
    """An open journal, for one thread at a time.

    Attributes:
        notice: What its owner has to know: what was damaged, last of all, or lies beside.
    """

    def __init__(
        self, path: Path, reading: JournalReading, notice: Notice | None, patience: float
    ) -> None:
        self._path, self._patience = path, patience
        self.notice = notice
        self._reading = reading
        self._turn = reading.turn
        self._head: Head | None = None
        self._lock = RLock()
        self._closed = False
        self._tell: Callable[[], None] | None = None

    def close(self) -> None:
        """Let go of the file. Nothing can be asked afterwards."""
        self.settle()
        self._closed = True

    def watch(self, tell: Callable[[], None]) -> None:
        """Call `tell` after each change that is on the disk."""
        self._tell = tell

    def settle(self) -> None:
        """Have the first line say how long the file is, so that a copy of it alone is whole.

        It costs more than an entry, so it is done while nobody taps. What the disk does not take
        now it takes the next time: nothing is raised, and nothing is lost by that.
        """
        with suppress(CannotWrite), self._alone():
            reading = self._reading
            if reading.content.confirmed < reading.end:
                append(self._path, reading, b"")
                reading.content.confirmed = reading.end
                reading.seen = _seen(self._path.stat())
            self._note_head()

    def _known(self, turn: int) -> Head:
        content, now = self._reading.content, datetime.now(UTC)
        return Head(content.identity, turn, content.played, int(now.timestamp()))

    def _note_head(self) -> None:
        now = self._reading.content.identity, self._reading.turn
        if self._head is None or self._head[:2] != now:
            self._head = self._known(self._reading.turn)
            self._head.write(self._path.parent)

    def go_on_with_copy(self) -> None:
        """Take the older copy that is told for the games from now on.

        What it takes the place of is kept under a dated name, if it is known.

        Raises:
            StorageError: All is as it was.
        """
        copy, now = self.notice, datetime.now(UTC)
        if not isinstance(copy, OlderCopy):
            return
        with self._alone(chosen=True):
            content, turn = self._reading.content, self._turn
            if copy.waits:
                head = Head.read(self._path.parent)
                turn, aside = max(turn, head.turn if head else 0), None
            else:
                content = read(copy.path, content.reckoning).content
                aside = name_aside(self._path, now, "newer")
            replace(self._path, content, turn + 1, aside)
            self._reading = read(self._path, content.reckoning)
            self.notice = None
            self._note_head()
        if self._tell:
            self._tell()

    def stay_with_newest(self) -> None:
        """Say no more of an older copy that lies beside."""
        if isinstance(self.notice, OlderCopy) and not self.notice.waits:
            self.notice = None

    def rewrite(self) -> None:
        """Write all anew, a game a line, where there is room for it."""
        with suppress(CannotWrite), self._alone():
            replace(self._path, self._reading.content, self._turn)
            self._catch_up()

    @property
    def scattered(self) -> int:
        """How many lines there are beside one a game."""
        return self._reading.lines - len(self._reading.content.games)

    @contextmanager
    def reading(self) -> Iterator[Content]:
        """All that is kept now.

        Raises:
            StorageError: It cannot be read.
        """
        with self._lock:
            if self._closed:
                raise StorageError("the games could not be read: they are closed")
            with suppress(OSError):  # of a file that is gone all that it said is still known
                self._catch_up()
            yield self._reading.content

    @contextmanager
    def writing(self) -> Iterator[tuple[Content, list[Cell]]]:
        """All that is kept now, and a list for the cells that are to be kept together.

        Raises:
            CannotWrite: Nothing was written.
        """
        with self._alone():
            cells: list[Cell] = []
            yield self._reading.content, cells
            if cells:
                append(self._path, self._reading, line_of(cells))
                self._turn += 1
                with suppress(OSError):  # it is written; whoever asks next reads it
                    self._catch_up()
        if cells and self._tell:
            self._tell()

    @contextmanager
    def _alone(self, *, chosen: bool = False) -> Iterator[None]:
        """Nobody else reads or writes meanwhile, and all is known that they wrote before.

        In the place of an older copy nothing is written before that was `chosen`.

        Raises:
            CannotWrite: It cannot be written to, or there was an error of the disk within.
        """
        try:
            with self._lock, alone(self._path.parent, patience=self._patience):
                if self._closed:
                    raise CannotWrite("nothing was saved: the games are closed")
                try:
                    self._catch_up()
                except (_BrokenError, FileNotFoundError) as error:
                    if self._waits and not chosen:
                        raise CannotWrite(str(self.notice)) from error
                    self._put_right(error)
                self._turn = self._reading.turn
                if not chosen:
                    self._must_be_newest()
                yield
        except OSError as error:
            raise fault_of(error)(f"nothing was saved: {error.strerror or error}") from error

    @property
    def _waits(self) -> bool:
        """Whether an older copy lies in the place of the file, and its owner has not chosen."""
        return isinstance(self.notice, OlderCopy) and self.notice.waits

    def _must_be_newest(self) -> None:
        """Raises CannotWrite while an older copy waits; the newest file may be back by now."""
        if self._waits:
            self.notice = older_copy(self._reading, self._path)
            if self.notice:
                raise CannotWrite(str(self.notice))

    def _catch_up(self) -> None:
        """Read what was written since.

        The last line that one process has read another may take back, if its disk fails at that
        moment; and a new file may have taken the place of the old one. Then all is read again.

        Raises:
            OSError: It cannot be read.
        """
        was, now = self._reading, _seen(self._path.stat())
        if now == was.seen:
            return
        reading = _read_on(self._path, was)
        if reading is was and reading.lost:
            reading = read(self._path, was.content.reckoning)
        if reading.content.is_of_others(was.content):  # somebody wanted that
            raise OSError(f"other games lie in {self._path} now")
        if reading.lost or (reading.turn < self._turn and not self._waits):
            was.seen = (*now[:2], -1, -1)
            raise _BrokenError(f"{self._path} was damaged or replaced while it was open")
        self._reading = reading
        self._turn = reading.turn if self._waits else max(self._turn, reading.turn - 1)
        with suppress(CannotWrite):
            self._must_be_newest()

    def _put_right(self, why: OSError) -> None:
        """Write all that is known to a new file, and keep what there is under a dated name."""
        content, turn, now = self._reading.content, self._turn + 1, datetime.now(UTC)
        copy = self._older_copy()
        if copy is not None:
            aside = name_aside(self._path, now, "older")
            replace(self._path, content, turn, aside)
            self.notice = OlderCopy(aside, copy.missing, now)
        elif self._path.exists():
            self.notice = set_aside(self._path, content, turn, now, lost=False)
        else:
            replace(self._path, content, turn)
        self._reading = read(self._path, content.reckoning)
        logging.getLogger("qwixx_pad").warning("%s; all was written again", why)

    def _older_copy(self) -> OlderCopy | None:
        """What lies in the place of the file, if it is an older copy."""
        with suppress(OSError, StorageError):
            found = read(self._path, self._reading.content.reckoning)
            if not found.tail:
                return self._known(self._turn).older_copy(found, self._path)
        return None

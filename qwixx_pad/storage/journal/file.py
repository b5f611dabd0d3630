"""The file of a journal: a line a write, each with its checksum, on the disk before it counts.

    0b5a1f3c [["entries","2f1c…",12,["r5"],[1795286400000000]]]

The first line says how long the file was when the last line was written behind it, or that it has
not grown since: so a file that was cut off is known, though each of its lines is whole. It is
written in its place, before the disk is asked to confirm the line; so it never says too much.

Others may write to the same file: whoever asks reads first what has come since. A new file takes
the place of an old one by its name, so that there is always a whole one.
"""

import json
import logging
import os
from binascii import crc32
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import RawIOBase
from pathlib import Path
from threading import RLock

from qwixx_pad.core.safe_json import read_json
from qwixx_pad.storage import alone, keep_as, name_aside, synchronise
from qwixx_pad.storage.journal.content import VERSION, Change, Content, MisfitError
from qwixx_pad.storage.protocol import CannotWrite, StorageError, fault_of

_SUM = 8
"""Letters of a checksum."""


def line_of(changes: Sequence[Change]) -> bytes:
    """The line that says these changes."""
    text = json.dumps(changes, separators=(",", ":")).encode()
    return b"%08x %s\n" % (crc32(text), text)


def first_line(confirmed: int) -> bytes:
    """The first line of a journal, always of the same length.

    Args:
        confirmed: Bytes that the disk has confirmed.
    """
    text = b'[["journal",%d,%-16d]]' % (VERSION, confirmed)
    return b"%08x %s\n" % (crc32(text), text)


def changes_in(line: bytes) -> list[Change] | None:
    """What a line without its end says; None if it is not as it was written."""
    text = line[_SUM + 1 :]
    if line[: _SUM + 1] != b"%08x " % crc32(text):
        return None
    with suppress(ValueError):
        changes = read_json(text.decode())
        return changes if isinstance(changes, list) else None
    return None


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

    content: Content = field(default_factory=Content)
    end: int = 0
    lines: int = 0
    tail: bytes = b""
    misfit: bool = False
    seen: tuple[int, ...] = ()

    def take(self, data: bytes) -> None:
        """Read on.

        Args:
            data: What stands behind `end`.

        Raises:
            OtherVersion: Another version of the pad has written it.
        """
        *lines, self.tail = data.split(b"\n")
        for line in lines:
            self._say(line)
            self.end += len(line) + 1
        self.lines += len(lines)

    @property
    def lost(self) -> bool:
        """Whether something in between makes no sense, or more was there."""
        return self.misfit or self.content.confirmed > self.end

    def _say(self, line: bytes) -> None:
        changes = changes_in(line)
        self.misfit |= changes is None
        for change in changes or ():
            try:
                self.content.apply(change)
            except MisfitError:
                self.misfit = True


def read(path: Path) -> JournalReading:
    """A journal from its begin.

    Raises:
        OSError: It cannot be read.
        OtherVersion: Another version of the pad has written it.
    """
    return _read_on(path, JournalReading())


def _read_on(path: Path, reading: JournalReading) -> JournalReading:
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
        file.seek(reading.end)
        reading.take(file.read(max(0, status.st_size - reading.end)))
    reading.seen = _seen(status)
    return reading


def _seen(status: os.stat_result) -> tuple[int, ...]:
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def append(path: Path, end: int, line: bytes) -> None:
    """Write a line behind the first `end` bytes, in the place of what may have broken off there.

    Without a line the disk confirms what there is.

    Raises:
        OSError: Nothing was written.
    """
    with path.open("r+b", buffering=0) as file:
        try:
            file.truncate(end)
            file.seek(end)
            _write(file, line)
            file.seek(0)
            _write(file, first_line(end))
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                file.truncate(end)
            raise


def _write(file: RawIOBase, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) or 0 :]


def replace(path: Path, lines: Iterable[Sequence[Change]]) -> None:
    """Put a new file in the place of the one that there is, if there is one.

    Raises:
        OSError: The old one is as it was.
    """
    fresh = path.with_suffix(".new")
    try:
        with fresh.open("wb") as file:
            body = b"".join(map(line_of, lines))
            file.write(first_line(len(first_line(0)) + len(body)) + body)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    synchronise(path.parent)


class _BrokenError(OSError):
    """What is in the file is less than what is known, or makes no sense."""


class Journal:
    """An open journal, for one thread at a time.

    Args:
        path: Its file.
        reading: What was read of it.
    """

    def __init__(self, path: Path, reading: JournalReading) -> None:
        self._path = path
        self._reading = reading
        self._own_end = 0
        self._lock = RLock()
        self._closed = False
        self._tell: Callable[[], None] | None = None

    def close(self) -> None:
        """Answer no longer."""
        self.settle()
        self._closed = True

    def watch(self, tell: Callable[[], None]) -> None:
        """Call `tell` after each change; see `Storage`."""
        self._tell = tell

    def settle(self) -> None:
        """Have the first line say how long the file is; see `Storage`."""
        with suppress(CannotWrite), self._alone():
            reading = self._reading
            if reading.content.confirmed < reading.end:
                append(self._path, reading.end, b"")
                reading.content.confirmed = reading.end
                self._catch_up()

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
    def writing(self) -> Iterator[tuple[Content, list[Change]]]:
        """All that is kept now, and a list for the changes that are to be kept together.

        Raises:
            CannotWrite: Nothing was written.
        """
        with self._alone():
            changes: list[Change] = []
            yield self._reading.content, changes
            if changes:
                end, line = self._reading.end, line_of(changes)
                append(self._path, end, line)
                self._own_end = end + len(line)
                with suppress(OSError):  # it is written; whoever asks next reads it
                    self._catch_up()
        if changes and self._tell:
            self._tell()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else reads or writes meanwhile, and all is known that they wrote before.

        Raises:
            CannotWrite: It cannot be written to, or there was an error of the disk within.
        """
        try:
            with self._lock, alone(self._path.parent):
                if self._closed:
                    raise CannotWrite("nothing was saved: the games are closed")
                try:
                    self._catch_up()
                except (_BrokenError, FileNotFoundError) as error:
                    self._put_right(error)
                yield
        except OSError as error:
            raise fault_of(error)(f"nothing was saved: {error.strerror or error}") from error

    def _catch_up(self) -> None:
        """Read what was written since.

        What one process has read another may take back, if its disk fails at that moment; and a
        new file may have taken the place of the old one. Then all is read again.

        Raises:
            OSError: It cannot be read.
        """
        was, now = self._reading, _seen(self._path.stat())
        if now == was.seen:
            return
        *file, size, _ = now
        is_same = [*was.seen[:2]] == file
        reading = _read_on(self._path, was) if is_same and size > was.end else read(self._path)
        if reading.lost:
            reading = read(self._path)
        if reading.lost or (is_same and reading.end < self._own_end):
            was.seen = (*file, -1, -1)
            raise _BrokenError(f"{self._path} was damaged while it was open")
        self._reading = reading

    def _put_right(self, why: OSError) -> None:
        """Write all that is known to a new file, and keep what there is under a dated name."""
        if self._path.exists():
            keep_as(self._path, name_aside(self._path, datetime.now(UTC)))
        replace(self._path, self._reading.content.lines())
        self._reading, self._own_end = read(self._path), 0
        logging.getLogger("qwixx_pad").warning("%s; all was written again", why)

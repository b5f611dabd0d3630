"""The file of a journal: a line a write, each with its checksum, on the disk before it counts.

    0b5a1f3c [["entries","2f1c…",12,["r5"],[1795286400000000]]]

Others may write to the same file: whoever asks reads first what has come since. A new file takes
the place of an old one by its name, so that there is always a whole one.
"""

import errno
import json
import os
from binascii import crc32
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock

from qwixx_pad.foreign_json import read_json
from qwixx_pad.store.disk import synchronise
from qwixx_pad.store.journal.changes import Change
from qwixx_pad.store.journal.content import Content, MisfitError
from qwixx_pad.store.journal.lock import alone
from qwixx_pad.store.protocol import CannotWrite, DiskFull, StoreError

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_SUM = 8
"""Letters of a checksum."""


def line_of(changes: Sequence[Change]) -> bytes:
    """The line that says these changes."""
    text = json.dumps(changes, separators=(",", ":")).encode()
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
class Reading:
    """A journal as far as it was read.

    Attributes:
        content: What its lines say.
        end: Bytes of these lines.
        lines: How many there are.
        tail: What stands behind the last end of a line: one that broke off.
        lost: Whether something in between makes no sense.
        seen: Which file that was, and in which state.
    """

    content: Content = field(default_factory=Content)
    end: int = 0
    lines: int = 0
    tail: bytes = b""
    lost: bool = False
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

    def _say(self, line: bytes) -> None:
        changes = changes_in(line)
        self.lost |= changes is None
        for change in changes or ():
            try:
                self.content.apply(change)
            except MisfitError:
                self.lost = True


def read(path: Path) -> Reading:
    """A journal from its begin.

    Raises:
        OSError: It cannot be read.
        OtherVersion: Another version of the pad has written it.
    """
    return _read_on(path, Reading())


def _read_on(path: Path, reading: Reading) -> Reading:
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

    Raises:
        OSError: Nothing was written.
    """
    with path.open("r+b", buffering=0) as file:
        try:
            file.truncate(end)
            file.seek(end)
            left = memoryview(line)
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                file.truncate(end)
            raise


def replace(path: Path, lines: Iterable[Sequence[Change]]) -> None:
    """Put a new file in the place of the one that there is, if there is one.

    Raises:
        OSError: The old one is as it was.
    """
    fresh = path.with_suffix(".new")
    try:
        with fresh.open("wb") as file:
            file.writelines(map(line_of, lines))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    synchronise(path.parent)


class Journal:
    """An open journal, for one thread at a time.

    Args:
        path: Its file.
        reading: What was read of it.
    """

    def __init__(self, path: Path, reading: Reading) -> None:
        self._path = path
        self._reading = reading
        self._lock = RLock()
        self._closed = False

    def close(self) -> None:
        """Answer no longer."""
        self._closed = True

    @contextmanager
    def reading(self) -> Iterator[Content]:
        """All that is kept now.

        Raises:
            StoreError: It cannot be read.
        """
        with self._lock:
            if self._closed:
                raise StoreError("the games could not be read: they are closed")
            with suppress(OSError):  # of a file that is gone all that it said is still known
                self._catch_up()
            yield self._reading.content

    @contextmanager
    def writing(self) -> Iterator[tuple[Content, list[Change]]]:
        """All that is kept now, and a list for the changes that are to be kept together.

        Raises:
            CannotWrite: Nothing was written.
        """
        try:
            with self._lock, alone(self._path.parent):
                if self._closed:
                    raise CannotWrite("nothing was saved: the games are closed")
                self._catch_up()
                changes: list[Change] = []
                yield self._reading.content, changes
                if changes:
                    append(self._path, self._reading.end, line_of(changes))
                    with suppress(OSError):  # it is written; whoever asks next reads it
                        self._catch_up()
        except FileNotFoundError as error:
            raise CannotWrite(f"nothing was saved: {self._path} was moved") from error
        except OSError as error:
            kind = DiskFull if error.errno in _FULL else CannotWrite
            raise kind(f"nothing was saved: {error.strerror or error}") from error

    def _catch_up(self) -> None:
        """Read what was written since.

        What one process has read another may take back, if its disk fails at that moment; and a
        new file may have taken the place of the old one. Then all is read again.

        Raises:
            OSError: It cannot be read.
            StoreError: Something in it makes no sense; opened again it will be rescued.
        """
        was, now = self._reading, _seen(self._path.stat())
        if now != was.seen:
            *file, size, _ = now
            goes_on = [*was.seen[:2]] == file and size > was.end
            reading = _read_on(self._path, was) if goes_on else read(self._path)
            self._reading = read(self._path) if reading.lost else reading
        if self._reading.lost:
            raise StoreError(f"{self._path} was damaged while it was open")

"""The write-ahead log of a database, read without SQLite: what is whole in it, and what was more.

SQLite takes the frames before the first that does not fit, and says nothing of those behind it.
The formats: https://sqlite.org/fileformat2.html#walformat and https://sqlite.org/walformat.html.
"""

import struct
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_HEADER = struct.Struct(">8I")
"""Magic number, version, bytes of a page, how often begun anew, two salts, two sums."""
_FRAME = struct.Struct(">6I")
"""Number of the page, pages of the database if it ends a transaction, two salts, two sums."""
_SHARED = struct.Struct("=12xBxH I12x 8s 8s")
"""Whether it is in use, bytes of a page, frames that are kept, their salts, two sums."""
_MAGIC = 0x377F0682
_PAGE = 4096
"""Bytes of a page where the log does not say it: what SQLite takes for a new database."""
_PAUSE = 0.02

_Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """One page that was written.

    Attributes:
        number: Of the page, from 1; 0 is nobody's.
        data: The page.
        sound: Whether it is as it was written.
    """

    number: int
    data: bytes
    sound: bool


@dataclass(frozen=True, slots=True)
class WriteAheadLog:
    """What lies in a log.

    Attributes:
        frames: All of its own, in order; those that are left from before it was begun anew are not.
        kept: How many of them SQLite takes.
        damaged: Whether there were more, or there are some that do not fit.
    """

    frames: tuple[Frame, ...] = ()
    kept: int = 0
    damaged: bool = False

    def first_page(self) -> bytes:
        """The first page of the database as it is now, empty where the log does not have it."""
        pages = (frame.data for frame in reversed(self.frames[: self.kept]) if frame.number == 1)
        return next(pages, b"")


def read_log(database: Path) -> WriteAheadLog:
    """The log of a database, before SQLite opens it: that forgets what it cannot use.

    Another process may be writing to it; it counts as damaged if it stays as it is.

    Raises:
        OSError: It cannot be read.
    """
    while True:
        found = _bytes_of(database)
        log = _log(*found)
        if not log.damaged:
            return log
        time.sleep(_PAUSE)
        if _bytes_of(database) == found:
            return log


def _bytes_of(database: Path) -> tuple[bytes, bytes]:
    """What SQLite's processes tell each other of the log, and then the log."""
    return _content(Path(f"{database}-shm")), _content(Path(f"{database}-wal"))


def _content(path: Path) -> bytes:
    with suppress(FileNotFoundError):
        return path.read_bytes()
    return b""


def _log(shared: bytes, data: bytes) -> WriteAheadLog:
    said = _said(shared)
    if len(data) < _HEADER.size:
        return WriteAheadLog(damaged=bool(said and said.kept > said.copied))
    magic, _, size, _, *salts, one, two = _HEADER.unpack_from(data)
    order = ">" if magic & 1 else "<"
    whole = (magic | 1, _sums(data[:24], (0, 0), order)) == (_MAGIC | 1, (one, two))
    if not whole:
        size = said.page if said else _PAGE
        salts = list(_FRAME.unpack_from(data.ljust(99, b"\0"), _HEADER.size)[2:4])
    reader = _LogReader(data, size, (salts[0], salts[1]), order)
    frames = tuple(reader.frames((one, two)))
    kept = reader.kept if whole else 0
    if said and said.salts == struct.pack(">2I", *salts):
        return WriteAheadLog(frames, kept, said.kept > kept)
    return WriteAheadLog(frames, kept, len(frames) > reader.whole or not (whole or _is_blank(data)))


def _is_blank(data: bytes) -> bool:
    return not data.strip(b"\0")


class _LogReader:
    """Reads frames one after the other.

    Args:
        data: The whole log.
        size: Bytes of a page.
        salts: What the frames of this log have in them.
        order: Of the bytes in the words that sums are made of.

    Attributes:
        whole: How many frames follow from the begin without a fault.
        kept: How many of these are in a transaction that was ended.
    """

    def __init__(self, data: bytes, size: int, salts: _Sums, order: str) -> None:
        self._data = data
        self._size = size
        self._salts = salts
        self._order = order
        self.whole = 0
        self.kept = 0

    def frames(self, before: _Sums) -> Iterator[Frame]:
        """The frames of this log.

        Args:
            before: The sums of the header.
        """
        step, unbroken = _FRAME.size + self._size, True
        for place in range(_HEADER.size, len(self._data) - step + 1, step):
            number, end, *salts, one, two = _FRAME.unpack_from(self._data, place)
            data = self._data[place + _FRAME.size : place + step]
            own = (salts[0], salts[1]) == self._salts
            sound = (own or unbroken) and (one, two) == _sums(
                self._data[place : place + 8] + data, before, self._order
            )
            unbroken &= own and sound
            self.whole += unbroken
            self.kept = self.whole if unbroken and end else self.kept
            if own or sound or not number:
                yield Frame(number, data, sound)
            before = (one, two)


def _sums(data: bytes, before: _Sums, order: str) -> _Sums:
    """The two sums that SQLite makes of the words of some bytes, and of the sums before."""
    one, two = before
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for first, second in zip(words, words, strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


@dataclass(frozen=True, slots=True)
class _Said:
    """What the processes that had the database open told each other last.

    Attributes:
        page: Bytes of a page.
        kept: How many frames are on the disk.
        salts: Of these frames, as they stand in them.
        copied: How many of them are in the database by now.
    """

    page: int
    kept: int
    salts: bytes
    copied: int


def _said(shared: bytes) -> _Said | None:
    """The same, from the begin of the file that they share; None if that makes no sense."""
    size = _SHARED.size
    if len(shared) < 2 * size + 4 or shared[:size] != shared[size : 2 * size]:
        return None
    used, page, kept, salts, sums = _SHARED.unpack_from(shared)
    native = "<" if sys.byteorder == "little" else ">"
    if not used or struct.unpack("=2I", sums) != _sums(shared[: size - 8], (0, 0), native):
        return None
    return _Said(page, kept, salts, *struct.unpack_from("=I", shared, 2 * size))

"""The folder of the games: its files, who may write there, and what becomes of a damaged one."""

import os
import secrets
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

JOURNAL_FILE = "pad.journal"
"""The file of the games."""
LEGACY_DATABASE = "pad.db"
"""The file of pads before they were released; nothing reads it."""


def data_folder(override: Path | None = None) -> Path:
    """The folder of the games: the one asked for, what Flet gives an app, or the platform's own."""
    flet_folder = os.environ.get("FLET_APP_STORAGE_DATA")
    if override is not None:
        return override
    if flet_folder:
        return Path(flet_folder)
    from platformdirs import user_data_path  # noqa: PLC0415 - apps and browsers are told a folder

    return user_data_path("qwixx-pad", appauthor=False)


@dataclass(frozen=True, slots=True)
class Recovery:
    """What became of a damaged file.

    Attributes:
        quarantined: Where it lies now.
        games: Games that could be read and are in the fresh file.
        entries: Their entries.
        has_loss: Whether something could not be read, or nobody knows because a crash came between.
    """

    quarantined: Path
    games: int
    entries: int
    has_loss: bool

    def __str__(self) -> str:
        return f"the saved games were damaged; the old file is kept: {self.quarantined}"


@dataclass(frozen=True, slots=True)
class LegacyFile:
    """Games of a pad before it was released, in a file that this one does not read."""

    path: Path

    def __str__(self) -> str:
        return f"games of an older version are in {self.path}, which is not read"


@dataclass(frozen=True, slots=True)
class OlderCopy:
    """An older copy that somebody put in the place of the newest file.

    Attributes:
        path: The copy: in the place of the newest file, where nothing is written until the owner
            has chosen; or beside it under a dated name, where the pad was open and knew the rest.
        missing_games: Games that it does not have.
        last_seen: When those were here last.
    """

    path: Path
    missing_games: int
    last_seen: datetime

    @property
    def awaits_choice(self) -> bool:
        """Whether nothing is written until the owner has chosen."""
        return self.path.name == JOURNAL_FILE

    def __str__(self) -> str:
        day = f"{self.last_seen.astimezone():%Y-%m-%d}"
        choose = "; nothing is written until you choose in the pad" if self.awaits_choice else ""
        missing = f"missing of the games of {day}: {self.missing_games}"
        return f"{self.path} is an older copy; {missing}{choose}"


Notice = Recovery | LegacyFile | OlderCopy


def sync_folder(folder: Path) -> None:
    """Let the names in a folder reach the disk, where the system has a way to ask for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def quarantine_path(path: Path, now: datetime, label: str = "damaged") -> Path:
    """A dated name for such a file, of which nothing is there yet, whatever its ending."""
    stem = f"pad-{label}-{now.astimezone(UTC):%Y-%m-%dT%H%M%SZ}"
    stems = (stem if n == 1 else f"{stem}-{n}" for n in count(1))
    free = next(s for s in stems if not any(path.parent.glob(f"{s}.*")))
    return path.with_name(f"{free}{path.suffix}")


def link_or_copy(path: Path, other: Path) -> None:
    """Have a file under another name as well, on the disk.

    Raises:
        OSError: It cannot be linked nor copied.
    """
    try:
        other.hardlink_to(path)
    except (OSError, NotImplementedError):  # on a memory card or in a browser it has one name only
        with path.open("rb") as old, other.open("xb") as copy:
            shutil.copyfileobj(old, copy)
            copy.flush()
            os.fsync(copy.fileno())
    sync_folder(path.parent)


_LOCK_FILE = "pad.lock"
"""The file by which those who write the games wait for each other."""
LOCK_TIMEOUT_S = 5.0
"""Seconds to wait for another process that is writing."""
_LOCK_POLL_S = 0.005

if sys.platform == "win32":
    import msvcrt

    def _lock_handle(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

elif sys.platform == "emscripten":

    def _lock_handle(_: int) -> None:
        """In a browser nobody else has this folder."""

else:
    import fcntl

    def _lock_handle(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class LockTimeoutError(OSError):
    """Another process does not let go of the folder."""


@contextmanager
def file_lock(
    folder: Path, lock_file: str = _LOCK_FILE, timeout_s: float = LOCK_TIMEOUT_S
) -> Iterator[None]:
    """Keep everybody else from writing meanwhile; the lock of one that dies is free again.

    Whoever has it is waited for, so many seconds.

    Raises:
        HeldError: Another one has it for too long.
        OSError: Nothing can be written here.
    """
    with (folder / lock_file).open("ab") as file:
        deadline = time.monotonic() + timeout_s
        while not _try_lock(file.fileno()):
            if time.monotonic() > deadline:
                raise LockTimeoutError("another program is writing")
            time.sleep(_LOCK_POLL_S)
        yield


def _try_lock(handle: int) -> bool:
    try:
        _lock_handle(handle)
    except (BlockingIOError, PermissionError):
        return False
    return True


USED_BLOCKS_FILE = "pad.blocks"
"""As many bytes as blocks of numbers were taken: it only grows, and no half of it is wrong."""


def take_block(folder: Path, block_count: int) -> int:
    """Take the next of so many blocks of numbers, counted from 0.

    Nobody else takes it before all others were taken, now or after a next start. Where nothing
    can be written it is any one of them.
    """
    try:
        with file_lock(folder), (folder / USED_BLOCKS_FILE).open("ab") as taken:
            taken.write(b".")
            taken.flush()
            os.fsync(taken.fileno())
            block = taken.tell() - 1
    except OSError:
        return secrets.randbelow(block_count)
    if not block:
        sync_folder(folder)
    return block % block_count

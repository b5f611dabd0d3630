"""The folder of the games: its files, its lock, and the names of damaged files."""

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


def data_folder(override: Path | None = None) -> Path:
    """The folder of the games: `override`, the one that Flet gives an app, or the platform's."""
    if override is not None:
        return override
    if flet_folder := os.environ.get("FLET_APP_STORAGE_DATA"):
        return Path(flet_folder)
    from platformdirs import user_data_path  # noqa: PLC0415 - apps and browsers pass their folder

    return user_data_path("qwixx-pad", appauthor=False)


@dataclass(frozen=True, slots=True)
class Recovery:
    """A damaged file that was renamed, and the new file in its place.

    Attributes:
        quarantined: Path of the damaged one now.
        games: Number of games that could be read and are in the new one.
        has_loss: Whether something could not be read, or nobody can tell after a crash.
    """

    quarantined: Path
    games: int
    has_loss: bool

    def __str__(self) -> str:
        return f"the saved games were damaged; the old file is kept: {self.quarantined}"


@dataclass(frozen=True, slots=True)
class OlderCopy:
    """An older copy that took the place of the newest file.

    Attributes:
        path: The copy. It has the name of the newest file if nothing is written until the owner
            has chosen. It has a dated name if the pad had the rest in memory and wrote it again.
        missing_games: Number of games that it lacks.
        last_seen: When these were last in the file.
    """

    path: Path
    missing_games: int
    last_seen: datetime

    @property
    def awaits_choice(self) -> bool:
        return self.path.name == JOURNAL_FILE

    def __str__(self) -> str:
        day = f"{self.last_seen.astimezone():%Y-%m-%d}"
        choose = "; nothing is written until you choose in the pad" if self.awaits_choice else ""
        missing = f"missing of the games of {day}: {self.missing_games}"
        return f"{self.path} is an older copy; {missing}{choose}"


Notice = Recovery | OlderCopy


def sync_folder(folder: Path) -> None:
    """Have the disk confirm the names in a folder, where the system supports that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def quarantine_path(path: Path, now: datetime, label: str = "damaged") -> Path:
    """A dated name for a file that is set aside; no file has it yet, with any suffix."""
    dated = f"pad-{label}-{now.astimezone(UTC):%Y-%m-%dT%H%M%SZ}"
    stems = (dated if n == 1 else f"{dated}-{n}" for n in count(1))
    free = next(stem for stem in stems if not any(path.parent.glob(f"{stem}.*")))
    return path.with_name(f"{free}{path.suffix}")


def link_or_copy(path: Path, other: Path) -> None:
    """Give a file a second name, or copy it where files have one only, confirmed by the disk.

    Raises:
        OSError: It can be neither linked nor copied.
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
"""The lock file of all that write the games."""
LOCK_TIMEOUT_S = 5.0
"""Limit of the wait for another process that is writing."""
_LOCK_POLL_S = 0.005

if sys.platform == "win32":
    import msvcrt

    def _lock_handle(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

elif sys.platform == "emscripten":

    def _lock_handle(_: int) -> None:
        """Lock nothing: in a browser no other program uses this folder."""

else:
    import fcntl

    def _lock_handle(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class LockTimeoutError(OSError):
    """Another process holds the folder for too long."""


@contextmanager
def file_lock(
    folder: Path, lock_file: str = _LOCK_FILE, timeout_s: float = LOCK_TIMEOUT_S
) -> Iterator[None]:
    """Hold an exclusive lock on the folder; the OS releases it if the process dies.

    Raises:
        LockTimeoutError: Another process held it for `timeout_s`.
        OSError: Nothing can be written here.
    """
    deadline = time.monotonic() + timeout_s
    with (folder / lock_file).open("ab") as file:
        while True:
            try:
                _lock_handle(file.fileno())
                break
            except (BlockingIOError, PermissionError) as error:
                if time.monotonic() > deadline:
                    raise LockTimeoutError("another program is writing") from error
            time.sleep(_LOCK_POLL_S)
        yield


USED_BLOCKS_FILE = "pad.blocks"
"""A file with one byte for each block taken: it only grows, so no write can leave it half done."""


def take_block(folder: Path, block_count: int) -> int:
    """Take the next of `block_count` blocks of numbers, counted from 0.

    No other caller gets this block before all others were taken, even after a restart. Where
    nothing can be written, it is a random one.
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

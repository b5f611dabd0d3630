"""What stores do with files beside writing them."""

import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path


def synchronise(folder: Path) -> None:
    """Let the names in a folder reach the disk, where the system has a way to ask for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def name_aside(path: Path, now: datetime) -> Path:
    """A dated name for a damaged file, of which nothing is there yet, whatever its ending."""
    stem = f"pad-damaged-{now.astimezone(UTC):%Y-%m-%dT%H%M%SZ}"
    stems = (stem if n == 1 else f"{stem}-{n}" for n in count(1))
    free = next(s for s in stems if not any(path.parent.glob(f"{s}.*")))
    return path.with_name(f"{free}{path.suffix}")


def keep_as(path: Path, other: Path) -> None:
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
    synchronise(path.parent)

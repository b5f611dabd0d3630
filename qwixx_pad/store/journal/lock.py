"""One process at a time writes to a folder."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 5.0
"""Seconds to wait for another process that is writing."""
_PAUSE = 0.005

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

elif sys.platform == "emscripten":

    def _take(_: int) -> None:
        """In a browser nobody else has this folder."""

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class HeldError(OSError):
    """Another process does not let go of the folder."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep everybody else from writing meanwhile; the lock of one that dies is free again.

    Raises:
        HeldError: Another one has it for too long.
        OSError: Nothing can be written here.
    """
    with (folder / "pad.lock").open("ab") as file:
        until = time.monotonic() + PATIENCE
        while not _taken(file.fileno()):
            if time.monotonic() > until:
                raise HeldError("another program is writing")
            time.sleep(_PAUSE)
        yield


def _taken(handle: int) -> bool:
    try:
        _take(handle)
    except (BlockingIOError, PermissionError):
        return False
    return True

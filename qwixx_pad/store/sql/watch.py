"""Whether the file and the log that a connection has open are still the ones that one would find.

SQLite goes on writing to a log that was removed, replaced or cut off, and says that all is kept.
"""

import os
from enum import Enum, auto
from pathlib import Path


class Place(Enum):
    """What there is under the names of a database and its log."""

    OURS = auto()
    BROKEN = auto()
    """One of them is gone or shorter than it was, or another log is there."""
    ANOTHERS = auto()
    """Another database: somebody wanted that, or has rescued this one."""


class Watch:
    """Knows a database and its log by what the system says of them: that costs microseconds.

    Args:
        path: The database; a connection has it open, so nobody removes its log.
    """

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._log_path = f"{path}-wal"
        self._file = _status(self._path)
        self._log = _status(self._log_path)

    def look(self) -> Place:
        """What there is now; while nobody else writes."""
        was, now = self._file, _status(self._path)
        if was and now and was[:2] != now[:2]:
            return Place.ANOTHERS
        if not _goes_on(was, now):
            return Place.BROKEN
        self._file = now
        return self.look_at_log()

    def look_at_log(self) -> Place:
        """The same of the log alone, which is what an entry has just been written to."""
        now = _status(self._log_path)
        if not _goes_on(self._log, now):
            return Place.BROKEN
        self._log = now
        return Place.OURS


_Status = tuple[int, int, int] | None
"""Device, number and bytes of a file; None where there is none."""


def _status(path: str) -> _Status:
    try:
        status = os.stat(path)  # noqa: PTH116 - at each entry, and a Path takes as long again
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size


def _goes_on(was: _Status, now: _Status) -> bool:
    """Whether that is the same file, and not cut off."""
    return was is None or (now is not None and was[:2] == now[:2] and was[2] <= now[2])

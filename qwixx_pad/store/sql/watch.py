"""Whether the file and the log that a connection has open are still the ones that one would find.

SQLite goes on writing to a log that was removed, replaced or cut off, and says that all is kept.
"""

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
        self._path = path
        self._log = Path(f"{path}-wal")
        self._seen = self._look()

    def look(self) -> Place:
        """What there is now; while nobody else writes."""
        was, self._seen = self._seen, self._look()
        (file, log), (file_now, log_now) = was, self._seen
        place = Place.OURS
        if file and file_now and file[:2] != file_now[:2]:
            place = Place.ANOTHERS
        elif not (_goes_on(file, file_now) and _goes_on(log, log_now)):
            place = Place.BROKEN
        if place is not Place.OURS:
            self._seen = was
        return place

    def _look(self) -> tuple["_Status", "_Status"]:
        return _status(self._path), _status(self._log)


_Status = tuple[int, int, int] | None
"""Device, number and bytes of a file; None where there is none."""


def _status(path: Path) -> _Status:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size


def _goes_on(was: _Status, now: _Status) -> bool:
    """Whether that is the same file, and not cut off."""
    return was is None or (now is not None and was[:2] == now[:2] and was[2] <= now[2])

"""The kept games of a folder, opened for whoever needs them, and when their storage settles."""

import asyncio
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from qwixx_pad.archive.library import Library
from qwixx_pad.archive.summaries import RECKONING
from qwixx_pad.core.layout import Layout
from qwixx_pad.layouts import installed
from qwixx_pad.service.own_sheets import Sheets
from qwixx_pad.service.session import GameService
from qwixx_pad.storage import Notice, Storage, data_folder, open_storage

IDLE = 3.0
"""Seconds after a change in which nothing else has changed, as after the end of a game."""
LATEST = 15.0
"""Seconds after a change, at a table that never rests."""


class Settling:
    """Has a storage settle where a loop runs; a command closes its own at once, which settles too.

    Args:
        storage: Whose changes it hears of.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._due: asyncio.TimerHandle | None = None
        self._latest = 0.0
        storage.watch(self._stir)

    def _stir(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        now = loop.time()
        if self._due is None:
            self._latest = now + LATEST
        else:
            self._due.cancel()
        wait = max(0.0, min(IDLE, self._latest - now))  # a browser's loop refuses what is past
        self._due = loop.call_later(wait, self._settle)

    def _settle(self) -> None:
        self._due = None
        self._storage.settle()


@contextmanager
def opened_library(
    data: Path | None = None,
    own: Mapping[str, Layout] = MappingProxyType({}),
) -> Iterator[tuple[GameService, Library, Notice | None]]:
    """Open the storage once; close it at the end.

    Args:
        data: Folder of the games; None is the platform's place for them.
        own: Sheets of one's own that are offered meanwhile, by their names.

    Raises:
        StorageError: The games can neither be opened nor set aside; the text says why.
    """
    storage, notice = open_storage(data_folder(data), now=_now(), reckoning=RECKONING)
    Settling(storage)
    sheets = Sheets(installed(), storage, own)
    service = GameService(storage, sheets, _now, lambda: uuid.uuid4().hex)
    library = Library(service, storage)
    try:
        library.fold()
        yield service, library, notice
    finally:
        storage.close()


def _now() -> datetime:
    return datetime.now(UTC)

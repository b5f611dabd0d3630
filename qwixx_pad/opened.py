"""The kept games of a folder, opened for whoever needs them: with a screen or without."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from qwixx_pad.layouts import installed
from qwixx_pad.library.library import Library
from qwixx_pad.library.own_sheets import WithOwn, kept_in
from qwixx_pad.session import Desk
from qwixx_pad.settling import Settling
from qwixx_pad.store import Notice, data_folder, open_store


@contextmanager
def opened_library(data: Path | None = None) -> Iterator[tuple[Desk, Library, Notice | None]]:
    """Open the store once; close it at the end.

    Args:
        data: Folder of the games; None is the platform's place for them.

    Raises:
        StoreError: The games can neither be opened nor set aside; the text says why.
    """
    store, notice = open_store(data_folder(data), now=_now())
    Settling(store)
    layouts = WithOwn(installed(), kept_in(store))
    desk = Desk(store, layouts, _now, lambda: uuid.uuid4().hex)
    try:
        yield desk, Library(desk, store, layouts), notice
    finally:
        store.close()


def _now() -> datetime:
    return datetime.now(UTC)

"""Where everything is put together: store, desk, page."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import flet as ft

from qwixx_pad.layouts import installed
from qwixx_pad.session import Desk
from qwixx_pad.store import Rescue, data_folder, open_store
from qwixx_pad.ui.root import Notice, show


@contextmanager
def opened_pad(data: Path | None = None) -> Iterator[Callable[[ft.Page], None]]:
    """Open the store once and give what Flet calls for every session; close it at the end.

    Args:
        data: Folder of the games; None is the platform's place for them.

    Raises:
        StoreError: The games can neither be opened nor set aside; the text says why.
    """
    store, rescue = open_store(data_folder(data), now=_now())
    desk = Desk(store, installed(), _now, lambda: uuid.uuid4().hex)
    notice = None if rescue is None else _rescued(rescue)

    def main(page: ft.Page) -> None:
        show(page, desk, notice)

    try:
        yield main
    finally:
        store.close()


def _now() -> datetime:
    return datetime.now(UTC)


def _rescued(rescue: Rescue) -> Notice:
    kept = f"{rescue.games} games were rescued" if rescue.games else "No game could be read"
    return (
        "The saved games were damaged",
        f"{kept}. The old file is kept: {rescue.set_aside.name}",
    )

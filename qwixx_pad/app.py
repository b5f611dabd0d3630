"""Where everything is put together: store, desk, page."""

import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import flet as ft

from qwixx_pad.host.guesses import ALPHABET, CODE_LENGTH
from qwixx_pad.host.tables import Host
from qwixx_pad.layouts import installed
from qwixx_pad.session import Desk
from qwixx_pad.store import Rescue, data_folder, open_store
from qwixx_pad.ui.guide import Notice
from qwixx_pad.ui.root import show
from qwixx_pad.visitor import current


class Pad:
    """An opened pad: what Flet calls for every session, and what a server tells it.

    Args:
        desk: The games.
        notice: Two lines that home shows.
    """

    def __init__(self, desk: Desk, notice: Notice | None) -> None:
        self._host = Host(desk, _new_code)
        self._notice = notice

    def show(self, page: ft.Page) -> None:
        """Begin a session; Flet calls this once for each tab, window or phone."""
        show(page, self._host, current.get(), self._notice)

    def reached_at(self, address: str | None) -> None:
        """Where other devices reach this pad, once that is known; None: they do not."""
        self._host.address = address


@contextmanager
def opened_pad(data: Path | None = None) -> Iterator[Pad]:
    """Open the store once and give the pad on it; close it at the end.

    Args:
        data: Folder of the games; None is the platform's place for them.

    Raises:
        StoreError: The games can neither be opened nor set aside; the text says why.
    """
    store, rescue = open_store(data_folder(data), now=_now())
    desk = Desk(store, installed(), _now, lambda: uuid.uuid4().hex)
    notice = None if rescue is None else _rescued(rescue)

    try:
        yield Pad(desk, notice)
    finally:
        store.close()


def _new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _now() -> datetime:
    return datetime.now(UTC)


def _rescued(rescue: Rescue) -> Notice:
    kept = f"{rescue.games} games were rescued" if rescue.games else "No game could be read"
    return (
        "The saved games were damaged",
        f"{kept}. The old file is kept: {rescue.set_aside.name}",
    )

"""Where everything is put together: store, desk, page."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import flet as ft

from qwixx_pad.host.guesses import ALPHABET, CODE_LENGTH
from qwixx_pad.host.tables import Host
from qwixx_pad.library.library import Library
from qwixx_pad.opened import opened_library
from qwixx_pad.session import Desk
from qwixx_pad.store import Rescue
from qwixx_pad.ui.guide import Notice
from qwixx_pad.ui.root import House, show
from qwixx_pad.visitor import current


class Pad:
    """An opened pad: what Flet calls for every session, and what a server tells it.

    Args:
        desk: Opens games.
        library: The kept games.
        uploads: A folder for files that browsers send.
        notice: Two lines that home shows.

    Attributes:
        uploads: The same folder, for the web server.
    """

    def __init__(self, desk: Desk, library: Library, uploads: Path, notice: Notice | None) -> None:
        self.uploads = uploads
        self._house = House(Host(desk, _new_code), library, uploads, notice)

    def show(self, page: ft.Page) -> None:
        """Begin a session; Flet calls this once for each tab, window or phone."""
        show(page, self._house, current.get())

    def reached_at(self, address: str | None) -> None:
        """Where other devices reach this pad, once that is known; None: they do not."""
        self._house.host.address = address


@contextmanager
def opened_pad(data: Path | None = None) -> Iterator[Pad]:
    """Open the store once and give the pad on it; close it at the end.

    Args:
        data: Folder of the games; None is the platform's place for them.

    Raises:
        StoreError: The games can neither be opened nor set aside; the text says why.
    """
    with opened_library(data) as (desk, library, rescue), TemporaryDirectory() as uploads:
        library.refresh()
        notice = None if rescue is None else _rescued(rescue)
        yield Pad(desk, library, Path(uploads), notice)


def _new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _rescued(rescue: Rescue) -> Notice:
    kept = f"{rescue.games} games were rescued" if rescue.games else "No game could be read"
    return (
        "The saved games were damaged",
        f"{kept}. The old file is kept: {rescue.set_aside.name}",
    )

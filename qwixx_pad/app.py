"""Where everything is put together: store, desk, page."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import flet as ft

from qwixx_pad.browser import Browser
from qwixx_pad.host.guesses import ALPHABET, CODE_LENGTH
from qwixx_pad.host.tables import Host
from qwixx_pad.library.library import Library
from qwixx_pad.opened import opened_library
from qwixx_pad.session import Desk
from qwixx_pad.store import Rescue
from qwixx_pad.ui.guest import House
from qwixx_pad.ui.root import show
from qwixx_pad.visitor import current


class Pad:
    """An opened pad: what Flet calls for every session, and what a server tells it.

    Args:
        desk: Opens games.
        library: The kept games.
        uploads: A folder for files that browsers send.
        rescue: What was saved of damaged games; None as a rule.
        browser: The one that runs the pad by itself; None where Python runs outside of it.

    Attributes:
        uploads: The same folder, for the web server.
    """

    def __init__(
        self,
        desk: Desk,
        library: Library,
        uploads: Path,
        rescue: Rescue | None,
        browser: Browser | None,
    ) -> None:
        self.uploads = uploads
        sent_to = None if browser else uploads
        self._house = House(Host(desk, _new_code), library, sent_to, rescue, browser)

    def show(self, page: ft.Page) -> None:
        """Begin a session; Flet calls this once for each tab, window or phone."""
        show(page, self._house, current.get())

    def reached_at(self, address: str | None) -> None:
        """Where other devices reach this pad, once that is known; None: they do not."""
        self._house.host.address = address


@contextmanager
def opened_pad(data: Path | None = None, browser: Browser | None = None) -> Iterator[Pad]:
    """Open the store once and give the pad on it; close it at the end.

    Args:
        data: Folder of the games; None is the platform's place for them.
        browser: The one that runs the pad by itself; None where Python runs outside of it.

    Raises:
        StoreError: The games can neither be opened nor set aside; the text says why.
    """
    with opened_library(data) as (desk, library, rescue), TemporaryDirectory() as uploads:
        library.refresh()
        yield Pad(desk, library, Path(uploads), rescue, browser)


def _new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))

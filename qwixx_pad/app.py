"""The composition root: opens the storage, and makes the services that all pages share."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import flet as ft
from flet.utils import is_mobile, is_pyodide

from qwixx_pad.core.layout import Layout
from qwixx_pad.games.session import GameService
from qwixx_pad.identity.devices import (
    OWNER,
    THIS_COMPUTER_ID,
    Browser,
    DeviceIdentity,
    current_device,
)
from qwixx_pad.library.library import opened_library
from qwixx_pad.multiplayer.network_access import NetworkAccess
from qwixx_pad.multiplayer.online.online_tables import OnlineTables
from qwixx_pad.multiplayer.open_tables import CODE_LENGTH, TableRegistry, new_code
from qwixx_pad.multiplayer.presence import Absence
from qwixx_pad.storage import StorageError, data_folder, take_block
from qwixx_pad.ui.context import AppServices
from qwixx_pad.ui.flet_support.file_transfer import ComputerFiles, DeviceFiles
from qwixx_pad.ui.flet_support.keyboard import MAX_BLOCKS, number_by_blocks
from qwixx_pad.ui.flet_support.times import TIMES, Times
from qwixx_pad.ui.shell.root import start_session
from qwixx_pad.ui.shell.startup_error import show_startup_error

FindOnline = Callable[[GameService], OnlineTables | None]
"""Returns the online tables of a pad, if it has any."""


class Pad:
    """An opened pad: makes a session for each page, and has what a server has to know.

    Args:
        services: Shared by all sessions.
        uploads: Folder for files that browsers send; None if no browser is served.
    """

    def __init__(self, services: AppServices, uploads: Path | None) -> None:
        self.uploads = uploads
        self._services = services

    def show_caller(self, page: ft.Page) -> None:
        """Begin the session of a browser that a web server has identified; one for each tab.

        All browsers of this computer are one device at its tables: the owner's.

        Raises:
            LookupError: No server has identified it.
        """
        device = current_device.get()
        if device.is_this_computer:
            device = replace(device, id=THIS_COMPUTER_ID)
        start_session(page, self._services, device, DeviceFiles(page, self.uploads), served=True)

    def show_owner(self, page: ft.Page, owner: DeviceIdentity = OWNER) -> None:
        """Begin the session of this program's own screen, which nobody else can reach."""
        has_own_files = is_mobile() or is_pyodide()
        files = DeviceFiles(page, None) if has_own_files else ComputerFiles()
        start_session(page, self._services, owner, files, served=False)

    def expects(self, device: str) -> bool:
        """True if the device with this id has opened a table that is open, or has a seat at one."""
        return bool(self._services.registry.tables_of(device))

    @property
    def network(self) -> NetworkAccess:
        """The switch that lets phones in; a server offers it."""
        return self._services.registry.network

    def set_addresses(self, addresses: tuple[str, ...]) -> None:
        """Set the addresses for other devices, the likeliest first; empty: no access."""
        self._services.registry.set_addresses(addresses)


@contextmanager
def opened_pad(  # noqa: PLR0913 - all that differs between pads
    data: Path | None = None,
    browser: Browser | None = None,
    *,
    browsers: bool = True,
    custom: Mapping[str, Layout] = MappingProxyType({}),
    online: FindOnline = lambda _: None,
    times: Times = TIMES,
    site: str = "",
) -> Iterator[Pad]:
    """Open the storage and yield the pad on it; close it at the end.

    Args:
        data: Folder of the games; None for the platform's.
        browser: The browser in which this Python runs; None outside of one.
        browsers: Whether browsers will be served. Their pages outlive this process, and they need a
            folder for uploads; a phone that ends an app would leave it behind each time.
        custom: Custom sheets that are offered while it is open, by their names.
        online: Returns the tables on relays; None where there are none.
        times: Delays of the screens.
        site: The pad that opens links of games, such as `https://pad.example`; empty for none.

    Raises:
        StorageError: The games can neither be opened nor set aside; the message says why.
    """
    with (
        opened_library(data, custom) as (service, library, _),
        TemporaryDirectory() if browsers else nullcontext() as uploads,
    ):
        if browsers:
            number_by_blocks(partial(take_block, data_folder(data), MAX_BLOCKS))
        registry = TableRegistry(
            service,
            partial(new_code, CODE_LENGTH),
            alone=not browsers,
            online=online(service),
            absence=Absence(
                times.away_after,
                lambda seconds, action: asyncio.get_running_loop().call_later(seconds, action),
            ),
        )
        services = AppServices(registry, library, browser, times, site)
        yield Pad(services, Path(uploads) if uploads else None)


@contextmanager
def app(
    data: Path | None = None,
    browser: Browser | None = None,
    owner: DeviceIdentity = OWNER,
    online: FindOnline = lambda _: None,
    times: Times = TIMES,
) -> Iterator[Callable[[ft.Page], None]]:
    """Yield Flet's handler of an app's sessions; it opens the pad at the first one.

    An app has no console, so the screen shows an error in opening its games, and can try again.
    `owner` is the device of all sessions; the other arguments are those of `opened_pad`.
    """
    with ExitStack() as stack:
        pad: Pad | None = None

        def show_pad(page: ft.Page) -> None:
            nonlocal pad
            try:
                pad = pad or stack.enter_context(
                    opened_pad(data, browser, browsers=False, online=online, times=times)
                )
            except StorageError as error:
                show_startup_error(page, error, lambda: show_pad(page))
            else:
                pad.show_owner(page, owner)

        yield show_pad

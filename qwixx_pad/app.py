"""The composition root: storage, services, page."""

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
from qwixx_pad.library.library import Library, opened_library
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


def _call_later(seconds: float, callback: Callable[[], None]) -> None:
    asyncio.get_running_loop().call_later(seconds, callback)


def _no_online_tables(_: GameService) -> None:
    """Return None: a pad that serves others stores their tables itself."""


class Pad:
    """An opened pad: called by Flet for every session, and informed by a server.

    Browsers send files to the folder of uploads; without one no browser is served. `browser` is set
    where one runs the pad by itself.
    """

    def __init__(
        self,
        host: TableRegistry,
        library: Library,
        uploads: Path | None,
        browser: Browser | None,
        times: Times,
    ) -> None:
        self.uploads = uploads
        self._services = AppServices(host, library, browser, times)

    def show_caller(self, page: ft.Page) -> None:
        """Begin the session of the caller of a web server; once for each tab.

        All browsers of this computer are one device at its tables: the owner's.

        Raises:
            LookupError: No server has identified the caller.
        """
        caller = current_device.get()
        device = replace(caller, id=THIS_COMPUTER_ID) if caller.is_this_computer else caller
        start_session(page, self._services, device, DeviceFiles(page, self.uploads), served=True)

    def show_owner(self, page: ft.Page, owner: DeviceIdentity = OWNER) -> None:
        """Begin the session of this program's own screen, which nobody else can reach."""
        kept_by_itself = is_mobile() or is_pyodide()
        files = DeviceFiles(page, None) if kept_by_itself else ComputerFiles()
        start_session(page, self._services, owner, files, served=False)

    def expects(self, device: str) -> bool:
        """Return whether the device of an id opened an existing table, or sits at one."""
        return bool(self._services.registry.tables_of(device))

    @property
    def network(self) -> NetworkAccess:
        """The switch that lets phones in; a server offers it."""
        return self._services.registry.network

    def set_addresses(self, addresses: tuple[str, ...]) -> None:
        """Set the addresses of this pad for other devices, the likeliest first; none: no access."""
        self._services.registry.set_addresses(addresses)


@contextmanager
def opened_pad(  # noqa: PLR0913 - all that differs between pads
    data: Path | None = None,
    browser: Browser | None = None,
    *,
    browsers: bool = True,
    custom: Mapping[str, Layout] = MappingProxyType({}),
    online: FindOnline = _no_online_tables,
    times: Times = TIMES,
) -> Iterator[Pad]:
    """Open the storage once and yield the pad on it; close it at the end.

    Args:
        data: Folder of the games; None is the platform's place for them.
        browser: The one that runs the pad by itself; None where Python runs outside of it.
        browsers: Whether browsers will be served: their pages outlive this process. A phone ends an
            app without warning, and would leave their empty folder behind each time.
        custom: Custom sheets that are offered meanwhile, by their names.
        online: Returns the tables on relays.
        times: Its delays.

    Raises:
        StorageError: The games can neither be opened nor set aside; the text says why.
    """
    with (
        opened_library(data, custom) as (service, library, _),
        TemporaryDirectory() if browsers else nullcontext() as uploads,
    ):
        is_alone = uploads is None
        online_here = online(service)
        if browsers:
            number_by_blocks(partial(take_block, data_folder(data), MAX_BLOCKS))
        codes = partial(new_code, CODE_LENGTH)
        absence = Absence(times.away_after, _call_later)
        host = TableRegistry(service, codes, alone=is_alone, online=online_here, absence=absence)
        yield Pad(host, library, Path(uploads) if uploads else None, browser, times)


@contextmanager
def app(
    data: Path | None = None,
    browser: Browser | None = None,
    owner: DeviceIdentity = OWNER,
    online: FindOnline = _no_online_tables,
    times: Times = TIMES,
) -> Iterator[Callable[[ft.Page], None]]:
    """Yield Flet's handler of an app's sessions; it opens the pad at the first one.

    An app has no console. An error in opening its games is shown on the screen, where it can be
    retried; ended silently, it would just vanish.

    The owner holds it; all else is as for `opened_pad`.
    """
    with ExitStack() as held:
        opened: list[Pad] = []

        def show_pad(page: ft.Page) -> None:
            try:
                if not opened:
                    pad = opened_pad(data, browser, browsers=False, online=online, times=times)
                    opened.append(held.enter_context(pad))
            except StorageError as error:
                show_startup_error(page, error, lambda: show_pad(page))
            else:
                opened[0].show_owner(page, owner)

        yield show_pad

"""The pad inside of a browser: no server, no network, one person.

The worker of the page starts it, and gives it the module `pad_js`: the folder that is kept, the
languages that the browser asks for, where the site and its relay are, and a way to speak with the
page.
"""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import flet as ft
import pad_js
from pyodide.ffi import JsException, create_proxy

from qwixx_pad.app import app
from qwixx_pad.games.session import GameService
from qwixx_pad.identity import devices
from qwixx_pad.identity.devices import Browser
from qwixx_pad.multiplayer.online.link import LinkError
from qwixx_pad.multiplayer.online.online_tables import OnlineTables

_SOCKET_OPEN = 1
"""As `WebSocket.OPEN`."""


class BrowserSocket:
    """One connection of a page, by the browser's own `WebSocket`."""

    def __init__(self, socket: Any) -> None:  # noqa: ANN401 - of JavaScript
        self._socket = socket
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()
        self._opened = asyncio.Event()
        self._proxies = {
            "onopen": create_proxy(lambda _: self._opened.set()),
            "onmessage": create_proxy(lambda event: self._heard.put_nowait(str(event.data))),
            "onclose": create_proxy(lambda _: self._on_close()),
        }
        for name, proxy in self._proxies.items():
            setattr(socket, name, proxy)

    def _on_close(self) -> None:
        self._heard.put_nowait(None)
        self._opened.set()

    async def open(self) -> None:
        """Wait until it is connected.

        Raises:
            LinkError: It never is.
        """
        await self._opened.wait()
        if self._socket.readyState != _SOCKET_OPEN:
            raise LinkError

    async def send(self, text: str) -> None:
        """Send a frame.

        Raises:
            LinkError: The connection is lost.
        """
        if self._socket.readyState != _SOCKET_OPEN:
            raise LinkError
        self._socket.send(text)

    async def receive(self) -> str:
        """Return the next frame.

        Raises:
            LinkError: The connection is lost.
        """
        heard = await self._heard.get()
        if heard is None:
            self._heard.put_nowait(None)  # it stays lost
            raise LinkError
        return heard

    async def close(self) -> None:
        """Let go of it."""
        for name, proxy in self._proxies.items():
            setattr(self._socket, name, None)
            proxy.destroy()
        self._socket.close()


_failed_urls: set[str] = set()


async def _dial_browser_socket(url: str) -> BrowserSocket:
    """Connect to a relay, such as `wss://pad.example/relay`.

    Browsers hold a WebSocket back, for up to a minute, whose like has failed before. So the next
    one is made when the relay is known to be there.

    Raises:
        LinkError: It is not reached.
    """
    try:
        if url in _failed_urls:
            await pad_js.reach(url)
        _failed_urls.add(url)
        socket = BrowserSocket(pad_js.socket(url))
    except JsException as error:  # the browser refuses the address
        raise LinkError from error
    try:
        await socket.open()
    except BaseException:
        await socket.close()
        raise
    _failed_urls.discard(url)
    return socket


_open_pad = ExitStack()
"""The pad stays open until the page goes; there is no moment at which it could be closed."""


def _online_tables(service: GameService) -> OnlineTables | None:
    """Return the tables at the relay that the site was built for, if it was for one."""
    if not pad_js.relay:
        return None
    tables = OnlineTables(
        service, _dial_browser_socket, pad_js.relay, f"{pad_js.site}#", secret=pad_js.secret
    )
    _word_handlers.update({"seen": tables.check_links, "touched": tables.try_lost_links})
    return tables


_word_handlers: dict[str, Callable[[], None]] = {}
"""What a page says of its network and its reader, and what follows."""


def run() -> None:
    """Let Flet show the pad as soon as its client is there."""
    browser = Browser(pad_js.tell, has_storage=pad_js.keeps, has_damage=pad_js.damaged)

    def handle_word(word: str) -> None:
        if word in _word_handlers:
            _word_handlers[word]()
        else:
            browser.handle_word(word)

    pad_js.listen(create_proxy(handle_word))
    languages = tuple(pad_js.languages)
    owner = devices.DeviceIdentity(
        "", "", is_this_computer=True, languages=languages, has_fonts=True
    )
    show_pad = _open_pad.enter_context(app(Path(pad_js.folder), browser, owner, _online_tables))

    def show_page(page: ft.Page) -> None:
        show_pad(page)
        browser.report_shown()

    ft.run(show_page)

"""The pad inside a browser, without a server.

The worker of the page starts it, and provides the module `pad_js`: the folder of the games and its
state, the languages of the browser, the addresses of the site and its relay, the secret of this
device, a file that was opened with the pad, and functions of the page.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import flet as ft
import pad_js
from pyodide.ffi import JsException, create_proxy

from qwixx_pad.app import app
from qwixx_pad.games.session import GameService
from qwixx_pad.identity import devices
from qwixx_pad.identity.devices import Browser, OpenedFile
from qwixx_pad.multiplayer.online.link import LinkError
from qwixx_pad.multiplayer.online.online_tables import OnlineTables

_log = logging.getLogger("qwixx_pad")
_SOCKET_OPEN = 1
"""The value of `readyState` in an open `WebSocket`."""


class BrowserSocket:
    """One connection of a page, by the browser's own `WebSocket`."""

    def __init__(self, socket: Any) -> None:  # noqa: ANN401 - of JavaScript
        self._socket = socket
        self._frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._settled = asyncio.Event()
        self._proxies = {
            "onopen": create_proxy(lambda _: self._settled.set()),
            "onmessage": create_proxy(lambda event: self._frames.put_nowait(str(event.data))),
            "onclose": create_proxy(lambda _: self._on_close()),
        }
        for name, proxy in self._proxies.items():
            setattr(socket, name, proxy)

    def _on_close(self) -> None:
        self._frames.put_nowait(None)
        self._settled.set()

    async def open(self) -> None:
        """Wait until it is connected.

        Raises:
            LinkError: It cannot connect.
        """
        await self._settled.wait()
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
        """Wait for the next frame.

        Raises:
            LinkError: The connection is lost.
        """
        frame = await self._frames.get()
        if frame is None:
            self._frames.put_nowait(None)  # it stays lost
            raise LinkError
        return frame

    async def close(self) -> None:
        for name, proxy in self._proxies.items():
            setattr(self._socket, name, None)
            proxy.destroy()
        self._socket.close()


_failed_urls: set[str] = set()


async def _dial_browser_socket(url: str) -> BrowserSocket:
    """Connect to a relay, such as `wss://pad.example/relay`.

    If a WebSocket has failed, browsers delay the next one to the same address by up to a minute. So
    after a failure the next one is opened only when the relay answers a request.

    Raises:
        LinkError: It cannot be reached.
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
"""Keeps the pad open until the page is gone: nothing runs then that could close it."""


def _online_tables(service: GameService) -> OnlineTables | None:
    """The tables at the relay of the site; None if it was built without one."""
    if not pad_js.relay:
        return None
    tables = OnlineTables(
        service, _dial_browser_socket, pad_js.relay, f"{pad_js.site}#", secret=pad_js.secret
    )
    _word_handlers.update({"seen": tables.check_links, "touched": tables.try_lost_links})
    return tables


_word_handlers: dict[str, Callable[[], None]] = {}
"""Handlers of words from the page: its network or visibility has changed; it was touched; a file
was opened with the pad."""


async def _read_opened_file(file: Any, most: int) -> bytes:  # noqa: ANN401 - of JavaScript
    """Read at most so many bytes of a file that was opened with the pad.

    Raises:
        OSError: The browser does not hand it out.
    """
    try:
        content = await file.slice(0, most).arrayBuffer()
    except JsException as error:
        raise OSError from error
    return bytes(content.to_bytes())


async def _load_weights(name: str) -> bytes:
    """Fetch a file of weights from the site.

    Raises:
        OSError: The site cannot be reached.
    """
    try:
        content = await pad_js.weights(name)
    except JsException as error:
        raise OSError from error
    return bytes(content.to_bytes())


def run() -> None:
    """Let Flet show the pad as soon as its client is ready."""
    browser = Browser(
        pad_js.tell,
        has_storage=pad_js.keeps,
        has_damage=pad_js.damaged,
        site=pad_js.site.removesuffix("/"),
        load_weights=_load_weights,
    )

    def handle_word(word: str) -> None:
        try:
            if word in _word_handlers:
                _word_handlers[word]()
            else:
                browser.handle_word(word)
        except Exception:  # noqa: BLE001 - the worker would take it for a pad that cannot start
            _log.exception("a word of the page failed")

    _word_handlers["file"] = lambda: browser.open_file(
        OpenedFile(partial(_read_opened_file, pad_js.file))
    )
    pad_js.listen(create_proxy(handle_word))
    owner = devices.DeviceIdentity(
        "", "", is_this_computer=True, languages=tuple(pad_js.languages), has_fonts=True
    )
    show_pad = _open_pad.enter_context(app(Path(pad_js.folder), browser, owner, _online_tables))

    def show_page(page: ft.Page) -> None:
        show_pad(page)
        browser.report_shown()

    ft.run(show_page)

"""How the site reaches a relay: by the browser's own sockets."""

import asyncio
from typing import Any

import pad_js
from pyodide.ffi import JsException, create_proxy

from qwixx_pad.tables.remote.link import LinkError

_OPEN = 1
"""As `WebSocket.OPEN`."""


class BrowserSocket:
    """One connection of a page.

    Args:
        socket: The browser's `WebSocket`.
    """

    def __init__(self, socket: Any) -> None:  # noqa: ANN401 - of JavaScript
        self._socket = socket
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()
        self._opened = asyncio.Event()
        self._proxies = {
            "onopen": create_proxy(lambda _: self._opened.set()),
            "onmessage": create_proxy(lambda event: self._heard.put_nowait(str(event.data))),
            "onclose": create_proxy(lambda _: self._lost()),
        }
        for name, proxy in self._proxies.items():
            setattr(socket, name, proxy)

    def _lost(self) -> None:
        self._heard.put_nowait(None)
        self._opened.set()

    async def open(self) -> None:
        """Wait until it is connected.

        Raises:
            LinkError: It never is.
        """
        await self._opened.wait()
        if self._socket.readyState != _OPEN:
            raise LinkError

    async def send(self, text: str) -> None:
        """Send a frame.

        Raises:
            LinkError: The connection is lost.
        """
        if self._socket.readyState != _OPEN:
            raise LinkError
        self._socket.send(text)

    async def receive(self) -> str:
        """The next frame.

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


async def dial(url: str) -> BrowserSocket:
    """Connect to a relay.

    Args:
        url: Its address, such as `wss://pad.example/relay`.

    Raises:
        LinkError: It is not reached.
    """
    try:
        socket = BrowserSocket(pad_js.socket(url))
    except JsException as error:  # the browser refuses the address
        raise LinkError from error
    try:
        await socket.open()
    except BaseException:
        await socket.close()
        raise
    return socket

"""The pad as a web page from this computer, for this computer."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import flet as ft
import flet_web.fastapi as flet_fastapi
import uvicorn

from qwixx_pad.assets_folder import assets_folder
from qwixx_pad.shield import LOOPBACK_NAMES, App, Shield

_TRIES = 100
_LARGEST_MESSAGE = 1 << 20
"""Bytes of one message from a browser; a tap is far below one kilobyte."""
_FAREWELL = 2
"""Seconds that open tabs get to hear that the pad has stopped."""


class CannotListenError(Exception):
    """No port can be had; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Serving:
    """Where the pad is served.

    Attributes:
        port: The first port to try.
        host: The address to listen on.
        names: Host names that a browser may use for it.
    """

    port: int
    host: str = "127.0.0.1"
    names: tuple[str, ...] = LOOPBACK_NAMES


def serve(main: Callable[[ft.Page], None], serving: Serving, ready: Callable[[str], None]) -> None:
    """Serve the pad until Ctrl-C or a termination signal.

    Args:
        main: Called by Flet for each session.
        serving: Where.
        ready: Told the address, once it can be opened.

    Raises:
        CannotListenError: No port is free.
    """
    listener = _listen(serving)
    url = f"http://{serving.host}:{listener.getsockname()[1]}"
    config = uvicorn.Config(
        web_app(main, serving),
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=_LARGEST_MESSAGE,
        timeout_graceful_shutdown=_FAREWELL,
        server_header=False,
    )
    asyncio.run(_Server(config, lambda: ready(url)).serve([listener]))


def web_app(main: Callable[[ft.Page], None], serving: Serving) -> App:
    """The ASGI app: Flet's pages and WebSocket behind the shield."""
    pad = flet_fastapi.app(
        main,
        assets_dir=str(assets_folder()),
        app_name="Qwixx Pad",
        app_description="A score pad for Qwixx",
        no_cdn=True,
    )
    outer = flet_fastapi.FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    outer.mount("/", pad)
    return Shield(outer, serving.names)


def _listen(serving: Serving) -> socket.socket:
    """A socket on the first free port from the wanted one on.

    It listens at once, so that of two pads which start together only one gets the port.
    """
    reason = "there is none"
    for port in range(serving.port, min(serving.port + _TRIES, 65536)):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere the same option lets two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((serving.host, port))
            listener.listen()
        except OSError as error:
            listener.close()
            reason = error.strerror or str(error)
        else:
            return listener
    raise CannotListenError(f"no port from {serving.port} on can be used: {reason}")


class _Server(uvicorn.Server):
    """A server that tells when it can be reached, and that ends a signal where it was caught.

    uvicorn raises a signal again after its shutdown; the pad has a store to close first, and
    Ctrl-C is the ordinary way to end it.
    """

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # open tabs are no error
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        with super().capture_signals():
            yield
            self._captured_signals.clear()

"""The pad as a web page from this computer: for this computer, or for its network if asked."""

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import flet as ft
import flet_web.fastapi as flet_fastapi
import uvicorn

from qwixx_pad.network import host_names, lan_addresses
from qwixx_pad.shield import LOOPBACK_NAMES, App, Shield
from qwixx_pad.web.immutable import Immutable
from qwixx_pad.web.press import Press, cache_folder
from qwixx_pad.web.start_page import StartPage, pads_bundle

_EVERYWHERE = "0.0.0.0"  # noqa: S104 - only when the pad is opened to the network
_TRIES = 100
_LARGEST_MESSAGE = 1 << 20
"""Bytes of one message from a browser; a tap is far below one kilobyte."""
_LARGEST_UPLOAD = 1 << 26
"""Bytes of a file that a browser sends; none larger is ever read."""
_SESSION = 600
"""Seconds that a session waits for its device. Later it begins a new one: all is in the store."""
_FAREWELL = 2
"""Seconds that open tabs get to hear that the pad has stopped."""


class CannotListenError(Exception):
    """No port can be had; the text says which and why."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the pad can be opened.

    Attributes:
        here: On this computer.
        elsewhere: On other devices in its network; None if they may not or cannot reach it.
    """

    here: str
    elsewhere: str | None = None


@dataclass(frozen=True, slots=True)
class Serving:
    """Where the pad is served.

    Attributes:
        port: The first port to try.
        host: The address to listen on.
        names: Host names that a browser may use for it.
        elsewhere: The address that other devices are told; None if they are told none.
        uploads: Where files go that a browser was asked to send; None takes none.
    """

    port: int
    host: str = "127.0.0.1"
    names: tuple[str, ...] = LOOPBACK_NAMES
    elsewhere: str | None = None
    uploads: Path | None = None

    @classmethod
    def open_to_network(cls, port: int) -> Self:
        """Serve every device in the networks that this computer is in now.

        Args:
            port: The first port to try.
        """
        addresses = lan_addresses()
        names = (*LOOPBACK_NAMES, *addresses, *host_names())
        return cls(port, _EVERYWHERE, names, next(iter(addresses), None))

    def reached_on(self, port: int) -> Address:
        """Where the pad can be opened once it listens.

        Args:
            port: The one that was free.
        """
        here = self.names[0] if self.host == _EVERYWHERE else self.host
        there = None if self.elsewhere is None else f"http://{self.elsewhere}:{port}"
        return Address(f"http://{here}:{port}", there)


def serve(
    main: Callable[[ft.Page], None], serving: Serving, ready: Callable[[Address], None]
) -> None:
    """Serve the pad until Ctrl-C or a termination signal.

    Args:
        main: Called by Flet for each session.
        serving: Where.
        ready: Told the address, once it can be opened.

    Raises:
        CannotListenError: No port is free.
    """
    listener = _listen(serving)
    address = serving.reached_on(listener.getsockname()[1])
    server = _Server(configured(main, serving), lambda: ready(address))
    asyncio.run(server.serve([listener]))


def configured(main: Callable[[ft.Page], None], serving: Serving) -> uvicorn.Config:
    """How the web server serves the pad.

    Args:
        main: Called by Flet for each session.
        serving: Where.
    """
    # Nonsense that a stranger sends is no news for the person at the terminal.
    for name in (flet_fastapi.__name__, "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.ERROR)
    return uvicorn.Config(
        web_app(main, serving),
        log_level="error",
        ws="websockets-sansio",
        ws_max_size=_LARGEST_MESSAGE,
        timeout_graceful_shutdown=_FAREWELL,
        server_header=False,
        proxy_headers=False,  # nobody is believed about where he calls from
    )


def web_app(main: Callable[[ft.Page], None], serving: Serving) -> App:
    """The ASGI app: what browsers load, and Flet's WebSocket, behind the shield."""
    pad = flet_fastapi.app(
        main,
        session_timeout_seconds=_SESSION,
        upload_dir=None if serving.uploads is None else str(serving.uploads),
        max_upload_size=_LARGEST_UPLOAD,
        secret_key=secrets.token_hex(),  # an address to send a file to is good for this process
    )
    outer = flet_fastapi.FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    outer.mount("/", pad)
    bundle, press = pads_bundle(), Press(cache_folder())
    phones = serving.host == _EVERYWHERE
    loaded = Immutable(outer, bundle, StartPage(bundle), press, ahead="gzip" if phones else "")
    return Shield(loaded, serving.names)


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

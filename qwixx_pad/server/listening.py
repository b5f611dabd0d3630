"""Listening sockets, and a server that returns to its caller after a signal."""

import asyncio
import errno
import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

import uvicorn

from qwixx_pad.server.limits import ThrottledLog

_MAX_PORT_TRIES = 100
_HIGHEST_PORT = 65535
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE})
ACCEPTED_AT_ONCE = 32
"""Most connections that asyncio accepts before it reads from them: it uses its backlog as that
number too. With more, those of a burst would end each other before one is read."""
_QUEUED_CONNECTIONS = 2048
_RETRY_PAUSE_S = 0.05
"""Seconds between two tries while not even one descriptor is free."""
_NO_MORE_FILES = (
    "the system lets the pad open no more files; newcomers are turned away until some are closed."
)


class CannotListenError(Exception):
    """No port is free; the message says which and why."""


class Listener(socket.socket):
    """A listening socket that goes on when the process may open no more files.

    asyncio would leave new connections waiting, try again at once without end, and print a
    traceback each time. With a descriptor in reserve, they are accepted and closed at once.
    """

    def __init__(self, opened: socket.socket, notices: ThrottledLog) -> None:
        # The protocol is explicit: asyncio disables Nagle's algorithm only if it sees TCP.
        super().__init__(opened.family, socket.SOCK_STREAM, socket.IPPROTO_TCP, opened.detach())
        self._notices = notices
        self._reserve: int | None = os.open(os.devnull, os.O_RDONLY)

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept the next connection.

        Raises:
            BlockingIOError: None waits, or no more files can be opened.
        """
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in _EXHAUSTED:
                raise
        self._turn_away()
        raise BlockingIOError

    def listen(self, backlog: int = _QUEUED_CONNECTIONS, /) -> None:
        """Have the system queue many connections, however few of them are accepted at once."""
        super().listen(max(backlog, _QUEUED_CONNECTIONS))

    def close(self) -> None:
        self._release_reserve()
        super().close()

    def _turn_away(self) -> None:
        self._notices.warn(_NO_MORE_FILES)
        if self._reserve is None:
            time.sleep(_RETRY_PAUSE_S)
        self._release_reserve()
        with suppress(OSError):
            super().accept()[0].close()
        with suppress(OSError):
            self._reserve = os.open(os.devnull, os.O_RDONLY)

    def _release_reserve(self) -> None:
        if self._reserve is not None:
            os.close(self._reserve)
            self._reserve = None


def open_listeners(
    hosts: tuple[str, ...], port: int, notices: ThrottledLog, tries: int = _MAX_PORT_TRIES
) -> list[socket.socket]:
    """Listen on the first port from `port` on that is free at all of these addresses.

    Of two pads that start together only one gets the port, because the sockets listen at once. At
    least one of the addresses has to exist here. For the port 0 the system chooses one.

    Raises:
        CannotListenError: None of these ports can be used.
    """
    reason = "there is none"
    for tried in range(port, min(port + tries, _HIGHEST_PORT + 1)):
        try:
            return _listen_on_all(hosts, tried, notices)
        except OSError as error:
            reason = (error.strerror or str(error)).partition(" (while")[0]  # not the address again
    which = f"no port from {port} on can" if tries > 1 else f"the port {port} cannot"
    raise CannotListenError(f"{which} be used: {reason}")


def _listen_on_all(hosts: tuple[str, ...], port: int, notices: ThrottledLog) -> list[socket.socket]:
    opened: list[socket.socket] = []
    missing: OSError | None = None
    with ExitStack() as closing:
        for host in hosts:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            try:
                plain = socket.create_server((host, port), family=family)
            except OSError as error:
                if error.errno not in {errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL}:
                    raise
                missing = error
            else:
                opened.append(closing.enter_context(Listener(plain, notices)))
                port = opened[0].getsockname()[1]
        if missing is not None and not opened:
            raise missing
        closing.pop_all()
    return opened


class Server(uvicorn.Server):
    """A server that reports when it listens, and returns to its caller after a signal.

    uvicorn raises a signal again after its shutdown. The pad has a storage to close then, and
    Ctrl-C is how it normally ends.

    Attributes:
        first_addresses: The addresses at which it listens from the start.
    """

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self.first_addresses: frozenset[str] = frozenset()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Override uvicorn: call `ready` when the server listens."""
        await super().startup(sockets)
        self.first_addresses = frozenset(each.getsockname()[0] for each in sockets or ())
        if self.started:
            self._ready()

    async def listen_also(self, address: str, port: int, notices: ThrottledLog) -> asyncio.Server:
        """Listen at one more address of this computer.

        Raises:
            OSError: The address is gone, the port is taken there, or it is not permitted.
        """
        [listener] = _listen_on_all((address,), port, notices)
        # a new connection's protocol, as uvicorn makes it for its own listeners
        make_protocol = partial(  # type: ignore[call-arg]  # as in uvicorn
            self.config.http_protocol_class,
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        opened = await asyncio.get_running_loop().create_server(
            make_protocol, sock=listener, backlog=self.config.backlog
        )
        self.servers.append(opened)
        return opened

    def stop_listening(self, opened: asyncio.Server) -> None:
        """Accept no more connections at an address that was added; open ones stay."""
        opened.close()
        self.servers.remove(opened)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Override uvicorn, which would log open tabs as errors."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Override uvicorn: a signal ends the server, and is not raised again."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

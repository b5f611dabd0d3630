"""Connections of an app to a relay."""

import ssl

import certifi
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from qwixx_pad.multiplayer.online.link import LinkError

_MAX_FRAME_BYTES = 1 << 20
"""Largest frame: it may have two logs, and the longest log has less than half of that."""


class AppSocket:
    """One connection of an app."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def send(self, text: str) -> None:
        """Send a frame.

        Raises:
            LinkError: The connection is lost.
        """
        try:
            await self._connection.send(text)
        except (OSError, WebSocketException) as error:
            raise LinkError from error

    async def receive(self) -> str:
        """Wait for the next frame.

        Raises:
            LinkError: The connection is lost.
        """
        try:
            return str(await self._connection.recv())
        except (OSError, WebSocketException) as error:
            raise LinkError from error

    async def close(self) -> None:
        await self._connection.close()


async def dial_relay(url: str) -> AppSocket:
    """Connect to a relay, such as `wss://pad.example/relay`.

    Raises:
        LinkError: It cannot be reached.
    """
    tls = None
    if url.startswith("wss:"):
        tls = ssl.create_default_context()
        tls.load_verify_locations(certifi.where())  # a phone's Python has no certificates itself
    try:
        return AppSocket(await connect(url, ssl=tls, max_size=_MAX_FRAME_BYTES, compression=None))
    except (OSError, ValueError, WebSocketException) as error:
        raise LinkError from error

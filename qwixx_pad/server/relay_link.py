"""How an app reaches a relay: by the library that also serves browsers' sockets."""

import ssl

import certifi
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from qwixx_pad.multiplayer.online.link import LinkError

_MAX_FRAME_BYTES = 1 << 20
"""Bytes of a frame: the longest log has less than half of that, so the rest of another one fits."""


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
        """Return the next frame.

        Raises:
            LinkError: The connection is lost.
        """
        try:
            return str(await self._connection.recv())
        except (OSError, WebSocketException) as error:
            raise LinkError from error

    async def close(self) -> None:
        """Let go of it."""
        await self._connection.close()


async def dial_relay(url: str) -> AppSocket:
    """Connect to a relay, such as `wss://pad.example/relay`.

    Raises:
        LinkError: It is not reached.
    """
    safe = None
    if url.startswith("wss:"):
        safe = ssl.create_default_context()
        safe.load_verify_locations(certifi.where())  # a phone's Python knows no authorities itself
    try:
        return AppSocket(await connect(url, ssl=safe, max_size=_MAX_FRAME_BYTES, compression=None))
    except (OSError, ValueError, WebSocketException) as error:
        raise LinkError from error

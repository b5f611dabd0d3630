"""A phone as a relay knows it: what it is sent waits here, not for ever."""

import asyncio
import json
from typing import Any

from qwixx_pad.server import Send

_MOST_WAITING = 128
"""Frames that wait for a reader; whoever reads none of so many is cut off."""
_MOST_LETTERS = 1 << 20
"""Of frames that wait; a single one may be longer."""
CODES = {
    "done": 1000,
    "bad": 4400,
    "no-table": 4404,
    "version": 4406,
    "slow": 4408,
    "closed": 4410,
    "wait": 4429,
    "full": 4503,
}
"""With what a connection is closed, after each error."""


class Phone:
    """One connection: a phone at the other end of a WebSocket.

    Attributes:
        key: What its device is known by at its table; empty while it looks at none.
        address: From where it calls; empty where no limit holds.
        over: Why it was cut off; empty while it is not.
    """

    def __init__(self) -> None:
        self.key = self.address = ""
        self.over = ""
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._letters = 0

    def send(self, text: str) -> None:
        """Have it told something; who leaves far too much unread is cut off."""
        if self.over:
            return
        if self._waiting.qsize() >= _MOST_WAITING or self._letters > _MOST_LETTERS:
            self.end("slow")
        else:
            self._waiting.put_nowait(text)
            self._letters += len(text)

    def end(self, error: str, **more: Any) -> None:  # noqa: ANN401 - what JSON has
        """Have it told why, and cut it off: it is told nothing else any more."""
        self._end(error, {"error": error, **more})

    def done(self, **said: Any) -> None:  # noqa: ANN401 - what JSON has
        """Have it told what it wanted to know, and part: it is told nothing else any more."""
        self._end("done", said)

    def _end(self, why: str, said: dict[str, Any]) -> None:
        if self.over:
            return
        self.over = why
        while why == "slow" and not self._waiting.empty():
            self._letters -= len(self._waiting.get_nowait())
        self._waiting.put_nowait(json.dumps(said))

    async def write(self, send: Send) -> None:
        """Send what is to be sent, as fast as it is read, up to the end."""
        while True:
            text = await self._waiting.get()
            self._letters -= len(text)
            await send({"type": "websocket.send", "text": text})
            if self.over and self._waiting.empty():
                await send({"type": "websocket.close", "code": CODES[self.over]})
                return

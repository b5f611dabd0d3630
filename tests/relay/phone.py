"""A phone of a script, which speaks docs/wire.md: it loses its link, comes back, and asks again."""

import asyncio
import json
import secrets
from contextlib import asynccontextmanager, suppress

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidMessage, InvalidStatus, WebSocketException

_LOST = (OSError, WebSocketException, InvalidStatus, InvalidMessage, EOFError)
AGAIN = 0.05
"""Seconds before it looks for a relay again."""


class Phone:
    """One phone; what it shows as kept never shrinks, or it says so.

    Attributes:
        log: Tokens with their times, as it was told.
        table: The seating, as it was told.
        here: Seats whose devices are connected, as it was told.
        links: How often it was connected.
    """

    def __init__(self, url, first):
        self._url, self._first = url, first
        self._secret = secrets.token_urlsafe(32)
        self._socket = None
        self._numbers, self._answers = 0, {}
        self._news = asyncio.Condition()
        self.game, self.log, self.table, self.here, self.links = None, [], None, [], 0
        self.error, self._rest = None, AGAIN

    @classmethod
    @asynccontextmanager
    async def opens(cls, url, *chairs, layout="classic"):
        """Open a table, its own chair among those."""
        first = {"open": {"layout": layout, "finish_turn": False, "chairs": [*chairs]}}
        async with cls(url, first)._running() as phone:
            yield phone

    @classmethod
    @asynccontextmanager
    async def joins(cls, url, code):
        """Come to a table, at first to look only."""
        async with cls(url, {"join": code})._running() as phone:
            yield phone

    @property
    def code(self):
        return self.table["code"]

    @property
    def tokens(self):
        return [token for token, _ in self.log]

    @asynccontextmanager
    async def _running(self):
        task = asyncio.create_task(self._run())
        try:
            await self.until(lambda: self.table)
            yield self
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self):
        while self.error is None:
            with suppress(*_LOST):
                async with connect(self._url, compression=None) as socket:
                    await socket.send(json.dumps(self._hello()))
                    async for message in socket:
                        await self._take(socket, json.loads(message))
            self._socket = None
            await asyncio.sleep(self._rest)
            self._rest = AGAIN

    def _hello(self):
        hello = {"wire": 1, "secret": self._secret}
        if self.table is None:
            return {**hello, **self._first}
        game = self.game and self.game["id"]
        return {**hello, "join": self.code, "game": game, "seen": len(self.log)}

    async def _take(self, socket, told):
        async with self._news:
            if "wire" in told and "error" not in told:
                self._socket = socket
                self.links += 1
            if "game" in told and told["game"] != self.game:
                self.game, self.log = told["game"], []
            if "log" in told:
                self._follow(told["from"], told["log"])
            self.table = told.get("table", self.table)
            self.here = told.get("here", self.here)
            if "re" in told:
                self._answers[told["re"]] = told
            self._rest = told.get("seconds", AGAIN)
            self.error = told.get("error") if told.get("error") != "wait" else None
            self._news.notify_all()

    def _follow(self, start, entries):
        """Take what the log is from a number on: it may only grow."""
        known = self.log[start:]
        assert start <= len(self.log), f"told from {start} on, with {len(self.log)} known"
        assert entries[: len(known)] == known, f"{known} was shown as kept, now it is {entries}"
        self.log = self.log[:start] + entries

    async def until(self, holds, seconds=60):
        """Wait until something that it was told holds."""

        def now():
            assert self.error is None, self.error
            return holds()

        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(now)

    async def ask(self, do, **fields):
        """Ask once; the answer, or None if the link was lost before there was one."""
        await self.until(lambda: self._socket)
        self._numbers += 1
        number, socket = self._numbers, self._socket
        try:
            await socket.send(json.dumps({"n": number, "do": do, **fields}))
        except _LOST:
            return None
        await self.until(lambda: number in self._answers or self._socket is not socket)
        return self._answers.pop(number, None)

    async def enter(self, token, times=1):
        """Enter a token until it was kept so many times in all, as often as that takes."""
        for _ in range(100):
            if self.tokens.count(token) >= times:
                return
            answer = await self.ask("enter", entry=token, seen=len(self.log))
            if answer and answer.keys() == {"re"}:
                assert self.tokens.count(token) == times, f"{token} is kept, and was not told"
                return
            assert answer is None or "trouble" in answer, answer
            await asyncio.sleep(AGAIN)
        raise AssertionError(f"{token} is never kept")

"""A relay that lets everybody in, and answers each kind of request as a test says."""

import asyncio
import json

from qwixx_pad.multiplayer.online.link import LinkError


class ScriptedRelay:
    """The relay and the way to it.

    Args:
        welcome: Its answer to a join.
        answers: What it says to other kinds of requests; to all else that it has done them.

    Attributes:
        ignores: The kinds that it leaves without an answer.
    """

    def __init__(self, welcome, **answers):
        self.answers = {"join": welcome, **answers}
        self.sockets = []
        self.dialled = 0
        self.hangs, self.ignores = False, set()

    async def dial(self, _):
        self.dialled += 1
        if self.hangs:
            await asyncio.Event().wait()
        self.sockets.append(Socket(self))
        return self.sockets[-1]

    @property
    def heard(self):
        """The kinds of all requests."""
        return [kind for socket in self.sockets for kind in socket.heard]


class Socket:
    def __init__(self, relay):
        self.relay, self.heard, self.answers = relay, [], asyncio.Queue()

    async def send(self, text):
        self.heard.append(json.loads(text).get("do", "join"))
        if self.heard[-1] not in self.relay.ignores:
            answer = self.relay.answers.get(self.heard[-1], {"re": 0})
            self.answers.put_nowait(json.dumps(answer))

    async def receive(self):
        if (answer := await self.answers.get()) is None:
            raise LinkError
        return answer

    async def close(self):
        pass

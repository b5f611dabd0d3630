"""When the store settles: as soon as nobody has tapped for a moment, and never in a tap."""

import asyncio

from qwixx_pad.store import Store

IDLE = 3.0
"""Seconds after a change in which nothing else has changed, as after the end of a game."""
LATEST = 15.0
"""Seconds after a change, at a table that never rests."""


class Settling:
    """Has a store settle where a loop runs; a command closes its store at once, which settles too.

    Args:
        store: Whose changes it hears of.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._due: asyncio.TimerHandle | None = None
        self._latest = 0.0
        store.watch(self._stir)

    def _stir(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._due is None:
            self._latest = loop.time() + LATEST
        else:
            self._due.cancel()
        self._due = loop.call_at(min(loop.time() + IDLE, self._latest), self._settle)

    def _settle(self) -> None:
        self._due = None
        self._store.settle()

"""What is told of a table only once it has lasted for a while."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future  # noqa: TC003 - as all types stand in this house
from dataclasses import replace

import flet as ft

from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.ui.play.state.state import Lasting, Overdue, first_unsent, lasting
from qwixx_pad.ui.runtime.guards import Stop
from qwixx_pad.ui.shell import Turn


class Patience:
    """Waits for a screen with what is to be told of a table; no timer runs without a need.

    The session's page remembers what was told while its screens come and go.
    """

    def __init__(self, play: SeatSession, page: ft.Page) -> None:
        self._play, self._page = play, page
        self._remembered = f"overdue {play.seating.code}" if play.seating else ""
        self._timers: dict[Lasting, Future[None]] = {}
        self._tell: Callable[[Overdue], object] | None = None
        self.known: Overdue = page.session.store.get(self._remembered) or Overdue()

    def attend(self, tell: Callable[[Overdue], object], run_in_session: Turn) -> Stop:
        """Tell what has lasted when that changes, until the returned function is called."""
        self._tell = tell
        self._look()
        unwatch = self._play.watch(run_in_session(self._look))

        def stop() -> None:
            unwatch()
            self._tell = None
            self._wait_for({})

        return stop

    def _look(self) -> None:
        """Wait for what is new, and no more for what has ended."""
        away = self._page.session.connection is None
        if self._tell is None or self._play.is_past or away:
            return  # it has stopped since this look was called for, or is about to
        if self.known.late not in {None, first_unsent(self._play)}:
            self._learn(replace(self.known, late=None))
        self._wait_for(dict(lasting(self._play, self.known)))

    def _wait_for(self, wanted: dict[Lasting, float]) -> None:
        for ended in self._timers.keys() - wanted.keys():
            self._timers.pop(ended).cancel()
        for new in wanted.keys() - self._timers.keys():
            self._timers[new] = self._page.run_task(self._wait, new, wanted[new])

    async def _wait(self, what: Lasting, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._timers.pop(what, None)
        if what in dict(lasting(self._play, self.known)):  # else this device was away, and not told
            self._learn(what.lasted(self.known))
        self._look()

    def _learn(self, known: Overdue) -> None:
        self.known = known
        self._page.session.store.set(self._remembered, known)
        if self._tell is not None:
            self._tell(known)

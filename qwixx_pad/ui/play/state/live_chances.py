"""The chances to win while a table is played, for who wants to see them."""

import asyncio
from collections.abc import Callable

import flet as ft

from qwixx_pad.core.game import Game
from qwixx_pad.insight.value import value_of
from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.ui.runtime.guards import Stop, use_subscription
from qwixx_pad.ui.shell import ScreenContext, Turn

PAUSE = 0.3
"""Seconds from an entry on: what it changes is on the screen before anything is reckoned."""
Weigh = Callable[[tuple[float, ...]], object]
"""Told the chance of each seat to win, 0 to 1; nothing where none are shown."""


def use_live_chances(play: SeatSession, context: ScreenContext, weigh: Weigh) -> None:
    """Tell the chances in what stands, a moment after each change, while a person wants them."""
    wanted = context.settings.chances_in_play and play.game.setup.seats > 1
    followed = ft.use_memo(lambda: _Followed(play, weigh), [])

    def begin() -> Stop:
        if wanted:
            return followed.begin(context.run_in_session)
        weigh(())
        return lambda: None

    use_subscription(context.scope, begin, [wanted], while_there=True)


class _Followed:
    """A game whose chances are told."""

    def __init__(self, play: SeatSession, weigh: Weigh) -> None:
        self._play, self._weigh = play, weigh
        self._task: asyncio.Task[None] | None = None

    def begin(self, run_in_session: Turn) -> Stop:
        """Follow the game until the returned function is called."""
        self._look()
        unwatch = self._play.watch(run_in_session(self._look))

        def stop() -> None:
            unwatch()
            self._rest()

        return stop

    def _rest(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _look(self) -> None:
        self._rest()
        self._task = asyncio.get_running_loop().create_task(self._reckon(self._play.game))

    async def _reckon(self, game: Game) -> None:
        await asyncio.sleep(PAUSE)
        value = value_of(game.setup)
        self._weigh(() if value is None else value.chances(game.position).win)

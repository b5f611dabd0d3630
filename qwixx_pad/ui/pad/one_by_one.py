"""Crosses that others have forced appear one after the other, as a hand would write them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future  # noqa: TC003 - as all types stand in this house
from typing import Any

from qwixx_pad.core.layout import Place
from qwixx_pad.ui.pad.advance import forced_by
from qwixx_pad.ui.pad.scene import Scene
from qwixx_pad.ui.pad.state import PadState
from qwixx_pad.ui.runtime.session_scope import Source

PAUSE, LONGEST = 0.15, 0.9
"""Seconds between two forced crosses, and until the last of many is there."""


def forced_cells(
    before: PadState, after: PadState, *, all_sheets: bool
) -> tuple[tuple[int, Place], ...]:
    """The cells that the newest entry has forced crosses into, in their order.

    Returns:
        Each with its sheet on the screen, from 0.
    """
    log = after.game.log
    if not after.game.setup.layout.brings_about or len(log) != len(before.game.log) + 1:
        return ()
    entry, seat = log.newest, log.newest.seat or 1
    if not all_sheets and seat != after.seat:
        return ()
    index = after.table.round_table.index(seat) if all_sheets and after.table else 0
    return tuple((index, place) for place in forced_by(entry, before.game))


class OneByOne:
    """Publishes scenes, some cells of them a little later than all else.

    Args:
        source: Where they are published.
        run_task: Runs a coroutine in the session's own turn.
    """

    def __init__(self, source: Source[Scene], run_task: Callable[..., "Future[Any]"]) -> None:
        self._source = source
        self._run_task = run_task
        self._timer: Future[Any] | None = None

    def publish(self, scene: Scene, later: tuple[tuple[int, Place], ...] = ()) -> None:
        """Publish a scene; the cells named `later` one after the other, unless another comes."""
        self.stop()
        before = self._source.state
        self._source.publish(scene.with_cells_of(before, later))
        if later:
            self._timer = self._run_task(self._reveal, before, scene, later)

    async def _reveal(
        self, before: Scene, scene: Scene, later: tuple[tuple[int, Place], ...]
    ) -> None:
        for shown in range(1, len(later) + 1):
            await asyncio.sleep(min(PAUSE, LONGEST / len(later)))
            self._source.publish(scene.with_cells_of(before, later[shown:]))

    def stop(self) -> None:
        """Publish nothing more of what was to come."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

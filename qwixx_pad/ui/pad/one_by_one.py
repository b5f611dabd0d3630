"""Crosses that others have forced appear one after the other, as a hand would write them."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future  # noqa: TC003 - as all types stand in this house
from typing import Any

from qwixx_pad.ui.pad.announcements import forced_by
from qwixx_pad.ui.pad.state import PadState
from qwixx_pad.ui.runtime.session_scope import Source

PAUSE, LONGEST = 0.15, 0.9
"""Seconds between two forced crosses, and until the last of many is there."""


def forced_cells(before: PadState, after: PadState, *, all_sheets: bool) -> tuple[str, ...]:
    """The parts of the cells that the newest entry has forced crosses into, in their order.

    Args:
        before: What was shown.
        after: What is shown next.
        all_sheets: Whether every sheet of the table is on the screen.
    """
    log = after.game.log
    if not after.game.setup.layout.brings_about or len(log) != len(before.game.log) + 1:
        return ()
    entry, seat = log.newest, log.newest.seat or 1
    if not all_sheets and seat != after.seat:
        return ()
    rows, prefix = after.game.position.sheets[seat - 1].layout.rows, f"s{seat}-" * all_sheets
    return tuple(
        f"{prefix}{rows[place.row].letter} {place.position}"
        for place in forced_by(entry, before.game)
    )


class OneByOne:
    """Publishes parts, some of them a little later than the others.

    Args:
        source: Where they are published.
        run_task: Runs a coroutine in the session's own turn.
    """

    def __init__(self, source: Source, run_task: Callable[..., "Future[Any]"]) -> None:
        self._source = source
        self._run_task = run_task
        self._timer: Future[Any] | None = None

    def publish(self, parts: Mapping[str, object], later: Sequence[str] = ()) -> None:
        """Publish these; those named `later` one after the other, unless others come before."""
        self.stop()
        shown = {**parts, **{name: self._source[name] for name in later}} if later else parts
        self._source.publish(shown)
        if later:
            self._timer = self._run_task(self._reveal, shown, parts, later)

    async def _reveal(
        self, shown: Mapping[str, object], parts: Mapping[str, object], later: Sequence[str]
    ) -> None:
        for name in later:
            await asyncio.sleep(min(PAUSE, LONGEST / len(later)))
            shown = {**shown, name: parts[name]}
            self._source.publish(shown)

    def stop(self) -> None:
        """Publish nothing more of what was to come."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

"""Checkpoints of a storage when nobody has written to it for a moment."""

import asyncio

from qwixx_pad.storage import Storage

CHECKPOINT_IDLE_S = 3.0
"""Time without changes before a checkpoint."""
MAX_CHECKPOINT_DELAY_S = 15.0
"""Longest time from a change to its checkpoint, however many changes follow."""


class IdleCheckpointer:
    """Checkpoints a storage after changes. Without a running loop it does nothing."""

    def __init__(
        self,
        storage: Storage,
        idle_s: float = CHECKPOINT_IDLE_S,
        max_delay_s: float = MAX_CHECKPOINT_DELAY_S,
    ) -> None:
        self._storage = storage
        self._idle_s = idle_s
        self._max_delay_s = max_delay_s
        self._timer: asyncio.TimerHandle | None = None
        self._deadline = 0.0
        storage.watch(self._schedule_checkpoint)

    def _schedule_checkpoint(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        now = loop.time()
        if self._timer is None:
            self._deadline = now + self._max_delay_s
        else:
            self._timer.cancel()
        # a browser's loop refuses a time in the past
        delay = max(0.0, min(self._idle_s, self._deadline - now))
        self._timer = loop.call_later(delay, self._run_checkpoint)

    def _run_checkpoint(self) -> None:
        self._timer = None
        self._storage.checkpoint()

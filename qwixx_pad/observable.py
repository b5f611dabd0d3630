"""Notifies several screens of changes."""

import logging
from collections.abc import Callable


class Observable:
    """Something whose changes several screens want to hear of."""

    def __init__(self) -> None:
        self._watchers: dict[object, Callable[[], None]] = {}

    def watch(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Call `tell` after every change, until the returned function is called."""
        key = object()
        self._watchers[key] = tell

        def unwatch() -> None:
            self._watchers.pop(key, None)

        return unwatch

    def _changed(self) -> None:
        """Tell everybody; one who cannot be told now keeps nobody waiting, and is told again."""
        for tell in tuple(self._watchers.values()):
            try:
                tell()
            except Exception:
                logging.getLogger("qwixx_pad").exception("a screen could not be told")

"""Notification of several screens about changes."""

import logging
from collections.abc import Callable


class Observable:
    """Base of objects whose changes several screens watch."""

    def __init__(self) -> None:
        self._watchers: dict[object, Callable[[], None]] = {}

    def watch(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` after every change, until the returned function is called."""
        key = object()
        self._watchers[key] = on_change

        def unwatch() -> None:
            self._watchers.pop(key, None)

        return unwatch

    def _notify_watchers(self) -> None:
        """Notify all watchers; one that fails delays no other, and is notified again."""
        for on_change in tuple(self._watchers.values()):
            try:
                on_change()
            except Exception:
                logging.getLogger("qwixx_pad").exception("a screen could not be told")

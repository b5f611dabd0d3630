"""Objects that notify their watchers of changes."""

import logging
from collections.abc import Callable


class Observable:
    """An object whose changes screens and other objects watch."""

    def __init__(self) -> None:
        self._watchers: dict[object, Callable[[], None]] = {}

    def watch(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call a function after every change, until the returned function is called."""
        key = object()
        self._watchers[key] = on_change

        def unwatch() -> None:
            self._watchers.pop(key, None)

        return unwatch

    def _notify_watchers(self) -> None:
        """Call all watchers.

        If one raises an error, it is logged and the others are still called.
        """
        for on_change in tuple(self._watchers.values()):
            try:
                on_change()
            except Exception:
                logging.getLogger("qwixx_pad").exception("a screen could not be told")

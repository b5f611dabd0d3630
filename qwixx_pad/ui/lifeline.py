"""What a session holds on to, let go of when it ends: Flet ends a session without unmounting it."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.guards import handler

Stop = Callable[[], None]
Begin = Callable[[], Stop]


class Lifeline:
    """Everything that must stop with a session, and what pauses while its device is away.

    Args:
        page: The session's page.
    """

    def __init__(self, page: ft.Page) -> None:
        self._begun: dict[object, tuple[Begin, Stop | None]] = {}
        self._there: set[object] = set()
        page.on_disconnect = handler(lambda _: self.pause())
        page.on_close = handler(lambda _: self.end())

    def hold(self, begin: Begin, *, while_there: bool = False) -> Stop:
        """Begin something that ends with the session at the latest.

        Args:
            begin: Begins it and gives what stops it.
            while_there: Stop while the device is away, and begin again when it is back.
        """
        key = object()
        self._begun[key] = (begin, begin())
        if while_there:
            self._there.add(key)

        def stop() -> None:
            self._stop(key)
            self._begun.pop(key, None)
            self._there.discard(key)

        return stop

    def _stop(self, key: object) -> None:
        begin, stop = self._begun.get(key, (None, None))
        if begin is not None and stop is not None:
            self._begun[key] = (begin, None)
            stop()

    def pause(self) -> None:
        """The device is away."""
        for key in tuple(self._there):
            self._stop(key)

    def resume(self) -> None:
        """The device is back."""
        for key in tuple(self._there):
            begin, stop = self._begun[key]
            if stop is None:
                self._begun[key] = (begin, begin())

    def end(self) -> None:
        """The session is over."""
        for key in tuple(self._begun):
            self._stop(key)
        self._begun.clear()
        self._there.clear()


def use_held(
    lifeline: Lifeline, begin: Begin, dependencies: list[Any], *, while_there: bool = False
) -> None:
    """Hold on to something while the component is shown.

    Flet forgets the cleanup that an effect returns when the component is built again; this one
    is kept beside the component and named at each building.
    """
    held: list[Stop] = ft.use_memo(list, [])

    def start() -> None:
        held.append(lifeline.hold(begin, while_there=while_there))

    def stop() -> None:
        while held:
            held.pop()()

    ft.use_effect(start, dependencies, stop)

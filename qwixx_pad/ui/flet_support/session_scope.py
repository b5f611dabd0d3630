"""Subscriptions that end with a session, or pause while its device is away."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.flet_support.flet_patches import handler

StopCallback = Callable[[], object]
StartCallback = Callable[[], StopCallback]


class SessionScope:
    """Subscriptions that end with a session; some pause while its device is away."""

    def __init__(self, page: ft.Page) -> None:
        self._stops: dict[object, StopCallback] = {}
        self._restarts: dict[object, StartCallback] = {}
        self.is_connected = True
        page.on_disconnect = handler(lambda _: self.pause())
        page.on_close = handler(lambda _: self.close())

    def subscribe(self, start: StartCallback, *, while_connected: bool = False) -> StopCallback:
        """Start a subscription; the returned function stops it before the session ends.

        `while_connected`: it stops while the device is away, and starts again when that returns.
        """
        key = object()
        self._stops[key] = start()
        if while_connected:
            self._restarts[key] = start

        def unsubscribe() -> None:
            self._restarts.pop(key, None)
            self._stop_subscription(key)

        return unsubscribe

    def _stop_subscription(self, key: object) -> None:
        stop = self._stops.pop(key, None)
        if stop is not None:
            stop()

    def pause(self) -> None:
        """The device is away: stop what needs it."""
        self.is_connected = False
        for key in tuple(self._restarts):
            self._stop_subscription(key)

    def resume(self) -> None:
        """The device is back: restart what needs it."""
        self.is_connected = True
        for key, start in tuple(self._restarts.items()):
            if key not in self._stops:
                self._stops[key] = start()

    def close(self) -> None:
        """The session has ended: stop everything."""
        self.is_connected = False
        self._restarts.clear()
        while self._stops:  # a stop may begin something
            self._stop_subscription(next(iter(self._stops)))


def use_subscription(
    scope: SessionScope,
    on_start: StartCallback,
    dependencies: list[Any],
    *,
    while_connected: bool = False,
) -> None:
    """Keep a subscription while the component is shown.

    Flet forgets the cleanup that an effect returns when the component is rebuilt; this one is
    stored in the component and passed at each building.
    """
    stops: list[StopCallback] = ft.use_memo(list, [])

    def stop_subscription() -> None:
        while stops:
            stops.pop()()

    ft.use_effect(
        lambda: stops.append(scope.subscribe(on_start, while_connected=while_connected)),
        dependencies,
        stop_subscription,
    )

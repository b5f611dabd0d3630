"""What ends with a session, or pauses while its device is away."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.flet_support.flet_patches import handler

StopCallback = Callable[[], object]
StartCallback = Callable[[], StopCallback]


class SessionScope:
    """Everything that must stop with a session, and what pauses while its device is away."""

    def __init__(self, page: ft.Page) -> None:
        self._subscriptions: dict[object, tuple[StartCallback, StopCallback | None]] = {}
        self._while_connected: set[object] = set()
        self.is_connected = True
        page.on_disconnect = handler(lambda _: self.pause())
        page.on_close = handler(lambda _: self.close())

    def subscribe(self, start: StartCallback, *, while_connected: bool = False) -> StopCallback:
        """Begin something that ends with the session at the latest; gives what ends it earlier.

        `while_connected`: it stops while the device is away, and begins again when that is back.
        """
        key = object()
        self._subscriptions[key] = (start, start())
        if while_connected:
            self._while_connected.add(key)

        def unsubscribe() -> None:
            self._stop_subscription(key)
            self._subscriptions.pop(key, None)
            self._while_connected.discard(key)

        return unsubscribe

    def _stop_subscription(self, key: object) -> None:
        begin, stop = self._subscriptions.get(key, (None, None))
        if begin is not None and stop is not None:
            self._subscriptions[key] = (begin, None)
            stop()

    def pause(self) -> None:
        """Stop what needs the device: it is away."""
        self.is_connected = False
        for key in tuple(self._while_connected):
            self._stop_subscription(key)

    def resume(self) -> None:
        """Restart what needs the device: it is back."""
        self.is_connected = True
        for key in tuple(self._while_connected):
            begin, stop = self._subscriptions[key]
            if stop is None:
                self._subscriptions[key] = (begin, begin())

    def close(self) -> None:
        """Stop everything: the session is over."""
        self.is_connected = False
        for key in tuple(self._subscriptions):
            self._stop_subscription(key)
        self._subscriptions.clear()
        self._while_connected.clear()


def use_subscription(
    scope: SessionScope,
    on_start: StartCallback,
    dependencies: list[Any],
    *,
    while_connected: bool = False,
) -> None:
    """Hold on to something while the component is shown.

    Flet forgets the cleanup that an effect returns when the component is built again; this one
    is kept beside the component and named at each building.
    """
    held: list[StopCallback] = ft.use_memo(list, [])

    def stop_subscription() -> None:
        while held:
            held.pop()()

    ft.use_effect(
        lambda: held.append(scope.subscribe(on_start, while_connected=while_connected)),
        dependencies,
        stop_subscription,
    )

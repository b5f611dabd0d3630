"""Keys of a keyboard, for whatever is in front."""

from collections.abc import Callable

import flet as ft

from qwixx_pad.ui.guards import handler

Hear = Callable[[str], bool]
"""Told the name of a key; answers whether it has used it."""
_NAMES = {" ": "Space"}


class Keyboard:
    """The keyboard of one session: the newest listener hears a key first.

    Args:
        page: The session's page.
    """

    def __init__(self, page: ft.Page) -> None:
        self._listeners: dict[object, Hear] = {}
        page.on_keyboard_event = handler(self._pressed)

    def listen(self, hear: Hear) -> Callable[[], None]:
        """Hear keys before all who listen already, until the returned function is called.

        Args:
            hear: Told a name such as `Arrow Left`, `Home`, `Space` or `Ctrl+Z`.
        """
        key = object()
        self._listeners[key] = hear

        def stop() -> None:
            self._listeners.pop(key, None)

        return stop

    def _pressed(self, event: ft.KeyboardEvent) -> None:
        name = key_name(event)
        for hear in tuple(reversed(self._listeners.values())):
            if hear(name):
                return


def key_name(event: ft.KeyboardEvent) -> str:
    """The name of a key with what was held down beside it, such as `Ctrl+Shift+Z`."""
    held = (("Ctrl", event.ctrl), ("Alt", event.alt), ("Shift", event.shift), ("Meta", event.meta))
    key = _NAMES.get(event.key, event.key)
    return "+".join([*(name for name, down in held if down), key])

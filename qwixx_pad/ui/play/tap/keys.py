"""What the keys of a keyboard do on a play screen."""

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from qwixx_pad.ui.actions import SHORTCUTS
from qwixx_pad.ui.play.geometry import KEYS, KeyStop, next_stop
from qwixx_pad.ui.play.tap.controller import PadController
from qwixx_pad.ui.runtime.guards import handler
from qwixx_pad.ui.runtime.keyboard import Keyboard


class PadKeys:
    """What the keys do while a pad is in front.

    All that is printed is one stop of Tab with a cursor of its own; a word takes the focus.
    """

    def __init__(self, keyboard: Keyboard | None, controller: PadController) -> None:
        self.stops: Callable[[], Sequence[KeyStop]] = tuple
        self._at = ""
        self._keyboard = keyboard
        self._controller = controller
        self._sheet: ft.KeyboardListener | None = None

    def listen(self) -> Callable[[], None]:
        """Hear keys until the returned function is called."""
        return (lambda: None) if self._keyboard is None else self._keyboard.listen(self.hear)

    def around(self, sheets: ft.Control) -> ft.Control:
        """The sheets as one stop of Tab, whose words are those of what the cursor is on."""
        self._sheet = ft.KeyboardListener(sheets, on_key_up=handler(self._arrived))
        return self._sheet

    def _arrived(self, event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
        """A key was released while the sheets have the focus: of Tab, they have just got it."""
        if event.key == "Tab":
            self._bind(self._at)

    def hear(self, key: str) -> bool:
        """Told each key; whether it was for the pad."""
        keyboard, cursor = self._keyboard, self._controller.state.cursor
        if keyboard is None or keyboard.is_covered:
            return False
        which = SHORTCUTS.get(key)
        if which is not None:
            return keyboard.press(which)
        if key == "Tab":
            self._controller.bind("", "")
        if key in {"Enter", "Space"} and cursor:
            self._controller.tap(cursor)
            return True
        return key in KEYS and self._move(keyboard, key)

    def _move(self, keyboard: Keyboard, key: str) -> bool:
        reach = keyboard.within_reach()
        here = [x for x in self.stops() if x.spoken is not None or x.identifier in reach]
        if any(stop.identifier == keyboard.focused for stop in here):
            self._at = keyboard.focused  # a word that Tab has led to: go on from there
        to = next_stop(here, self._at, key)
        if to is None:
            return bool(here)
        stop = next(stop for stop in here if stop.identifier == to)
        if stop.spoken is None:
            self._at = to
            self._controller.bind("", "")
            keyboard.lead(to)
        else:
            self._bind(to)
            if self._sheet is not None:
                keyboard.lead_to(self._sheet)
        return True

    def _bind(self, at: str) -> None:
        """Put the cursor on something printed, if it is there; else on the first cell."""
        printed = [stop for stop in self.stops() if stop.spoken is not None]
        cells = [stop for stop in printed if stop.row] or printed
        stop = next((stop for stop in printed if stop.identifier == at), next(iter(cells), None))
        if stop is not None:
            self._at = stop.identifier
            self._controller.bind(stop.identifier, stop.spoken or "")

"""Taps on what was replaced a moment ago: a finger meets the picture that its device still shows.

Flet drops an event of a control that is gone without a word. Between a device and the pad a new
picture and a tap on the old one may pass each other; what was meant is known, for a key has the
identifier of what it enters.
"""

from collections.abc import Callable

import flet as ft

from qwixx_pad.i18n import phrase
from qwixx_pad.ui.runtime.guards import say_in_passing

_GONE = "gone keys"
_REMEMBERED = 1_000
"""Keys; five sheets have some three hundred."""


class GoneKeys:
    """The keys that a session has taken from the screen, by the numbers that Flet had for them."""

    def __init__(self) -> None:
        self._identifiers: dict[int, str] = {}
        self._tapped: int | None = None

    def tapped(self, number: int) -> None:
        """A key that is there was tapped: what follows on it belongs to the same tap."""
        self._tapped = number

    def add(self, number: int, identifier: str) -> None:
        """A key is gone. A second tap on one that went with the first is not meant again."""
        if number == self._tapped:
            return
        self._identifiers[number] = identifier
        if len(self._identifiers) > _REMEMBERED:
            del self._identifiers[next(iter(self._identifiers))]

    def pop(self, number: int) -> str | None:
        """The identifier of a key that is gone; None for what was no such key, or is told twice."""
        return self._identifiers.pop(number, None)


def _remember(gone: ft.BaseControl) -> None:
    """What is no longer on the screen, and whose `data` is the identifier that it enters."""
    known = ft.context.page.session.store.get(_GONE)
    if isinstance(known, GoneKeys) and gone.data:
        known.add(gone._i, gone.data)  # noqa: SLF001 - Flet's number


@ft.control("CupertinoButton")  # type: ignore[arg-type]  # Flet's own controls are written so
class Key(ft.CupertinoButton):
    """A button whose `data` is the identifier that it enters, and that is known when it is gone."""

    def will_unmount(self) -> None:
        """Called by Flet when the key is no longer on the screen."""
        super().will_unmount()  # type: ignore[no-untyped-call]  # Flet left it bare
        _remember(self)


@ft.control("GestureDetector")  # type: ignore[arg-type]  # as above
class Spot(ft.GestureDetector):
    """The same of something that is printed: it takes a finger, and no focus."""

    def will_unmount(self) -> None:
        """Called by Flet when the spot is no longer on the screen."""
        super().will_unmount()  # type: ignore[no-untyped-call]  # as above
        _remember(self)


def carry_out_late_taps(page: ft.Page, press: Callable[[str], bool]) -> None:
    """Carry out a tap on a key that is gone by its identifier; say so where there is none.

    Args:
        page: The session's page.
        press: Presses what is on the screen now, by its identifier; whether there is such a thing.
    """
    session, gone = page.session, GoneKeys()
    session.store.set(_GONE, gone)
    inner = session.dispatch_event

    async def dispatch_event(control_id: int, event_name: str, event_data: object) -> None:
        if event_name in {"click", "tap_up"}:
            identifier = None if control_id in session.index else gone.pop(control_id)
            if identifier is not None:
                if not press(identifier):
                    said = phrase("You see its newest state now. Tap again if it still fits.")
                    say_in_passing(page, said)
                return
            gone.tapped(control_id)
        await inner(control_id, event_name, event_data)

    session.dispatch_event = dispatch_event  # type: ignore[method-assign]  # the guard itself

"""Where everything that can be tapped lies on the screen of a session."""

import flet as ft
from flet.components.component import Component

_SIZE = ("width", "height")


def places(tab):
    """Left and top edge of each thing with an identifier on a pad, and its size, in dp."""
    front = next(tab.walk())
    return dict(_of(front, (0, 0)))


def moved(before, after):
    """All that has moved since."""
    return {name: (before[name], at) for name, at in after.items() if before.get(name, at) != at}


def _within(inside, corner):
    for control in inside:
        yield from _of(control, corner)


def _of(control, corner):
    while isinstance(control, Component):
        control = control._b
    if isinstance(control, list):
        yield from _within(control, corner)
        return
    if not isinstance(control, ft.Control):
        return
    lies = (getattr(control, side, None) or 0 for side in ("left", "top"))
    corner = tuple(round(a + b, 3) for a, b in zip(corner, lies, strict=True))
    if isinstance(control, ft.Semantics) and control.identifier:
        inside = (control, control.content)
        size = (next(filter(None, (getattr(c, s, 0) for c in inside)), 0) for s in _SIZE)
        yield control.identifier, (*corner, *size)
    inside = [*(getattr(control, "controls", None) or []), getattr(control, "content", None)]
    yield from _within(inside, corner)


def places_of_sheets(tab):
    """Whose sheet lies where."""
    return {
        next(c.label for c in tab.walk(card) if isinstance(c, ft.Semantics) and c.label): (
            card.left,
            card.top,
            bool(card.rotate),
        )
        for card in tab.find(lambda c: str(getattr(c, "key", "")).startswith("card"))
    }

"""Everything that can be tapped: one node with a name, an identifier and a role."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.guards import handler
from qwixx_pad.ui.keyboard import Keyboard
from qwixx_pad.ui.parts.node import OneNode

Tap = Callable[[str], object]
"""What a tap does; it is told the identifier that was tapped."""
_PRESSED = 0.6
"""How much is left of a thing under a finger."""
_ROUND = 8
_SIZED = frozenset({"width", "height", "alignment"})
_KEY = _SIZED | {"border_radius", "padding"}
"""What a key can be by itself; all else it has from a container inside it: its own ground would
have other corners."""
_NO_LEAST = ft.Size(0, 0)


def tappable(  # noqa: PLR0913 - what a finger, an eye and an ear need to know
    identifier: str,
    spoken: str,
    content: ft.Control | None,
    on_tap: Callable[[], object] | None,
    *,
    checked: bool | None = None,
    toggled: bool | None = None,
    selected: bool | None = None,
    dead: bool = False,
    place: dict[str, Any] | None = None,
    ring: str = ft.Colors.ON_SURFACE,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> OneNode:
    """A control that acts when the finger is lifted, and on Enter and Space.

    Args:
        identifier: Its semantics identifier: the token that it enters.
        spoken: Its name for a screen reader; what is painted inside is hidden from it.
        content: What is painted inside.
        on_tap: What happens; None for a control that only looks like one.
        checked: State of a checkbox.
        toggled: State of a switch.
        selected: Whether we are there.
        dead: Whether nothing comes of it now: a reader is told so, a finger is told why. Flet
            disables whatever is in a disabled node, so the node is inside the key.
        place: `left`, `top` in a stack.
        ring: Colour of the ring around it while it has the focus of a keyboard.
        look: Passed on to the container.
    """
    look = {name: value for name, value in look.items() if value is not None}
    flat = look.keys() >= _SIZED and look.keys() <= _KEY
    said = ft.Semantics(
        identifier=identifier,
        label=spoken,
        checked=checked,
        toggled=toggled,
        selected=selected,
        disabled=dead,
        exclude_semantics=True,
        content=content if flat else ft.Container(content=content, **look),
    )
    own = look if flat else {"border_radius": look.get("border_radius") or _ROUND}
    key = ft.CupertinoButton(
        content=said,
        data=None if on_tap is None else identifier,
        disabled=on_tap is None,
        on_click=None if on_tap is None else handler(lambda _: on_tap()),
        on_focus=handler(Keyboard.came),
        on_blur=handler(Keyboard.left),
        min_size=_NO_LEAST,
        opacity_on_click=_PRESSED,
        focus_color=ring,
        **{"padding": 0, **own},
    )
    return OneNode(content=key, **(place or {}))

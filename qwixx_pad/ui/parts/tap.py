"""Everything that can be tapped: one node with a name, an identifier and a role."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flet as ft

from qwixx_pad.ui.guards import handler
from qwixx_pad.ui.keyboard import Keyboard

Tap = Callable[[str], object]
"""What a tap does; it is told the identifier that was tapped."""
_PRESSED = 0.6
"""How much is left of a thing under a finger."""
_ROUND = 8


@dataclass(frozen=True, slots=True)
class Said:
    """What a screen reader is told of a thing beside its name.

    Attributes:
        checked: State of a checkbox.
        toggled: State of a switch.
        selected: Whether it is the place where we are, among several; where all are None it is
            a button.
        dead: It looks like one of many that can be tapped, but nothing comes of it now: a reader
            is told so, a finger is told why.
    """

    checked: bool | None = None
    toggled: bool | None = None
    selected: bool | None = None
    dead: bool = False

    def node(self, identifier: str, label: str, **more: Any) -> ft.Semantics:  # noqa: ANN401 - what else ft.Semantics knows
        """The node that carries all this."""
        return ft.Semantics(
            identifier=identifier,
            label=label,
            button=True if self.checked is None and self.toggled is None else None,
            checked=self.checked,
            toggled=self.toggled,
            selected=self.selected,
            **more,
        )


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
) -> ft.Control:
    """A control that acts when the finger is lifted, and on Enter and Space.

    Args:
        identifier: Its semantics identifier: the token that it enters.
        spoken: Its name for a screen reader; what is painted inside is hidden from it.
        content: What is painted inside.
        on_tap: What happens; None for a control that only looks like one.
        checked: State of a checkbox.
        toggled: State of a switch.
        selected: Whether we are there.
        dead: Whether nothing comes of it now; see `Said`.
        place: `left`, `top` in a stack.
        ring: Colour of the ring around it while it has the focus of a keyboard.
        look: Passed on to the container.
    """
    said = Said(checked, toggled, selected, dead)
    inside = None if content is None else ft.Semantics(content=content, exclude_semantics=True)
    key = _key(identifier, ft.Container(content=inside, **look), on_tap, ring)
    if dead:  # a disabled node would disable the key inside it, so it lies beneath
        silent = ft.Semantics(content=key, exclude_semantics=True)
        named = said.node(identifier, spoken, disabled=True, content=ft.Container())
        leaf = ft.Container(named, left=0, top=0, right=0, bottom=0)
        node: ft.Control = ft.Stack([leaf, silent])
    else:
        named = said.node(identifier, spoken, disabled=on_tap is None, content=key)
        node = ft.MergeSemantics(content=named)
    return node if place is None else ft.Container(node, **place)


def _key(
    identifier: str, painted: ft.Container, on_tap: Callable[[], object] | None, ring: str
) -> ft.Control:
    """What takes the finger and the focus; Flet's other tappable things tell nobody of a focus."""
    if on_tap is None:
        return painted
    return ft.CupertinoButton(
        content=painted,
        data=identifier,
        on_click=handler(lambda _: on_tap()),
        on_focus=handler(Keyboard.came),
        on_blur=handler(Keyboard.left),
        padding=0,
        min_size=ft.Size(0, 0),
        border_radius=_ROUND if painted.border_radius is None else painted.border_radius,
        opacity_on_click=_PRESSED,
        focus_color=ring,
    )

"""Everything that can be tapped: one node with a name, an identifier and a role."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.guards import handler

Tap = Callable[[str], object]
"""What a tap does; it is told the identifier that was tapped."""


def tappable(  # noqa: PLR0913 - what a finger, an eye and an ear need to know
    identifier: str,
    spoken: str,
    content: ft.Control | None,
    on_tap: Callable[[], object] | None,
    *,
    checked: bool | None = None,
    toggled: bool | None = None,
    place: dict[str, Any] | None = None,
    **look: Any,  # noqa: ANN401 - whatever else ft.Container knows
) -> ft.Control:
    """A control that acts when the finger is lifted.

    Args:
        identifier: Its semantics identifier: the token that it enters.
        spoken: Its name for a screen reader; what is painted inside is hidden from it.
        content: What is painted inside.
        on_tap: What happens; None for a control that only looks like one.
        checked: State of a checkbox.
        toggled: State of a switch; where both are None it is a button.
        place: `left`, `top` in a stack.
        look: Passed on to the container.
    """
    inside = None if content is None else ft.Semantics(content=content, exclude_semantics=True)
    node = ft.MergeSemantics(
        content=ft.Semantics(
            identifier=identifier,
            label=spoken,
            button=True if checked is None and toggled is None else None,
            checked=checked,
            toggled=toggled,
            content=ft.Container(
                content=inside,
                on_click=None if on_tap is None else handler(lambda _: on_tap()),
                ink=on_tap is not None,
                **look,
            ),
        ),
    )
    return node if place is None else ft.Container(node, **place)

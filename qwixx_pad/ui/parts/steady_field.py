"""A field that is not built again while it is typed into, so that no letter is lost.

Flet sends the value of each building to the device; what was typed meanwhile would jump back.
"""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.guards import component, handler, memo
from qwixx_pad.ui.parts.fields import text_field
from qwixx_pad.ui.tokens import Theme


@component
def _steady_field(
    identifier: str,
    theme: Theme,
    label: str,
    changed: Callable[[str], object],
    icon: ft.IconData | None = None,
) -> ft.Control:
    """The field.

    Args:
        identifier: Its semantics identifier.
        theme: In which colours.
        label: In its frame.
        changed: Told the text after each letter; always the same function.
        icon: Before the text.
    """
    typed = ft.use_memo(lambda: [""], [])

    def typing(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic
        typed[0] = event.control.value or ""
        changed(typed[0])

    field = text_field(
        theme,
        label,
        typed[0],
        on_change=handler(typing),
        prefix_icon=icon,
        height=theme.tall(48, 16),
        dense=True,
        expand=True,
    )
    return ft.Semantics(identifier=identifier, content=field)


steady_field = memo(_steady_field)
"""Given the same theme, label and function it stays as it is."""

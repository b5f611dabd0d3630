"""A card with the name of a player at a table that has not begun."""

from collections.abc import Callable
from typing import Any

import flet as ft

from qwixx_pad.ui.design.controls import primary, prompt_sheet
from qwixx_pad.ui.design.form import text_field
from qwixx_pad.ui.design.primitives import heading
from qwixx_pad.ui.design.tokens import TITLE
from qwixx_pad.ui.runtime.guards import component, handler
from qwixx_pad.ui.shell import ScreenContext


@component
def name_card(name: str, context: ScreenContext, done: Callable[[str], object]) -> ft.Control:
    """Asks for another name.

    Args:
        name: The present one.
        context: Theme and words.
        done: Told the new name; empty to leave it as it is.
    """
    theme, words = context.theme, context.words
    typed: list[str] = ft.use_memo(lambda: [name], [name])

    def typing(event: Any) -> None:  # noqa: ANN401 - Flet's events are generic over their control
        typed[0] = event.control.value or ""

    def finished(_: object = None) -> None:
        done(typed[0].strip())

    field = text_field(
        theme,
        words.text("Name"),
        name,
        on_change=handler(typing),
        on_submit=handler(finished),
        expand=True,
    )
    inside = [
        heading(words.text("Another name for {name}", name=name), TITLE.at(19), theme.ink),
        ft.Row([ft.Semantics(identifier="new-name", content=field, expand=True)]),
        primary(theme, "rename", words.text("Done"), finished, height=52),
    ]
    return prompt_sheet(inside, theme, words, lambda _: done(""))

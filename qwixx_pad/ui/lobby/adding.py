"""A field for one more player, and the start of a game."""

from collections.abc import Callable

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.ui.design.controls import FieldState, icon_button, primary_button
from qwixx_pad.ui.design.form import name_field
from qwixx_pad.ui.design.primitives import decorative, message_line
from qwixx_pad.ui.shell import ScreenContext


def add_person(
    typed: FieldState,
    label: str,
    context: ScreenContext,
    on_submit: Callable[[], object],
    on_type: Callable[[str], object],
) -> ft.Control:
    """Build a field for a name and a button."""
    field = name_field(typed, context, label, change=on_type, send=on_submit, expand=True)
    button = icon_button(
        context.theme,
        "add-player",
        context.tr.gettext("Add"),
        ft.Icons.ADD_ROUNDED,
        on_submit,
        bgcolor=context.theme.surface2,
        size=52,
    )
    return ft.Row([field, button], key="add")


def start_button(
    players: int,
    why_not: Failure | None,
    context: ScreenContext,
    start: Callable[[], object],
    look: Callable[..., ft.Control] = primary_button,
) -> list[ft.Control]:
    """Build the start of a game of so many; pale while something is missing, and why."""
    words, icon = context.tr, ft.Icons.CASINO_ROUNDED
    if why_not is None:
        text = words.gettext("Start with {n} players", n=players)
        return [look(context.theme, "start-game", text, start, icon=icon)]
    text, waits = words.gettext("Start"), words.failure_text(why_not)
    pale = look(
        context.theme,
        "start-game",
        text,
        start,
        icon=icon,
        opacity=0.38,
        spoken=f"{text}. {waits}",
    )
    return [pale, decorative(message_line(waits, context.theme, live=False))]


def full_note(most: int, context: ScreenContext) -> ft.Control:
    """Explain why nobody can be added."""
    text = context.tr.gettext(
        "Up to {most} can play at a table. More of you? Make two tables.", most=most
    )
    return message_line(text, context.theme, live=False)

"""A button for one more player, and what leads into a game: its start, or the wait for it."""

from collections.abc import Callable, Sequence

import flet as ft

from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.ui.context import current_theme, current_translator
from qwixx_pad.ui.design.controls import icon_button, primary_button
from qwixx_pad.ui.design.primitives import TapHandler, decorative, message_line
from qwixx_pad.ui.text.translator import Translator


def add_button(tap: Callable[[], object]) -> ft.Control:
    """Build the button that adds the name beside it."""
    text, fill = current_translator().gettext("Add"), current_theme().surface2
    return icon_button("add-player", text, ft.Icons.ADD_ROUNDED, tap, bgcolor=fill, size=52)


def start_text(players: int, missing: Sequence[str], tr: Translator) -> str:
    """Write who a game of so many starts with, or rather without whom: nobody is there for them."""
    if not missing:
        return tr.gettext("Start with {n} players", n=players)
    if len(missing) == 1:
        return tr.gettext("Start without {name}", name=tr.short_name(missing[0]))
    # Translators: of two players or more.
    return tr.ngettext("Start without {n} player", "Start without {n} players", len(missing))


def start_button(
    text: str,
    why_not: Failure | None,
    start: Callable[[], object],
    look: Callable[..., ft.Control] = primary_button,
) -> list[ft.Control]:
    """Build the start of a game, with its `start_text`; pale if it cannot start, and why."""
    words, icon = current_translator(), ft.Icons.CASINO_ROUNDED
    if why_not is None:
        return [look("start-game", text, start, icon=icon)]
    text, waits = words.gettext("Start"), words.failure_text(why_not)
    pale = look(
        "start-game",
        text,
        start,
        icon=icon,
        opacity=0.38,
        spoken=f"{text}. {waits}",
    )
    return [pale, decorative(message_line(waits, live=False))]


def full_note(most: int) -> ft.Control:
    """Explain why nobody can be added."""
    text = current_translator().gettext(
        "Up to {most} can play at a table. More of you? Make two tables.", most=most
    )
    return message_line(text, live=False)


def use_awaited_game(table: GameTable, me: str, go: TapHandler) -> None:
    """Lead a device, by its key, from a table's board to the game that it has waited for."""
    awaited, sits = ft.use_ref(False), bool(table.seating.seats_of(me))  # noqa: FBT003 - the state

    def enter_game() -> None:
        if sits and awaited.current:
            go(f"/table/{table.seating.code}")
        awaited.current = not sits and table.seating.is_expected(me)

    ft.use_effect(enter_game, [table.seating])

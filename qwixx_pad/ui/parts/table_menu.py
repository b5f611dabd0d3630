"""What can be done at a table beside playing."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.ui.pad_state import PadState
from qwixx_pad.ui.parts.buttons import outlined, rules_and_settings, tonal
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.table_looks import TableState
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words


def table_menu(state: PadState, theme: Theme, words: Words, tap: Tap) -> Sequence[ft.Control]:
    """Leave, let a phone in, free a seat whose phone is gone, rules, settings, finish."""
    table = state.table
    if table is None:
        return []

    def line(identifier: str, text: str) -> ft.Control:
        return tonal(theme, identifier, text, lambda: tap(identifier), height=50, size=16)

    finish = outlined(
        theme, "finish", words.text("Finish this game"), lambda: tap("finish"), height=50, size=16
    )
    code = words.text("Table {code}", code=table.code) if table.code else words.text("This table")
    return [
        write(code, 20, 600, color=theme.ink),
        line("home", words.text("Leave it and go home")),
        *([line("seats", words.text("Let a phone in"))] if table.code else []),
        *(line(f"free-{seat}", text) for seat, text in _gone(table, words)),
        rules_and_settings(theme, words, tap, height=50),
        *([finish] if table.leads and not state.game.position.over else []),
        outlined(
            theme,
            "cancel",
            words.text("Back to the pad"),
            lambda: tap("cancel"),
            height=50,
            size=16,
        ),
    ]


def _gone(table: TableState, words: Words) -> Sequence[tuple[int, str]]:
    """Seats whose phone is away, for whoever has opened the table."""
    if not table.leads or table.seating is None:
        return []
    return [
        (seat, words.text("Free {name}’s seat for another phone", name=chair.name))
        for seat, chair in enumerate(table.seating.chairs, 1)
        if chair.holder is not None and not table.here[seat - 1]
    ]

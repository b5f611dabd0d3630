"""What can be done at a table beside playing."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.core.table import Table
from qwixx_pad.ui.pad.state import PadState
from qwixx_pad.ui.pad.table_state import TableState
from qwixx_pad.ui.parts.buttons import outlined, rules_and_settings, tonal
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.seat_card import deed_line
from qwixx_pad.ui.parts.tap import Tap
from qwixx_pad.ui.seat_looks import DeedLook, sitting
from qwixx_pad.ui.tokens import Theme
from qwixx_pad.ui.words import Words


def table_menu(state: PadState, theme: Theme, words: Words, tap: Tap) -> Sequence[ft.Control]:
    """Leave, correct, let a phone in, who plays, free a seat whose phone is gone, finish."""
    table = state.table
    if table is None:
        return []

    def line(identifier: str, text: str) -> ft.Control:
        return tonal(theme, identifier, text, lambda: tap(identifier), height=50, size=16)

    finish = outlined(
        theme, "finish", words.text("Finish this game"), lambda: tap("finish"), height=50, size=16
    )
    again = words.text("Open table {code} for phones again", code=table.closed_code)
    code = words.text("Table {code}", code=table.code) if table.code else words.text("This table")
    return [
        write(code, 20, 600, color=theme.ink),
        # a card grows upwards: on top, what comes while it is open moves no line under a finger
        *(line(f"free-{seat}", text) for seat, text in _gone(table, words)),
        line("home", words.text("Leave it and go home")),
        *([line("correct", words.text("Correct"))] if table.mine or table.leads else []),
        *([line("seats", words.text("Let a phone in"))] if table.code else []),
        *([line("open-again", again)] if table.closed_code else []),
        *_who_plays(state, theme, words, tap),
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


def _sitting(state: PadState, words: Words) -> list[DeedLook]:
    """What this device may do for the seats, in their order."""
    table, position = state.table, state.game.position
    if table is None or not isinstance(position, Table):
        return []
    names = enumerate(table.names, 1)
    mine = [(seat, name) for seat, name in names if table.leads or seat in table.mine]
    deeds = [sitting(position, seat, name, words) for seat, name in mine]
    return [deed for deed in deeds if deed is not None]


def _who_plays(state: PadState, theme: Theme, words: Words, tap: Tap) -> list[ft.Control]:
    """One's own seat at once; several on a card of their own."""
    deeds = _sitting(state, words)
    if len(deeds) == 1 and state.table is not None and state.table.me is not None:
        return [deed_line(deeds[0], theme, tap)]
    who = DeedLook("who-plays", words.text("Who plays, who sits out"))
    return [deed_line(who, theme, tap)] if deeds else []


def seats_card(state: PadState, theme: Theme, words: Words, tap: Tap) -> Sequence[ft.Control]:
    """Who may be seated out, and who may be called back."""
    back = outlined(
        theme, "cancel", words.text("Back to the pad"), lambda: tap("cancel"), height=50, size=16
    )
    said = words.text("Who sits out is passed over. The sheet stays and counts.")
    return [
        write(words.text("Who plays"), 20, 600, color=theme.ink),
        write(said, 14, 400, color=theme.ink2, height=1.35),
        *(deed_line(deed, theme, tap) for deed in _sitting(state, words)),
        back,
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

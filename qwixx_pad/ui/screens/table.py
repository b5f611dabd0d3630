"""A shared table: who sits there, how to come to it, and then the game."""

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from qwixx_pad.service.device_identity import Visitor
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.seat_session import Play
from qwixx_pad.tables.seating import NOTHING_SAID
from qwixx_pad.tables.shared_table import SharedTable
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.lifeline import use_held
from qwixx_pad.ui.pad.screen import play_screen
from qwixx_pad.ui.pad.state import Feel
from qwixx_pad.ui.parts.buttons import primary
from qwixx_pad.ui.parts.form import page_bar
from qwixx_pad.ui.parts.lettering import write
from qwixx_pad.ui.parts.page_column import WIDEST, page_column
from qwixx_pad.ui.screens.join import look_for
from qwixx_pad.ui.screens.lobby import seats_page

Go = Callable[[str], None]


@component
def table_screen(  # noqa: PLR0913, PLR0917 - a table, who looks at it, and with what
    host: Host, visitor: Visitor, code: str, inside: str, frame: Frame, feel: Feel, go: Go
) -> ft.Control:
    """The table of a code: its game if this device plays there or opened it, else its seats.

    Args:
        host: The tables.
        visitor: Who looks at it.
        code: Of the table.
        inside: `seats` shows the seats although a game runs.
        frame: Space, theme, words and settings.
        feel: The device.
        go: Leads to a screen by its identifier.
    """
    found = ft.use_memo(lambda: look_for(host, visitor, code, frame), [code])
    if isinstance(found, str):
        return _nothing(found, frame, go)
    return _found(host, found, visitor, inside, frame, feel, go, key=code)


@component
def _found(  # noqa: PLR0913, PLR0917 - as above
    host: Host,
    table: SharedTable,
    visitor: Visitor,
    inside: str,
    frame: Frame,
    feel: Feel,
    go: Go,
) -> ft.Control:
    _, see = ft.use_state(_seen(table))
    again = frame.in_own_turn(lambda: see(lambda _: _seen(table)))
    use_held(frame.lifeline, lambda: table.watch(again), [])
    use_held(frame.lifeline, lambda: table.arrive(visitor.key), [], while_there=True)
    if table.closed:
        return _nothing(frame.words.text("This table was closed."), frame, go)
    opened, seating = table.opened, table.seating
    sees = bool(seating.seats_of(visitor.key)) or seating.opener == visitor.key
    play = ft.use_memo(lambda: opened and Play(opened, table, visitor.key), [opened])
    if play is not None and sees and inside != "seats":
        return play_screen(play, frame, feel, go, key=play.head.id)
    return seats_page(host, table, visitor, frame, go, key="seats")


def _seen(table: SharedTable) -> tuple[object, ...]:
    """What this screen shows of a table; what is tapped and said in the game is not part of it."""
    seating = replace(table.seating, answers=NOTHING_SAID)
    here = tuple(table.is_here(seat) for seat in range(1, len(seating.chairs) + 1))
    return seating, here, table.closed, table.opened


def _nothing(said: str, frame: Frame, go: Go) -> ft.Control:
    width = min(frame.space.width, WIDEST) - 32
    words = frame.words
    text = ft.Semantics(
        identifier="message",
        container=True,
        content=write(said, 17, 600, color=frame.theme.ink),
    )
    back = primary(frame.theme, "join-table", words.text("Type the code"), lambda: go("join-table"))
    return page_column([page_bar(frame, words.text("Table"), go), text, back], width, spacing=16)

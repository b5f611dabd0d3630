"""A board for who only watches a table: every sheet, how it stands, and whose roll it is."""

from dataclasses import replace

import flet as ft

from qwixx_pad.service.devices import DeviceIdentity
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.tables.seat_session import SeatSession
from qwixx_pad.tables.seating import NOTHING_SAID
from qwixx_pad.tables.state import GameTable
from qwixx_pad.ui.design.form import page_bar
from qwixx_pad.ui.design.primitives import Tap, page_column, write
from qwixx_pad.ui.design.tokens import TITLE
from qwixx_pad.ui.pad.screen import play_screen
from qwixx_pad.ui.pad.state import DeviceFeedback
from qwixx_pad.ui.runtime.guards import component
from qwixx_pad.ui.runtime.session_scope import use_subscription
from qwixx_pad.ui.shell import ScreenContext, use_watched
from qwixx_pad.ui.table.finding import closed_page, found_table
from qwixx_pad.ui.table.way_in import line, way_in

_NOBODY = "nobody"
"""A key that no device has: a board plays no seat, whoever looks at it."""


@component
def board_screen(  # noqa: PLR0913, PLR0917 - a table, who looks at it, and with what
    host: Host,
    identity: DeviceIdentity,
    code: str,
    context: ScreenContext,
    feedback: DeviceFeedback,
    go: Tap,
) -> ft.Control:
    """All sheets of a table for somebody who has no seat; nothing of the game can be tapped.

    Args:
        host: The tables.
        identity: Who looks.
        code: Of the table.
        context: Space, theme, words and settings.
        feedback: The device; its screen stays on.
        go: Leads to a screen by its identifier.
    """
    ft.use_effect(
        lambda: feedback.stay_awake(on=True), [], cleanup=lambda: feedback.stay_awake(on=False)
    )

    def show(table: GameTable) -> ft.Control:
        return _board(table, host, identity, context, feedback, go, key=code)

    return found_table(host, identity, code, context, go, show)


@component
def _board(  # noqa: PLR0913, PLR0917 - as above
    table: GameTable,
    host: Host,
    identity: DeviceIdentity,
    context: ScreenContext,
    feedback: DeviceFeedback,
    go: Tap,
) -> ft.Control:
    use_watched(context, table.watch, _seen(table), lambda _: _seen(table))
    use_subscription(context.scope, lambda: table.arrive(identity.key), [], while_there=True)
    opened = table.opened
    play = ft.use_memo(lambda: opened and SeatSession(opened, table, _NOBODY), [opened])
    if table.closed:
        return closed_page(table, identity, context, go)
    if play is None:
        return _before(table, host, context, go)
    return play_screen(play, context, feedback, go, key=play.head.id)


def _seen(table: GameTable) -> tuple[object, ...]:
    """What is shown around the game of a table."""
    return replace(table.seating, answers=NOTHING_SAID), table.closed, table.opened


def _before(table: GameTable, host: Host, context: ScreenContext, go: Tap) -> ft.Control:
    """Who sits there already, and how the others come to the table."""
    seating, words = table.seating, context.words
    names = words.both(seating.names) if seating.names else words.text("Nobody yet")
    parts = [
        page_bar(context, words.text("Table {code}", code=seating.code), go),
        write(names, TITLE, color=context.theme.ink, text_align=ft.TextAlign.CENTER),
        line(words.text("The sheets are shown here as soon as the game begins."), context),
        way_in(host, table, context),
    ]
    return page_column(parts, context.column, spacing=14)

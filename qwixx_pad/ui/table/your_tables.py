"""The way back to the tables of a device, from the screen where it begins."""

from collections.abc import Sequence

import flet as ft

from qwixx_pad.i18n import listed
from qwixx_pad.tables.open_tables import Host, KnownTable
from qwixx_pad.tables.state import GameTable
from qwixx_pad.ui.design.primitives import Tap, heading, tappable, write
from qwixx_pad.ui.design.tokens import HEADING, HINT, NAME
from qwixx_pad.ui.shell import ScreenContext, use_watched
from qwixx_pad.ui.table import where_played

_MOST = 5
"""Tables that are shown, the newest first."""


def use_tables(host: Host, holder: str, context: ScreenContext) -> tuple[KnownTable, ...]:
    """Find the tables that a device opened or sits at, and show them anew when they change.

    What is entered at them is not part of it; nor is a table that is closed.
    """

    def now(_: object = None) -> tuple[object, ...]:
        shown = ((x, x.seating.names, x.seating.game, x.settled) for x in host.of(holder))
        return host.code_length, *shown

    use_watched(context, host.watch, now(), now)
    return host.of(holder)


def your_tables(
    host: Host, tables: Sequence[GameTable], context: ScreenContext, go: Tap
) -> list[ft.Control]:
    """Build a card for each of some tables, the way back to it."""
    title = heading(context.words.text("Your table"), HEADING, context.theme.ink)
    return (
        [title, *(_table(host, table, context, go) for table in tables[:_MOST])] if tables else []
    )


def _table(host: Host, table: GameTable, context: ScreenContext, go: Tap) -> ft.Control:
    theme, words, seating = context.theme, context.words, table.seating
    names = listed(seating.names)
    where = where_played(table, host, words)
    below = " • ".join(filter(None, (words.text("Table {code}", code=seating.code), where)))
    lines = ft.Column(
        [
            write(names or words.text("Nobody yet"), NAME, color=theme.ink, max_lines=1),
            write(below, HINT, color=theme.ink2),
        ],
        spacing=2,
        tight=True,
        expand=True,
    )
    arrow = ft.Icon(ft.Icons.ARROW_FORWARD_ROUNDED, size=22, color=theme.ink)
    return tappable(
        f"table-{seating.code}",
        words.text("Back to table {code}, {names}", code=seating.code, names=names),
        ft.Row([lines, arrow], spacing=12),
        lambda: go(f"/table/{seating.code}"),
        height=theme.tall(66, 16, 13),
        bgcolor=theme.surface,
        border_radius=18,
        padding=ft.Padding.symmetric(horizontal=16),
        alignment=ft.Alignment.CENTER_LEFT,
    )

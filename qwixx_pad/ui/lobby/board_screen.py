"""The board of a table: all its sheets for spectators; before the game, how phones join."""

from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from qwixx_pad.identity.network import qr_png
from qwixx_pad.multiplayer.seat_session import SeatSession
from qwixx_pad.multiplayer.seating import NO_ANSWERS, Chair
from qwixx_pad.multiplayer.state import GameTable
from qwixx_pad.ui.context import (
    UiSession,
    current_context,
    current_theme,
    current_translator,
    use_watched,
)
from qwixx_pad.ui.design.controls import avatar
from qwixx_pad.ui.design.drawing import qr_code
from qwixx_pad.ui.design.form import page_bar
from qwixx_pad.ui.design.primitives import TapHandler, page_column, write
from qwixx_pad.ui.flet_support.flet_patches import component
from qwixx_pad.ui.flet_support.session_scope import use_subscription
from qwixx_pad.ui.lobby.finding import (
    closed_page,
    code_tiles,
    found_table,
    invitation,
    share_link,
)
from qwixx_pad.ui.lobby.lobby_parts import quiet_line, use_awaited_game
from qwixx_pad.ui.play.screen import play_screen
from qwixx_pad.ui.theme.tokens import ASIDE, LABEL, TITLE

_SPECTATOR = "nobody"
"""An id that no device has, for a board has no seat."""


@component
def board_screen(session: UiSession, code: str, go: TapHandler) -> ft.Control:
    """Show all sheets of a table to spectators. A tap enters nothing."""
    awake = session.device.keep_screen_on
    ft.use_effect(lambda: awake(on=True), [], cleanup=lambda: awake(on=False))
    return found_table(session, code, go, lambda table: _board_page(session, table, go, key=code))


@component
def _board_page(session: UiSession, table: GameTable, go: TapHandler) -> ft.Control:
    context = current_context()
    me = session.identity.id
    use_watched(table.watch, lambda: _board_state(table))
    use_subscription(context.scope, lambda: table.connect_device(me), [], while_connected=True)
    opened = table.opened
    play = ft.use_memo(lambda: opened and SeatSession(opened, table, _SPECTATOR), [opened])
    use_awaited_game(table, me, go)
    if table.is_closed:
        return closed_page(session, table, go)
    if play is None:
        return _board_before_game(table, session, go)
    return play_screen(play, context, go, key=play.head.id)


def _board_state(table: GameTable) -> tuple[object, ...]:
    """The part of a table that is shown, apart from its game."""
    return replace(table.seating, answers=NO_ANSWERS), table.is_closed, table.opened


_WAITING_OPACITY = 0.45
"""Opacity of the disc of a seat that waits for a phone."""
_MIN_FAR_WIDTH_DP = 900
"""Width of a screen from which on a lobby may be read from far away."""
_FAR_HEIGHT_DP = 540.0
"""Height of the screen on which letters that are read from far away have their design size."""
_FAR_EDGE_SHARE = 0.03
"""Margin as a share of the width: a television may cut some of it off."""


def _board_before_game(table: GameTable, session: UiSession, go: TapHandler) -> ft.Control:
    """Show the players and how others join."""
    context = current_context()
    seating = table.seating
    tr = context.tr
    space = context.space
    appears = tr.gettext("The sheets appear here as soon as the game begins.")
    bar = page_bar(tr.gettext("Table {code}", code=seating.code), go)
    addresses = session.registry.link_addresses(table)
    if addresses and space.width >= _MIN_FAR_WIDTH_DP and space.width > space.height:
        return _far_lobby(table, addresses[0], appears, bar)
    names = tr.join_and(seating.names) if seating.names else tr.gettext("Nobody yet")
    parts = [
        write(names, TITLE, text_align=ft.TextAlign.CENTER),
        quiet_line(appears),
        invitation(session.registry, table),
    ]
    return page_column(parts, context.column_width, spacing=14, bar=bar)


def _far_lobby(table: GameTable, address: str, appears: str, bar: ft.Control) -> ft.Control:
    """Build a lobby for a television: the code as high as the screen, the names at its side."""
    context = current_context()
    theme = context.theme
    tr = context.tr
    space = context.space
    code = table.seating.code
    scale = max(1.0, space.height / _FAR_HEIGHT_DP)
    edge = space.width * _FAR_EDGE_SHARE
    side = min(space.height - 2 * edge, space.width / 2)
    url = f"{address}/join/{code}"
    picture = qr_code(qr_png(url), side, tr.gettext("Code for {url}", url=url))
    hint = ASIDE.resized(14 * scale)
    lines = [
        write(tr.gettext("Scan with the camera, or open"), hint, color=theme.ink2),
        write(address.removesuffix("/#"), LABEL.resized(18 * scale), selectable=True),
        ft.Row([code_tiles(code, scale)]),
        *_far_names(table.seating.all_chairs, scale),
        *([ft.Row([share_link(url)])] if table.online else []),
        write(appears, hint, color=theme.ink2),
    ]
    words = ft.Column([*lines], spacing=10 * scale, scroll=ft.ScrollMode.AUTO, expand=True)
    return ft.Container(
        ft.Row(
            [picture, ft.Column([bar, words], spacing=6 * scale, expand=True)],
            spacing=edge,
        ),
        padding=edge,
        expand=True,
    )


def _far_names(chairs: Sequence[Chair], scale: float) -> list[ft.Control]:
    """Build one line per seat. The disc of a seat that waits for a phone is pale."""
    style = TITLE.resized(22 * scale)
    if not chairs:
        return [write(current_translator().gettext("Nobody yet"), style)]
    lines: list[ft.Control] = []
    for chair in chairs:
        face = avatar(chair.name, current_theme().player_color(chair.color), 32 * scale)
        face.opacity = _WAITING_OPACITY if chair.device is None else 1
        name = write(chair.name, style, line_height=1.1, expand=True)
        lines.append(ft.Row([face, name], spacing=10 * scale))
    return lines

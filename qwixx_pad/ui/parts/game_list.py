"""A part of the list of games, read when it comes into sight."""

from collections.abc import Callable

import flet as ft

from qwixx_pad.archive.library import Kept, Library
from qwixx_pad.tables.open_tables import Host
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component, memo
from qwixx_pad.ui.history_look import CHUNK, Shown, Sought
from qwixx_pad.ui.parts.game_row import extent, game_row, look_of, where


@component
def _chunk(  # noqa: PLR0913, PLR0917 - which games, for whom, and where taps go
    host: Host,
    library: Library,
    frame: Frame,
    sought: Sought,
    number: int,
    version: int,  # noqa: ARG001 - a new one has the chunk read again
    go: Callable[[str], object],
    more: Callable[[str], object],
) -> ft.Control:
    """Some rows of the list, read from the store when they come into sight."""
    found = library.page(sought.wanted(host.desk.now()), number * CHUNK, CHUNK)

    def row(kept: Kept) -> ft.Control:
        game = kept.summary.game
        look = look_of(kept, host, frame)
        lead = where(kept, host) if kept.sheets and sought.shown is not Shown.DELETED else ""
        built = game_row(
            game,
            look,
            frame,
            (lambda: go(lead)) if lead else (lambda: more(f"game {game}")),
            lambda: more(f"game {game}"),
        )
        return ft.Container(built, height=extent(frame.theme), key=game)

    return ft.Column([row(kept) for kept in found], spacing=0)


some_games = memo(_chunk)
"""The same, built again only where something has changed."""

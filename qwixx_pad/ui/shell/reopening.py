"""The route that a session starts on: home, or the game that its owner was playing."""

from datetime import timedelta

import flet as ft

from qwixx_pad.ui.flet_support.trail import PLAY_SECTIONS, Trail
from qwixx_pad.ui.shell import UiSession
from qwixx_pad.ui.shell.router import Route

_AT_HOME_KEY = "at_home"
_MAX_PAUSE = timedelta(hours=3)
"""After a longer one people begin at home."""


def start_route(session: UiSession) -> str:
    """Return the route of the owner's only unfinished game, or the one that was asked for.

    A game opens if its last entry is no older than three hours, if its owner did not go home
    since, if no other page of the owner is connected, and if home has no notice to show. Games
    copied from paper and tables that the owner only watches are not counted.
    """
    asked, registry = session.page.route or "/", session.registry
    if asked != "/" or not session.identity.is_this_computer:
        return asked
    scopes = session.services.owner_scopes
    others = any(scope.is_connected for scope in scopes)
    scopes.add(session.scope)
    games = session.services.library.games_in_play()
    stays_home = others or session.services.library.storage_notice is not None
    if stays_home or len(games) != 1 or registry.service.read_notes(_AT_HOME_KEY):
        return asked
    pause = registry.service.now() - games[0].touched
    if not timedelta(0) <= pause <= _MAX_PAUSE:
        return asked
    table = registry.table_of_game(games[0].game)
    if table is None:
        return f"/game/{games[0].game}"
    plays = any(chair.device == session.identity.key for chair in table.seating.chairs)
    return f"/table/{table.seating.code}" if plays else asked


def use_at_home(session: UiSession, route: str) -> None:
    """Store whether the owner went home, so that home and not the game opens next time."""
    at_home, service = Trail.for_page(session.page).came_home, session.registry.service

    def save_at_home() -> None:
        if not session.identity.is_this_computer or at_home is bool(
            service.read_notes(_AT_HOME_KEY)
        ):
            return
        if at_home:
            service.save_note(_AT_HOME_KEY, "yes")
        elif Route.parse(route).section in PLAY_SECTIONS:
            service.delete_note(_AT_HOME_KEY)

    ft.use_effect(save_at_home, [at_home, route])

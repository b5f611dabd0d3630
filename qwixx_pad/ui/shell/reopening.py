"""The route on which a session starts: home, or the game that its owner was playing."""

from datetime import datetime, timedelta
from typing import NamedTuple

import flet as ft

from qwixx_pad.ui.context import UiSession
from qwixx_pad.ui.flet_support.trail import PLAY_SECTIONS, Trail
from qwixx_pad.ui.shell.route import Route

_AT_HOME_KEY = "at_home"
_MAX_PAUSE = timedelta(hours=3)
"""The longest pause after which a game is reopened."""
_SLOW_START = timedelta(minutes=1)
"""The longest time that a session takes from its first look at the clock until it starts."""
_NEVER_S = 8.64e12
"""The last second that the clock of a browser can represent."""


def start_route(session: UiSession) -> str:
    """Choose the route of the owner's only unfinished game, or the requested one.

    A query, which messengers append to links, is removed.

    A game opens if its owner asks for home, if its last entry is no older than three hours, if its
    owner did not go home since, if no other page of the owner is connected, and if home has no
    notice to show. Games copied from paper and tables that the owner only watches do not count.
    """
    asked = (session.page.route or "/").partition("?")[0]
    if asked != "/" or not session.identity.is_this_computer:
        return asked
    scopes = session.services.owner_scopes
    is_connected = any(scope.is_connected for scope in scopes)
    scopes.add(session.scope)
    found = None if is_connected else _game_to_reopen(session)
    if found is None:
        return asked
    pause = session.registry.service.now() - found.touched
    return found.route if timedelta(0) <= pause <= _MAX_PAUSE else asked


def opens_until(session: UiSession, route: str) -> float:
    """Compute until when the owner's next session starts on a route, in seconds since 1970.

    0 if it starts on another route.
    """
    now = session.registry.service.now()
    found = _game_to_reopen(session)
    if found is None or now - found.touched > _MAX_PAUSE:
        return _NEVER_S if route == "/" else 0.0
    if route != found.route:
        return 0.0
    return (found.touched + _MAX_PAUSE - _SLOW_START).timestamp()


class _GameToReopen(NamedTuple):
    """The owner's only unfinished game: its route, and the time of its last entry."""

    route: str
    touched: datetime


def _game_to_reopen(session: UiSession) -> _GameToReopen | None:
    registry = session.registry
    library = session.services.library
    games = library.games_in_play()
    is_home = library.storage_notice is not None or registry.service.read_notes(_AT_HOME_KEY)
    if is_home or len(games) != 1:
        return None
    game = games[0]
    table = registry.table_of_game(game.game)
    if table is None:
        return _GameToReopen(f"/game/{game.game}", game.touched)
    plays = any(chair.device == session.identity.id for chair in table.seating.chairs)
    return _GameToReopen(f"/table/{table.seating.code}", game.touched) if plays else None


def use_at_home(session: UiSession, route: str, *, lost: bool) -> None:
    """Store whether the owner went home, so that home and not the game opens next time.

    A `lost` route that has led home does not count.
    """
    service = session.registry.service
    at_home = Trail.for_page(session.page).came_home and not lost

    def save_at_home() -> None:
        was_at_home = bool(service.read_notes(_AT_HOME_KEY))
        if not session.identity.is_this_computer or at_home is was_at_home:
            return
        if at_home:
            service.save_note(_AT_HOME_KEY, "yes")
        elif Route.parse(route).section in PLAY_SECTIONS:
            service.delete_note(_AT_HOME_KEY)

    ft.use_effect(save_at_home, [at_home, route])

"""A route without a screen: the notice about it, and the route that is opened instead."""

from collections.abc import Callable, Sequence

import flet as ft

from qwixx_pad.ui.context import UiSession
from qwixx_pad.ui.shell.route import Route
from qwixx_pad.ui.text.translator import Translator


def use_lost_route(
    session: UiSession, path: str, shown: Sequence[str], set_lost: Callable[[str], None]
) -> None:
    """Lead from a route without a screen to home, or to the table of its game.

    Only a new route can be lost: not one whose game is deleted while it is shown, and none while
    the pad is closed to phones.

    Args:
        session: The session.
        path: The route that is open.
        shown: The routes of the screens that it has now, home's first.
        set_lost: Called with a route that has led home; with an empty text once another one comes.
    """
    is_closed = session.registry.network.is_closed_to(session.identity)
    may_be_lost = path != "/" and not is_closed  # at home the notice about the last one stays
    # Without `shown` among the dependencies: screens that go later do not make the route lost.
    instead = ft.use_memo(
        lambda: _route_instead(session, path, shown) if may_be_lost else None, [path, is_closed]
    )

    def leave_lost_route() -> None:
        if may_be_lost:
            set_lost(path if instead == "/" else "")
        if instead is not None:
            session.page.navigate(instead)

    ft.use_effect(leave_lost_route, [path, is_closed])


def _route_instead(session: UiSession, path: str, shown: Sequence[str]) -> str | None:
    """The route to open instead; None for a route that has a screen."""
    route = Route.parse(path)
    registry = session.registry
    if route.section in {"game", "games"} and route.item and session.identity.is_this_computer:
        if any(route.item in each.split("/")[2:] for each in shown):
            return None  # also a subpage of another route names the game
        table = registry.table_of_game(route.item)
        if table is not None:
            return f"/table/{table.seating.code}"
        return "/" if session.services.library.find(route.item) is None else f"/games/{route.item}"
    has_only_home = len(shown) == 1
    is_done = route.section == "open" and registry.draft is None
    return "/" if has_only_home or is_done else None


def lost_route_notice(path: str, tr: Translator) -> str:
    """The notice on a route that has led home."""
    if Route.parse(path).section in {"game", "games"}:
        return tr.gettext("This game isn’t here any more.")
    return tr.gettext("There’s nothing at this address.")

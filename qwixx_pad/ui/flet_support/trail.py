"""The target of Back: the previous screen, else the parent of the route."""

import flet as ft

from qwixx_pad.identity.client_input import LINK_ROUTE

_STORE_KEY = "trail"
_MAX_ROUTES = 50
"""Routes of a trail, at most."""
_SHARED_ROUTE = "/shared/"
_NAV_SECTIONS = frozenset({"", "games", "stats"})
"""The sections of the navigation bar, besides the rules: a trail begins anew there."""
PLAY_SECTIONS = frozenset({"game", "table", "join"})
"""The sections of games: Back from a game's other screens leads to the game."""
_PARENTLESS = [["game"], ["table"], ["join"], ["watch"], ["rules"], ["link"], ["shared"]]
"""Beginnings of routes that are no screens themselves, or not the parent screen."""


def parent_route(route: str) -> str:
    *above, last = route.strip("/").split("/")
    if [*above, last] in (["rules", "sheets"], ["paper"]):
        return "/rules" if above else "/games"
    return "/" if not above or above in _PARENTLESS else f"/{'/'.join(above)}"


class Trail:
    """The routes that led one session to its screen, the current one last.

    A page that was just loaded has no previous route.
    """

    def __init__(self) -> None:
        self._routes: list[str] = []
        self.came_home = False
        """Whether somebody went to the home screen, and it is still shown."""

    @staticmethod
    def for_page(page: ft.Page) -> "Trail":
        trail = page.session.store.get(_STORE_KEY)
        if not isinstance(trail, Trail):
            trail = Trail()
            page.session.store.set(_STORE_KEY, trail)
        return trail

    @property
    def starts_at_home(self) -> bool:
        """True if the trail begins at the home screen."""
        return self._routes[:1] == ["/"]

    def visit_route(self, route: str) -> None:
        """Record the route of the screen in front: a new one, or one further back on the trail."""
        moved = self._routes[-1:] not in ([], [route])
        self.came_home = route == "/" and (moved or self.came_home)
        self._routes = [each for each in self._routes if _may_precede(each, route)]
        if route in self._routes:
            del self._routes[self._routes.index(route) + 1 :]
        elif _is_nav_section(route):
            self._routes = [route]
        elif _is_play_route(route):  # the screens that have led to a game are done with
            self._routes = [*filter(_is_nav_section, self._routes[:1]), route]
        else:
            self._routes.append(route)
        del self._routes[:-_MAX_ROUTES]

    def previous_route(self, route: str) -> str:
        """The route to which Back leads from the screen in front."""
        section, *rest = route.strip("/").split("/")
        if (
            (section in PLAY_SECTIONS and len(rest) > 1)
            or _is_nav_section(route)
            or self._routes[-1:] != [route]
            or len(self._routes) == 1
        ):
            return parent_route(route)
        return self._routes[-2]


def _may_precede(before: str, route: str) -> bool:
    """True if Back may lead from a route to one before it: to its parent, or another screen.

    What another app has shared would lead forward again. A link is as long as its games: one is
    enough.
    """
    if f"{route}/".startswith(f"{before}/"):
        return True
    is_link = before.startswith(LINK_ROUTE) and route.startswith(LINK_ROUTE)
    return not is_link and not before.startswith(_SHARED_ROUTE)


def _is_nav_section(route: str) -> bool:
    section, *rest = route.strip("/").split("/")
    return (section in _NAV_SECTIONS and not rest) or (section == "rules" and not rest[1:])


def _is_play_route(route: str) -> bool:
    section, *rest = route.strip("/").split("/")
    return section in PLAY_SECTIONS and len(rest) == 1

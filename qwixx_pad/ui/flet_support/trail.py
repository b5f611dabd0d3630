"""Where back leads: to the screen one came from, else to the one that a route stands behind."""

import flet as ft

_STORE_KEY = "trail"
_NAV_SECTIONS = frozenset({"", "games", "stats"})
"""Where the bar at the foot leads, beside the rules: whoever is there has come from nowhere."""
PLAY_SECTIONS = frozenset({"game", "table", "join"})
"""Where a game is played: what stands behind it was opened there, wherever one was before."""
_PARENTLESS = [["game"], ["table"], ["join"], ["watch"], ["rules"]]
"""What a route names a thing by, and what is no screen of its own, or not the one behind."""


def parent_route(route: str) -> str:
    """Find the route of the screen that a route stands behind."""
    *above, last = route.strip("/").split("/")
    if [*above, last] in (["rules", "sheets"], ["paper"]):
        return "/rules" if above else "/games"
    return "/" if not above or above in _PARENTLESS else f"/{'/'.join(above)}"


class Trail:
    """The routes by which one session came to its screen, that of the screen in front last.

    A page that was loaded just now has come from nowhere.
    """

    def __init__(self) -> None:
        self._routes: list[str] = []
        self.came_home = False
        """Whether home is on the screen because somebody went there."""

    @staticmethod
    def for_page(page: ft.Page) -> "Trail":
        """Find the trail of the session that a page belongs to."""
        trail = page.session.store.get(_STORE_KEY)
        if not isinstance(trail, Trail):
            trail = Trail()
            page.session.store.set(_STORE_KEY, trail)
        return trail

    @property
    def starts_at_home(self) -> bool:
        """True if the first screen is where one has come from, if not from the very last."""
        return self._routes[:1] == ["/"]

    def visit_route(self, route: str) -> None:
        """Note that a screen is in front: one further on, or one that was left behind before."""
        moved = self._routes[-1:] not in ([], [route])
        self.came_home = route == "/" and (moved or self.came_home)
        if route in self._routes:
            del self._routes[self._routes.index(route) + 1 :]
        elif _is_nav_section(route):
            self._routes = [route]
        elif _is_play_route(route):  # the screens that have led to a game are done with
            self._routes = [*filter(_is_nav_section, self._routes[:1]), route]
        else:
            self._routes.append(route)

    def previous_route(self, route: str) -> str:
        """Find the route that back leads to from the screen in front."""
        where, *inside = route.strip("/").split("/")
        behind = where in PLAY_SECTIONS and len(inside) > 1
        if (
            behind
            or _is_nav_section(route)
            or self._routes[-1:] != [route]
            or len(self._routes) == 1
        ):
            return parent_route(route)
        return self._routes[-2]


def _is_nav_section(route: str) -> bool:
    where, *inside = route.strip("/").split("/")
    return (where in _NAV_SECTIONS and not inside) or (where == "rules" and not inside[1:])


def _is_play_route(route: str) -> bool:
    where, *inside = route.strip("/").split("/")
    return where in PLAY_SECTIONS and len(inside) == 1

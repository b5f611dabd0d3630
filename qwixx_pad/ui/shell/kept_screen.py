"""The screen of which a browser may store a picture, to show it at once on the next visit."""

from collections.abc import Callable
from functools import partial

import flet as ft

from qwixx_pad.identity.devices import KeptScreen
from qwixx_pad.ui.context import UiSession
from qwixx_pad.ui.flet_support.session_scope import StopCallback
from qwixx_pad.ui.shell.reopening import opens_until


def use_kept_screens(session: UiSession) -> Callable[[str], StopCallback] | None:
    """Let the browser find the screen in front (`adr/0030`).

    Returns:
        A function that permits a picture of the screen of a route, until its result is called;
        None outside of a browser.
    """
    routes: set[str] = ft.use_memo(set, [])
    browser = session.services.browser
    if browser is None:
        return None

    def find_front_screen() -> KeptScreen | None:
        route = session.page.route or "/"
        return KeptScreen(route, opens_until(session, route)) if route in routes else None

    def keep_screen(route: str) -> StopCallback:
        routes.add(route)
        return partial(routes.discard, route)

    browser.find_kept_screen = find_front_screen
    return keep_screen

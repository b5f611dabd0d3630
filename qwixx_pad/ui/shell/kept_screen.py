"""The screen of which a browser may keep a picture, to show it at once at the next visit."""

from collections.abc import Callable
from functools import partial

import flet as ft

from qwixx_pad.identity.devices import KeptScreen
from qwixx_pad.ui.context import UiSession
from qwixx_pad.ui.flet_support.session_scope import StopCallback
from qwixx_pad.ui.shell.reopening import opens_until


def use_kept_screens(session: UiSession) -> Callable[[str], StopCallback] | None:
    """Return what lets a browser keep the screen of a route; None outside of a browser.

    See `docs/adr/0030-the-page-shows-its-last-screen.md`.
    """
    screens = ft.use_memo(lambda: _KeptScreens(session), [])
    browser = session.services.browser
    if browser is None:
        return None
    browser.find_kept_screen = screens.find_in_front
    return screens.keep


class _KeptScreens:
    """The routes whose screens have agreed to be kept; a screen that says nothing has not."""

    def __init__(self, session: UiSession) -> None:
        self._session = session
        self._agreed: set[str] = set()

    def keep(self, route: str) -> StopCallback:
        """Let the browser keep the screen of a route, until the returned function is called."""
        self._agreed.add(route)
        return partial(self._agreed.discard, route)

    def find_in_front(self) -> KeptScreen | None:
        """Return the screen in front, if it has agreed."""
        route = self._session.page.route or "/"
        if route not in self._agreed:
            return None
        return KeptScreen(route, opens_until(self._session, route))

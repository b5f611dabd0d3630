"""The screen of which a browser may store a picture, to show it at once on the next visit.

It also carries out what was tapped on that picture while the pad started.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import flet as ft

from qwixx_pad.identity.devices import KeptScreen, PencilTaps
from qwixx_pad.ui.context import Pencil, UiSession
from qwixx_pad.ui.flet_support.flet_patches import (
    FAILURE_MESSAGE,
    run_in_session,
    show_snackbar,
    translate_for,
)
from qwixx_pad.ui.flet_support.second_taps import Tap
from qwixx_pad.ui.flet_support.session_scope import StopCallback
from qwixx_pad.ui.play.tap.pencil import dropped_taps_text
from qwixx_pad.ui.shell.reopening import opens_until
from qwixx_pad.ui.text.translator import Translator

_log = logging.getLogger("qwixx_pad")


class _Screen(NamedTuple):
    """A screen, and whether a picture of it may be stored."""

    may_keep: bool
    pencil: Pencil


def use_kept_screens(
    session: UiSession, tr: Translator
) -> Callable[[str, bool, Pencil], StopCallback] | None:
    """Let the browser find the screen in front (`adr/0030`), and hand it taps (`adr/0040`).

    Returns:
        A function that describes the screen of a route, until its result is called; None outside of
        a browser.
    """
    screens: dict[str, _Screen] = ft.use_memo(dict, [])
    browser = session.services.browser
    if browser is None:
        return None
    page = session.page
    in_session = run_in_session(page)

    def find_front_screen() -> KeptScreen | None:
        route = page.route or "/"
        screen = screens.get(route)
        if screen is None or not screen.may_keep:
            return None
        pencil = screen.pencil.describe()
        if pencil is not None:
            safe = page.media.padding
            pencil = {**pencil, "edge": [safe.left, safe.top]}
        return KeptScreen(route, opens_until(session, route), pencil)

    def enter_taps(taps: PencilTaps, *, may_wait: bool = True) -> None:
        is_in_front = page.route == taps.route
        screen = screens.get(taps.route) if is_in_front else None
        if is_in_front and screen is None and may_wait:
            again = in_session(partial(enter_taps, taps, may_wait=False))
            asyncio.get_running_loop().call_later(session.services.times.mount, again)
            return
        try:
            if screen is None:
                show_snackbar(page, dropped_taps_text(len(taps.taps), tr))
            else:
                screen.pencil.enter(taps)
        except Exception:  # noqa: BLE001 - else the page would hand them over at each start
            _log.exception("taps on a picture failed")
            show_snackbar(page, translate_for(FAILURE_MESSAGE, page))
        # The second tap of a finger that comes down twice may meet the pad.
        session.keyboard.second_taps.is_second(Tap(taps.taps[-1]))
        in_session(browser.report_entered)()  # after what has changed is sent

    def keep_screen(route: str, may_keep: bool, pencil: Pencil) -> StopCallback:  # noqa: FBT001 - as stored
        screens[route] = _Screen(may_keep, pencil)
        return partial(screens.pop, route, None)

    browser.find_kept_screen = find_front_screen
    browser.enter_taps = lambda taps: in_session(partial(enter_taps, taps))()
    return keep_screen

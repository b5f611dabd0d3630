"""On the first screen of a pad that a browser runs by itself: what there is to know about that."""

from collections.abc import Callable

import flet as ft

from qwixx_pad.service.browser import Browser
from qwixx_pad.ui.browser_look import PAUSE, BrowserLook, Subject, browser_look
from qwixx_pad.ui.frame import Frame
from qwixx_pad.ui.guards import component
from qwixx_pad.ui.lifeline import use_held
from qwixx_pad.ui.parts.beside import beside
from qwixx_pad.ui.parts.buttons import outlined, primary
from qwixx_pad.ui.parts.notice import notice_card

_ICONS = {
    Subject.NOTHING_KEPT: ft.Icons.WARNING_AMBER_ROUNDED,
    Subject.RENEWED: ft.Icons.SYSTEM_UPDATE_ALT_ROUNDED,
    Subject.DAMAGED: ft.Icons.HEALING_ROUNDED,
    Subject.COPY: ft.Icons.SAVE_ALT_ROUNDED,
}


@component
def browser_note(
    browser: Browser, games: int, frame: Frame, go: Callable[[str], None]
) -> ft.Control:
    """The note, or nothing.

    Args:
        browser: The one that runs the pad.
        games: How many there are to lose.
        frame: Theme, words and settings.
        go: Leads to a screen.
    """
    standing, see = ft.use_state(browser.standing)
    changed = frame.in_own_turn(lambda: see(browser.standing))
    use_held(frame.lifeline, lambda: browser.watch(changed), [])
    some = games > 0
    ft.use_effect(lambda: browser.keep() if some else None, [some])
    look = browser_look(standing, games, frame.settings, frame.words)
    if look is None:
        return ft.Container(visible=False)

    def put_off() -> None:
        frame.change(copy_at=games + PAUSE)

    def act() -> None:
        if look.subject is Subject.RENEWED:
            browser.renew()
        else:
            put_off()
            go("data")

    buttons = _buttons(look, frame, act, put_off)
    return notice_card(
        look.lines, _ICONS[look.subject], frame.theme, *buttons, identifier="browser"
    )


def _buttons(
    look: BrowserLook, frame: Frame, act: Callable[[], None], put_off: Callable[[], None]
) -> list[ft.Control]:
    theme, made = frame.theme, []
    if look.does:
        made.append(primary(theme, "browser-do", look.does, act, height=48, size=15))
    if look.later:
        made.append(outlined(theme, "browser-later", look.later, put_off, height=48, size=15))
    return [beside(made, theme, spacing=10)] if made else []

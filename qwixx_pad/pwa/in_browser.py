"""The pad inside of a browser: no server, no network, one person.

The worker of the page starts it, and gives it the module `pad_js`: the folder that is kept, the
languages that the browser asks for, where the site and its relay are, and a way to speak with the
page.
"""

from contextlib import ExitStack
from pathlib import Path

import flet as ft
import pad_js
from pyodide.ffi import create_proxy

from qwixx_pad.app import app
from qwixx_pad.pwa.browser_link import dial
from qwixx_pad.service import devices
from qwixx_pad.service.devices import Browser
from qwixx_pad.service.session import GameService
from qwixx_pad.tables.remote.online import Online

_open = ExitStack()
"""The pad stays open until the page goes; there is no moment at which it could be closed."""


def _online(service: GameService) -> Online | None:
    """The tables at the relay that the site was built for, if it was for one."""
    if not pad_js.relay:
        return None
    return Online(service, dial, pad_js.relay, f"{pad_js.site}#", secret=pad_js.secret)


def run() -> None:
    """Let Flet show the pad as soon as its client is there."""
    browser = Browser(pad_js.tell, keeps=pad_js.keeps, damaged=pad_js.damaged)
    pad_js.listen(create_proxy(browser.hear))
    languages = tuple(pad_js.languages)
    owner = devices.DeviceIdentity("", "", here=True, languages=languages, has_fonts=True)
    show_pad = _open.enter_context(app(Path(pad_js.folder), browser, owner, _online))

    def show(page: ft.Page) -> None:
        show_pad(page)
        browser.shown()

    ft.run(show)

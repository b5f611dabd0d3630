"""Every screen of the pad, in a session: what all of them must keep is asked of all of them."""

from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

import flet as ft

from qwixx_pad.multiplayer.network_access import NetworkProblem
from qwixx_pad.storage import CannotWrite
from qwixx_pad.ui.play.geometry import MIN_SCREEN_DP
from qwixx_pad.ui.shell.startup_error import show_startup_error
from tests.support.own_layouts import DOUBLE, MIRROR
from tests.support.random_evenings import evenings
from tests.support.ui.pads_with_games import game_of, keep
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client
from tests.support.ui.table_devices import BEN, HOST, as_visitor, open_table, set_up

OPEN = "r2 r3 r5 r6 r8 y5 y6 y9 g12 g10 g9 g8 g6 b11 b9 b8 - b# g5"
WON = "r3 r4 r6 r7 r9 r11 r12 y2 y4 y5 y8 g12 g10 g9 b10 b8 b7 b5 b4 b3 b2"
PEOPLE = ("Katharina", "Ben", "Cleo")
SCREENS = {
    "home": ("/", ""),
    "home at a table": ("LOBBY", "back"),
    "setup": ("/new", ""),
    "its options": ("/new", "options"),
    "the sheets": ("/sheets", ""),
    "copying a paper game": ("/paper", ""),
    "its day": ("/paper", "choose-day"),
    "join": ("/join", ""),
    "play": ("/game/open", ""),
    "a hint": ("/game/open", "r4"),
    "an undo": ("/game/open", "g4 undo"),
    "a question": ("/game/open", "r-lock"),
    "the menu": ("/game/open", "menu"),
    "a correction": ("/game/open", "r5"),
    "a forgotten cross": ("/game/open", "menu correct forgotten"),
    "a last cross": ("/game/last", ""),
    "the result": ("/game/won", ""),
    "a series": ("/game/table", ""),
    "what decides it": ("/game/table", "best-of"),
    "games": ("/", "all-games"),
    "review": ("/games/table", ""),
    "the review's menu": ("/games/table", "menu"),
    "correcting": ("/games/table", "menu correct"),
    "share": ("/games/table/share", ""),
    "a note and a place": ("/games/table/remark", ""),
    "statistics": ("/stats", ""),
    "data": ("/data", ""),
    "the names": ("/names", ""),
    "a new name": ("/names", "name-0"),
    "the rules": ("/rules/on_board", ""),
    "settings": ("/settings", ""),
    "the languages": ("/settings", "choose-language"),
    "the players": ("/settings/players", ""),
    "the own sheets": ("/settings", "own-sheets"),
    "the licences": ("/settings/licences", ""),
    "a table": ("TABLE", "r2"),
    "its menu": ("TABLE", "menu"),
    "its lobby": ("LOBBY", ""),
    "its board": ("BOARD", ""),
    "its lobby without phones": ("ALONE", ""),
    "its lobby with a problem": ("PROBLEM", ""),
    "settings of phones": ("OPEN SETTINGS", ""),
    "a phone kept out": ("CLOSED", ""),
    "a pad that cannot be opened": ("SHUT", ""),
}
"""Where each is, and what is tapped there."""
SIZES = [(360, 640), (390, 844), (844, 390), (1180, 820)]


@contextmanager
def shelf(folder, spelt=lambda name: name, **settings):
    """An opened pad with a game of each kind, the names in it spelt like this."""
    shared = next(game for game in evenings(12) if game.head.setup.endswith("/3"))
    line = " ".join((shared.head.setup, *(entry.token for entry in shared.entries)))
    games = [
        game_of(f"classic {OPEN}", "Anna", called="open"),
        game_of(f"classic {OPEN} y10", "Anna", called="other"),
        game_of(f"classic {WON}", "Anna", called="won"),
        game_of(f"classic {OPEN} y#", "Anna", called="last"),
        game_of(line, *shared.head.names, called="table"),
        *evenings(12),
    ]
    heads = [replace(game.head, names=tuple(map(spelt, game.head.names))) for game in games]
    games = [replace(game, head=head) for game, head in zip(games, heads, strict=True)]
    keep(folder, games, best_of="3", **settings)
    with opened_pad(folder, custom={MIRROR.name: MIRROR}) as pad:
        pad._services.registry.service.sheets.add(DOUBLE)
        yield pad


def _startup_error(page):
    show_startup_error(page, CannotWrite("pad.journal is held by another program"), lambda: None)


@asynccontextmanager
async def _switched(pad, route):
    """A pad with a switch, as long as its screen is looked at, where that is about one."""
    network, before = pad.network, pad.network.state
    if route in {"ALONE", "PROBLEM", "OPEN SETTINGS", "CLOSED"}:
        network.offer(8550)
    if route in {"PROBLEM", "OPEN SETTINGS"}:
        network.let_phones_in(HOST)
        network.report(NetworkProblem.NO_PHONE)
    yield
    network._publish(before)


@asynccontextmanager
async def screen(pad, name, width=390, height=844, people=PEOPLE, **eyes):
    """A session that shows a screen, on a device that asks for these things."""
    route, taps = SCREENS[name]
    start = route if route.startswith("/") else "/"
    main = _startup_error if route == "SHUT" else pad.show_caller
    if route == "CLOSED":
        main = as_visitor(pad, BEN)
    async with _switched(pad, route), Client(main, width, height, route=start) as tab:
        await asks(tab, **eyes)
        if route in {"TABLE", "LOBBY", "ALONE", "PROBLEM"}:
            await set_up(tab, *people)
            await tab.tap("start-game" if route == "TABLE" else "own-phones")
        if route == "OPEN SETTINGS":
            tab.page.navigate("/settings")
            await tab.settle()
        if route == "BOARD":
            code = await open_table(tab, *people)
            await tab.taps("sit-2 sit-3 start-game")
            tab.page.navigate(f"/watch/{code}")
            await tab.settle()
        on_cards = route == "TABLE" and min(width, height) >= MIN_SCREEN_DP
        await tab.taps(f"s1-{taps}" if on_cards and taps != "menu" else taps)
        yield tab


async def asks(tab, *, text=1.0, **features):
    """Let the device ask for something, and somebody come back to the pad."""
    names = (
        *("accessible_navigation", "bold_text", "disable_animations", "high_contrast"),
        *("invert_colors", "reduce_motion", "on_off_switch_labels", "supports_announcements"),
    )
    switched = {name: features.get(name, False) for name in names}
    tab.wire.answers["get_accessibility_features"] = switched
    await tab.page._trigger_event("app_lifecycle_state_change", {"state": "resume"})
    await tab.settle()
    if text != 1:
        await shows_letters(tab, text)


async def shows_letters(tab, text):
    """Let the device show letters so many times larger."""
    probe = next(c for c in tab.walk(tab.page._overlay) if isinstance(c, ft.Text))
    await tab.session.dispatch_event(
        probe._i, "size_change", {"w": probe.size * text / 2, "h": probe.size * text}
    )
    await tab.settle()


async def speak(tab, language):
    """Let the device want another language."""
    await tab.page._trigger_event("locale_change", {"locales": [{"language_code": language}]})
    await tab.settle()

"""When a browser may keep a picture of the screen, and what becomes of a tap on it.

`test_every_screen.py` says of which screens, and `test_pencil.py` which taps are entered.
"""

from datetime import timedelta

import flet as ft
import pytest

from qwixx_pad.ui.flet_support.flet_patches import FAILURE_MESSAGE
from qwixx_pad.ui.play.tap.pencil import dropped_taps_text
from tests.support.ui.browser_page import Page
from tests.support.ui.session_client import Client, until
from tests.support.ui.surroundings import WORDS

NONE = "screen"


def shown(pad, page, **device):
    """A session of the pad in the browser of a page."""
    return Client(page.pad_inside(pad).show_caller, **device)


@pytest.mark.parametrize(
    ("taps", "screen"),
    [
        ("", NONE),
        ("new-game", "screen /game/"),
        ("new-game r2 menu", NONE),
        ("new-game r2 menu settings", NONE),
        ("new-game r2 menu settings back", "screen /game/"),
        ("new-game r2 menu finish", NONE),
        ("new-game r2 menu home", "screen / "),
    ],
)
async def test_screen_is_stored_while_nothing_covers_it(pad, taps, screen):
    page = Page()
    async with shown(pad, page) as tab:
        await tab.taps(taps)
        found = page.last_screen
        assert found == screen or (screen != NONE and found.startswith(screen))


async def test_home_with_a_note_or_without_games_is_not_stored(pad):
    page = Page()
    async with shown(pad, page) as tab:
        await tab.taps("new-game r2 menu home")
        page.browser.handle_word("update")
        await tab.settle()
        assert page.last_screen == NONE
    page = Page()
    async with shown(pad, page) as tab:
        assert page.last_screen != NONE
        pad._services.library.delete_all()
        for route in ("/games", "/"):
            tab.page.navigate(route)
            await tab.settle()
        assert page.last_screen == NONE


@pytest.mark.parametrize(
    "taps",
    [
        "new-game",
        "new-game r2",
        "new-game r2 menu home",
        "new-game r2 menu home continue-game",
        "new-game r2 menu home new-game y3",
        "new-game r2 menu finish home",
    ],
)
async def test_last_screen_names_its_route_and_expiry(pad, taps, monkeypatch):
    service = pad._services.registry.service
    page = Page()
    last = service.now()
    monkeypatch.setattr(service, "now", lambda: last)
    async with shown(pad, page) as tab:
        await tab.taps(taps)
        _, route, until = page.last_screen.split()
    for hours in (0, 2, 4):
        later = last + timedelta(hours=hours)
        monkeypatch.setattr(service, "now", lambda later=later: later)
        async with Client(pad.show_caller) as tab:
            assert (tab.page.route == route) == (1000 * later.timestamp() <= float(until))


async def picture_tapped(tab, page, tap):
    """A game of one cross whose picture was tapped, once the pad has answered."""
    await tab.taps("new-game r2")
    route, sheet = page.pencil
    page.tap_picture(route, sheet["entries"], tap)
    await until(tab, lambda: "entered" in page.asked)


async def test_tap_on_the_picture_is_entered_and_reported(pad):
    page = Page()
    async with shown(pad, page) as tab:
        await picture_tapped(tab, page, "r5")
        assert tab.number("total") == 3
        assert page.asked == ["entered"]
        tab.page.media.padding = ft.Padding(left=10, top=47, right=0, bottom=34)
        _, sheet = page.pencil
        assert (sheet["entries"], sheet["edge"]) == (2, [10, 47])


async def test_tap_waits_for_its_screen_at_most_a_moment(pad):
    page = Page()
    async with shown(pad, page) as tab:
        await tab.taps("new-game r2")
        route, sheet = page.pencil
        await tab.taps("menu home")
        tab.page.navigate(route)
        page.tap_picture(route, sheet["entries"], "r5")
        await until(tab, lambda: "entered" in page.asked)
        assert tab.number("total") == 3


@pytest.mark.parametrize("route", ["/", "/rules", "/games", "/game/none"])
async def test_tap_is_dropped_aloud_if_its_game_is_not_in_front(pad, route):
    page = Page()
    async with shown(pad, page) as tab:
        await tab.taps("new-game r2 menu home")
        tab.page.navigate(route)
        page.tap_picture("/game/none", 1, "r5")
        await until(tab, lambda: "entered" in page.asked)
        assert tab.sees(dropped_taps_text(1, WORDS))


async def test_tap_that_has_ended_the_game_is_not_called_dropped(pad):
    page = Page()
    async with shown(pad, page) as tab:
        await tab.taps("new-game penalty penalty penalty")
        route, sheet = page.pencil
        for _ in range(2):
            page.tap_picture(route, sheet["entries"], "penalty")
            await until(tab, lambda: "entered" in page.asked)
            page.asked.clear()
        await until(tab, lambda: tab.has("new-game"))
        assert not tab.sees(dropped_taps_text(1, WORDS))


async def test_tap_that_fails_is_reported_and_forgotten(pad):
    page = Page()
    async with shown(pad, page) as tab:
        await picture_tapped(tab, page, "no-such-tap")
        assert tab.sees(FAILURE_MESSAGE)
        assert tab.number("total") == 1


async def test_second_finger_on_an_entered_tap_takes_nothing_back(pad):
    page = Page()
    async with shown(pad, page) as tab:
        await picture_tapped(tab, page, "r5")
        await tab.tap("r5", after=0.1)
        assert tab.number("total") == 3
        await tab.tap("r5")
        assert tab.number("total") == 1


async def test_garbage_of_the_page_changes_nothing(pad):
    page = Page()
    async with shown(pad, page) as tab:
        await tab.taps("new-game r2")
        words = ("taps ", "taps []", 'taps {"of": 1}', "taps {")
        for word in words:
            page.browser.handle_word(word)
        await tab.settle()
        assert tab.number("total") == 1
        assert page.asked == ["entered"] * len(words), "and is forgotten"

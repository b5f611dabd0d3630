"""When a browser may keep a picture of the screen; `test_every_screen.py` says of which ones."""

from datetime import timedelta

import pytest

from tests.support.ui.browser_page import Page
from tests.support.ui.session_client import Client

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

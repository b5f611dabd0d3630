"""A link that is a game, opened in a browser: by a stranger, from a pad's server and from a site."""

import pytest

from qwixx_pad.library.links import pack_games
from tests.support.browser.chromium_pad import PATIENCE, PadPage
from tests.support.browser.journeys import opened
from tests.support.ui.pads_with_games import game_of

ITEM = pack_games([game_of("classic/2 1:r2 1:r3 / 2:y4 end", "Anna", "Ben", called="g1")], {})


@pytest.fixture
def seen():
    """All that a browser has sent with its requests, as far as somebody could write it down."""
    return []


def watched(page, seen):
    page.page.context.on("request", lambda sent: seen.append(f"{sent.url} {sent.all_headers()}"))
    return page


def test_link_of_a_served_pad_stands_in_no_request(lasting_server, tab, seen):
    page = watched(tab(), seen).open(f"{lasting_server.url}/#/link/{ITEM}")
    page.wait_for("keep-games").tap("rules").wait_gone("keep-games").tap("back")
    page.load_again()
    page.wake().wait_for("keep-games").tap("home").wait_for("new-game")
    assert page.page.url == f"{lasting_server.url}/"
    assert seen
    assert not [each for each in seen if ITEM[:20] in each]


def test_pasted_link_opens_in_an_open_tab(lasting_server, tab):
    page = tab().open(lasting_server.url).wait_for("new-game")
    page.evaluate("link => { location.hash = link; }", f"#/link/{ITEM}")
    page.page.wait_for_function("() => location.hash && window.flet.routeUrlStrategy === 'hash'")
    page.wake().wait_for("keep-games").go_back()
    page.wait_for("new-game")


def test_stranger_opens_a_link_and_keeps_its_game(host, tab, seen):
    page = watched(tab(), seen)
    page.goto(f"{host.url}#/link/{ITEM}")
    heading = page.page.locator("#splash h1", has_text="Anna, Ben")
    heading.wait_for(timeout=PATIENCE)
    page = opened(page, f"{host.url}#/link/{ITEM}").wait_for("keep-games").tap("keep-games")
    page.wait_for("undo-message").tap("games/g1").wait_for("menu")
    again = opened(PadPage(page.page.context.new_page()), f"{host.url}#/games")
    assert not [each for each in seen if ITEM[:20] in each]
    again.page.close()

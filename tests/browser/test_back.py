"""Back in a real browser: its history has the first screen, above it the one in front, no more."""

import pytest

from tests.support.browser.browser_tab import TYPED
from tests.support.browser.chromium_pad import reconnecting
from tests.support.browser.journeys import HOME, LEVELS

QUICKLY = 150
"""Milliseconds between two presses of somebody who is in a hurry."""
ELSEWHERE = "about:blank"
CROSSED = "crossed"
AWAY = "() => Boolean(document.getElementById('away'))"


@pytest.fixture
def phone(tab):
    """A phone that is on another page."""
    return tab()


def begin(page, url):
    page.open(url).tap("new-game").tap("r5").wait_name("r5", CROSSED)
    return page


def wait_away(page):
    page.wait_until(lambda: page.evaluate(AWAY), lambda: "the page does not know that it is alone")


def leave(page):
    page.step_back().page.wait_for_url(ELSEWHERE)


def test_ten_cards_leave_no_entry_behind(phone, lasting_server):
    begin(phone, lasting_server.url)
    before = phone.evaluate(LEVELS)
    for opens, closes in [("menu", "finish"), ("y-lock", "y#")] * 5:
        phone.tap(opens).wait_for(closes)
        phone.step_back().wait_gone(closes)
    phone.tap("menu").tap("correct").wait_for("take-out")
    phone.step_back().wait_gone("take-out").wait_name("r5", CROSSED)
    assert phone.evaluate(LEVELS) == before
    leave(phone.step_back().wait_for(HOME))


def test_back_closes_one_thing_for_each_press(phone, serve):
    begin(phone, serve().url)
    phone.tap("menu").tap("settings").write("name", "Annika")
    phone.step_back().wait_gone("name").tap("menu").wait_for("finish").rest()
    phone.step_back().pause(QUICKLY)
    phone.step_back().wait_for(HOME).tap("settings").tap("name")
    phone.wait_until(lambda: phone.evaluate(TYPED) == "Annika", lambda: phone.evaluate(TYPED))
    leave(phone.step_back().wait_for(HOME))


def test_loaded_game_has_home_below_it(phone, lasting_server):
    begin(phone, lasting_server.url)
    game = phone.page.url
    phone.page.goto(ELSEWHERE)
    phone.open(game).wait_name("r5", CROSSED).tap("menu").wait_for("finish")
    phone.reload().wait_name("r5", CROSSED)
    assert not phone.has("finish")
    phone.step_back().wait_for(HOME)
    phone.page.go_forward(wait_until="commit")
    phone.wait_name("r5", CROSSED)
    leave(phone.step_back().wait_for(HOME))


def test_back_without_a_server_leaves_at_the_second_press(phone, serve):
    server = serve()
    begin(phone, server.url).rest()
    server.kill()
    wait_away(phone)
    before = phone.evaluate(LEVELS)
    phone.step_back().pause(QUICKLY)
    assert phone.evaluate(LEVELS) == before
    with reconnecting(phone):
        server.start()
    phone.tap("y3").wait_name("y3", CROSSED)
    server.kill()
    wait_away(phone)
    phone.step_back().pause(QUICKLY)
    leave(phone)

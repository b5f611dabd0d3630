"""A guest has any browser: Firefox ESR and WebKitGTK, as Debian has them, play five crosses."""

import pytest
from site_host import SiteHost
from test_journeys import play

CROSSES = "r2 y3 g12 b11 r5"
SPLASH_IS_GONE = """() => Boolean(document.querySelector("#splash.gone"))"""
PAGE_SAYS = "() => document.body.innerText"
SITE_IS_KEPT = """async () => {
    const kept = await navigator.serviceWorker.getRegistration();
    return kept?.active?.state === "activated";
}"""


@pytest.fixture
def site(request):
    """Built only where there is a browser, which is asked for first."""
    host = SiteHost(request.getfixturevalue("site_folder"))
    yield host
    host.stop()


def shown(tab):
    """Wait for a site, until there is something to tap."""
    tab.wait_until(lambda: tab.evaluate(SPLASH_IS_GONE), lambda: tab.evaluate(PAGE_SAYS))
    return tab.wake()


def five_crosses(tab):
    return play(tab.tap("new-game").wait_for("undo"), CROSSES).wait_number("total", 6)


@pytest.mark.parametrize("browser", ["firefox", "webkitgtk"])
def test_the_served_pad_counts_five_crosses_and_has_them_again(request, browser, lasting_server):
    tab = request.getfixturevalue(browser).open(lasting_server.url)
    five_crosses(tab).reload().wait_number("total", 6)
    tab.tap("undo").wait_number("total", 4)


def test_in_firefox_the_site_keeps_five_crosses_and_needs_its_host_no_more(firefox, site):
    firefox.goto(site.url)
    five_crosses(shown(firefox))
    firefox.wait_until(lambda: firefox.evaluate(SITE_IS_KEPT), lambda: "the site is not kept")
    site.stop()
    firefox.load_again()
    shown(firefox).wait_number("total", 6).tap("undo").wait_number("total", 4)


def test_in_webkitgtk_the_site_says_that_it_keeps_nothing_and_counts_five_crosses(webkitgtk, site):
    webkitgtk.goto(site.url)
    shown(webkitgtk).wait_sees("This browser keeps nothing.").wait_sees("Games are gone with this")
    five_crosses(webkitgtk)
    webkitgtk.load_again()
    shown(webkitgtk).wait_sees("This browser keeps nothing.").wait_for("new-game")
    assert not webkitgtk.has("continue-game")

"""A guest has any browser: Firefox ESR and WebKitGTK, as Debian has them, play five crosses."""

from tests.support.browser.browser_tab import shown
from tests.support.browser.journeys import (
    HOME,
    LEVELS,
    PENCILS,
    SEEN_SCREENS,
    pencil,
    play,
    wait_for_last_screen,
)

CROSSES = "r2 y3 g12 b11 r5"
SITE_IS_CACHED = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === "activated";
}"""

SHARE_SCREEN = "() => `/${location.hash}/share`"
MARK = "() => { globalThis.marked = true; }"
IS_NEW = "() => !globalThis.marked && document.readyState === 'complete'"
OWNERS = "async () => (await navigator.locks.query()).held.length"


def back_closes_what_lies_on_top(tab):
    """A card, then the game; from there the same game goes on."""
    before = tab.evaluate(LEVELS)
    tab.tap("menu").wait_for("finish")
    tab.step_back().wait_gone("finish").wait_number("total", 6)
    assert tab.evaluate(LEVELS) == before
    tab.step_back().wait_for(HOME).tap("continue-game").wait_number("total", 6)
    assert tab.evaluate(LEVELS) == before


def five_crosses(tab):
    return play(tab.tap("new-game").wait_for("undo"), CROSSES).wait_number("total", 6)


def test_firefox_site_restores_five_crosses_without_its_host(firefox, own_host):
    firefox.goto(own_host.url)
    back_closes_what_lies_on_top(five_crosses(shown(firefox)))
    firefox.goto(f"{own_host.url}sw.js")
    firefox.go_back()
    shown(firefox).wait_number("total", 6)
    assert firefox.evaluate(OWNERS) == 1
    firefox.wait_until(lambda: firefox.evaluate(SITE_IS_CACHED), lambda: "the site is not stored")
    cell = wait_for_last_screen(firefox).middle("r6")
    own_host.stop()
    firefox.load_again()
    assert pencil(firefox, cell).evaluate(PENCILS) == 1
    assert shown(firefox).evaluate(SEEN_SCREENS) == 1
    firefox.wait_number("total", 9).tap("undo").wait_number("total", 6)


def test_webkitgtk_site_without_storage_returns_working(webkitgtk, host):
    """Its cache brings the page back frozen, and without its lock.

    It copies in the moment of a tap alone, as Safari does.
    """
    webkitgtk.goto(host.url)
    shown(webkitgtk).wait_sees("This browser can’t save your games.").wait_sees(
        "They’re gone when you close"
    )
    webkitgtk.evaluate(MARK)
    webkitgtk.goto(f"{host.url}sw.js")
    webkitgtk.go_back()
    webkitgtk.wait_until(lambda: webkitgtk.evaluate(IS_NEW), lambda: "the old page stays")
    webkitgtk.watch_rest()
    back_closes_what_lies_on_top(five_crosses(shown(webkitgtk)))
    assert webkitgtk.evaluate(OWNERS) == 1
    webkitgtk.show(webkitgtk.evaluate(SHARE_SCREEN))
    webkitgtk.tap("copy-line").wait_name("message", "Copied.")

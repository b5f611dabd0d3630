"""A guest has any browser: Firefox ESR and WebKitGTK, as Debian has them, play five crosses."""

from test_journeys import play

CROSSES = "r2 y3 g12 b11 r5"
SPLASH_IS_GONE = """() => Boolean(document.querySelector("#splash.gone"))"""
PAGE_SAYS = "() => document.body.innerText"
SITE_IS_KEPT = """async () => {
    const kept = await navigator.serviceWorker.getRegistration();
    return kept?.active?.state === "activated";
}"""


def shown(tab):
    """Wait for a site, until there is something to tap."""
    tab.wait_until(lambda: tab.evaluate(SPLASH_IS_GONE), lambda: tab.evaluate(PAGE_SAYS))
    return tab.wake()


def five_crosses(tab):
    return play(tab.tap("new-game").wait_for("undo"), CROSSES).wait_number("total", 6)


def test_in_firefox_the_site_keeps_five_crosses_and_needs_its_host_no_more(firefox, own_host):
    firefox.goto(own_host.url)
    five_crosses(shown(firefox))
    firefox.wait_until(lambda: firefox.evaluate(SITE_IS_KEPT), lambda: "the site is not kept")
    own_host.stop()
    firefox.load_again()
    shown(firefox).wait_number("total", 6).tap("undo").wait_number("total", 4)


def test_in_webkitgtk_the_site_says_that_it_keeps_nothing_and_counts_five_crosses(webkitgtk, host):
    webkitgtk.goto(host.url)
    shown(webkitgtk).wait_sees("This browser keeps nothing.").wait_sees("Games are gone with this")
    five_crosses(webkitgtk)

"""Games in a real browser, tap by tap on identifiers."""

from qwixx_pad.server.client import FALLBACK_FONTS
from tests.support.browser.journeys import begin, play, unexpected


def test_game_by_taps_survives_a_reload(pad):
    page = play(begin(pad), "r2 r3 g12").wait_number("total", 4)
    page.tap("b-lock").tap("b#").wait_gone("b#").wait_name("b-lock", "Someone")
    page.reload().wait_number("total", 4)
    page.tap("undo").wait_name("b-lock", "open").tap("redo").wait_name("b-lock", "Someone")
    assert not unexpected(page)


def test_no_request_leaves_for_foreign_hosts_or_unneeded_fonts(lasting_server, tab):
    """What Flet's client asks of a foreign host is asked, but the page's policy stops it."""
    page = tab(locale="fr")
    answered = []
    page.page.on("requestfinished", lambda request: answered.append(request.url))
    page.open(lasting_server.url).tap("new-game").wait_for("r2")
    page.tap("r2").wait_number("total", 1)
    own = (lasting_server.url, "blob:", "data:")
    assert answered
    assert not [url for url in answered if not url.startswith(own)]
    assert not [url for url in answered if FALLBACK_FONTS in url]
    assert all("rive_native.js" in url for url in page.foreign)

"""How soon a phone is back after its line was cut, by how long it was away.

A real cut, in networks of their own: packets are dropped, perhaps while the browser has frozen the
page, or the phone leaves the Wi-Fi and comes back, perhaps under another address. Needs root, or a
system that lends networks to everybody.
"""

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from measuring import say
from playwright.sync_api import sync_playwright

from tests.support.browser.chromium_pad import PadPage
from tests.support.browser.cut_line import OTHER_PHONE, Line
from tests.support.browser.journeys import code_of

OUTAGES_S = (5, 40, 140)
WAYS = ("dropped", "frozen", "left", "moved")
SAID = """() => document.querySelector("#away") ? "" :
  document.querySelector('[flt-semantics-identifier="r2"]')?.ariaLabel ?? ''"""
"""What the newest cross is, once it can be tapped: that takes it back, or enters it again."""


def bench_outages(outages=OUTAGES_S, ways=WAYS):
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory()))
        line = Line(ends)
        server = line.serve(folder / "data")
        ends.callback(server.kill)
        browser_type = ends.enter_context(sync_playwright()).chromium
        host, page = (
            PadPage(line.launch(browser_type, folder, at_pad=at_pad).new_page())
            for at_pad in (True, False)
        )
        _sit_down(host.open(server.url), page, server.guest_url)
        for way in ways:
            for seconds in outages:
                back, noticed_after = _measure(line, page, way, seconds)
                noticed = "never" if noticed_after is None else f"after {noticed_after:.1f} s"
                say(f"{way} for {seconds} s", f"back after {back:.1f} s; said {noticed}")


def _sit_down(host, phone, address):
    """The phone plays at a table of the host, and has crossed once."""
    host.tap("one-device").wait_for("start-game")
    for seat, name in enumerate(("Anna", "Ben"), 1):
        host.write("player-name", name).tap("add-player").wait_name(f"person-{seat}", name)
    code = code_of(host.tap("own-phones"))
    host.tap("sit-1").wait_gone("sit-1")
    phone.open(f"{address}/join/{code}").tap("sit-2").wait_gone("sit-2")
    host.tap("start-game").wait_for("end-turn")
    phone.tap("r2").wait_name("r2", "crossed").rest()


def _measure(line, page, way, seconds):
    """Seconds from the network to the answer to a tap, and from the cut until it was shown."""
    before = page.evaluate(SAID)
    cell = page.middle("r2")
    cut = time.monotonic()
    noticed_after = None
    if way in {"dropped", "frozen"}:
        line.drop()
    else:
        line.leave()
    _set_state(page, "frozen" if way == "frozen" else "active")
    while time.monotonic() < cut + seconds:
        page.pause(100)
        if way != "frozen" and noticed_after is None and page.page.locator("#away").count():
            noticed_after = time.monotonic() - cut
    mended = time.monotonic()
    pressed = 0.0
    if way in {"dropped", "frozen"}:
        line.mend()
    else:
        line.join(*[OTHER_PHONE] * (way == "moved"))
    _set_state(page, "active")
    while (said := page.evaluate(SAID)) in {"", before}:
        if said and time.monotonic() > pressed + 1:
            page.press(*cell)
            pressed = time.monotonic()
        page.pause(50)
    return time.monotonic() - mended, noticed_after


def _set_state(page, state):
    page.page.context.new_cdp_session(page.page).send("Page.setWebLifecycleState", {"state": state})

"""From a closed browser to the last screen, a picture, and to the pad behind it.

Each visit is a Chromium of its own with the profile of the last one, as in `first_cell.py`, on a
page as fast as this computer and on one four times slower.
"""

import statistics
import time

from first_cell import ROUNDS, Evenings
from measuring import say
from packed_host import packed_host
from playwright.sync_api import sync_playwright
from taps import TAPS

from qwixx_pad.pwa.build import build_site
from tests.support.browser.journeys import LAST_SCREEN, wait_for_last_screen, wait_until_offline

SLOWER = (1, 4)
"""How many times slower than this computer a phone may be."""
PLAYED = 4
SEEN_AT = """() => performance.timeOrigin
    + performance.getEntriesByName("last screen")[0].startTime"""


def bench_last_screen(folder, cache):
    """Say when the last screen and when the pad was seen, on a fast device and on a slow one."""
    site = build_site(folder / "site").folder
    with (
        sync_playwright() as playwright,
        packed_host(site, cache, "gzip") as (url, _),
        Evenings(playwright) as evenings,
    ):
        with evenings.tab() as page:
            address, size = _played(page, url)
        say("last screen, bytes of its picture", f"{size:,}")
        for slower in SLOWER:
            seen = [_visit(evenings, address, slower) for _ in range(ROUNDS)]
            for number, times in enumerate(seen, 1):
                say(f"... {slower} times slower, round {number}", _described(times))
            say(
                f"last screen, {slower} times slower: picture / pad",
                _described(map(statistics.median, zip(*seen, strict=True))),
            )


def _played(page, url):
    """Leave a game on the screen; its address, and how large its picture is."""
    wait_until_offline(page.open(url).tap("new-game").wait_for(TAPS[0]))
    for cell in TAPS[:PLAYED]:
        page.tap(cell).wait_name(cell, "crossed")
    return page.page.url, wait_for_last_screen(page).evaluate(LAST_SCREEN)[1]


def _visit(evenings, url, slower):
    """Seconds until the picture was seen, and until the pad was there."""
    with evenings.tab(slower=slower) as page:
        started = time.time()
        page.open(url).wait_for(TAPS[0])
        pad = time.time() - started
        return page.evaluate(SEEN_AT) / 1000 - started, pad


def _described(times):
    return "{:.2f} / {:.2f} s".format(*times)

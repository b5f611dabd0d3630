"""How soon a site would be there if it showed its last screen at once; an experiment, no pad.

A copy of the site is given `last_screen.js`. What a pad that did so would have to heed - size,
theme, version, who reads - it does not.
"""

import statistics
import time
from pathlib import Path

from first_cell import ROUNDS, Evenings
from measuring import say
from packed_host import packed_host
from playwright.sync_api import sync_playwright
from taps import TAPS

from qwixx_pad.pwa.build import build_site

SLOWER = (1, 4)
"""How many times slower than this computer a phone may be."""
PLAYED = 4


def bench_last_screen(folder, cache):
    """Say when the last screen and when the pad was seen, on a fast device and on a slow one."""
    site = build_site(folder / "site").folder
    boot = next(site.glob("*/boot.js"))
    script = Path(__file__).with_name("last_screen.js")
    boot.write_text(boot.read_text("utf-8") + script.read_text("utf-8"), "utf-8")
    with (
        sync_playwright() as playwright,
        packed_host(site, cache, "gzip") as (url, _),
        Evenings(playwright) as evenings,
    ):
        with evenings.tab() as page:
            say("last screen, bytes of its picture", f"{_played(page, url):,}")
        for slower in SLOWER:
            seen = [_visit(evenings, url, slower) for _ in range(ROUNDS)]
            picture, pad = (statistics.median(times) for times in zip(*seen, strict=True))
            say(
                f"last screen, {slower} times slower: picture / pad", f"{picture:.1f} / {pad:.1f} s"
            )


def _played(page, url):
    """Leave a game on the screen; how large its picture is."""
    page.open(url).tap("new-game").wait_for(TAPS[0])
    for cell in TAPS[:PLAYED]:
        page.tap(cell).wait_name(cell, "crossed")
    page.page.wait_for_function("() => globalThis.lastScreenBytes")
    return page.evaluate("() => globalThis.lastScreenBytes")


def _visit(evenings, url, slower):
    """Seconds until the picture was seen, and until the pad was there."""
    with evenings.tab(slower=slower) as page:
        started = time.time()
        page.open(url).wait_for("continue-game")
        pad = time.time() - started
        return page.evaluate("() => globalThis.lastScreenSeen") / 1000 - started, pad

"""From a closed browser to the last screen, a cross in pencil on it, the pad, and the cross.

Each visit is a Chromium of its own with the profile of the last one, as in `first_cell.py`, on a
page as fast as this computer and on one four times slower. A site whose picture takes no pencil is
tapped as soon as its pad is there.
"""

import statistics
import time
from contextlib import ExitStack

from first_cell import Evenings
from measuring import say
from packed_host import packed_host
from playwright.sync_api import sync_playwright

from qwixx_pad.pwa.build import build_site
from tests.support.browser.journeys import LAST_SCREEN, wait_for_last_screen, wait_until_offline

ROUNDS = 9
SLOWER = (1, 4)
"""How many times slower than this computer a phone may be."""
CELL = "g9"
STEPS = "picture / pencil / pad / cross, and ms from a tap to the pencil"
TAP = """
    new MutationObserver((_, watch) => {
        const cell = document.querySelector("body > .pencil [aria-label^='Green 9']");
        if (!cell) return;
        watch.disconnect();
        setTimeout(() => {
            const tapped = performance.now();
            cell.click();
            requestAnimationFrame(() => setTimeout(() => {
                const painted = performance.now();
                globalThis.pencil = [performance.timeOrigin + painted, painted - tapped];
            }));
        }, 100);
    }).observe(document, {subtree: true, childList: true});
"""
"""Taps on the picture a moment after it takes the pencil, and waits for the frame after that."""
SEEN = """() => {
    const [picture] = performance.getEntriesByName("last screen");
    return [performance.timeOrigin + picture.startTime, ...(globalThis.pencil ?? [])];
}"""


def bench_last_screen(folder, cache, others):
    """Say when each step was seen, on a fast device and on a slow one.

    Args:
        folder: For what is made on the way.
        cache: Where packed files are stored from run to run.
        others: Folders of other sites to measure in turn, by name.
    """
    sites = {"site": build_site(folder / "site").folder, **others}
    seen = {}
    with sync_playwright() as playwright, ExitStack() as stack:
        pads = {}
        for name, site in sites.items():
            url, _ = stack.enter_context(packed_host(site, cache, "gzip"))
            evenings = stack.enter_context(Evenings(playwright))
            pads[name] = evenings, *_played(evenings, url)
            say(f"{name}, bytes of its picture", f"{pads[name][2]:,}")
        for slower in SLOWER:
            for number in range(1, ROUNDS + 1):
                for name, (evenings, address, _) in pads.items():
                    times = _visit(evenings, address, slower)
                    seen.setdefault((name, slower), []).append(times)
                    say(f"{name}, {slower} times slower, round {number}", _described(times))
    for (name, slower), times in seen.items():
        medians = map(statistics.median, zip(*times, strict=True))
        say(f"{name}, {slower} times slower: {STEPS}", _described(medians))


def _played(evenings, url):
    """Leave a game on the screen; its address, and how large its picture is."""
    with evenings.tab() as page:
        wait_until_offline(page.open(url).tap("new-game").wait_for("undo"))
        page.tap("r2").wait_name("r2", "crossed")
        return page.page.url, wait_for_last_screen(page).evaluate(LAST_SCREEN)[1]


def _visit(evenings, url, slower):
    """Seconds until each step was seen, and milliseconds from the tap on the picture to its cross.

    The cross is undone, so that the next visit finds the same picture.
    """
    with evenings.tab(slower=slower) as page:
        page.page.add_init_script(TAP)
        started = time.time()
        page.open(url).wait_for(CELL)
        pad = time.time() - started
        picture, *pencil = page.evaluate(SEEN)
        if not pencil:
            page.tap(CELL)
        page.wait_name(CELL, "crossed")
        cross = time.time() - started
        wait_for_last_screen(page.tap("undo").wait_name(CELL, "open"))
        drawn, took = pencil or (0, 0)
        return picture / 1000 - started, max(0, drawn / 1000 - started), pad, cross, took


def _described(times):
    return "{:.2f} / {:.2f} / {:.2f} / {:.2f} s, {:.0f} ms".format(*times)

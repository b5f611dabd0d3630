"""From a closed browser to the first cell that can be tapped: the site and the served pad.

Each visit is a Chromium of its own with the profile of the last one, as a person closes the
browser between two evenings. The site comes from a host that packs it; it is opened for the first
time, again from what the service worker has stored, and without a network.
"""

import statistics
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from packed_host import packed_host
from playwright.sync_api import sync_playwright
from taps import TAPS

from qwixx_pad.pwa.build import build_site
from tests.support.browser.chromium_pad import CHROMIUM_ARGS, SIZES, PadPage, Server, chromium
from tests.support.browser.journeys import wait_until_offline

ROUNDS = 5
TRACE = (Path(__file__).parent / "start_trace.js").read_text()
STEPS = ("worker", "python", "pad", "connected", "message 3", "shown", "splash gone")
"""The columns of a start of the site, in this order."""
WHEN = ("first visit", "next visit", "without a network")
BYTES = (
    "| first visit, Chromium | files | as they are | by gzip | by brotli |",
    "| --- | ---: | ---: | ---: | ---: |",
)
SECONDS = (
    f"| to the first screen / cell | {' | '.join(WHEN)} | tap to change: median / p95 |",
    "| --- | ---: | ---: | ---: | ---: |",
)


def tap_times(page, taps=TAPS):
    """Milliseconds from each tap until the cell says that it is crossed."""
    took = []
    page.look_around()
    for tap in taps:
        box = page.at(tap).bounding_box()
        started = time.perf_counter()
        page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_name(tap, "crossed")
        took.append(1000 * (time.perf_counter() - started))
    return took


class Evenings:
    """A browser whose profile lasts: `with Evenings(playwright) as evenings`.

    Attributes:
        profile: The folder of the profile.
        trace: Milliseconds to each step of the last visit to a site.
    """

    def __init__(self, playwright) -> None:
        self._chromium = playwright.chromium
        self._profile = TemporaryDirectory(ignore_cleanup_errors=True)
        self.profile = self._profile.name
        self.trace: dict[str, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_) -> None:
        self._profile.cleanup()

    @contextmanager
    def tab(self, *, offline=False, slower=1):
        """A tab of the browser that was closed, perhaps on a slower device; it is closed again."""
        width, height = SIZES["phone"]
        context = self._chromium.launch_persistent_context(
            self.profile,
            executable_path=chromium(),
            args=CHROMIUM_ARGS,
            viewport={"width": width, "height": height},
            locale="en-GB",
        )
        try:
            context.set_offline(offline)
            page = PadPage(context.pages[0])
            line = context.new_cdp_session(page.page)
            line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            yield page
        finally:
            context.close()

    def visit(self, url, then=None, *, offline=False):
        """Open a pad there, do something, and say how long it took to open."""
        with self.tab(offline=offline) as page:
            page.page.add_init_script(TRACE)
            seen = _seen(page, url)
            self.trace = page.page.evaluate("trace")
            if then:
                then(page)
            return seen


def _seen(page, url):
    """Seconds until *New game* was there, and until it was tapped and a cell could be."""
    started = time.perf_counter()
    page.open(url).wait_for("new-game")
    screen = time.perf_counter() - started
    page.tap("new-game").wait_for("r2")
    cell = time.perf_counter() - started
    return screen, cell


def bench_first_cell(folder, cache, others, say):
    """All of it in one run; returns the lines of two tables for `docs/performance.md`.

    Args:
        folder: For what is made on the way.
        cache: Where packed files are stored from run to run.
        others: Folders of other sites to measure too, by name.
        say: Prints each figure.
    """
    ours = build_site(folder / "site").folder
    sites = {"site": ours, **others}
    server = Server(folder / "served")
    try:
        with sync_playwright() as playwright, ExitStack() as stack:
            sizes = [_bytes(playwright, name, at, cache) for name, at in sites.items()]
            urls = {
                name: stack.enter_context(packed_host(at, cache, "br"))[0]
                for name, at in sites.items()
            }
            starts = _starts(playwright, {"served pad": server.url, **urls}, sites, say)
            return [*BYTES, *sizes, "", *SECONDS, *starts]
    finally:
        server.stop()


def _bytes(playwright, name, site, cache):
    """Bytes of a first visit, everything that the service worker stores included."""
    cells = []
    for way in ("", "gzip", "br"):
        with packed_host(site, cache, way) as (url, sent), Evenings(playwright) as evenings:
            evenings.visit(url, wait_until_offline)
            cells.append(f"{sum(sent) / 1e6:.2f} MB")
    return f"| {name} | {len(sent)} | {' | '.join(cells)} |"


def _starts(playwright, urls, sites, say):
    """Each kind of start, so many times, in turn: what else the computer does is shared by all."""
    seen = {name: [] for name in urls}
    for number in range(ROUNDS):
        for name, url in urls.items():
            with Evenings(playwright) as evenings:
                seen[name].append(_evenings(evenings, url, is_site=name in sites))
                steps = [
                    f"{step} {evenings.trace[step]}" for step in STEPS if step in evenings.trace
                ]
            say(f"{name}, round {number + 1}", " | ".join(map(_described, seen[name][-1])))
            if steps:
                say("... its last visit, ms until", ", ".join(steps))
    return [_line(playwright, name, url, seen[name]) for name, url in urls.items()]


def _evenings(evenings, url, *, is_site):
    """A pad that a computer serves is not there without a network."""
    first = evenings.visit(url, wait_until_offline if is_site else None)
    online = [first, evenings.visit(url)]
    return [*online, evenings.visit(url, offline=True)] if is_site else online


def _described(visit):
    return "{:.1f} / {:.1f} s".format(*visit)


def _line(playwright, name, url, seen):
    cells = [_described(_middle(visits)) for visits in zip(*seen, strict=True)]
    took = []
    with Evenings(playwright) as evenings:
        evenings.visit(url, lambda page: took.extend(tap_times(page)))
    worst = statistics.quantiles(took, n=20)[-1]
    cells += ["-"] * (len(WHEN) - len(cells))
    cells.append(f"{statistics.median(took):.0f} / {worst:.0f} ms")
    return f"| {name} | {' | '.join(cells)} |"


def _middle(visits):
    return [statistics.median(seconds) for seconds in zip(*visits, strict=True)]

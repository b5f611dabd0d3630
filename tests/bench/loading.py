"""What it takes to open the pad: bytes, requests and seconds, on this computer and on a phone.

The first visit of a browser, and the next one. A phone comes by another name than this computer's,
so without the secrets of a secure page: no brotli, no painting beside. Its network is slow.
"""

import statistics
import time

from pad import CHROMIUM_ARGS, SIZES, PadPage, Server, chromium
from playwright.sync_api import sync_playwright

VISITS = 5
SLOW = {"offline": False, "latency": 20, "downloadThroughput": 1.25e6, "uploadThroughput": 1.25e6}
"""Ten megabits a second, twenty milliseconds: a phone in the corner of a pub."""
RESTS = 25
"""Seconds without a new file after which all is packed."""
HEAD = "| | first visit | next visit |\n| --- | ---: | ---: |"


class Traffic:
    """Counts what comes over the wire to one tab."""

    def __init__(self, page) -> None:
        self.size = self.requests = 0
        self.wire = page.context.new_cdp_session(page)
        self.wire.on("Network.responseReceived", self._response)
        self.wire.on("Network.loadingFinished", self._finished)
        self.wire.send("Network.enable")
        self._asked = set()

    def _response(self, told):
        response = told["response"]
        over_the_wire = response["url"].startswith("http") and not response.get("fromDiskCache")
        if over_the_wire and response["encodedDataLength"]:
            self._asked.add(told["requestId"])

    def _finished(self, told):
        if told["requestId"] in self._asked:
            self.requests += 1
            self.size += told["encodedDataLength"]

    def __str__(self) -> str:
        size = f"{self.size / 1e6:.1f} MB" if self.size > 1e5 else f"{self.size / 1e3:.0f} kB"
        return f"{size} in {self.requests}"


def to_the_first_cell(page):
    page.tap("new-game").wait_for("r2")


def to_the_first_screen(page):
    page.wait_for("join")


def bench_loading(folder, roots, say):
    """Each version of the pad in turn; returns lines of a table for `docs/performance.md`."""
    lines = [HEAD]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=CHROMIUM_ARGS, headless=True
        )
        for name, root in roots.items():
            lines += _version(browser, folder / name, name, root, say)
        browser.close()
    return lines


def _version(browser, folder, name, root, say):
    cache = folder / "cache"
    where = {"PYTHONPATH": str(root), "PYTHONSAFEPATH": "1", "XDG_CACHE_HOME": str(cache)}
    server = Server(folder / "data", lan=True, **where)
    here = (browser, server.url, to_the_first_cell, None)
    phone = (browser, server.guest_url, to_the_first_screen, SLOW)
    try:
        for what, kind in (("here", here), ("phone", phone)):
            (_, first, took), _ = _visits(*kind)
            say(f"{name}, {what}, the pad's very first start", f"{first}, {took:.2f} s")
        _wait_until_packed(cache)
        return [
            _line(name, "this computer, to the first cell", here, say),
            _line(name, "a phone, to the first screen", phone, say),
        ]
    finally:
        server.stop()


def _line(name, what, kind, say):
    visits = [_visits(*kind) for _ in range(VISITS)]
    cells = []
    for number, when in enumerate(("first visit", "next visit")):
        seconds = statistics.median(visit[number][2] for visit in visits)
        cells.append(f"{visits[-1][number][1]}, {seconds:.1f} s")
        say(f"{name}, {what}, {when}", cells[-1])
    return f"| {name}, {what} | {cells[0]} | {cells[1]} |"


def _visits(browser, url, arrive, network):
    """A new browser comes, and comes back."""
    width, height = SIZES["phone"]
    context = browser.new_context(viewport={"width": width, "height": height})
    try:
        return [_visit(context, url, arrive, network) for _ in range(2)]
    finally:
        context.close()


def _visit(context, url, arrive, network):
    tab = context.new_page()
    page, traffic = PadPage(tab), Traffic(tab)
    if network:
        traffic.wire.send("Network.emulateNetworkConditions", network)
    started = time.perf_counter()
    arrive(page.open(url))
    took = time.perf_counter() - started
    tab.wait_for_timeout(1000)
    tab.close()
    return page, traffic, took


def _wait_until_packed(cache):
    """Until the pad has nothing more to pack; a version that packs nothing has no folder."""
    before, since = None, time.monotonic()
    while cache.exists() and time.monotonic() - since < RESTS:
        now = sorted(cache.rglob("*"))
        if now != before:
            before, since = now, time.monotonic()
        time.sleep(0.5)

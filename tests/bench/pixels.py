"""From a finger to the picture: the served pad compared with the smallest pad of Flet.

The semantics tree is off, as it is for most people, so nothing can be asked by its name: where the
cells are is asked of a page before.
"""

import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from bare_pad import CELLS, middle
from measuring import say, spread
from playwright.sync_api import sync_playwright
from taps import TAPS

from tests.support.browser.chromium_pad import (
    CHROMIUM_ARGS,
    PATIENCE,
    SIZES,
    PadPage,
    Server,
    chromium,
)
from tests.support.browser.site_host import SiteHost
from tests.support.server.pad_process import free_port

HERE = Path(__file__).parent
WATCH = (HERE / "pixels.js").read_text()
SETTLES = 1500
"""Milliseconds after which a tap has come to its end."""
QUIET = 2000
"""… without a frame after which a page is all there."""
SHOWN = f"() => {{ {WATCH} return painted() && !document.querySelector('#splash:not(.gone)'); }}"


def bench_pixels(folder, sites):
    """All pads in one run: the smallest one, ours, and ours as a site, built in these folders."""
    with ExitStack() as stack:
        served = Server(folder / "served")
        stack.callback(served.stop)
        urls = {"bare Flet": stack.enter_context(_bare_server()), "pad": f"{served.url}/settings"}
        for name, site in sites.items():
            host = SiteHost(site)
            stack.callback(host.stop)
            urls[name] = f"{host.url}/#/settings"
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGS)
        for name, url in urls.items():
            _measure(browser, name, url)
        _measure(browser, "pad, nothing moves", urls["pad"], reduced_motion="reduce")
        _measure(browser, "pad, with the semantics tree", urls["pad"], tree=True)


def _measure(browser, name, url, *, tree=False, **asks):
    width, height = SIZES["phone"]
    seen = {"viewport": {"width": width, "height": height}, "locale": "en-GB"}
    context = browser.new_context(**seen, **asks)
    try:
        page, (first, *places) = _opened(context, name, url, tree=tree)
        _watched(page, *first)  # what is loaded once is not what a tap costs
        seen = [times for place in places if (times := _watched(page, *place))]
        firsts, lasts = zip(*seen, strict=True)
        page.close()
        page, (first, *places) = _opened(context, name, url, tree=tree)
        _watched(page, *first)
        spent = _busy(context, page, places)
        say(f"{name}, taps that changed a pixel", f"{len(seen)} of {len(places)}")
        say(f"{name}, first changed pixel", spread(firsts, 0))
        say(f"{name}, finished picture", spread(lasts, 0))
        say(f"{name}, the browser's main thread a tap", f"{1000 * spent:.0f} ms")
    finally:
        context.close()


def _opened(context, name, url, *, tree):
    """A page at rest with an untouched sheet, and where its cells are."""
    url, places = _bare(url) if name == "bare Flet" else _cells(context, url)
    pad = PadPage(context.new_page())
    if tree:
        pad.open(url)
    else:
        pad.page.goto(url)
    pad.page.wait_for_function(SHOWN, timeout=PATIENCE)
    pad.rest(QUIET)
    return pad.page, places


def _busy(context, page, places):
    """For how many seconds a tap keeps the main thread busy, while nobody looks at pixels."""
    session = context.new_cdp_session(page)
    session.send("Performance.enable")

    def busy():
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in metrics if each["name"] == "TaskDuration")

    before = busy()
    for place in places:
        page.mouse.click(*place)
        page.wait_for_timeout(SETTLES / 3)
    return (busy() - before) / len(places)


def _bare(url):
    return url, [middle(cell) for cell in CELLS]


def _cells(context, url):
    """The address of a new game, and where its cells are, in the order in which they are tapped.

    Home is reached from the settings: by itself the pad would open the game that was just played.
    """
    page = PadPage(context.new_page())
    page.open(url).tap("back").tap("new-game").wait_for("r2").rest()
    boxes = [page.at(tap).bounding_box() for tap in TAPS]
    address = page.page.url
    page.page.close()
    return address, [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes]


def _watched(page, x, y):
    start = f"place => {{ {WATCH} globalThis.watched = watchPixels(place); }}"
    page.evaluate(start, [x, y, SETTLES])
    page.wait_for_timeout(100)
    page.mouse.click(x, y)
    return page.evaluate("() => globalThis.watched")


@contextmanager
def _bare_server():
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [sys.executable, HERE / "bare_pad.py", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            with suppress(OSError):
                urllib.request.urlopen(url, timeout=1).read()
                break
            time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait()

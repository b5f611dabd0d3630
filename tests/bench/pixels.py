"""From a finger to the picture: the served pad beside the smallest pad of Flet.

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
from pad import CHROMIUM_ARGS, PATIENCE, SIZES, PadPage, Server, chromium, free_port
from playwright.sync_api import sync_playwright
from taps import TAPS

HERE = Path(__file__).parent
WATCH = (HERE / "pixels.js").read_text()
SETTLES = 1500
"""Milliseconds after which a tap has come to its end."""
QUIET = 2000
"""… without a frame after which a page is all there."""
SHOWN = f"() => {{ {WATCH} return painted() && !document.querySelector('#splash:not(.gone)'); }}"


def bench_pixels(folder):
    """Both pads in one run."""
    with ExitStack() as stack:
        served = Server(folder / "served")
        stack.callback(served.stop)
        urls = {"bare Flet": stack.enter_context(_bare_server()), "pad": served.url}
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
        url, places = _bare(url) if name == "bare Flet" else _cells(context, url)
        pad = PadPage(context.new_page())
        page = pad.page
        if tree:
            pad.open(url)
        else:
            page.goto(url)
        page.wait_for_function(SHOWN, timeout=PATIENCE)
        pad.rest(QUIET)
        busy = _busy(context, page)
        _watched(page, *places[0])  # what is loaded once is not what a tap costs
        before = busy()
        seen = [times for place in places[1:] if (times := _watched(page, *place))]
        idle = _idle(page, busy)
        spent = (busy() - before - idle * len(places[1:])) / len(places[1:])
        firsts, lasts = zip(*seen, strict=True)
        say(f"{name}, taps that changed a pixel", f"{len(seen)} of {len(places) - 1}")
        say(f"{name}, first changed pixel", spread(firsts, 0))
        say(f"{name}, finished picture", spread(lasts, 0))
        say(f"{name}, the browser's main thread a tap", f"{1000 * spent:.0f} ms")
    finally:
        context.close()


def _busy(context, page):
    """Tells for how many seconds the main thread of a page has worked so far."""
    session = context.new_cdp_session(page)
    session.send("Performance.enable")

    def busy():
        told = session.send("Performance.getMetrics")["metrics"]
        return next(each["value"] for each in told if each["name"] == "TaskDuration")

    return busy


def _idle(page, busy):
    """What looking at the pixels costs by itself, where nothing is tapped; seconds."""
    before = busy()
    page.evaluate(f"place => {{ {WATCH} return watchNothing(place); }}", SETTLES + 100)
    return busy() - before


def _bare(url):
    return url, [middle(cell) for cell in CELLS]


def _cells(context, url):
    """The address of a new game, and where its cells are, in the order in which they are tapped."""
    page = PadPage(context.new_page())
    page.open(url).tap("new-game").wait_for("r2").rest()
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

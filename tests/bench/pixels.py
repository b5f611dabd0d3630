"""From a finger to the picture: the served pad and the site beside the smallest pad of Flet.

The semantics tree is off, as it is for most people, so nothing can be asked by its name: where the
cells are is asked of a page before.
"""

import json
import shutil
import statistics
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
from site_host import SiteHost
from taps import TAPS

from qwixx_pad.pwa.build import build_site

HERE = Path(__file__).parent
WATCH = (HERE / "pixels.js").read_text()
SETTLES = 1500
"""Milliseconds after which a tap has come to its end."""
QUIET = 2000
"""… without a frame after which a page is all there."""
SHOWN = f"() => {{ {WATCH} return painted() && !document.querySelector('#splash:not(.gone)'); }}"
LITTLE_MEMORY = "Object.defineProperty(navigator, 'deviceMemory', {value: 1})"
"""A site that is left alone would make a snapshot of its Python meanwhile."""
RUN = 'python.pyimport("qwixx_pad.pwa.in_browser").run();'
RUN_BARE = 'python.runPython({text}); python.runPython("ft.run(main)"); page.tell("shown");'


def bench_pixels(folder):
    """Each pad with and without motion; all in one run."""
    with ExitStack() as stack:
        served = Server(folder / "served")
        stack.callback(served.stop)
        site = build_site(folder / "site").folder
        urls = {
            "bare Flet, served": stack.enter_context(_bare_server()),
            "pad, served": served.url,
            "bare Flet, site": _host(stack, _bare_site(site, folder / "bare")),
            "pad, site": _host(stack, site),
        }
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGS)
        for motion in ("no-preference", "reduce"):
            for name, url in urls.items():
                told = name if motion == "no-preference" else f"{name}, without motion"
                _measure(browser, told, url, motion)


def _host(stack, site):
    host = SiteHost(site)
    stack.callback(host.stop)
    return host.url


def _measure(browser, name, url, motion):
    width, height = SIZES["phone"]
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion=motion, locale="en-GB"
    )
    try:
        url, places = _bare(url) if name.startswith("bare") else _cells(context, url)
        pad = PadPage(context.new_page())
        pad.page.add_init_script(LITTLE_MEMORY)
        page = pad.page
        page.goto(url)
        page.wait_for_function(SHOWN, timeout=PATIENCE)
        pad.rest(QUIET)
        _watched(page, *places[0])  # what is loaded once is not what a tap costs
        half = len(places) // 2
        seen = [times for place in places[1:half] if (times := _watched(page, *place))]
        firsts, lasts = zip(*seen, strict=True)
        say(f"{name}, taps that changed a pixel", f"{len(seen)} of {half - 1}")
        say(f"{name}, first changed pixel", spread(firsts, 0))
        say(f"{name}, finished picture", spread(lasts, 0))
        say(f"{name}, main thread a tap", f"{_busy(page, places[half:]):.0f} ms")
    finally:
        context.close()


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


def _busy(page, places):
    """Milliseconds that the browser's main thread works for a tap, and all that glides after."""
    wire = page.context.new_cdp_session(page)
    wire.send("Performance.enable")

    def worked():
        told = wire.send("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in told if metric["name"] == "TaskDuration")

    took = []
    for x, y in places:
        before = worked()
        page.mouse.click(x, y)
        page.wait_for_timeout(SETTLES)
        took.append(1000 * (worked() - before))
    return statistics.median(took)


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


def _bare_site(site, folder):
    """The same site with the smallest pad in the place of ours."""
    shutil.copytree(site, folder)
    worker = next(folder.glob("*/worker.js"))
    text = worker.read_text()
    assert RUN in text
    bare = (HERE / "bare_pad.py").read_text().partition("if __name__")[0]
    worker.write_text(text.replace(RUN, RUN_BARE.format(text=json.dumps(bare))))
    return folder

"""Browsers that are killed while the picture of a game is tapped, or while the pad enters a tap."""

import os
import random
import signal
import threading
from contextlib import suppress
from pathlib import Path

from first_cell import Evenings
from measuring import say
from playwright.sync_api import Error, sync_playwright

from qwixx_pad.pwa.build import build_site
from tests.support.browser.journeys import (
    PENCILS,
    opened,
    pencil,
    shown,
    wait_for_last_screen,
    wait_until_offline,
)
from tests.support.browser.site_host import SiteHost

EVENINGS = 10
VISITS = 10
"""Of an evening, each with two taps and a kill."""
LATEST = 4.5
"""Seconds after its start within which a browser is killed; by then all is entered."""
AGAIN = 0.3
"""How often it is killed once more before the pad is there."""
DROPPED = "not entered"
"""Part of what the pad says of taps on a picture that it has not entered."""
CELLS = [f"{row}{number}" for number in range(2, 12) for row in "ry"]
ENTRIES = """async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("qwixx-pad");
    const file = await (await folder.getFileHandle("last-screen")).getFile();
    const end = (await file.text().catch(() => "")).indexOf("\\n") + 1;
    if (!end) return -1;
    const {sheet} = JSON.parse(await file.slice(0, end).text());
    const unpack = new DecompressionStream("deflate");
    const text = file.slice(end, end + sheet).stream().pipeThrough(unpack);
    return (await new Response(text).json()).entries;
}"""
"""The length of the log, as the newest picture knows it."""


def bench_pencil_kills(folder):
    """Say what became of all taps; raises where one is lost or entered twice."""
    rng = random.Random(61)
    host = SiteHost(build_site(folder / "site").folder)
    kills = entered = dropped = 0
    with sync_playwright() as playwright:
        for number in range(EVENINGS):
            with Evenings(playwright) as browser:
                evening = _Evening(browser)
                evening.play(host.url, rng)
            kills += evening.kills
            entered += evening.entered
            dropped += evening.dropped
            said = f"{kills} kills, {entered} taps entered once, {dropped} dropped aloud, none lost"
            say(f"pencil, evening {number + 1}", said)
    host.stop()


class _Evening:
    """One game in one browser, which is killed in each visit."""

    def __init__(self, browser):
        self._browser = browser
        self._url = ""
        self._places = {}
        self.kills = 0
        self.entered = 0
        self.dropped = 0

    def play(self, url, rng):
        with self._browser.tab() as page:
            wait_until_offline(opened(page, url).tap("new-game").wait_for("undo"))
            self._places = {cell: page.middle(cell) for cell in CELLS}
            self._url = page.page.url
            wait_for_last_screen(page)
        for visit in range(VISITS):
            cells = CELLS[2 * visit :][:2]
            drawn = self._tap(cells, rng.uniform(0, LATEST))
            while rng.random() < AGAIN:
                self._tap([], rng.uniform(0, LATEST))
            self._look_at(cells, drawn)

    def _tap(self, cells, seconds):
        """Tap the picture, and be killed so many seconds after the start; what was seen drawn."""
        drawn = []
        with suppress(Error, AssertionError), self._browser.tab() as page:
            killer = threading.Timer(seconds, self._kill)
            killer.start()
            page.page.goto(self._url, wait_until="commit")
            for cell in cells:
                if pencil(page, self._places[cell]).evaluate(PENCILS) > len(drawn):
                    drawn.append(cell)
            page.pause(int(1000 * LATEST))
        killer.join()
        return drawn

    def _look_at(self, cells, drawn):
        """Open the pad: what was drawn is entered, or said to be dropped, and nothing twice."""
        with self._browser.tab() as page:
            page.page.goto(self._url)
            is_told = DROPPED in str(shown(page).words())
            for cell in cells:
                if "crossed" in page.wait_for(cell).name(cell):
                    self.entered += 1
                elif cell in drawn:
                    assert is_told, f"{cell} is lost"
                    self.dropped += 1
            page.wait_until(
                lambda: page.evaluate(ENTRIES) == self.entered,
                lambda: f"there are not {self.entered} entries",
            )

    def _kill(self):
        self.kills += 1
        for process in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):
                if f"={self._browser.profile}".encode() in process.read_bytes():
                    os.kill(int(process.parent.name), signal.SIGKILL)

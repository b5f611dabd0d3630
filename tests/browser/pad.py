"""A finger, an eye and an ear on a served pad: Chromium through Flutter's semantics tree."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from functools import partial
from pathlib import Path

from qwixx_pad.service.network import host_names

CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP *.local 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
OURS = re.compile(r"(https?|ws)://(127\.0\.0\.1|localhost|[^/:]+\.local)(:|/)|blob:|data:")
SIZES = {
    "phone": (390, 844),
    "small": (360, 640),
    "landscape": (844, 390),
    "tablet": (1180, 820),
}
PATIENCE = 60_000
"""Milliseconds before a thing that does not appear is a failure."""

SLOW_FINGER = 850
"""Milliseconds after which a second tap on a misthrow is meant as another one."""
QUIET = 300
"""Milliseconds without a frame and without a word from the server after which a screen rests."""
REST = Path(__file__).with_name("rest.js").read_text()

FOCUSED = """identifier => document.activeElement.closest(
    `[flt-semantics-identifier="${identifier}"]`)"""
TYPED = "document.activeElement.value"
GO = """route => {
    history.pushState(null, "", route);
    window.dispatchEvent(new PopStateEvent("popstate", {state: null}));
}"""
"""What a browser does when one of its two arrows leads to this route."""
ALL_WORDS = """() => [...document.querySelectorAll("flt-semantics-host *")].map(
    node => node.ariaLabel || (node.firstElementChild ? "" : node.textContent)
).filter(Boolean).join(" | ")"""


def chromium() -> str | None:
    """Where this system has a Chromium, if it has one."""
    return next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """The pad's own command in a process of its own, which can be killed and started again."""

    def __init__(
        self, data: Path, port: int | None = None, *, lan: bool = False, **settings: str
    ) -> None:
        self.data = data
        self._lan = ["--lan"] if lan else []
        self._settings = settings
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.guest_url = f"http://{host_names()[-1]}:{self.port}"
        """By another name than its own it is reached as phones reach it."""
        self._process = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "qwixx_pad", "--no-browser"]
        self._process = subprocess.Popen(
            [*command, *self._lan, "--port", str(self.port), "--data", str(self.data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={k: v for k, v in os.environ.items() if not k.startswith("FLET_")} | self._settings,
        )
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise RuntimeError(self._process.stdout.read().decode())
            with contextlib.suppress(OSError):
                urllib.request.urlopen(self.url, timeout=1).read()
                return
            time.sleep(0.05)
        raise TimeoutError(self.url)

    def kill(self) -> None:
        """No goodbye: the process is gone at once."""
        self._end(signal.SIGKILL)

    def stop(self) -> str:
        """The friendly way; returns what it has said."""
        return self._end(signal.SIGINT)

    def _end(self, with_signal: signal.Signals) -> str:
        if self._process.poll() is None:
            self._process.send_signal(with_signal)
        said = self._process.communicate(timeout=20)[0].decode()
        self.status = self._process.returncode
        return said


class PadPage:
    """One tab. Things are named by their semantics identifier, which is the token they enter."""

    def __init__(self, page) -> None:
        self.page = page
        self.foreign: list[str] = []
        self.errors: list[str] = []
        page.add_init_script(REST)
        page.on("request", self._note_request)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note_console)

    def _note_request(self, request) -> None:
        if not OURS.match(request.url):
            self.foreign.append(request.url)

    def _note_console(self, message) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def open(self, url: str) -> "PadPage":
        self.page.goto(url)
        return self.wake()

    def reload(self) -> "PadPage":
        self.page.reload()
        return self.wake()

    def emptied(self) -> bool:
        """Leave no trace of what was done here, if this is still the only page of its device."""
        from playwright.sync_api import Error  # noqa: PLC0415 - where it is missing, no page is open

        if self.page.is_closed() or self.page.context.pages != [self.page]:
            self.page.context.close()
            return False
        try:
            if self.page.url.startswith("http"):
                self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
            self.page.goto("about:blank")
        except Error:  # a page of the browser's own, where the server is gone, keeps nothing
            self.page.context.close()
            return False
        self.page.context.clear_cookies()
        self.page.context.clear_permissions()
        self.errors.clear()
        self.foreign.clear()
        return True

    def wake(self) -> "PadPage":
        """Turn the semantics tree on, as a screen reader does."""
        self.page.wait_for_selector("flt-semantics-placeholder", state="attached", timeout=60_000)
        self.page.evaluate("document.querySelector('flt-semantics-placeholder').click()")
        self.page.wait_for_selector(
            "flt-semantics-host flt-semantics", state="attached", timeout=PATIENCE
        )
        return self

    def at(self, identifier: str):
        return self.page.locator(f'[flt-semantics-identifier="{identifier}"]')

    def wait_for(self, identifier: str) -> "PadPage":
        return self._wait_state(identifier, "attached")

    def wait_gone(self, identifier: str) -> "PadPage":
        return self._wait_state(identifier, "detached")

    def _wait_state(self, identifier: str, state: str) -> "PadPage":
        from playwright.sync_api import TimeoutError as Late  # noqa: PLC0415 - see `emptied`

        try:
            self.at(identifier).first.wait_for(state=state, timeout=PATIENCE)
        except Late:
            shown = self.page.evaluate(ALL_WORDS)
            raise AssertionError(f"{identifier} never {state}: {self.page.url} {shown}") from None
        return self

    def has(self, identifier: str) -> bool:
        return self.at(identifier).count() > 0

    def tap(self, identifier: str) -> "PadPage":
        """A real press in the middle of the thing, once it has come to rest."""
        self.wait_for(identifier)
        self.page.bring_to_front()
        box = self._resting_box(identifier)
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return self

    def _resting_box(self, identifier: str):
        before = None
        for _ in range(PATIENCE // 50):
            box = self.at(identifier).first.bounding_box()
            if box and box == before:
                return box
            before = box
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{identifier} does not come to rest")

    def name(self, identifier: str) -> str:
        """What a screen reader says of it."""
        node = self.at(identifier).first
        return node.get_attribute("aria-label") or node.inner_text()

    def number(self, identifier: str) -> int:
        return int(re.search(r"-?\d+", self.name(identifier).replace("−", "-"))[0])

    def wait_number(self, identifier: str, number: int) -> "PadPage":
        self.wait_for(identifier)
        return self._wait(
            lambda: self.number(identifier) == number,
            lambda: f"{identifier} is {self.name(identifier)!r}, not {number}",
        )

    def wait_name(self, identifier: str, part: str) -> "PadPage":
        self.wait_for(identifier)
        return self._wait(
            lambda: part in self.name(identifier),
            lambda: f"{identifier} is {self.name(identifier)!r}, without {part!r}",
        )

    def write(self, identifier: str, text: str) -> "PadPage":
        """Type into a field, in place of what stood there.

        A browser gives a field the focus at once; Flutter takes it over with its next frame, and
        empties it then of what has been typed before.
        """
        self.tap(identifier)
        self.page.wait_for_function(FOCUSED, arg=identifier, timeout=PATIENCE)
        self.rest()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        return self.wait_until(
            lambda: self.page.evaluate(TYPED) == text,
            lambda: f"{identifier} holds {self.page.evaluate(TYPED)!r}, not {text!r}",
        )

    def sees(self, words: str) -> bool:
        """Whether these words stand anywhere on the screen, or are said of something there."""
        return words in self.page.evaluate(ALL_WORDS)

    def wait_sees(self, words: str) -> "PadPage":
        return self.wait_until(
            lambda: self.sees(words),
            lambda: f"no {words!r} in {self.page.evaluate(ALL_WORDS)!r}",
        )

    def wait_until(self, true, complaint) -> "PadPage":
        """Let the browser go on until something is true of it."""
        end = time.monotonic() + PATIENCE / 1000
        while not true():
            assert time.monotonic() < end, complaint()
            self.page.wait_for_timeout(50)
        return self

    def _wait(self, true, complaint) -> "PadPage":
        end = time.monotonic() + PATIENCE / 1000
        while not true():
            assert time.monotonic() < end, complaint()
            time.sleep(0.02)
        return self

    def show(self, route: str) -> "PadPage":
        """Another screen of the same pad, without loading the page again."""
        self.rest()
        self.page.evaluate(GO, route)
        return self

    def look(
        self, size: str = "phone", *, dark: bool = False, contrast: bool = False, text: float = 1
    ) -> "PadPage":
        """Ask the same screen of a device that is set up in another way."""
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(
            color_scheme="dark" if dark else "light",
            forced_colors="active" if contrast else "none",
        )
        self.page.evaluate(
            "size => document.documentElement.style.fontSize = size", f"{16 * text}px"
        )
        return self

    def turn(self, size: str, *corners: str) -> "PadPage":
        """Turn the device, and wait for the picture that is made for how it is held now.

        Until that comes from the server the old picture stands there, cut off at an edge: some of
        the things at its `corners` are out of sight, and what is tapped is not what is meant.
        """
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})

        def is_whole() -> bool:
            boxes = [self.at(corner).first.bounding_box() for corner in corners]
            return all(
                box and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height
                for box in boxes
            )

        return self.wait_until(is_whole, lambda: f"{corners} are not all in sight")

    def rest(self, quiet: int = QUIET) -> "PadPage":
        """Wait until nothing has moved for some milliseconds."""
        self.page.bring_to_front()
        self.page.evaluate("quiet => restOfTheScreen(quiet)", quiet)
        return self

    def at_rest(self) -> bytes:
        """What the eye sees when the screen rests, be it only for a moment."""
        return self.rest().page.screenshot()

    def picture(self) -> bytes:
        """What the eye sees when the screen rests: twice the same."""
        before = None
        for _ in range(40):
            seen = self.at_rest()
            if seen == before:
                return seen
            before = seen
        raise AssertionError("the screen does not come to rest")


@contextlib.contextmanager
def reconnecting(*pages):
    """Whatever happens inside, each page must hear from the server again afterwards, untouched."""
    back = set()

    def listen(page, line):
        line.on("framereceived", lambda _: back.add(page))

    for page in pages:
        page.page.on("websocket", partial(listen, page))
    yield
    for page in pages:
        page.wait_until(lambda page=page: page in back, lambda: "no word from the server")

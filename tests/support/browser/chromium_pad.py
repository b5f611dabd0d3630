"""A finger, an eye and an ear on a served pad: Chromium through Flutter's semantics tree."""

import contextlib
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from qwixx_pad.identity.network import host_names
from tests.support.browser.browser_tab import PATIENCE, SIZES, Tab
from tests.support.server.pad_process import ENVIRONMENT, command, free_port

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
REST = Path(__file__).with_name("rest.js").read_text()
"""Before the page's own scripts: knows when its screen rests."""
INQUIRY = Path(__file__).with_name("inquiry.js")


def chromium() -> str | None:
    """Where this system has a Chromium, if it has one."""
    return next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )


class Server:
    """The pad's own command in a process of its own, which can be killed and started again."""

    command_prefix: Sequence[str] = ()

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
        options = (*self._lan, "--port", str(self.port), "--data", str(self.data))
        self._process = subprocess.Popen(
            [*self.command_prefix, *command("--no-browser", *options)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=ENVIRONMENT | self._settings,
        )
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise RuntimeError(self._process.stdout.read().decode())
            if self.is_reached():
                return
            time.sleep(0.05)
        raise TimeoutError(self.url)

    def is_reached(self) -> bool:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(self.url, timeout=1).read()
            return True
        return False

    def kill(self) -> None:
        """No goodbye: the process is gone at once."""
        self._end(signal.SIGKILL)

    def stop(self) -> str:
        """The friendly way; returns what it has said."""
        return self._end(signal.SIGINT)

    def _end(self, with_signal: signal.Signals) -> str:
        if (died := self._process.poll()) is None:
            self._process.send_signal(with_signal)
        said = self._process.communicate(timeout=20)[0].decode()
        sys.stdout.write(
            f"The pad's server{'' if died is None else f' died of {died} and'} had said: {said}\n"
        )
        self.status = self._process.returncode
        return said


class PadPage(Tab):
    """A tab of Chromium, which playwright drives."""

    def __init__(self, page) -> None:
        self.page = page
        self.foreign: list[str] = []
        self.errors: list[str] = []
        page.add_init_script(REST)
        page.add_init_script(path=INQUIRY)
        page.on("request", self._note_request)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._note_console)

    def _note_request(self, request) -> None:
        if not OURS.match(request.url):
            self.foreign.append(request.url)

    def _note_console(self, message) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def goto(self, url: str) -> None:
        self.page.goto(url)

    def load_again(self) -> None:
        self.page.reload()

    def go_back(self) -> None:
        self.page.go_back(wait_until="commit")

    def evaluate(self, function: str, argument=None):
        return self.page.evaluate(function, argument)

    def ask(self, name: str, argument=None):
        """What a function of `inquiry.js` says."""
        return self.evaluate(f"given => inquiry.{name}(given)", argument)

    def press(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def type_anew(self, text: str) -> None:
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def bring_to_front(self) -> None:
        self.page.bring_to_front()

    def pause(self, milliseconds: int) -> None:
        self.page.wait_for_timeout(milliseconds)

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
        from playwright.sync_api import TimeoutError as Late  # noqa: PLC0415 - where it is missing, no page is open

        try:
            self.at(identifier).first.wait_for(state=state, timeout=PATIENCE)
        except Late:
            raise AssertionError(
                f"{identifier} never {state}: {self.page.url} {self.words()}"
            ) from None
        return self

    def has(self, identifier: str) -> bool:
        return self.at(identifier).count() > 0

    def box(self, identifier: str):
        return self.at(identifier).first.bounding_box()

    def name(self, identifier: str) -> str:
        node = self.at(identifier).first
        return node.get_attribute("aria-label") or node.inner_text()

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

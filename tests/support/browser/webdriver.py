"""Tabs of browsers that playwright does not drive: Debian's own speak the W3C's WebDriver."""

import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from abc import abstractmethod
from contextlib import ExitStack, suppress
from pathlib import Path

from websockets.sync.client import connect

from tests.support.browser.browser_tab import PATIENCE, SIZES, Tab
from tests.support.browser.chromium_pad import REST
from tests.support.server.pad_process import free_port

CONTROL = "\ue009"
NOBODY = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1",
}
"""All that Firefox asks of its makers goes to a proxy that is not there."""


class DrivenTab(Tab):
    """What both ways of speaking with a browser have in common.

    Whatever is started for the tab ends with the stack that it was made with.
    """

    @abstractmethod
    def _perform(self, hand: str, actions: list[dict]) -> None:
        """Let a hand, a `pointer` or a `key`, do one thing after the other."""

    def press(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        click = [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        self._perform("pointer", [move, *click])

    def type_anew(self, text: str) -> None:
        whole = [("Down", CONTROL), ("Down", "a"), ("Up", "a"), ("Up", CONTROL)]
        keys = [*whole, *((way, letter) for letter in text for way in ("Down", "Up"))]
        self._perform("key", [{"type": f"key{way}", "value": key} for way, key in keys])


class Firefox(DrivenTab):
    """A Firefox with one tab, over WebDriver BiDi.

    Its profile is a device: who opens one again finds there what the browser keeps.
    """

    def __init__(
        self, ends: ExitStack, profile: Path, size: str = "phone", locale: str = "en-GB"
    ) -> None:
        profile.mkdir(exist_ok=True)
        (profile / "user.js").write_text(
            "".join(f"user_pref({json.dumps(n)}, {json.dumps(v)});\n" for n, v in NOBODY.items())
        )
        server_file = profile / "WebDriverBiDiServer.json"
        server_file.unlink(missing_ok=True)
        command = ["firefox-esr", "--headless", "--remote-debugging-port=0", "--profile", profile]
        _started(ends, *command, env=os.environ | {"HOME": str(profile)})
        port = _soon(lambda: json.loads(server_file.read_text())["ws_port"])
        line = connect(f"ws://127.0.0.1:{port}/session", max_size=None, proxy=None)
        self._line = ends.enter_context(line)
        self._asked = 0
        self._ask("session.new", capabilities={})
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        width, height = SIZES[size]
        self._ask_tab("browsingContext.setViewport", viewport={"width": width, "height": height})
        self._ask("emulation.setLocaleOverride", contexts=[self._tab], locale=locale)
        self._ask("script.addPreloadScript", functionDeclaration=f"() => {{{REST}}}")

    def _ask(self, method: str, **about):
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": about}))
        while (answer := json.loads(self._line.recv(PATIENCE / 1000))).get("id") != self._asked:
            pass  # something has happened that nobody waits for
        assert answer["type"] == "success", answer
        return answer["result"]

    def _ask_tab(self, method: str, **about):
        return self._ask(method, context=self._tab, **about)

    def goto(self, url: str) -> None:
        self._ask_tab("browsingContext.navigate", url=url, wait="complete")

    def load_again(self) -> None:
        self._ask_tab("browsingContext.reload", wait="complete")

    def go_back(self) -> None:
        self._ask_tab("browsingContext.traverseHistory", delta=-1)

    def evaluate(self, function: str, argument=None):
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=f"async given => JSON.stringify("
            f"await ({function})(JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(argument)}],
            target={"context": self._tab},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def _perform(self, hand: str, actions: list[dict]) -> None:
        source = {"type": hand, "id": hand, "actions": actions}
        self._ask_tab("input.performActions", actions=[source])

    def bring_to_front(self) -> None:
        self._ask_tab("browsingContext.activate")


class WebKitGTK(DrivenTab):
    """WebKitGTK's small browser with one tab, on a screen of its own.

    As a bare system has it: what it takes for its language is the locale, and that is none.
    A site's Python takes three times as long in it as in others.
    """

    patience = 3 * PATIENCE

    def __init__(self, ends: ExitStack, size: str = "phone") -> None:
        width, height = SIZES[size]
        screen = _started(
            ends, "Xvfb", "-displayfd", "1", "-nolisten", "tcp", stdout=subprocess.PIPE
        )
        ends.callback(screen.stdout.close)
        where = {"DISPLAY": f":{screen.stdout.readline().strip()}", "LC_ALL": "C.UTF-8"}
        if os.geteuid() == 0:
            where["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"  # root has none to begin with
        port = free_port()
        _started(ends, "WebKitWebDriver", f"--port={port}", env=os.environ | where)
        self._session = f"http://127.0.0.1:{port}/session"
        options = {"webkitgtk:browserOptions": {"args": ["--automation", "--full-screen"]}}
        begun = _soon(lambda: self._ask("POST", "", capabilities={"alwaysMatch": options}))
        self._session += f"/{begun['sessionId']}"
        ends.callback(self._ask, "DELETE", "")
        self._ask("POST", "/window/rect", width=width, height=height)

    def _ask(self, method: str, what: str, **about):
        body = json.dumps(about).encode() if method == "POST" else None
        request = urllib.request.Request(self._session + what, body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            with refused:
                raise AssertionError(refused.read().decode()) from None

    def goto(self, url: str) -> None:
        self._ask("POST", "/url", url=url)
        self.watch_rest()

    def load_again(self) -> None:
        self._ask("POST", "/refresh")
        self.watch_rest()

    def go_back(self) -> None:
        self._ask("POST", "/back")

    def watch_rest(self) -> None:
        """Late: here nothing comes before a page's own scripts."""
        self.evaluate(f"() => {{{REST}}}")

    def evaluate(self, function: str, argument=None):
        script = f"return ({function})(...arguments)"
        return self._ask("POST", "/execute/sync", script=script, args=[argument])

    def _perform(self, hand: str, actions: list[dict]) -> None:
        self._ask("POST", "/actions", actions=[{"type": hand, "id": hand, "actions": actions}])

    def bring_to_front(self) -> None:
        """There is no other window on its screen."""


def _started(ends: ExitStack, *command: str | Path, **more) -> subprocess.Popen:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    program = subprocess.Popen(command, text=True, **quiet | more)
    ends.callback(program.wait, 20)
    ends.callback(program.terminate)
    return program


def _soon(read):
    """What a program says that has just been started, once it says it."""
    end = time.monotonic() + PATIENCE / 1000
    while True:
        with suppress(OSError, ValueError):
            return read()
        assert time.monotonic() < end, "it does not start"
        time.sleep(0.05)

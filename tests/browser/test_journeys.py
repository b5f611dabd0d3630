"""Games in a real browser, tap by tap on identifiers."""

import socket
import threading
from contextlib import closing, suppress

from qwixx_pad.server.client import FALLBACK_FONTS
from tests.support.browser.chromium_pad import reconnecting
from tests.support.browser.journeys import begin, play, unexpected


def test_game_by_taps_survives_a_reload(pad):
    page = play(begin(pad), "r2 r3 g12").wait_number("total", 4)
    page.tap("b-lock").tap("b#").wait_gone("b#").wait_name("b-lock", "Someone")
    page.reload().wait_number("total", 4)
    page.tap("undo").wait_name("b-lock", "open").tap("redo").wait_name("b-lock", "Someone")
    assert not unexpected(page)


def test_no_request_leaves_for_foreign_hosts_or_unneeded_fonts(lasting_server, tab):
    """What Flet's client asks of a foreign host is asked, but the page's policy stops it."""
    page = tab(locale="fr")
    answered = []
    page.page.on("requestfinished", lambda request: answered.append(request.url))
    page.open(lasting_server.url).tap("new-game").wait_for("r2")
    page.tap("r2").wait_number("total", 1)
    own = (lasting_server.url, "blob:", "data:")
    assert answered
    assert not [url for url in answered if not url.startswith(own)]
    assert not [url for url in answered if FALLBACK_FONTS in url]
    assert all("rive_native.js" in url for url in page.foreign)


class Line:
    """A line between a browser and a server that can be cut, and refuses all until it is mended."""

    def __init__(self, server_port):
        self._up = server_port
        self._open = True
        self._ends = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                if not self._open:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._up))
                self._ends += (near, far)
                for way in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=way, daemon=True).start()

    @staticmethod
    def _pump(source, sink):
        with suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_RDWR)

    def cut(self):
        self._open = False
        while self._ends:
            with suppress(OSError), self._ends.pop() as end:
                end.shutdown(socket.SHUT_RDWR)

    def mend(self):
        self._open = True

    def close(self):
        self.cut()
        self._door.close()


def test_dropped_link_repaints_and_plays_on(lasting_server, tab):
    with closing(Line(lasting_server.port)) as line:
        page = tab().open(line.url).tap("new-game").wait_for("r2")
        play(page, "r2").wait_number("total", 1)
        for seconds, token, total in ((0.3, "r3", 3), (3, "r4", 6)):
            before = page.number("total")
            with reconnecting(page):
                line.cut()
                page.pause(seconds * 1000)
                line.mend()
            page.rest().wait_number("total", before).tap(token).wait_number("total", total)
        page.tap("r5").wait_number("total", 10)

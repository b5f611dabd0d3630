"""Whole games in a real browser, tap by tap on identifiers."""

import socket
import threading
from contextlib import closing, suppress

import pytest

from qwixx_pad.server.client import FALLBACK
from tests.support.browser.chromium_pad import reconnecting
from tests.support.browser.journeys import HOME, begin, play, unexpected
from tests.support.browser.old_games import scroll_to
from tests.support.strategies import played

GAME = "r2 r3 r5 r6 r8 y5 y6 y9 g12 g10 g9 g8 g6 g5 b11 b9 b8 penalty"
"""The sheet of the design pictures, before blue is closed: 43 points."""


def close(page, letter):
    page.tap(f"{letter}-lock").tap(f"{letter}#").wait_gone(f"{letter}#")
    return page.wait_name(f"{letter}-lock", "Somebody")


def test_a_whole_game_is_played_by_taps_and_ends_with_the_right_total(pad):
    page = play(begin(pad), GAME).wait_number("total", 43)
    page.wait_number("points-r", 15).wait_number("points-g", 21)
    close(page, "b")
    page.reload().wait_number("total", 43)
    page.tap("r12").wait_for("review").wait_number("total", 56)
    page.tap("undo").wait_for("r12").wait_number("total", 43)
    page.tap("redo").wait_for("review").wait_number("total", 56)
    page.tap("home").wait_for(HOME)
    assert not unexpected(page)


def test_a_sheet_from_the_gallery_is_played_by_taps(serve, tab):
    page = tab().open(serve().url).tap("sheets").wait_for("sheet-classic")
    scroll_to(page, "sheet-longo").tap("sheet-longo").wait_for("total")
    for tap in ("r2", "lucky-number", "ly", "g16"):
        page.tap(tap).rest()
    page.wait_number("total", played("longo r2 ly g16").position.sheets[0].total)


@pytest.mark.parametrize("language", ["en-GB", "fr"])
def test_no_request_leaves_for_a_foreign_host_or_for_a_font_that_no_name_needs(
    lasting_server, tab, language
):
    """What Flet's client asks of a foreign host is asked, but the page's policy stops it."""
    page = tab(locale=language)
    answered = []
    page.page.on("requestfinished", lambda request: answered.append(request.url))
    page.open(lasting_server.url).tap("new-game").wait_for("r2")
    page.tap("r2").wait_number("total", 1)
    own = (lasting_server.url, "blob:", "data:")
    assert answered
    assert not [url for url in answered if not url.startswith(own)]
    assert not [url for url in answered if FALLBACK in url]
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


def test_a_phone_whose_link_drops_for_a_blink_or_for_longer_repaints_and_plays_on(
    lasting_server, tab
):
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

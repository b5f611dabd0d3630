"""What a browser makes of the server: its policies, its end, and pages of others."""

from contextlib import contextmanager

import pytest
from pad import Server

KNOCK = """url => new Promise(done => {
    const socket = new WebSocket(url);
    socket.onopen = () => done("let in");
    socket.onerror = () => done("turned away");
})"""


@contextmanager
def served(data, **settings):
    server = Server(data, **settings)
    try:
        yield server
    finally:
        server.kill()


@pytest.mark.parametrize("renderer", ["skwasm", "canvaskit"])
def test_both_painters_of_flutter_work_under_the_policy_of_the_page(tmp_path, tab, renderer):
    """One library of Flet's client that the pad does not use is kept out, and nothing else."""
    with served(tmp_path, FLET_WEB_RENDERER=renderer) as server:
        page = tab().open(server.url).tap("new-game").tap("r2").wait_number("total", 1)
        assert all("rive_native.js" in text for text in page.errors)
        assert page.page.evaluate("flet.webRenderer") == renderer


def test_ctrl_c_ends_the_pad_without_a_complaint_while_a_tab_shows_it(server, tab):
    tab().open(server.url).wait_for("new-game")
    said = server.stop()
    assert server.status == 0
    assert said.splitlines() == [f"Qwixx Pad is open on {server.url}. Ctrl-C ends it."]


def test_a_page_of_another_origin_is_not_let_in(server, tab):
    page = tab().open(server.url).wait_for("new-game").page
    address = server.url.replace("http", "ws") + "/ws"
    assert page.evaluate(KNOCK, address) == "let in"
    page.goto("about:blank")
    assert page.evaluate(KNOCK, address) == "turned away"

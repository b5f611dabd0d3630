"""What a browser makes of the server: its policies, its end, and pages of others."""

import re
from contextlib import contextmanager

import pytest
from pad import PATIENCE, PadPage, Server

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


def on_the_wire(page):
    """Collects the addresses of what a page loads and had not kept."""
    line = page.page.context.new_cdp_session(page.page)
    asked = []

    def note(told):
        response = told["response"]
        if response["url"].startswith("http") and not response.get("fromDiskCache"):
            asked.append(response["url"])

    line.on("Network.responseReceived", note)
    line.send("Network.enable")
    return asked


@pytest.mark.parametrize("renderer", ["skwasm", "canvaskit"])
def test_a_browser_that_comes_back_loads_the_start_page_and_nothing_else(tmp_path, tab, renderer):
    with served(tmp_path, FLET_WEB_RENDERER=renderer) as server:
        first = tab()
        loaded = on_the_wire(first)
        first.open(server.url).tap("new-game").tap("r2").wait_number("total", 1).rest()
        assert len(loaded) > 10
        again = PadPage(first.page.context.new_page())
        loaded = on_the_wire(again)
        again.open(server.url).tap("continue-game").wait_number("total", 1).rest()
        assert loaded == [f"{server.url}/"]
        assert again.page.evaluate("crossOriginIsolated")


def test_a_phone_in_the_network_gets_the_light_painter_and_sees_pictures(tmp_path, tab):
    """Over plain http a browser lends nobody its decoder of pictures; the page brings one."""
    server = Server(tmp_path, lan=True)
    try:
        page = tab()
        loaded = on_the_wire(page)
        page.open(server.guest_url).wait_for("join")
        assert not page.page.evaluate("isSecureContext")
        names = {url.rpartition("/")[2] for url in loaded}
        assert {"main.dart.wasm", "skwasm.wasm"} <= names
        width, *colour = page.page.evaluate(PICTURE)
        assert (width, colour[3]) == (1024, 255)
    finally:
        server.kill()


PICTURE = """async () => {
    const data = await (await fetch("/icon.png")).arrayBuffer();
    const decoder = new ImageDecoder({ type: "image/png", data });
    await decoder.tracks.ready;
    const { image } = await decoder.decode({ frameIndex: 0 });
    const paper = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext("2d");
    paper.drawImage(image, 0, 0);
    const middle = image.displayWidth / 2;
    return [image.displayWidth, ...paper.getImageData(middle, middle, 1, 1).data];
}"""


def test_while_the_link_is_down_the_page_says_so_in_its_readers_language(server, tab):
    page = tab(locale="de-DE").open(server.url).tap("new-game").tap("r2").wait_number("total", 1)
    card = page.page.locator("#away")
    assert card.count() == 0
    server.kill()
    card.wait_for(state="visible", timeout=PATIENCE)
    assert card.get_attribute("role") == "alert"
    assert card.inner_text().splitlines()[0] == "Keine Verbindung"
    assert page.page.evaluate("document.elementFromPoint(200, 400).closest('#away') !== null")
    assert page.page.evaluate("document.querySelector('flutter-view').inert")
    server.start()
    card.wait_for(state="detached", timeout=PATIENCE)
    assert not page.page.evaluate("document.querySelector('flutter-view').inert")
    page.rest().wait_number("total", 1).tap("r5").wait_number("total", 3)


COVERED = """() => {
  const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  return document.querySelector("flutter-view") && seen.closest("#splash") !== null;
}"""

PAINTED = """(() => {
  const painter = ImageBitmapRenderingContext.prototype, take = painter.transferFromImageBitmap;
  window.painted = 0;
  painter.transferFromImageBitmap = function (picture) {
    window.painted += 1;
    return take.call(this, picture);
  };
  new MutationObserver((changes) => changes.forEach((change) => change.removedNodes.forEach(
    (node) => { if (node.id === "splash") window.paintedBefore = window.painted; }
  ))).observe(document, {childList: true, subtree: true});
})()"""
"""Counts the pictures that the painter has finished, and how many there were without the cover."""


def test_until_the_pad_is_painted_its_own_picture_covers_the_words_of_others(
    lasting_server, fresh_tab
):
    page = fresh_tab()
    page.page.route_web_socket(re.compile("/ws"), lambda _: None)  # a server that never answers
    page.page.goto(lasting_server.url)
    page.wait_until(lambda: page.page.evaluate(COVERED), lambda: "the client is seen")
    page.page.close()
    again = fresh_tab()
    again.page.add_init_script(PAINTED)
    again.open(lasting_server.url).wait_for("new-game")
    again.page.locator("#splash").wait_for(state="detached", timeout=PATIENCE)
    assert again.page.evaluate("paintedBefore") >= 2  # the client's own page, then the pad

"""What a browser makes of the server: its policies, its end, and pages of others."""

import re

import pytest

from tests.support.browser.chromium_pad import PATIENCE, PadPage
from tests.support.browser.journeys import ITEM, requests_of


def test_page_of_another_origin_is_refused(lasting_server, tab):
    page = tab().open(lasting_server.url).wait_for("new-game")
    address = lasting_server.url.replace("http", "ws") + "/ws"
    assert page.ask("knock", address) == "let in"
    page.goto("about:blank")
    assert page.ask("knock", address) == "turned away"


def on_the_wire(page):
    """Collects the addresses that a page loads and doesn't have in its cache."""
    line = page.page.context.new_cdp_session(page.page)
    asked = []

    def note(event):
        response = event["response"]
        if response["url"].startswith("http") and not response.get("fromDiskCache"):
            asked.append(response["url"])

    line.on("Network.responseReceived", note)
    line.send("Network.enable")
    return asked


@pytest.mark.parametrize("renderer", ["skwasm", "canvaskit"])
def test_browser_renders_under_the_policy_and_revalidates(serve, tab, renderer):
    """The policy blocks one library of Flet's client that the pad doesn't use, and nothing else."""
    server = serve(FLET_WEB_RENDERER=renderer)
    first = tab()
    loaded = on_the_wire(first)
    first.open(server.url).tap("new-game").tap("r2").wait_number("total", 1).rest()
    assert len(loaded) > 10
    assert all("rive_native.js" in text for text in first.errors)
    assert first.evaluate("flet.webRenderer") == renderer
    home = PadPage(first.page.context.new_page())
    home.open(server.url).wait_for("continue-game").rest()  # shows a picture that a game does not
    again = PadPage(first.page.context.new_page())
    loaded = on_the_wire(again)
    again.open(server.url).tap("continue-game").wait_number("total", 1).rest()
    assert loaded == [f"{server.url}/"]
    assert again.evaluate("crossOriginIsolated")


def test_phone_over_http_gets_light_renderer_and_pictures(lasting_server, tab):
    """Over plain http a browser lends nobody its decoder of pictures; the page brings one."""
    page = tab()
    loaded = on_the_wire(page)
    page.open(lasting_server.guest_url).wait_for("join")
    assert not page.evaluate("isSecureContext")
    names = {url.rpartition("/")[2] for url in loaded}
    assert {"main.dart.wasm", "skwasm.wasm"} <= names
    width, *colour = page.ask("icon")
    assert (width, colour[3]) == (1024, 255)


def test_page_reports_a_lost_link_in_its_language(serve, tab):
    server = serve()
    page = tab(locale="de-DE").open(server.url).tap("new-game").tap("r2").wait_number("total", 1)
    card = page.page.locator("#away")
    assert card.count() == 0
    server.kill()
    card.wait_for(state="visible", timeout=PATIENCE)
    assert card.get_by_role("alert").inner_text().splitlines()[0] == "Keine Verbindung"
    assert card.get_by_role("button").inner_text() == "Jetzt versuchen"
    assert page.evaluate("document.elementFromPoint(200, 400).closest('#away') !== null")
    assert page.evaluate("document.querySelector('flutter-view').inert")
    server.start()
    card.wait_for(state="detached", timeout=PATIENCE)
    assert not page.evaluate("document.querySelector('flutter-view').inert")
    page.rest().wait_number("total", 1).tap("r5").wait_number("total", 3)


def test_strip_leaves_the_whole_sheet_to_be_read(serve, tab):
    server = serve()
    page = tab().open(server.url).tap("new-game").tap("r2").wait_number("total", 1).rest()
    server.kill()
    bar = page.page.locator("#away > div")
    button = page.page.get_by_role("button", name="Try now")
    bar.wait_for(state="visible", timeout=PATIENCE)
    for width, height in ((390, 844), (320, 568), (568, 320)):
        for text in (1, 2):
            page.look(text=text, dark=text == 2)
            page.page.set_viewport_size({"width": width, "height": height})
            page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
            above = bar.bounding_box()
            below = page.page.locator("flutter-view").bounding_box()
            assert below["y"] == pytest.approx(above["height"], abs=1)
            assert below["y"] + below["height"] == pytest.approx(height, abs=1)
            assert above["height"] <= 0.6 * height + 1
            pressed = button.bounding_box()
            assert min(pressed["width"], pressed["height"]) >= 44
            assert pressed["x"] + pressed["width"] <= width
            assert pressed["y"] + pressed["height"] <= above["height"]
    page.page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Try now"
    page.page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('flutter-view')") is None


def test_taps_after_a_restart_are_entered_or_answered(serve, tab):
    server = serve()
    page = tab().open(server.url).tap("new-game").tap("r2").wait_number("total", 1)
    card = page.page.locator("#away")
    line = page.page.context.new_cdp_session(page.page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 8})
    under_the_finger = page.middle("y7")
    server.kill()
    card.wait_for(state="visible", timeout=PATIENCE)
    page.press(*under_the_finger)
    server.start()
    card.wait_for(state="detached", timeout=PATIENCE)
    page.press(*under_the_finger)
    page.wait_until(
        lambda: "crossed" in page.name("y7") or page.sees("Tap again"),
        lambda: f"y7 is {page.name('y7')!r}, and nothing is said",
    )
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    crossed = [cell for cell in ("r2", "y7") if "crossed" in page.rest().name(cell)]
    page.wait_number("total", len(crossed))


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


def test_splash_covers_flets_words_until_painted(lasting_server, tab):
    page = tab()
    page.page.route_web_socket(re.compile("/ws"), lambda _: None)  # a server that never answers
    page.page.goto(lasting_server.url)
    page.wait_until(lambda: page.ask("isCovered"), lambda: "the client is seen")
    page.page.close()
    again = tab()
    again.page.add_init_script(PAINTED)
    again.open(lasting_server.url).wait_for("new-game")
    again.page.locator("#splash").wait_for(state="detached", timeout=PATIENCE)
    assert again.page.evaluate("paintedBefore") >= 2  # the client's own page, then the pad


def test_link_of_a_served_pad_is_in_no_request(lasting_server, tab):
    page = tab()
    seen = requests_of(page)
    page.open(f"{lasting_server.url}/#/link/{ITEM}").wait_for("keep-games").tap("rules")
    page.wait_gone("keep-games").tap("back").wait_for("keep-games").load_again()
    page.wake().wait_for("keep-games").tap("home").wait_for("new-game")
    assert page.page.url == f"{lasting_server.url}/"
    assert seen
    assert not [each for each in seen if ITEM[:20] in each]


def test_link_pasted_into_the_pad_is_in_no_path(lasting_server, tab):
    page = tab().open(f"{lasting_server.url}/data").wait_for("open-line")
    page.write("game-line", f"{lasting_server.url}/#/link/{ITEM}").tap("open-line")
    page.page.wait_for_url(f"{lasting_server.url}/#/link/{ITEM}")
    page.wake().wait_for("keep-games").load_again()
    page.wake().wait_for("keep-games")


def test_pasted_link_opens_in_an_open_tab(lasting_server, tab):
    page = tab().open(lasting_server.url).wait_for("new-game")
    page.evaluate("link => { location.hash = link; }", f"#/link/{ITEM}")
    page.page.wait_for_function("() => globalThis.flet?.routeUrlStrategy === 'hash'")
    page.wake().wait_for("keep-games").go_back()
    page.wait_for("new-game")

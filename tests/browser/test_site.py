"""The pad as a site: the browser runs it alone, keeps it, and needs no network for it."""

import json
import shutil

import pytest

from qwixx_pad.library.links import pack_games
from qwixx_pad.server.client import FALLBACK_FONTS
from tests.support.browser.chromium_pad import CHROMIUM_ARGS, SIZES, PadPage, chromium
from tests.support.browser.journeys import (
    ITEM,
    LAST_SCREEN,
    PENCILS,
    SEEN_SCREENS,
    SHOWN,
    begun,
    opened,
    pencil,
    play,
    requests_of,
    shown,
    unexpected,
    until,
    wait_for_last_screen,
    wait_until_offline,
)
from tests.support.own_layouts import MIRROR_FILE
from tests.support.ui.pads_with_games import game_of

OPENS = "FileSystemFileHandle.prototype.createSyncAccessHandle"
FAIL = f"{OPENS} = async () => {{ throw new DOMException('', 'InvalidStateError'); }};"
NO_ROOM = """() => {
    const files = FileSystemSyncAccessHandle.prototype;
    self.writes = files.write;
    files.write = () => 2 ** 32 - 8; // what Chromium answers where there is no room
}"""
ROOM_AGAIN = "() => { FileSystemSyncAccessHandle.prototype.write = self.writes; }"
COUNT_FLUSHES = """() => {
    globalThis.flushes = 0;
    const {flush} = FileSystemSyncAccessHandle.prototype;
    FileSystemSyncAccessHandle.prototype.flush = function () {
        globalThis.flushes++;
        return flush.call(this);
    };
}"""
CACHED_FILES = """async part => {
    const [name] = await caches.keys();
    const stored = await (await caches.open(name)).keys();
    return stored.map((each) => each.url).filter((url) => url.includes(part));
}"""
SCREENS = {"/#/stats": "Statistics", "/#/rules": "Rules", "/#/settings/licences": "Licences"}

TAP_ON_A_PICTURE = """() => new Promise((done) => {
    const [of, version] = [location.hash.slice(1), new URL(document.baseURI).pathname];
    const record = {of, entries: 3, taps: ["b9"], at: Date.now(), version};
    indexedDB.open("qwixx-pad").onsuccess = ({target}) => {
        const change = target.result.transaction("qwixx-pad", "readwrite");
        change.objectStore("qwixx-pad").put(record, 0);
        change.oncomplete = done;
    };
})"""

LISTEN = """() => addEventListener("pageshow", ({persisted}) => { globalThis.back = persisted; })"""
BACK = "() => { setTimeout(() => history.back()); }"
NO_FINALIZERS = "globalThis.FinalizationRegistry = class { register() {} unregister() {} };"
"""Chromium drops a page from its cache when it collects garbage with finalizers, as Flutter has."""
LATE_LOCK = """
    const {locks} = navigator, request = locks.request.bind(locks);
    locks.request = async (...given) => {
        await new Promise((go) => setTimeout(go, 3000));
        return request(...given);
    };
"""
"""Of a browser that is busy for longer than a page waits for another one to go."""
STAND_IN = """
    let heard = false;
    const hear = () => { heard = true; setTimeout(() => { heard = false; }); };
    for (const kind of ["pointerup", "click"]) addEventListener(kind, hear, true);
    globalThis.sheets = [];
    navigator.canShare = () => true;
    navigator.share = ({text}) => new Promise((done, refuse) => {
        const close = () => refuse(new DOMException("", "AbortError"));
        if (heard) sheets.push({text, done, close});
        else refuse(new DOMException("", "NotAllowedError"));
    });
"""
"""As Safari shares: while it hears a finger, and not a moment later."""
ELSEWHERE = "The pad is open in another tab or window."
DROPPED = "Your last tap was not entered"
SOON = "The pad opens in a moment."


@pytest.fixture
def page(visited, host):
    """A new game in that browser: what is not about the first visit need not wait for it."""
    for left in visited.pages:
        left.close()
    page = opened(PadPage(visited.new_page()), host.url).show("/#/")
    yield page.wait_for("new-game").tap("new-game").wait_for("undo")
    visited.set_offline(False)


def again(page):
    page.page.reload()
    return shown(page)


def offline(page):
    page.page.context.set_offline(True)
    return page


def test_second_visit_works_offline_with_its_game(host, tab):
    page = tab()
    sent = []
    page.page.context.on("requestfinished", lambda request: sent.append(request.url))
    play(begun(page, host.url), "r2 r3 y5")
    again(offline(page)).wait_number("total", 4)
    play(page, "g12 b11 r5").tap("undo").wait_number("total", 6)
    opened(page, f"{host.url}index.html").wait_number("total", 6)
    page.tap("redo").wait_number("total", 9)
    for route, words in SCREENS.items():
        page.show(route).wait_sees(words)
    assert not [text for text in unexpected(page) if "ERR_INTERNET_DISCONNECTED" not in text]
    foreign = [url for url in sent if not url.startswith((host.url, f"blob:{host.url}", "data:"))]
    assert not foreign, "nobody but the host is asked for anything"


def test_fonts_of_a_name_are_cached(page):
    assert not page.evaluate(CACHED_FILES, FALLBACK_FONTS)
    page.show("/#/settings").write("name", "🦊 דנה")
    page.wait_until(
        lambda: len(page.evaluate(CACHED_FILES, FALLBACK_FONTS)) == 2,
        lambda: str(page.evaluate(CACHED_FILES, FALLBACK_FONTS)),
    )
    page.page.keyboard.press("Enter")
    fonts = []
    page.page.on(
        "response", lambda each: fonts.append(each) if FALLBACK_FONTS in each.url else None
    )
    again(offline(page)).show("/#/settings").wait_for("name").rest()
    assert len(fonts) == 2
    assert all(font.ok and font.from_service_worker for font in fonts)


def test_weights_of_a_sheet_are_fetched_when_asked_for(page):
    assert not page.evaluate(CACHED_FILES, "mixx_a.weights")
    item = pack_games([game_of("mixx_a/2 1:r10 2:b7", "Anna", "Ben", called="g2")], {})
    page.show(f"/#/link/{item}").wait_sees("%")
    assert len(page.evaluate(CACHED_FILES, "mixx_a.weights")) == 1
    again(offline(page)).wait_sees("%")


def test_failed_download_is_reported_and_retried(host, tab):
    page = tab().page
    for name in ("main.dart.wasm", "pyodide.asm.wasm"):
        page.goto("about:blank")  # a page that still loads would get the next refusal
        page.route(f"**/{name}", lambda route: route.fulfill(status=404), times=1)
        page.goto(host.url)
        page.get_by_text("The pad couldn’t start. Your games are safe.").wait_for()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector(SHOWN, state="attached")


def test_unsupported_browser_is_reported(host, tab):
    page = tab().page
    page.add_init_script("delete window.WebAssembly")
    page.goto(host.url)
    page.get_by_text("This browser can’t run the pad. Try another one.").wait_for()
    assert not page.get_by_role("button").count()


def test_share_sheet_opens_on_the_tap(page):
    page.page.add_init_script(STAND_IN)
    again(page).show(page.evaluate("() => `/${location.hash}/share`"))
    for number, (ends, said) in enumerate({"close": "Not shared.", "done": "Shared."}.items()):
        page.tap("share-text")
        page.page.wait_for_function(f"() => sheets.length > {number}")
        page.evaluate(f"() => sheets[{number}].{ends}()")
        page.wait_name("message", said)
    page.rest()
    assert page.evaluate("() => sheets.map(({text}) => text.split(',')[0])") == ["Qwixx", "Qwixx"]


def test_picture_takes_the_pencil_until_the_pad_has_entered_it(page):
    first = wait_for_last_screen(play(page, "r2 r3"))
    cell, beside = first.middle("r5"), first.middle("total")
    page.page.reload(wait_until="commit")
    pencil(page, beside)
    page.page.get_by_role("status").locator(".asked").get_by_text(SOON).wait_for()
    assert pencil(page, cell).evaluate(PENCILS) == 1
    page.page.reload(wait_until="commit")
    assert pencil(page).evaluate(PENCILS) == 1, "it came back"
    shown(page).wait_number("total", 6)
    assert page.evaluate(SEEN_SCREENS) == 1
    before = page.evaluate("Date.now()")
    made, _ = play(page, "r6").evaluate(LAST_SCREEN)
    assert made == 0 or made > before, "no picture is older than the game"
    again(page).wait_number("total", 10)


def test_second_tab_can_take_over(page):
    first = wait_for_last_screen(play(page, "r2 r3"))
    second = PadPage(first.page.context.new_page())
    second.page.goto(first.page.url)
    second.page.get_by_text(ELSEWHERE).wait_for()
    assert second.evaluate(SEEN_SCREENS) == 0
    play(first, "r4").evaluate(TAP_ON_A_PICTURE)
    second.page.get_by_role("button", name="Use it here").click()
    shown(second).wait_sees(DROPPED).wait_number("total", 6)
    first.page.get_by_text(ELSEWHERE).wait_for()
    play(second, "r5").wait_number("total", 10)


def test_late_lock_is_not_taken_for_another_tab(page):
    play(page, "r2 r3").page.add_init_script(LATE_LOCK)
    again(page).wait_number("total", 3)


def test_page_from_back_cache_resumes_unless_taken_over(host, browser):
    caching = browser.browser_type.launch(
        executable_path=chromium(),
        args=CHROMIUM_ARGS,
        ignore_default_args=["--disable-back-forward-cache"],
    )
    context = caching.new_context(locale="en-GB")
    context.add_init_script(NO_FINALIZERS)
    first = opened(PadPage(context.new_page()), host.url)
    wait_until_offline(first)  # a worker that comes meanwhile has the browser drop the page
    play(first.tap("new-game").wait_for("undo"), "r2 r3").wait_number("total", 3)
    first.evaluate(LISTEN)
    first.goto(f"{host.url}sw.js")
    first.evaluate(BACK)
    first.page.wait_for_function("() => globalThis.back")
    play(first, "r4").wait_number("total", 6)
    first.goto(f"{host.url}sw.js")
    second = opened(PadPage(context.new_page()), host.url)
    second.wait_number("total", 6)
    first.evaluate(BACK)
    first.page.get_by_text(ELSEWHERE).wait_for()
    play(second, "r5").wait_number("total", 10)
    caching.close()


def test_new_version_is_installed_only_on_request(own_host, tab):
    page = begun(tab(), own_host.url)
    play(page, "r2 r3")
    start = own_host.folder / "index.html"
    old = own_host.version
    before = start.read_text()
    new = own_host.renew()
    renewed = start.read_text()
    start.write_text(before)
    assert page.ask("lookForNew") == "redundant", "nothing is stored between two versions"
    start.write_text(renewed)
    again(page).wait_number("total", 3)  # still the old one, whole, though the host has it no more
    until(page, "newVersionWaits")
    play(page, "r4").wait_number("total", 6)
    assert old in page.evaluate("document.baseURI")
    second = PadPage(page.page.context.new_page())
    second.page.goto(page.page.url)
    second.page.get_by_text(ELSEWHERE).wait_for()
    page.show("/#/").wait_for("browser").tap("browser-do")
    page.page.wait_for_function(f"() => document.baseURI.includes({json.dumps(new)})")
    shown(page).wait_for("continue-game").tap("continue-game").wait_number("total", 6)
    assert page.evaluate("caches.keys()") == [f"qwixx-pad / {new}"]
    second.page.get_by_role("button", name="Use it here").click()  # of a version that is gone
    second.page.wait_for_function(f"() => document.baseURI.includes({json.dumps(new)})")


def test_custom_sheet_is_stored_and_bad_text_harmless(page):
    page.show("/#/settings/own-sheets").wait_for("add-sheet")
    page.write("sheet-text", f"rows = {'[' * 195}{']' * 195}").tap("add-sheet").wait_for("faults")
    page.write("sheet-text", MIRROR_FILE.decode()).tap("add-sheet").wait_sees("Mirror added.")
    again(page).show("/#/settings/own-sheets").wait_for("own-sheet-1")


def test_broken_version_gives_way_to_the_next(own_host, tab):
    page = begun(tab(), own_host.url)
    play(page, "r2 r3")
    page.ask("putWorker", "throw new Error()")
    new = own_host.renew()
    page.page.reload()
    page.page.get_by_text("The pad couldn’t start.").wait_for()
    until(page, "newVersionWaits").page.get_by_role("button", name="Try again").click()
    page.page.wait_for_function(f"() => document.baseURI.includes({json.dumps(new)})")
    shown(page).wait_number("total", 3)


def test_site_works_below_a_path(own_host, site_folder, tab):
    shutil.copytree(site_folder, own_host.folder / "beta")
    below = f"qwixx-pad /beta/ {own_host.version}"
    above = f"qwixx-pad / {own_host.renew()}"
    page = begun(tab(locale="de-DE"), own_host.url)
    wait_until_offline(opened(page, f"{own_host.url}beta/")).wait_sees("Neue Partie")
    session = page.page.context.new_cdp_session(page.page)
    assert session.send("Page.getAppId")["appId"] == f"{own_host.url}beta/"
    assert sorted(page.evaluate("caches.keys()")) == [above, below]
    opened(offline(page), own_host.url).wait_for("new-game")


def test_browser_without_storage_plays_with_a_warning(host, browser, tmp_path):
    (tmp_path / "Default").mkdir()
    denied = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(denied))
    width, height = SIZES["phone"]
    context = browser.browser_type.launch_persistent_context(
        tmp_path,
        executable_path=chromium(),
        args=CHROMIUM_ARGS,
        viewport={"width": width, "height": height},
        locale="en-GB",
    )
    page = opened(PadPage(context.pages[0]), host.url)
    page.wait_for("browser").wait_sees("This browser can’t save your games.")
    play(page.tap("new-game").wait_for("undo"), "r2 r3").wait_number("total", 3)
    context.close()


def test_unreadable_games_are_not_replaced(page):
    play(page, "r2 r3")
    python, *_ = page.page.workers
    python.evaluate(COUNT_FLUSHES)
    play(page, "r4").wait_number("total", 6)
    assert python.evaluate("flushes") == 1, "an entry is flushed, and once"
    worker = page.ask("worker")
    page.ask("putWorker", FAIL + worker)
    page.page.reload()
    page.page.get_by_text("This browser can’t open your games right now.").wait_for()
    page.ask("putWorker", worker)
    page.page.get_by_role("button", name="Try again").click()
    shown(page).wait_number("total", 6)


def test_full_browser_storage_refuses_an_entry(page):
    play(page, "r2 r3").wait_number("total", 3)
    python, *_ = page.page.workers
    python.evaluate(NO_ROOM)
    page.tap("r4").wait_name("message", "Couldn’t save")
    assert "open" in page.name("r4")
    python.evaluate(ROOM_AGAIN)
    play(again(page).wait_number("total", 3), "r4")
    again(page).wait_number("total", 6)


def test_named_players_turn_no_text_around(host, tab):
    page = tab()
    item = pack_games([game_of("classic/2 1:r5", "\u202eannA\x07", "Ben", called="g1")], {})
    page.goto(f"{host.url}#/link/{item}")
    title = page.page.locator("#splash h1", has_text="Ben")
    title.wait_for()
    assert title.text_content().isprintable()


def test_stranger_opens_a_link_and_keeps_its_game(host, tab):
    """While Python loads, the page names the players; the host never hears of the game."""
    page = tab()
    seen = requests_of(page)
    page.goto(f"{host.url}#/link/{ITEM}")
    page.page.locator("#splash h1", has_text="Anna, Ben").wait_for()
    shown(page).wait_for("keep-games").tap("keep-games").wait_for("undo-message")
    page.tap("games/g1").wait_for("menu")
    assert seen
    assert not [each for each in seen if ITEM[:20] in each]

"""What opens an installed pad: its shortcuts, what other apps share with it, and its own files.

No browser installs it here. Chromium opens the addresses of the manifest, and a script takes the
place of one function of the browser's own, `setConsumer`, to launch the pad a second time.
"""

import json
from urllib.parse import quote

import pytest

from qwixx_pad.library.links import link_url, pack_games
from tests.support.browser.chromium_pad import PadPage
from tests.support.browser.journeys import opened, play, shown
from tests.support.library.library_pad import game

ITEM = pack_games([game("g1", "1:r5", "2:y5", "/", "end")], {})
MESSAGE = f"Look at this! {link_url('https://pad.example', ITEM)}."
TABLE = "Come: https://elsewhere.example/#/join/K7QF3M and bring dice"
FILE = "classic g12 b12 y2 y5"
LAUNCHES = """
    globalThis.launched = (address, text) => ({
        targetURL: new URL(address, location.href.split("#")[0]).href,
        files: text ? [{ getFile: async () => new File([text], "games.json") }] : [],
    });
    LaunchQueue.prototype.setConsumer = (consumer) => { globalThis.launch = consumer; };
"""
AT_ONCE = "LaunchQueue.prototype.setConsumer = (consumer) => consumer(launched('./#/data', '%s'));"
"""Browsers launch a page that they load, and do so once more when it is loaded again."""
LAUNCH = "([address, text]) => launch(launched(address, text))"


@pytest.fixture
def page(visited):
    for left in visited.pages:
        left.close()
    page = PadPage(visited.new_page())
    yield page
    visited.set_offline(False)


def members(host):
    return json.loads((host.folder / "manifest.json").read_text())


def shared_to(host, **given):
    """The address that a browser makes for what another app shares."""
    target = members(host)["share_target"]
    query = "&".join(f"{target['params'][name]}={quote(text)}" for name, text in given.items())
    return f"{host.url}{target['action'].removeprefix('./')}?{query}"


def test_chromium_finds_no_fault_with_the_manifest(page, host):
    page.page.goto(host.url)
    read = page.page.context.new_cdp_session(page.page).send("Page.getAppManifest")
    assert read["errors"] == []
    assert read["manifest"]["id"] == host.url, "as it was before there was more in it"
    assert len(read["manifest"]["shortcuts"]) == len(read["manifest"]["screenshots"]) == 2


def test_shortcuts_lead_to_the_sheets_and_to_tables(page, host):
    first, second = (each["url"].removeprefix("./") for each in members(host)["shortcuts"])
    opened(page, host.url + first).wait_for("sheet-classic")
    page.page.goto("about:blank")
    opened(page, host.url + second).wait_sees("Join a table")


def test_shared_game_opens_without_a_request_that_names_it(page, host):
    """The host is off the net: the page has to come from this device."""
    page.page.context.set_offline(True)
    opened(page, shared_to(host, title="Qwixx", text=MESSAGE)).wait_for("keep-games")
    assert page.page.url == f"{host.url}#/link/{ITEM}"


def test_shared_table_of_another_pad_is_offered_there(page, host):
    opened(page, shared_to(host, text=TABLE)).wait_for("open-link").wait_sees("elsewhere.example")
    assert "?" not in page.page.url


def test_running_pad_is_launched_again_without_loading(page, host):
    page.page.add_init_script(LAUNCHES)
    opened(page, host.url).show("/#/").wait_for("new-game").tap("new-game").wait_for("undo")
    play(page, "r2 r3").evaluate("() => { globalThis.same = true; }")
    page.evaluate(LAUNCH, ["./", ""])
    play(page, "r4").wait_number("total", 6)
    (handler,) = members(host)["file_handlers"]
    page.evaluate(LAUNCH, [handler["action"], FILE])
    page.wait_for("import-now").wait_sees("Add 1 game")
    page.tap("cancel").evaluate(LAUNCH, [f"./?text={quote(MESSAGE)}", ""])
    page.wait_for("keep-games")
    assert page.evaluate("() => same")


def test_file_that_opens_the_pad_is_previewed_once(page, host):
    page.page.add_init_script(LAUNCHES + AT_ONCE % FILE)
    (handler,) = members(host)["file_handlers"]
    opened(page, host.url + handler["action"].removeprefix("./")).wait_for("import-now")
    page.page.reload()
    shown(page).wait_for("backup").rest()
    assert not page.has("import-now")


def test_served_pad_takes_what_is_shared_out_of_its_address(tab, lasting_server):
    page = tab()
    for text, there in ((MESSAGE, "keep-games"), (TABLE, "open-link")):
        page.open(f"{lasting_server.url}/?text={quote(text)}").wait_for(there)
        assert "?" not in page.page.url

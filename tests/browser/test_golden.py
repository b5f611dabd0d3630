"""Every screen as it was accepted with the design, in the spaces and themes that show most.

One tab is led from picture to picture.
"""

from collections import defaultdict

import pytest
from PIL import Image

from tests.support.browser.chromium_pad import SIZES, Server
from tests.support.browser.golden_album import GOLDEN, share_of_other_pixels
from tests.support.browser.golden_pads import DICE, LOBBY, LOCK, SETTINGS, games_of
from tests.support.browser.old_games import FOUR, scroll_to, upload
from tests.support.ui.pads_with_games import keep

REVIEW = "/games/round"
PICTURES = {
    "first": {
        "first-run": ("/", ""),
        "settings": ("/settings", ""),
        "own-sheets": ("/settings/own-sheets", ""),
        "hint-phone-light": ("/", "", "new-game"),
        "hint-landscape-light": ("/", "landscape", "new-game"),
    },
    "home": {
        "play-phone-light": ("/game/open", ""),
        "play-phone-dark": ("/game/open", "dark"),
        "play-small-light": ("/game/open", "small"),
        "play-landscape-light": ("/game/open", "landscape"),
        "play-tablet-light": ("/game/open", "tablet"),
        "question-light": ("/game/open", "", "r-lock"),
        "home-light": ("/", ""),
        "home-dark": ("/", "dark"),
        "question-dark": ("/game/open", "dark", "r-lock"),
        "gallery-phone-light": ("/sheets", ""),
        "rules-phone-light": ("/rules/classic", ""),
    },
    "played": {
        "result-light": ("/game/won", ""),
        "own-locks": ("/game/own-locks", ""),
        "last-chance": ("/game/last", ""),
        "table-rows-phone-light": ("/game/four", ""),
        "table-rows-landscape-light": ("/game/four", "landscape"),
        "table-result-light": ("/game/end", ""),
        "table-five-small": ("/game/five", "small"),
        "board-play": ("/game/board", ""),
        "board-question": ("/game/board", "", "board"),
        "large-play": ("/game/open", "small large"),
        "large-table": ("/game/four", "small large"),
        "large-over": ("/game/end", "small large"),
        "large-home": ("/", "small large"),
        "contrast-dark": ("/game/open", "contrast dark"),
        "language-de-play": ("/game/open", "small de"),
        "language-de-table": ("/game/four", "small de"),
        "language-es-over": ("/game/end", "small es"),
        "tablet-two": ("/game/two", "tablet coarse"),
        "tablet-four": ("/game/four", "tablet coarse"),
        "tablet-five": ("/game/five", "tablet coarse"),
        "tablet-board": ("/game/board", "tablet coarse"),
        "play-black": ("/settings", "", "set-black /game/open"),
        "columns-phone-light": ("/settings", "", "set-device set-columns /game/open"),
        "table-columns-phone-light": ("/game/four", ""),
    },
    "asked": {
        "white-dice-phone-light": ("/game/four", "", "w7"),
    },
    "tables": {
        "which-dice": (f"/table/{DICE}", ""),
        "waiting": (f"/table/{DICE}", "", "white-r"),
        "lock-too-light": (f"/table/{LOCK}", ""),
        "new-table": ("/new", ""),
        "watching": (f"/watch/{DICE}", "television coarse"),
    },
    "shelf": {
        "games-light": ("/games", ""),
        "review-phone-light": (REVIEW, "", "last previous previous"),
        "statistics-phone-light": ("/stats", ""),
        "statistics-phone-dark": ("/stats", "dark"),
        "correcting": (REVIEW, "", "last previous previous menu correct"),
        "names": ("/names", ""),
        "data": ("/data", ""),
        "share": (REVIEW, "", "share"),
        "review-tablet-light": (REVIEW, "tablet coarse", "last previous previous"),
        "review-chances-tablet": (REVIEW, "tablet coarse", "last previous previous set-chances"),
        "statistics-tablet-light": ("/stats", "tablet coarse"),
        "review-landscape-light": (REVIEW, "landscape coarse", "last previous previous"),
        "review-chances-light": (REVIEW, "", "last previous previous set-chances"),
        "review-chances-dark": (REVIEW, "dark", "last previous previous set-chances"),
    },
}
"""By pads: the route, the device, and what is tapped there before the picture is taken.

A device is a phone, light and English, but for what is said. After taps another screen follows;
where they end with a route, they have changed a setting, which those below see as well.
"""
FILE = f"classic r2 r3 y5 b12 - end\nclassic/2 1:r2 / 2:b12\nclassic/4 {FOUR} end\nclassic r13\n"
"""Two games that are new, one that is already here and one that makes no sense."""


@pytest.fixture(scope="module")
def tabs(lasting_tab):
    """A tab for each kind of device that cannot become another one, by scale and language."""
    opened = {}

    def of(scale, language):
        if (scale, language) not in opened:
            opened[scale, language] = lasting_tab(scale=scale, locale=language)
        return opened[scale, language]

    of.all = opened.values
    return of


@pytest.fixture(scope="module")
def server(request, tmp_path_factory, tabs):
    """Serves the pad of this name; a page that missed it later would turn its wheel for ever."""
    data = tmp_path_factory.mktemp("data")
    name = request.param
    settings = {"seen_hints": "cross lock penalty"} | SETTINGS.get(name, {})
    keep(data, games_of(name), **settings)
    running = Server(data, lan=name == "tables", TZ="UTC")
    yield running
    for page in tabs.all():
        page.goto("about:blank")
    running.kill()


@pytest.fixture
def show(server, tabs):
    """Leads the tab of a device to a screen of the pad."""

    def shown(route, device=""):
        words = {*device.split()}
        language = next(iter(words & {"de", "es"}), "en-GB")
        page = tabs(1 if "coarse" in words else 2, language)
        if not page.page.url.startswith(f"{server.url}/"):
            cookie = {"name": f"qwixx-pad-{server.port}", "value": "m" * 43, "url": server.url}
            page.page.context.add_cookies([cookie])
            page.open(f"{server.url}/settings").wait_for("set-rows")
        page.look(
            next(iter(words & {*SIZES}), "phone"),
            dark="dark" in words,
            contrast="contrast" in words,
            text=2 if "large" in words else 1,
        )
        return page.show(route)  # the pad hears of the device first: nothing moves under a tap

    return shown


@pytest.mark.parametrize(
    ("server", "name"),
    [(pad, name) for pad, names in PICTURES.items() for name in names],
    indirect=["server"],
    scope="module",
)
def test_screen_matches_its_picture(request, show, golden, name):
    pad = request.node.callspec.params["server"]
    route, device, *taps = PICTURES[pad][name]
    page = show(route, device)
    for tap in " ".join(taps).split():
        page.show(tap) if tap.startswith("/") else page.rest().tap(tap)
    golden(name, page)


@pytest.mark.parametrize("server", ["home"], indirect=True)
def test_rules_examples_match_their_pictures(show, golden):
    page = show("/rules").wait_sees("What you need")
    page.picture()  # at rest, else the wheel turns a page that is not there yet
    page.page.mouse.move(195, 400)
    page.page.mouse.wheel(0, 4800)
    golden("rules-pictures", page)


@pytest.mark.parametrize("server", ["shelf"], indirect=True)
def test_statistics_end_matches_its_picture(show, golden):
    page = scroll_to(show("/stats"), "stats-export")
    page.page.mouse.wheel(0, 2000)
    golden("statistics-below", page)


@pytest.mark.parametrize("server", ["shelf"], indirect=True)
def test_empty_history_matches_its_picture(show, golden):
    page = show("/games").write("search", "xy").wait_sees("No matching games.")
    page.page.mouse.click(195, 600)
    golden("games-none", page)


@pytest.mark.parametrize("server", ["shelf"], indirect=True)
def test_import_preview_matches_its_picture(show, golden):
    page = upload(show("/data"), "restore", "games.txt", FILE.encode())
    golden("data-preview", page.wait_name("preview", "2 new games"))


@pytest.mark.parametrize("server", ["tables"], indirect=True)
def test_lobby_matches_its_picture(show, golden):
    page = show(f"/table/{LOBBY}").wait_for("table-code")
    golden("lobby", page, without_address)


def without_address(page):
    """The port and so the picture of the code differ each time: only what is below it counts."""
    top = page.at("person-1").bounding_box()["y"] - 60
    size = page.page.viewport_size
    page.rest()
    clip = {"x": 0, "y": top, "width": size["width"], "height": size["height"] - top}
    return page.page.screenshot(clip=clip)


@pytest.mark.parametrize("server", ["tables"], indirect=True)
def test_first_visit_matches_its_picture(server, tab, golden):
    page = tab(scale=2).open(server.guest_url).wait_for("join")
    page.press(195, 800)  # away from its field, whose cursor would blink
    golden("join", page)


def test_golden_comparison_detects_a_changed_number():
    one = Image.new("RGB", (100, 100), "white")
    other = Image.new("RGB", (100, 100), "white")
    other.paste("black", (10, 10, 16, 16))
    assert share_of_other_pixels(one, other) > 0.002
    assert share_of_other_pixels(one, one.copy()) == 0


def test_no_picture_shows_the_screen_of_another():
    pixels = {file.name: Image.open(file).convert("RGB").tobytes() for file in GOLDEN.iterdir()}
    names = defaultdict(list)
    for name, shown in pixels.items():
        names[shown].append(name)
    assert [alike for alike in names.values() if len(alike) > 1] == []

"""Games that were played, as only a browser shows them: scrolled, dragged, saved and opened."""

import pytest

from tests.support.browser.chromium_pad import Server
from tests.support.browser.golden_pads import FIVE
from tests.support.browser.old_games import FOUR, download, listed, old_game, scroll_to
from tests.support.random_evenings import evenings
from tests.support.ui.pads_with_games import keep

ROUND = old_game("round", "classic/4", f"{FOUR} end", day=2)
NAMES = ("🦊 Mia", "דנה", "علي", "Łukasz Ελένη", "小明 👨\u200d👩\u200d👧")
OF_ALL_SCRIPTS = old_game("names", "classic/5", f"{FIVE} end", names=NAMES)


@pytest.fixture(scope="module")
def page(lasting_tab, tmp_path_factory):
    """A pad with two games of several, in a tab that may copy."""
    shelf = tmp_path_factory.mktemp("shelf")
    keep(shelf, [ROUND, OF_ALL_SCRIPTS])
    server = Server(shelf, TZ="UTC")
    tab = lasting_tab(scale=2)
    tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    yield tab.open(server.url)
    server.kill()


def test_review_follows_chart_and_keys(page):
    page.tap("history").tap("game-round").wait_sees("Ben • 56")
    page.tap("previous").wait_name("step", "Blue 4, sixth cross, Roll 14 of 17, Ben’s own roll")
    page.page.keyboard.press("ArrowLeft")
    page.wait_name("step", "Blue 6, fifth cross").wait_name("b4", "open")
    page.page.keyboard.press("ArrowUp")
    page.wait_name("step", "of 17").tap("first").tap("seat-4").wait_name("step", "Fresh sheets")
    page.wait_name("r4", "open")
    drag(page, "scrubber", 0.2, 0.8)
    page.wait_name("r4", "crossed")
    scroll_to(page, "lesson-1").tap("lesson-1").wait_name("step", "Red 4, first cross")


def drag(page, identifier, start, end):
    """Draw a thumb from one share of its line to another."""
    box = page.box(identifier)
    mouse = page.page.mouse
    y = box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] * start, y)
    mouse.down()
    mouse.move(box["x"] + box["width"] * end, y, steps=10)
    mouse.up()


def test_shared_picture_is_saved_and_the_line_copied(page, golden):
    page.show("/games").tap("more-round").tap("games/round/share")
    page.wait_for("share-picture").wait_sees("Anna, Ben, Cleo and Dan • 5 Jan 2020")
    name, picture = download(page, "share-picture")
    assert name == "qwixx-2020-01-05-anna-ben-cleo-dan.png"
    golden.hold("shared-picture", picture)
    page.wait_name("message", f"Saved as {name}")
    scroll_to(page, "copy-line").tap("copy-line").wait_name("message", "Copied.")
    assert page.page.evaluate("navigator.clipboard.readText()") == f"classic/4 {FOUR} end"


def test_names_of_all_scripts_are_shown_and_shared(page, golden):
    page.show("/game/names").wait_for("rematch")
    golden("names-of-all-scripts", page)
    page.show("/games/names/share").wait_for("share-picture").rest()
    golden.hold("shared-names", download(page, "share-picture")[1])
    assert not [text for text in page.errors if "Failed to load" in text]


def test_long_history_scrolls_and_searches(serve, tab, tmp_path):
    keep(tmp_path, evenings(400))
    page = tab().open(serve(tmp_path, TZ="UTC").url).tap("history")
    page.wait_name("games-found", "400 games").wait_for("game-1-000399")
    page.page.mouse.move(195, 500)
    for _ in range(12):
        page.rest().page.mouse.wheel(0, 2000)
    page.wait_until(lambda: any(game < "1-000200" for game in listed(page)), lambda: listed(page))
    page.write("search", "zoë").wait_name("games-found", "147 games")
    page.wait_until(
        lambda: listed(page) and all("Zoë" in page.name(f"game-{g}") for g in listed(page)[:3]),
        lambda: listed(page),
    )

"""Every screen of games that were played before, as it was accepted beside the design."""

import pytest
from evenings import evenings
from golden import compare
from pad import Server
from shelf import kept, scroll_to, shelve, upload
from test_golden_tables import FOUR

ANNAS = 41
"""Her sheets, before the evening of the design pictures."""
PEOPLE = '[["Anna", 0], ["Ben", 1], ["Cleo", 2], ["Dan", 3], ["Eva", 4], ["Fynn", 0], ["Zoë", 1]]'
FILE = f"classic r2 r3 y5 b12 - end\nclassic/2 1:r2 / 2:b12\nclassic/4 {FOUR} end\nclassic r13\n"
"""Two games that are new, one that is here already and one that makes no sense."""


def past():
    """The first games of some evenings, as far as Anna has played enough."""
    left = ANNAS
    for game in evenings(400):
        left -= "Anna" in game.head.names
        yield game
        if not left:
            return


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """One server for all: nothing here changes what is kept."""
    data = tmp_path_factory.mktemp("shelf")
    design = kept("round", "classic/4", ("Anna", "Ben", "Cleo", "Dan"), f"{FOUR} end", 30)
    shelve(data, *past(), design, name="Anna", people=PEOPLE)
    server = Server(data, TZ="UTC")
    yield server.url
    server.kill()


@pytest.fixture
def golden(request):
    """Compares what is seen while the mouse points at nothing."""
    accept = request.config.getoption("--accept-golden")

    def compared(name, page):
        page.page.mouse.move(0, 0)
        compare(name, page.picture(), accept=accept)

    return compared


def look_back(page):
    """From a list of games to the moment of the design's picture."""
    page.tap("game-round").tap("previous").tap("previous")
    return page.wait_name("step", "Green 8, fourth cross, Roll 12 of 17")


def test_the_past_looks_as_accepted(url, tab, golden):
    page = tab(scale=2).open(f"{url}/games").wait_for("game-round")
    golden("games-light", page)
    golden("review-phone-light", look_back(page))
    page.tap("menu").tap("correct").wait_for("done-correcting")
    golden("correcting", page)
    page.tap("share").wait_for("share-picture")
    golden("share", page)


def test_the_past_looks_as_accepted_in_the_dark(url, tab, golden):
    page = tab(dark=True, scale=2).open(f"{url}/games").wait_for("game-round")
    golden("games-dark", page)
    golden("review-phone-dark", look_back(page))
    page.tap("back").tap("statistics").wait_for("stats-average")
    golden("statistics-phone-dark", page)


def test_a_list_without_a_game_looks_as_accepted(url, tab, golden):
    page = tab(scale=2).open(f"{url}/games").wait_for("game-round")
    page.write("search", "xy").wait_sees("No game fits.")
    page.page.mouse.click(195, 600)
    golden("games-none", page)


def test_the_past_looks_as_accepted_on_wide_screens(url, tab, golden):
    page = tab("tablet").open(f"{url}/games").wait_for("game-round")
    golden("review-tablet-light", look_back(page))
    page.page.set_viewport_size({"width": 844, "height": 390})
    golden("review-landscape-light", page)
    page.page.set_viewport_size({"width": 1180, "height": 820})
    page.tap("back").tap("statistics").wait_for("stats-average")
    golden("statistics-tablet-light", page)


def test_the_statistics_look_as_accepted(url, tab, golden):
    page = tab(scale=2).open(f"{url}/stats").wait_for("stats-average")
    golden("statistics-phone-light", page)
    scroll_to(page, "stats-export")
    page.page.mouse.wheel(0, 2000)
    golden("statistics-below", page)


def test_what_a_file_would_add_looks_as_accepted(url, tab, golden):
    page = tab(scale=2).open(f"{url}/data").wait_for("restore")
    golden("data", page)
    upload(page, "restore", "games.txt", FILE.encode()).wait_name("preview", "2 new games")
    golden("data-preview", page)

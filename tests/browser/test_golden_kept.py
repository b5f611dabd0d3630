"""Every screen of games that were played before, as it was accepted beside the design."""

import pytest
from evenings import evenings
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


@pytest.fixture(scope="module")
def shelf(url, lasting_tab):
    """A phone that has the list of games before it, opened once for all."""
    return lasting_tab(scale=2).open(f"{url}/games").wait_for("game-round")


def look_back(page):
    """From a list of games to the moment of the design's picture."""
    page.tap("game-round").tap("previous").tap("previous")
    return page.wait_name("step", "Green 8, fourth cross, Roll 12 of 17")


def test_the_past_looks_as_accepted(shelf, golden):
    golden("games-light", shelf)
    golden("review-phone-light", look_back(shelf))
    shelf.tap("menu").tap("correct").wait_for("done-correcting")
    golden("correcting", shelf)
    shelf.tap("done-correcting").wait_gone("done-correcting").tap("share").wait_for("share-picture")
    golden("share", shelf)


def test_the_past_looks_as_accepted_in_the_dark(shelf, golden):
    shelf.look(dark=True).show("/").wait_for("new-game").tap("history").wait_for("game-round")
    golden("games-dark", shelf)
    golden("review-phone-dark", look_back(shelf))


def test_a_list_without_a_game_looks_as_accepted(shelf, golden):
    shelf.look().show("/").wait_for("new-game").tap("history").wait_for("game-round")
    shelf.write("search", "xy").wait_sees("No game fits.")
    shelf.page.mouse.click(195, 600)
    golden("games-none", shelf)


def test_the_statistics_look_as_accepted(shelf, golden):
    shelf.look(dark=True).show("/stats").wait_for("stats-average")
    golden("statistics-phone-dark", shelf)
    golden("statistics-phone-light", shelf.look())
    scroll_to(shelf, "stats-export")
    shelf.page.mouse.wheel(0, 2000)
    golden("statistics-below", shelf)


def test_what_a_file_would_add_looks_as_accepted(shelf, golden):
    shelf.look().show("/data").wait_for("restore")
    golden("data", shelf)
    upload(shelf, "restore", "games.txt", FILE.encode()).wait_name("preview", "2 new games")
    golden("data-preview", shelf)


def test_the_past_looks_as_accepted_on_wide_screens(url, tab, golden):
    page = tab("tablet").open(f"{url}/games").wait_for("game-round")
    golden("review-tablet-light", look_back(page))
    golden("review-landscape-light", page.look("landscape"))
    page.look("tablet").tap("back").tap("statistics").wait_for("stats-average")
    golden("statistics-tablet-light", page)

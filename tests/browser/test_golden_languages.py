"""The tightest screens in every language, for large letters, in the black theme, with contrast."""

from datetime import UTC, datetime, timedelta

import pytest
from pad import Server
from test_golden import OPEN
from test_golden_tables import FOUR, NAMES

from qwixx_pad.i18n import languages
from qwixx_pad.storage import GameHead, SavedEntry, open_storage

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
GAMES = {
    "play": ("classic", OPEN),
    "table": ("classic/4", FOUR),
    "over": ("classic/4", f"{FOUR} end"),
}
WAITS_FOR = {"play": "total", "table": "end-turn", "over": "rematch"}
"""What each has and the one before it has not: else the picture is of that."""
OTHERS = [language for language in languages() if language != "en"]


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """A pad with a sheet, a table and a game that is over."""
    data = tmp_path_factory.mktemp("data")
    storage, _ = open_storage(data, now=NOON)
    for name, (setup, line) in GAMES.items():
        seats = int(setup.partition("/")[2] or 1)
        storage.start(GameHead(name, setup, NAMES[:seats], NOON))
        for index, token in enumerate(line.split()):
            at = datetime.now(UTC) - timedelta(seconds=60 - index / 10)
            storage.append(name, index, SavedEntry(token, at))
    storage.put_setting("hints", "cross lock misthrow")
    storage.close()
    server = Server(data)
    yield server.url
    server.kill()


@pytest.fixture(scope="module")
def english(url, lasting_tab):
    """One page for all that is not about a language."""
    return lasting_tab("small", scale=2, locale="en-GB").open(url).wait_for("new-game")


@pytest.mark.parametrize("language", OTHERS)
def test_play_table_and_game_over_look_as_accepted_in_every_language(url, tab, golden, language):
    page = tab("small", scale=2, locale=language).open(url).wait_for("new-game")
    for name, awaited in WAITS_FOR.items():
        page.show(f"/game/{name}").wait_for(awaited)
        golden(f"language-{language}-{name}", page)


@pytest.mark.parametrize("name", WAITS_FOR)
def test_letters_of_twice_the_size_look_as_accepted(english, golden, name):
    english.look("small", text=2).show(f"/game/{name}").wait_for(WAITS_FOR[name])
    golden(f"large-{name}", english)


def test_home_in_letters_of_twice_the_size_looks_as_accepted(english, golden):
    english.look("small", text=2).show("/").wait_for("new-game")
    golden("large-home", english)


def test_high_contrast_looks_as_accepted(english, golden):
    english.look("phone", contrast=True).show("/game/play").wait_for("total")
    golden("contrast-light", english)
    golden("contrast-dark", english.look("phone", contrast=True, dark=True))


def test_the_black_theme_looks_as_accepted(english, golden):
    english.look("phone").show("/settings").tap("set-black")
    english.show("/game/play").wait_for("total")
    golden("play-black", english)
    english.show("/").wait_for("continue-game")
    golden("home-black", english)

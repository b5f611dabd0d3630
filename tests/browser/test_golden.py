"""Every screen in every space and theme, as it was accepted beside the design."""

from datetime import UTC, datetime, timedelta

import pytest
from golden import compare, share_of_other_pixels
from pad import Server
from PIL import Image

from qwixx_pad.store import GameHead, SavedEntry, open_store

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
OPEN = "r2 r3 r5 r6 r8 y5 y6 y9 g12 g10 g9 g8 g6 b11 b9 b8 - b# g5"
WON = "r3 r4 r6 r7 r9 r11 r12 y2 y4 y5 y8 g12 g10 g9 b10 b8 b7 b5 b4 b3 b2"
OVER = "r2 r5 r6 r9 y3 y5 y6 y8 y9 y10 g11 g9 g8 b12 b11 b9 b8 b6 - - end"
"""The sheet of the design pictures, one with two own locks, and one that was finished by hand."""


@pytest.fixture
def games(tmp_path):
    """A server that has known games, so that the pen writes the same crosses each time."""
    running = []

    def served(*lines, **settings):
        store, _ = open_store(tmp_path / "data", now=NOON)
        for number, line in enumerate(lines):
            head = GameHead(f"golden{number}", "classic", ("Anna",), NOON)
            store.start(head)
            for index, token in enumerate(line.split()):
                at = datetime.now(UTC) - timedelta(days=number, seconds=30 - index / 10)
                store.append(head.id, index, SavedEntry(token, at))
        for key, value in settings.items():
            store.put_setting(key, value)
        store.close()
        running.append(Server(tmp_path / "data"))
        return running[-1].url

    yield served
    for server in running:
        server.kill()


@pytest.fixture
def golden(request):
    accept = request.config.getoption("--accept-golden")
    return lambda name, picture: compare(name, picture, accept=accept)


PLAY = [
    ("phone", False, "rows"),
    ("phone", True, "rows"),
    ("small", False, "rows"),
    ("landscape", False, "rows"),
    ("landscape", True, "rows"),
    ("tablet", False, "rows"),
    ("phone", False, "columns"),
    ("small", False, "columns"),
    ("small", True, "columns"),
]


@pytest.mark.parametrize(("size", "dark", "direction"), PLAY)
def test_the_pad_looks_as_accepted(games, tab, golden, size, dark, direction):
    url = games(OPEN, direction=direction)
    page = tab(size, dark=dark, scale=2).open(f"{url}/game/golden0").wait_for("total")
    shade = "dark" if dark else "light"
    shown = "play" if direction == "rows" else "columns"
    golden(f"{shown}-{size}-{shade}", page.picture())


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_home_looks_as_accepted(games, tab, golden, dark):
    url = games(OPEN, WON, OVER)
    page = tab(dark=dark, scale=2).open(url).wait_for("continue-game")
    page.page.wait_for_timeout(1500)
    golden(f"home-{'dark' if dark else 'light'}", page.picture())


def test_the_first_run_looks_as_accepted(games, tab, golden):
    page = tab(scale=2).open(games()).wait_for("new-game")
    golden("first-run", page.picture())


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_question_about_a_lock_looks_as_accepted(games, tab, golden, dark):
    url = games(OPEN)
    page = tab(dark=dark, scale=2).open(f"{url}/game/golden0").tap("r-lock").wait_for("r#")
    golden(f"question-{'dark' if dark else 'light'}", page.picture())


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_result_looks_as_accepted(games, tab, golden, dark):
    url = games(WON)
    page = tab(dark=dark, scale=2).open(f"{url}/game/golden0").wait_for("review")
    golden(f"result-{'dark' if dark else 'light'}", page.picture())


def test_an_own_lock_looks_as_accepted(games, tab, golden):
    url = games(WON.removesuffix(" b2"))
    page = tab(scale=2).open(f"{url}/game/golden0").wait_for("g8")
    golden("own-locks", page.picture())


def test_the_last_chance_looks_as_accepted(games, tab, golden):
    url = games(f"{OPEN} y#")
    page = tab(scale=2).open(f"{url}/game/golden0").wait_for("finish")
    golden("last-chance", page.picture())


def test_the_settings_look_as_accepted(games, tab, golden):
    page = tab(scale=2).open(f"{games()}/settings").wait_for("set-columns")
    golden("settings", page.picture())


def test_a_picture_with_another_number_is_not_the_same_picture():
    one, other = Image.new("RGB", (100, 100), "white"), Image.new("RGB", (100, 100), "white")
    other.paste("black", (10, 10, 16, 16))
    assert share_of_other_pixels(one, other) > 0.002
    assert share_of_other_pixels(one, one.copy()) == 0

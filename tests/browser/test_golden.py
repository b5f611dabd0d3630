"""Every screen in every space and theme, as it was accepted beside the design."""

from datetime import UTC, datetime, timedelta

import pytest
from golden import share_of_other_pixels
from own_layouts import MIRROR, kept_as
from pad import Server
from PIL import Image

from qwixx_pad.storage import GameHead, SavedEntry, open_storage

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
OPEN = "r2 r3 r5 r6 r8 y5 y6 y9 g12 g10 g9 g8 g6 b11 b9 b8 - b# g5"
WON = "r3 r4 r6 r7 r9 r11 r12 y2 y4 y5 y8 g12 g10 g9 b10 b8 b7 b5 b4 b3 b2"
OVER = "r2 r5 r6 r9 y3 y5 y6 y8 y9 y10 g11 g9 g8 b12 b11 b9 b8 b6 - - end"
"""The sheet of the design pictures, one with two own locks, and one that was finished by hand."""


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Serves known games, so that the pen writes the same crosses each time."""
    running = []

    def served(*lines, sheet="classic", **settings):
        data = tmp_path_factory.mktemp("data")
        storage, _ = open_storage(data, now=NOON)
        for number, line in enumerate(lines):
            head = GameHead(f"golden{number}", sheet, ("Anna",), NOON)
            storage.start(head)
            # The open one is always an hour old, however long the pictures before it take.
            ago = timedelta(days=number) if number else timedelta(minutes=90)
            for index, token in enumerate(line.split()):
                at = datetime.now(UTC) - ago - timedelta(seconds=30 - index / 10)
                storage.append(head.id, index, SavedEntry(token, at))
        for key, value in ({"hints": "cross lock misthrow"} | settings).items():
            storage.put_setting(key, value)
        storage.close()
        running.append(Server(data))
        return running[-1].url

    yield served
    for server in running:
        server.kill()


@pytest.fixture(scope="module")
def pad(games, lasting_tab):
    """A pad with three games, opened once: nothing here changes what is kept."""
    return lasting_tab(scale=2).open(games(OPEN, WON, OVER))


SHADES = {False: "light", True: "dark"}
PLAY = [
    ("phone", False),
    ("phone", True),
    ("small", False),
    ("landscape", False),
    ("landscape", True),
    ("tablet", False),
]


def test_the_pad_looks_as_accepted(pad, golden):
    pad.show("/game/golden0").wait_for("total")
    for size, dark in PLAY:
        golden(f"play-{size}-{SHADES[dark]}", pad.look(size, dark=dark))


def test_the_columns_look_as_accepted(games, tab, golden):
    page = tab(scale=2).open(f"{games(OPEN, direction='columns')}/game/golden0").wait_for("total")
    golden("columns-phone-light", page)
    golden("columns-small-light", page.look("small"))
    golden("columns-small-dark", page.look("small", dark=True))


def test_home_looks_as_accepted(pad, golden):
    pad.look().show("/").wait_for("continue-game")
    golden("home-light", pad)
    golden("home-dark", pad.look(dark=True))


def test_the_gallery_looks_as_accepted(pad, golden):
    pad.look().show("/sheets").wait_for("sheet-classic")
    golden("gallery-phone-light", pad)
    golden("gallery-small-dark", pad.look("small", dark=True))
    golden("gallery-tablet-light", pad.look("tablet"))


def test_the_question_about_a_lock_looks_as_accepted(pad, golden):
    pad.look().show("/game/golden0").tap("r-lock").wait_for("r#")
    golden("question-light", pad)
    golden("question-dark", pad.look(dark=True))


def test_the_first_run_and_the_settings_look_as_accepted(games, tab, golden):
    page = tab(scale=2).open(games(**kept_as(MIRROR))).wait_for("new-game")
    golden("first-run", page)
    page.show("/settings").wait_for("set-columns")
    golden("settings", page)
    page.show("/settings/own-sheets").wait_for("own-sheet-1")
    golden("own-sheets", page)


def test_the_result_looks_as_accepted(games, tab, golden):
    page = tab(scale=2).open(f"{games(WON)}/game/golden0").wait_for("review")
    golden("result-light", page)
    golden("result-dark", page.look(dark=True))


def test_an_own_lock_looks_as_accepted(games, tab, golden):
    url = games(WON.removesuffix(" b2"))
    golden("own-locks", tab(scale=2).open(f"{url}/game/golden0").wait_for("g8"))


def test_the_last_chance_looks_as_accepted(games, tab, golden):
    url = games(f"{OPEN} y#")
    golden("last-chance", tab(scale=2).open(f"{url}/game/golden0").wait_for("finish"))


def test_the_rules_look_as_accepted(pad, golden):
    pad.look().show("/rules/classic").wait_sees("What you need")
    golden("rules-phone-light", pad)
    golden("rules-landscape-light", pad.look("landscape"))
    pad.look("small", dark=True).show("/rules/on_board").wait_sees("The game board")
    golden("rules-small-dark", pad)
    golden("rules-tablet-light", pad.look("tablet"))


def test_the_pictures_in_the_rules_look_as_accepted(pad, golden):
    pad.look().show("/rules").wait_sees("What you need")
    pad.picture()  # at rest, else the wheel turns a page that is not there yet
    pad.page.mouse.move(195, 400)
    pad.page.mouse.wheel(0, 4800)
    golden("rules-pictures", pad)


def test_the_hint_of_a_first_game_looks_as_accepted(games, tab, golden):
    page = tab(scale=2).open(f"{games('', hints='')}/game/golden0").wait_for("hint")
    golden("hint-phone-light", page)
    golden("hint-landscape-light", page.look("landscape"))
    golden("hint-small-dark", page.look("small", dark=True))


def test_a_picture_with_another_number_is_not_the_same_picture():
    one, other = Image.new("RGB", (100, 100), "white"), Image.new("RGB", (100, 100), "white")
    other.paste("black", (10, 10, 16, 16))
    assert share_of_other_pixels(one, other) > 0.002
    assert share_of_other_pixels(one, one.copy()) == 0

"""Every screen of a table, as it was accepted beside the design."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from pad import Server

from qwixx_pad.service.device_identity import fingerprint
from qwixx_pad.storage import GameHead, SavedEntry, open_storage
from qwixx_pad.tables.seating import Answers, Chair, Seating

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva")
MINE, OTHER = "m" * 43, "o" * 43
"""Secrets of two devices."""
FOUR = (
    "1:r2 2:r2 3:r3 4:r4 / 2:y3 1:r3 3:y2 4:y3 / 3:g12 1:r5 2:r4 4:y4 / 4:- 1:r6 2:r5 3:r4 / "
    "1:r8 2:r7 3:r6 / 2:y5 1:y5 3:r7 4:g11 / 3:y4 1:y6 2:y6 4:g10 / 4:- 1:y9 2:y8 3:g10 / "
    "1:g12 2:b12 3:r9 / 2:b11 1:g10 3:y5 4:r6 / 3:g9 1:g9 2:b9 4:y7 / 4:b12 1:g8 2:b7 3:r11 / "
    "1:g6 2:b6 / 2:b4 3:g6 4:b9 / 3:y8 4:g8 / 4:g7 2:b2 / 1:g5"
)
TWO = (
    "1:r2 2:r2 / 2:y3 1:r3 / 1:r5 2:r4 / 2:r5 1:r6 / 1:r8 2:r7 / 2:y5 1:y5 / 1:y6 2:y6 / "
    "2:y8 1:y9 / 1:g12 2:b12 / 2:b11 1:g10 / 1:g9 2:b9 / 2:b7 1:g8 / 1:g6 2:b6 / 2:b4 / 1:g5 2:b2"
)
FIVE = "1:r2 2:r2 3:r3 / 2:y3 1:r3 3:y2 / 3:g12 5:b12 / 4:- / 5:g12 5:g11 1:y5"
LOCKED = FOUR.replace("1:g5", "1:y10 / 2:y9 / 3:g5 / 4:g6 / 1:r12")
BOARD = "1:r2 2:r2 3:r3 / 2:y3 1:r3 3:y2 / 3:g12 / 4:g12 4:@5 / 1:@7 1:r5 / 2:@! 2:b12"


@pytest.fixture
def served(tmp_path):
    """Serves one game, at a shared table if a seating is given."""
    running = []

    def serve(setup, line, seating=None, **settings):
        storage, _ = open_storage(tmp_path / "data", now=NOON)
        seats = int(setup.partition("/")[2][:1])
        storage.start(GameHead("golden", setup, NAMES[:seats], NOON))
        for index, token in enumerate(line.split()):
            at = datetime.now(UTC) - timedelta(seconds=30 - index / 10)
            storage.append("golden", index, SavedEntry(token, at))
        if seating is not None:
            storage.put_setting(f"table/{seating.code}", seating.text)
        for key, value in ({"hints": "cross lock misthrow"} | settings).items():
            storage.put_setting(key, value)
        storage.close()
        running.append(Server(tmp_path / "data", lan=seating is not None))
        return running[-1]

    yield serve
    for server in running:
        server.kill()


def shared(seats, mine, **changes):
    """A table at which this device plays some seats and another device the rest."""
    chairs = tuple(
        Chair(name, color, fingerprint(MINE if color + 1 in mine else OTHER))
        for color, name in enumerate(NAMES[:seats])
    )
    seating = Seating("K7PQ", fingerprint(MINE), "classic", chairs, game="golden")
    return replace(seating, **changes)


def as_me(page, server):
    """The page of the device whose secret is known."""
    name = f"qwixx-pad-{server.port}"
    page.page.context.add_cookies([{"name": name, "value": MINE, "url": server.url}])
    return page


def on_a_tablet(server, tab):
    return tab("tablet").open(f"{server.url}/game/golden").wait_for("s2-total")


def test_four_on_one_device_look_as_accepted(served, tab, golden):
    server = served("classic/4", FOUR)
    page = tab(scale=2).open(f"{server.url}/game/golden").wait_for("total")
    golden("table-rows-phone-light", page)
    golden("table-rows-phone-dark", page.look(dark=True))
    golden("table-rows-landscape-light", page.look("landscape"))
    golden("tablet-four", on_a_tablet(server, tab))


def test_four_in_columns_look_as_accepted(served, tab, golden):
    server = served("classic/4", FOUR, direction="columns")
    page = tab(scale=2).open(f"{server.url}/game/golden").wait_for("total")
    golden("table-columns-phone-light", page)


def test_five_on_one_device_look_as_accepted(served, tab, golden):
    server = served("classic/5", FIVE)
    page = tab("small", scale=2).open(f"{server.url}/game/golden").wait_for("total")
    golden("table-five-small", page)
    golden("tablet-five", on_a_tablet(server, tab))


def test_two_face_to_face_look_as_accepted(served, tab, golden):
    golden("tablet-two", on_a_tablet(served("classic/2", TWO), tab))


def test_the_pawn_and_the_last_round_look_as_accepted(served, tab, golden):
    server = served("on_board/4", BOARD)
    page = tab(scale=2).open(f"{server.url}/game/golden").wait_for("total")
    golden("board-play", page)
    page.tap("board").wait_for("@7")
    golden("board-question", page)
    golden("tablet-board", on_a_tablet(server, tab))


def test_the_end_of_a_table_looks_as_accepted(served, tab, golden):
    server = served("classic/4", f"{FOUR} end")
    page = tab(scale=2).open(f"{server.url}/game/golden").wait_for("rematch")
    golden("table-result-light", page)
    golden("table-result-dark", page.look(dark=True))


def test_the_offer_to_lock_too_looks_as_accepted(served, tab, golden):
    answers = Answers(roll=1 + LOCKED.count("/"), white=frozenset("r"))
    server = served("classic/4", LOCKED, shared(4, (3,), answers=answers))
    page = as_me(tab(scale=2), server).open(f"{server.url}/table/K7PQ").wait_for("no-r")
    golden("lock-too-light", page)
    golden("lock-too-dark", page.look(dark=True))


def test_the_rollers_question_and_the_waiting_look_as_accepted(served, tab, golden):
    server = served("classic/4", LOCKED, shared(4, (1,)))
    page = as_me(tab(scale=2), server).open(f"{server.url}/table/K7PQ").wait_for("white-r")
    golden("which-dice", page)
    page.tap("white-r").wait_for("close-now")
    golden("waiting", page)


def test_the_lobby_and_the_setup_look_as_accepted(served, tab, golden):
    chairs = tuple(
        Chair(name, n, fingerprint(MINE) if n < 1 else None) for n, name in enumerate(NAMES[:3])
    )
    seating = Seating("K7PQ", fingerprint(MINE), "classic", chairs)
    server = served("classic/2", "1:r2", seating, people='[["Anna", 0], ["Ben", 1], ["Cleo", 2]]')
    page = as_me(tab(scale=2), server).open(f"{server.url}/table/K7PQ").wait_for("table-code")
    page.page.locator("flt-semantics").first.wait_for(state="attached")
    golden("lobby", page, without_address)
    page.show("/new").wait_for("start-game")
    golden("new-table", page)


def without_address(page):
    """The port and so the picture of the code differ each time: only what is below it counts."""
    top = page.at("person-1").bounding_box()["y"] - 60
    size = page.page.viewport_size
    page.rest()
    clip = {"x": 0, "y": top, "width": size["width"], "height": size["height"] - top}
    return page.page.screenshot(clip=clip)


def test_a_visitors_first_screen_looks_as_accepted(served, tab, golden):
    server = served("classic/2", "1:r2", shared(2, (1,)))
    page = tab(scale=2).open(server.guest_url).wait_for("join")
    golden("join", page)

"""Several players on one device, in real sessions: seats, rolls, and who may do what."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from qwixx_pad.games.session import Failure
from qwixx_pad.ui.flet_support.times import Times
from tests.support.ui.pads_with_games import pad_where
from tests.support.ui.session_client import CLOCK, Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    add_players,
    chip,
    people,
    roller,
    set_up,
    winners,
    write,
)

TABLET = {"width": 1180, "height": 820}


@asynccontextmanager
async def setup_of(pad, *names, **page):
    async with Client(pad.show_caller, **page) as tab:
        await set_up(tab, *names)
        yield tab


def times_named(tab, name):
    return sum(name in text for text in tab.texts())


async def test_unfinished_setup_survives_going_back(pad):
    async with setup_of(pad, "Anna", "Ben", "Cleo") as tab:
        await tab.taps("remove-2 back one-device")
        assert people(tab) == ["Anna", "Cleo"]
        await tab.taps("start-game menu home one-device")
        assert people(tab) == ["Anna", "Cleo"]


async def test_player_name_can_be_edited_in_the_list(pad):
    async with setup_of(pad, "Anna", "Ben") as tab:
        await tab.tap("person-2")
        await write(tab, "new-name", " Benno ")
        await tab.tap("rename")
        assert people(tab) == ["Anna", "Benno"]
        await tab.tap("person-1")
        await write(tab, "new-name", "benno")
        await tab.tap("rename")
        assert people(tab) == ["Anna", "Benno"]
        assert times_named(tab, "Benno") == 2, "it is said that Benno plays already"


async def test_player_names_ignore_case(pad):
    async with setup_of(pad, "Anna", "Ben") as tab:
        await tab.taps("start-game menu home one-device remove-1")
        await add_players(tab, "anna")
        assert people(tab) == ["Ben", "Anna"], "as she was called before"
        await add_players(tab, "BEN")
        assert people(tab) == ["Ben", "Anna"]
        assert times_named(tab, "Ben") == 2


async def test_disabled_start_button_explains_itself(pad):
    async with setup_of(pad, "Anna") as tab:
        waits = WORDS.failure_text(Failure.TOO_FEW)
        assert waits in tab.texts()
        assert tab.name("start-game").endswith(waits)
        await tab.tap("start-game")
        assert tab.page.route == "/new"
        await add_players(tab, "Ben")
        assert tab.numbers("start-game") == [2]


async def test_same_group_plays_again_with_the_next_starter(tmp_path):
    line = "chain_a,chain_c,chain_b/3+finish-turn 1:r5 / end"
    with pad_where(tmp_path, line, "Anna", "Ben", "Cleo") as pad:
        async with Client(pad.show_caller) as tab:
            assert tab.name("same-group").endswith(": Anna, Ben, Cleo")
            await tab.tap("same-group")
            [_, again] = [*pad._services.library.iter_saved()]
            assert again.head.setup == "chain_c,chain_b,chain_a/3+finish-turn"
            assert again.head.names == ("Ben", "Cleo", "Anna")
            await tab.taps("menu home same-group")
            assert (roller(tab), chip(tab, 1).name) == (1, "Ben"), "nobody has rolled yet"


async def test_imported_players_are_offered(tmp_path):
    line = "classic/2 1:r5 / end"
    with pad_where(tmp_path, line, "Xaver", "Yves", people='[["Anna", 0]]') as pad:
        async with Client(pad.show_caller, route="/new") as tab:
            assert people(tab) == ["Yves", "Xaver"]
            await tab.tap("remove-1")
            assert tab.has("add-Anna")
            await tab.tap("add-Yves")
            assert people(tab) == ["Xaver", "Yves"]


async def test_on_board_allows_four_seats(pad):
    async with setup_of(pad, "A", "B", "C", "D", "E") as tab:
        assert not tab.has("player-name")
        assert tab.has("message"), "six are too many, and the screen says so"
        await tab.taps("sheets sheet-on_board")
        assert tab.page.route == "/new/sheets"
        await tab.taps("back remove-5 sheets sheet-on_board")
        assert tab.name("sheets").startswith(WORDS.layout_title("on_board"))


async def test_tablet_shows_all_sheets_and_taps_name_the_seat(pad):
    async with setup_of(pad, "Anna", "Ben", "Cleo", **TABLET) as tab:
        await tab.tap("start-game")
        await tab.taps("s1-r5 s2-r5 s3-b10 s1-r9")
        assert [chip.total for chip in tab.view.chips] == [3, 1, 1]
        await tab.tap("undo")
        assert tab.numbers("s1-total") == [1]
        await tab.tap("end-turn")
        assert roller(tab) == 2


async def test_two_players_on_a_tablet_face_each_other(pad):
    async with setup_of(pad, "Anna", "Ben", **TABLET) as tab:
        await tab.tap("start-game")

        def turned():
            cards = tab.find(lambda c: str(getattr(c, "key", "")).startswith("card"))
            return [bool(card.rotate) for card in cards]

        assert turned() == [False, True]
        await tab.tap("s2-turn")
        assert turned() == [False, False]


async def test_pawn_of_the_roller_adds_points_and_last_round(pad):
    async with setup_of(pad, "Anna", "Ben") as tab:
        await tab.taps("sheets sheet-on_board start-game r2 r3 r4 board @7")
        assert tab.numbers("total") == [13]
        await tab.taps("board @! end-turn")
        assert tab.view.title.banner, "this is the last roll"
        await tab.taps("b12 end-turn")
        assert winners(tab) == [1]
        assert tab.numbers("place-1")[-1] - tab.numbers("place-2")[-1] == 12


@pytest.mark.parametrize("times", [Times(too_soon=0.3, clock=CLOCK)])
@pytest.mark.parametrize("size", [TABLET, {}])
async def test_end_turn_button_is_grey_while_inactive(pad, size):
    async with setup_of(pad, "Anna", "Ben", **size) as tab:
        await tab.tap("start-game")
        assert not tab.one("end-turn").disabled
        await tab.taps("s1-r2 end-turn" if size else "r2 end-turn")
        assert tab.one("end-turn").disabled
        await tab.tap("end-turn", after=0.2)
        CLOCK.wait(0.2)
        await asyncio.sleep(0.3)
        await tab.settle()
        assert not tab.one("end-turn").disabled
        await tab.tap("end-turn")
        assert roller(tab) == 1

"""A name that is typed and not yet added is meant: what starts a game takes it along."""

import flet as ft
import pytest

from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.online.remote_table import RemoteTable
from qwixx_pad.multiplayer.requests import Add
from qwixx_pad.ui.lobby.lobby_parts import start_text
from tests.support.ui.online_phones import CODE, phone
from tests.support.ui.session_client import Client, until
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    BEN,
    CLEO,
    HOST,
    device,
    open_table,
    people,
    rest,
    set_up,
    share,
    write,
)

FULL = WORDS.failure_text(Failure.TABLE_FULL)


def names(tab):
    """Who plays the game on the screen."""
    return {chip.name for chip in tab.view.chips}


async def test_start_counts_and_takes_the_typed_name(tab):
    await set_up(tab, "Anna")
    await write(tab, "player-name", " Zoe ")
    assert tab.numbers("start-game") == [2]
    await tab.tap("start-game")
    assert names(tab) == {"Anna", "Zoe"}


async def test_start_count_follows_what_is_typed(tab):
    await set_up(tab, "Anna", "Ben")
    counts = []
    for typed in ("Ann", "Anna", "Annab", "", "  "):
        await write(tab, "player-name", typed)
        counts += tab.numbers("start-game")
    assert counts == [3, 2, 3, 2, 2]


@pytest.mark.parametrize("starts", ["start-game", "own-phones"])
async def test_taken_typed_name_is_said_and_nothing_starts(tab, starts):
    await set_up(tab, "Anna", "Ben")
    await write(tab, "player-name", "anna")
    await tab.tap(starts)
    assert tab.page.route == "/new"
    assert people(tab) == ["Anna", "Ben"]
    assert tab.field("player-name").value == "anna"
    assert sum("Anna" in text for text in tab.texts()) == 2, "it is said that Anna plays already"


async def test_typed_name_without_a_seat_stays_visible(tab):
    await set_up(tab, "Anna", "Ben", "Cleo", "Dan")
    await write(tab, "player-name", "Zoe")
    await tab.taps("sheets sheet-on_board start-game")
    assert tab.page.route == "/new"
    assert FULL in tab.texts()
    await write(tab, "player-name", "")
    await tab.tap("start-game")
    assert len(names(tab)) == 4


async def test_everyones_phones_take_the_typed_name(tab):
    await set_up(tab, "Anna", "Ben")
    await write(tab, "player-name", "Zoe")
    await tab.tap("own-phones")
    assert people(tab) == ["Anna", "Ben", "Zoe"]


async def test_paper_sheets_take_the_typed_name(pad):
    async with Client(pad.show_caller, route="/paper") as tab:
        await write(tab, "player-name", "Anna")
        await tab.tap("copy-sheets")
        assert "/game/" in tab.page.route
        assert "Anna" in tab.view.title.title


async def test_host_starts_with_the_typed_name(pad):
    async with device(pad, HOST) as anna:
        await open_table(anna, "Anna", "Ben")
        await write(anna, "player-name", "Zoe")
        assert anna.name("start-game") == start_text(3, ["Ben"], WORDS)
        await anna.tap("start-game")
        assert names(anna) == {"Anna", "Ben", "Zoe"}


async def test_host_with_a_taken_typed_name_is_asked(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await share(ben, "sit-2", anna)
            await write(anna, "player-name", "ben")
            assert anna.numbers("start-game") == [2]
            await anna.tap("start-game")
            assert anna.has("other-name-2")
            assert not anna.has("end-turn")


async def test_host_takes_the_waiting_seat_of_the_typed_name(pad):
    async with device(pad, HOST) as anna:
        await open_table(anna, "Anna", "Ben")
        await write(anna, "player-name", "ben")
        await anna.tap("start-game")
        assert names(anna) == {"Anna", "Ben"}
        await anna.tap("seat-2")
        assert anna.has("r5")


async def test_typed_name_at_a_full_table_is_said(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben", "Cleo", "Dan")
        await write(anna, "player-name", "Zoe")
        async with device(pad, CLEO, f"/join/{code}") as eva:
            await write(eva, "player-name", "Eva")
            await share(eva, "sit-down", anna)
            assert anna.field("player-name").value == "Zoe"
            await anna.tap("start-game")
            assert FULL in anna.texts()
            await write(anna, "player-name", "")
            await anna.tap("start-game")
            assert len(names(anna)) == 5


async def test_online_host_starts_once_the_typed_name_is_in(air, tmp_path):
    async with phone(air, tmp_path, "Anna") as anna:
        await share(anna, "own-phones")
        await write(anna, "player-name", "Zoe")
        assert anna.numbers("start-game") == [2]
        await anna.tap("start-game")
        await until(anna, lambda: anna.has("end-turn"))
        assert names(anna) == {"Anna", "Zoe"}


async def test_online_table_does_not_start_without_the_typed_name(air, tmp_path):
    async with phone(air, tmp_path, "Anna") as anna:
        await share(anna, "own-phones")
        async with phone(air, tmp_path, "Ben", f"/join/{CODE}") as ben:
            await rest(ben)
            await write(ben, "player-name", "Ben")
            await share(ben, "sit-down", anna)
            await write(anna, "player-name", "Zoe")
            shown = (c.args for c in ben.walk() if isinstance(c, ft.Component))
            table = next(x for args in shown for x in args if isinstance(x, RemoteTable))
            table.post_request(Add("zoe"))
            await anna.tap("start-game")
            await rest(anna, ben)
            assert not anna.has("end-turn")
            assert WORDS.failure_text(Failure.NAME_TAKEN) in anna.texts()
            assert anna.field("player-name").value == "Zoe"


async def test_guest_sits_down_by_the_button_below_the_typed_name(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, CLEO, f"/join/{code}") as cleo:
            await cleo.tap("sit-down")
            assert cleo.wire.focused == cleo.field("player-name")._i, "who is it?"
            assert people(anna) == ["Anna", "Ben"]
            await write(cleo, "player-name", "Cleo")
            await share(cleo, "sit-down", anna)
            assert people(anna) == ["Anna", "Ben", "Cleo"]
            assert not cleo.has("sit-down")
            assert not anna.has("sit-down")
            await write(cleo, "player-name", "Cleos twin")
            await share(cleo, "sit-down", anna)
            assert people(anna) == ["Anna", "Ben", "Cleo", "Cleos twin"]

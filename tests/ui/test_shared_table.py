"""Many phones at one table, in real sessions: all see what one enters; each writes for itself."""

from dataclasses import replace
from urllib.parse import quote

import flet as ft
import pytest

from qwixx_pad.games.session import Failure
from qwixx_pad.ui.lobby.finding import CODE_SIDE_DP
from qwixx_pad.ui.lobby.lobby_parts import start_text
from tests.support.strategies import ready_to_lock
from tests.support.ui.dark_buttons import dark_buttons
from tests.support.ui.every_screen import asks
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    BEN,
    CLEO,
    HOST,
    chip,
    code_of,
    device,
    open_table,
    people,
    persons,
    phones_where,
    rest,
    roller,
    set_up,
    share,
    two_phones,
    winners,
    write,
)

READY = " ".join(("classic/2", *ready_to_lock("classic/2", "r"), "2:b12 /"))
"""Both have five crosses in red, and Anna rolls."""
BEN_HAS_FEW = READY.replace("2:r", "2:y")


# Seats


async def test_phone_with_the_code_takes_a_free_seat(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben", "Cleo")
        async with device(pad, BEN) as ben, device(pad, CLEO, f"/join/{code}") as cleo:
            await write(ben, "code", code.lower())
            await ben.tap("join")
            assert not persons(ben)[2].may_edit
            await share(ben, "sit-2", anna)
            assert persons(ben)[2].may_edit
            assert persons(anna)[2].ready
            await write(cleo, "player-name", "cleo")
            await cleo.tap("sit-down")
            assert people(cleo) == ["Anna", "Ben", "Cleo"]
            assert persons(cleo)[3].may_edit


@pytest.mark.parametrize("where", ["http://192.168.1.5:8550", "http://test"])
async def test_pasted_link_of_this_pad_finds_its_table(pad, where):
    pad.set_addresses(("http://192.168.1.5:8550",))
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN) as ben:
            await write(ben, "code", f"Come: {where}/join/{code}?fbclid=x.\nBye")
            await ben.tap("join")
            assert ben.page.route == f"/table/{code}"


async def test_link_of_another_pad_is_opened_only_there(pad):
    async with device(pad, BEN) as ben:
        assert ben.field("code").capitalization is None, "it would spoil the folder of a link"
        assert ben.field("code").autofocus
        large = ben.field("code").text_style
        await write(ben, "code", "https://pad.example/Games/#/table/K7QF3M")
        small = ben.field("code").text_style
        assert small.size < large.size
        assert small.size * small.height == large.size * large.height, "nothing below it moves"
        for taps, page in (("join", "join"), ("watch", "watch")):
            await ben.tap(taps)
            assert ben.sees("pad.example")
            assert ben.page.route == "/"
            opens = ben.key("open-link").action.args["url"].url
            assert opens == f"https://pad.example/Games/#/{page}/K7QF3M"
            assert dark_buttons(ben) == ["open-link"]
        await write(ben, "code", "AAAA")
        await ben.tap("join")
        assert not ben.has("open-link")
        assert dark_buttons(ben) == ["join"]


@pytest.mark.parametrize(
    "around", ["{}", "Our table: {}", "http://test/join/{}", "http://test/watch/{}"]
)
async def test_text_shared_with_the_pad_finds_its_table(pad, around):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        shared = quote(around.format(code), safe="")
        page = "watch" if "watch" in around else "table"
        async with device(pad, BEN, f"/shared/{shared}") as ben:
            assert ben.page.route == f"/{page}/{code}"


async def test_shared_link_of_another_pad_is_opened_only_there(pad):
    shared = quote("https://pad.example/#/join/K7QF3M", safe="")
    async with device(pad, HOST, f"/shared/{shared}") as anna:
        assert anna.key("open-link").action.args["url"].url.endswith("/#/join/K7QF3M")


async def test_shared_text_without_a_table_asks_for_the_code(pad):
    async with device(pad, BEN, f"/shared/{quote('Hi there!')}%E") as ben:
        assert ben.has("message")
        await write(ben, "code", "AAAA")
        assert ben.field("code").value == "AAAA"


async def test_wrong_code_is_shown_as_it_was_read(pad):
    async with device(pad, BEN) as ben:
        await write(ben, "code", "http://test/join/AAAA and more")
        await ben.tap("join")
        assert ben.has("message")
        assert ben.field("code").value == "AAAA"


@pytest.mark.parametrize("behind", ["%20", "?utm=a/b&c=settings"])
async def test_link_with_anything_behind_it_leads_to_the_seats(pad, behind):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, CLEO, f"/join/{code}{behind}") as cleo:
            await write(cleo, "player-name", "Cleo")
            await share(cleo, "sit-down", anna)
            assert people(anna) == ["Anna", "Ben", "Cleo"]


async def test_host_can_switch_the_shown_address(pad):
    wifi, vpn, new = (f"http://192.168.{n}.5:8550" for n in range(3))
    pad.set_addresses((wifi, vpn))
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            assert not ben.has("next-address")
            assert wifi in ben.texts()
        assert f"{wifi}/join/{code}" in anna.name("next-address")
        await anna.tap("next-address")
        assert vpn in anna.texts()
        assert anna.sees(f" 192.168.1.5:8550/watch/{code}")
        pad.set_addresses((new, vpn))
        await rest(anna)
        assert vpn in anna.texts()
        pad.set_addresses((new,))
        await rest(anna)
        assert new in anna.texts()
        assert not anna.has("next-address")


async def test_lobby_has_one_dark_button_for_everyone(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben", "Dan")
        async with device(pad, BEN, f"/join/{code}") as ben:
            assert dark_buttons(anna) == ["start-game"]
            assert dark_buttons(ben) == ["sit-down"]
            assert ben.has("watch")
            await share(ben, "sit-2", anna)
            assert dark_buttons(ben) == ["rules"]
            assert ben.has("sit-3")
            await write(ben, "player-name", "Dan")
            assert dark_buttons(ben) == ["sit-down"]
            await share(ben, "sit-down", anna)
            await share(anna, "start-game", ben)
            for phone in (anna, ben):
                await phone.taps("menu seats")
                assert dark_buttons(phone) == ["to-pad"]
            await share(ben, "back menu home", anna)
            assert dark_buttons(ben) == [f"table-{code}"], "its way back"


async def test_full_table_lets_a_guest_type_a_waiting_name_or_watch(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben", "Cleo", "Dan", "Eva")
        async with device(pad, CLEO, f"/join/{code}") as cleo:
            assert dark_buttons(cleo) == ["sit-down"]
            await anna.taps("sit-2 sit-4 sit-5")
            await write(cleo, "player-name", "cleo")
            await share(cleo, "sit-down", anna)
            assert persons(cleo)[3].may_edit
            async with device(pad, BEN, f"/join/{code}") as ben:
                assert not ben.has("player-name")
                assert dark_buttons(ben) == ["watch"]


async def test_start_says_for_whom_nobody_is_there(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben", "Cleo")
        assert anna.name("start-game") == start_text(3, ["Ben", "Cleo"], WORDS)
        async with device(pad, BEN, f"/join/{code}") as ben:
            await share(ben, "sit-2", anna)
            assert anna.name("start-game") == start_text(3, ["Cleo"], WORDS)
            await anna.tap("sit-3")
            assert anna.name("start-game") == start_text(3, [], WORDS)
            await ben.lose_link()
            await rest(anna)
            assert anna.name("start-game") == start_text(3, ["Ben"], WORDS)


async def test_host_arranges_the_seats_behind_their_menus(pad):
    async with device(pad, HOST) as anna:
        await open_table(anna, "Anna", "Ben", "Cleo")
        assert not any(anna.has(name) for name in ("first-2", "remove-2"))
        assert len(anna.find(lambda c: isinstance(c, ft.ReorderableDragHandle))) == 1
        await anna.taps("more-3 up-3")
        assert people(anna) == ["Anna", "Cleo", "Ben"]
        await anna.taps("more-2 first-2")
        assert people(anna) == ["Cleo", "Ben", "Anna"]
        await anna.taps("more-2 remove-2")
        assert people(anna) == ["Cleo", "Anna"]


async def test_wrong_codes_are_limited(pad):
    async with device(pad, BEN) as ben:
        said = []
        for _ in range(4):
            await write(ben, "code", "AAAA")
            await ben.tap("join")
            said += [c.value for c in ben.walk(ben.one("message")) if isinstance(c, ft.Text)]
        assert said[0] == said[2] != said[3]


# The game


async def test_entry_appears_on_all_phones(tmp_path):
    async with phones_where(tmp_path, "classic/2") as (anna, ben):
        assert roller(anna) == roller(ben) == 1
        await share(ben, "b12", anna)
        assert chip(anna, 2).total == 1
        await share(ben, "undo done", anna)
        await share(ben, "change b12", anna)
        await share(anna, "r2 end-turn", ben)
        assert roller(anna) == roller(ben) == 2


async def test_phone_can_view_but_not_edit_other_sheets(tmp_path):
    async with phones_where(tmp_path, "classic/2 1:r5") as (anna, ben):
        await ben.taps("seat-1 r9")
        assert ben.sees(WORDS.failure_text(Failure.NOT_YOURS))
        assert not ben.has("end-turn")
        await rest(anna, ben)
        assert anna.numbers("total") == [1]
        await ben.tap("to-pad")
        assert ben.numbers("total") == [0]


async def test_white_dice_lock_is_offered_to_the_others(tmp_path):
    async with phones_where(tmp_path, READY) as (anna, ben):
        await share(anna, "r12", ben)
        assert not ben.has("no-r"), "nobody is asked before the roller has said which dice"
        await share(anna, "white-r", ben)
        assert "Ben" in anna.view.waiting
        _, offer = ben.all("r12")
        key = next(c for c in ben.walk() if getattr(c, "content", None) is offer)
        await ben.session.dispatch_event(key._i, "click", None)
        await rest(anna, ben)
        assert ben.numbers("points-r") == [28]
        await share(anna, "end-turn", ben)
        assert "Ben" in anna.view.sheets[0].rows[0].closed_by_text


async def test_row_closes_at_once_without_candidates(tmp_path):
    async with phones_where(tmp_path, BEN_HAS_FEW) as (anna, ben):
        await share(anna, "r12 white-r", ben)
        assert ben.has("no-r")
        assert len(ben.all("r12")) == 1, "it is not offered to cross it too"
        await share(anna, "close-now", ben)
        assert not ben.has("no-r")
        assert anna.has("end-turn")


# Phones that go and come


async def test_absent_phone_is_marked_and_catches_up(tmp_path):
    async with phones_where(tmp_path, "classic/2") as (anna, ben):
        await ben.lose_link()
        await rest(anna)
        assert chip(anna, 2).away
        await anna.taps("r2 r3 end-turn")
        await ben.come_back()
        await rest(anna, ben)
        assert (roller(ben), chip(ben, 1).total) == (2, 3)
        assert not chip(anna, 2).away


# Who comes late


async def test_late_player_sits_down_at_once_and_joins_the_rematch(pad):
    async with two_phones(pad, "start-game r2") as (anna, ben), device(pad, CLEO) as cleo:
        await write(cleo, "code", code_of(anna))
        await cleo.tap("join")
        assert dark_buttons(cleo) == ["sit-down"]
        await write(cleo, "player-name", "Clo")
        await cleo.taps("sit-down remove-3")
        assert cleo.has("sit-down")
        await write(cleo, "player-name", "Clo")
        await cleo.taps("sit-down person-3")
        await write(cleo, "new-name", "Cleo", "submit")
        await rest(anna, ben)
        assert people(cleo) == ["Anna", "Ben", "Cleo"]
        assert not cleo.has("player-name")
        assert dark_buttons(cleo) == ["watch"]
        await share(anna, "menu finish finish-now", ben, cleo)
        for phone in (anna, ben):
            assert phone.sees("Cleo")
            assert winners(phone) == [1]
        await share(ben, "rematch", anna, cleo)
        assert ben.has("end-turn")
        await share(anna, "next-game", ben, cleo)
        await share(cleo, "b12", anna, ben)
        for phone in (anna, ben):
            assert (chip(phone, 2).name, chip(phone, 2).total) == ("Cleo", 1)


async def test_spectator_is_led_into_the_game_it_waited_for(pad):
    async with two_phones(pad, "start-game r2") as (anna, ben), device(pad, CLEO) as cleo:
        cleo.page.navigate(anna.page.route)
        await cleo.settle()
        await write(cleo, "player-name", "Cleo")
        await share(cleo, "sit-down watch", anna, ben)
        assert cleo.page.route == f"/watch/{code_of(anna)}"
        await share(anna, "menu finish finish-now", ben, cleo)
        await share(ben, "rematch", anna, cleo)
        await rest(cleo)
        assert cleo.page.route == f"/table/{code_of(anna)}"
        assert roller(cleo) == 1
        assert cleo.has("b12")


# From home


async def test_owners_other_browser_leads_its_tables(pad):
    async with two_phones(pad) as (anna, ben), device(pad, replace(HOST, id="other")) as other:
        code = code_of(anna)
        await share(other, f"join-table table-{code} start-game r2", anna, ben)
        assert anna.numbers("total") == [1]
        await share(other, "menu finish finish-now", anna, ben)
        assert winners(ben) == [1]


@pytest.mark.parametrize(
    ("width", "height", "text", "side"),
    [(320, 568, 1, 181.8), (320, 568, 2, 181.8), (568, 320, 1, CODE_SIDE_DP / 2)],
)
async def test_lobby_start_button_stays_visible(pad, width, height, text, side):
    pad.set_addresses(("http://192.0.2.2:8550",))
    async with device(pad, HOST, width=width, height=height) as anna:
        code = await open_table(anna, "Anna", "Ben")
        await asks(anna, text=text)
        columns = anna.find(lambda c: getattr(c, "scroll", None) is not None)
        assert not [c for column in columns for c in anna.walk(column) if c.data == "start-game"]
        assert anna.has("start-game")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await share(ben, "sit-2", anna)
        assert code_side(anna) == pytest.approx(side, abs=0.1)


def code_side(tab):
    """Of the picture of the code on the screen, in dp."""
    return next(c for c in tab.walk() if isinstance(c, ft.Image) and isinstance(c.src, bytes)).width


async def test_local_host_can_copy_the_lan_command(pad):
    async with device(pad, HOST) as anna:
        await open_table(anna, "Anna", "Ben")
        assert anna.sees("qwixx-pad --lan")
        copy = anna.name("copy-command")
        await anna.tap("copy-command")
        assert anna.name("copy-command") != copy


async def test_single_device_game_is_separate_from_the_table(pad):
    async with device(pad, HOST) as anna:
        await open_table(anna, "Anna", "Ben")
        await anna.taps("sit-2 start-game")
        table = anna.page.route
        await anna.taps("menu home")
        await set_up(anna, "Anna", "Ben")
        await anna.tap("start-game")
        assert anna.page.route.startswith("/game/")
        assert anna.has("end-turn"), "the new game itself"
        await anna.taps("menu home")
        anna.page.navigate(table)
        await anna.settle()
        assert anna.has("end-turn"), "the table has its own"


async def test_same_group_starts_again_on_its_phones(pad):
    async with two_phones(pad, "start-game r5") as (anna, ben):
        table = anna.page.route
        await anna.taps("menu home same-group")
        assert anna.has("total"), "the game that goes on there"
        await anna.taps("menu seats finish finish-now to-pad home own-phones")
        waits = anna.page.route
        assert waits != table
        await anna.taps("back own-phones")
        assert anna.page.route == waits, "nobody plays there yet"
        assert people(anna) == ["Ben", "Anna"], "who has the next first roll"
        assert anna.has("sit-1")
        await anna.taps("back same-group")
        assert anna.page.route == table
        await rest(anna, ben)
        assert roller(ben) == 1

"""Many phones at one table, in real sessions: all see what one enters; each writes for itself."""

from dataclasses import replace

import pytest
from flet.canvas import Canvas

from qwixx_pad.ui.table.finding import CODE_SIDE
from tests.support.strategies import ready_to_lock
from tests.support.ui.every_screen import asks
from tests.support.ui.table_devices import (
    BEN,
    CLEO,
    HOST,
    device,
    open_table,
    phones_where,
    rest,
    set_up,
    share,
    two_phones,
    write,
)

RENAME = "Tap for another name."
READY = " ".join(("classic/2", *ready_to_lock("classic/2", "r"), "2:b12 /"))
"""Both have five crosses in red, and Anna rolls."""
BEN_HAS_FEW = READY.replace("2:r", "2:y")
OWING = "bonus_b/2 2:r2 1:y11 / 2:b12 2:y11 / 2:g9 1:r2"
"""Anna rolls; Ben has completed a pair, and all of his rows tie."""
ASKS = "Which row gets 2 crosses?"


def code_of(tab):
    return tab.page.route.rpartition("/")[2]


# Seats


async def test_a_phone_with_the_code_takes_a_seat_that_waits(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN) as ben:
            await write(ben, "code", code.lower())
            await ben.tap("join")
            assert ben.name("person-2") == "Ben, Waiting"
            await share(ben, "sit-2", anna)
            assert ben.name("person-2") == f"Ben, You. {RENAME}"
            assert anna.name("person-2") == f"Ben, Ready. {RENAME}"


async def test_for_who_opened_the_table_the_picture_turns_to_the_next_address(pad):
    wifi, vpn, new = (f"http://192.168.{n}.5:8550" for n in range(3))
    pad.reached_at((wifi, vpn))
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            assert not ben.has("next-address")
            assert wifi in ben.texts()
        assert anna.name("next-address") == f"Code for {wifi}/join/{code}. Show the next address"
        asks = "Does it not open? Tap the picture: this computer has 2 addresses."
        assert asks in anna.texts()
        await anna.tap("next-address")
        assert vpn in anna.texts()
        assert f"Only watch: 192.168.1.5:8550/watch/{code}" in anna.texts()
        pad.reached_at((new, vpn))
        await rest(anna)
        assert vpn in anna.texts()
        pad.reached_at((new,))
        await rest(anna)
        assert new in anna.texts()
        assert asks not in anna.texts()


async def test_a_wrong_code_says_so_and_the_fourth_has_to_wait(pad):
    async with device(pad, BEN) as ben:
        for _ in range(3):
            await write(ben, "code", "AAAA")
            await ben.tap("join")
            assert "No table with that code. Check the letters." in ben.texts()
        await ben.tap("join")
        assert "Wait 1 second." in ben.texts()


async def test_who_types_a_name_that_waits_takes_that_seat(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with device(pad, BEN, f"/join/{code}") as ben:
            await write(ben, "player-name", "ben")
            await ben.tap("add-player")
            assert ben.name("person-2") == f"Ben, You. {RENAME}"
            assert not ben.has("person-3")


async def test_a_card_of_a_seat_that_another_device_removes_is_gone_with_it(pad):
    async with two_phones(pad) as (anna, ben):
        await ben.tap("person-2")
        assert ben.has("new-name")
        await share(anna, "remove-2", ben)
        assert not ben.has("new-name")
        assert ben.has("player-name")


async def test_the_first_roller_has_to_be_there_before_the_start(pad):
    async with device(pad, HOST) as anna:
        await open_table(anna, "Anna", "Ben")
        await anna.taps("first-2 start-game")
        assert "Somebody has to sit where the first roll is." in anna.texts()


async def test_a_stranger_with_the_code_finds_no_free_seat_and_no_game(pad):
    async with (
        two_phones(pad, "start-game") as (anna, _),
        device(pad, CLEO, anna.page.route) as cleo,
    ):
        assert not any(cleo.has(f"sit-{n}") for n in (1, 2))
        assert not cleo.has("total")
        assert "The game has begun." in cleo.texts()


async def test_a_visitor_sees_no_game_of_the_owner(pad):
    async with device(pad, HOST) as anna:
        await anna.taps("new-game r2")
        game = anna.page.route
        for route in ("/", game, f"{game}/rules", "/new", "/settings/../game"):
            async with device(pad, BEN, route) as ben:
                assert ben.has("join")
                assert not ben.has("continue-game")
                assert not ben.has("r2")
                assert "A roll" not in ben.texts()


async def test_a_visitors_settings_are_its_own_and_come_back(pad):
    async with device(pad, BEN, "/settings") as ben:
        await ben.tap("set-dark")
    async with device(pad, HOST, "/settings") as anna:
        assert not anna.one("set-dark").checked
    async with device(pad, BEN, "/settings") as ben:
        assert ben.one("set-dark").checked


# The game


async def test_what_one_enters_all_see_at_once(tmp_path):
    async with phones_where(tmp_path, "classic/2") as (anna, ben):
        assert "Your roll" in anna.texts()
        assert "Anna’s roll" in ben.texts()
        await share(ben, "b12", anna)
        assert anna.name("seat-2") == "Ben, 1 point"
        await share(anna, "r2 end-turn", ben)
        assert "Your roll" in ben.texts()
        assert "Ben’s roll" in anna.texts()


async def test_a_phone_looks_at_another_sheet_but_cannot_write_on_it(tmp_path):
    async with phones_where(tmp_path, "classic/2 1:r5") as (anna, ben):
        await ben.tap("seat-1")
        assert "Anna’s pad" in ben.texts()
        assert "Back to your pad" in ben.texts()
        await ben.tap("r9")
        assert "That is somebody else’s pad" in ben.texts()
        assert not ben.has("end-turn")
        await rest(anna, ben)
        assert anna.name("total") == "Total 1"


async def test_a_lock_with_the_white_dice_is_offered_to_the_others(tmp_path):
    async with phones_where(tmp_path, READY) as (anna, ben):
        await anna.tap("r12")
        assert "You lock red" in anna.texts()
        await rest(ben)
        assert not ben.has("no-r"), "nobody is asked before the roller has said which dice"
        await share(anna, "white-r", ben)
        assert "Anna is locking red" in ben.texts()
        assert "Waiting for Ben" in anna.texts()
        (offer,) = (cell for cell in ben.all("r12") if cell.label == "Cross 12 too")
        key = next(c for c in ben.walk() if getattr(c, "content", None) is offer)
        await ben.session.dispatch_event(key._i, "click", None)
        await rest(anna, ben)
        assert ben.name("points-r") == "Red 28 points"
        await share(anna, "end-turn", ben)
        assert "Closed by you and Ben" in anna.texts()


async def test_a_lock_with_a_coloured_die_is_offered_to_nobody(tmp_path):
    async with phones_where(tmp_path, READY) as (anna, ben):
        await anna.tap("r12")
        await share(anna, "colored-r", ben)
        assert not ben.has("no-r")
        assert ben.has("done")


async def test_who_is_done_with_a_roll_may_think_again(tmp_path):
    async with phones_where(tmp_path, READY) as (anna, ben):
        await share(ben, "done", anna)
        await share(ben, "change", anna)
        assert ben.has("done")


async def test_with_too_few_crosses_the_row_just_closes_and_the_roller_may_close_now(tmp_path):
    async with phones_where(tmp_path, BEN_HAS_FEW) as (anna, ben):
        await share(anna, "r12 white-r", ben)
        assert "Red closes for you. You have 0 crosses." in ben.texts()
        await share(anna, "close-now", ben)
        assert not ben.has("no-r")
        assert anna.has("end-turn")


async def test_the_roller_waits_for_the_choice_and_goes_on_once_it_is_made(tmp_path):
    async with phones_where(tmp_path, OWING) as (anna, ben):
        assert ben.sees(ASKS)
        assert not anna.sees(ASKS)
        assert anna.sees("Waiting for Ben")
        await share(ben, "pr", anna)
        assert not anna.sees("Waiting for Ben")
        assert anna.has("end-turn")
        assert ben.name("r4").startswith("Red 4, crossed")


async def test_who_opened_the_table_finishes_early_and_a_rematch_takes_all_along(tmp_path):
    async with phones_where(tmp_path, "classic/2 1:r2") as (anna, ben):
        await ben.tap("menu")
        assert not ben.has("finish")
        await ben.tap("cancel")
        await share(anna, "menu finish", ben)
        assert "Anna wins!" in ben.texts()
        await share(ben, "rematch", anna)
        assert "Your roll" in ben.texts()
        await share(anna, "next-game", ben)
        assert "Ben’s roll" in anna.texts()


# Phones that go and come


async def test_a_phone_that_is_away_is_seen_to_be_and_finds_everything_when_it_is_back(tmp_path):
    async with phones_where(tmp_path, "classic/2") as (anna, ben):
        await ben.lose_link()
        await rest(anna)
        assert anna.name("seat-2") == "Ben, 0 points, phone away"
        await anna.taps("r2 r3 end-turn")
        await ben.come_back()
        await rest(anna, ben)
        assert "Your roll" in ben.texts()
        assert ben.name("seat-1") == "Anna, 3 points"
        assert anna.name("seat-2") == "Ben, 0 points, rolling"


async def test_a_phone_that_came_and_went_several_times_is_away_in_the_end(pad):
    async with two_phones(pad, "start-game") as (anna, ben):
        await ben.lose_link()
        for _ in range(2):
            async with device(pad, BEN, anna.page.route):
                await rest(anna)
                assert anna.name("seat-2") == "Ben, 0 points"
            await rest(anna)
            assert anna.name("seat-2") == "Ben, 0 points, phone away"


async def test_who_opened_the_table_frees_the_seat_of_a_phone_that_is_gone(pad):
    async with two_phones(pad, "start-game r2") as (anna, ben):
        code = code_of(anna)
        await ben.tap("b12")
        await anna.tap("menu")
        assert not anna.has("free-2"), "its phone is there"
        await anna.tap("cancel")
        await ben.lose_link()
        await rest(anna)
        await anna.taps("menu free-2")
        async with device(pad, CLEO, f"/join/{code}") as cleo:
            await share(cleo, "sit-2", anna)
            assert cleo.name("total") == "Total 1", "what was entered stays on the sheet"
            await ben.come_back()
            await rest(anna, ben, cleo)
            assert not ben.has("total")
            assert "The game has begun." in ben.texts()


async def test_a_phone_that_lost_its_tab_is_back_on_its_own_seat(pad):
    async with two_phones(pad, "start-game") as (anna, ben):
        await ben.tap("b12")
        async with device(pad, BEN) as again:
            await again.tap(f"table-{code_of(anna)}")
            assert again.name("total") == "Total 1"


# Who comes late

LATER = "You can sit down for the next game."


async def test_who_comes_in_a_game_gets_a_field_for_the_name_after_it_and_plays_the_rematch(pad):
    async with two_phones(pad, "start-game r2") as (anna, ben), device(pad, CLEO) as cleo:
        await write(cleo, "code", code_of(anna))
        await cleo.tap("join")
        assert {"The game has begun.", LATER} <= {*cleo.texts()}
        assert not cleo.has("player-name")
        await share(anna, "menu finish", ben, cleo)
        assert {"A rematch begins the next game.", LATER} <= {*cleo.texts()}
        await write(cleo, "player-name", "Cleo")
        await share(cleo, "add-player", anna, ben)
        assert cleo.name("person-3") == f"Cleo, You • From the next game on. {RENAME}"
        assert LATER not in cleo.texts()
        for phone in (anna, ben):
            assert phone.sees("In the next game too: Cleo")
            assert phone.sees("Anna wins!")
        await share(ben, "rematch", anna, cleo)
        assert "Your roll" in ben.texts()
        await share(anna, "next-game", ben, cleo)
        await share(cleo, "b12", anna, ben)
        for phone in (anna, ben):
            assert phone.name("seat-2") == "Cleo, 1 point"


async def test_who_waits_for_the_next_game_takes_another_name_and_goes_again(pad):
    async with (
        two_phones(pad, "start-game menu finish") as (anna, ben),
        device(pad, CLEO, f"/join/{code_of(anna)}") as cleo,
    ):
        await write(cleo, "player-name", "Clo")
        await cleo.taps("add-player person-3")
        await write(cleo, "new-name", "Cleo", "submit")
        await rest(anna, ben)
        assert anna.sees("In the next game too: Cleo")
        await share(cleo, "remove-3", anna, ben)
        assert not anna.sees("In the next game too")
        assert LATER in cleo.texts()


async def test_where_no_chair_is_left_who_comes_late_is_told_so(pad):
    async with two_phones(pad, "start-game menu finish") as (anna, _):
        code = code_of(anna)
        async with device(pad, CLEO, f"/join/{code}") as cleo:
            for name in ("Cleo", "Dan", "Eva"):
                await write(cleo, "player-name", name)
                await cleo.tap("add-player")
            assert not cleo.has("player-name")
            async with device(pad, replace(CLEO, key="finn"), f"/join/{code}") as finn:
                assert finn.sees("Up to 5 play at a table.")
                assert LATER not in finn.texts()
                assert not finn.has("player-name")


# From home


async def test_a_guest_who_goes_home_finds_the_way_back_at_once(pad):
    async with two_phones(pad, "start-game") as (anna, ben):
        code = code_of(anna)
        await ben.taps("menu home")
        assert ben.name(f"table-{code}") == f"Back to table {code}, Anna, Ben"
        await ben.tap(f"table-{code}")
        assert ben.has("total")
        await anna.taps("menu seats close-table close-now")
        await ben.taps("join-table")
        assert not ben.has(f"table-{code}")


async def test_another_browser_of_the_owners_computer_leads_its_tables(pad):
    async with two_phones(pad) as (anna, ben), device(pad, replace(HOST, key="other")) as other:
        code = code_of(anna)
        await share(other, f"join-table table-{code} start-game r2", anna, ben)
        assert anna.name("total") == "Total 1"
        await share(other, "menu finish", anna, ben)
        assert ben.sees("Anna wins!")


async def test_phones_have_a_way_of_their_own_from_home_to_the_table_that_waits(pad):
    async with device(pad, HOST) as anna:
        await anna.tap("own-phones")
        table = anna.page.route
        assert table.startswith("/table/")
        await write(anna, "player-name", "Anna")
        await anna.taps("add-player back own-phones")
        assert anna.page.route == table, "nobody plays there yet"
        assert anna.name("person-1").startswith("Anna, You")
        assert anna.name("start-game") == "Start. A table needs two players."


@pytest.mark.parametrize(
    ("width", "height", "text", "side"),
    [(320, 568, 1, 181.8), (320, 568, 2, 181.8), (568, 320, 1, CODE_SIDE / 2)],
)
async def test_start_of_a_lobby_stays_in_sight_and_its_code_shrinks(pad, width, height, text, side):
    pad.reached_at(("http://192.0.2.2:8550",))
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
    return next(c for c in tab.walk() if isinstance(c, Canvas) and len(c.shapes) > 100).width


async def test_who_let_no_phones_in_can_copy_the_command_that_does(pad):
    async with device(pad, HOST) as anna:
        await open_table(anna, "Anna", "Ben")
        assert anna.sees("qwixx-pad --lan")
        await anna.tap("copy-command")
        assert anna.name("copy-command") == "Copied"


async def test_a_game_on_one_device_is_not_the_untouched_one_of_a_table_of_phones(pad):
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


async def test_the_same_group_plays_again_on_its_phones(pad):
    async with two_phones(pad, "start-game r5") as (anna, ben):
        table = anna.page.route
        await anna.taps("menu home same-group")
        assert anna.has("total"), "the game that goes on there"
        await anna.taps("menu seats finish to-pad home own-phones")
        assert anna.page.route != table
        assert anna.name("person-1").startswith("Ben, Waiting"), "who has the next first roll"
        await anna.taps("back same-group")
        assert anna.page.route == table
        await rest(anna, ben)
        await ben.tap("next-game")
        assert ben.sees("Your roll")

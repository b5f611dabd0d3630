"""What people see of a table anywhere: opened, joined, watched, played without a link and with."""

import pytest

from tests.support.ui.online_phones import CODE, Air, phone, playing
from tests.support.ui.pads_with_games import game_of, keep
from tests.support.ui.session_client import until
from tests.support.ui.table_devices import rest, share, write


@pytest.fixture
def air(tmp_path, last):
    return Air(tmp_path, last)


async def test_a_table_is_opened_online_and_shows_code_link_and_where_it_is(air, tmp_path):
    async with phone(air, tmp_path, "Anna") as anna:
        await share(anna, "own-phones")
        assert anna.page.route == f"/table/{CODE}"
        assert anna.sees("Online")
        assert anna.name("table-code") == "Code A B C D E F"
        assert anna.sees("https://pad.test")
        assert anna.sees(f"Only watch: pad.test/#/watch/{CODE}")
        await anna.tap("share-link")
        (shared,) = (args["text"] for name, args in anna.wire.told if name == "share_text")
        assert shared == f"https://pad.test/#/join/{CODE}"
        assert anna.sees("Copied.")
        anna.wire.device_fails = True
        await anna.tap("share-link")
        assert {"Copy it from here:", shared} <= {*anna.texts()}


async def test_who_has_no_link_may_try_again_or_play_on_one_device_with_the_same_people(
    air, tmp_path
):
    air.cut("Anna")
    async with phone(air, tmp_path, "Anna") as anna:
        await anna.tap("one-device")
        await write(anna, "player-name", "Ben")
        await share(anna, "add-player own-phones")
        assert anna.sees("No link. This device is offline, or the service that keeps tables is.")
        await anna.tap("other")
        assert anna.has("person-2")
        await anna.tap("own-phones")
        air.mend("Anna")
        await share(anna, "try-again")
        assert anna.page.route == f"/table/{CODE}"
        assert anna.name("person-2").startswith("Ben")


async def test_a_code_of_six_letters_leads_to_the_table_and_a_wrong_one_says_so(air, tmp_path):
    async with phone(air, tmp_path, "Anna") as anna:
        await anna.tap("own-phones")
        async with phone(air, tmp_path, "Ben", "/join") as ben:
            await write(ben, "code", "ABCD")
            await ben.tap("join")
            assert ben.sees("A code has six letters.")
            await write(ben, "code", "ABCDEG")
            await share(ben, "join")
            assert ben.sees("No table with that code. Check the letters.")
            await ben.tap("other")
            await write(ben, "code", CODE.lower())
            await share(ben, "join")
            assert ben.sees("Online")
            assert ben.name("person-1") == "Anna, Ready • first roll"


async def test_who_comes_late_online_gets_a_field_for_the_name_and_plays_the_rematch(air, tmp_path):
    async with (
        playing(air, tmp_path) as (anna, ben),
        phone(air, tmp_path, "Cleo", f"/join/{CODE}") as cleo,
    ):
        await rest(cleo)
        assert cleo.sees("You can sit down for the next game.")
        assert not cleo.has("player-name")
        await share(anna, "menu finish", ben, cleo)
        await write(cleo, "player-name", "Cleo")
        await share(cleo, "add-player", anna, ben)
        assert ben.sees("In the next game too: Cleo")
        await share(cleo, "back join-table", ben)
        await share(ben, "rematch", anna, cleo)
        await share(cleo, f"table-{CODE} b12", anna, ben)
        assert ben.name("seat-2") == "Cleo, 1 point"


async def test_a_cross_without_a_link_is_marked_until_it_was_sent(air, tmp_path):
    async with playing(air, tmp_path) as (anna, ben):
        air.cut("Ben")
        await rest(ben, anna)
        assert ben.sees("No link")
        assert ben.sees("Your crosses are kept, and sent later.")
        await ben.tap("b12")
        assert ben.name("b12").endswith("not sent")
        assert ben.sees("No link")
        assert anna.name("seat-2").startswith("Ben, 0 points")


async def test_a_misthrow_without_a_link_is_marked_until_it_was_sent(air, tmp_path):
    async with playing(air, tmp_path) as (anna, _):
        air.cut("Anna")
        await rest(anna)
        await anna.tap("penalty")
        assert "Misthrow 1, crossed, not sent" in said(anna)
        air.mend("Anna")
        await until(anna, lambda: "Misthrow 1, crossed" in said(anna))


def said(tab):
    """What a screen reader says of all that is on the screen."""
    return {getattr(control, "label", None) for control in tab.walk()}


async def test_what_does_not_stand_any_more_is_told_until_it_was_seen(air, tmp_path):
    async with playing(air, tmp_path) as (anna, ben):
        air.cut("Ben")
        await rest(ben, anna)
        await ben.tap("b12")
        await share(anna, "r5 end-turn")
        air.mend("Ben")
        await until(ben, lambda: ben.has("lost-seen"))
        assert ben.sees("Blue 12: the roll was ended meanwhile")
        await ben.tap("lost-seen")
        assert not ben.has("lost-seen")
        assert ben.name("total") == "Total 0"


async def test_the_game_of_a_table_that_the_relay_has_forgotten_goes_on_on_its_device(
    air, tmp_path
):
    async with playing(air, tmp_path, "r5") as (anna, _):
        air.cut("Anna")
        await rest(anna)
        air.answer = {"error": "no-table"}
        air.mend("Anna")
        await until(anna, lambda: anna.has("own-game"))
        await anna.tap("own-game")
        assert anna.page.route.startswith("/game/")


async def test_what_is_for_everybody_waits_for_the_link_and_says_so(air, tmp_path):
    async with playing(air, tmp_path, "r5") as (anna, _):
        air.cut("Anna")
        await rest(anna)
        await anna.tap("end-turn")
        assert anna.sees("Try again when it is back.")
        await anna.taps("menu seats")
        assert anna.sees("No link")


async def test_the_board_of_a_phones_own_table_writes_on_no_sheet(air, tmp_path):
    async with playing(air, tmp_path) as (anna, _):
        await anna.taps("menu home")
        await anna.page.push_route(f"/watch/{CODE}")
        await rest(anna)
        assert anna.has("s2-total")
        assert not anna.has("end-turn")


async def test_a_result_online_shows_the_series_at_once_to_all_who_sit(air, tmp_path):
    async with playing(air, tmp_path, "r5 menu finish") as (anna, ben):
        await share(anna, "rematch", ben)
        await share(ben, "next-game b12 end-turn", anna)
        await share(anna, "menu finish", ben)
        for tab in (anna, ben):
            assert "Series, game 2" in tab.texts()
            assert tab.name("series-1") == "Ben, 1 win, 1 point"


async def test_who_opened_a_table_online_hears_at_once_what_it_has_never_reached(air, tmp_path):
    # The clock stands still here: of equal times the names say what was before.
    played = [game_of("classic r2 y2 end", "Anna", called=f"-{n}") for n in range(5)]
    keep(tmp_path / "Anna", played)
    async with playing(air, tmp_path, "b12 b11 menu finish") as (anna, _):
        assert anna.sees("Your best so far: total 3, blue 3.")


async def test_who_only_watches_needs_a_code_and_no_seat(air, tmp_path):
    async with (
        playing(air, tmp_path, "r5") as (anna, _),
        phone(air, tmp_path, "Cleo", f"/watch/{CODE}", width=1280, height=720) as cleo,
    ):
        await rest(cleo)
        assert cleo.sees("Anna’s roll")
        await share(anna, "end-turn", cleo)
        assert cleo.sees("Ben’s roll")


async def test_home_says_that_the_open_game_is_online_and_leads_to_its_table(air, tmp_path):
    async with playing(air, tmp_path, "r5") as (_, ben):
        await ben.taps("menu home")
        assert ben.sees("Online")
        assert not ben.has("continue-game"), "one way there is enough"
        await ben.tap(f"table-{CODE}")
        assert ben.page.route == f"/table/{CODE}"


async def test_an_app_is_told_in_the_settings_who_keeps_tables_and_takes_nothing_else(
    air, tmp_path
):
    async with phone(air, tmp_path, "Anna", built_for="") as anna:
        assert not anna.has("own-phones"), "nobody keeps tables yet"
        await anna.tap("settings")
        assert anna.sees("Who runs it can see the names")
        await write(anna, "relay", "ftp://pad.test", "submit")
        assert anna.sees("That is no address.")
        await write(anna, "relay", "pad.test", "submit")
        assert not anna.sees("That is no address.")
        await anna.tap("back")
        assert anna.has("own-phones")

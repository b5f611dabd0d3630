"""What people see of a table anywhere: opened, joined, watched, played without a link and with."""

from qwixx_pad.games.session import Failure
from qwixx_pad.multiplayer.state import Link, RejectedEntry
from qwixx_pad.ui.flet_support.file_transfer import TransferOutcome
from qwixx_pad.ui.settings import RELAY_NOTICE
from qwixx_pad.ui.text.table_texts import link_text, lost_entry_text
from tests.support.strategies import entry, played
from tests.support.ui.dark_buttons import dark_buttons
from tests.support.ui.online_phones import CODE, phone, playing
from tests.support.ui.session_client import until
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    cell,
    chip,
    people,
    persons,
    rest,
    roller,
    share,
    write,
)

NO_LINK = link_text(Link.DOWN, WORDS)


async def test_online_table_shows_code_link_and_status(air, tmp_path):
    async with phone(air, tmp_path, "Anna") as anna:
        await share(anna, "own-phones")
        assert anna.page.route == f"/table/{CODE}"
        assert anna.name("table-code").endswith(" ".join(CODE))
        assert anna.sees("https://pad.test")
        assert anna.sees(f" pad.test/#/watch/{CODE}")
        await anna.tap("share-link")
        (shared,) = (args["text"] for name, args in anna.wire.calls if name == "share_text")
        assert shared == f"https://pad.test/#/join/{CODE}"
        assert TransferOutcome.COPIED.value in anna.texts()
        anna.wire.device_fails = True
        await anna.tap("share-link")
        assert {TransferOutcome.BY_HAND.value, shared} <= {*anna.texts()}


async def test_offline_host_can_retry_or_use_one_device(air, tmp_path):
    air.cut("Anna")
    async with phone(air, tmp_path, "Anna") as anna:
        await anna.tap("one-device")
        await write(anna, "player-name", "Ben")
        await share(anna, "add-player own-phones")
        assert anna.has("try-again")
        await anna.tap("other")
        assert anna.has("person-2")
        await anna.tap("own-phones")
        air.mend("Anna")
        await share(anna, "try-again")
        assert anna.page.route == f"/table/{CODE}"
        assert people(anna)[1] == "Ben"


async def test_six_letter_code_opens_the_table_or_fails(air, tmp_path):
    async with phone(air, tmp_path, "Anna") as anna:
        await anna.tap("own-phones")
        async with phone(air, tmp_path, "Ben", "/join") as ben:
            await write(ben, "code", "ABCD")
            await ben.tap("join")
            assert ben.has("message"), "a code has six characters"
            await write(ben, "code", "ABCDEG")
            await share(ben, "join")
            assert not ben.has("try-again"), "there is no such table"
            await ben.tap("other")
            await write(ben, "code", CODE.lower())
            await share(ben, "join")
            assert persons(ben)[1].ready


async def test_guest_sits_down_by_one_tap_under_its_name(air, tmp_path):
    async with phone(air, tmp_path, "Anna") as anna:
        await share(anna, "own-phones")
        async with (
            phone(air, tmp_path, "Ben", f"/join/{CODE}") as ben,
            phone(air, tmp_path / "other", "anna", f"/join/{CODE}") as other,
        ):
            await rest(ben, other)
            assert not other.field("player-name").value, "Anna plays already"
            assert ben.field("player-name").value == "Ben"
            await share(ben, "sit-down", anna)
            assert people(anna) == ["Anna", "Ben"]
            assert not ben.field("player-name").value


async def test_pasted_link_of_the_relay_leads_to_its_table(air, tmp_path):
    async with phone(air, tmp_path, "Anna") as anna:
        await anna.tap("own-phones")
        for number, site in enumerate(
            ("https://pad.test/#", "https://relay.test/#", "http://test/#")
        ):
            async with phone(air, tmp_path, f"Ben{number}", "/join") as ben:
                await write(ben, "code", f"{site}/join/{CODE}")
                await share(ben, "join")
                assert ben.page.route == f"/table/{CODE}"
                assert persons(ben)[1].ready


async def test_unsent_entry_is_marked_until_sent(air, tmp_path):
    async with playing(air, tmp_path) as (anna, ben):
        for name in ("Anna", "Ben"):
            air.cut(name)
        await rest(ben, anna)
        assert not ben.view.message.calm
        await ben.tap("b12")
        await anna.tap("penalty")
        assert ben.sees(NO_LINK)
        assert cell(ben, "b12").is_unsent
        assert anna.view.sheets[0].unsent_penalties == 1
        assert chip(anna, 2).total == 0
        air.mend("Anna")
        await until(anna, lambda: anna.view.sheets[0].unsent_penalties == 0)
        assert anna.view.sheets[0].penalties == 1


async def test_rejected_entry_is_reported_until_acknowledged(air, tmp_path):
    async with playing(air, tmp_path) as (anna, ben):
        air.cut("Ben")
        await rest(ben, anna)
        await ben.tap("b12")
        await share(anna, "r5 end-turn")
        air.mend("Ben")
        await until(ben, lambda: ben.has("lost-seen"))
        lost = RejectedEntry(entry("2:b12"), Failure.CHANGED_ELSEWHERE)
        assert ben.sees(lost_entry_text(lost, played("classic/2"), WORDS))
        await ben.tap("lost-seen")
        assert not ben.has("lost-seen")
        assert ben.numbers("total") == [0]


async def test_forgotten_table_continues_on_its_device(air, tmp_path):
    async with playing(air, tmp_path, "r5") as (anna, _):
        air.cut("Anna")
        await rest(anna)
        air.answer = {"error": "no-table"}
        air.mend("Anna")
        await until(anna, lambda: anna.has("own-game"))
        await anna.tap("own-game")
        assert anna.page.route.startswith("/game/")


async def test_forgotten_lobby_leads_to_another_code(air, tmp_path):
    async with phone(air, tmp_path, "Anna") as anna:
        await share(anna, "own-phones")
        air.cut("Anna")
        await rest(anna)
        air.answer = {"error": "no-table"}
        air.mend("Anna")
        await until(anna, lambda: anna.has("join-table"))
        assert dark_buttons(anna) == ["join-table"]


async def test_own_board_cannot_enter_anything(air, tmp_path):
    async with playing(air, tmp_path) as (anna, _):
        await anna.taps("menu home")
        await anna.page.push_route(f"/watch/{CODE}")
        await rest(anna)
        assert anna.has("s2-total")
        assert not anna.has("end-turn")


async def test_spectator_needs_a_code_but_no_seat(air, tmp_path):
    async with (
        playing(air, tmp_path, "r5") as (anna, _),
        phone(air, tmp_path, "Cleo", f"/watch/{CODE}", width=1280, height=720) as cleo,
    ):
        await rest(cleo)
        assert roller(cleo) == 1
        await share(anna, "end-turn", cleo)
        assert roller(cleo) == 2


async def test_home_leads_to_the_table_of_the_open_game(air, tmp_path):
    async with playing(air, tmp_path, "r5") as (_, ben):
        await ben.taps("menu home")
        assert not ben.has("continue-game"), "one way there is enough"
        await ben.tap(f"table-{CODE}")
        assert ben.page.route == f"/table/{CODE}"


async def test_relay_address_setting_accepts_only_addresses(air, tmp_path):
    async with phone(air, tmp_path, "Anna", built_for="") as anna:
        assert not anna.has("own-phones"), "nobody keeps tables yet"
        await anna.tap("settings")
        assert anna.sees(RELAY_NOTICE.partition("{")[0])
        await write(anna, "relay", "ftp://pad.test", "submit")
        assert anna.has("message")
        await write(anna, "relay", "pad.test", "submit")
        assert not anna.has("message")
        await anna.tap("back")
        assert anna.has("own-phones")

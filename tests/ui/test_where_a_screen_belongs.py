"""A way back to one's table, pages that stay with their game, and back to where one came from."""

from dataclasses import replace

import flet as ft
import pytest

from qwixx_pad.core.game import Setup
from qwixx_pad.identity.devices import THIS_COMPUTER_ID
from qwixx_pad.layouts import installed_layouts
from qwixx_pad.ui.flet_support.trail import Trail, parent_route
from qwixx_pad.ui.play.state import roller_text
from qwixx_pad.ui.shell.lost_route import lost_route_notice
from tests.support.ui.dark_buttons import dark_buttons
from tests.support.ui.online_phones import CODE, playing
from tests.support.ui.pads_with_games import game_of, keep, pad_where
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client, scroll
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    BEN,
    CLEO,
    HOST,
    chip,
    code_of,
    device,
    rest,
    roller,
    share,
    two_phones,
    winners,
    write,
)


def begun(tab):
    """What is said of the next game, and of whose turn it is there."""
    return " ".join(c.value for c in tab.walk(tab.one("next-game-begun")) if isinstance(c, ft.Text))


def game_on(pad, code):
    return pad._services.registry.known_table(code, THIS_COMPUTER_ID).seating.game


FIRST_RUN = "set-rows"
"""It is asked for on a pad that nothing was played on yet."""


# What goes on


def turn_of(seat, names, own=None):
    """What is said of whose turn it is."""
    setup = Setup.for_layout(installed_layouts().default_layout, len(names))
    start = setup.start_position()
    return roller_text(replace(start, active=seat), names, own, WORDS)


async def test_open_game_is_the_dark_card_of_home(tmp_path):
    names = ("Anna", "Ben", "Cleo")
    with pad_where(tmp_path, "classic/3 1:r2 2:r3 / 2:r4", *names) as pad:
        async with Client(pad.show_caller, 360, 640) as tab:
            assert turn_of(2, names) in tab.name("continue-game")
            assert tab.numbers("continue-game")[-3:] == [1, 3, 0]
            keys = [c.identifier for c in tab.find(lambda c: getattr(c, "identifier", None))]
            assert keys.index("continue-game") < keys.index("new-game")
            assert dark_buttons(tab) == ["continue-game"]
            await tab.taps("continue-game menu finish home")
            assert dark_buttons(tab) == ["new-game"]


async def test_table_card_persists_from_lobby_to_rematch(pad):
    async with two_phones(pad) as (anna, ben), device(pad, HOST) as other:
        card = f"table-{code_of(anna)}"
        await anna.tap("back")
        await ben.tap("back")
        await share(other, f"{card} more-2 first-2", anna, ben)
        for tab in (anna, ben):
            assert tab.name(card).endswith("Ben, Anna"), "in the lobby"
        await share(other, "more-2 first-2 start-game", anna, ben)
        assert anna.has(card), "before a cross"
        assert not anna.has(FIRST_RUN)
        await share(ben, f"{card} b12", anna)
        assert anna.has(card), "after others have crossed"
        assert not anna.has("continue-game"), "one way there is enough"
        await share(other, "menu finish finish-now", anna, ben)
        assert anna.has(card), "after the end"
        await share(ben, "rematch", anna)
        assert anna.name(card).endswith("Ben 0, Anna 0")
        await share(ben, "r2", anna)
        await anna.tap(card)
        assert (roller(anna), chip(anna, 1).name, chip(anna, 1).total) == (1, "Ben", 1)
        await anna.taps("menu seats close-table close-now")
        assert not anna.has(card)


async def test_running_table_is_the_dark_card_of_home(pad):
    async with two_phones(pad) as (anna, ben):
        card = f"table-{code_of(anna)}"
        await anna.tap("back")
        assert dark_buttons(anna) == [card]
        await anna.taps(f"{card} start-game menu home")
        assert turn_of(1, ("Anna", "Ben"), own=1) in anna.name(card)
        assert dark_buttons(anna) == [card]
        await share(ben, "b12", anna)
        assert anna.name(card).endswith("Anna 0, Ben 1")
        await anna.taps(f"{card} r2 end-turn menu home")
        assert turn_of(2, ("Anna", "Ben")) in anna.name(card)
        await anna.taps(f"{card} menu finish finish-now home")
        assert dark_buttons(anna) == ["new-game"], "an ended one has a quiet card"
        assert anna.has(card)


async def test_game_behind_a_running_table_comes_first_of_the_recent(tmp_path):
    keep(tmp_path, [game_of("classic r2", "Anna", called="alone")])
    with opened_pad(tmp_path) as pad:
        async with two_phones(pad) as (anna, _):
            await anna.tap("back")
            assert not anna.has("continue-game")
            await anna.tap("game-alone")
            assert anna.page.route == "/game/alone"


async def test_table_card_disappears_when_its_people_play_elsewhere(pad):
    async with two_phones(pad, "start-game r5") as (anna, _):
        card = f"table-{code_of(anna)}"
        await anna.taps("menu finish finish-now home")
        assert anna.has(card)
        await anna.taps("one-device start-game r5 menu home")
        assert not anna.has(card)
        assert anna.has("continue-game")


# A page stays with its game

ENDED = "start-game r5 menu finish finish-now"


async def test_remark_is_stored_with_the_game_it_is_about(pad):
    async with two_phones(pad, f"{ENDED} remark") as (anna, ben):
        code = code_of(anna)
        before = game_on(pad, code)
        await write(anna, "place", "Kitchen")
        await share(ben, "rematch", anna)
        assert anna.field("place").value == "Kitchen", "nothing typed is lost"
        await write(anna, "note", "Close", "blur")
        await anna.tap("keep-remark")
        library = pad._services.library
        assert library.find(before).remark.as_dict == {"location": "Kitchen", "note": "Close"}
        assert not library.find(game_on(pad, code)).remark
        assert anna.name("remark").endswith("Kitchen. Close")
        assert winners(anna) == [1]


@pytest.mark.parametrize(
    ("taps", "shown"),
    [
        ("review back", "turning"),
        ("review", "scrubber"),
        ("review menu correct", "take-out"),
        ("share", "share-picture"),
        ("remark", "keep-remark"),
    ],
)
async def test_result_page_stays_and_leads_to_the_next_game(pad, taps, shown):
    async with two_phones(pad, ENDED) as (anna, ben):
        game = game_on(pad, code_of(anna))
        await anna.taps(taps)
        assert anna.has(shown)
        await share(ben, "rematch", anna)
        assert anna.has(shown)
        assert "Ben" in begun(anna)
        if "correct" in taps:
            await anna.taps("take-out")
            assert pad._services.registry.service.open(game).game.position.sheets[0].total == 0
        await share(ben, "r2 end-turn", anna)
        assert "Ben" not in begun(anna), "it is Anna’s own turn"
        await anna.tap("next-game")
        assert anna.has("end-turn")
        assert (chip(anna, 1).name, chip(anna, 1).total) == ("Ben", 1)
        assert not anna.has("next-game")


async def test_untouched_result_leads_whose_turn_it_is(pad):
    async with two_phones(pad, ENDED) as (anna, ben):
        await share(anna, "rematch", ben)
        assert roller(ben) == 1, "he has the first roll, and was not asked"
        await share(ben, "r2", anna)
        await share(anna, "menu finish finish-now", ben)
        await share(ben, "rematch", anna)
        assert roller(anna) == 1
        assert anna.page.route.count(".") == 1, "loaded anew it is the same game"


async def test_untouched_result_waits_for_the_turn(pad):
    async with two_phones(pad, ENDED) as (anna, ben):
        await share(ben, "rematch", anna)
        assert winners(anna) == [1]
        assert "Ben" in begun(anna)
        await share(ben, "r2 end-turn", anna)
        assert roller(anna) == 2


@pytest.mark.parametrize("how", ["tap", "key", "scroll"])
async def test_touched_result_stays_although_it_is_ones_turn(pad, how):
    async with two_phones(pad, ENDED) as (anna, ben):
        match how:
            case "tap":
                await ben.taps("share back")
            case "key":
                await ben.press("Tab")
            case "scroll":
                await scroll(ben, 40.0)
        await share(anna, "rematch", ben)
        assert winners(ben) == [1]
        assert "Ben" not in begun(ben), "it is his turn"


async def test_old_result_page_is_read_only(pad):
    async with two_phones(pad, ENDED) as (anna, ben):
        await share(anna, "rematch", ben)
        await share(ben, "r5 end-turn", anna)
        await share(anna, "menu finish finish-now", ben)
        said = "series-1", "series-2"
        before = [ben.name(name) for name in said]
        await share(anna, "rematch", ben)
        assert [ben.name(name) for name in said] == before
        assert not any(map(ben.has, ("undo", "redo", "rematch", "best-of")))
        await ben.taps("share back home")
        assert ben.has("code")


async def test_reloaded_page_stays_with_its_game(pad):
    async with two_phones(pad, ENDED) as (anna, ben):
        for tab in (anna, ben):
            await tab.tap("review")
        routes = [tab.page.route for tab in (anna, ben)]
        await anna.tap("back")
        await share(anna, "rematch", ben)
        await share(ben, "next-game r7", anna)
        for identity, route in zip((HOST, BEN), routes, strict=True):
            async with device(pad, identity, route) as again:
                assert again.name("seat-1").startswith("Anna, 1"), "the first game, not the second"
                assert again.has("next-game")
                await again.tap("back")
                assert winners(again) == [1]


async def test_outsider_sees_no_game_of_the_table(pad):
    async with two_phones(pad, ENDED) as (anna, ben):
        code = code_of(anna)
        await share(anna, "review", ben)
        route = anna.page.route
        await ben.taps("share back")
        await anna.taps("back rematch")
        async with device(pad, HOST) as tab:
            await tab.taps("new-game r5 menu finish")
            own = tab.page.route.rpartition("/")[2]
        for who, where in ((CLEO, route), (BEN, f"/table/{code}.{own}/review")):
            async with device(pad, who, where) as tab:
                assert not tab.has("scrubber")
                assert not tab.has("place-1")
        await share(ben, "home", anna)


async def test_owners_history_page_leads_to_the_next_game(pad):
    async with two_phones(pad, ENDED) as (anna, ben):
        game = game_on(pad, code_of(anna))
        async with device(pad, HOST, f"/games/{game}/remark") as other:
            await write(other, "place", "Kitchen")
            await share(ben, "rematch", anna, other)
            await other.tap("next-game")
            assert other.has("seat-1")
        async with device(pad, HOST, f"/games/{game}") as later:
            assert not later.has("next-game"), "it had begun before"


async def test_seat_card_closes_when_the_seat_changes_hands(pad):
    async with two_phones(pad, "start-game") as (anna, ben):
        await anna.taps("menu seats more-2")
        assert anna.has("s2-out")
        await share(anna, "cancel finish finish-now", ben)
        async with device(pad, CLEO, f"/join/{code_of(anna)}") as cleo:
            await write(cleo, "player-name", "Cleo")
            await share(cleo, "sit-down", anna, ben)
            await anna.tap("person-3")
            assert anna.has("new-name")
            await share(ben, "rematch", anna, cleo)
            assert not anna.has("new-name"), "seat 3 is another’s in this game"
            await anna.tap("next-game")
            assert chip(anna, 3).initial == "A", "where Cleo was"


@pytest.mark.parametrize("taps", ["more-2 first-2", "more-2 up-2", "more-2 remove-2"])
async def test_lobby_seat_card_closes_with_a_move_or_removal(pad, taps):
    async with two_phones(pad) as (anna, ben):
        await ben.tap("person-2")
        assert ben.has("new-name")
        await share(anna, taps, ben)
        assert not ben.has("new-name")
        assert ben.has("person-1")


async def test_online_rematch_leads_only_the_one_who_asked(air, tmp_path):
    async with playing(air, tmp_path, "r5 menu finish finish-now") as (anna, ben):
        await ben.taps("review")
        await share(ben, "back", anna)
        await anna.tap("remark")
        await share(ben, "rematch", anna)
        await rest(anna, ben)
        assert ben.has("end-turn")
        await anna.taps("keep-remark next-game")
        assert roller(anna) == 1
        assert ben.page.route == f"/table/{CODE}", "a page that is loaded anew shows this game"


async def test_table_review_actions_affect_its_game(pad):
    async with two_phones(pad, "start-game r5") as (anna, ben):
        row = f"game-{game_on(pad, code_of(anna))}"
        await share(ben, "b12", anna)
        await share(anna, "menu finish finish-now review menu reopen", ben)
        assert chip(anna, 2).total == 1, "whose cross came later, and stays"
        assert ben.one("b12").checked
        assert anna.numbers("total") == [0]
        await anna.taps("menu finish finish-now review menu delete")
        assert not anna.has(row)
        await anna.tap("undo-message")
        assert anna.has(row)


# An address without a screen


@pytest.mark.parametrize(
    "path",
    [
        "/nonsense",
        "/settings/nonsense",
        "/game/gone",
        "/games/gone/share",
    ],
)
async def test_wrong_address_leads_home_with_a_sentence(lasting_pad, path):
    async with Client(lasting_pad.show_caller, route=path) as tab:
        assert tab.page.route == "/"
        assert tab.sees(lost_route_notice(path, WORDS))
        await tab.taps("history play")
        assert not tab.has("notice"), "it is said once"


async def test_wrong_address_does_not_count_as_going_home(pad):
    async with Client(pad.show_caller) as tab:
        await tab.taps("new-game r2")
        game = tab.page.route
    async with Client(pad.show_caller, route="/nonsense") as lost:
        assert lost.page.route == "/"
    async with Client(pad.show_caller) as again:
        assert again.page.route == game


async def test_visitor_at_an_owners_address_may_join(lasting_pad):
    async with device(lasting_pad, BEN, "/stats") as ben:
        assert ben.page.route == "/"
        assert ben.sees(lost_route_notice("/stats", WORDS))
        assert ben.has("join")


async def test_address_of_a_game_leads_to_its_table(pad):
    async with two_phones(pad, "start-game r5") as (anna, _):
        code = code_of(anna)
        async with device(pad, HOST, f"/game/{game_on(pad, code)}") as other:
            assert other.page.route == f"/table/{code}"
            assert other.numbers("total") == [1]


# Back


@pytest.fixture
def pad_with_game(tmp_path):
    """A pad with a finished game, called `saved`, and one that is open."""
    games = [game_of("classic/2 1:r5 / end", "Anna", "Ben"), game_of("classic r2", "A", called="o")]
    keep(tmp_path, games, seen_hints="cross lock penalty")
    with opened_pad(tmp_path) as pad:
        yield pad


@pytest.mark.parametrize(
    ("begins", "taps", "back"),
    [
        ("/", "game-saved", "/"),
        ("/", "history game-saved", "/games"),
        ("/games/saved", "", "/games"),
        ("/", "game-saved share", "/games/saved"),
        ("/", "game-saved menu remark", "/games/saved"),
        ("/games", "more-saved games/saved/share", "/games"),
        ("/games", "more-saved games/saved", "/games"),
        ("/", "game-saved menu statistics", "/"),
        ("/", "history copy-paper", "/games"),
        ("/", "one-device copy-paper", "/new"),
        ("/paper", "", "/games"),
        ("/", "settings data", "/settings"),
        ("/game/o", "menu settings data", "/game/o/settings"),
        ("/data", "", "/"),
        ("/", "join-table one-device", "/join"),
        ("/", "one-device start-game menu rules", "GAME"),
        ("/", "rules sheets", "/rules"),
        ("/", "sheets sheet-longo", "/"),
        ("/", "new-game", "/"),
    ],
)
async def test_back_returns_to_the_previous_screen(pad_with_game, begins, taps, back):
    async with Client(pad_with_game.show_caller, route=begins) as tab:
        await tab.taps(taps)
        here = tab.page.route
        await tab.page._trigger_event("view_pop", {"route": here})
        await tab.settle()
        assert tab.page.route == (parent_route(here) if back == "GAME" else back)


@pytest.mark.parametrize("way", ["button", "escape"])
async def test_every_way_back_from_a_review_agrees(pad_with_game, way):
    async with Client(pad_with_game.show_caller) as tab:
        await tab.tap("game-saved")
        await (tab.tap("back") if way == "button" else tab.press("Escape"))
        assert tab.page.route == "/"


async def test_review_opened_at_home_returns_home(pad_with_game):
    async with Client(pad_with_game.show_caller) as tab:
        await tab.tap("game-saved")
        assert [view.route for view in _views(tab)] == ["/", "/games/saved"]
    async with Client(pad_with_game.show_caller, route="/games/saved") as tab:
        assert [view.route for view in _views(tab)] == ["/", "/games", "/games/saved"]


def _views(tab):
    views = tab.page.views
    return views if isinstance(views, list) else views._b


def test_trail_forgets_the_way_to_a_game():
    trail = Trail()
    for route in ("/games", "/paper", "/game/1", "/game/1/review", "/game/2"):
        trail.visit_route(route)
    assert trail.previous_route("/game/2") == "/games"

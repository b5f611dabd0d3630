"""A game that is a link: opened by strangers and friends, kept when asked, shared, taken home."""

from dataclasses import replace

import pytest

from qwixx_pad.library.links import find_link, pack_games, read_link
from qwixx_pad.library.summaries import Remark, remark_key
from qwixx_pad.settings import Settings
from qwixx_pad.storage.summary import GameQuery
from qwixx_pad.ui.flet_support.trail import Trail
from qwixx_pad.ui.history import import_preview_texts
from qwixx_pad.ui.result import link_part
from tests.support.ui.pads_with_games import game_of, pad_where
from tests.support.ui.session_client import Client
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import (
    BEN,
    HOST,
    device,
    open_table,
    phones_where,
    two_phones,
    write,
)

GAME = game_of("classic/2 1:r2 1:r3 / 2:y4 end", "Anna", "Ben", called="g1")
OTHER = game_of("classic r5 r6 end", "Cleo", called="g2")
ITEM = pack_games([GAME], {})
BOTH = pack_games([GAME, OTHER], {})
OVER = "classic/2 1:r2 1:r3 2:y4 end"


def opened(pad, item, page=""):
    """The tab of somebody who opens a link in a pad of their own."""
    return Client(pad.show_owner, route=f"/link/{item}{page}")


def stored(pad):
    """Identifiers of the games that a pad lists."""
    listed = pad._services.library.page(GameQuery(), 0, 100)
    return [each.summary.game for each in listed]


def shared_link(tab):
    """The link that the device was given last."""
    texts = [args.get("data", args.get("text", "")) for _, args in tab.wire.calls]
    return next(text for text in reversed(texts) if "#/link/" in str(text))


def shared_games(tab):
    return [incoming.saved for incoming in read_link(find_link(shared_link(tab))).file.games]


async def test_link_shows_a_review_and_stores_nothing(pad):
    async with opened(pad, ITEM) as tab:
        assert tab.has("scrubber")
        assert tab.sees("Anna")
        assert not any(map(tab.has, ("share", "menu")))
    assert stored(pad) == []


async def test_kept_game_is_opened_and_its_keeping_undone(pad):
    async with opened(pad, ITEM) as tab:
        await tab.tap("keep-games")
        assert stored(pad) == ["g1"]
        await tab.tap("undo-message")
        assert stored(pad) == []
        await tab.taps("keep-games games/g1")
        assert tab.page.route == "/games/g1"
        assert tab.has("menu")


async def test_keeping_is_undone_only_before_the_next_import(pad):
    async with opened(pad, ITEM) as tab, opened(pad, pack_games([OTHER], {})) as second:
        await tab.tap("keep-games")
        await second.tap("keep-games")
        await tab.settle()
        assert not tab.has("undo-message")
        await second.tap("undo-message")
        assert stored(pad) == ["g1"]


async def test_game_that_is_here_leads_to_it(tmp_path):
    with pad_where(tmp_path, OVER, "Anna", "Ben") as pad:
        saved = pad._services.library._storage.load("saved")
        async with opened(pad, pack_games([saved], {})) as tab:
            assert not tab.has("keep-games")
            await tab.tap("games/saved")
            assert tab.page.route == "/games/saved"


async def test_kept_game_is_opened_though_another_has_its_identifier(tmp_path):
    with pad_where(tmp_path, "classic/2 1:r5 end", "Anna", "Ben") as pad:
        other = game_of(OVER, "Anna", "Ben")
        async with opened(pad, pack_games([other], {})) as tab:
            await tab.tap("keep-games")
            (kept,) = {*stored(pad)} - {"saved"}
            await tab.tap(f"games/{kept}")
            assert tab.page.route == f"/games/{kept}"


async def test_longer_game_continues_the_one_that_is_here(tmp_path):
    with pad_where(tmp_path, "classic/2 1:r2", "Anna", "Ben") as pad:
        saved = pad._services.library._storage.load("saved")
        longer = replace(saved, entries=(*saved.entries, *GAME.entries[1:]))
        item = pack_games([longer], {})
        async with opened(pad, item) as tab:
            preview = pad._services.library.preview_file(read_link(item).file)
            assert tab.sees(import_preview_texts(preview, WORDS)[1][0])
            await tab.tap("keep-games")
        assert len(pad._services.library._storage.load("saved").entries) == len(longer.entries)


async def test_link_with_several_games_lists_them(pad):
    async with opened(pad, BOTH) as tab:
        await tab.tap("game-2")
        assert tab.page.route == f"/link/{BOTH}/2"
        assert tab.sees("Cleo")
        await tab.tap("back")
        await tab.tap("keep-games")
        await tab.tap("history")
        assert tab.page.route == "/games"
    assert {*stored(pad)} == {"g1", "g2"}


@pytest.mark.parametrize("page", ["/0", "/3"])
async def test_number_of_no_game_leads_to_the_list(pad, page):
    async with opened(pad, BOTH, page) as tab:
        assert tab.has("game-2")


async def test_link_opens_at_its_moment(pad):
    async with opened(pad, pack_games([GAME], {}, moment=1)) as tab:
        assert tab.numbers("seat-1")[0] == 1
    for item, page in ((ITEM, ""), (pack_games([GAME, OTHER], {}, moment=1), "/1")):
        async with opened(pad, item, page) as tab:
            assert tab.numbers("seat-1")[0] == 3


async def test_link_leads_to_the_rules_of_its_sheet(pad):
    bonus = pack_games([game_of("bonus_a r5 r6", "Anna", called="g3")], {})
    async with opened(pad, bonus) as tab:
        await tab.tap("rules")
        assert tab.page.route == f"/link/{bonus}/rules"
        assert tab.sees(WORDS.layout_title("bonus_a"))
        await tab.tap("back")
        assert tab.page.route == f"/link/{bonus}"
        await tab.tap("back")
        assert tab.page.route == "/"


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (ITEM[:40], "is missing"),
        (f"2{ITEM[1:]}", "newer"),
        (pack_games([game_of("classic r5 r4", called="g4")], {}), "breaks the rules"),
        ("1" * 16_100, "too long"),
    ],
    ids=["torn", "newer", "against the rules", "too long"],
)
async def test_link_without_a_game_says_why(pad, item, words):
    async with opened(pad, item) as tab:
        assert tab.sees(words)
        assert not tab.has("keep-games")
        await tab.tap("home")
        assert tab.page.route == "/"


async def test_game_on_an_unknown_sheet_can_be_kept(pad):
    item = pack_games([game_of("sheet_of_2031 r5", called="g5")], {})
    async with opened(pad, item) as tab:
        assert tab.sees("An update may show it")
        await tab.tap("keep-games")
    assert pad._services.library._storage.load("g5").head.setup == "sheet_of_2031"


async def test_visitor_looks_but_keeps_nothing_in_a_foreign_pad(pad):
    async with device(pad, BEN, f"/link/{ITEM}") as ben:
        assert ben.has("scrubber")
        assert not ben.has("keep-games")
        await ben.tap("home")
        assert ben.has("join")
    assert stored(pad) == []


async def test_pasted_link_opens(pad):
    text = f"Look! https://pad.example/#/link/{ITEM} What a game"
    for route, field, button in (("/data", "game-line", "open-line"), ("/join", "code", "join")):
        async with Client(pad.show_owner, route=route) as tab:
            await write(tab, field, text)
            await tab.tap(button)
            assert tab.page.route == f"/link/{ITEM}"


async def test_shared_link_has_all_but_the_note(tmp_path):
    remark = Remark("Kitchen", "Ben cheated").stored_text
    settings = {remark_key("saved"): remark, "site": "https://pad.example"}
    with pad_where(tmp_path, OVER, "Anna", "Ben", **settings) as pad:
        saved = pad._services.library._storage.load("saved")
        async with Client(pad.show_owner, route="/games/saved/share") as tab:
            await tab.tap("share-link")
            assert shared_link(tab).startswith("https://pad.example/#/link/")
            assert not tab.sees("you can name a site")
            (incoming,) = read_link(find_link(shared_link(tab))).file.games
            assert (incoming.saved, incoming.remark) == (saved, Remark("Kitchen", ""))
            await tab.taps("set-link-note set-link-names share-link")
            (incoming,) = read_link(find_link(shared_link(tab))).file.games
            assert incoming.saved.head.names == ("", "")
            assert incoming.remark.note == "Ben cheated"
        async with Client(pad.show_owner, route="/games/saved/share") as tab:
            await tab.tap("share-link")
            assert shared_games(tab)[0].head.names == ("", ""), "the pad remembers it"


async def test_review_shares_its_moment(tmp_path):
    with pad_where(tmp_path, OVER, "Anna", "Ben") as pad:
        async with Client(pad.show_owner, route="/games/saved") as tab:
            await tab.taps("first next menu moment-1 share-link")
            assert tab.sees("you were looking at")
            assert tab.sees("you can name a site")
            assert read_link(find_link(shared_link(tab))).moment == 1


async def test_code_of_a_link_is_shown_and_hidden(tmp_path):
    with pad_where(tmp_path, OVER, "Anna", "Ben") as pad:
        async with Client(pad.show_owner, route="/games/saved/share") as tab:
            code = lambda: [c for c in tab.walk() if getattr(c, "image", None)]  # noqa: E731
            before = len(code())
            await tab.tap("link-code")
            assert len(code()) == before + 1
            await tab.tap("link-code")
            assert len(code()) == before


async def test_link_that_is_too_long_has_no_code(tmp_path, monkeypatch):
    monkeypatch.setattr(link_part, "_MAX_CODE_CHARS", 100)
    with pad_where(tmp_path, OVER, "Anna", "Ben") as pad:
        async with Client(pad.show_owner, route="/games/saved/share") as tab:
            assert tab.sees("too long for a code")
            assert tab.has("share-link")
            assert not tab.has("link-code")


async def test_guest_takes_the_game_home_without_the_hosts_remark(tmp_path):
    async with phones_where(tmp_path, OVER) as (anna, ben):
        await anna.tap("remark")
        await write(anna, "place", "Kitchen")
        await anna.tap("keep-remark")
        await ben.taps("share share-link")
        (incoming,) = read_link(find_link(shared_link(ben))).file.games
        assert incoming.saved.head.names == ("Anna", "Ben")
        assert not incoming.remark


async def test_file_of_a_guest_lacks_the_hosts_remark(tmp_path):
    async with phones_where(tmp_path, OVER) as (anna, ben):
        await anna.tap("remark")
        await write(anna, "place", "Kitchen")
        await write(anna, "note", "Ben cheated")
        await anna.tap("keep-remark")
        for tab, has_remark in ((ben, False), (anna, True)):
            await tab.taps("share save-game")
            file = tab.wire.calls[-1][1]["src_bytes"]
            assert (b"Kitchen" in file, b"Ben cheated" in file) == (has_remark, has_remark)


async def test_guest_takes_the_whole_evening_home(pad):
    async with two_phones(pad, "start-game r5 menu finish finish-now") as (anna, ben):
        await anna.taps("rematch")
        await ben.settle()
        await anna.taps("r5 menu finish finish-now")
        await ben.settle()
        await ben.taps("share share-link")
        assert len(shared_games(ben)) == 2
        await ben.taps("set-game share-link")
        assert len(shared_games(ben)) == 1


async def test_evening_lacks_the_games_that_were_deleted(pad):
    end = "r5 menu finish finish-now"
    async with two_phones(pad, f"start-game {end}") as (anna, ben):
        (first,) = stored(pad)
        for _ in range(2):
            await anna.taps(f"rematch {end}")
        pad._services.library.delete(first)
        await ben.settle()
        await ben.taps("share share-link")
        assert {saved.head.id for saved in shared_games(ben)} == {*stored(pad)}
        assert len(stored(pad)) == 2


async def test_screen_names_the_places_of_the_whole_evening(pad):
    async with two_phones(pad, "start-game r5 menu finish finish-now") as (anna, _):
        (first,) = stored(pad)
        pad._services.library.annotate(first, Remark("Kitchen", "Ben cheated"))
        await anna.taps("rematch r5 menu finish finish-now share")
        assert not anna.sees("Kitchen")
        assert not anna.has("set-link-note")
        await anna.tap("set-evening")
        assert anna.sees("Kitchen")
        assert anna.has("set-link-note")


async def test_back_leads_out_of_a_table_that_was_shared(pad):
    async with device(pad, HOST) as anna:
        code = await open_table(anna, "Anna", "Ben")
        async with Client(pad.show_owner, route=f"/shared/%2Fwatch%2F{code}") as tab:
            await tab.settle()
            assert tab.page.route == f"/watch/{code}"
            await tab.tap("back")
            assert tab.page.route == "/"


@pytest.mark.parametrize("step", ["a", "a/"])
def test_many_long_links_fill_no_memory(step):
    trail = Trail()
    for number in range(1, 1000):
        trail.visit_route(f"/link/{step * number}")
    assert sum(map(len, trail._routes)) < 200_000


async def test_site_for_links_is_set_in_the_settings(pad):
    async with Client(pad.show_owner, route="/settings") as tab:
        for typed in ("nowhere", "https://a$(id).example", "https://a b.example"):
            await write(tab, "site", typed, "blur")
            assert tab.sees("valid address")
            assert not pad._services.registry.service.settings.site
        await write(tab, "site", "Pad.example/qwixx/", "blur")
    assert pad._services.registry.service.settings.site == "https://pad.example/qwixx"


@pytest.mark.parametrize("end", ["\x1b[31m", "\u202e", "\x00", " b"])
def test_control_characters_are_no_part_of_a_site(end):
    assert Settings.from_texts({"site": "https://pad.example"}).site
    assert not Settings.from_texts({"site": f"https://pad.example{end}"}).site

"""The list of all games: found, opened, deleted, put back; a long one is built where it is seen."""

from contextlib import asynccontextmanager

import flet as ft
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx_pad.storage.summary import local_day
from qwixx_pad.ui.history import ROW_EXTENT_DP, visible_window
from tests.support.random_evenings import evenings
from tests.support.ui.pads_with_games import NOON, game_of, keep, pad_with
from tests.support.ui.quick_pads import opened_pad
from tests.support.ui.session_client import Client, scroll
from tests.support.ui.surroundings import WORDS
from tests.support.ui.table_devices import BEN, device, write


def rows(tab):
    """Identifiers of the games whose rows are built, from above."""
    found = tab.find(lambda c: isinstance(c, ft.Semantics) and str(c.identifier)[:5] == "game-")
    return [row.identifier.removeprefix("game-") for row in found]


@asynccontextmanager
async def listed(folder, number=12):
    """The list of so many stored games, and their identifiers, newest first."""
    with pad_with(folder, number) as (pad, games):
        async with Client(pad.show_caller, route="/games") as tab:
            yield tab, [game.head.id for game in reversed(games)]


async def test_games_are_listed_newest_first_and_searchable(tmp_path):
    async with listed(tmp_path) as (tab, newest_first):
        assert rows(tab) == newest_first
        assert any(text.startswith("12 ") for text in tab.texts())
        await write(tab, "search", "zO")
        with_zoe = [game.head.id for game in evenings(12) if "Zoë" in game.head.names]
        assert rows(tab) == with_zoe[::-1] != []
        await write(tab, "search", "nobody of that name")
        assert rows(tab) == []
        await tab.tap("clear-search")
        assert rows(tab) == newest_first
        assert not tab.field("search").value
        assert not tab.has("clear-search")


def headings(tab):
    """The headings of the evenings that are built, by the place of their first game."""
    found = tab.find(lambda c: str(c.key).startswith("evening "))
    return {
        int(c.key.removeprefix("evening ")): next(
            text.value for text in tab.walk(c) if isinstance(text, ft.Text)
        )
        for c in found
    }


async def test_games_are_listed_below_their_evenings(tmp_path):
    """The day and the series are said once, and no longer in each row."""
    played = {"a": ("Anna", "Cleo"), "b": ("Anna", "Ben"), "c": ("Ben", "Anna")}
    keep(tmp_path, [game_of("classic/2 1:r2 end", *who, called=x) for x, who in played.items()])
    with opened_pad(tmp_path) as pad:
        async with Client(pad.show_caller, route="/games") as tab:
            day = WORDS.day_text(local_day(NOON), local_day(pad._services.registry.service.now()))
            series, alone = headings(tab).values()
            assert series.startswith(day)
            assert "2" in series.removeprefix(day)
            assert alone == day
            assert [text for text in tab.texts() if day in text] == [series, day]
            await tab.taps("more-c delete/c")
            assert [*headings(tab).values()] == [day]


async def test_headings_are_where_a_long_list_is_scrolled_to(tmp_path):
    async with listed(tmp_path, 300) as (tab, newest_first):
        chunks = tab.find(lambda c: str(c.key).startswith("chunk "))
        for chunk in chunks:
            (column,) = [c for c in tab.walk(chunk) if isinstance(c, ft.Column)][:1]
            assert sum(part.height for part in column.controls) == pytest.approx(chunk.height)
        await scroll(tab, 200 * ROW_EXTENT_DP)
        shown = rows(tab)
        first = newest_first.index(rows(tab)[0])
        places = [place for place in headings(tab) if place < first + len(shown)]
        assert places, "there are headings among these rows"
        assert min(places) >= first


async def test_deleted_game_can_be_restored_or_purged(tmp_path):
    async with listed(tmp_path) as (tab, newest_first):
        first, *others = newest_first
        await tab.taps(f"more-{first} delete/{first}")
        assert rows(tab) == others
        await tab.tap("undo-message")
        assert rows(tab)[0] == first
        await tab.taps(f"more-{first} delete/{first} choose-shown choose-deleted")
        assert rows(tab) == [first]
        await tab.taps(f"game-{first} put-back/{first}")
        assert rows(tab) == []
        await tab.taps("choose-shown choose-every")
        assert rows(tab)[0] == first
        await tab.taps(f"more-{first} delete/{first} choose-shown choose-deleted wipe cancel")
        assert rows(tab) == [first]
        await tab.taps("wipe wipe-now")
        assert rows(tab) == []
        await tab.taps("choose-shown choose-every")
        assert rows(tab) == others


async def test_new_game_never_uses_a_deleted_sheet(tab):
    await tab.taps("new-game menu home settings data delete-all delete-now back back")
    await tab.taps("new-game r2 menu home")
    assert tab.has("continue-game")


async def test_game_opens_its_review_or_its_pad(lasting_pad):
    async with Client(lasting_pad.show_caller, route="/games") as tab:
        await tab.tap("game-table")
        assert tab.has("scrubber")
        await tab.taps("back choose-shown choose-open")
        assert rows(tab) == ["other", "open"]
        await tab.tap("game-open")
        assert tab.page.route == "/game/open"
        tab.page.navigate("/games")
        await tab.settle()
        await tab.taps("more-open game/open")
        assert tab.page.route == "/game/open"


async def test_long_list_builds_only_visible_rows(tmp_path):
    async with listed(tmp_path, 300) as (tab, newest_first):
        assert rows(tab) == newest_first[: len(rows(tab))]
        assert len(rows(tab)) < 60
        await scroll(tab, 200 * ROW_EXTENT_DP)
        shown = rows(tab)
        assert newest_first[200] in shown
        assert len(shown) < 80
        at = newest_first.index(shown[0])
        assert shown == newest_first[at : at + len(shown)]


@given(
    chunks=st.lists(st.floats(80, 2000), min_size=1, max_size=300),
    share=st.floats(0, 1),
    height=st.floats(200, 2000),
)
def test_visible_window_is_built_and_length_is_constant(chunks, share, height):
    length = sum(chunks)
    pixels = share * max(0.0, length - height)
    seen = visible_window(pixels, height, chunks)
    built = sum(chunks[seen.first : seen.end])
    assert seen.above + built + seen.below == pytest.approx(length)
    assert seen.above <= pixels + 0.001
    assert length - seen.below >= min(length, pixels + height) - 0.001
    assert built <= 3 * height + 2 * max(chunks) + 0.001, "no more than what is near"


OWNERS = "game-won", "continue-game", "scrubber", "backup", "stats-player", "r2", "add-player"


@pytest.mark.parametrize(
    "place",
    [
        *("", "new", "games", "stats", "data", "games/table", "game/won/review", "game/open"),
        *("game/open/rules", "settings/../game/open"),
    ],
)
async def test_visitor_cannot_open_what_is_the_owners(lasting_pad, place):
    async with device(lasting_pad, BEN, f"/{place}") as tab:
        assert tab.has("join"), "the screen for a code"
        assert not any(map(tab.has, OWNERS))


@pytest.mark.parametrize("place", ["games", "stats"])
async def test_screens_without_a_game_lead_to_the_first_one(pad, place):
    async with Client(pad.show_owner, route=f"/{place}") as tab:
        await tab.tap("new-game")
        assert tab.page.route.startswith("/game/")
        await tab.taps("r2 menu finish home history")
        assert not tab.has("new-game")
        await tab.tap("statistics")
        assert not tab.has("new-game")
